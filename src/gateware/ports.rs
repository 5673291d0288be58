//! What travels together between the circuits of the console, as struct ports.
//!
//! | bundle         | from          | to                         |
//! |----------------|---------------|----------------------------|
//! | [`KeyEvent`]   | `Console`     | the page that has the keys |
//! | [`ScanByte`]   | `Console`     | the bring-up page          |
//! | [`Buttons`]    | `Console`     | the bring-up page          |
//! | [`BoardWrite`] | the game      | `Screen`                   |
//! | [`MenuWrite`]  | `MenuPainter` | `Screen`                   |
//! | [`PageWrite`]  | `PagePainter` | `Screen`                   |
//! | [`View`]       | `Director`    | `Screen`                   |
//!
//! The first three are what `Controls` tells, which has a port for each of their fields.

use rust_hdl::prelude::*;

use super::keyboard::key::Key;
use crate::{LogicState, LogicStruct};

/// A key event, valid in the clock of its strobe.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct KeyEvent {
    pub key: Key,
    pub strobe: Bit,
}

/// A byte of the keyboard as it comes, valid with its strobe; `error` is high for a clock after a bad frame.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ScanByte {
    pub code: Bits<8>,
    pub strobe: Bit,
    pub error: Bit,
}

/// The push buttons that are down: up, down, left, right, centre from bit 0. `valid` is high for a clock once after power-on
/// and then at every change.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Buttons {
    pub down: Bits<5>,
    pub valid: Bit,
}

/// A write into the board RAM: while `enable` is high the cell at {row, column} becomes this one; see `BoardView`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct BoardWrite {
    pub enable: Bit,
    pub address: Bits<8>,
    pub cell: Bits<14>,
}

/// A write into the menu RAM: while `enable` is high the cell at {row, column} becomes this one; see `MenuView`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct MenuWrite {
    pub enable: Bit,
    pub address: Bits<9>,
    pub cell: Bits<8>,
}

/// A write into the page RAM: while `enable` is high the pixel at {y, x} becomes this one; see `PageView`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct PageWrite {
    pub enable: Bit,
    pub address: Bits<15>,
    pub cell: Bits<2>,
}

/// A crossing of the board; row and column count from 0 at the top left.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Crossing {
    pub row: Bits<4>,
    pub col: Bits<4>,
}

/// What the screen shows.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The page picture, not the board and the menu.
    pub page: Bit,
    /// The test pattern in place of the board; not with a page.
    pub test: Bit,
    /// The stones bear their numbers.
    pub numbers: Bit,
    pub cursor: Crossing,
    pub cursor_shown: Bit,
}

/// Which page a person sees.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Page {
    Mode,
    Game,
    BringUp,
}
