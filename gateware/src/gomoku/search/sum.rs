//! The values of all empty crossings together, with one colour to move, updated as crossings change.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! now        ==< a >==< b >===========   the new values of the crossings; was: those before
//! following  ==X+a ==X+a+b===========   with the changes of this clock; combinational
//! keep       __/‾‾‾‾‾\________________   stores the sum before the changes of this clock
//! restore    __________________/‾‾‾‾‾\   brings it back, in place of the changes of this clock
//! ```
//!
//! | port      | dir | width              | meaning                                          | initial   |
//! |-----------|-----|--------------------|--------------------------------------------------|-----------|
//! | clock     | in  | 1                  | rising edge                                      | –         |
//! | clear     | in  | 1                  | sets the sum to that of the empty board          | –         |
//! | keep      | in  | 1                  | see above                                        | –         |
//! | restore   | in  | 1                  | see above                                        | –         |
//! | now, was  | in  | BANKS x Worth      | see above, by bank; equal where nothing changes  | –         |
//! | following | out | SUM_BITS           | see above; signed, less the sizes of no groups   | `weights::start` |

use rust_hdl::prelude::*;

use super::ports::BANKS;
use super::weights::{self, SUM_BITS, VALUE_BITS, Worth};
use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Sum {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub now: [Signal<In, Worth>; BANKS],
    pub was: [Signal<In, Worth>; BANKS],
    pub following: Signal<Out, Bits<SUM_BITS>>,

    #[init(weights::start())]
    total: Register<Bits<SUM_BITS>>,
    kept: Register<Bits<SUM_BITS>>,

    worth: Signal<Local, Worth>,
    value: Signal<Local, Bits<VALUE_BITS>>,
    /// Of five values.
    gain: Signal<Local, Bits<13>>,
    loss: Signal<Local, Bits<13>>,

    #[init(weights::start())]
    start: Constant<Bits<SUM_BITS>>,
}

#[kernel]
impl Logic for Sum {
    fn update(&mut self) {
        gain = 0;
        loss = 0;
        for i in 0..5 {
            worth = now[i];
            value = worth.value;
            gain = gain + bit_cast::<13, 10>(value);
            worth = was[i];
            value = worth.value;
            loss = loss + bit_cast::<13, 10>(value);
        }
        following = total.q + bit_cast::<19, 13>(gain) - bit_cast::<19, 13>(loss);
        if keep {
            kept.d = total.q;
        }
        if restore {
            following = kept.q;
        }
        if clear {
            following = start;
        }
        total.d = following;
    }
}
