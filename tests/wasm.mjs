// Runs a test program built for wasm32-unknown-unknown. It gets nothing from outside, no clock and no files, and has no way
// to speak: a test that fails is a trap.
import { readFile } from 'node:fs/promises';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
process.exitCode = instance.exports.main(0, 0);
