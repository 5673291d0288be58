// Makes functions of the code that the engine generates while it runs: `sim/fast/src/browser_machine.rs` says what for.
"use strict";

/** What the engine imports as `code`; `exports` gives what the engine exports, once it is there. */
function generated(exports) {
  const free = [];
  return {
    add(from, length) {
      const { memory, __indirect_function_table: table } = exports();
      try {
        const module = new WebAssembly.Module(new Uint8Array(memory.buffer, from, length));
        const { run } = new WebAssembly.Instance(module, { code: { memory } }).exports;
        const place = free.pop() ?? table.grow(1);
        table.set(place, run);
        return place;
      } catch {
        // A browser may refuse what is too large; then the program is interpreted.
        return 0;
      }
    },
    remove(place) {
      exports().__indirect_function_table.set(place, null);
      free.push(place);
    },
  };
}
