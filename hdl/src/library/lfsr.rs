//! Pseudo-random numbers: a linear feedback shift register that never stops. The moments of people's moves make its
//! numbers unpredictable.
//!
//! ```text
//! clock   /‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! enable  ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___/‾‾‾\_______
//! random  = 0 ====X 3 X 33X100X141X 0 X 22X 0 ====   another number each clock; 0 while not enabled
//! ```
//!
//! 16 bits with the taps 16, 15, 13 and 4 (P. Alfke, Xilinx application note XAPP 052, table 3): x^16 + x^15 + x^13 +
//! x^4 + 1 is primitive, so the register runs through all 65535 states except zero. The bits of a number are five apart
//! in the register, so that a number is not the last one shifted. In a test with 24 crossings in a star, each crossing
//! then has the greatest number in 83 to 111 % of its share; with the eight lowest bits in order it would be 65 to 132
//! %.
//!
//! | port   | dir | width | meaning                                               | initial |
//! |--------|-----|-------|-------------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge                                           | –       |
//! | enable | in  | 1     | show the number                                       | –       |
//! | random | out | 8     | the number of this clock; combinational from `enable` | 0       |

use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Lfsr {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub random: Signal<Out, Bits<8>>,

    /// Bit i is tap i + 1.
    #[init(1)]
    state: Register<Bits<16>>,
    shifted: Signal<Local, Bits<16>>,
    number: Signal<Local, Bits<8>>,
}

#[kernel]
impl Logic for Lfsr {
    fn update(&mut self) {
        shifted = 0;
        shifted = shifted.replace_bit(0, q.get_bit(15) ^ q.get_bit(14) ^ q.get_bit(12) ^ q.get_bit(3));
        for i in 0..15 {
            shifted = shifted.replace_bit(i + 1, q.get_bit(i));
        }
        d = shifted;

        number = 0;
        // Bit i of the number is bit 5 i mod 16 of the state.
        for i in 0..4 {
            number = number.replace_bit(i, q.get_bit(5 * i));
        }
        for i in 4..7 {
            number = number.replace_bit(i, q.get_bit(5 * i - 16));
        }
        number = number.replace_bit(7, q.get_bit(3));
        random = 0;
        if enable {
            random = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn all_65535_states_follow_one_another_and_every_number_is_as_likely() {
        let mut lfsr = Native::new(Lfsr::default());
        lfsr.drive("enable", 1);
        lfsr.settle();
        let start = lfsr.circuit.state.q.val();
        let mut drawn = [0; 256];
        for step in 0..65535 {
            assert!(
                step == 0 || lfsr.circuit.state.q.val() != start,
                "back after {step} steps"
            );
            drawn[lfsr.read("random") as usize] += 1;
            lfsr.step();
        }
        assert_eq!(lfsr.circuit.state.q.val(), start);
        // Each value of eight bits occurs 2^8 times in 2^16 states, of which only zero is missing.
        assert_eq!(drawn[0], 255);
        assert_eq!(drawn[1..], [256; 255]);
    }

    #[test]
    fn it_shows_0_while_not_enabled() {
        let mut lfsr = Native::new(Lfsr::default());
        for _ in 0..100 {
            lfsr.step();
            assert_eq!(lfsr.read("random"), 0);
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        tengen_sim::expect_waves(file!(), Lfsr::default(), "enable 0*20 1*4 0 1 0", 18..28);
    }
}
