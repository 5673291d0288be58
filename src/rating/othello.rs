//! Othello as a contest, from random openings.
//!
//! An opening has a fixed number of random legal plies; it is redrawn if a side has no move after it. Any advantage of
//! a colour goes to both players in turn.

use super::Random;
use super::contest::{Contest, Player, Reply};
use super::finish::Fault;
use crate::notation::{self, Record};
use crate::rules::Colour;
use crate::rules::othello::player::{Level, Limits};
use crate::rules::othello::{Game, Square};

/// The number of plies in an opening.
pub const PLIES: usize = 8;

/// The openings of a seed; a smaller `count` gives the first of them.
pub fn openings(count: usize, seed: u64) -> Vec<Game> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(|| draw(&mut random))
        .flatten()
        .take(count)
        .collect()
}

fn draw(random: &mut Random) -> Option<Game> {
    let mut game = Game::new();
    for _ in 0..PLIES {
        let squares: Vec<Square> = Square::of(game.position().legal()).collect();
        if squares.is_empty() {
            return None;
        }
        game.play(squares[random.below(squares.len())]).ok()?;
    }
    (game.position().legal() != 0).then_some(game)
}

impl Contest for Game {
    type Move = Square;

    fn result(&self) -> Option<Option<Colour>> {
        self.end().map(|end| end.winner)
    }

    fn turn(&self) -> Colour {
        self.turn()
    }

    fn put(&mut self, at: Square) -> Result<(), Fault> {
        self.play(at)
            .map_err(|reason| Fault::new(format!("plays {at}: {reason}")))?;
        if self.must_pass() {
            self.pass().expect("the game is not over");
        }
        Ok(())
    }

    fn length(&self) -> usize {
        self.plies().len()
    }

    fn record(self) -> Record {
        notation::othello::Record::new(self).into()
    }
}

impl Player<Game> for (Level, Limits) {
    fn reply(&mut self, game: &Game) -> Result<Reply<Square>, Fault> {
        let (level, limits) = *self;
        Ok(level.think(game.position(), limits).at.expect("it has a move").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::contest::play;

    #[test]
    fn openings_are_of_eight_plies_and_the_same_for_a_seed() {
        let found = openings(50, 3);
        assert_eq!(found[..20], openings(20, 3));
        assert_ne!(found, openings(50, 4));
        for game in found {
            assert_eq!(game.plies().len(), PLIES);
            assert!(game.position().legal() != 0);
        }
    }

    #[test]
    fn who_sits_at_black_and_who_at_white() {
        let mut won = [0, 0];
        for opening in openings(50, 1) {
            let (mut weights, mut mobility) = (
                (Level::Weights, Limits::default()),
                (Level::Mobility, Limits::default()),
            );
            for (side, black) in [true, false].into_iter().enumerate() {
                let (game, finish) = match black {
                    true => play(&opening, &mut mobility, &mut weights),
                    false => play(&opening, &mut weights, &mut mobility),
                };
                assert_eq!(game.end().unwrap().winner, finish.winner);
                let mobility = if black { Colour::Black } else { Colour::White };
                won[side] += usize::from(finish.winner == Some(mobility));
            }
        }
        // C2 is much stronger than C1 with either colour.
        assert!(won.iter().all(|won| *won > 30), "{won:?}");
    }
}
