//! Positions for tests: those of tests/data/gomoku_moves.jsonl, with moves and scores from an independent reference,
//! and random ones. Tests of several crates use parts of this file.
#![allow(dead_code)]

use serde_json::Value;
use tengen_rules::gomoku::{Board, Colour, Crossing, Rule};
use tengen_sim::Random;

pub struct Sample {
    pub moves: Vec<Crossing>,
    pub board: Board,
    pub mover: Colour,
    pub zju: Crossing,
    pub mcu: Crossing,
    pub thesis: Crossing,
    pub sjtu: Crossing,
    pub scores: Vec<Score>,
}

/// The scores of a crossing, for the mover and for the opponent.
pub struct Score {
    pub at: Crossing,
    pub zju: [u32; 2],
    pub mcu: [u32; 2],
    pub sjtu: [u32; 2],
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn crossing(value: &Value) -> Crossing {
    Crossing::new(number(&value[0]), number(&value[1])).expect("on the board")
}

fn pair(value: &Value) -> [u32; 2] {
    [0, 1].map(|i| number(&value[i]) as u32)
}

pub fn all() -> Vec<Sample> {
    let text = include_str!("../data/gomoku_moves.jsonl");
    let samples: Vec<Sample> = text
        .lines()
        .map(|line| {
            let sample: Value = serde_json::from_str(line).expect("JSON");
            let list = |name: &str| sample[name].as_array().expect("a list").clone();
            let moves: Vec<Crossing> = list("moves_row_col").iter().map(crossing).collect();
            let mut board = Board::new();
            let colours = [Colour::Black, Colour::White].into_iter().cycle();
            for (&at, colour) in moves.iter().zip(colours) {
                board.place(at, colour).expect("an empty crossing");
            }
            Sample {
                moves,
                board,
                mover: if number(&sample["to_move"]) == 1 { Colour::Black } else { Colour::White },
                zju: crossing(&sample["zju"]),
                mcu: crossing(&sample["mcu"]),
                thesis: crossing(&sample["thesis"]),
                sjtu: crossing(&sample["sjtu"]),
                scores: list("scores")
                    .iter()
                    .map(|score| Score {
                        at: crossing(&score["at"]),
                        zju: pair(&score["zju"]),
                        mcu: pair(&score["mcu"]),
                        sjtu: pair(&score["sjtu"]),
                    })
                    .collect(),
            }
        })
        .collect();
    assert_eq!(samples.len(), 60);
    samples
}

/// A board with that many stones near the centre, black's and white's in turn, without a five.
pub fn board(random: &mut Random, stones: usize) -> Board {
    loop {
        let mut board = Board::new();
        while board.stones() < stones {
            let at = Crossing::new(4 + random.below(7usize), 4 + random.below(7usize)).expect("on the board");
            let colour = mover(&board);
            // A taken crossing is refused; another one is drawn then.
            let _ = board.place(at, colour);
        }
        let won = |at| {
            let stone = board.get(at);
            stone.is_some_and(|stone| Rule::Freestyle.winning_line(&board, at, stone).is_some())
        };
        if !Crossing::all().any(won) {
            return board;
        }
    }
}

/// The side to move.
pub fn mover(board: &Board) -> Colour {
    match board.stones() % 2 {
        0 => Colour::Black,
        _ => Colour::White,
    }
}
