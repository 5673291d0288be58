//! Renju's forbidden points at every crossing of the 1387 positions of `tests/data/renju_forbidden.jsonl`, labelled by
//! independent implementations of the rules.

use serde_json::Value;
use tengen::rules::gomoku::renju::{Verdict, forbidden};
use tengen::rules::gomoku::{Board, Colour, Crossing};

/// A kept position, black to move.
struct Position {
    moves: Vec<(Crossing, Colour)>,
    board: Board,
    forbidden: Vec<(Crossing, Verdict)>,
}

/// The file's columns come before its rows.
fn crossing(col: usize, row: usize) -> Crossing {
    Crossing::new(row, col).expect("on the board")
}

fn position(line: &str) -> Position {
    let position: Value = serde_json::from_str(line).expect("JSON");
    let moves = position["moves"].as_array().expect("a list").iter().map(|at| {
        let [col, row] = [0, 1].map(|i| at[i].as_u64().expect("a number") as usize);
        crossing(col, row)
    });
    let moves: Vec<_> = moves.zip([Colour::Black, Colour::White].into_iter().cycle()).collect();
    let mut board = Board::new();
    for &(at, colour) in &moves {
        board.place(at, colour).expect("an empty crossing");
    }
    let kinds = position["kinds"].as_object().expect("an object").iter();
    let forbidden = kinds.map(|(at, kind)| {
        let (col, row) = at.split_once(',').expect("a column and a row");
        let kind = match kind.as_str() {
            Some("33") => Verdict::DoubleThree,
            Some("44") => Verdict::DoubleFour,
            Some("6") => Verdict::Overline,
            other => panic!("{other:?} is no kind of foul"),
        };
        (crossing(col.parse().unwrap(), row.parse().unwrap()), kind)
    });
    let mut forbidden: Vec<_> = forbidden.collect();
    forbidden.sort_by_key(|&(at, _)| at);
    assert_eq!(forbidden.len(), position["forbidden"].as_array().expect("a list").len());
    Position {
        moves,
        board,
        forbidden,
    }
}

fn positions() -> Vec<Position> {
    let positions: Vec<Position> = include_str!("data/renju_forbidden.jsonl")
        .lines()
        .map(position)
        .collect();
    assert_eq!(positions.len(), 1387);
    positions
}

#[test]
fn the_rules_find_every_forbidden_point_and_no_other() {
    for position in positions() {
        let found: Vec<_> = forbidden(&position.board).collect();
        assert_eq!(found, position.forbidden, "{:?}", position.moves);
    }
}
