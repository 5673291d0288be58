// Runs a test program built for wasm32-unknown-unknown. It gets no clock and no files, and has no way to speak: a test that fails
// is a trap. The code that the program generates becomes functions as in a page.
import { readFile } from 'node:fs/promises';
import { runInThisContext } from 'node:vm';

const read = (name) => readFile(new URL(`../page/files/${name}`, import.meta.url), 'utf8');
runInThisContext(await read('code.js'));

let exports = null;
const code = globalThis.generated(() => exports);
const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]), { code });
exports = instance.exports;
process.exitCode = exports.main(0, 0);
