//! Runs compiled code: all unsafe code of this crate, but in a browser (`browser_machine.rs`).
//!
//! The code is a function of the address of a frame. It is safe to call because
//!
//! - it reads and writes only slots of the layout it was compiled for. Places that are computed are compared with the length of
//!   a memory or table, unless that has a word for every value of the index's width, which no value in a frame exceeds; slots
//!   that are looked up come from tables that nothing writes;
//! - the frame it gets has the length of that layout, and is borrowed mutably during the call;
//! - it calls nothing and keeps nothing.

use cranelift_jit::JITModule;

use crate::{
    code::Code,
    compile::{Compiled, compile},
    frame::{Frame, Layout},
    program::Program,
};

/// Programs can be compiled.
pub const COMPILES: bool = true;

/// Compiled code.
pub struct Machine {
    module: Option<JITModule>,
    run: unsafe extern "C" fn(*mut u64),
    len: usize,
}

// SAFETY: the module is not used again but to free it, and its code never changes.
unsafe impl Send for Machine {}
// SAFETY: as above; a call writes only what it has borrowed.
unsafe impl Sync for Machine {}

impl Machine {
    /// Compiles a program; `None` for a processor that Cranelift does not know.
    pub fn new(program: &Program, layout: &Layout, code: &[Code], widths: &[usize]) -> Option<Machine> {
        let Compiled { module, function } = compile(program, layout, code, widths).ok()?;
        let code = module.get_finalized_function(function);
        // SAFETY: it is the address of a function of that signature, in a module that is kept.
        let run = unsafe { std::mem::transmute::<*const u8, unsafe extern "C" fn(*mut u64)>(code) };
        Some(Machine { module: Some(module), run, len: layout.len })
    }

    /// Runs the program once.
    #[inline]
    pub fn run(&self, frame: &mut Frame) {
        assert_eq!(frame.slots.len(), self.len);
        // SAFETY: the frame has the length that the code was compiled for.
        unsafe { (self.run)(frame.slots.as_mut_ptr()) }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nobody can call the code any more.
            unsafe { module.free_memory() }
        }
    }
}
