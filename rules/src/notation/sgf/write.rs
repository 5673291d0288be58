//! Writes a game as the text of a file.

use std::fmt;

use super::crossing::letters;
use super::record::Record;
use crate::gomoku::{End, Foul, Ply, Rule};
use crate::notation::Outcome;

/// Moves per line.
const A_LINE: usize = 10;

/// The text of a file, from which [`super::read`] gets the same record.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let game = self.game();
        writeln!(f, "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]SZ[15]", env!("CARGO_PKG_VERSION"))?;
        f.write_str(match game.rule() {
            Rule::Freestyle => "RU[Freestyle]",
            Rule::ExactFive => "RU[Exact five]",
            Rule::Renju => "RU[Renju]",
        })?;
        for (property, value) in self.head.properties() {
            if !value.is_empty() {
                write!(f, "{property}[{}]", escaped(value, ' '))?;
            }
        }
        if let Some(outcome) = self.outcome() {
            write!(f, "RE[{}]", Outcome::text(Some(outcome)))?;
        }
        let comment = |ply: usize| self.head.comments.get(&ply).map(String::as_str).unwrap_or_default();
        write_comment(f, comment(0))?;
        for (number, ply) in game.plies().iter().enumerate() {
            let line_end = if number % A_LINE == 0 { "\n" } else { "" };
            let colour = ["B", "W"][number % 2];
            let at = match ply {
                Ply::Stone(at) => letters(*at),
                Ply::Pass => String::new(),
            };
            write!(f, "{line_end};{colour}[{at}]")?;
            match game.end() {
                Some(End::Won { foul: Some(foul), .. }) if number + 1 == game.plies().len() => {
                    write_comment(f, &with_foul(foul, comment(number + 1)))?;
                }
                _ => write_comment(f, comment(number + 1))?,
            }
        }
        writeln!(f, ")")
    }
}

fn write_comment(f: &mut fmt::Formatter, text: &str) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    write!(f, "C[{}]", escaped(text, '\n'))
}

/// The comment of a ply that is a foul: the foul's name, and the text below it.
fn with_foul(foul: Foul, text: &str) -> String {
    if text.is_empty() { foul.to_string() } else { format!("{foul}\n{text}") }
}

/// The text that was passed to [`with_foul`].
pub fn without_foul(foul: Foul, text: &str) -> &str {
    match text.strip_prefix(&foul.to_string()) {
        Some("") => "",
        Some(rest) => rest.strip_prefix('\n').unwrap_or(text),
        None => text,
    }
}

/// Text with special characters escaped, and its line ends replaced by `line_end`.
pub fn escaped(text: &str, line_end: char) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            ']' | '\\' => written.extend(['\\', character]),
            '\n' => written.push(line_end),
            space if space.is_ascii() && (space.is_ascii_whitespace() || space == '\x0B') => written.push(' '),
            other => written.push(other),
        }
    }
    written
}
