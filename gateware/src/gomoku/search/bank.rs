//! Stores what is known about a fifth of the crossings.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\__
//! visit      ==< a >==< b >======   the crossing to read
//! visited    ========< a >==< b >   the same, a clock later
//! kept       ========< a >==< b >   the stored value of the crossing
//! around     ========< a >==< b >   its new value, written if `keep`
//! keys       ========< a >==< b >   its keys; write: the keys with the crossing
//! ```
//!
//! | port     | dir | width    | meaning                                             | initial |
//! |----------|-----|----------|-----------------------------------------------------|---------|
//! | clock    | in  | 1        | rising edge                                         | –       |
//! | clear    | in  | 1        | writes the value of the empty board to `clear_at`   | –       |
//! | clear_at | in  | 6        | {third, row}                                        | –       |
//! | visit    | in  | Visit    | the crossing to read                                | –       |
//! | keep     | in  | 1        | writes `around` to the crossing of the visit before | –       |
//! | around   | in  | Around   | the new value                                       | –       |
//! | keys     | in  | Keys     | the keys of the same crossing                       | –       |
//! | visited  | out | Visit    | the visit of the clock before                       | none    |
//! | kept     | out | Around   | the stored value of its crossing                    | –       |
//! | write    | out | KeyWrite | the keys and the crossing, if `keep`                | none    |

use rust_hdl::prelude::*;

use super::ports::{Around, KeyWrite, Keys, Visit};
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::StreamRam;

#[derive(Circuit)]
pub struct Bank {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub clear_at: Signal<In, Bits<6>>,
    pub visit: Signal<In, Visit>,
    pub keep: Signal<In, Bit>,
    pub around: Signal<In, Around>,
    pub keys: Signal<In, Keys>,
    pub visited: Signal<Out, Visit>,
    pub kept: Signal<Out, Around>,
    pub write: Signal<Out, KeyWrite>,

    memory: StreamRam<Around, 6>,
    before: Register<Visit>,

    #[init(Around::default())]
    on_the_empty_board: Constant<Around>,
}

#[kernel]
impl Logic for Bank {
    fn update(&mut self) {
        before.d = visit;
        memory.read_address = cat(visit.third, visit.row);
        memory.write_enable = clear | (before.q.active & keep);
        memory.write_address = cat(before.q.third, before.q.row);
        memory.write_data = around;
        if clear {
            memory = StreamRam { write_address: clear_at, write_data: on_the_empty_board };
        }
        visited = before.q;
        kept = memory.read_data;
        write.enable = before.q.active & keep;
        write.row = before.q.row;
        write.third = before.q.third;
        write.keys = keys;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ports::Threats;
    use super::super::threat::Threat;
    use super::*;
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    #[test]
    fn a_crossing_is_kept_as_it_was_last_told() {
        let mut bank = Native::new(Bank::default());
        let mut random = Random::new(17);
        for address in 0..64 {
            bank.drive("clear_at", address);
            bank.strobe("clear");
        }
        let mut model = [Around::default(); 64];
        for round in 0..2000 {
            let address = random.below(64usize);
            let visit = Visit {
                active: !random.once_in(5),
                row: (address as u64 % 16).into(),
                third: (address as u64 / 16).into(),
                ..Default::default()
            };
            bank.circuit.visit.next = visit;
            bank.settle();
            bank.step();
            bank.circuit.visit.next = Visit::default();
            let [black, white] = [0, 1].map(|_| Threat::decode(random.bits(4)));
            let around = Around { threats: Threats { black, white }, ..Default::default() };
            let keep = random.once_in(2);
            bank.drive_as("keep", keep);
            bank.circuit.around.next = around;
            let mut keys = Keys::default();
            keys.white.key = random.bits(6).into();
            bank.circuit.keys.next = keys;
            bank.settle();
            assert_eq!(bank.circuit.visited.val(), visit);
            assert_eq!(bank.circuit.kept.val(), model[address], "{round}");
            let write = bank.circuit.write.val();
            assert_eq!((write.enable, write.keys), (keep && visit.active, keys));
            assert_eq!((write.row, write.third), (visit.row, visit.third));
            if visit.active && keep {
                model[address] = around;
            }
            bank.step();
        }
    }
}
