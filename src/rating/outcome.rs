//! The result of a game for one of its players, and the results of many.

use serde::{Deserialize, Serialize};
use std::iter::Sum;

use crate::rules::Colour;

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Won,
    Drawn,
    Lost,
}

impl Outcome {
    /// The outcome for the player of `colour`; no winner is a draw.
    pub fn of(winner: Option<Colour>, colour: Colour) -> Outcome {
        match winner {
            None => Outcome::Drawn,
            Some(winner) if winner == colour => Outcome::Won,
            Some(_) => Outcome::Lost,
        }
    }

    pub fn points(self) -> f64 {
        match self {
            Outcome::Won => 1.0,
            Outcome::Drawn => 0.5,
            Outcome::Lost => 0.0,
        }
    }
}

/// How many games a player has won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub won: usize,
    pub drawn: usize,
    pub lost: usize,
}

impl Tally {
    pub fn of(outcomes: impl Iterator<Item = Outcome>) -> Tally {
        let mut tally = Tally::default();
        for outcome in outcomes {
            match outcome {
                Outcome::Won => tally.won += 1,
                Outcome::Drawn => tally.drawn += 1,
                Outcome::Lost => tally.lost += 1,
            }
        }
        tally
    }

    /// The player's share of all points, in per cent; a draw is half a win.
    pub fn percent(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        100.0 * (self.won as f64 + self.drawn as f64 / 2.0) / games as f64
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, tally| Tally {
            won: sum.won + tally.won,
            drawn: sum.drawn + tally.drawn,
            lost: sum.lost + tally.lost,
        })
    }
}
