//! Balanced openings: the quiet ones in which the search sees little advantage for either side.
//!
//! A quiet opening may still be almost won, and then both players win with the same colour, which says nothing about
//! their strength. About one in eight is kept.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::openings::{MOST, Opening, board, openings};
use crate::rules::gomoku::search::{Task, WEIGHTS, search};
use crate::rules::gomoku::{Colour, Rule};

/// The clocks of each search, with the greatest score to pass it; the first is short and rejects most openings.
const LOOKS: [(u64, i32); 2] = [(100_000, 120), (1_250_000, 80)];
/// The number of openings examined together.
const TOGETHER: usize = 16;

/// Balanced openings, the same for the same seed; a smaller `count` gives the first of them. There may be fewer, if
/// [`MOST`] quiet openings do not contain as many. `tick` is called with the number of new ones.
pub fn balanced(count: usize, seed: u64, tick: impl Fn(usize)) -> Vec<Opening> {
    let mut found = vec![];
    for quiet in openings(MOST, seed).chunks(TOGETHER) {
        let kept = kept(quiet);
        let more = quiet
            .iter()
            .zip(kept)
            .filter_map(|(opening, kept)| kept.then_some(opening.clone()));
        let before = found.len();
        found.extend(more);
        found.truncate(count);
        tick(found.len() - before);
        if found.len() == count {
            break;
        }
    }
    found
}

/// For each opening whether it is balanced, computed on every core.
fn kept(openings: &[Opening]) -> Vec<bool> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let mut kept = vec![false; openings.len()];
    thread::scope(|scope| {
        let look = || -> Vec<usize> {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            numbers
                .take_while(|number| *number < openings.len())
                .filter(|number| is_balanced(&openings[*number]))
                .collect()
        };
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(look)).collect();
        for number in threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no search panics"))
        {
            kept[number] = true;
        }
    });
    kept
}

fn is_balanced(opening: &Opening) -> bool {
    let board = board(opening);
    LOOKS.into_iter().all(|(budget, most)| {
        let task = Task {
            mover: [Colour::Black, Colour::White][opening.len() % 2],
            board: board.clone(),
            rule: Rule::Freestyle,
            budget,
            deepest: 0,
        };
        search(&task, &WEIGHTS).score.abs() <= most
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn fewer_are_the_first_and_all_are_quiet_and_balanced() {
        let ticks = Cell::new(0);
        let found = balanced(4, 7, |more| ticks.set(ticks.get() + more));
        assert_eq!((found.len(), ticks.get()), (4, 4));
        assert_eq!(balanced(2, 7, |_| ()), found[..2]);
        let quiet = openings(MOST, 7);
        let places: Vec<usize> = found
            .iter()
            .map(|opening| quiet.iter().position(|other| other == opening).expect("a quiet one"))
            .collect();
        assert!(places.is_sorted());
        assert!(found.iter().all(is_balanced));
        // The openings in between were rejected.
        let first = places[0];
        assert!(quiet[..first].iter().all(|opening| !is_balanced(opening)));
    }
}
