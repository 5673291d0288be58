//! Adds a byte to a frame check sequence: the 16-bit FCS of RFC 1662, section C.2. Combinational.
//!
//! | port    | dir | width | meaning                      |
//! |---------|-----|-------|------------------------------|
//! | sum_in  | in  | 16    | the sequence before the byte |
//! | data    | in  | 8     | the byte                     |
//! | sum_out | out | 16    | the sequence with the byte   |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

/// The sequence before the first byte of a frame.
pub const START: u64 = tengen_link::wire::FCS_START as u64;
/// The sequence after a frame that ends with its own complement.
pub const GOOD: u64 = tengen_link::wire::FCS_GOOD as u64;
/// The generator, its lowest power on the left.
pub const GENERATOR: u64 = tengen_link::wire::FCS_GENERATOR as u64;

#[derive(Circuit)]
pub struct CheckSequence {
    pub sum_in: Signal<In, Bits<16>>,
    pub data: Signal<In, Bits<8>>,
    pub sum_out: Signal<Out, Bits<16>>,

    /// The sequence bit by bit.
    sum: Signal<Local, Bits<16>>,
}

#[kernel]
impl Logic for CheckSequence {
    fn update(&mut self) {
        sum = sum_in ^ bit_cast::<16, 8>(data);
        for _i in 0..8 {
            sum = if sum.get_bit(0) { (sum >> 1) ^ GENERATOR } else { sum >> 1 };
        }
        sum_out = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn it_is_the_one_of_the_protocol() {
        let mut circuit = Native::new(CheckSequence::default());
        let mut random = Random::new(16);
        for _ in 0..2000 {
            let (before, byte) = (random.below(1 << 16), random.below(1 << 8));
            circuit.drive("sum_in", before);
            circuit.drive("data", byte);
            circuit.settle();
            let expected = tengen_link::wire::fcs(before as u16, byte as u8);
            assert_eq!(circuit.read("sum_out"), u64::from(expected), "{before:x} {byte:x}");
        }
    }
}
