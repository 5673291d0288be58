//! The stand-in for Gomoku's search: its model behind the circuit's ports.
//!
//! ```text
//! elapsed      ==X==1==X==2==X==3== .. =X==n==X=n+1= .. =X= n+u ==   counts while busy
//! answer       ========X clocks: n, unwinding: u, best, ... =======
//! done         ____________________ .. _/‾‾‾‾‾\__________________
//! busy         __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾\________
//! ```
//!
//! It equals the circuit at its ports: `busy` and `done` always; the answer from `done` to the next think; `illegal`
//! while it is not busy. `tests/circuits/gomoku_search.rs` compares them.

use std::collections::BTreeMap;

use tengen_sim::fast::{Draft, Wide, Words};

use super::ahead::Memo;
use super::{Made, Work};
use crate::rules::gomoku::search::alpha_beta::{Search, Settings, Task};
use crate::rules::gomoku::search::{Answer, Lanes, WEIGHTS};
use crate::rules::gomoku::{Board, Colour, Crossing, Rule};

/// The clocks for which the circuit is busy with a clear.
const CLEAR: u64 = 64;
/// The clocks for which it is busy with a stone.
const SETTLE: u64 = 18;
const SETTLE_BY_PAIRS: u64 = SETTLE + Lanes::Two.longer();
/// The words of one side of a board: black's crossings in scan order, then white's.
const SIDE: usize = 4;
const BOARD: usize = 2 * SIDE;
/// The widths of the words of an answer: the clocks until done and until no longer busy, the move (row, column),
/// whether a reply is expected, the reply (row, column), score, depth, positions.
const ANSWER: [usize; 10] = [64, 64, 4, 4, 1, 4, 4, 14, 7, 32];

/// The number that stands for clearing the board.
const CLEARS: u64 = 1;
/// The number that stands for placing a stone.
const PLACES: u64 = 2;
const LIFTS: u64 = 3;

pub(super) fn gomoku_search(draft: &mut Draft, given: &BTreeMap<String, Words>) -> BTreeMap<&'static str, Words> {
    let clock = given["clock"][0];
    let bit = |name: &str| given[name][0];
    let [clear, place, lift, think, stop] = ["clear", "place", "lift", "think", "stop"].map(bit);
    let mut made = Made { draft, clock };

    // It is busy during a search, or for a known number of clocks.
    let [thinking, thinking_d] = made.register(1, 0);
    let [elapsed, elapsed_d] = made.register(64, 0);
    let [left, left_d] = made.register(64, 0);
    let [clocks, total] = [0, 1].map(|_| made.draft.wire(64));
    let zero = made.number(0, 64);
    let one = made.number(1, 64);
    let over = made.wide(Wide::Equal, elapsed, total);
    let going = made.not(over);
    let searching = made.and(thinking, going);
    let rests = made.wide(Wide::Equal, left, zero);
    let works = made.not(rests);
    let busy = made.wide(Wide::Or, searching, works);
    let idle = made.not(busy);

    // The strobes in order of priority: clear, place, lift, think.
    let mut free = idle;
    let mut first = |made: &mut Made, strobe| {
        let taken = made.and(free, strobe);
        let others = made.not(strobe);
        free = made.and(free, others);
        taken
    };
    let [clears, places, lifts, starts] = [clear, place, lift, think].map(|strobe| first(&mut made, strobe));
    let thinks = made.draft.select(starts, &[starts], &[searching])[0];
    made.draft.drive(thinking_d, thinks);
    let next = made.wide(Wide::Add, elapsed, one);
    let counted = made.draft.select(searching, &[next], &[elapsed])[0];
    let counted = made.draft.select(starts, &[one], &[counted])[0];
    made.draft.drive(elapsed_d, counted);
    let [clear_clocks, settle, settle_by_pairs] =
        [CLEAR, SETTLE, SETTLE_BY_PAIRS].map(|clocks| made.number(clocks, 64));
    let by_pairs = bit("by_pairs");
    let settle = made.draft.select(by_pairs, &[settle_by_pairs], &[settle])[0];
    let less = made.wide(Wide::Subtract, left, one);
    let mut waits = made.draft.select(works, &[less], &[left])[0];
    let mut op = made.number(0, 2);
    for (taken, clocks, number) in [
        (clears, clear_clocks, CLEARS),
        (places, settle, PLACES),
        (lifts, settle, LIFTS),
    ] {
        let number = made.number(number, 2);
        waits = made.draft.select(taken, &[clocks], &[waits])[0];
        op = made.draft.select(taken, &[number], &[op])[0];
    }
    made.draft.drive(left_d, waits);

    // The words of the board, and whether the last stone was refused.
    let held: Vec<_> = (0..=BOARD)
        .map(|word| made.draft.wire(if word < BOARD { 64 } else { 1 }))
        .collect();
    let mut change = held.clone();
    change.push(op);
    change.extend(["row", "col", "colour"].map(bit));
    let mut widths = vec![64; BOARD];
    widths.push(1);
    let board = made.call(&change, &widths, changed);
    for (&wire, &word) in held.iter().zip(&board) {
        made.draft.drive(wire, word);
    }

    // The task, as of the strobe.
    let names = ["colour", "rule", "budget", "deepest"];
    let task = names.map(|name| (given[name][0], made.draft.width(given[name][0])));
    let stones = board[..BOARD].iter().map(|&word| (word, 64));
    let task = stones.chain(task).chain([(by_pairs, 1)]).collect();
    let work = Work { starts, searches: searching, elapsed, stop };
    let answer = made.known(&work, task, &ANSWER, known);
    made.draft.drive(clocks, answer[0]);
    made.draft.drive(total, answer[1]);
    let due = made.wide(Wide::Equal, elapsed, clocks);
    let done = made.and(thinking, due);
    let outputs = [
        "best_row",
        "best_col",
        "expects",
        "reply_row",
        "reply_col",
        "score",
        "depth",
        "nodes",
    ];
    let mut ports: BTreeMap<&'static str, Words> = outputs
        .into_iter()
        .zip(answer[2..].iter().map(|&word| vec![word]))
        .collect();
    ports.insert("busy", vec![busy]);
    ports.insert("done", vec![done]);
    ports.insert("illegal", vec![board[BOARD]]);
    ports
}

/// The board in `asked` after the operation in it.
pub(super) fn changed(asked: &[u64]) -> Vec<u64> {
    let (mut words, task) = (asked[..=BOARD].to_vec(), &asked[BOARD + 1..]);
    let [op, row, col, colour] = *task else {
        unreachable!("four words are asked");
    };
    let (illegal, stones) = words
        .split_last_mut()
        .unwrap_or_else(|| unreachable!("there are words"));
    let at = 15 * row + col;
    let (word, bit) = (at as usize / 64, 1 << (at % 64));
    let inside = row < 15 && col < 15;
    let taken = inside && (stones[word] | stones[SIDE + word]) & bit != 0;
    match op {
        CLEARS => {
            stones.fill(0);
            *illegal = 0;
        }
        PLACES if inside && !taken => {
            stones[SIDE * colour as usize + word] |= bit;
            *illegal = 0;
        }
        LIFTS if taken => {
            stones[word] &= !bit;
            stones[SIDE + word] &= !bit;
            *illegal = 0;
        }
        PLACES | LIFTS => *illegal = 1,
        _ => {}
    }
    words
}

/// What is known about the search in `asked`.
pub(super) fn known(asked: &[u64]) -> Vec<u64> {
    static SEARCHES: Memo<Search> = Memo::new();
    super::known(&SEARCHES, asked, search, &ANSWER, words)
}

/// The search of a task.
fn search(words: &[u64]) -> Search<'static> {
    let (stones, task) = words.split_at(BOARD);
    let [colour, rule, budget, deepest, by_pairs] = *task else {
        unreachable!("a task has five words");
    };
    let colours = [Colour::Black, Colour::White];
    let mut board = Board::new();
    for (number, at) in Crossing::all().enumerate() {
        for colour in colours {
            if stones[SIDE * colour as usize + number / 64] >> (number % 64) & 1 == 1 {
                // Each crossing has at most one stone, so this cannot fail.
                let _ = board.place(at, colour);
            }
        }
    }
    let task = Task {
        board,
        mover: colours[colour as usize],
        rule: Rule::ALL[rule as usize % Rule::ALL.len()],
        budget,
        deepest: deepest as u32,
    };
    let settings = Settings { lanes: if by_pairs == 1 { Lanes::Two } else { Lanes::Four }, ..Settings::default() };
    Search::new(task, settings, &WEIGHTS)
}

/// Encodes an answer as in [`ANSWER`].
fn words(answer: Answer) -> Vec<u64> {
    let Answer { at, score, depth, nodes, clocks, reply, unwinding } = answer;
    let [row, col] = at.map_or([15; 2], |at| [at.row(), at.col()].map(|place| place as u64));
    let [reply_row, reply_col] = reply.map_or([0; 2], |at| [at.row(), at.col()].map(|place| place as u64));
    vec![
        clocks,
        clocks + unwinding,
        row,
        col,
        reply.is_some().into(),
        reply_row,
        reply_col,
        score as u64 & 0x3FFF,
        depth.into(),
        nodes & 0xFFFF_FFFF,
    ]
}
