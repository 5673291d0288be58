//! Games of Othello as a list of moves: the squares one after another, black's first.
//!
//! ```text
//! f5d6c3d3c4f4f6f3e6e7d7c5b6        F5 D6 C3
//!                                   D3 C4 --
//! ```
//!
//! | in the text              | meaning                                                        |
//! |--------------------------|----------------------------------------------------------------|
//! | `f5`, `F5`               | a disc on that square; the rules tell whose it is              |
//! | `--`, `pa`, `PA`, `pass` | a pass; only for a side without a move, and it may be left out |
//! | spaces, line ends        | nothing                                                        |
//! | anything else            | an error                                                       |
//!
//! Games are written as squares in lower case on one line, without passes, which every program can read. A turn lost on
//! the clock cannot be written, since a reader would take the next move for that side's.

use anyhow::{Context, Result, bail, ensure};

use super::Record;
use super::record::follow;
use crate::othello::{Game, Ply, Square};

/// Whether a text begins like a transcript.
pub fn begins(text: &str) -> bool {
    next(text).is_some_and(|(word, _)| word.parse::<Square>().is_ok())
}

/// The whole text as one game.
///
/// # Errors
/// The number of the first move that is not one, or is not legal.
pub fn read(text: &str) -> Result<Record> {
    let (mut game, mut rest, mut number) = (Game::new(), text, 0);
    // A pass has been played that the text may still contain.
    let mut passed = false;
    while let Some((word, behind)) = next(rest) {
        (rest, number) = (behind, number + 1);
        passed = play(&mut game, word, passed).with_context(|| format!("move {number}, {}", word.escape_debug()))?;
    }
    ensure!(number > 0, "there is no move in it");
    Ok(Record::new(game))
}

/// Plays a word, and the pass after it if the next side must pass; returns whether it did.
fn play(game: &mut Game, word: &str, passed: bool) -> Result<bool> {
    if is_pass(word) {
        ensure!(
            passed || game.is_over(),
            "the side to move has a move; a transcript knows no lost turns"
        );
        return Ok(false);
    }
    let at: Square = word.parse()?;
    let turn = game.turn();
    follow(game, turn, Ply::Disc(at))?;
    let passes = game.must_pass();
    if passes {
        game.pass()?;
    }
    Ok(passes)
}

/// The next word, a square or a pass, and the remaining text; `None` at the end.
fn next(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if text.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
        return Some(text.split_at(4));
    }
    let end = text.char_indices().nth(2).map_or(text.len(), |(end, _)| end);
    (end > 0).then(|| text.split_at(end))
}

fn is_pass(word: &str) -> bool {
    ["--", "pa", "pass"].iter().any(|pass| word.eq_ignore_ascii_case(pass))
}

/// The squares on one line.
///
/// # Errors
/// If the game has a lost turn, an unusual start position, or no move yet.
pub fn write(record: &Record) -> Result<String> {
    if !record.begins_as_usual() {
        bail!("a transcript cannot say what position the game begins with: write it as GGF");
    }
    if let Some(number) = record.lost_turn() {
        bail!("move {number} is a lost turn, which a transcript cannot say: write the game as SGF or GGF");
    }
    let mut text = String::new();
    for ply in record.game.plies() {
        if let Ply::Disc(at) = ply {
            text += &at.to_string();
        }
    }
    ensure!(!text.is_empty(), "a game without a move has no transcript");
    Ok(text + "\n")
}
