//! Checks Renju's forbidden points at every crossing of the 1387 positions in `tests/data/renju_forbidden.jsonl`, which
//! independent implementations of the rules have labelled.

use serde_json::Value;
use tengen::gateware::gomoku::RenjuJudge;
use tengen::rules::gomoku::board::CENTRE;
use tengen::rules::gomoku::renju::Verdict::{self, Allowed, DoubleFour, DoubleThree, ExactFive, Overline};
use tengen::rules::gomoku::renju::{forbidden, verdict};
use tengen::rules::gomoku::{Board, Colour, Crossing};
use tengen_sim::{ByName, Engine, Native};

/// The most clocks of a verdict.
const VERDICT_LIMIT: u64 = 2000;
/// The most clocks of all 225 verdicts of a position.
const POSITION_LIMIT: u64 = 60_000;

/// A position of the file, black to move.
struct Position {
    moves: Vec<(Crossing, Colour)>,
    board: Board,
    forbidden: Vec<(Crossing, Verdict)>,
}

/// In the file the column comes before the row.
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
            Some("33") => DoubleThree,
            Some("44") => DoubleFour,
            Some("6") => Overline,
            other => panic!("{other:?} is no kind of foul"),
        };
        (crossing(col.parse().unwrap(), row.parse().unwrap()), kind)
    });
    let mut forbidden: Vec<_> = forbidden.collect();
    forbidden.sort_by_key(|&(at, _)| at);
    assert_eq!(forbidden.len(), position["forbidden"].as_array().expect("a list").len());
    Position { moves, board, forbidden }
}

fn positions() -> Vec<Position> {
    let positions: Vec<Position> = include_str!("../data/renju_forbidden.jsonl")
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

/// A judge with access to its ports.
struct Judge<E: Engine>(E);

impl<E: Engine> Judge<E> {
    /// Gives a strobe; returns the clocks until the judge is ready.
    fn run(&mut self, strobe: &str, at: Crossing) -> u64 {
        self.0.drive("row", at.row() as u64);
        self.0.drive("col", at.col() as u64);
        self.0.strobe(strobe);
        let clocks = 1 + self.0.clocks_while("busy", VERDICT_LIMIT - 1);
        assert_eq!(self.0.read("done"), u64::from(strobe == "judge"));
        clocks
    }

    /// Judges every crossing of a position; returns the most clocks of one verdict, and those of all.
    fn check(&mut self, position: &Position) -> (u64, u64) {
        self.run("clear", CENTRE);
        for &(at, colour) in &position.moves {
            self.0.drive("colour", colour as u64);
            self.run("place", at);
        }
        let (mut most, mut all) = (0, 0);
        let mut found = vec![];
        for at in Crossing::all() {
            let clocks = self.run("judge", at);
            (most, all) = (most.max(clocks), all + clocks);
            let answer = self.0.read("verdict");
            // The file does not list fives.
            match [Allowed, ExactFive, Overline, DoubleFour, DoubleThree][answer as usize] {
                Allowed => assert!(position.board.get(at).is_some() || !wins(&position.board, at)),
                ExactFive => assert!(wins(&position.board, at)),
                foul => found.push((at, foul)),
            }
        }
        assert_eq!(found, position.forbidden, "{:?}", position.moves);
        (most, all)
    }
}

fn wins(board: &Board, at: Crossing) -> bool {
    verdict(board, at) == ExactFive
}

/// Checks every crossing of each position, and the time limits.
fn check(engine: impl Engine, positions: impl Iterator<Item = Position>) {
    let mut judge = Judge(engine);
    let mut most = (0, 0);
    for position in positions {
        let (of_one, of_all) = judge.check(&position);
        most = (most.0.max(of_one), most.1.max(of_all));
    }
    println!("at most {} clocks a verdict, {} for all of a position", most.0, most.1);
    assert!(most.1 <= POSITION_LIMIT, "{} clocks for all of a position", most.1);
}

/// Checks every third position, all of them in the long form; the emitted Verilog gets them all.
#[test]
fn the_circuit_finds_every_forbidden_point_and_no_other() {
    let every = if cfg!(feature = "long") { 1 } else { 3 };
    check(
        Native::new(RenjuJudge::default()),
        positions().into_iter().step_by(every),
    );
}

/// Tests of the judge's Verilog under Verilator.
#[cfg(feature = "eda")]
mod emitted {
    use super::*;
    use std::path::Path;
    use tengen::units;
    use tengen_sim::{Circuit, Pair, Random, Verilator, VerilatorTool};

    const UNIT: &str = "renju_judge";

    fn text() -> String {
        units::find(UNIT).unwrap().verilog().unwrap()
    }

    fn start(text: &str) -> Verilator {
        let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
        VerilatorTool::from_environment()
            .build(text, UNIT, &RenjuJudge::ports(), Path::new(cache))
            .unwrap_or_else(|error| panic!("{error:#}"))
            .start()
    }

    #[test]
    fn the_verilog_finds_every_forbidden_point_and_no_other() {
        check(start(&text()), positions().into_iter());
    }

    /// Compares both simulations with the same random strobes, most of which come while the judge is busy, on a corner
    /// of the board that fills up with black stones.
    fn compare(text: &str) -> anyhow::Result<()> {
        let mut pair = Pair::new(Native::new(RenjuJudge::default()), start(text))?;
        let inputs = ["clear", "place", "judge", "row", "col", "colour"].map(|name| pair.port(name));
        let verdict = pair.port("verdict");
        let mut random = Random::new(5);
        let mut seen = [0; 5];
        for _ in 0..500_000 {
            let values = [
                random.once_in(30_000).into(),
                random.once_in(8).into(),
                1,
                random.bits(4) & !4,
                random.below(10),
                random.once_in(12).into(),
            ];
            for (port, value) in inputs.into_iter().zip(values) {
                pair.set(port, value);
            }
            pair.settle()?;
            pair.step()?;
            seen[pair.get(verdict) as usize] += 1;
        }
        assert!(seen.iter().all(|&clocks| clocks > 100), "{seen:?}");
        Ok(())
    }

    #[test]
    fn it_is_the_same_in_both_simulations() {
        compare(&text()).unwrap();
    }

    #[test]
    fn a_broken_verilog_is_found_out() {
        let broken = text().replacen("MINUS_TWO = 2'd2", "MINUS_TWO = 2'd3", 1);
        assert_ne!(broken, text(), "the number to count from is in the text");
        let difference = compare(&broken).unwrap_err().to_string();
        assert!(difference.contains("output"), "{difference}");
    }
}
