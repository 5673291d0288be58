//! What holds of [`LegalMoves`](super::LegalMoves) for any discs: the rule, square by square.
//!
//! A move is legal on an empty square from which, in some direction, the next one to six squares have discs of the
//! opponent, and the square behind them has one of the mover's. The circuit finds them from the other end, by runs that
//! begin at the mover's discs.
//!
//! | port           | dir | width | meaning                                               | initial |
//! |----------------|-----|-------|-------------------------------------------------------|---------|
//! | own, opponent  | in  | 64    | as the circuit's inputs                               | –       |
//! | moves          | in  | 64    | as the circuit's output                               | –       |
//! | always_by_rule | out | 1     | these squares are legal, and no others                | 1       |
//! | once_long      | out | 1     | the only move is on a1 and encloses six discs in row 1 | 0      |

use rust_hdl::prelude::*;

use crate::othello::search::squares::files;
use crate::{Circuit, kernel};
use tengen_hdl::proof::Checks;

#[derive(Circuit)]
pub struct LegalMovesChecks {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub moves: Signal<In, Bits<64>>,
    pub always_by_rule: Signal<Out, Bit>,
    pub once_long: Signal<Out, Bit>,

    /// From a square to its neighbours below, to the right, below to the right, and below to the left.
    #[init(STEPS.map(|step| Constant::new(step.into())))]
    step: [Constant<Bits<6>>; 4],
    /// The squares without a neighbour there in their row, and without one on the opposite side.
    #[init(last().map(|squares| Constant::new(squares.into())))]
    last: [Constant<Bits<64>>; 4],
    #[init(first().map(|squares| Constant::new(squares.into())))]
    first: [Constant<Bits<64>>; 4],
    /// Squares from which the last square looked at has a disc of the opponent.
    theirs: Signal<Local, Bits<64>>,
    /// Squares from which the square one step further has a disc of the mover.
    ours: Signal<Local, Bits<64>>,
    /// Squares from which all squares looked at have discs of the opponent.
    between: Signal<Local, Bits<64>>,
    legal: Signal<Local, Bits<64>>,
}

pub const STEPS: [u64; 4] = [8, 1, 9, 7];

/// The squares from which each step leaves the board to the left or to the right.
pub fn last() -> [u64; 4] {
    let [left, right] = [files()[0], files()[7]];
    [0, right, right, left]
}

/// The same for the steps back.
pub fn first() -> [u64; 4] {
    let [left, right] = [files()[0], files()[7]];
    [0, left, left, right]
}

const ALL: u64 = u64::MAX;
/// Row 1: b1 to g1, and h1.
const INNER_ROW_1: u64 = 0x7E;
const H1: u64 = 0x80;

#[kernel]
impl Logic for LegalMovesChecks {
    fn update(&mut self) {
        legal = 0;
        for line in 0..4 {
            theirs = opponent;
            ours = (own >> step[line]) & !last[line];
            between = ALL;
            for _length in 1..7 {
                theirs = (theirs >> step[line]) & !last[line];
                ours = (ours >> step[line]) & !last[line];
                between = between & theirs;
                legal = legal | (between & ours);
            }
            theirs = opponent;
            ours = (own << step[line]) & !first[line];
            between = ALL;
            for _length in 1..7 {
                theirs = (theirs << step[line]) & !first[line];
                ours = (ours << step[line]) & !first[line];
                between = between & theirs;
                legal = legal | (between & ours);
            }
        }
        always_by_rule = moves == (legal & !(own | opponent));
        once_long = (moves == 1) & (own == H1) & (opponent == INNER_ROW_1);
    }
}

impl Checks for LegalMovesChecks {
    /// There is no clock: what holds in one holds in each.
    const DEPTH: usize = 1;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
