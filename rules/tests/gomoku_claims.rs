//! A score of a win is a proof: the search does not claim the wins of `gomoku_claims.csv`, which are none.
//! `examples/gomoku_claims.rs` has found them.

use tengen_rules::gomoku::search::alpha_beta::{Settings, WON, search_with};
use tengen_rules::gomoku::search::{Task, WEIGHTS};
use tengen_rules::gomoku::{Board, Colour, Rule};
use tengen_rules::notation::sgf::named;

#[test]
fn a_win_that_is_none_is_not_claimed() {
    let rows: Vec<(u64, Vec<&str>)> = include_str!("gomoku_claims.csv")
        .lines()
        .skip(1)
        .map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            (cells[0].parse().unwrap(), cells[2].split(' ').collect())
        })
        .collect();
    assert!(rows.len() >= 30);
    for (clocks, moves) in rows {
        let mut board = Board::new();
        for (number, name) in moves.iter().enumerate() {
            let colour = [Colour::Black, Colour::White][number % 2];
            board.place(named(name).unwrap(), colour).unwrap();
        }
        let mover = [Colour::Black, Colour::White][moves.len() % 2];
        let task = Task { board, mover, rule: Rule::Freestyle, budget: clocks, deepest: 0 };
        let found = search_with(&task, Settings::default(), None, &WEIGHTS);
        assert!(found.score < WON, "{} after {moves:?}", found.score);
    }
}
