//! What holds of [`Flips`](super::Flips) for any discs: the rule, direction by direction.
//!
//! A new disc flips, in each direction, the opponent's discs in the next one to six squares if the square behind them
//! has a disc of the mover. The circuit finds them otherwise: a run of the opponent's discs from the new disc and one
//! from the mover's discs have them in common.
//!
//! | port           | dir | width | meaning                                     | initial |
//! |----------------|-----|-------|---------------------------------------------|---------|
//! | own, opponent  | in  | 64    | as the circuit's inputs                     | –       |
//! | disc           | in  | 64    | as the circuit's input                      | –       |
//! | flips          | in  | 64    | as the circuit's output                     | –       |
//! | always_by_rule | out | 1     | these discs are flipped, and no others      | 1       |
//! | once_star      | out | 1     | a disc on d4 flips its eight neighbours     | 0       |

use rust_hdl::prelude::*;

use crate::othello::search::legal_moves::checks::{STEPS, first, last};
use crate::{Circuit, kernel};
use tengen_hdl::proof::Checks;

#[derive(Circuit)]
pub struct FlipsChecks {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub disc: Signal<In, Bits<64>>,
    pub flips: Signal<In, Bits<64>>,
    pub always_by_rule: Signal<Out, Bit>,
    pub once_star: Signal<Out, Bit>,

    /// The steps and the squares of [`LegalMovesChecks`](crate::othello::search::legal_moves::checks::LegalMovesChecks).
    #[init(STEPS.map(|step| Constant::new(step.into())))]
    step: [Constant<Bits<6>>; 4],
    #[init(last().map(|squares| Constant::new(squares.into())))]
    last: [Constant<Bits<64>>; 4],
    #[init(first().map(|squares| Constant::new(squares.into())))]
    first: [Constant<Bits<64>>; 4],
    theirs: Signal<Local, Bits<64>>,
    ours: Signal<Local, Bits<64>>,
    between: Signal<Local, Bits<64>>,
    /// Element n: the new disc if it encloses n discs in this direction.
    encloses: [Signal<Local, Bits<64>>; 7],
    /// The new disc if it encloses at least as many discs as the step has reached.
    enclosing: Signal<Local, Bits<64>>,
    /// What it flips, built from the far end: the discs flipped so far, moved by a step.
    trail: Signal<Local, Bits<64>>,
    flipped: Signal<Local, Bits<64>>,
}

const ALL: u64 = u64::MAX;
const D4: u64 = 1 << 27;
/// c3, d3, e3, c4, e4, c5, d5 and e5.
const AROUND_D4: u64 = 0b111 << 18 | 0b101 << 26 | 0b111 << 34;

#[kernel]
impl Logic for FlipsChecks {
    fn update(&mut self) {
        flipped = 0;
        encloses[0] = 0;
        for line in 0..4 {
            theirs = opponent;
            ours = (own >> step[line]) & !last[line];
            between = ALL;
            for length in 1..7 {
                theirs = (theirs >> step[line]) & !last[line];
                ours = (ours >> step[line]) & !last[line];
                between = between & theirs;
                encloses[length] = disc & between & ours;
            }
            enclosing = 0;
            trail = 0;
            for nearer in 1..7 {
                enclosing = enclosing | encloses[7 - nearer];
                trail = ((enclosing | trail) << step[line]) & !first[line];
            }
            flipped = flipped | trail;

            theirs = opponent;
            ours = (own << step[line]) & !first[line];
            between = ALL;
            for length in 1..7 {
                theirs = (theirs << step[line]) & !first[line];
                ours = (ours << step[line]) & !first[line];
                between = between & theirs;
                encloses[length] = disc & between & ours;
            }
            enclosing = 0;
            trail = 0;
            for nearer in 1..7 {
                enclosing = enclosing | encloses[7 - nearer];
                trail = ((enclosing | trail) >> step[line]) & !last[line];
            }
            flipped = flipped | trail;
        }
        always_by_rule = flips == flipped;
        once_star = (disc == D4) & (flips == AROUND_D4);
    }
}

impl Checks for FlipsChecks {
    const DEPTH: usize = 1;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
