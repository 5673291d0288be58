//! Games of Othello in writing: one [`Record`], and three formats.
//!
//! | keeps                      | [`transcript`] | [`ggf`]       | [`sgf`]       |
//! |----------------------------|----------------|---------------|---------------|
//! | looks like                 | `f5d6c3`       | `B[F5]W[D6]`  | `;B[f5];W[d6]` |
//! | a pass                     | left out       | `W[PA]`       | `;W[PA]`      |
//! | a turn lost on the clock   | no: refused    | `W[PA]`       | `;W[PA]`      |
//! | names, date, place         | no             | yes           | yes           |
//! | result                     | what the board shows | yes     | yes           |
//! | event, comments of moves   | no             | no            | yes           |
//! | another start than the usual | no: refused  | yes           | no: refused   |
//!
//! Whoever has no move passes, also where a file does not say so; passes behind the end, which some programs write, are left.
//! Every other move must be lawful by [`crate::othello`]; an error names it by its number among the moves that
//! are written, and by its square.

pub mod ggf;
mod record;
pub mod sgf;
pub mod transcript;
mod tree;

use anyhow::{Result, ensure};

use super::Format;
pub use record::Record;

/// Reads the first game of a file in that format. At its end no side that must pass is to move, as on the machine.
///
/// # Errors
/// What makes it no game that the machine plays, in one line.
pub fn read(file: &[u8], format: Format) -> Result<Record> {
    let mut record = match format {
        Format::Sgf => sgf::read(file)?,
        Format::Ggf => ggf::read(&text(file))?,
        Format::Transcript => transcript::read(&text(file))?,
    };
    ensure!(
        record.begins_as_usual(),
        "the game begins with another position than the machine's"
    );
    record.settle();
    Ok(record)
}

/// A file as text: UTF-8, or else ISO 8859-1.
pub(super) fn text(file: &[u8]) -> String {
    match std::str::from_utf8(file) {
        Ok(text) => text.trim_start_matches('\u{feff}').into(),
        Err(_) => file.iter().map(|byte| char::from(*byte)).collect(),
    }
}

impl Record {
    /// The text of a file.
    ///
    /// # Errors
    /// What the format cannot say, in one line.
    pub fn write(&self, format: Format) -> Result<String> {
        match format {
            Format::Sgf => sgf::write(self),
            Format::Ggf => Ok(format!("{}\n", ggf::Line(self))),
            Format::Transcript => transcript::write(self),
        }
    }
}

#[cfg(test)]
mod tests;
