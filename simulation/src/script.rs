//! A script for a running machine: words separated by spaces.
//!
//! | word        | does                                                                        |
//! |-------------|-----------------------------------------------------------------------------|
//! | a key name  | presses and releases the key (see [`crate::gateware::keyboard::key::KEYS`]) |
//! | `frames:N`  | runs for N pictures                                                         |
//! | `cycles:N`  | runs for N clocks                                                           |
//! | `settle`    | waits until nothing is pending: no thinking, no painting                    |
//! | `hangup`    | waits until a program on the serial line has come and gone                  |
//! | `shot:FILE` | writes the picture to a PNG file                                            |

use std::fmt;
use std::path::PathBuf;

use anyhow::Result;

use crate::gateware::keyboard::key::{self, KEYS, PhysicalKey};
use crate::misuse::Misuse;
use crate::notation::Record;

/// One word of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    Key(&'static PhysicalKey),
    Frames(u64),
    Cycles(u64),
    Settle,
    Hangup,
    Shot(PathBuf),
    /// A recorded game. No text stands for it; callers may insert it.
    Game(Box<Record>),
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Word::Key(key) => write!(f, "{}", key.name),
            Word::Frames(count) => write!(f, "frames:{count}"),
            Word::Cycles(count) => write!(f, "cycles:{count}"),
            Word::Settle => write!(f, "settle"),
            Word::Hangup => write!(f, "hangup"),
            Word::Shot(file) => write!(f, "shot:{}", file.display()),
            Word::Game(record) => write!(f, "a game of {} moves", record.moves().len()),
        }
    }
}

/// The words of a script.
///
/// # Errors
/// A [`Misuse`] that names the first invalid word and the valid ones.
pub fn parse(text: &str) -> Result<Vec<Word>> {
    text.split_whitespace().map(word).collect()
}

fn word(text: &str) -> Result<Word> {
    let misuse = |line: String| Err(Misuse::new(line).into());
    let number = |digits: &str| digits.parse::<u64>().ok().filter(|number| *number > 0);
    match text.split_once(':') {
        Some((name @ ("frames" | "cycles"), digits)) => match (number(digits), name) {
            (Some(count), "frames") => Ok(Word::Frames(count)),
            (Some(count), _) => Ok(Word::Cycles(count)),
            (None, _) => misuse(format!(
                "\"{text}\" in the script needs a whole number from 1, as in \"{name}:2\""
            )),
        },
        Some(("shot", "")) => misuse("\"shot:\" in the script needs a file, as in \"shot:board.png\"".into()),
        Some(("shot", file)) => Ok(Word::Shot(file.into())),
        None if text == "settle" => Ok(Word::Settle),
        None if text == "hangup" => Ok(Word::Hangup),
        _ => match key::named(text) {
            Some(key) => Ok(Word::Key(key)),
            None => {
                let others = ["frames:N", "cycles:N", "settle", "hangup", "shot:FILE"];
                let known = KEYS.iter().map(|key| key.name).chain(others);
                Err(Misuse::unknown("word of a script", text, known).into())
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_understood() {
        let up = key::named("up").unwrap();
        let expected = [
            Word::Key(up),
            Word::Frames(2),
            Word::Cycles(1000),
            Word::Settle,
            Word::Hangup,
            Word::Shot("a:b.png".into()),
        ];
        assert_eq!(
            parse(" up frames:2\ncycles:1000 settle hangup  shot:a:b.png ").unwrap(),
            expected
        );
        for key in &KEYS {
            assert_eq!(parse(key.name).unwrap(), [Word::Key(key)]);
        }
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn a_word_that_is_none_is_named() {
        for (text, found) in [
            (
                "up entr",
                "no word of a script is named \"entr\"; the nearest is \"enter\"",
            ),
            (
                "frames:0",
                "\"frames:0\" in the script needs a whole number from 1, as in \"frames:2\"",
            ),
            ("cycles:-3", "\"cycles:-3\" in the script needs"),
            (
                "frames",
                "no word of a script is named \"frames\"; the nearest is \"frames:N\"",
            ),
            ("shot:", "\"shot:\" in the script needs a file"),
            ("up:3", "no word of a script is named \"up:3\""),
        ] {
            let error = parse(text).unwrap_err();
            assert!(
                error.is::<Misuse>() && error.to_string().starts_with(found),
                "{text}: {error}"
            );
        }
    }
}
