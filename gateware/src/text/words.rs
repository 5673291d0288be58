//! The format of the texts on the screen: rows of the menu and items of the page. Each has a run of strings, one of
//! which is picked by a property of the game. The tables are in the modules that show them; the painters' ROMs are
//! made from all tables.

use crate::LogicState;

/// The property that picks a string out of its run.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Pick {
    Fixed,
    /// 0 PVP, 1 PVC, 2 CVP, 3 CVC: whether black is a computer, and whether white is; 4: a game over the line.
    Mode,
    /// Who plays black: 0 a person, 1 the other machine, 2 the computer at its lowest level, 3 at the next, and so on.
    Black,
    /// Who plays white, in the same way.
    White,
    /// The rule, in the game's own numbers.
    Rule,
    /// See [`Status`].
    Status,
    /// See [`Keys`].
    Keys,
    /// The reason of the end, in the game's own numbers; then the notes from [`NOTE_LEAVE`] on.
    Note,
    /// 0 no clock, 1 the clock runs. In the menu it is red when few seconds are left.
    Clock,
    /// 0 anywhere, 1 on the centre.
    Opening,
    /// 0 off, 1 the board's tilt moves the cursor.
    Tilt,
    /// In the menu a [`ClubNews`], on a page a [`crate::ports::Standing`].
    Club,
    /// Only on a page: 1 while the club asks before a choice that would lose it.
    Question,
    /// Only on a page: 1 while the cursor is on the item's line.
    Cursor,
}

/// [`Pick::Note`]: the question before a game is left.
pub const NOTE_LEAVE: u64 = 4;
/// The same when the club is at stake.
pub const NOTE_STAKE: u64 = 5;
/// The computer is thinking.
pub const NOTE_THINKING: u64 = 6;
/// Its evaluation.
pub const NOTE_EVALUATION: u64 = 7;
/// The evaluation with the expected reply.
pub const NOTE_REPLY: u64 = 8;
/// The computer has proved that it wins, and in how many plies.
pub const NOTE_WIN: u64 = 9;
/// It has proved that it loses.
pub const NOTE_LOSS: u64 = 10;
/// To this the number of a `LinkNews` is added, from 1 on.
pub const NOTE_NEWS: u64 = 10;
/// The question before a game over the line is resigned: after the last news.
pub const NOTE_RESIGN: u64 = 21;

/// The state of the game: [`Pick::Status`].
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Status {
    BlackToMove,
    WhiteToMove,
    BlackWins,
    WhiteWins,
    Draw,
    /// The person has won against the computer.
    YouWin,
    /// The person has lost against the computer.
    YouLose,
}

/// The club's text in the menu: [`Pick::Club`].
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum ClubNews {
    /// No text: the key C has no effect now.
    None,
    /// The key C leads to the club.
    Key,
    /// The club has ended.
    Over,
}

/// What the keys do now: [`Pick::Keys`]. In this order most rows begin and end with a blank, so that their runs
/// overlap in the painter's memory.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Keys {
    /// A key that would leave a game in progress must be pressed again.
    Question,
    /// A game with a person is in progress.
    Playing,
    /// The game has ended.
    Over,
    /// A game of two computers is in progress.
    Watching,
    /// A demo is running.
    Demo,
}

/// The menu's colours, as numbered by `MenuView`.
#[derive(Clone, Copy)]
pub enum Ink {
    White = 0,
    Red = 1,
    Dim = 3,
}

/// A row of the menu. Some of its characters are placeholders of values, see `placeholder`.
pub struct Row {
    pub row: usize,
    pub pick: Pick,
    pub ink: Ink,
    pub texts: Vec<String>,
}

/// A row of the menu.
pub fn row(row: usize, pick: Pick, ink: Ink, texts: &[&str]) -> Row {
    Row { row, pick, ink, texts: texts.iter().map(|text| text.to_string()).collect() }
}

/// The page's colours, as numbered by `PageView`.
#[derive(Clone, Copy)]
pub enum PageInk {
    White = 1,
    Red = 2,
    Blue = 3,
}

/// An item of a page: a string at a position.
pub struct Item {
    /// The first pixel, on the page of 160 x 120.
    pub x: u64,
    pub y: u64,
    /// Page pixels for each font pixel, 1 to 3.
    pub scale: u64,
    pub ink: PageInk,
    /// The cursor line that it belongs to; it is blue while the cursor is there.
    pub line: Option<u64>,
    pub pick: Pick,
    pub texts: Vec<String>,
}

/// Creates an item in white at the font's own size, on no line.
pub fn item(x: u64, y: u64, pick: Pick, texts: &[&str]) -> Item {
    Item {
        x,
        y,
        scale: 1,
        ink: PageInk::White,
        line: None,
        pick,
        texts: texts.iter().map(|text| text.to_string()).collect(),
    }
}

/// The mark before the cursor's line, for people who cannot see its colour.
pub fn cursor(x: u64, y: u64, line: u64) -> Item {
    item(x, y, Pick::Cursor, &["", ">"]).line(line)
}

impl Item {
    pub fn scale(self, scale: u64) -> Self {
        Item { scale, ..self }
    }

    pub fn ink(self, ink: PageInk) -> Self {
        Item { ink, ..self }
    }

    pub fn line(self, line: u64) -> Self {
        let line = Some(line);
        Item { line, ..self }
    }
}

/// The texts of a game.
pub struct GameWords {
    /// The game's line on the list of games.
    pub name: &'static str,
    /// The menu beside its board.
    pub menu: Vec<Row>,
    /// The page of its settings.
    pub page: Vec<Item>,
}
