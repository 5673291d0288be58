//! The computer players by level.

use super::Position;
use super::evaluation::WEIGHTS;
use super::search::{Answer, By, Task, search};

/// A level of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// C1: the square alone counts.
    Weights,
    /// C2: and how many moves it leaves the opponent.
    Mobility,
    /// C3: looks ahead for a second.
    Search,
    /// C4: looks ahead for five seconds.
    Deep,
}

/// Clocks of the machine in a second.
pub const SECOND: u64 = 25_000_000;

impl Level {
    /// From the lowest.
    pub const ALL: [Level; 4] = [Level::Weights, Level::Mobility, Level::Search, Level::Deep];

    /// How it chooses.
    pub fn by(self) -> By {
        let search = |exact_from| By::Search { exact_from, deepest: 0 };
        match self {
            Level::Weights => By::Weights,
            Level::Mobility => By::Mobility,
            Level::Search => search(12),
            Level::Deep => search(14),
        }
    }

    /// The clocks it takes at most; 0: as many as it takes.
    pub fn budget(self) -> u64 {
        match self {
            Level::Weights | Level::Mobility => 0,
            Level::Search => SECOND,
            Level::Deep => 5 * SECOND,
        }
    }

    /// The move in a position and how it was found, by other limits than the level's own where they are given.
    pub fn think(self, position: Position, limits: Limits) -> Answer {
        let by = match (self.by(), limits.deepest) {
            (By::Search { exact_from, .. }, Some(deepest)) => By::Search {
                exact_from: exact_from.min(deepest),
                deepest,
            },
            (by, _) => by,
        };
        let task = Task {
            position,
            by,
            budget: limits.budget.unwrap_or(self.budget()),
        };
        search(task, &WEIGHTS)
    }
}

/// What holds a search back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Clocks; 0: as many as it takes.
    pub budget: Option<u64>,
    /// Plies to look ahead.
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
