//! Counts the plies of a game and keeps their check, as `tengen_link::Tally` does: bit by bit, in both directions.
//!
//! ```text
//! push    __/‾\______________________________________
//! pop     ______________________________/‾\__________
//! ply     ==X77X============================X77X=====
//! busy    ____/‾‾ 8 clocks ‾‾\____________/‾‾ 8 ‾‾\__
//! number  = 0 X 1 ========================X 0 =======
//! check   = FFFF X .. X of the ply =======X .. X FFFF
//! ```
//!
//! | port   | dir | width | meaning                                                              | initial |
//! |--------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge                                                          |         |
//! | clear  | in  | 1     | strobe: no plies; at any time                                        |         |
//! | push   | in  | 1     | strobe: `ply` is played; ignored while `busy`                        |         |
//! | pop    | in  | 1     | strobe: `ply`, the last one, is taken back; ignored while `busy`     |         |
//! | ply    | in  | 8     | a stone's crossing {row, column}; FF for a lost turn                 |         |
//! | number | out | 8     | the plies, modulo 256                                                | 0       |
//! | check  | out | 16    | their check; valid while `busy` is low                               | FFFF    |
//! | busy   | out | 1     | the check is being made                                              | 0       |

use rust_hdl::prelude::*;

use super::check_sequence::{GENERATOR, START};
use crate::{Circuit, LogicStruct, Register, kernel};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    number: Bits<8>,
    check: Bits<16>,
    /// Bits still to go.
    bits: Bits<4>,
    /// They are taken back.
    back: Bit,
    /// The ply that is taken back.
    ply: Bits<8>,
}

const BITS: u64 = 8;

#[derive(Circuit)]
pub struct Tally {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub push: Signal<In, Bit>,
    pub pop: Signal<In, Bit>,
    pub ply: Signal<In, Bits<8>>,
    pub number: Signal<Out, Bits<8>>,
    pub check: Signal<Out, Bits<16>>,
    pub busy: Signal<Out, Bit>,

    #[init(State { check: START.into(), ..State::default() })]
    state: Register<State>,
}

#[kernel]
impl Logic for Tally {
    fn update(&mut self) {
        if q.bits.any() {
            d.bits = q.bits - 1;
            if q.back {
                self.step_back();
            } else {
                d.check = if q.check.get_bit(0) { (q.check >> 1) ^ GENERATOR } else { q.check >> 1 };
            }
        } else if push {
            d.number = q.number + 1;
            d.check = q.check ^ bit_cast::<16, 8>(ply);
            d.bits = BITS;
            d.back = false;
        } else if pop {
            d.number = q.number - 1;
            d.ply = ply;
            d.bits = BITS;
            d.back = true;
        }
        if clear {
            d.number = 0;
            d.check = START;
            d.bits = 0;
        }
        number = q.number;
        check = q.check;
        busy = q.bits.any();
    }

    /// One bit back. The generator's top bit is set: the check's says whether it was added.
    fn step_back(&mut self) {
        let shifted = if q.check.get_bit(15) { ((q.check ^ GENERATOR) << 1) | 1 } else { q.check << 1 };
        d.check = if q.bits == 1 { shifted ^ bit_cast::<16, 8>(q.ply) } else { shifted };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native, Random};

    #[test]
    fn it_is_that_of_the_protocol() {
        let mut random = Random::new(11);
        let mut circuit = Native::new(Tally::default());
        let mut model = tengen_link::Tally::default();
        let mut plies: Vec<u8> = vec![];
        for _ in 0..600 {
            if random.once_in(100) {
                circuit.strobe("clear");
                model = tengen_link::Tally::default();
                plies.clear();
            } else if random.once_in(3)
                && let Some(ply) = plies.pop()
            {
                circuit.drive("ply", u64::from(ply));
                circuit.strobe("pop");
                model.pop(ply);
            } else {
                let ply = random.below(256) as u8;
                circuit.drive("ply", u64::from(ply));
                circuit.strobe("push");
                model.push(ply);
                plies.push(ply);
            }
            // What comes meanwhile is ignored.
            circuit.drive("ply", random.below(256));
            let mut clocks = 0;
            while circuit.read("busy") == 1 {
                circuit.strobe(["push", "pop"][random.below(2) as usize]);
                clocks += 1;
            }
            assert!(clocks == BITS || plies.is_empty(), "{clocks}");
            let shown = (circuit.read("number"), circuit.read("check"));
            assert_eq!(shown, (u64::from(model.number), u64::from(model.check)));
        }
    }
}
