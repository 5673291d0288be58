//! The stand-in for Othello's search: its model behind the circuit's ports.
//!
//! ```text
//! elapsed      ==X==1==X==2==X==3== .. =X==n==X======   counts while busy
//! answer       ========X clocks: n, best, score, ... =
//! busy         __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾\____________
//! done         ____________________ .. _/‾‾‾‾‾\______
//! ```
//!
//! It equals the circuit at its ports: `busy` and `done` always; the answer from `done` to the next think; `moves` and
//! `flips` when the circuit says that they are valid. `tests/circuits/othello_engine.rs` compares them.

use std::collections::BTreeMap;

use tengen_sim::fast::{Draft, Wide, Words};

use super::ahead::Memo;
use super::{Made, Work};
use crate::rules::othello::evaluation::WEIGHTS;
use crate::rules::othello::search::{Answer, By, Noise, Search, Task};
use crate::rules::othello::{Position, Square};

/// The widths of the words of an answer: its clocks, the move, whether there is one, score, depth, positions.
const ANSWER: [usize; 6] = [64, 6, 1, 12, 6, 32];

pub(super) fn othello_search(draft: &mut Draft, given: &BTreeMap<String, Words>) -> BTreeMap<&'static str, Words> {
    let clock = given["clock"][0];
    let bit = |name: &str| given[name][0];
    let [load, think, stop] = ["load", "think", "stop"].map(bit);
    let mut made = Made { draft, clock };

    // It is busy during a search.
    let [thinking, thinking_d] = made.register(1, 0);
    let [elapsed, elapsed_d] = made.register(64, 0);
    let clocks = made.draft.wire(64);
    let due = made.wide(Wide::Equal, elapsed, clocks);
    let running = made.not(due);
    let busy = made.and(thinking, running);
    let idle = made.not(busy);
    let loads = made.and(idle, load);
    let unloaded = made.not(load);
    let may_think = made.and(idle, think);
    let starts = made.and(may_think, unloaded);
    let thinks = made.draft.select(starts, &[starts], &[busy])[0];
    made.draft.drive(thinking_d, thinks);
    let one = made.number(1, 64);
    let next = made.wide(Wide::Add, elapsed, one);
    let counted = made.draft.select(busy, &[next], &[elapsed])[0];
    let counted = made.draft.select(starts, &[one], &[counted])[0];
    made.draft.drive(elapsed_d, counted);

    // The position, and what a player asks about it.
    let mut root = vec![];
    let mut root_next = vec![];
    for side in ["own", "opponent"] {
        let [held, d] = made.register(64, 0);
        let next = made.draft.select(loads, &given[side], &[held])[0];
        made.draft.drive(d, next);
        root.push(held);
        root_next.push(next);
    }
    let moves = made.call(&root_next, &[64], self::moves);
    let square = [&root_next[..], &given["square"]].concat();
    let flips = made.call(&square, &[64], self::flips);

    // The noise changes in every clock.
    let [noise, noise_d] = made.register(16, 1);
    let noise_next = made.noise(noise);
    made.draft.drive(noise_d, noise_next);

    // The task, as of the strobe.
    let names = ["by", "exact_from", "deepest", "budget", "shuffle"];
    let task = names.map(|name| (given[name][0], made.draft.width(given[name][0])));
    let position = [(root[0], 64), (root[1], 64), (noise_next, 16)];
    let work = Work { starts, searches: busy, elapsed, stop };
    let task = position.into_iter().chain(task).collect();
    let answer = made.known(&work, task, &ANSWER, known);
    made.draft.drive(clocks, answer[0]);
    let done = made.and(thinking, due);
    BTreeMap::from([
        ("busy", vec![busy]),
        ("done", vec![done]),
        ("best", vec![answer[1]]),
        ("found", vec![answer[2]]),
        ("score", vec![answer[3]]),
        ("depth", vec![answer[4]]),
        ("nodes", vec![answer[5]]),
        ("moves", moves),
        ("flips", flips),
    ])
}

fn position(words: &[u64]) -> Position {
    Position { own: words[0], opponent: words[1] }
}

/// The legal moves of a position.
pub(super) fn moves(asked: &[u64]) -> Vec<u64> {
    vec![position(asked).legal()]
}

/// What a disc on a square of a position flips.
pub(super) fn flips(asked: &[u64]) -> Vec<u64> {
    let square = Square::numbered(asked[2] as usize);
    vec![square.map_or(0, |square| position(asked).flips(square))]
}

/// What is known about the search in `asked`.
pub(super) fn known(asked: &[u64]) -> Vec<u64> {
    static SEARCHES: Memo<Search> = Memo::new();
    super::known(&SEARCHES, asked, search, &ANSWER, words)
}

/// The search of a task.
fn search(words: &[u64]) -> Search<'static> {
    let [_, _, noise, by, exact_from, deepest, budget, shuffle] = *words else {
        unreachable!("a task has eight words");
    };
    let by = match by {
        0 => By::Weights,
        1 => By::Mobility,
        _ => By::Search { exact_from: exact_from as u32, deepest: deepest as u32 },
    };
    let position = position(words);
    let noise = (shuffle == 1).then_some(Noise(noise as u16));
    Search::new(Task { position, by, budget }, noise, &WEIGHTS)
}

/// Encodes an answer as in [`ANSWER`].
fn words(answer: Answer) -> Vec<u64> {
    let Answer { at, score, depth, nodes, clocks } = answer;
    vec![
        clocks,
        at.map_or(0, |at| at.number() as u64),
        at.is_some().into(),
        score as u64 & 0xFFF,
        depth.into(),
        nodes & 0xFFFF_FFFF,
    ]
}
