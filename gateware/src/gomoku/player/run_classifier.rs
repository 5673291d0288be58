//! Classifies the run of a stone in a line: the number of own stones that adjoin it without a gap, and the open ends of
//! the run.
//!
//! ```text
//! cell       -5 -4 -3 -2 -1 stone +1 +2 +3 +4 +5    O own, . empty, # the other colour or off the board
//!             .  O  .  O  O   O    O  .  O  #  #     2 + 1 adjoin, two open ends: a four, run 14
//!             O  O  .  #  O   O    O  .  .  .  .     1 + 1 adjoin, one open end: a three, run 9
//! ```
//!
//! | run       | five or more | four      | three    | two      | one  |
//! |-----------|--------------|-----------|----------|----------|------|
//! | adjoining | 4 and more   | 3         | 2        | 1        | 0    |
//! | run       | 15           | 12 + open | 8 + open | 4 + open | open |
//!
//! `open` counts the open ends, 0 to 2. For five or more it does not matter.
//!
//! | port     | dir | width | meaning                                                                 | initial |
//! |----------|-----|-------|-------------------------------------------------------------------------|---------|
//! | open     | in  | 10    | cells that are own or empty: bits 0..4 are -5..-1, bits 5..9 are +1..+5 | –       |
//! | empty    | in  | 10    | cells that are empty, in the same order; all of them are `open`         | –       |
//! | run      | out | 4     | the class above                                                         | –       |
//! | five     | out | 1     | five or more                                                            | –       |
//! | overlong | out | 1     | six or more                                                             | –       |

use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct RunClassifier {
    pub open: Signal<In, Bits<10>>,
    pub empty: Signal<In, Bits<10>>,
    pub run: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,
    pub overlong: Signal<Out, Bit>,

    // Element k: at least k + 1 stones adjoin on that side.
    left: [Signal<Local, Bit>; 5],
    right: [Signal<Local, Bit>; 5],
    /// Element k: at least k + 1 stones adjoin on the two sides together.
    both: [Signal<Local, Bit>; 5],
}

#[kernel]
impl Logic for RunClassifier {
    fn update(&mut self) {
        let own = open & !empty;
        left[0] = own.get_bit(4);
        right[0] = own.get_bit(5);
        for k in 1..5 {
            left[k] = left[k - 1] & own.get_bit(4 - k);
            right[k] = right[k - 1] & own.get_bit(5 + k);
        }

        // An end is open if the first cell beyond the adjoining stones, at most three on that side, is empty.
        let left_open = empty.get_bit(4)
            | (left[0] & empty.get_bit(3))
            | (left[1] & empty.get_bit(2))
            | (left[2] & empty.get_bit(1));
        let right_open = empty.get_bit(5)
            | (right[0] & empty.get_bit(6))
            | (right[1] & empty.get_bit(7))
            | (right[2] & empty.get_bit(8));

        both[0] = left[0] | right[0];
        both[1] = left[1] | (left[0] & right[0]) | right[1];
        both[2] = left[2] | (left[1] & right[0]) | (left[0] & right[1]) | right[2];
        both[3] = left[3] | (left[2] & right[0]) | (left[1] & right[1]) | (left[0] & right[2]) | right[3];
        both[4] = left[4]
            | (left[3] & right[0])
            | (left[2] & right[1])
            | (left[1] & right[2])
            | (left[0] & right[3])
            | right[4];

        // Bits 1 and 0 count the open ends, or are 3 for a five. Bits 3 and 2 count the adjoining stones, at most 3.
        run = 0;
        run = run.replace_bit(0, both[3] | (left_open ^ right_open));
        run = run.replace_bit(1, both[3] | (left_open & right_open));
        run = run.replace_bit(2, both[2] | (both[0] & !both[1]));
        run = run.replace_bit(3, both[1]);
        five = both[3];
        overlong = both[4];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn all_59049_neighbourhoods() {
        let mut circuit = Native::new(RunClassifier::default());
        for code in 0..3u32.pow(10) {
            // Per cell: 0 blocked, 1 own, 2 empty. Cells from -5 to +5 without the stone.
            let cells: Vec<u32> = (0..10).map(|i| code / 3u32.pow(i) % 3).collect();
            let bits = |kind| (0..10).fold(0, |bits, i| bits | u64::from(cells[i] == kind) << i);
            circuit.drive("open", bits(1) | bits(2));
            circuit.drive("empty", bits(2));
            circuit.settle();

            let mut sides = [cells[..5].iter().rev().collect::<Vec<_>>(), cells[5..].iter().collect()];
            let adjoining: u64 = sides
                .iter_mut()
                .map(|side| {
                    let stones = side.iter().take_while(|&&&kind| kind == 1).count();
                    side.drain(..stones);
                    stones as u64
                })
                .sum();
            let open = sides.iter().filter(|side| side.first() == Some(&&2)).count() as u64;
            let expected = if adjoining >= 4 { 15 } else { adjoining * 4 + open };
            assert_eq!(circuit.read("run"), expected, "{cells:?}");
            assert_eq!(circuit.read_as::<Bit>("five"), adjoining >= 4, "{cells:?}");
            assert_eq!(circuit.read_as::<Bit>("overlong"), adjoining >= 5, "{cells:?}");
        }
    }
}
