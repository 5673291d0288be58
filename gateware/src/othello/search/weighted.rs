//! One feature of the evaluation: the difference of both sides' counts, times its weight.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! count    ==< 7 X 4 >==============      the mover's count, then the other side's
//! product  =================< 3 * w >     two clocks later
//! ```
//!
//! | port    | dir | width | meaning                                                     | initial |
//! |---------|-----|-------|-------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge                                                 | –       |
//! | count   | in  | 7     | the count of the mover, and a clock later of the other side | –       |
//! | weight  | in  | 16    | two's complement; sampled a clock after the second count    | –       |
//! | product | out | 16    | the difference times the weight, two's complement           | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Weighted {
    pub clock: Signal<In, Clock>,
    pub count: Signal<In, Bits<7>>,
    pub weight: Signal<In, Bits<16>>,
    pub product: Signal<Out, Bits<16>>,

    /// The count of the clock before.
    counted: Register<Bits<7>>,
    /// The mover's count minus the other side's, two's complement.
    difference: Register<Bits<16>>,
    /// The low bits of the product.
    weighed: Register<Bits<16>>,
}

#[kernel]
impl Logic for Weighted {
    fn update(&mut self) {
        counted.d = count;
        difference.d = bit_cast::<16, 7>(counted.q) - bit_cast::<16, 7>(count);
        // The low 16 bits of the product are the same for signed and unsigned numbers.
        weighed.d = bit_cast::<16, 32>(difference.q * weight);
        product = weighed.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn the_difference_is_weighted() {
        let mut circuit = Native::new(Weighted::default());
        for (own, other, weight) in [(7, 4, 100), (4, 7, 100), (0, 33, -265), (64, 0, -5)] {
            for count in [own, other] {
                circuit.drive("count", count);
                circuit.step();
            }
            circuit.drive("weight", weight as u16 as u64);
            circuit.step();
            let expected = (own as i16 - other as i16) * weight;
            assert_eq!(circuit.read("product") as i16, expected);
        }
    }
}
