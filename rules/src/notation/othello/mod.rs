//! Games of Othello as files: one [`Record`], and three formats.
//!
//! | keeps                     | [`transcript`]       | [`ggf`]      | [`sgf`]        |
//! |---------------------------|----------------------|--------------|----------------|
//! | looks like                | `f5d6c3`             | `B[F5]W[D6]` | `;B[f5];W[d6]` |
//! | a pass                    | left out             | `W[PA]`      | `;W[PA]`       |
//! | a turn lost on the clock  | refused              | `W[PA]`      | `;W[PA]`       |
//! | names, date, place        | no                   | yes          | yes            |
//! | result                    | what the board shows | yes          | yes            |
//! | event, comments of moves  | no                   | no           | yes            |
//! | an unusual start position | refused              | yes          | refused        |
//!
//! A side without a move passes, even if a file does not say so; passes after the end, which some programs write, are
//! ignored. Every other move must be legal by [`crate::othello`]; an error names it by its number among the written
//! moves, and by its square.

pub mod ggf;
mod record;
pub mod sgf;
pub mod transcript;
mod tree;

use anyhow::{Result, ensure};

use super::Format;
pub use record::Record;

/// Reads the first game of a file in that format. At its end the side to move never has to pass, as on the machine.
///
/// # Errors
/// One line that says why the machine cannot play the game.
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

/// A file as text: UTF-8, otherwise ISO 8859-1.
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
    /// One line that says what the format cannot express.
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
