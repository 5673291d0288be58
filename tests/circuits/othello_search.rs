//! Othello's search in plain Rust: it is exact at the end of the game, and it keeps its time limit. The strength of its
//! levels is tested in `tests/command/matches.rs`, and its equality to the gateware in
//! `tests/circuits/othello_engine.rs`.

use serde::Deserialize;
use tengen::rules::othello::evaluation::{DISC, WEIGHTS};
use tengen::rules::othello::player::{Level, Limits};
use tengen::rules::othello::search::{Answer, By, Task, search};
use tengen::rules::othello::{Position, Square};
use tengen::simulation::exercise::random_position;
use tengen_sim::Random;

/// A row of `tests/data/othello_endgames.jsonl`.
#[derive(Deserialize)]
struct Ending {
    board: String,
    turn: char,
    empties: u32,
    score: i32,
}

impl Ending {
    fn all() -> Vec<Ending> {
        let rows = include_str!("../data/othello_endgames.jsonl").lines();
        rows.map(|row| serde_json::from_str(row).unwrap()).collect()
    }

    fn position(&self) -> Position {
        let discs = |side| {
            let squares = Square::all().zip(self.board.chars()).filter(|(_, disc)| *disc == side);
            squares.fold(0, |discs, (at, _)| discs | at.bit())
        };
        let black_moves = self.turn == 'X';
        let (own, opponent) = if black_moves { ('X', 'O') } else { ('O', 'X') };
        Position { own: discs(own), opponent: discs(opponent) }
    }
}

fn solve(position: Position) -> Answer {
    let by = By::Search { exact_from: 60, deepest: 0 };
    search(Task { position, by, budget: 0 }, &WEIGHTS)
}

/// The score by the rules alone.
fn minimax(position: Position) -> i32 {
    match position.legal() {
        0 if position.is_over() => position.final_score(),
        0 => -minimax(position.passed()),
        legal => Square::of(legal).map(|at| -minimax(position.after(at))).max().unwrap(),
    }
}

/// Solves the endings in a file, such as the FFO test set (`board`, `turn`, `empties` and `score` per row, as in
/// `tests/data/othello_endgames.jsonl`), and prints the cost of each. The file is not part of the project:
///
/// ```text
/// TENGEN_ENDINGS=ffo.jsonl cargo test --release --test circuits othello_search -- --ignored --nocapture
/// ```
#[test]
#[ignore = "needs a file of endings, and minutes"]
fn the_endings_of_a_file_are_solved() {
    let file = std::env::var("TENGEN_ENDINGS").expect("TENGEN_ENDINGS names a file of endings");
    let (mut clocks, mut nodes) = (0, 0);
    for row in std::fs::read_to_string(file).unwrap().lines() {
        let ending: Ending = serde_json::from_str(row).unwrap();
        let answer = solve(ending.position());
        let at = answer.at.expect("a move");
        println!(
            "{} empties: {at} {:+}, {} clocks, {} nodes",
            ending.empties, ending.score, answer.clocks, answer.nodes
        );
        assert_eq!(answer.score, ending.score * DISC, "{}", ending.board);
        clocks += answer.clocks;
        nodes += answer.nodes;
    }
    println!(
        "{clocks} clocks, {nodes} nodes: {:.3} clocks a node",
        clocks as f64 / nodes as f64
    );
}

#[test]
fn every_kept_ending_is_solved_in_time() {
    let (mut clocks, mut nodes, mut of_14) = (0, 0, vec![]);
    for ending in Ending::all() {
        let position = ending.position();
        let answer = solve(position);
        assert_eq!(answer.score, ending.score * DISC, "{}", ending.board);
        let best = position.after(answer.at.expect("a move"));
        assert_eq!(-solve_or_count(best), ending.score, "the square is one of the best");
        assert!(answer.clocks <= 25_000_000, "{} clocks", answer.clocks);
        clocks += answer.clocks;
        nodes += answer.nodes;
        if ending.empties == 14 {
            of_14.push(answer.clocks);
        }
    }
    of_14.sort();
    let median = of_14[of_14.len() / 2];
    println!(
        "{clocks} clocks, {nodes} nodes: {:.3} clocks a node; median at 14: {median}",
        clocks as f64 / nodes as f64
    );
    assert!(clocks <= 3 * nodes);
    assert!(median < 500_000);
}

/// The score of any position, in discs.
fn solve_or_count(position: Position) -> i32 {
    match position.is_over() {
        true => position.final_score(),
        false => solve(position).score / DISC,
    }
}

#[test]
fn the_last_nine_squares_are_played_as_by_minimax() {
    let mut random = Random::new(17);
    for round in 0..200 {
        let position = random_position(&mut random, 51 + round % 9);
        assert_eq!(solve(position).score, minimax(position) * DISC, "{position:?}");
    }
}

#[test]
fn a_search_keeps_within_its_clocks_and_its_depth() {
    let mut random = Random::new(3);
    for round in 0..40 {
        let position = random_position(&mut random, 4 + round);
        for budget in [1, 1200, 5000, 50_000] {
            let limits = Limits { budget: Some(budget), deepest: None };
            let answer = Level::Search.think(position, limits);
            assert!(position.legal() & answer.at.expect("a move").bit() != 0);
            // A search never ends before its table is cleared and a move is found.
            assert!(answer.clocks <= budget.max(1100), "{} of {budget}", answer.clocks);
        }
        let limits = Limits { budget: Some(0), deepest: Some(4) };
        assert_eq!(
            Level::Search.think(position, limits).depth,
            4.min(position.empties()),
            "{position:?}"
        );
    }
}

/// For a side without a move there is a score but no move.
#[test]
fn who_must_pass_has_a_score_and_no_move() {
    // Black has a1, white b1 and c1; d1 is black's.
    let blocked = Position { own: 0b0110, opponent: 0b0001 };
    assert_eq!(blocked.legal(), 0);
    let answer = solve(blocked);
    assert_eq!((answer.at, answer.score), (None, minimax(blocked) * DISC));
    assert_eq!(Level::Weights.think(blocked, Limits::default()).at, None);
}
