//! How the words on the screen are written down: rows of the menu and items of the page, each a run of strings out of which
//! something about the game picks one. Who shows a page owns its table; the ROMs of the painters are made from all of them.

use crate::LogicState;

/// What picks a string out of its run.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Pick {
    Fixed,
    /// 0 PVP, 1 PVC, 2 CVP, 3 CVC: whether black is a computer, and whether white is.
    Mode,
    /// Who plays black: 0 a person, else the computer at that level. The same for white.
    Black,
    White,
    /// The rule, in the game's own numbers.
    Rule,
    /// See [`Status`].
    Status,
    /// See [`Keys`].
    Keys,
    /// The reason of the end, in the game's own numbers; then 4, the question; 5, the question when the club is at stake; 6, the
    /// computer looks ahead; 7, what it saw; 8, with the answer it expects.
    Note,
    /// 0 there is no clock, 1 it runs. In the menu it is red when little is left.
    Clock,
    /// 0 anywhere, 1 on the centre.
    Opening,
    /// In the menu a [`ClubNews`], on a page a [`crate::ports::Standing`].
    Club,
    /// Only on a page: 1 while the club asks before a choice that loses.
    Question,
    /// Only on a page: 1 while the cursor is on the item's line.
    Cursor,
}

/// How the game stands: [`Pick::Status`].
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

/// What the menu says of the club: [`Pick::Club`].
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum ClubNews {
    /// No text: the key C has no effect now.
    None,
    /// The key C leads to the club.
    Key,
    /// The club has ended.
    Over,
}

/// What the keys do now: [`Pick::Keys`]. In this order most rows begin and end with a blank, which the painter's memory then
/// holds once.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Keys {
    /// A key that would leave a game in progress waits to be pressed again.
    Question,
    /// A game goes on in which a person plays.
    Playing,
    /// It has ended.
    Over,
    /// Two computers play.
    Watching,
    /// The computer shows a game.
    Demo,
}

/// The inks of the menu, as `MenuView` numbers them.
#[derive(Clone, Copy)]
pub enum Ink {
    White = 0,
    Red = 1,
    Dim = 3,
}

/// A row of the menu. Some of its characters are the places of values, see `placeholder`.
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

/// The inks of the page, as `PageView` numbers them.
#[derive(Clone, Copy)]
pub enum PageInk {
    White = 1,
    Red = 2,
    Blue = 3,
}

/// An item of a page: a string somewhere on it.
pub struct Item {
    /// Of the first pixel, on the page of 160 x 120.
    pub x: u64,
    pub y: u64,
    /// Page pixels a font pixel, 1 to 3.
    pub scale: u64,
    pub ink: PageInk,
    /// The line that the cursor can stand on; it is blue then.
    pub line: Option<u64>,
    pub pick: Pick,
    pub texts: Vec<String>,
}

/// An item in white at the font's own size, on no line.
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

/// The mark before a line while the cursor is on it, for people who do not see its colour.
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

/// What a game says on the screen.
pub struct GameWords {
    /// Its line on the list of games.
    pub name: &'static str,
    /// The menu beside its board.
    pub menu: Vec<Row>,
    /// The page on which its settings change.
    pub page: Vec<Item>,
}
