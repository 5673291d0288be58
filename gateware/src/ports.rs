//! What travels together between the circuits of the console, as struct ports.
//!
//! | bundle         | from          | to                         |
//! |----------------|---------------|----------------------------|
//! | [`KeyEvent`]   | `Console`     | the page that has the keys |
//! | [`ScanByte`]   | `Console`     | the bring-up page          |
//! | [`Buttons`]    | `Console`     | the bring-up page          |
//! | [`GameOrder`]  | `Director`    | the game in play           |
//! | [`GameReport`] | a game        | `Director`, simulation     |
//! | [`MenuWrite`]  | `MenuPainter` | `Screen`                   |
//! | [`PageWrite`]  | `PagePainter` | `Screen`                   |
//! | [`View`]       | `Director`    | `Screen`                   |
//! | [`ClubReport`] | `Club`        | `Director`, simulation     |
//!
//! The first three are what `Controls` tells, which has a port for each of their fields. A game is what takes a
//! [`GameOrder`] and gives a [`GameReport`]; what its board shows is its own business.

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

/// A crossing of the board, or a square; row and column count from 0 at the top left. As a number it is {row, column}.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Crossing {
    pub col: Bits<4>,
    pub row: Bits<4>,
}

/// What is on a crossing, or a square.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Stone {
    Empty,
    Black,
    White,
}

/// What the board shows besides its cells.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct BoardMarks {
    /// The stones bear their numbers.
    pub numbers: Bit,
    pub cursor: Crossing,
    pub cursor_shown: Bit,
    /// The last stone, which bears a ring.
    pub last: Crossing,
    pub last_shown: Bit,
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

/// How a game stands.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Outcome {
    None,
    BlackWins,
    WhiteWins,
    Draw,
}

/// The end of a game, for one clock.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ending {
    pub strobe: Bit,
    /// None: it was abandoned, left or begun anew while it was in progress.
    pub outcome: Outcome,
    /// By what, in the game's own numbers; 0: as games are won.
    pub reason: Bits<2>,
    /// A person has taken a ply back, or asked for a hint.
    pub helped: Bit,
}

/// Who plays a side: a person, or the computer at a level, which counts from 0. A person's hints are of that level.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Seat {
    pub computer: Bit,
    pub level: Bits<3>,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Seats {
    pub black: Seat,
    pub white: Seat,
}

/// What a person chooses on a game's page.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameSettings {
    pub seats: Seats,
    /// In the game's own numbers.
    pub rule: Bits<2>,
    /// Thirty seconds a move. Of two computers: a move a second, or else one at each Enter.
    pub timed: Bit,
    /// The first stone is put on the centre by the machine.
    pub opening: Bit,
    /// The line of the page under the cursor.
    pub line: Bits<3>,
}

/// Seconds in decimal.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Seconds {
    pub tens: Bits<2>,
    pub ones: Bits<4>,
}

/// A number in decimal.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Decimal {
    pub tens: Bits<4>,
    pub ones: Bits<4>,
}

/// How many discs each side has.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Discs {
    pub black: Decimal,
    pub white: Decimal,
}

/// What the computer knows of the game by looking ahead.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// It is looking.
    pub thinking: Bit,
    /// It has looked, and this is of its last move.
    pub known: Bit,
    /// What the game is worth to it, in its own units; from 999 on it shows 999.
    pub minus: Bit,
    pub hundreds: Bits<4>,
    pub tens: Bits<4>,
    pub ones: Bits<4>,
    /// Plies it has looked ahead.
    pub depth: Decimal,
    /// It expects an answer, there.
    pub expects: Bit,
    pub reply: Crossing,
}

/// How a game stands, as menu and board show it.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameStatus {
    pub cursor: Crossing,
    /// The cursor is hidden once the game has ended, and while computers play alone.
    pub cursor_shown: Bit,
    /// The last stone, valid while `moves` is not 0 and the game is not busy.
    pub last: Crossing,
    /// It is marked: there is one, and the board shows the game, not the picture of its end.
    pub last_shown: Bit,
    /// 0 black, 1 white.
    pub turn: Bit,
    /// Stones on the board.
    pub moves: Bits<8>,
    /// Left for the move.
    pub seconds: Seconds,
    pub outcome: Outcome,
    /// By what, as in [`Ending`].
    pub reason: Bits<2>,
    /// In a game that counts them.
    pub discs: Discs,
    /// In a game whose computer tells of it.
    pub insight: Insight,
}

/// What a game is told. A game that is not in play sees none of it.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameOrder {
    /// A key event on its board, and one on its page.
    pub key: KeyEvent,
    pub page_key: KeyEvent,
    /// Strobes: the same as M and as L on its page.
    pub next_mode: Bit,
    pub next_level: Bit,
    /// Strobe: begin anew, whatever goes on.
    pub begin_game: Bit,
    /// Strobe: the board is left, and nothing is played on it any more.
    pub leave: Bit,
    /// The computer plays both sides, a move a second, and game after game.
    pub demo: Bit,
    /// One clock in a second, while time passes.
    pub tick: Bit,
}

/// What a game says.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameReport {
    pub settings: GameSettings,
    pub status: GameStatus,
    pub ply: Ply,
    pub ending: Ending,
    /// Strobe: the next tick is to come a whole second later.
    pub restart_tick: Bit,
    /// Not waiting for a key or for time to pass.
    pub busy: Bit,
}

/// The numbers of the club.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ClubNumbers {
    pub money: Decimal,
    pub strength: Decimal,
    pub feed: Decimal,
    /// All pigs, and those who have never eaten, once, twice, and three times or more, which are grown.
    pub pigs: Decimal,
    pub newborn: Decimal,
    pub once: Decimal,
    pub twice: Decimal,
    pub grown: Decimal,
}

/// Whether the club goes on.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Standing {
    Open,
    Won,
    /// Lost: the strength fell below zero.
    NoStrength,
    /// Lost: the money fell below zero.
    NoMoney,
    /// Lost: a person ended it with too few coins.
    TooFew,
}

/// What the club says.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ClubReport {
    pub numbers: ClubNumbers,
    pub standing: Standing,
    /// The line of its page under the cursor.
    pub line: Bits<3>,
    /// The choice under the cursor would lose, and waits for a second Enter.
    pub asks: Bit,
    /// A lost game would lose the club.
    pub at_stake: Bit,
    pub busy: Bit,
}

/// What the screen shows.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The page picture, not the board and the menu.
    pub page: Bit,
    /// The page is in the colours of the farm.
    pub farm: Bit,
    /// The test pattern in place of the board; not with a page.
    pub test: Bit,
}

/// Which page a person sees.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Page {
    /// The page of the game chosen, on which its settings change.
    Mode,
    Game,
    BringUp,
    /// The list of games.
    Home,
    Club,
}
