//! The record of a game: every ply, a stone or a lost turn, so that it can be taken back.
//!
//! ```text
//! clock       ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! push        ____/‾‾‾\_______/‾‾‾\_______________________________________
//! at (hex)    = 77 =======X 86 ===========================================
//! skip        ____________________________/‾‾‾\___________________________
//! back        ____________________________________/‾‾‾\___/‾‾‾\___________
//! moves       = 0 ====X 1 ========X 2 ========================X 1 ========
//! lost        ________________________________/‾‾‾‾‾‾‾\___________________   the last ply is a lost turn
//! last (hex)  = 0 ========X 77 =======X 86 =======================X 77 ===   a clock later, from a block RAM
//! undoable    ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! ```
//!
//! The RAM holds one word for each stone: its crossing, and how many turns were lost between the stone before it and
//! itself. So it has room for a full board, however many turns are lost. Beyond 127 lost turns in a row, two at a
//! time are dropped, so that the side to move stays right.
//!
//! | port     | dir | width    | meaning                                              | initial |
//! |----------|-----|----------|------------------------------------------------------|---------|
//! | clock    | in  | 1        | rising edge                                          |         |
//! | clear    | in  | 1        | strobe: a new game; empties the record               |         |
//! | push     | in  | 1        | strobe: the stone `at` was placed                    |         |
//! | at       | in  | Crossing | its crossing                                         |         |
//! | skip     | in  | 1        | strobe: a turn was lost                              |         |
//! | back     | in  | 1        | strobe: takes back the last ply; there must be one   |         |
//! | pair     | in  | 1        | for `undoable`: two plies, not one                   |         |
//! | fixed    | in  | 1        | for `undoable`: the first stone cannot be taken back |         |
//! | moves    | out | 8        | stones on the board                                  | 0       |
//! | lost     | out | 1        | the last ply is a lost turn                          | 0       |
//! | last     | out | Crossing | the last stone, while `moves` is not 0               | 0, 0    |
//! | undoable | out | 1        | one ply can be taken back; with `pair`, two          | 0       |

use rust_hdl::prelude::*;

use crate::ports::Crossing;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

/// A word of the RAM: a stone.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Entry {
    at: Crossing,
    /// Turns lost between the stone before and this one.
    lost: Bits<7>,
}

const MOST: u64 = 127;

#[derive(Circuit)]
pub struct Record {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub push: Signal<In, Bit>,
    pub at: Signal<In, Crossing>,
    pub skip: Signal<In, Bit>,
    pub back: Signal<In, Bit>,
    pub pair: Signal<In, Bit>,
    pub fixed: Signal<In, Bit>,
    pub moves: Signal<Out, Bits<8>>,
    pub lost: Signal<Out, Bit>,
    pub last: Signal<Out, Crossing>,
    pub undoable: Signal<Out, Bit>,

    stones: Register<Bits<8>>,
    /// Turns lost since the last stone.
    skipped: Register<Bits<7>>,
    memory: DualPortRam<Entry, 8>,

    /// At least one stone can be taken back.
    one_stone: Signal<Local, Bit>,
    /// At least two stones can be taken back.
    two_stones: Signal<Local, Bit>,
}

#[kernel]
impl Logic for Record {
    fn update(&mut self) {
        memory = DualPortRam { write_enable: push, write_address: stones.q };
        memory.write_data.at = at;
        memory.write_data.lost = skipped.q;
        memory.read_address = stones.q - 1;

        if push {
            stones.d = stones.q + 1;
            skipped.d = 0;
        }
        if skip {
            skipped.d = if skipped.q == MOST { skipped.q - 1 } else { skipped.q + 1 };
        }
        if back {
            if skipped.q.any() {
                skipped.d = skipped.q - 1;
            } else {
                stones.d = stones.q - 1;
                skipped.d = memory.read_data.lost;
            }
        }
        if clear {
            stones.d = 0;
            skipped.d = 0;
        }

        one_stone = stones.q.any();
        two_stones = stones.q > 1;
        if fixed {
            one_stone = stones.q > 1;
            two_stones = stones.q > 2;
        }
        undoable = skipped.q.any() | one_stone;
        if pair {
            if skipped.q.any() {
                undoable = one_stone | (skipped.q != 1);
            } else {
                undoable = one_stone & (two_stones | memory.read_data.lost.any());
            }
        }

        moves = stones.q;
        lost = skipped.q.any();
        last = memory.read_data.at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    /// A ply of the reference model: a stone, or None for a lost turn.
    type Ply = Option<u64>;

    /// Pulses a strobe, and steps one more clock, after which its effect is visible.
    fn strobe(record: &mut Native<Record>, name: &str) {
        record.strobe(name);
        record.step();
    }

    fn check(record: &mut Native<Record>, plies: &[Ply]) {
        let stones: Vec<_> = plies.iter().flatten().collect();
        assert_eq!(record.read("moves"), stones.len() as u64);
        assert_eq!(record.read("lost"), u64::from(plies.last() == Some(&None)));
        if let Some(&&last) = stones.last() {
            assert_eq!(record.read("last"), last);
        }
        for (pair, fixed) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            record.drive("pair", pair);
            record.drive("fixed", fixed);
            record.settle();
            // The plies after the fixed stone; without one, all plies.
            let first = plies.iter().position(|ply| ply.is_some()).unwrap_or(0);
            let free = match fixed {
                1 if stones.is_empty() => plies.len(),
                1 => plies.len() - first - 1,
                _ => plies.len(),
            };
            assert_eq!(
                record.read("undoable"),
                u64::from(free > pair as usize),
                "{plies:?} pair {pair} fixed {fixed}"
            );
        }
    }

    #[test]
    fn whole_games_and_back_again() {
        let mut record = Native::new(Record::default());
        let mut random = Random::new(9);
        for losses in [2, 4, 40] {
            let mut plies: Vec<Ply> = vec![];
            strobe(&mut record, "clear");
            for round in 0..1500 {
                // Mostly forward, then mostly back, finally back to the start.
                let forth = round < 1000 && round % 200 < 150;
                let stones = plies.iter().flatten().count();
                if forth && random.once_in(losses) {
                    plies.push(None);
                    strobe(&mut record, "skip");
                } else if forth && stones < 225 {
                    let at = random.below(15) << 4 | random.below(15);
                    plies.push(Some(at));
                    record.drive("at", at);
                    strobe(&mut record, "push");
                } else if plies.pop().is_some() {
                    strobe(&mut record, "back");
                }
                // The first stone is fixed in games that begin with a stone.
                if plies.first().is_none_or(|ply| ply.is_some()) {
                    check(&mut record, &plies);
                }
            }
            assert!(plies.is_empty());
        }
    }

    #[test]
    fn turns_without_end_are_forgotten_by_twos() {
        for count in [126, 127, 128, 129, 1000, 1001] {
            let mut record = Native::new(Record::default());
            strobe(&mut record, "push");
            (0..count).for_each(|_| strobe(&mut record, "skip"));
            let mut back = 0;
            while record.read("lost") == 1 {
                strobe(&mut record, "back");
                back += 1;
            }
            assert!(back <= 127 && back % 2 == count % 2, "{back} of {count}");
            assert_eq!(record.read("moves"), 1);
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            push   0 1 0*2 1 0
            at     0x77*3 0x86
            skip   0*7 1 0
            back   0*9 1 0 1 0
        ";
        tengen_sim::expect_waves(file!(), Record::default(), stimulus, 0..15);
    }
}
