//! What travels together between the circuits of the console, as struct ports.
//!
//! | bundle        | from          | to                         |
//! |---------------|---------------|----------------------------|
//! | [`KeyEvent`]  | `Console`     | the page that has the keys |
//! | [`ScanByte`]  | `Console`     | the bring-up page          |
//! | [`Buttons`]   | `Console`     | the bring-up page          |
//! | [`Ply`]       | the game      | simulation, tests          |
//! | [`MenuWrite`] | `MenuPainter` | `Screen`                   |
//! | [`PageWrite`] | `PagePainter` | `Screen`                   |
//! | [`View`]      | `Director`    | `Screen`                   |
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

/// A write into the menu RAM, while `enable` is high.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct MenuWrite {
    pub enable: Bit,
    /// {`row[4:0]`, `column[3:0]`}, row 0 to 29, column 0 to 9.
    pub address: Bits<9>,
    /// `[5:0]` glyph (see `font.rs`), `[7:6]` ink 0 white, 1 red, 2 blue, 3 dim.
    pub cell: Bits<8>,
}

/// A write into the page RAM, while `enable` is high.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct PageWrite {
    pub enable: Bit,
    /// {`y[6:0]`, `x[7:0]`}, y 0 to 119, x 0 to 159.
    pub address: Bits<15>,
    /// 0 background, 1 white, 2 red, 3 blue.
    pub cell: Bits<2>,
}

/// A crossing of the board; row and column count from 0 at the top left. As a number it is {row, column}.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Crossing {
    pub col: Bits<4>,
    pub row: Bits<4>,
}

/// What is played in a game, for one clock.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ply {
    pub kind: PlyKind,
    /// Whose: 0 black, 1 white.
    pub white: Bit,
    /// The crossing of a stone.
    pub at: Crossing,
}

/// An undo takes back what was played last: a stone, or a turn that was lost.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum PlyKind {
    None,
    /// A new game begins.
    Begin,
    Place,
    /// The turn is lost.
    Pass,
    UndoPlace,
    UndoPass,
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
    /// The last stone, which bears a ring.
    pub last: Crossing,
    pub last_shown: Bit,
}

/// Which page a person sees.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Page {
    Mode,
    Game,
    BringUp,
}
