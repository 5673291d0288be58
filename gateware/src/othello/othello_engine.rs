//! Gives the legal squares of a position, and solves endgames exactly: the score with best play by both sides, and a
//! best square.
//!
//! ```text
//! clock                ______/‾‾\__/‾‾\__/‾‾\__/‾‾\__ .. /‾‾\__/‾‾\__/‾‾\__
//! load                 ______/‾‾‾‾‾\_________________ .. __________________
//! moves                ============X legal squares == .. ==================   from the second clock after load
//! start                ____________/‾‾‾‾‾\___________ .. __________________
//! busy                 __________________/‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾\___________
//! done                 ______________________________ .. ______/‾‾‾‾‾\_____
//! score, best, nodes   = before ===================== .. =====< answer >===   held until the next start
//! ```
//!
//! | port         | dir | width | meaning                                                            | initial |
//! |--------------|-----|-------|--------------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge                                                        | –       |
//! | load         | in  | 1     | strobe: takes the position                                         | –       |
//! | black, white | in  | 64    | the discs; a1 is bit 0, h1 bit 7, h8 bit 63; they must not overlap | –       |
//! | side         | in  | 1     | the side to move: 0 black, 1 white                                 | –       |
//! | start        | in  | 1     | strobe: solves the position; with load, it solves the position just loaded | – |
//! | moves        | out | 64    | legal squares of the side; valid while not busy                    | 0       |
//! | busy         | out | 1     | a position is being solved; strobes are ignored                    | 0       |
//! | done         | out | 1     | one clock, the first in which busy is low again                    | 0       |
//! | score        | out | 8     | two's complement: the side's final discs minus the other's; the winner gets the empty squares | 0 |
//! | best         | out | 6     | a best square; 0 if the side has no move                           | 0       |
//! | nodes        | out | 32    | positions searched                                                 | 0       |
//!
//! A position with 12 empty squares takes about 0.1 million clocks, 14 half a million, 16 some millions. Two more
//! empty squares take about six times as many clocks.

use rust_hdl::prelude::*;

use super::ports::By;
use super::search::OthelloSearch;
use crate::{Circuit, Register, kernel};

const ALL_OF_THEM: u64 = 63;

#[derive(Circuit)]
pub struct OthelloEngine {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub black: Signal<In, Bits<64>>,
    pub white: Signal<In, Bits<64>>,
    pub side: Signal<In, Bit>,
    pub start: Signal<In, Bit>,

    pub moves: Signal<Out, Bits<64>>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub score: Signal<Out, Bits<8>>,
    pub best: Signal<Out, Bits<6>>,
    pub nodes: Signal<Out, Bits<32>>,

    search: OthelloSearch,
    /// `start` came with `load`: the think begins a clock later.
    waiting: Register<Bit>,
}

#[kernel]
impl Logic for OthelloEngine {
    fn update(&mut self) {
        search = OthelloSearch { load: load & !waiting.q, own: black, opponent: white };
        if side {
            search = OthelloSearch { own: white, opponent: black };
        }
        search.square = 0;
        waiting.d = load & start & !search.busy;
        search.think = (start & !load) | waiting.q;
        search.by = By::Search;
        search = OthelloSearch { exact_from: ALL_OF_THEM, deepest: 0, budget: 0, shuffle: false, stop: false };

        moves = search.moves;
        busy = search.busy | waiting.q;
        done = search.done;
        score = search.score.get_bits::<8>(4);
        OthelloSearch { best, nodes, .. } = search;
    }
}
