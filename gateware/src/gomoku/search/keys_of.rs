//! The keys of a crossing for both colours, by the threats of both there. Combinational.
//!
//! A key is a number for the colour's own threat, plus one for the other's, plus one for the ranks of both. A five has
//! the greatest key.
//!
//! | port                 | dir | width   | meaning                                          |
//! |----------------------|-----|---------|--------------------------------------------------|
//! | threats              | in  | Threats | the threats on the crossing                      |
//! | may_black, may_white | in  | 1       | the colour may play there                        |
//! | keys                 | out | Keys    | the keys; 0 for a colour that may not play there |

use rust_hdl::prelude::*;

use super::ports::{Keys, Threats};
use super::threat::Threat;
use super::weights::{self, KeyTable};
use crate::{Circuit, kernel};

/// The key of a five, which nothing else has: `HIGHEST_KEY` of the model.
const HIGHEST: u64 = 63;

#[derive(Circuit)]
pub struct KeysOf {
    pub threats: Signal<In, Threats>,
    pub may_black: Signal<In, Bit>,
    pub may_white: Signal<In, Bit>,
    pub keys: Signal<Out, Keys>,

    // For black, and for white.
    #[init(std::array::from_fn(|_| weights::own_key()))]
    own: [KeyTable; 2],
    #[init(std::array::from_fn(|_| weights::other_key()))]
    other: [KeyTable; 2],
    #[init(std::array::from_fn(|_| weights::key_of_both()))]
    both: [KeyTable; 2],

    black: Signal<Local, Bits<4>>,
    white: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for KeysOf {
    fn update(&mut self) {
        black = threats.black.into();
        white = threats.white.into();
        own[0].address = black;
        other[0].address = white;
        own[1].address = white;
        other[1].address = black;
        // The rank of a threat is its upper two bits.
        both[0].address = cat(black.get_bits::<2>(2), white.get_bits::<2>(2));
        both[1].address = cat(white.get_bits::<2>(2), black.get_bits::<2>(2));

        keys.black.key =
            if threats.black == Threat::Five { HIGHEST } else { own[0].data + other[0].data + both[0].data };
        if !may_black {
            keys.black.key = 0;
        }
        // Threats from `Three` on are 8 to 15, those from `Four` on 11 to 15.
        keys.black.three = black.get_bit(3);
        keys.black.four = black.get_bit(3) & (black.get_bit(2) | (black.get_bit(1) & black.get_bit(0)));

        keys.white.key =
            if threats.white == Threat::Five { HIGHEST } else { own[1].data + other[1].data + both[1].data };
        if !may_white {
            keys.white.key = 0;
        }
        keys.white.three = white.get_bit(3);
        keys.white.four = white.get_bit(3) & (white.get_bit(2) | (white.get_bit(1) & white.get_bit(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::search::{Threat as Known, WEIGHTS};
    use tengen_sim::{ByName, Encoded, Engine, Native};

    #[test]
    fn all_keys_are_those_of_the_model() {
        let mut circuit = Native::new(KeysOf::default());
        for black in Known::ALL {
            for white in Known::ALL {
                for may in 0..4 {
                    circuit.circuit.threats.next =
                        Threats { black: Threat::decode(black as u64), white: Threat::decode(white as u64) };
                    circuit.drive("may_black", may & 1);
                    circuit.drive("may_white", may >> 1);
                    circuit.settle();
                    let keys = circuit.circuit.keys.val();
                    for (key, own, other, may) in [
                        (keys.black, black, white, may & 1),
                        (keys.white, white, black, may >> 1),
                    ] {
                        let expected = if may == 1 { WEIGHTS.key(own, other) } else { 0 };
                        assert_eq!(key.key.index(), expected as usize, "{own:?} {other:?}");
                        assert_eq!((key.three, key.four), (own >= Known::Three, own.is_four()));
                    }
                }
            }
        }
    }
}
