//! Games of Othello as GGF, the Generic Game Format of the Generic Game Server (M. Buro): one game in parentheses, with
//! properties as in SGF and one property per move.
//!
//! ```text
//! (;GM[Othello]PC[club]DT[2026-11-22]PB[black]PW[white]RE[+4]TY[8]BO[8 -------- ... -------- *]B[F5]W[F6//1.5]B[PA];)
//! ```
//!
//! | property       | read as                                                                           |
//! |----------------|-----------------------------------------------------------------------------------|
//! | GM             | must be Othello                                                                   |
//! | TY             | must be 8, or absent                                                              |
//! | BO             | the start position and the side to move: `*` black, `O` white, `-` empty          |
//! | B, W           | a move: the square, or PA for a pass; a following evaluation and time are ignored |
//! | PB, PW, PC, DT | names, place and date; `?` means unknown                                          |
//! | RE             | black's score and how the game ended: the winner, if the board does not show it   |
//! | any other      | ignored                                                                           |
//!
//! A side without a move passes, even if the file does not say so. A pass of a side that has a move is a turn that it
//! lost.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};

use super::Record;
use super::record::{follow, known};
use crate::Colour;
use crate::notation::Outcome;
use crate::othello::{Game, Ply, Position, Square};

/// The first game in a text.
///
/// # Errors
/// The property that is wrong, and why.
pub fn read(text: &str) -> Result<Record> {
    let begins = text.find("(;").context("no game: a GGF begins with (;")?;
    let mut record = Record::default();
    let mut rest = &text[begins + 2..];
    let (mut plies, mut said) = (0, None);
    loop {
        rest = rest.trim_start();
        if rest.starts_with(";)") || rest.starts_with(')') {
            record.say(said);
            return Ok(record);
        }
        let (name, value);
        (name, value, rest) = property(rest)?;
        match name {
            "GM" => ensure!(
                value.eq_ignore_ascii_case("Othello"),
                "GM[{value}]: the game is not Othello"
            ),
            "TY" => ensure!(value == "8", "TY[{value}]: only the board of 8x8 is played"),
            "BO" => {
                ensure!(plies == 0, "BO comes after the first move");
                record.game = board(value).with_context(|| format!("BO[{value}]"))?;
            }
            "B" | "W" => {
                plies += 1;
                let colour = if name == "B" { Colour::Black } else { Colour::White };
                ply(value)
                    .and_then(|ply| follow(&mut record.game, colour, ply))
                    .with_context(|| format!("move {plies}, {name}[{value}]"))?;
            }
            "PB" | "PW" | "PC" | "DT" => {
                *record.head.property_mut(name).expect("the head has it") = known(value);
            }
            "RE" => said = outcome(value),
            _ => {}
        }
    }
}

/// The next property: its name, its value, and the remaining text.
fn property(text: &str) -> Result<(&str, &str, &str)> {
    let (name, rest) = text.split_once('[').context("the game does not end with ;)")?;
    let (value, rest) = rest.split_once(']').with_context(|| format!("{name}[ has no end"))?;
    ensure!(
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphabetic()),
        "{:?} is no name of a property",
        name.chars().take(12).collect::<String>()
    );
    Ok((name, value.trim(), rest))
}

/// The position of BO and the side to move.
fn board(text: &str) -> Result<Game> {
    let squares = text
        .trim_start()
        .strip_prefix('8')
        .context("only the board of 8x8 is played")?;
    let cells: Vec<char> = squares.chars().filter(|cell| !cell.is_whitespace()).collect();
    ensure!(
        cells.len() == 65,
        "64 squares and the side to move are {} characters, not 65",
        cells.len()
    );
    let discs = |disc: char| {
        let taken = Square::all().zip(&cells).filter(|(_, cell)| **cell == disc);
        taken.fold(0, |discs, (at, _)| discs | at.bit())
    };
    if let Some(cell) = cells.iter().find(|cell| !matches!(cell, '*' | 'O' | '-')) {
        bail!("{cell:?} is no square: * black, O white, - empty");
    }
    let (black, white) = (discs('*'), discs('O'));
    let position = |own, opponent| Position { own, opponent };
    Ok(match cells[64] {
        '*' => Game::from_position(position(black, white), Colour::Black),
        'O' => Game::from_position(position(white, black), Colour::White),
        _ => bail!("the side to move is * or O"),
    })
}

/// A move as it is written, such as `F5`, `d3/-2.1/0.5`, `PA` or `pass`.
fn ply(text: &str) -> Result<Ply> {
    let name = text.split('/').next().unwrap_or_default().trim();
    if ["pa", "pass"].iter().any(|pass| name.eq_ignore_ascii_case(pass)) {
        return Ok(Ply::Pass);
    }
    Ok(Ply::Disc(name.parse()?))
}

/// Plays a move of the side to move as a protocol gives it; a side that has a move must not pass.
///
/// # Errors
/// If it may not be played.
pub fn play(game: &mut Game, text: &str) -> Result<()> {
    let ply = ply(text)?;
    ensure!(
        ply != Ply::Pass || game.must_pass(),
        "a side that has a move may not pass"
    );
    let turn = game.turn();
    follow(game, turn, ply)
}

/// The winner by black's score, such as `+4.000` or `-64.00:r`; `None` if there is no score.
fn outcome(text: &str) -> Option<Outcome> {
    let score: f64 = text.split(':').next()?.trim().parse().ok()?;
    Some(match score {
        score if score > 0.0 => Outcome::Won(Colour::Black),
        score if score < 0.0 => Outcome::Won(Colour::White),
        _ => Outcome::Draw,
    })
}

/// The game as GGF on one line.
pub struct Line<'a>(pub &'a Record);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let record = self.0;
        let start = record.start();
        write!(f, "(;GM[Othello]")?;
        for (name, value) in [
            ("PC", &record.head.place),
            ("DT", &record.head.date),
            ("PB", &record.head.black),
            ("PW", &record.head.white),
        ] {
            // A value must not contain what would end it.
            let value: String = value.chars().filter(|letter| !matches!(letter, '[' | ']')).collect();
            if !value.is_empty() {
                write!(f, "{name}[{value}]")?;
            }
        }
        match (record.score(), record.outcome()) {
            (Some(score), _) => write!(f, "RE[{score:+}]")?,
            // One side resigned, or both agreed on a result.
            (None, Some(Outcome::Won(Colour::Black))) => write!(f, "RE[+64:r]")?,
            (None, Some(Outcome::Won(Colour::White))) => write!(f, "RE[-64:r]")?,
            (None, Some(Outcome::Draw)) => write!(f, "RE[+0:s]")?,
            (None, None) => write!(f, "RE[?]")?,
        }
        let row = |row: usize| -> String {
            let cell = |col| match Square::new(row, col).and_then(|at| start.get(at)) {
                None => '-',
                Some(Colour::Black) => '*',
                Some(Colour::White) => 'O',
            };
            (0..8).map(cell).collect()
        };
        let rows: Vec<String> = (0..8).map(row).collect();
        let side = |colour| if colour == Colour::Black { '*' } else { 'O' };
        write!(f, "TY[8]BO[8 {} {}]", rows.join(" "), side(start.turn()))?;
        let mut turn = start.turn();
        for ply in record.game.plies() {
            let name = if turn == Colour::Black { 'B' } else { 'W' };
            match ply {
                Ply::Disc(at) => write!(f, "{name}[{}]", at.to_string().to_uppercase())?,
                Ply::Pass => write!(f, "{name}[PA]")?,
            }
            turn = turn.other();
        }
        write!(f, ";)")
    }
}
