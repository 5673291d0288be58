//! Gomoku as a contest, from quiet openings.

use super::contest::Contest;
use super::finish::Fault;
use super::openings::Opening;
use crate::notation::{Record, sgf};
use crate::rules::gomoku::{Colour, Crossing, End, Game, Rule};

/// The freestyle game after that opening.
pub fn begun(opening: &Opening) -> Game {
    begun_under(Rule::Freestyle, opening)
}

/// The game after that opening. Its few stones are lawful under every rule.
pub fn begun_under(rule: Rule, opening: &Opening) -> Game {
    let mut game = Game::new(rule);
    for &at in opening {
        game.play(at).expect("openings are lawful");
    }
    game
}

impl Contest for Game {
    type Move = Crossing;

    fn result(&self) -> Option<Option<Colour>> {
        self.end().map(|end| match end {
            End::Won { colour, .. } => Some(colour),
            End::Draw => None,
        })
    }

    fn turn(&self) -> Colour {
        self.turn()
    }

    fn put(&mut self, at: Crossing) -> Result<(), Fault> {
        let refused = |reason| Fault::new(format!("plays {},{}: {reason}", at.col(), at.row()));
        self.play(at).map_err(refused)
    }

    fn length(&self) -> usize {
        self.plies().len()
    }

    fn record(self) -> Record {
        sgf::Record::new(self).into()
    }
}
