//! In place of `machine.rs` where nothing is compiled.

use crate::{
    code::Code,
    frame::{Frame, Layout},
    program::Program,
};

/// Programs can be compiled.
pub const COMPILES: bool = false;

/// There is none.
pub enum Machine {}

impl Machine {
    pub fn new(_: &Program, _: &Layout, _: &[Code], _: &[usize]) -> Option<Machine> {
        None
    }

    pub fn run(&self, _: &mut Frame) {
        match *self {}
    }
}
