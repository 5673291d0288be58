//! Games of Othello between two players, from random openings.
//!
//! An opening is so many random legal plies; one after which a side has no move is drawn anew. Which side it favours is
//! given to both players in turn.

use super::Random;
use super::duel::Outcome;
use crate::rules::Colour;
use crate::rules::othello::player::{Level, Limits};
use crate::rules::othello::{Game, Square};

/// Plies of an opening.
pub const PLIES: usize = 8;

/// The openings of a seed; those of fewer are the first of them.
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

/// A game from that opening, as the first player sees it.
pub fn play(opening: &Game, first: Level, second: Level, first_is_black: bool, limits: Limits) -> Outcome {
    let mut game = opening.clone();
    let first_has = if first_is_black { Colour::Black } else { Colour::White };
    loop {
        if let Some(end) = game.end() {
            let difference = end.black as i32 - end.white as i32;
            return Outcome::of(if first_is_black { difference } else { -difference });
        }
        let level = if game.turn() == first_has { first } else { second };
        match level.think(game.position(), limits).at {
            Some(at) => game.play(at).expect("a player is lawful"),
            None => game.pass().expect("the game is not over"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn colours_are_those_that_are_said() {
        for opening in openings(10, 1) {
            let game = |first, second, black| play(&opening, first, second, black, Limits::default());
            let (weights, mobility) = (Level::Weights, Level::Mobility);
            let turned = |outcome| match outcome {
                Outcome::Won => Outcome::Lost,
                Outcome::Drawn => Outcome::Drawn,
                Outcome::Lost => Outcome::Won,
            };
            assert_eq!(game(mobility, weights, true), turned(game(weights, mobility, false)));
        }
    }
}
