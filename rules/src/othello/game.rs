//! A whole game: black begins, a side without a move passes, and the game ends when neither side has one.

use super::{Position, Square, Squares};
use crate::Colour;

/// A side's action in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ply {
    Disc(Square),
    /// It had no move, or lost its turn on the clock.
    Pass,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// `None`: a draw.
    pub winner: Option<Colour>,
    /// The numbers of discs.
    pub black: u32,
    pub white: u32,
}

/// Why a ply was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There is a disc on the square.
    Taken,
    /// It would flip nothing.
    FlipsNothing,
    Over,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Refused::Taken => "the square is taken: choose an empty one",
            Refused::FlipsNothing => "a disc there flips nothing: choose a square where it does",
            Refused::Over => "the game is over: start a new one",
        })
    }
}

impl std::error::Error for Refused {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    turn: Colour,
    /// The plies, each with the discs that it flipped.
    plies: Vec<(Ply, Squares)>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    pub fn new() -> Game {
        Game::from_position(Position::START, Colour::Black)
    }

    /// A game that continues from a position, given as its mover sees it.
    pub fn from_position(position: Position, turn: Colour) -> Game {
        Game { position, turn, plies: vec![] }
    }

    /// Places a disc of the side to move. A pass of the other side, if needed, is a ply of its own.
    pub fn play(&mut self, at: Square) -> Result<(), Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        if self.position.empty() & at.bit() == 0 {
            return Err(Refused::Taken);
        }
        let flips = self.position.flips(at);
        if flips == 0 {
            return Err(Refused::FlipsNothing);
        }
        self.position = self.position.after(at);
        self.turn = self.turn.other();
        self.plies.push((Ply::Disc(at), flips));
        Ok(())
    }

    /// Passes the turn to the other side.
    pub fn pass(&mut self) -> Result<(), Refused> {
        if self.is_over() {
            return Err(Refused::Over);
        }
        self.position = self.position.passed();
        self.turn = self.turn.other();
        self.plies.push((Ply::Pass, 0));
        Ok(())
    }

    /// Takes back the last ply with its flips; `None` at the start.
    pub fn take_back(&mut self) -> Option<Ply> {
        let (ply, flips) = self.plies.pop()?;
        let mut before = self.position.passed();
        if let Ply::Disc(at) = ply {
            before.own ^= flips | at.bit();
            before.opponent ^= flips;
        }
        self.position = before;
        self.turn = self.turn.other();
        Some(ply)
    }

    /// Whether the side to move has no move while the other side has one.
    pub fn must_pass(&self) -> bool {
        self.position.legal() == 0 && !self.is_over()
    }

    pub fn is_over(&self) -> bool {
        self.position.is_over()
    }

    pub fn end(&self) -> Option<End> {
        if !self.is_over() {
            return None;
        }
        let (black, white) = (self.discs(Colour::Black), self.discs(Colour::White));
        let winner = match black.count_ones().cmp(&white.count_ones()) {
            std::cmp::Ordering::Greater => Some(Colour::Black),
            std::cmp::Ordering::Less => Some(Colour::White),
            std::cmp::Ordering::Equal => None,
        };
        Some(End { winner, black: black.count_ones(), white: white.count_ones() })
    }

    /// The position as the side to move sees it.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The side to move; after the end, the side that would move next.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The discs of a side.
    pub fn discs(&self, colour: Colour) -> Squares {
        if colour == self.turn { self.position.own } else { self.position.opponent }
    }

    /// The disc on a square.
    pub fn get(&self, at: Square) -> Option<Colour> {
        [Colour::Black, Colour::White]
            .into_iter()
            .find(|colour| self.discs(*colour) & at.bit() != 0)
    }

    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply> + ExactSizeIterator {
        self.plies.iter().map(|(ply, _)| *ply)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a transcript, with passes where a side has no move.
    fn played(transcript: &str) -> Game {
        let mut game = Game::new();
        for at in transcript.as_bytes().chunks(2) {
            if game.must_pass() {
                game.pass().unwrap();
            }
            let at = std::str::from_utf8(at).unwrap().parse().unwrap();
            game.play(at).unwrap();
        }
        game
    }

    #[test]
    fn a_wiped_out_side_has_lost() {
        // The shortest possible game.
        let game = played("e6f4e3f6g5d6e7f5c5");
        let end = game.end().unwrap();
        assert_eq!((end.winner, end.black, end.white), (Some(Colour::Black), 13, 0));
        assert_eq!(game.clone().play("a1".parse().unwrap()), Err(Refused::Over));
        assert_eq!(game.clone().pass(), Err(Refused::Over));
    }

    #[test]
    fn every_ply_is_taken_back_with_its_flips() {
        let mut game = played("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7");
        game.pass().unwrap();
        let mut plies = vec![];
        while let Some(ply) = game.take_back() {
            plies.push(ply);
        }
        assert_eq!((plies.len(), plies[0]), (32, Ply::Pass));
        assert_eq!(game, Game::new());
    }

    #[test]
    fn what_may_not_be_played_changes_nothing() {
        let mut game = Game::new();
        assert_eq!(game.play("d4".parse().unwrap()), Err(Refused::Taken));
        assert_eq!(game.play("a1".parse().unwrap()), Err(Refused::FlipsNothing));
        assert_eq!(game, Game::new());
        assert_eq!(
            (game.end(), game.must_pass(), game.turn()),
            (None, false, Colour::Black)
        );
    }
}
