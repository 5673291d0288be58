// Runs the machine of a page of files without a browser: the same program, on the same engine of WebAssembly.
//
//   node tests/page/session.mjs site/machine.js script.jsonl
//   node tests/page/session.mjs site/machine.js script.jsonl --interpreted     without generated code
//
// A line of the script is an order to the machine, or one of these:
//   {"rest": true}                     runs until the machine is paused
//   {"save": "waves.zip", "to": PATH}  writes a file of the machine's
//   {"measure": SECONDS, "as": NAME}   runs at its full speed for so long, and prints clocks a second of processor time
import { readFile, writeFile } from "node:fs/promises";
import { runInThisContext } from "node:vm";
import { gunzipSync } from "node:zlib";

const KINDS = ["text", "binary", "kept", "filePart", "noFile", "failure"];
const [page, script] = await Promise.all(process.argv.slice(2, 4).map((path) => readFile(path, "utf8")));
const interpreted = process.argv[4] === "--interpreted";
const packed = (name) => gunzipSync(Buffer.from(new RegExp(`${name}: "([^"]*)"`).exec(page)[1], "base64"));

let status = {};
let parts = [];
function say(kind, from, length) {
  const bytes = Buffer.from(machine.memory.buffer.slice(from, from + length));
  switch (KINDS[kind]) {
    case "text": {
      const told = JSON.parse(bytes);
      if ("clocks" in told) status = told;
      if ("refused" in told) throw new Error(told.refused);
      return;
    }
    case "filePart": return void parts.push(bytes);
    case "noFile": case "failure": throw new Error(bytes.toString());
  }
}

const module = new WebAssembly.Module(packed("program"));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => { throw new Error(name); };
imports.page = { now: () => performance.now(), say };
runInThisContext(await readFile(new URL("../../page/files/code.js", import.meta.url), "utf8"));
imports.code = interpreted ? { add: () => 0, remove() {} } : globalThis.generated(() => machine);
const machine = new WebAssembly.Instance(module, imports).exports;

function give(name, bytes) {
  const from = machine.input(bytes.length);
  new Uint8Array(machine.memory.buffer, from, bytes.length).set(bytes);
  machine[name]();
}

const processor = () => process.cpuUsage().user / 1e6;

// The clocks at the next status, and the time then.
function told() {
  const before = status;
  while (status === before) machine.turn();
  return [status.clocks, processor()];
}

function measure(seconds, name) {
  const [first, begun] = told();
  let [clocks, now] = [first, begun];
  while (now < begun + seconds) [clocks, now] = told();
  console.log(`${name}: ${((clocks - first) / (now - begun) / 1e6).toPrecision(3)} million clocks a second`);
}

give("load", packed("image"));
give("begin", new Uint8Array(0));
for (const line of script.split("\n").filter((line) => line.trim() !== "")) {
  const does = JSON.parse(line);
  if (does.rest) {
    while (machine.turn() >= 0);
  } else if (does.save) {
    parts = [];
    give("file", Buffer.from(does.save));
    await writeFile(does.to, parts[2]);
  } else if (does.measure) {
    measure(does.measure, does.as);
  } else {
    give("order", Buffer.from(line));
  }
}
