// How many clocks a second a page's program makes while a circuit works in every clock, under Node.js, which has Chromium's
// compiler of WebAssembly: with generated code, and interpreted, as where a browser refuses such code.
//
//   cargo run --release -- page --unit gomoku_search --out target/pages/gomoku_search
//   cargo run --release -- page --unit othello_engine --out target/pages/othello_engine
//   node benches/page.mjs target/pages/gomoku_search target/pages/othello_engine
//
// The figures are thousands of clocks a second of the time from the strobe on, seen from outside the program; `ready` is the time
// from the strobe until the generated code makes seven tenths of its final speed.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runInThisContext } from 'node:vm';

/** Milliseconds that are measured, and of those the last, which tell the final speed. */
const MEASURED = 2400;
const LAST = 1200;
const READY = 0.7;

const set = (port, value) => ({ do: 'set', port, value: String(value) });
const step = (clocks) => ({ do: 'step', clocks });
const strobe = (port, clocks) => [set(port, 1), step(1), set(port, 0), ...(clocks ? [step(clocks)] : [])];

/** Brings a circuit to work: as in benches/busy.rs. */
const BEGIN = {
  gomoku_search() {
    const stones = [[7, 7], [8, 8], [6, 8], [8, 6], [5, 7], [7, 6], [9, 9]];
    const place = ([row, col], ply) => [set('row', row), set('col', col), set('colour', ply & 1), ...strobe('place', 4000)];
    return [
      ...strobe('clear', 4000), ...stones.flatMap(place),
      set('colour', 1), set('budget', 20_000_000), ...strobe('think', 0),
    ];
  },
  othello_engine: () => [
    set('black', 0x0000_003C_1C3F_7E00n), set('white', 0x0000_0F03_E300_0000n), ...strobe('load', 100), ...strobe('start', 0),
  ],
};

const file = (name) => readFileSync(new URL(`../page/files/${name}`, import.meta.url), 'utf8');
runInThisContext(file('code.js'));

/** The page's program with its circuit; `generates` says whether it may generate code. */
function started(folder, generates) {
  runInThisContext(readFileSync(`${folder}/machine.js`, 'utf8'));
  const [program, circuit] = ['program', 'image'].map((name) => gunzipSync(Buffer.from(globalThis.tengen[name], 'base64')));
  const module = new WebAssembly.Module(program);
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => { throw new Error(name); };
  const run = { status: null, exports: null };
  const code = globalThis.generated(() => run.exports);
  imports.code = generates ? code : { add: () => 0, remove() {} };
  imports.page = {
    now: () => performance.now(),
    say(kind, from, length) {
      const text = new TextDecoder().decode(new Uint8Array(run.exports.memory.buffer, from, length));
      if (kind === 5) throw new Error(text);
      if (kind === 0 && text.includes('"clocks"')) run.status = JSON.parse(text);
    },
  };
  run.exports = new WebAssembly.Instance(module, imports).exports;
  run.give = (name, bytes) => {
    const from = run.exports.input(bytes.length);
    new Uint8Array(run.exports.memory.buffer, from, bytes.length).set(bytes);
    run.exports[name]();
  };
  run.order = (order) => run.give('order', new TextEncoder().encode(JSON.stringify(order)));
  run.give('load', circuit);
  run.give('begin', new Uint8Array());
  return run;
}

/** Thousands of clocks a second at last, and the milliseconds until it was as fast. */
function measured(folder, generates) {
  const run = started(folder, generates);
  const idle = () => { while (run.exports.turn() === 0); };
  run.order({ do: 'speed', clocks: null });
  for (const order of BEGIN[basename(folder)]()) {
    run.order(order);
    if (order.do === 'step') idle();
  }
  const busy = () => run.status.ports.find(({ name }) => name === 'busy').value;
  const start = performance.now();
  const marks = [];
  run.order({ do: 'resume' });
  while (performance.now() < start + MEASURED) {
    run.exports.turn();
    if (marks.at(-1)?.clocks !== run.status.clocks) marks.push({ time: performance.now() - start, clocks: run.status.clocks });
  }
  if (busy() !== '1') throw new Error(`${folder} came to its end within ${MEASURED} ms`);
  const end = marks.at(-1);
  const rate = (from) => (end.clocks - from.clocks) / (end.time - from.time);
  const final = rate(marks.find(({ time }) => time > MEASURED - LAST));
  const ready = marks.findIndex((mark, i) => i > 0 && (mark.clocks - marks[i - 1].clocks) / (mark.time - marks[i - 1].time) > READY * final);
  return { final, ready: marks[Math.max(0, ready - 1)].time };
}

console.log(`${''.padEnd(16)} ${'generated'.padStart(10)} ${'ready'.padStart(8)} ${'interpreted'.padStart(12)} ${'ratio'.padStart(6)}`);
for (const folder of process.argv.slice(2)) {
  const [generated, interpreted] = [true, false].map((generates) => measured(folder, generates));
  const ratio = (generated.final / interpreted.final).toFixed(1);
  console.log(
    basename(folder).padEnd(16), generated.final.toFixed(0).padStart(10), `${(generated.ready / 1000).toFixed(2)} s`.padStart(8),
    interpreted.final.toFixed(0).padStart(12), ratio.padStart(6),
  );
}
