//! What stands at one end of a side of the board, as the addresses of two tables.
//!
//! ```text
//!  inner   4 5 6                  the pattern `corner`: cells 0 to 6
//!  edge    0 1 2 3 7 8 9          the pattern `edge`: cells 0 to 3 and 7 to 9
//! ```
//!
//! | bits of an address | hold, as a number with a ternary digit for each cell, the first the lowest |
//! |--------------------|----------------------------------------------------------------------------|
//! | 6..0               | cells 0 to 3: 0 to 80                                                      |
//! | 11..7              | the other three: 0 to 26                                                   |
//!
//! A digit is 0 for an empty cell, 1 for one of the mover's and 2 for one of the opponent's.
//!
//! | port            | dir | width   | meaning                                             | initial |
//! |-----------------|-----|---------|-----------------------------------------------------|---------|
//! | mover, opponent | in  | 10      | their discs on the ten cells                        | –       |
//! | corner_address  | out | ADDRESS | the address of the corner's value; combinational    | –       |
//! | edge_address    | out | ADDRESS | the address of the edge's value; combinational      | –       |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

/// Bits of an address.
pub const ADDRESS: usize = 12;
/// The number of contents of cells 0 to 3.
const FIRST_VALUES: usize = 81;
/// The lowest bit of the other three cells in an address.
const OTHERS: u32 = 7;
/// The number of words that can be addressed.
pub const WORDS: usize = 27 << OTHERS;

/// The address of what has the number `contents` in `rules::othello::evaluation`.
pub fn address(contents: usize) -> usize {
    ((contents / FIRST_VALUES) << OTHERS) | (contents % FIRST_VALUES)
}

#[derive(Circuit)]
pub struct Contents {
    pub mover: Signal<In, Bits<10>>,
    pub opponent: Signal<In, Bits<10>>,
    pub corner_address: Signal<Out, Bits<ADDRESS>>,
    pub edge_address: Signal<Out, Bits<ADDRESS>>,

    /// What each of the cells 0 to 3 adds.
    first: [Signal<Local, Bits<12>>; 4],
    /// What each of the others adds.
    other: [Signal<Local, Bits<12>>; 6],
    /// The number of cells 0 to 3.
    shared: Signal<Local, Bits<12>>,

    #[init([1u64, 3, 9, 27].map(|power| Constant::new(power.into())))]
    power: [Constant<Bits<12>>; 4],
}

#[kernel]
impl Logic for Contents {
    fn update(&mut self) {
        for i in 0..4 {
            first[i] = 0;
            if mover.get_bit(i) {
                first[i] = power[i];
            } else if opponent.get_bit(i) {
                first[i] = power[i] << 1;
            }
        }
        for i in 0..3 {
            other[i] = 0;
            if mover.get_bit(i + 4) {
                other[i] = power[i];
            } else if opponent.get_bit(i + 4) {
                other[i] = power[i] << 1;
            }
            other[i + 3] = 0;
            if mover.get_bit(i + 7) {
                other[i + 3] = power[i];
            } else if opponent.get_bit(i + 7) {
                other[i + 3] = power[i] << 1;
            }
        }
        shared = (first[0] + first[1]) + (first[2] + first[3]);
        corner_address = (((other[0] + other[1]) + other[2]) << 7) | shared;
        edge_address = (((other[3] + other[4]) + other[5]) << 7) | shared;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::evaluation::contents;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn the_addresses_are_those_of_the_rules_numbers() {
        let mut circuit = Native::new(Contents::default());
        for mut digits in 0..3u32.pow(10) {
            let [mut mover, mut opponent] = [0u64; 2];
            for cell in 0..10 {
                mover |= u64::from(digits % 3 == 1) << cell;
                opponent |= u64::from(digits % 3 == 2) << cell;
                digits /= 3;
            }
            circuit.drive("mover", mover);
            circuit.drive("opponent", opponent);
            circuit.settle();
            let corner = contents(mover as u8 & 0x7F, opponent as u8 & 0x7F);
            let edge = |cells: u64| (cells & 0xF | cells >> 3 & 0x70) as u8;
            let edge = contents(edge(mover), edge(opponent));
            let read = ["corner_address", "edge_address"].map(|port| circuit.read(port) as usize);
            assert_eq!(read, [address(corner), address(edge)]);
            assert!(read[0].max(read[1]) < WORDS);
        }
    }
}
