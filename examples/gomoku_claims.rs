//! Finds positions in which the search would claim a win that is none, if the moves that it tries counted as all moves.
//!
//! ```console
//! cargo run --release --example gomoku_claims > rules/tests/gomoku_claims.csv
//! ```
//!
//! The positions come from games that such a search plays against itself after random openings. A game ends with its
//! first claim, which is kept if the search as it is sees little in the position with many more clocks.
//!
//! | column | meaning                     |
//! |--------|-----------------------------|
//! | clocks | of the search that claims   |
//! | score  | that it claims              |
//! | moves  | the game up to the position |

use tengen::notation::sgf::coordinates;
use tengen::rating::openings::{MOST, Opening, colours, openings};
use tengen::rules::gomoku::search::alpha_beta::{Settings, WIDEST, WON, search_with};
use tengen::rules::gomoku::search::{Answer, Task, WEIGHTS};
use tengen::rules::gomoku::{Board, Colour, Rule};

const SEED: u64 = 1;
/// The number of positions.
const WANTED: usize = 40;
/// The clocks of the search that claims.
const CLOCKS: u64 = 100_000;
/// How many times as many the search has that checks a claim.
const CHECK: u64 = 20;
/// The most that it may see in the position.
const HOPES: i32 = 1000;

fn main() {
    println!("clocks,score,moves");
    let found = openings(MOST, SEED)
        .into_iter()
        .filter_map(|opening| false_claim(&opening));
    found.take(WANTED).for_each(|row| println!("{row}"));
}

/// The row of a game's first claim, if it is false.
fn false_claim(opening: &Opening) -> Option<String> {
    let mut board = Board::new();
    let mut moves = vec![];
    for (number, mover) in colours().enumerate() {
        let at = match opening.get(number) {
            Some(&at) => at,
            None => {
                let found = think(&board, mover, CLOCKS, None);
                if found.score >= WON {
                    let is_none = think(&board, mover, CHECK * CLOCKS, Some(WIDEST)).score < HOPES;
                    return is_none.then(|| format!("{CLOCKS},{},{}", found.score, moves.join(" ")));
                }
                found.at?
            }
        };
        moves.push(coordinates(at));
        if board.place(at, mover).is_err() || Rule::Freestyle.winning_line(&board, at, mover).is_some() {
            return None;
        }
    }
    None
}

fn think(board: &Board, mover: Colour, budget: u64, widest: Option<usize>) -> Answer {
    let task = Task { board: board.clone(), mover, rule: Rule::Freestyle, budget, deepest: 0 };
    search_with(&task, Settings { widest, ..Settings::default() }, None, &WEIGHTS)
}
