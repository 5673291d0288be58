//! The bundles of signals between the circuits of the console, as struct ports.
//!
//! | bundle         | from          | to                          |
//! |----------------|---------------|-----------------------------|
//! | [`KeyEvent`]   | `Console`     | the page that receives keys |
//! | [`ScanByte`]   | `Console`     | the bring-up page           |
//! | [`Buttons`]    | `Console`     | the bring-up page           |
//! | [`GameOrder`]  | `Director`    | the chosen game             |
//! | [`GameReport`] | a game        | `Director`, simulation      |
//! | [`MenuWrite`]  | `MenuPainter` | `Screen`, `SerialLine`      |
//! | [`MenuReader`] | `SerialLine`  | `MenuPainter`               |
//! | [`PageWrite`]  | `PagePainter` | `Screen`                    |
//! | [`View`]       | `Director`    | `Screen`                    |
//! | [`ClubReport`] | `Club`        | `Director`, simulation      |
//! | [`RivalOrder`] | a game        | `Rival`                     |
//! | [`RivalReport`] | `Rival`       | the chosen game             |
//!
//! The first three come from `Controls`, which has a port for each of their fields. A game takes a [`GameOrder`] and
//! gives a [`GameReport`]; its board has its own cells and view.

use rust_hdl::prelude::*;

use super::keyboard::key::Key;
use super::link::ports::{LinkNews, RivalOrder, RivalReport};
use crate::{LogicState, LogicStruct};

/// A key event, valid in the clock of its strobe.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct KeyEvent {
    pub key: Key,
    pub strobe: Bit,
}

/// A byte from the keyboard or the serial line, valid with its strobe; `error` is high for one clock after a bad frame.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ScanByte {
    pub code: Bits<8>,
    pub strobe: Bit,
    pub error: Bit,
}

/// The pressed push buttons: up, down, left, right, centre from bit 0. `valid` is high for one clock, once after
/// power-on and then at every change.
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
    /// The cell is for the serial line, instead of the RAM; it stays until it has been taken.
    pub due: Bit,
}

/// A program at the serial line that reads the menu.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct MenuReader {
    /// Strobe: asks for all cells.
    pub asks: Bit,
    /// Strobe: the cell that is `due` has been sent.
    pub took: Bit,
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

/// A crossing or square of the board; row and column count from 0 at the top left. As a number it is {row, column}.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Crossing {
    pub col: Bits<4>,
    pub row: Bits<4>,
}

/// The contents of a crossing or square.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Stone {
    Empty,
    Black,
    White,
}

/// The marks that the board shows besides its cells.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct BoardMarks {
    /// The stones show their numbers.
    pub numbers: Bit,
    pub cursor: Crossing,
    /// The cursor is shown.
    pub cursor_shown: Bit,
    /// The last stone.
    pub last: Crossing,
    /// The last stone is marked.
    pub last_shown: Bit,
    /// A stone under the cursor that is on its way over the line; it is shown hollow.
    pub hollow: Stone,
}

/// A ply of a game, for one clock.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ply {
    pub kind: PlyKind,
    /// The side that played: 0 black, 1 white.
    pub white: Bit,
    /// The crossing of a stone.
    pub at: Crossing,
}

/// The kinds of plies. An undo takes back the last ply: a stone or a lost turn.
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

/// The result of a game; None while it is in progress.
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
    /// The result; None: the game was left or restarted while in progress.
    pub outcome: Outcome,
    /// The reason, in the game's own numbers; 0: the usual way.
    pub reason: Bits<2>,
    /// A person has taken a ply back, or asked for a hint.
    pub helped: Bit,
}

/// Who plays a side: a person, the computer at a level, counted from 0, or the machine on the other side of the line. A
/// person gets hints at that level.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Seat {
    pub computer: Bit,
    /// The other machine; then `computer` is low.
    pub line: Bit,
    pub level: Bits<3>,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Seats {
    pub black: Seat,
    pub white: Seat,
}

/// The settings of a game, chosen on its page.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameSettings {
    pub seats: Seats,
    /// The rule, in the game's own numbers.
    pub rule: Bits<2>,
    /// A person has thirty seconds for a move, and two computers move once a second. Without it nobody is timed, and two
    /// computers move at each Enter.
    pub timed: Bit,
    /// The machine places the first stone on the centre.
    pub opening: Bit,
    /// The board's tilt moves the cursor.
    pub tilt: Bit,
    /// The line of the page under the cursor.
    pub line: Bits<3>,
}

/// A number below 100 in binary-coded decimal: the tens in bits 7..4, the ones in bits 3..0.
pub type Decimal = Bits<8>;

/// Seconds, at most 39, in binary-coded decimal.
pub type Seconds = Bits<6>;

/// The number of each side's discs.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Discs {
    pub black: Decimal,
    pub white: Decimal,
}

/// The computer's evaluation of the game by its search.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// The computer is thinking.
    pub thinking: Bit,
    /// The evaluation is valid: it belongs to the computer's last move.
    pub known: Bit,
    /// The score is negative.
    pub minus: Bit,
    pub hundreds: Bits<4>,
    pub tens: Bits<4>,
    pub ones: Bits<4>,
    /// A win is proved, or with a negative score a loss.
    pub proved: Bit,
    /// The plies to that win or loss from here; else the plies that were searched.
    pub plies: Decimal,
    /// The computer expects a reply.
    pub expects: Bit,
    /// The crossing of the expected reply.
    pub reply: Crossing,
}

/// The state of a game, as shown by menu and board.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameStatus {
    pub cursor: Crossing,
    /// The cursor is shown: hidden after the end of the game and while only computers play.
    pub cursor_shown: Bit,
    /// The last stone, valid while `moves` is not 0 and the game is not busy.
    pub last: Crossing,
    /// The last stone is marked: there is one, and the board does not show the picture of the end.
    pub last_shown: Bit,
    /// A stone under the cursor that is on its way over the line.
    pub hollow: Stone,
    /// The side to move: 0 black, 1 white.
    pub turn: Bit,
    /// Stones on the board.
    pub moves: Bits<8>,
    /// The seconds left for the move.
    pub seconds: Seconds,
    pub outcome: Outcome,
    /// The reason of the end, as in [`Ending`].
    pub reason: Bits<2>,
    /// Each side's discs, in a game that counts them.
    pub discs: Discs,
    /// The computer's evaluation, in a game that reports it.
    pub insight: Insight,
    /// What there is to tell of the line.
    pub news: LinkNews,
}

/// Orders for a game. Only the chosen game receives them.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameOrder {
    /// A key event on the game's board.
    pub key: KeyEvent,
    /// A key event on the game's page.
    pub page_key: KeyEvent,
    /// Strobe: same as key M on its page.
    pub next_mode: Bit,
    /// Strobe: same as key L on its page.
    pub next_level: Bit,
    /// Strobe: starts a new game, in any phase.
    pub begin_game: Bit,
    /// Strobe: the board is left; stops the game.
    pub leave: Bit,
    /// The computer plays both sides, one move a second, game after game.
    pub demo: Bit,
    /// One clock a second, while the game is not suspended.
    pub tick: Bit,
    /// The machine on the other side of the line.
    pub link: RivalReport,
}

/// The report of a game.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GameReport {
    pub settings: GameSettings,
    pub status: GameStatus,
    pub ply: Ply,
    pub ending: Ending,
    /// Strobe: restarts the second, so that the next tick comes a whole second later.
    pub restart_tick: Bit,
    /// Low while waiting for a key, for the other machine or for time to pass.
    pub busy: Bit,
    /// What the game says to the machine on the other side of the line.
    pub rival: RivalOrder,
}

/// The numbers of the club.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ClubNumbers {
    pub money: Decimal,
    pub strength: Decimal,
    pub feed: Decimal,
    /// All pigs.
    pub pigs: Decimal,
    /// Pigs that have never eaten.
    pub newborn: Decimal,
    /// Pigs that have eaten once.
    pub once: Decimal,
    /// Pigs that have eaten twice.
    pub twice: Decimal,
    /// Pigs that have eaten at least three times.
    pub grown: Decimal,
}

/// Whether the club is open, or how it ended.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Standing {
    Open,
    Won,
    /// Lost: the strength fell below zero.
    NoStrength,
    /// Lost: the money fell below zero.
    NoMoney,
    /// Lost: the person ended it with too few coins.
    TooFew,
}

/// The report of the club.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ClubReport {
    pub numbers: ClubNumbers,
    pub standing: Standing,
    /// The line of its page under the cursor.
    pub line: Bits<3>,
    /// The choice under the cursor would lose the club, and waits for a second Enter.
    pub asks: Bit,
    /// A lost game would lose the club.
    pub at_stake: Bit,
    pub busy: Bit,
}

/// Selects what the screen shows.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The page picture is shown, not the board and the menu.
    pub page: Bit,
    /// The page has the colours of the farm.
    pub farm: Bit,
    /// The test pattern replaces the board; not with `page`.
    pub test: Bit,
}

/// The page shown.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Page {
    /// The settings page of the chosen game.
    Mode,
    Game,
    BringUp,
    /// The list of games.
    Home,
    Club,
}
