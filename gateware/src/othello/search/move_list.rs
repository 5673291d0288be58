//! The moves of a node in the order in which they are tried: a list that sorts on insertion and is read from the
//! front.
//!
//! ```text
//! insert  ____/‾‾‾‾‾‾‾‾‾\_______
//! key     ====< 7 >< 3 >========
//! squares = - ====< f5 >< c3 f5 >       the smallest key first; equal keys in order of insertion
//! ```
//!
//! | port                  | dir | width           | meaning                                                                           | initial |
//! |-----------------------|-----|-----------------|-----------------------------------------------------------------------------------|---------|
//! | clock                 | in  | 1               | rising edge                                                                       | –       |
//! | clear                 | in  | 1               | empties the list; takes priority over all that follow                             | –       |
//! | restore               | in  | 1               | sets the list to `squares_in` and `filled_in`; after that nothing may be inserted | –       |
//! | squares_in, filled_in | in  | SQUARES, LISTED | in the format of `squares` and `filled`                                           | –       |
//! | insert, key, at       | in  | 1, 8, 6         | inserts the square `at`; if the list is full, the last entry is lost              | –       |
//! | drop_first            | in  | 1               | removes the first entry                                                           | –       |
//! | squares               | out | SQUARES         | twelve squares of six bits each, the first in the low bits                        | 0       |
//! | filled                | out | LISTED          | bit i: entry i is valid                                                           | 0       |
//! | leads                 | out | 1               | a square with the key `key` would be the first; combinational                     | 1       |

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

/// Capacity of the list; further moves are tried after those in it.
pub const LISTED: usize = 12;
/// Bits of all squares in the list.
pub const SQUARES: usize = 6 * LISTED;

#[derive(Circuit)]
pub struct MoveList {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub squares_in: Signal<In, Bits<SQUARES>>,
    pub filled_in: Signal<In, Bits<LISTED>>,
    pub insert: Signal<In, Bit>,
    pub key: Signal<In, Bits<8>>,
    pub at: Signal<In, Bits<6>>,
    pub drop_first: Signal<In, Bit>,
    pub squares: Signal<Out, Bits<SQUARES>>,
    pub filled: Signal<Out, Bits<LISTED>>,
    pub leads: Signal<Out, Bit>,

    keys: [Register<Bits<8>>; LISTED],
    places: [Register<Bits<6>>; LISTED],
    taken: Register<Bits<LISTED>>,

    /// Bit i: the new square is inserted before entry i.
    ahead: Signal<Local, Bits<LISTED>>,
}

#[kernel]
impl Logic for MoveList {
    fn update(&mut self) {
        ahead = 0;
        for i in 0..12 {
            ahead = ahead.replace_bit(i, !taken.q.get_bit(i) | (keys[i].q > key));
        }
        for i in 0..12 {
            keys[i].d = keys[i].q;
            places[i].d = places[i].q;
        }
        if clear {
            taken.d = 0;
        } else if restore {
            taken.d = filled_in;
            for i in 0..12 {
                places[i].d = squares_in.get_bits::<6>(6 * i);
            }
        } else if insert {
            taken.d = (taken.q << 1) | 1;
            for i in 1..12 {
                if ahead.get_bit(i - 1) {
                    keys[i].d = keys[i - 1].q;
                    places[i].d = places[i - 1].q;
                } else if ahead.get_bit(i) {
                    keys[i].d = key;
                    places[i].d = at;
                }
            }
            if ahead.get_bit(0) {
                keys[0].d = key;
                places[0].d = at;
            }
        } else if drop_first {
            taken.d = taken.q >> 1;
            for i in 0..11 {
                keys[i].d = keys[i + 1].q;
                places[i].d = places[i + 1].q;
            }
        }
        squares = bit_cast::<72, 6>(places[0].q)
            | (bit_cast::<72, 6>(places[1].q) << 6)
            | (bit_cast::<72, 6>(places[2].q) << 12)
            | (bit_cast::<72, 6>(places[3].q) << 18)
            | (bit_cast::<72, 6>(places[4].q) << 24)
            | (bit_cast::<72, 6>(places[5].q) << 30)
            | (bit_cast::<72, 6>(places[6].q) << 36)
            | (bit_cast::<72, 6>(places[7].q) << 42)
            | (bit_cast::<72, 6>(places[8].q) << 48)
            | (bit_cast::<72, 6>(places[9].q) << 54)
            | (bit_cast::<72, 6>(places[10].q) << 60)
            | (bit_cast::<72, 6>(places[11].q) << 66);
        filled = taken.q;
        leads = ahead.get_bit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    fn listed(list: &mut Native<MoveList>) -> Vec<usize> {
        list.settle();
        let (squares, filled) = (list.circuit.squares.val(), list.read("filled"));
        let entries = (0..LISTED).filter(|i| filled >> i & 1 == 1);
        entries.map(|i| squares.get_bits::<6>(6 * i).index()).collect()
    }

    #[test]
    fn it_is_a_stable_sort_of_what_came_in() {
        let mut list = Native::new(MoveList::default());
        let mut random = Random::new(5);
        for round in 0..60 {
            list.strobe("clear");
            let mut model: Vec<(u64, u64)> = vec![];
            for _ in 0..round % 17 {
                let (key, at) = (random.below(9u64), random.below(64u64));
                list.drive("key", key);
                list.drive("at", at);
                list.strobe("insert");
                let place = model.partition_point(|(other, _)| *other <= key);
                model.insert(place, (key, at));
                model.truncate(LISTED);
            }
            let kept: Vec<usize> = model.iter().map(|(_, at)| *at as usize).collect();
            assert_eq!(listed(&mut list), kept);
            let (squares, filled) = (list.circuit.squares.val(), list.circuit.filled.val());
            for gone in 1..=kept.len() {
                list.strobe("drop_first");
                assert_eq!(listed(&mut list), kept[gone..]);
            }
            list.circuit.squares_in.next = squares;
            list.circuit.filled_in.next = filled;
            list.strobe("restore");
            assert_eq!(listed(&mut list), kept);
        }
    }
}
