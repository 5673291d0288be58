//! The computer players by level.

use super::Position;
use super::evaluation::WEIGHTS;
use super::search::{Answer, By, Task, search};

/// A level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// C1: by the square alone.
    Weights,
    /// C2: also by the number of moves left to the opponent.
    Mobility,
    /// C3: searches for one second.
    Search,
    /// C4: searches for five seconds.
    Deep,
}

/// Clocks of the machine in a second.
pub const SECOND: u64 = 25_000_000;

impl Level {
    /// From the lowest to the highest.
    pub const ALL: [Level; 4] = [Level::Weights, Level::Mobility, Level::Search, Level::Deep];

    /// How the level chooses a move.
    pub fn by(self) -> By {
        let search = |exact_from| By::Search { exact_from, deepest: 0 };
        match self {
            Level::Weights => By::Weights,
            Level::Mobility => By::Mobility,
            Level::Search => search(12),
            Level::Deep => search(14),
        }
    }

    /// The time limit in clocks; 0: no limit.
    pub fn budget(self) -> u64 {
        match self {
            Level::Weights | Level::Mobility => 0,
            Level::Search => SECOND,
            Level::Deep => 5 * SECOND,
        }
    }

    /// The move in a position and how it was found. `limits` replace the level's own where given.
    pub fn think(self, position: Position, limits: Limits) -> Answer {
        let by = match (self.by(), limits.deepest) {
            (By::Search { exact_from, .. }, Some(deepest)) => {
                By::Search { exact_from: exact_from.min(deepest), deepest }
            }
            (by, _) => by,
        };
        let task = Task { position, by, budget: limits.budget.unwrap_or(self.budget()) };
        search(task, &WEIGHTS)
    }
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time limit in clocks; 0: no limit.
    pub budget: Option<u64>,
    /// The greatest depth in plies.
    pub deepest: Option<u32>,
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Level::Weights => "weights",
            Level::Mobility => "mobility",
            Level::Search => "search",
            Level::Deep => "deep search",
        })
    }
}
