//! The levels of Othello's computer, from the lowest, with their names on the page.

use crate::edition::Edition;

/// The names of the levels: weights, weights and mobility, search, deeper search.
pub const LEVELS: [&str; 4] = ["C1", "C2", "C3", "C4"];
/// Number of levels without a search.
const WITHOUT_SEARCH: u64 = 2;
/// The level at power-on, counted from 0, if the edition has it: its moves take at most a second.
const AT_POWER_ON: u64 = 2;

/// The number of levels of an edition.
pub fn count(edition: &Edition) -> u64 {
    match edition.othello_search {
        true => LEVELS.len() as u64,
        false => WITHOUT_SEARCH,
    }
}

/// The level at power-on, counted from 0.
pub fn at_power_on(edition: &Edition) -> u64 {
    AT_POWER_ON.min(count(edition) - 1)
}
