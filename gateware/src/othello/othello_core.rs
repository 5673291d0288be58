//! Othello's computer player by level: the legal squares of a position, what a disc flips, and the move of a level.
//!
//! | level | name     | by                                   | exact from | clocks at most       |
//! |-------|----------|--------------------------------------|------------|----------------------|
//! | 0     | weights  | the square                           |            |                      |
//! | 1     | mobility | the square and the answers it leaves |            |                      |
//! | 2     | search   | what follows                         | 12 empties | a second, 25 million |
//! | 3     | deep     | what follows                         | 14 empties | five seconds         |
//!
//! | port           | dir | width | meaning                                                                                | initial |
//! |----------------|-----|-------|----------------------------------------------------------------------------------------|---------|
//! | clock          | in  | 1     | rising edge                                                                            | –       |
//! | load           | in  | 1     | strobe: takes the position; ignored while busy                                         | –       |
//! | own            | in  | 64    | discs of the side to move; a1 is bit 0, h1 bit 7, h8 bit 63                            | –       |
//! | opponent       | in  | 64    | discs of the other side, in the same order                                             | –       |
//! | square         | in  | 6     | whose flips are asked                                                                  | –       |
//! | think          | in  | 1     | strobe: finds a move in the position; ignored while busy                               | –       |
//! | level          | in  | 2     | 0 weights, 1 mobility, 2 search for a second, 3 search for five                        | –       |
//! | budget         | in  | 32    | clocks the think may take; 0: the level's own                                          | –       |
//! | shuffle        | in  | 1     | of equally good moves any, instead of the first                                        | –       |
//! | stop           | in  | 1     | the think ends with the best so far, within 300 clocks; high until busy is low         | –       |
//! | busy           | out | 1     | at work                                                                                | 0       |
//! | done           | out | 1     | one clock at the end of a think; what follows is valid with it and held until the next | 0       |
//! | best           | out | 6     | the move; 0 if there is none                                                           | 0       |
//! | score          | out | 8     | for the mover in discs, two's complement; 0 without a search                           | 0       |
//! | depth          | out | 6     | plies the last search looked ahead that came to its end                                | 0       |
//! | nodes          | out | 32    | positions entered                                                                      | 0       |
//! | moves          | out | 64    | legal squares; valid while not busy, from the second clock after load                  | 0       |
//! | flips          | out | 64    | of a disc on `square`, 0 where it may not be put; valid while not busy, two clocks after square and load | 0 |
//!
//! Without a search levels 2 and 3 are as level 1.

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use super::ports::By;
use super::search::OthelloSearch;
use crate::{Circuit, kernel};

/// Clocks of the machine in a second.
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
    /// The clock frequencies it can be built for, in Hz. At the highest, five seconds just fit the width of the budget.
    pub const CLOCKS: RangeInclusive<u32> = 1..=u32::MAX / 5;

    /// With the levels that search, or without; of so many clocks a second.
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
