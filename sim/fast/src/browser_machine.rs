//! In place of `machine.rs` in a browser: runs generated modules, with all unsafe code of this crate there.
//!
//! Whoever runs the crate gives it two functions, and lets it export its table of functions, which can grow:
//!
//! | function of `code`  | meaning                                                                                   |
//! |---------------------|-------------------------------------------------------------------------------------------|
//! | `add(from, length)` | makes a module of these bytes, with this memory; its function's place in the table, or 0  |
//! | `remove(place)`     | nobody calls the function at that place again                                             |
//!
//! The function is safe to call for the reasons in `machine.rs`; besides, WebAssembly compares every place with the memory's length.

use crate::{
    code::Code,
    frame::{Frame, Layout},
    program::Program,
    webassembly,
};

mod host {
    #[link(wasm_import_module = "code")]
    unsafe extern "C" {
        pub safe fn add(from: *const u8, length: usize) -> usize;
        pub safe fn remove(place: usize);
    }
}

/// Programs can be compiled.
pub const COMPILES: bool = true;

/// A function in the table.
pub struct Machine {
    run: unsafe extern "C" fn(*mut u64),
    len: usize,
}

impl Machine {
    /// Compiles a program; `None` if the browser refuses the module, for example because it is too large.
    pub fn new(program: &Program, layout: &Layout, code: &[Code], widths: &[usize]) -> Option<Machine> {
        let module = webassembly::module(program, layout, code, widths);
        let place = host::add(module.as_ptr(), module.len());
        if place == 0 {
            return None;
        }
        // SAFETY: an address of a function is its place in the table, and the function there has that signature.
        let run = unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*mut u64)>(place) };
        Some(Machine { run, len: layout.len })
    }

    /// Runs the program once.
    #[inline]
    pub fn run(&self, frame: &mut Frame) {
        assert_eq!(frame.slots.len(), self.len);
        // SAFETY: the frame has the length that the code was generated for.
        unsafe { (self.run)(frame.slots.as_mut_ptr()) }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        host::remove(self.run as usize);
    }
}
