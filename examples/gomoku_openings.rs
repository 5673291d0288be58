//! Finds the even openings of `tengen match --balanced` and `tengen rate --balanced`.
//!
//! ```console
//! cargo run --release --example gomoku_openings > src/rating/balanced.csv
//! ```
//!
//! A quiet opening may still be almost won, and then both players win with the same colour, which says nothing about
//! their strength. Kept are those in which the search sees little for either side under freestyle rules, with more clocks
//! each time; about one in ten. The set is a file because a stronger search would keep others, and matches of different
//! versions are compared.

use tengen::notation::sgf::coordinates;
use tengen::rating::gomoku::begun;
use tengen::rating::openings::{MOST, Opening, openings};
use tengen::rules::gomoku::Rule;
use tengen::rules::gomoku::search::{Task, WEIGHTS, search};

const SEED: u64 = 1;
/// The number of openings.
const WANTED: usize = 200;
/// The clocks of each look, with the greatest score to pass it; the short ones reject most openings.
const LOOKS: [(u64, i32); 3] = [(100_000, 120), (1_250_000, 80), (10_000_000, 60)];

fn main() {
    println!("moves");
    let even = openings(MOST, SEED).into_iter().filter(is_even);
    for opening in even.take(WANTED) {
        let moves: Vec<String> = opening.into_iter().map(coordinates).collect();
        println!("{}", moves.join(" "));
    }
}

fn is_even(opening: &Opening) -> bool {
    let game = begun(opening);
    LOOKS.into_iter().all(|(budget, most)| {
        let task = Task { mover: game.turn(), board: game.board().clone(), rule: Rule::Freestyle, budget, deepest: 0 };
        search(&task, &WEIGHTS).score.abs() <= most
    })
}
