//! Reading and writing games of either kind.
//!
//! | begins with                | content                  | read by                 |
//! |----------------------------|--------------------------|-------------------------|
//! | `(;` and has `GM[Othello]` | Othello, GGF             | [`othello::ggf`]        |
//! | `(;` and has `GM[2]`       | Othello, SGF             | [`othello::sgf`]        |
//! | `(;`                       | Gomoku, SGF              | [`sgf`]                 |
//! | a square, `f5` or `D6`     | Othello, the moves alone | [`othello::transcript`] |
//!
//! When a file is read its name does not matter. When a game of Othello is written, the name chooses the [`Format`];
//! Gomoku is always written as SGF.

mod head;
pub mod othello;
pub mod sgf;

use std::path::Path;

use anyhow::Result;

pub use self::head::{Head, Outcome};
use self::sgf::syntax::{Event, Reader};
use crate::{gomoku, othello as rules};

/// The formats of a game of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Sgf,
    Ggf,
    Transcript,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Sgf, Format::Ggf, Format::Transcript];

    /// The extension of a file name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Ggf => "ggf",
            Format::Transcript => "txt",
        }
    }

    /// The format that a file name asks for; SGF if it asks for none.
    pub fn of(file: &Path) -> Format {
        let extension = file.extension().unwrap_or_default();
        let asked = |format: &Format| extension.eq_ignore_ascii_case(format.extension());
        Format::ALL.into_iter().find(asked).unwrap_or(Format::Sgf)
    }
}

/// A game with the information about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    Gomoku(Box<sgf::Record>),
    Othello(Box<othello::Record>),
}

impl From<sgf::Record> for Record {
    fn from(record: sgf::Record) -> Record {
        Record::Gomoku(Box::new(record))
    }
}

impl From<othello::Record> for Record {
    fn from(record: othello::Record) -> Record {
        Record::Othello(Box::new(record))
    }
}

/// Reads a file's first game; its main line if there are variations.
///
/// # Errors
/// One line that says why the machine cannot play the game.
pub fn read(file: &[u8]) -> Result<Record> {
    match notation(file) {
        None => Ok(sgf::read(file)?.into()),
        Some(format) => Ok(othello::read(file, format)?.into()),
    }
}

/// The notation of a game of Othello; `None` if the file is not one.
pub fn notation(file: &[u8]) -> Option<Format> {
    let Ok(mut reader) = Reader::new(file) else {
        return othello::transcript::begins(&othello::text(file)).then_some(Format::Transcript);
    };
    while let Ok(event) = reader.event() {
        let Event::Node(properties) = event else { continue };
        let game = properties.iter().find(|property| property.name == "GM")?;
        return match game.values[0].trim() {
            "2" => Some(Format::Sgf),
            name if name.eq_ignore_ascii_case("Othello") => Some(Format::Ggf),
            _ => None,
        };
    }
    None
}

impl Record {
    /// The text of a file: a game of Othello in that format, a game of Gomoku as SGF.
    ///
    /// # Errors
    /// One line that says what the format cannot express.
    pub fn write(&self, format: Format) -> Result<String> {
        match self {
            Record::Gomoku(record) => Ok(record.to_string()),
            Record::Othello(record) => record.write(format),
        }
    }

    /// Sets how the game ended if the board does not show it: somebody resigned, or both agreed on a draw.
    pub fn say(&mut self, outcome: Option<Outcome>) {
        match self {
            Record::Gomoku(record) => record.say(outcome),
            Record::Othello(record) => record.say(outcome),
        }
    }

    /// The plies by name, `h8` or `f5`; empty for a pass or a lost turn.
    pub fn moves(&self) -> Vec<String> {
        match self {
            Record::Gomoku(record) => {
                let name = |ply: &gomoku::Ply| match ply {
                    gomoku::Ply::Stone(at) => sgf::coordinates(*at),
                    gomoku::Ply::Pass => String::new(),
                };
                record.game().plies().iter().map(name).collect()
            }
            Record::Othello(record) => {
                let name = |ply| match ply {
                    rules::Ply::Disc(at) => at.to_string(),
                    rules::Ply::Pass => String::new(),
                };
                record.game.plies().map(name).collect()
            }
        }
    }

    /// Everything but the moves and the outcome.
    pub fn head(&self) -> &Head {
        match self {
            Record::Gomoku(record) => &record.head,
            Record::Othello(record) => &record.head,
        }
    }

    /// Takes over the information in `file` that the machine does not have after playing the game. Does nothing if it
    /// is another game.
    pub fn recall(&mut self, file: &Record) {
        match (self, file) {
            (Record::Gomoku(own), Record::Gomoku(file)) => own.recall(file),
            (Record::Othello(own), Record::Othello(file)) => own.recall(file),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_what_is_in_it() {
        for (file, expected) in [
            ("(;GM[4]SZ[15];B[hh])", None),
            ("(;GM[1]SZ[15];B[hh])", None),
            ("(;B[hh])", None),
            ("(;FF[4]GM[2]SZ[8];B[f5])", Some(Format::Sgf)),
            ("mail\n\n( ;\nGM[ 2 ])", Some(Format::Sgf)),
            ("(;GM[Othello]TY[8];)", Some(Format::Ggf)),
            ("(;GM[othello];)", Some(Format::Ggf)),
            ("f5d6", Some(Format::Transcript)),
            ("\u{feff} \n F5", Some(Format::Transcript)),
            ("h9", None),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(notation(file.as_bytes()), expected, "{file}");
        }
        assert!(matches!(read(b"(;GM[4];B[hh])").unwrap(), Record::Gomoku(_)));
        assert!(matches!(read(b"f5").unwrap(), Record::Othello(_)));
        assert_eq!(
            read(b"hello").unwrap_err().to_string(),
            "byte 0: this is no SGF file: it has no \"(;\""
        );
    }

    #[test]
    fn a_name_asks_for_a_format() {
        for (name, format) in [
            ("a.sgf", Format::Sgf),
            ("a.GGF", Format::Ggf),
            ("b/a.txt", Format::Transcript),
            ("-", Format::Sgf),
            ("ggf", Format::Sgf),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }
}
