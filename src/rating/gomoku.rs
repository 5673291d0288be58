//! Games of Gomoku under freestyle rules between two players, from quiet openings.

use super::openings::Opening;
use super::player::{Fault, Finish, Player};
use crate::rules::gomoku::{Colour, Crossing, End, Game, Rule};

/// Plays a game from that opening.
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
