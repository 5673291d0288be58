//! Finds the crossings to try, best first. It stores the keys of all crossings, finds the best of each row, and the
//! best row.
//!
//! ```text
//! clock   __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! row     == 3 ==X 4 ==X 5 =========   a row is scanned each clock, all fifteen crossings at once
//! store   __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\____   the best of the row is stored in the set
//! best    ========X of the rows so far   combinational
//! ```
//!
//! There are two sets of rows: while one is filled for the position after a move, the other still holds that before the
//! move. To find the next crossing after the best one, only its row is scanned again, with the best one as `limit`.
//!
//! | port                | dir | width            | meaning                                               | initial |
//! |---------------------|-----|------------------|-------------------------------------------------------|---------|
//! | clock               | in  | 1                | rising edge                                           | –       |
//! | clear               | in  | 1                | sets row `clear_row` to the keys of the empty board   | –       |
//! | clear_row           | in  | 4                | see `clear`                                           | –       |
//! | writes              | in  | BANKS x KeyWrite | keys to write, from the banks                         | –       |
//! | row                 | in  | 4                | the row to scan                                       | –       |
//! | white               | in  | 1                | the mover: 0 black, 1 white                           | –       |
//! | filter              | in  | Filter           | which crossings are candidates                        | –       |
//! | limited, limit      | in  | 1, Candidate     | only crossings that come after `limit` are candidates | –       |
//! | excluded, exclusion | in  | 1, Crossing      | the crossing `exclusion` is no candidate              | –       |
//! | store, into         | in  | 1, 1             | store the best of the row, in the set `into`          | –       |
//! | from                | in  | 1                | the set that `best` is taken from                     | –       |
//! | best                | out | Candidate        | the best candidate; its key is 0 if there is none     | none    |

use rust_hdl::prelude::*;

use super::ports::{BANKS, Candidate, Filter, Key, KeyWrite, Keys, THIRDS};
use crate::ports::Crossing;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::{SmallRam, Table};

/// Crossings of a row.
const ROW: usize = BANKS * THIRDS;
const ROWS: usize = tengen_rules::gomoku::board::SIZE;

const LAST: u64 = 14;
const ALL: u64 = 15;

#[derive(Circuit)]
pub struct Candidates {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub clear_row: Signal<In, Bits<4>>,
    pub writes: [Signal<In, KeyWrite>; BANKS],
    pub row: Signal<In, Bits<4>>,
    pub white: Signal<In, Bit>,
    pub filter: Signal<In, Filter>,
    pub limited: Signal<In, Bit>,
    pub limit: Signal<In, Candidate>,
    pub excluded: Signal<In, Bit>,
    pub exclusion: Signal<In, Crossing>,
    pub store: Signal<In, Bit>,
    pub into: Signal<In, Bit>,
    pub from: Signal<In, Bit>,
    pub best: Signal<Out, Candidate>,

    /// RAM 3 * bank + third holds one crossing of each row, addressed by the row.
    #[init(std::array::from_fn(|_| SmallRam::new([on_the_empty_board(); 15])))]
    keys: [SmallRam<Keys, 4>; ROW],
    /// By row: the column, counted from the right, of the crossing in each RAM.
    #[init(std::array::from_fn(|ram| Table::new((0..15).map(|row| from_the_right(ram, row)))))]
    columns: [Table<Bits<4>, 4>; ROW],
    firsts: [Register<Bits<12>>; ROWS],
    seconds: [Register<Bits<12>>; ROWS],

    write: Signal<Local, KeyWrite>,
    word: Signal<Local, Keys>,
    own: Signal<Local, Key>,
    other_four: Signal<Local, Bit>,
    column: Signal<Local, Bits<4>>,
    fits: Signal<Local, Bit>,
    /// {key, column from the right, three, four} of each crossing: the greatest is the best of the row.
    offer: Signal<Local, Bits<12>>,
    bound_column: Signal<Local, Bits<4>>,
    // The best of groups of 1, 2, 4 and 8 RAMs. The last group has one RAM fewer, since there are 15.
    of_1: [Signal<Local, Bits<12>>; ROW],
    of_2: [Signal<Local, Bits<12>>; 8],
    of_4: [Signal<Local, Bits<12>>; 4],
    of_8: [Signal<Local, Bits<12>>; 2],
    // The best of groups of 1, 2, 4, 8 and 16 rows. `which`: the row that it is in.
    rows_1: [Signal<Local, Bits<12>>; ROWS],
    rows_2: [Signal<Local, Bits<12>>; 8],
    rows_4: [Signal<Local, Bits<12>>; 4],
    rows_8: [Signal<Local, Bits<12>>; 2],
    rows_16: Signal<Local, Bits<12>>,
    which_2: [Signal<Local, Bits<4>>; 8],
    which_4: [Signal<Local, Bits<4>>; 4],
    which_8: [Signal<Local, Bits<4>>; 2],
    which_16: Signal<Local, Bits<4>>,

    #[init(std::array::from_fn(|row| Constant::new((row as u64).into())))]
    numbers: [Constant<Bits<4>>; ROWS],
    #[init([0, 1, 2].map(|third| Constant::new(Bits::from(third))))]
    thirds: [Constant<Bits<2>>; THIRDS],
    #[init(on_the_empty_board())]
    empty: Constant<Keys>,
}

/// The key of every crossing on the empty board, where nothing is threatened.
fn on_the_empty_board() -> Keys {
    let key = Key { key: 1.into(), ..Default::default() };
    Keys { black: key, white: key }
}

/// The column, counted from the right, of the crossing that the RAM holds for the row. A crossing lies in bank
/// (row + 2 col) mod 5, so col is 3 (bank - row) mod 5.
fn from_the_right(ram: usize, row: usize) -> Bits<4> {
    let (bank, third) = (ram / THIRDS, ram % THIRDS);
    let col = 5 * third + 3 * (bank + 15 - row) % 5;
    Bits::from((14 - col) as u64)
}

#[kernel]
impl Logic for Candidates {
    fn update(&mut self) {
        self.write_keys();
        self.best_of_row();
        self.keep_rows();
        self.best_of_rows();
    }

    /// Writes the keys that the banks send.
    fn write_keys(&mut self) {
        for bank in 0..5 {
            write = writes[bank];
            for third in 0..3 {
                keys[3 * bank + third].write_enable = clear | (write.enable & (write.third == thirds[third]));
                keys[3 * bank + third].write_address = write.row;
                keys[3 * bank + third].write_data = write.keys;
                if clear {
                    keys[3 * bank + third].write_address = clear_row;
                    keys[3 * bank + third].write_data = empty;
                }
            }
        }
    }

    /// Finds the best crossing of the row. With a limit only those after it count: a smaller key, or the same key
    /// further to the right in its row or in a lower row.
    fn best_of_row(&mut self) {
        bound_column = LAST - limit.col;
        if row > limit.row {
            bound_column = ALL;
        } else if row < limit.row {
            bound_column = 0;
        }
        // {key, column from the right} of the limit in this row.
        let bound = cat(limit.key.key, bound_column);
        let exclusion_column = LAST - exclusion.col;
        for i in 0..15 {
            keys[i].read_address = row;
            columns[i].address = row;
            word = keys[i].read_data;
            column = columns[i].data;
            own = word.black;
            other_four = word.white.four;
            if white {
                own = word.white;
                other_four = word.black.four;
            }
            offer = (bit_cast::<12, 6>(own.key) << 6) | (bit_cast::<12, 4>(column) << 2);
            offer = offer.replace_bit(1, own.three);
            offer = offer.replace_bit(0, own.four);
            fits = true;
            match filter {
                Filter::All => {}
                Filter::Fours => fits = own.four | other_four,
                Filter::OwnFours => fits = own.four,
            }
            if limited & (offer.get_bits::<10>(2) >= bound) {
                fits = false;
            }
            if excluded & (row == exclusion.row) & (column == exclusion_column) {
                fits = false;
            }
            of_1[i] = if fits & own.key.any() { offer } else { 0 };
        }
        of_2[7] = of_1[14];
        for i in 0..7 {
            of_2[i] = if of_1[2 * i + 1] > of_1[2 * i] { of_1[2 * i + 1] } else { of_1[2 * i] };
        }
        for i in 0..4 {
            of_4[i] = if of_2[2 * i + 1] > of_2[2 * i] { of_2[2 * i + 1] } else { of_2[2 * i] };
        }
        for i in 0..2 {
            of_8[i] = if of_4[2 * i + 1] > of_4[2 * i] { of_4[2 * i + 1] } else { of_4[2 * i] };
        }
    }

    /// Stores the best of each row, in one of the two sets.
    fn keep_rows(&mut self) {
        let of_16 = if of_8[1] > of_8[0] { of_8[1] } else { of_8[0] };
        for i in 0..15 {
            firsts[i].d = firsts[i].q;
            seconds[i].d = seconds[i].q;
            if store & (row == numbers[i]) {
                if into {
                    seconds[i].d = of_16;
                } else {
                    firsts[i].d = of_16;
                }
            }
            rows_1[i] = if from { seconds[i].q } else { firsts[i].q };
        }
    }

    /// Finds the best of the rows; if keys are equal, the upper row wins.
    fn best_of_rows(&mut self) {
        rows_2[7] = rows_1[14];
        which_2[7] = numbers[14];
        for i in 0..7 {
            rows_2[i] = rows_1[2 * i];
            which_2[i] = numbers[2 * i];
            if rows_1[2 * i + 1].get_bits::<6>(6) > rows_1[2 * i].get_bits::<6>(6) {
                rows_2[i] = rows_1[2 * i + 1];
                which_2[i] = numbers[2 * i + 1];
            }
        }
        for i in 0..4 {
            rows_4[i] = rows_2[2 * i];
            which_4[i] = which_2[2 * i];
            if rows_2[2 * i + 1].get_bits::<6>(6) > rows_2[2 * i].get_bits::<6>(6) {
                rows_4[i] = rows_2[2 * i + 1];
                which_4[i] = which_2[2 * i + 1];
            }
        }
        for i in 0..2 {
            rows_8[i] = rows_4[2 * i];
            which_8[i] = which_4[2 * i];
            if rows_4[2 * i + 1].get_bits::<6>(6) > rows_4[2 * i].get_bits::<6>(6) {
                rows_8[i] = rows_4[2 * i + 1];
                which_8[i] = which_4[2 * i + 1];
            }
        }
        rows_16 = rows_8[0];
        which_16 = which_8[0];
        if rows_8[1].get_bits::<6>(6) > rows_8[0].get_bits::<6>(6) {
            rows_16 = rows_8[1];
            which_16 = which_8[1];
        }
        best.key.key = rows_16.get_bits::<6>(6);
        best.key.three = rows_16.get_bit(1);
        best.key.four = rows_16.get_bit(0);
        best.row = which_16;
        best.col = LAST - rows_16.get_bits::<4>(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    /// The best of a set, after a scan of all rows.
    fn survey(circuit: &mut Native<Candidates>) -> Candidate {
        circuit.drive("store", 1);
        for row in 0..15 {
            circuit.drive("row", row);
            circuit.step();
        }
        circuit.drive("store", 0);
        circuit.settle();
        circuit.circuit.best.val()
    }

    #[test]
    fn candidates_come_in_the_order_of_their_keys_and_then_of_the_scan() {
        let mut circuit = Native::new(Candidates::default());
        let mut random = Random::new(15);
        for round in 0..30 {
            let mut keys = vec![Keys::default(); 225];
            for (number, keys) in keys.iter_mut().enumerate() {
                // Few different keys, so that many are equal.
                let mut draw = || Key {
                    key: if random.once_in(3) { random.bits(3) } else { 0 }.into(),
                    three: random.once_in(2),
                    four: random.once_in(4),
                };
                *keys = Keys { black: draw(), white: draw() };
                let (row, col) = (number / 15, number % 15);
                let bank = (row + 2 * col) % 5;
                for (other, write) in circuit.circuit.writes.iter_mut().enumerate() {
                    write.next = KeyWrite {
                        enable: other == bank,
                        row: (row as u64).into(),
                        third: (col as u64 / 5).into(),
                        keys: *keys,
                    };
                }
                circuit.settle();
                circuit.step();
            }
            circuit
                .circuit
                .writes
                .iter_mut()
                .for_each(|write| write.next = KeyWrite::default());

            let (white, filter, set) = (round % 2, round / 2 % 3, u64::from(random.once_in(2)));
            let exclusion = random.below(225usize);
            let excludes = random.once_in(2);
            circuit.drive("white", white);
            circuit.circuit.filter.next = Filter::decode(filter);
            circuit.drive("into", set);
            circuit.drive("from", set);
            circuit.drive_as("excluded", excludes);
            circuit.circuit.exclusion.next =
                Crossing { row: (exclusion as u64 / 15).into(), col: (exclusion as u64 % 15).into() };
            let sides = |keys: &Keys| match white {
                0 => (keys.black, keys.white),
                _ => (keys.white, keys.black),
            };
            let mut expected: Vec<(usize, Key)> = vec![];
            for (number, keys) in keys.iter().enumerate() {
                let (own, other) = sides(keys);
                let fits = [true, own.four | other.four, own.four][filter as usize];
                if fits && own.key.any() && !(excludes && number == exclusion) {
                    expected.push((number, own));
                }
            }
            expected.sort_by_key(|(number, key)| (63 - key.key.index(), *number));
            circuit.drive("limited", 0);
            let mut best = survey(&mut circuit);
            for (number, key) in expected {
                let at = 15 * best.row.index() + best.col.index();
                assert_eq!((at, best.key), (number, key), "round {round}");
                // To find the next one it is enough to scan its row again; scanning all rows works too.
                circuit.drive("limited", 1);
                circuit.circuit.limit.next = best;
                if random.once_in(2) {
                    best = survey(&mut circuit);
                } else {
                    circuit.circuit.row.next = best.row;
                    circuit.strobe("store");
                    best = circuit.circuit.best.val();
                }
            }
            assert!(!best.key.key.any(), "round {round}: there are no more");
        }
        for row in 0..15 {
            circuit.drive("clear_row", row);
            circuit.strobe("clear");
        }
        circuit.drive("limited", 0);
        circuit.drive("excluded", 0);
        circuit.circuit.filter.next = Filter::All;
        let first = survey(&mut circuit);
        assert_eq!((first.key.key.index(), first.row.index(), first.col.index()), (1, 0, 0));
    }
}
