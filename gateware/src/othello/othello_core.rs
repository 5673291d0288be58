//! Othello's computer player by level: it gives the legal squares of a position, the discs that a move flips, and the
//! move of a level.
//!
//! | level | name     | by                                   | exact from | clocks at most       |
//! |-------|----------|--------------------------------------|------------|----------------------|
//! | 0     | weights  | the square                           |            |                      |
//! | 1     | mobility | the square and the replies it allows |            |                      |
//! | 2     | search   | alpha-beta search                    | 12 empties | a second, 25 million |
//! | 3     | deep     | alpha-beta search                    | 14 empties | five seconds         |
//!
//! | port     | dir | width | meaning                                                               | initial |
//! |----------|-----|-------|-----------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                           | –       |
//! | load     | in  | 1     | strobe: takes the position; ignored while busy                        | –       |
//! | own      | in  | 64    | discs of the side to move; a1 is bit 0, h1 bit 7, h8 bit 63           | –       |
//! | opponent | in  | 64    | discs of the other side, in the same order                            | –       |
//! | square   | in  | 6     | the square for `flips`                                                | –       |
//! | think    | in  | 1     | strobe: finds a move in the position; ignored while busy              | –       |
//! | level    | in  | 2     | 0 weights, 1 mobility, 2 search for a second, 3 search for five       | –       |
//! | budget   | in  | 32    | limit in clocks for the think; 0: that of the level                   | –       |
//! | shuffle  | in  | 1     | choose at random among equally good moves, else the first             | –       |
//! | stop     | in  | 1     | ends the think with the best move so far, within 300 clocks; keep it high until busy is low | – |
//! | busy     | out | 1     | a think is in progress                                                | 0       |
//! | done     | out | 1     | one clock at the end of a think; the next four are valid with it and held until the next think | 0 |
//! | best     | out | 6     | the move; 0 if there is none                                          | 0       |
//! | score    | out | 8     | the mover's score in discs, two's complement; 0 without a search      | 0       |
//! | depth    | out | 6     | depth in plies of the last completed search                           | 0       |
//! | nodes    | out | 32    | positions entered                                                     | 0       |
//! | moves    | out | 64    | legal squares; valid while not busy, from the second clock after load | 0       |
//! | flips    | out | 64    | flips of a disc on `square`, 0 if illegal; valid while not busy, two clocks after square and load | 0 |
//!
//! Without the search, levels 2 and 3 play like level 1.

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use super::ports::By;
use super::search::OthelloSearch;
use crate::{Circuit, kernel};

/// Clocks in a second.
const SECOND: u64 = 25_000_000;

const TWELVE: u64 = 12;
const FOURTEEN: u64 = 14;

#[derive(Circuit)]
pub struct OthelloCore {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub square: Signal<In, Bits<6>>,
    pub think: Signal<In, Bit>,
    pub level: Signal<In, Bits<2>>,
    pub budget: Signal<In, Bits<32>>,
    pub shuffle: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,

    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best: Signal<Out, Bits<6>>,
    pub score: Signal<Out, Bits<8>>,
    pub depth: Signal<Out, Bits<6>>,
    pub nodes: Signal<Out, Bits<32>>,
    pub moves: Signal<Out, Bits<64>>,
    pub flips: Signal<Out, Bits<64>>,

    search: OthelloSearch,

    #[init(SECOND)]
    second: Constant<Bits<32>>,
    #[init(5 * SECOND)]
    five_seconds: Constant<Bits<32>>,
    #[init(true)]
    searches: Constant<Bit>,
}

impl OthelloCore {
    /// The supported clock frequencies, in Hz. At the highest, five seconds just fit into the 32 bits of the budget.
    pub const CLOCKS: RangeInclusive<u32> = 1..=u32::MAX / 5;

    /// Creates the core with or without the levels that search. `second` is the number of clocks in a second.
    pub fn new(searches: bool, second: u32) -> Self {
        let seconds = |count: u64| Constant::new((count * u64::from(second)).into());
        OthelloCore {
            search: OthelloSearch::new(searches),
            searches: Constant::new(searches),
            second: seconds(1),
            five_seconds: seconds(5),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for OthelloCore {
    fn update(&mut self) {
        search = OthelloSearch { load, own, opponent, square, think, shuffle, stop };
        search.by = By::Weights;
        search.exact_from = TWELVE;
        search.deepest = 0;
        search.budget = 0;
        if level.any() {
            search.by = By::Mobility;
        }
        if level.get_bit(1) & searches {
            search = OthelloSearch { by: By::Search, budget: second };
            if level.get_bit(0) {
                search = OthelloSearch { budget: five_seconds, exact_from: FOURTEEN };
            }
            if budget.any() {
                search.budget = budget;
            }
        }

        OthelloSearch { busy, done, best, .. } = search;
        score = search.score.get_bits::<8>(4);
        OthelloSearch { depth, nodes, moves, flips, .. } = search;
    }
}
