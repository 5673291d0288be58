//! Even openings, in which the search sees little advantage for either side under freestyle rules.
//!
//! They are a fixed set, so that matches of different versions are compared: `examples/gomoku_openings` made it.

use super::Random;
use super::openings::Opening;
use crate::notation::sgf::named;

/// An opening a line, under a heading: its moves in order.
const OPENINGS: &str = include_str!("balanced.csv");

fn all() -> Vec<Opening> {
    let opening = |line: &str| line.split(' ').map(|at| named(at).expect("a crossing")).collect();
    OPENINGS.lines().skip(1).map(opening).collect()
}

/// Openings of the set in an order that the seed chooses; a smaller `count` gives the first of them.
///
/// # Errors
/// If the set has fewer: how many it has.
pub fn balanced(count: usize, seed: u64) -> Result<Vec<Opening>, String> {
    let mut all = all();
    if count > all.len() {
        return Err(format!("there are {} such openings", all.len()));
    }
    let mut random = Random::new(seed);
    for chosen in 0..count {
        let other = chosen + random.below(all.len() - chosen);
        all.swap(chosen, other);
    }
    all.truncate(count);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::gomoku::begun;
    use crate::rating::openings::{MOST, openings};
    use crate::rules::gomoku::Rule;
    use crate::rules::gomoku::search::{Task, WEIGHTS, search};

    #[test]
    fn a_seed_chooses_the_order_and_fewer_are_the_first() {
        let count = all().len();
        assert!(count >= 100);
        let found = balanced(count, 7).unwrap();
        assert_eq!(balanced(5, 7).unwrap(), found[..5]);
        assert_ne!(balanced(count, 8).unwrap(), found);
        assert!(all().iter().all(|opening| found.contains(opening)));
        assert_eq!(balanced(count + 1, 7), Err(format!("there are {count} such openings")));
    }

    #[test]
    fn they_are_different_and_quiet_and_a_search_sees_little_in_them() {
        let quiet = openings(MOST, 1);
        let all = all();
        let places = all
            .iter()
            .map(|opening| quiet.iter().position(|other| other == opening));
        let places: Vec<usize> = places.map(|place| place.expect("a quiet one")).collect();
        assert!(places.is_sorted_by(|one, other| one < other));
        for opening in all.iter().step_by(20) {
            let game = begun(opening);
            let (mover, board) = (game.turn(), game.board().clone());
            let task = Task { mover, board, rule: Rule::Freestyle, budget: 100_000, deepest: 0 };
            // An earlier search chose them, by other weights and with a limit of 60.
            assert!(search(&task, &WEIGHTS).score.abs() <= 150);
        }
    }
}
