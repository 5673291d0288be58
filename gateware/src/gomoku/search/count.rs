//! How many empty crossings threaten something, kept up to date.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! now      == 00101 X 00000 ========   crossings that now do, a bit each
//! was      == 00000 X 00001 ========   that did
//! count    == 3 ====X  5  X  4 =====   one clock later
//! ```
//!
//! | port          | dir | width | meaning                                     | initial |
//! |---------------|-----|-------|---------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                 | –       |
//! | clear         | in  | 1     | there is none                               | –       |
//! | keep, restore | in  | 1     | the count of that clock is kept; it is back | –       |
//! | now, was      | in  | BANKS | see above                                   | –       |
//! | any, many     | out | 1     | there is one; there are two or more         | 0       |

use rust_hdl::prelude::*;

use super::ports::BANKS;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::Table;

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

    total: Register<Bits<8>>,
    kept: Register<Bits<8>>,
    /// By crossings: how many they are.
    #[init(ones())]
    gain: Table<Bits<3>, BANKS>,
    #[init(ones())]
    loss: Table<Bits<3>, BANKS>,
}

fn ones() -> Table<Bits<3>, BANKS> {
    Table::new((0..1u32 << BANKS).map(|crossings| Bits::from(u64::from(crossings.count_ones()))))
}

#[kernel]
impl Logic for Count {
    fn update(&mut self) {
        gain.address = now;
        loss.address = was;
        total.d = total.q + bit_cast::<8, 3>(gain.data) - bit_cast::<8, 3>(loss.data);
        if keep {
            kept.d = total.q;
        }
        if restore {
            total.d = kept.q;
        }
        if clear {
            total.d = 0;
        }
        any = total.q.any();
        many = total.q.get_bits::<7>(1).any();
    }
}
