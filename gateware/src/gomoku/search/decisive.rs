//! Which kinds of decisive threat a threat belongs to. Combinational.
//!
//! | bit of `kinds` | set for                           |
//! |----------------|-----------------------------------|
//! | 0              | a five                            |
//! | 1              | a double four                     |
//! | 2              | any other four                    |
//! | 3              | a four and a three                |
//! | 4              | two threes                        |
//!
//! | port   | dir | width  | meaning               |
//! |--------|-----|--------|-----------------------|
//! | threat | in  | Threat | the threat of a stone |
//! | kinds  | out | KINDS  | see the table above   |

use rust_hdl::prelude::*;

use super::threat::Threat;
use crate::{Circuit, kernel};

/// Number of kinds.
pub const KINDS: usize = 5;

#[derive(Circuit)]
pub struct Decisive {
    pub threat: Signal<In, Threat>,
    pub kinds: Signal<Out, Bits<KINDS>>,
}

#[kernel]
impl Logic for Decisive {
    fn update(&mut self) {
        kinds = 0;
        match threat {
            Threat::Five => kinds = kinds.replace_bit(0, true),
            Threat::DoubleFour => kinds = kinds.replace_bit(1, true),
            Threat::FourThree => {
                kinds = kinds.replace_bit(2, true);
                kinds = kinds.replace_bit(3, true);
            }
            Threat::FourMore => kinds = kinds.replace_bit(2, true),
            Threat::Four => kinds = kinds.replace_bit(2, true),
            Threat::DoubleThree => kinds = kinds.replace_bit(4, true),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::search::Threat as Known;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_threat_is_of_its_kinds() {
        let mut circuit = Native::new(Decisive::default());
        let kinds: [&[Known]; KINDS] = [
            &[Known::Five],
            &[Known::DoubleFour],
            &[Known::Four, Known::FourMore, Known::FourThree],
            &[Known::FourThree],
            &[Known::DoubleThree],
        ];
        for threat in Known::ALL {
            circuit.drive("threat", threat as u64);
            circuit.settle();
            let bits = kinds.iter().enumerate();
            let expected = bits.fold(0, |word, (kind, of)| word | u64::from(of.contains(&threat)) << kind);
            assert_eq!(circuit.read("kinds"), expected, "{threat:?}");
        }
    }
}
