// The program of the workers of a page of files: runs the machine, or evaluates a position. `page/src/worker.rs` has the rest.
// `code.js` is before it.
"use strict";

/** What bytes for the page are: the names of `Said`, in its order. */
const KINDS = ["text", "binary", "kept", "filePart", "noFile", "failure"];
/** Milliseconds for which it runs before it looks for messages. */
const SLICE = 8;

/** The functions of the machine, once there is one. */
let machine = null;
/** The orders that came before. */
let early = [];
/** The parts of a file so far. */
let parts = [];
/** Calls `turn` next: a timer, or a message to itself, which comes after those that wait. */
let timer = null;
const itself = new MessageChannel();
itself.port1.onmessage = turn;

function say(kind, from, length) {
  const bytes = new Uint8Array(machine.memory.buffer, from, length).slice();
  const text = () => new TextDecoder().decode(bytes);
  switch (KINDS[kind]) {
    case "text": return postMessage(text());
    case "binary": return postMessage(bytes.buffer, [bytes.buffer]);
    case "filePart":
      parts.push(parts.length < 2 ? text() : bytes.buffer);
      if (parts.length < 3) return undefined;
      postMessage({ type: parts[0], name: parts[1], file: parts[2] });
      parts = [];
      return undefined;
    default: return postMessage({ [KINDS[kind]]: text() });
  }
}

/** Calls a function that takes bytes. */
function give(name, bytes) {
  const from = machine.input(bytes.length);
  new Uint8Array(machine.memory.buffer, from, bytes.length).set(bytes);
  machine[name]();
}

const giveText = (name, text) => give(name, new TextEncoder().encode(text));

/** The bytes that were compressed by gzip and written in base 64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start(module) {
  // Libraries name functions of the browser's for what nothing here does: an archive could be encrypted.
  const never = ({ module, name }) => [module, { [name]() { throw new Error(`${name} is called`); } }];
  const imports = {};
  for (const [from, one] of WebAssembly.Module.imports(module).map(never)) Object.assign(imports[from] ??= {}, one);
  imports.page = { now: () => performance.now(), say };
  imports.code = generated(() => machine);
  machine = (await WebAssembly.instantiate(module, imports)).exports;
}

async function begin({ program, image, kept }) {
  const [module, circuit] = await Promise.all([unpacked(program).then(WebAssembly.compile), unpacked(image)]);
  postMessage({ module });
  await start(module);
  give("load", circuit);
  giveText("begin", kept);
  postMessage({ begun: true });
  early.forEach(hear);
  early = null;
  turn();
}

function turn() {
  timer = null;
  const end = performance.now() + SLICE;
  let wait = 0;
  while (wait === 0 && performance.now() < end) wait = machine.turn();
  if (wait === 0) itself.port2.postMessage(null);
  else timer = setTimeout(turn, wait > 0 ? wait : 1 << 30);
}

function hear({ order, file }) {
  if (file !== undefined) giveText("file", file);
  if (order !== undefined) giveText("order", order);
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  itself.port2.postMessage(null);
}

onmessage = async ({ data }) => {
  if ("program" in data) return begin(data);
  if ("evaluate" in data) {
    await start(data.module);
    return giveText("evaluate", data.evaluate);
  }
  return early === null ? hear(data) : early.push(data);
};
