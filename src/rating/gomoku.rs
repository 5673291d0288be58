//! Games of Gomoku, freestyle, between two players, from quiet openings.

use super::openings::Opening;
use super::player::{Fault, Finish, Player};
use crate::rules::gomoku::sjtu_search::SjtuSearch;
use crate::rules::gomoku::{Colour, Crossing, End, Game, Level, Profile, Rule};

impl Player<Game, Crossing> for Profile {
    fn reply(&mut self, game: &Game) -> Result<Crossing, Fault> {
        let at = self.player().choose_under(game.rule(), game.board(), game.turn());
        Ok(at.expect("the board is not full"))
    }
}

/// A level, with so many clocks for a move of a search, if they are given.
impl Player<Game, Crossing> for (Level, Option<u64>) {
    fn reply(&mut self, game: &Game) -> Result<Crossing, Fault> {
        let (level, budget) = *self;
        let thought = level.think(game.rule(), game.board(), game.turn(), budget);
        Ok(thought.expect("the board is not full").at)
    }
}

impl Player<Game, Crossing> for SjtuSearch {
    fn reply(&mut self, game: &Game) -> Result<Crossing, Fault> {
        let at = self.choose(game.rule(), game.board(), game.turn());
        Ok(at.expect("the board is not full"))
    }
}

/// A game from that opening, and how it went.
pub fn play(
    opening: &Opening,
    black: &mut dyn Player<Game, Crossing>,
    white: &mut dyn Player<Game, Crossing>,
) -> (Game, Finish) {
    let mut game = Game::new(Rule::Freestyle);
    for &at in opening {
        game.play(at).expect("openings are lawful");
    }
    loop {
        let winner = match game.end() {
            Some(End::Won { colour, .. }) => Some(Some(colour)),
            Some(End::Draw) => Some(None),
            None => None,
        };
        if let Some(winner) = winner {
            return (game, Finish::of(winner));
        }
        let turn = game.turn();
        let reply = match turn {
            Colour::Black => black.reply(&game),
            Colour::White => white.reply(&game),
        };
        let played = reply.and_then(|at| {
            let refused = |reason| Fault::new(format!("plays {},{}: {reason}", at.col(), at.row()));
            game.play(at).map_err(refused)
        });
        if let Err(fault) = played {
            return (game, Finish::lost(turn, fault));
        }
    }
}
