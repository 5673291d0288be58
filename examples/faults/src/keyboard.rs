//! Receives the bytes of a PS/2 keyboard: eleven bits, a start bit 0, eight data bits with the least significant first,
//! odd parity, a stop bit 1. The keyboard changes its data while its clock is high, and holds it while the clock is
//! low.
//!
//! | port     | dir | width | meaning                       |
//! |----------|-----|-------|-------------------------------|
//! | clock    | in  | 1     | much faster than `ps2_clk`    |
//! | ps2_clk  | in  | 1     | the keyboard's clock          |
//! | ps2_data | in  | 1     | its data                      |
//! | code     | out | 8     | the byte, valid with `strobe` |
//! | strobe   | out | 1     | one clock: a byte has come    |

use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, kernel};
use tengen_sim::gtkwave::Marker;

use crate::Script;

#[derive(Circuit)]
pub struct Receiver {
    pub clock: Signal<In, Clock>,
    pub ps2_clk: Signal<In, Bit>,
    pub ps2_data: Signal<In, Bit>,
    pub code: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,

    /// The keyboard's clock one, two and three clocks ago, and its data. Idle lines are high.
    #[init(true)]
    clk_first: Register<Bit>,
    #[init(true)]
    clk_second: Register<Bit>,
    #[init(true)]
    clk_third: Register<Bit>,
    #[init(true)]
    data_first: Register<Bit>,
    #[init(true)]
    data_second: Register<Bit>,
    taken: Signal<Local, Bit>,
    /// The number of bits of this byte so far.
    count: Register<Bits<4>>,
    /// These bits, the newest at the left.
    bits: Register<Bits<11>>,
    whole: Register<Bit>,
    #[init(11 - 1)]
    last: Constant<Bits<4>>,
}

#[kernel]
impl Logic for Receiver {
    fn update(&mut self) {
        clk_first.d = ps2_clk;
        clk_second.d = clk_first.q;
        clk_third.d = clk_second.q;
        data_first.d = ps2_data;
        data_second.d = data_first.q;
        taken = clk_second.q & !clk_third.q;
        whole.d = false;
        if taken {
            bits.d = (bits.q >> 1).replace_bit(10, data_second.q);
            count.d = count.q + 1;
            if count.q == last {
                count.d = 0;
                whole.d = true;
            }
        }
        code = bit_cast::<8, 11>(bits.q >> 1);
        strobe = whole.q;
    }
}

/// The clocks of half a period of the keyboard's clock.
const HALF: usize = 8;
/// The byte to send: the code of the key A.
const SENT: u64 = 0x1C;

/// The keyboard is idle for a while, then sends a byte twice.
pub fn script() -> Script {
    let still = vec![vec![1, 1]; 4 * HALF];
    let parity = u64::from(SENT.count_ones().is_multiple_of(2));
    let frame = SENT << 1 | parity << 9 | 1 << 10;
    let bit = |bit: u64| [1, 0].map(|clock| vec![vec![clock, frame >> bit & 1]; HALF]).concat();
    let sent = (0..11).flat_map(bit).chain(still.clone());
    let sent: Vec<_> = sent.collect();
    Script {
        inputs: &["ps2_clk", "ps2_data"],
        marker: Marker { cycle: still.len() as u64, label: "the start bit".into(), span: sent.len() as u64 },
        clocks: [still, sent.clone(), sent].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen;
    use tengen_sim::ByName;

    /// Correct would be 1C, twice.
    #[test]
    fn the_start_bit_is_missed_and_every_bit_is_one_place_too_low() {
        let codes = seen(Receiver::default(), &script(), |receiver| {
            (receiver.read("strobe") == 1).then(|| receiver.read("code"))
        });
        let codes: Vec<u64> = codes.into_iter().flatten().collect();
        assert_eq!(codes, [SENT >> 1, SENT >> 1]);
    }
}
