//! The value of the position to one colour when it is to move: the values of its threats less those of the opponent's.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! changes  ==< a >==< b >===========
//! value    ========X + a X + b =====   one clock later
//! keep     __/‾‾‾‾‾\________________   stores the value of this clock
//! restore  __________________/‾‾‾‾‾\   brings it back one clock later
//! ```
//!
//! | port    | dir | width          | meaning                                               | initial   |
//! |---------|-----|----------------|-------------------------------------------------------|-----------|
//! | clock   | in  | 1              | rising edge                                           | –         |
//! | clear   | in  | 1              | sets the value to that of the empty board             | –         |
//! | keep    | in  | 1              | see above                                             | –         |
//! | restore | in  | 1              | see above; ignores the changes of this clock          | –         |
//! | changes | in  | BANKS x Change | changes of the threats, by bank                       | –         |
//! | value   | out | 14             | the value, limited to 7500 either way, offset by 8192 | the tempo |

use rust_hdl::prelude::*;

use super::ports::{BANKS, Change};
use super::weights::{self, ValueTable};
use crate::{Circuit, Register, kernel};
use tengen_rules::gomoku::search::alpha_beta;

/// Greatest absolute value of a position.
pub const MOST: u64 = alpha_beta::MOST as u64;
/// The score 0, with the offset of the search.
pub const ZERO: u64 = 1 << 13;
/// Bits of a sum: enough for 225 crossings of the greatest value.
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
    // By bank: the values of the threats.
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
    /// The value for white; else for black.
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

        // Inverting the sign bit offsets the sum, so that an unsigned comparison works.
        let raised = total.q ^ middle;
        value = total.q.get_bits::<14>(0) ^ ZERO;
        if raised > highest {
            value = HIGHEST_VALUE;
        } else if raised < lowest {
            value = LOWEST_VALUE;
        }
    }
}
