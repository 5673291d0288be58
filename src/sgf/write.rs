//! From a game to the text of a file.

use std::fmt;

use super::crossing::letters;
use super::record::{Outcome, Record};
use crate::rules::gomoku::{Colour, End, Ply, Rule};

/// Moves a line.
const A_LINE: usize = 10;

/// The file. What it says is what [`super::read`] finds in it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let game = self.game();
        writeln!(f, "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]SZ[15]", env!("CARGO_PKG_VERSION"))?;
        f.write_str(match game.rule() {
            Rule::Freestyle => "RU[Freestyle]",
            Rule::ExactFive => "RU[Exact five]",
            Rule::Renju => "RU[Renju]",
        })?;
        for (property, name) in [("PB", &self.black), ("PW", &self.white)] {
            if !name.is_empty() {
                write!(f, "{property}[{}]", simple_text(name))?;
            }
        }
        f.write_str(match self.outcome() {
            Some(Outcome::Won(Colour::Black)) => "RE[B+]",
            Some(Outcome::Won(Colour::White)) => "RE[W+]",
            Some(Outcome::Draw) => "RE[Draw]",
            None => "",
        })?;
        for (number, ply) in game.plies().iter().enumerate() {
            let line_end = if number % A_LINE == 0 { "\n" } else { "" };
            let colour = ["B", "W"][number % 2];
            let at = match ply {
                Ply::Stone(at) => letters(*at),
                Ply::Pass => String::new(),
            };
            write!(f, "{line_end};{colour}[{at}]")?;
        }
        if let Some(End::Won { foul: Some(foul), .. }) = game.end() {
            write!(f, "C[{foul}]")?;
        }
        writeln!(f, ")")
    }
}

/// Text on one line, with the two characters escaped that mean something.
fn simple_text(text: &str) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            ']' | '\\' => written.extend(['\\', character]),
            space if space.is_ascii() && (space.is_ascii_whitespace() || space == '\x0B') => written.push(' '),
            other => written.push(other),
        }
    }
    written
}
