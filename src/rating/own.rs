//! The project's own Gomoku players, by their names in `tengen match` and `tengen rate`.
//!
//! | name                   | player                                                                  |
//! |------------------------|-------------------------------------------------------------------------|
//! | mcu, sjtu, zju, thesis | levels 1 to 4, the one-ply players of earlier machines (docs/gomoku.md) |
//! | dan1 to dan4           | levels 5 to 8, the search                                               |
//! | sjtu1 to sjtu3         | the original sjtu: alpha-beta search, this many plies deep              |

use super::contest::{Player, Reply};
use super::finish::Fault;
use crate::rules::gomoku::search::alpha_beta::wins_in;
use crate::rules::gomoku::sjtu_search::{DEEPEST, SjtuSearch};
use crate::rules::gomoku::{Crossing, Game, Level};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    Level(Level),
    Sjtu(SjtuSearch),
}

impl Own {
    /// The levels from the lowest up, then the original sjtu from the shallowest on.
    pub fn all() -> impl Iterator<Item = Own> {
        let depths = (1..=DEEPEST).map(|depth| Own::Sjtu(SjtuSearch { depth }));
        Level::ALL.into_iter().map(Own::Level).chain(depths)
    }

    /// The player with that name, in upper or lower case.
    pub fn named(name: &str) -> Option<Own> {
        Own::all().find(|own| own.to_string().eq_ignore_ascii_case(name))
    }

    /// Its level in the machine, counted from 1.
    pub fn level(self) -> Option<usize> {
        let number = Level::ALL.iter().position(|level| self == Own::Level(*level))?;
        Some(number + 1)
    }

    /// Whether its time is counted in clocks.
    pub fn searches(self) -> bool {
        matches!(self, Own::Level(level) if level.budget().is_some())
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Own::Level(level) => level.fmt(f),
            Own::Sjtu(SjtuSearch { depth }) => write!(f, "sjtu{depth}"),
        }
    }
}

/// A player with a limit of clocks per move for a search, if given.
impl Player<Game> for (Own, Option<u64>) {
    fn reply(&mut self, game: &Game) -> Result<Reply<Crossing>, Fault> {
        let (own, budget) = *self;
        let (rule, board, turn) = (game.rule(), game.board(), game.turn());
        let reply = match own {
            Own::Level(level) => level
                .think(rule, board, turn, budget)
                .map(|thought| Reply { at: thought.at, wins_in: thought.found.and_then(|found| wins_in(found.score)) }),
            Own::Sjtu(search) => search.choose(rule, board, turn).map(Reply::from),
        };
        // In Renju every crossing left may be forbidden.
        reply.ok_or_else(|| Fault::new("finds no move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_is_found_by_its_name_and_the_levels_by_their_numbers() {
        let names: Vec<String> = Own::all().map(|own| own.to_string()).collect();
        assert_eq!(
            names.join(" "),
            "mcu sjtu zju thesis dan1 dan2 dan3 dan4 sjtu1 sjtu2 sjtu3"
        );
        for (number, own) in Own::all().enumerate() {
            assert_eq!(Own::named(&own.to_string().to_uppercase()), Some(own));
            assert_eq!(own.level(), (number < 8).then_some(number + 1));
            assert_eq!(own.searches(), (4..8).contains(&number));
        }
        assert_eq!(Own::named("dan5"), None);
    }
}
