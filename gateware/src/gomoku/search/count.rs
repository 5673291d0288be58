//! Counts the empty crossings that have a given kind of threat. The count is updated as threats change.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! now      == 00101 X 00000 ========   crossings that have it after the change, a bit each
//! was      == 00000 X 00001 ========   crossings that had it before
//! count    == 3 ====X  5  X  4 =====   one clock later; following: combinational
//! ```
//!
//! | port          | dir | width | meaning                                                     | initial |
//! |---------------|-----|-------|-------------------------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                                 | –       |
//! | clear         | in  | 1     | sets the count to 0                                         | –       |
//! | keep, restore | in  | 1     | keep stores the count of this clock; restore brings it back | –       |
//! | now, was      | in  | BANKS | see above                                                   | –       |
//! | any, many     | out | 1     | the count is at least 1; at least 2                         | 0       |
//! | doubles       | out | 2     | the count, limited to 3                                     | 0       |
//! | following     | out | 4     | the count with the changes of this clock, limited to 15     | –       |

use rust_hdl::prelude::*;

use super::ports::BANKS;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::weights::{DOUBLES, SIZES};

/// The limits.
const MOST_DOUBLES: u64 = DOUBLES as u64;
const MOST: u64 = SIZES as u64 - 1;

#[derive(Circuit)]
pub struct Count {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub now: Signal<In, Bits<BANKS>>,
    pub was: Signal<In, Bits<BANKS>>,
    pub any: Signal<Out, Bit>,
    pub many: Signal<Out, Bit>,
    pub doubles: Signal<Out, Bits<2>>,
    pub following: Signal<Out, Bits<4>>,

    total: Register<Bits<8>>,
    kept: Register<Bits<8>>,
    /// The number of bits that are set in the address.
    #[init(ones())]
    gain: Table<Bits<3>, BANKS>,
    #[init(ones())]
    loss: Table<Bits<3>, BANKS>,

    /// Signed.
    change: Signal<Local, Bits<4>>,
    next_total: Signal<Local, Bits<8>>,
}

fn ones() -> Table<Bits<3>, BANKS> {
    Table::new((0..1u32 << BANKS).map(|crossings| Bits::from(u64::from(crossings.count_ones()))))
}

#[kernel]
impl Logic for Count {
    fn update(&mut self) {
        gain.address = now;
        loss.address = was;
        change = bit_cast::<4, 3>(gain.data) - bit_cast::<4, 3>(loss.data);
        next_total = bit_cast::<8, 4>(change);
        if change.get_bit(3) {
            next_total = next_total | 0xF0;
        }
        next_total = total.q + next_total;
        if keep {
            kept.d = total.q;
        }
        if restore {
            next_total = kept.q;
        }
        if clear {
            next_total = 0;
        }
        total.d = next_total;
        any = total.q.any();
        many = total.q.get_bits::<7>(1).any();
        doubles = if total.q.get_bits::<6>(2).any() { MOST_DOUBLES } else { total.q.get_bits::<2>(0) };
        following = if next_total.get_bits::<4>(4).any() { MOST } else { next_total.get_bits::<4>(0) };
    }
}
