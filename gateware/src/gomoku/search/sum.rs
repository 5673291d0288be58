//! What the position is worth to one colour on the move: the worth of all it threatens, less that of what the other does.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! changes  ==< a >==< b >===========
//! value    ========X + a X + b =====   one clock later
//! keep     __/‾‾‾‾‾\________________   the value of this clock is kept
//! restore  __________________/‾‾‾‾‾\   and is back one clock later
//! ```
//!
//! | port    | dir | width          | meaning                                                      | initial   |
//! |---------|-----|----------------|--------------------------------------------------------------|-----------|
//! | clock   | in  | 1              | rising edge                                                  | –         |
//! | clear   | in  | 1              | of the empty board                                           | –         |
//! | keep    | in  | 1              | see above                                                    | –         |
//! | restore | in  | 1              | likewise; nothing changes in this clock                      | –         |
//! | changes | in  | BANKS x Change | of crossings                                                 | –         |
//! | value   | out | 14             | what it is worth, at most 7500 to either side, and 8192 more | the tempo |

use rust_hdl::prelude::*;

use super::ports::{BANKS, Change};
use super::weights::{self, ValueTable};
use crate::{Circuit, Register, kernel};
use tengen_rules::gomoku::search::alpha_beta;

/// No value of a position is as far from 0.
pub const MOST: u64 = alpha_beta::MOST as u64;
/// The score 0 of the search.
pub const ZERO: u64 = 1 << 13;
/// Bits of a sum: 225 crossings at the greatest value.
pub const SUM_BITS: usize = 19;

const HIGHEST_VALUE: u64 = ZERO + MOST;
const LOWEST_VALUE: u64 = ZERO - MOST;

#[derive(Circuit)]
pub struct Sum {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub changes: [Signal<In, Change>; BANKS],
    pub value: Signal<Out, Bits<14>>,

    #[init(weights::tempo())]
    total: Register<Bits<SUM_BITS>>,
    kept: Register<Bits<SUM_BITS>>,
    // By crossing.
    #[init(std::array::from_fn(|_| weights::mover()))]
    own_now: [ValueTable; BANKS],
    #[init(std::array::from_fn(|_| weights::mover()))]
    own_was: [ValueTable; BANKS],
    #[init(std::array::from_fn(|_| weights::opponent()))]
    other_now: [ValueTable; BANKS],
    #[init(std::array::from_fn(|_| weights::opponent()))]
    other_was: [ValueTable; BANKS],

    change: Signal<Local, Change>,
    gained: Signal<Local, Bits<11>>,
    spared: Signal<Local, Bits<11>>,
    gain: Signal<Local, Bits<SUM_BITS>>,
    loss: Signal<Local, Bits<SUM_BITS>>,

    #[init(weights::tempo())]
    tempo: Constant<Bits<SUM_BITS>>,
    #[init(1 << (SUM_BITS - 1))]
    middle: Constant<Bits<SUM_BITS>>,
    #[init((1 << (SUM_BITS - 1)) + MOST)]
    highest: Constant<Bits<SUM_BITS>>,
    #[init((1 << (SUM_BITS - 1)) - MOST)]
    lowest: Constant<Bits<SUM_BITS>>,
    /// For white; else for black.
    #[given]
    white: Constant<Bit>,
}

impl Sum {
    pub fn of(white: bool) -> Self {
        Sum::given(Constant::new(white))
    }
}

#[kernel]
impl Logic for Sum {
    fn update(&mut self) {
        gain = 0;
        loss = 0;
        for i in 0..5 {
            change = changes[i];
            own_now[i].address = change.now.black.into();
            own_was[i].address = change.was.black.into();
            other_now[i].address = change.now.white.into();
            other_was[i].address = change.was.white.into();
            if white {
                own_now[i].address = change.now.white.into();
                own_was[i].address = change.was.white.into();
                other_now[i].address = change.now.black.into();
                other_was[i].address = change.was.black.into();
            }
            gained = own_now[i].data;
            spared = other_was[i].data;
            gain = gain + bit_cast::<19, 11>(gained) + bit_cast::<19, 11>(spared);
            gained = own_was[i].data;
            spared = other_now[i].data;
            loss = loss + bit_cast::<19, 11>(gained) + bit_cast::<19, 11>(spared);
        }

        total.d = total.q + gain - loss;
        if keep {
            kept.d = total.q;
        }
        if restore {
            total.d = kept.q;
        }
        if clear {
            total.d = tempo;
        }

        // Offset, so that they compare without a sign.
        let raised = total.q ^ middle;
        value = total.q.get_bits::<14>(0) ^ ZERO;
        if raised > highest {
            value = HIGHEST_VALUE;
        } else if raised < lowest {
            value = LOWEST_VALUE;
        }
    }
}
