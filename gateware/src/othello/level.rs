//! The levels of Othello's computer, as the page names them, from the lowest.

use crate::edition::Edition;

/// By what it plays: weights; weights and mobility; a search; a search that goes deeper.
pub const LEVELS: [&str; 4] = ["C1", "C2", "C3", "C4"];
/// So many of them need no search.
const WITHOUT_SEARCH: u64 = 2;
/// The level at power-on, counted from 0, if the edition holds it: a second is what a player waits.
const AT_POWER_ON: u64 = 2;

/// How many of them an edition holds.
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
