//! Games of Othello as GGF, the Generic Game Format of the Generic Game Server (M. Buro): one game in parentheses, properties as
//! in SGF, a move a property.
//!
//! ```text
//! (;GM[Othello]PC[club]DT[2026-11-22]PB[black]PW[white]RE[+4]TY[8]BO[8 -------- ... -------- *]B[F5]W[F6//1.5]B[PA];)
//! ```
//!
//! | property       | read as                                                                             |
//! |----------------|-------------------------------------------------------------------------------------|
//! | GM             | must be Othello                                                                     |
//! | TY             | must be 8, or absent                                                                |
//! | BO             | the position at the start and whose turn it is: `*` black, `O` white, `-` empty     |
//! | B, W           | a move: the square, or PA for a pass, then an evaluation and a time, which are left |
//! | PB, PW, PC, DT | names, place and date                                                               |
//! | any other      | left                                                                                |
//!
//! Who has no move passes, also where the file does not say so.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};

use crate::rules::Colour;
use crate::rules::othello::{Game, Ply, Position, Square};

/// A game with what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The names of the players; empty if they are not known.
    pub black: String,
    pub white: String,
    pub place: String,
    pub date: String,
    pub game: Game,
}

/// The first game in a text.
///
/// # Errors
/// What is wrong with it, by the property.
pub fn read(text: &str) -> Result<Record> {
    let begins = text.find("(;").context("no game: a GGF begins with (;")?;
    let mut record = Record::default();
    let mut rest = &text[begins + 2..];
    let mut plies = 0;
    loop {
        rest = rest.trim_start();
        if rest.starts_with(";)") || rest.starts_with(')') {
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
                play(&mut record.game, colour, value).with_context(|| format!("move {plies}, {name}[{value}]"))?;
            }
            "PB" => record.black = value.into(),
            "PW" => record.white = value.into(),
            "PC" => record.place = value.into(),
            "DT" => record.date = value.into(),
            _ => {}
        }
    }
}

/// The next property: its name, its value, and what follows.
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

/// The position of BO, and who is to move.
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

/// Plays a move as it is written, such as `F5`, `d3/-2.1/0.5` or `PA`, and the passes before it that are not written.
///
/// # Errors
/// If it may not be played.
pub fn play(game: &mut Game, colour: Colour, text: &str) -> Result<()> {
    let name = text.split('/').next().unwrap_or_default().trim();
    let passes = name.to_ascii_lowercase().starts_with("pa");
    if game.turn() != colour && game.must_pass() {
        game.pass()?;
    }
    ensure!(game.turn() == colour, "the other side is to move");
    if passes {
        ensure!(game.must_pass(), "a side that has a move may not pass");
        game.pass()?;
    } else {
        let at: Square = name.parse()?;
        game.play(at)?;
    }
    Ok(())
}

/// The game as GGF on one line.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut start = self.game.clone();
        while start.take_back().is_some() {}
        write!(f, "(;GM[Othello]")?;
        for (name, value) in [
            ("PC", &self.place),
            ("DT", &self.date),
            ("PB", &self.black),
            ("PW", &self.white),
        ] {
            // Nothing in a value may end it.
            let value: String = value.chars().filter(|letter| !matches!(letter, '[' | ']')).collect();
            if !value.is_empty() {
                write!(f, "{name}[{value}]")?;
            }
        }
        if let Some(end) = self.game.end() {
            let score = end.black as i32 - end.white as i32;
            let empties = 64 - end.black as i32 - end.white as i32;
            write!(f, "RE[{:+}]", score + score.signum() * empties)?;
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
        for ply in self.game.plies() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::Random;

    const SAMPLE: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
        BO[8 --------------------------- O*------*O--------------------------- *]B[F5]W[F6//0.5]B[D3/1.2]W[C5]B[E6];)";

    #[test]
    fn a_game_is_read_with_its_players() {
        let record = read(SAMPLE).unwrap();
        assert_eq!((record.black.as_str(), record.white.as_str()), ("a", "b"));
        assert_eq!((record.game.plies().len(), record.game.turn()), (5, Colour::White));
        assert_eq!(read(&record.to_string()).unwrap(), record);
    }

    #[test]
    fn what_cannot_be_followed_is_named() {
        for (text, reason) in [
            ("", "no game"),
            ("(;GM[Othello]", "does not end"),
            ("(;GM[Amazons];)", "not Othello"),
            ("(;TY[10];)", "8x8"),
            ("(;B[F5]B[F6];)", "move 2, B[F6]"),
            ("(;B[A1];)", "move 1, B[A1]"),
            ("(;B[PA];)", "may not pass"),
            ("(;B[K9];)", "no square"),
            ("(;BO[8 --- *];)", "BO["),
            ("(;PB[x", "no end"),
        ] {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn any_game_goes_through_a_file() {
        let mut random = Random::new(9);
        for _ in 0..50 {
            let mut game = Game::new();
            while !game.is_over() {
                let squares: Vec<Square> = Square::of(game.position().legal()).collect();
                match squares.is_empty() {
                    true => game.pass().unwrap(),
                    false => game.play(random.of(&squares)).unwrap(),
                }
            }
            let record = Record {
                black: "a person".into(),
                game,
                ..Record::default()
            };
            assert_eq!(read(&record.to_string()).unwrap(), record);
        }
    }
}
