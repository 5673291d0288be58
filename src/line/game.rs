//! A game whose plies go over a line as bytes.

use std::fmt::Display;

use tengen_link::{Greeting, Tally, tally};

use crate::notation::sgf;
use crate::rating::contest::Contest;
use crate::rating::finish::Fault;
use crate::rules::Colour;
use crate::rules::gomoku::board::CENTRE;
use crate::rules::gomoku::{self as gomoku_rules, Crossing};
use crate::rules::othello::{self as othello_rules, Square};

/// A game by its rules. Every ply is played by itself, a pass too.
pub trait LineGame: Contest<Move: Copy + Send> + Send + 'static {
    /// The game and its rule as a greeting has them; black's stone is not on the centre yet.
    fn greeting(&self) -> Greeting;

    /// The crossing of the opening stone; None in a game without one.
    const OPENING: Option<Self::Move>;

    /// The crossing that a byte stands for, {row, column}.
    fn at(byte: u8) -> Option<Self::Move>;
    fn byte(at: Self::Move) -> u8;

    /// What people call it.
    fn name(at: Self::Move) -> String;

    /// Places a stone of the side to move.
    ///
    /// # Errors
    /// Why it is against the rules.
    fn place(&mut self, at: Self::Move) -> Result<(), Fault>;

    /// Passes the turn to the other side.
    ///
    /// # Errors
    /// If the game is over.
    fn pass(&mut self) -> Result<(), Fault>;

    /// Whether the side to move has no move while the other side has one.
    fn must_pass(&self) -> bool;

    /// Takes back the last ply; false at the start.
    fn take_back(&mut self) -> bool;

    /// The plies; None is a lost turn.
    fn moves(&self) -> impl Iterator<Item = Option<Self::Move>>;

    /// By which two machines compare their positions.
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.moves()
            .for_each(|at| tally.push(at.map_or(tally::LOST_TURN, Self::byte)));
        tally
    }

    /// The game after an undo by that side: plies are taken back until it is to move and has a move. Of the first
    /// `fixed` plies none is. None if there is no such ply.
    fn undone(&self, side: Colour, fixed: usize) -> Option<Self> {
        let mut game = self.clone();
        let mut plies = self.moves().count();
        loop {
            if plies == fixed || !game.take_back() {
                return None;
            }
            plies -= 1;
            if game.turn() == side && !game.must_pass() {
                return Some(game);
            }
        }
    }
}

/// The fault of a ply that is against the rules.
fn refused<G: LineGame>(at: Option<G::Move>, reason: impl Display) -> Fault {
    Fault::new(format!("{}: {reason}", described::<G>(at)))
}

/// What a side does in its turn; None is a lost turn.
pub fn described<G: LineGame>(at: Option<G::Move>) -> String {
    at.map_or("passes".into(), |at| format!("plays {}", G::name(at)))
}

/// {row, column}.
fn byte(row: usize, col: usize) -> u8 {
    (row << 4 | col) as u8
}

/// The row and the column.
fn place(byte: u8) -> (usize, usize) {
    (usize::from(byte >> 4), usize::from(byte & 0xF))
}

impl LineGame for gomoku_rules::Game {
    const OPENING: Option<Crossing> = Some(CENTRE);

    fn greeting(&self) -> Greeting {
        Greeting { game: 0, rule: self.rule() as u8, ..Greeting::default() }
    }

    fn at(byte: u8) -> Option<Crossing> {
        let (row, col) = place(byte);
        Crossing::new(row, col)
    }

    fn byte(at: Crossing) -> u8 {
        byte(at.row(), at.col())
    }

    fn name(at: Crossing) -> String {
        sgf::coordinates(at)
    }

    fn place(&mut self, at: Crossing) -> Result<(), Fault> {
        self.play(at).map_err(|reason| refused::<Self>(Some(at), reason))
    }

    fn pass(&mut self) -> Result<(), Fault> {
        self.pass().map_err(|reason| refused::<Self>(None, reason))
    }

    fn must_pass(&self) -> bool {
        false
    }

    fn take_back(&mut self) -> bool {
        self.take_back().is_some()
    }

    fn moves(&self) -> impl Iterator<Item = Option<Crossing>> {
        self.plies().iter().map(|ply| match ply {
            gomoku_rules::Ply::Stone(at) => Some(*at),
            gomoku_rules::Ply::Pass => None,
        })
    }
}

impl LineGame for othello_rules::Game {
    const OPENING: Option<Square> = None;

    fn greeting(&self) -> Greeting {
        Greeting { game: 1, ..Greeting::default() }
    }

    fn at(byte: u8) -> Option<Square> {
        let (row, col) = place(byte);
        Square::new(row, col)
    }

    fn byte(at: Square) -> u8 {
        byte(at.row(), at.col())
    }

    fn name(at: Square) -> String {
        at.to_string()
    }

    fn place(&mut self, at: Square) -> Result<(), Fault> {
        self.play(at).map_err(|reason| refused::<Self>(Some(at), reason))
    }

    fn pass(&mut self) -> Result<(), Fault> {
        self.pass().map_err(|reason| refused::<Self>(None, reason))
    }

    fn must_pass(&self) -> bool {
        self.must_pass()
    }

    fn take_back(&mut self) -> bool {
        self.take_back().is_some()
    }

    fn moves(&self) -> impl Iterator<Item = Option<Square>> {
        self.plies().map(|ply| match ply {
            othello_rules::Ply::Disc(at) => Some(at),
            othello_rules::Ply::Pass => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Rule;

    fn bytes_and_back<G: LineGame>() -> usize {
        let all = (0..=u8::MAX).filter_map(|byte| Some((byte, G::at(byte)?)));
        all.inspect(|(byte, at)| assert_eq!(G::byte(*at), *byte)).count()
    }

    #[test]
    fn a_byte_is_a_row_and_a_column() {
        assert_eq!(bytes_and_back::<gomoku_rules::Game>(), 225);
        assert_eq!(bytes_and_back::<othello_rules::Game>(), 64);
        let name = |byte| gomoku_rules::Game::at(byte).map(gomoku_rules::Game::name);
        assert_eq!((name(0x30).as_deref(), name(0xF0)), (Some("a12"), None));
        assert_eq!(
            <othello_rules::Game as LineGame>::at(0x45).map(|at| at.to_string()),
            Some("f5".into())
        );
    }

    #[test]
    fn an_undo_goes_back_to_where_its_side_moves() {
        let mut game = gomoku_rules::Game::new(Rule::Freestyle);
        let plies = |game: Option<gomoku_rules::Game>| game.map(|game| game.moves().count());
        assert_eq!(plies(game.undone(Colour::Black, 0)), None);
        for byte in [0x77, 0x66, 0x55] {
            LineGame::place(&mut game, gomoku_rules::Game::at(byte).unwrap()).unwrap();
        }
        let undone = |game: &gomoku_rules::Game, fixed| {
            [Colour::Black, Colour::White].map(|side| plies(game.undone(side, fixed)))
        };
        assert_eq!(undone(&game, 0), [Some(2), Some(1)]);
        game.pass().unwrap();
        assert_eq!(undone(&game, 0), [Some(2), Some(3)]);
        // The opening stone stays.
        assert_eq!(undone(&game, 3), [None, Some(3)]);
        assert_eq!(game.tally().number, 4);
    }

    #[test]
    fn in_othello_an_undo_goes_back_over_a_pass() {
        let mut game = othello_rules::Game::new();
        let mut random = crate::rating::Random::new(1);
        while !game.must_pass() {
            let moves: Vec<Square> = Square::of(game.position().legal()).collect();
            if moves.is_empty() {
                game = othello_rules::Game::new();
                continue;
            }
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        let (stuck, plies) = (game.turn(), game.plies().len());
        game.pass().unwrap();
        // The side that has to pass cannot want to go back there.
        assert_eq!(game.undone(stuck, 0).map(|game| game.plies().len()), Some(plies - 2));
        assert_eq!(
            game.undone(stuck.other(), 0).map(|game| game.plies().len()),
            Some(plies - 1)
        );
    }
}
