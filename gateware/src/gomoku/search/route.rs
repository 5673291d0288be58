//! The crossings that a stone changes in each step. Combinational.
//!
//! ```text
//! step        0    1    2    3    4    5    6    7  |  8 to 15
//! k          -4   -3   -2   -1   +1   +2   +3   +4  | -5, +5 in one direction after the other
//! row lane   +1   +2   +3   +4   -4   -3   -2   -1  |      columns from the stone
//! column      k    k    k    k    k    k    k    k  |      rows from the stone
//! diagonals   k    k    k    k    k    k    k    k  |      rows, and as many columns to the right or to the left
//! the stone   *
//! ```
//!
//! A crossing lies in bank (row + 2 column) mod 5. So in each of the first eight steps the crossings of the four lanes,
//! and the stone's own, lie in five different banks and in different columns. Crossings five steps away lie in the
//! stone's own bank in every direction, so a far step has only one lane. With two lanes only a part of a step is
//! visited in a clock.
//!
//! | port     | dir | width         | meaning                                                                  |
//! |----------|-----|---------------|--------------------------------------------------------------------------|
//! | row, col | in  | 4             | the crossing of the stone                                                |
//! | step     | in  | 4             | the step, see above                                                      |
//! | part     | in  | Part          | the part of the step that is visited                                     |
//! | at_row   | out | 4             | the row of the crossings in the column and on the diagonals              |
//! | at_col   | out | 4             | the column of the crossing in the row                                    |
//! | diagonal | out | 1             | the visits are on diagonals; undefined if the part is all of a near step |
//! | visits   | out | BANKS x Visit | by bank: the crossing to visit                                           |

use rust_hdl::prelude::*;

use super::ports::{BANKS, Visit};
use crate::gomoku::ports::Direction;
use crate::{Circuit, LogicState, kernel};
use tengen_hdl::library::memory::Table;

/// Number of steps up to a distance of four, and up to five.
pub const NEAR_STEPS: u64 = 8;
pub const STEPS: u64 = 16;

/// Which crossings of a step are visited.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Part {
    All,
    /// The stone's own crossing, in the first step.
    Stone,
    /// Crossings in the stone's row and column, in a near step.
    Straight,
    /// Crossings on the stone's diagonals.
    Diagonal,
}

#[derive(Circuit)]
pub struct Route {
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub step: Signal<In, Bits<4>>,
    pub part: Signal<In, Part>,
    pub at_row: Signal<Out, Bits<4>>,
    pub at_col: Signal<Out, Bits<4>>,
    pub diagonal: Signal<Out, Bit>,
    pub visits: [Signal<Out, Visit>; BANKS],

    /// k by step.
    #[init(Table::new((0..STEPS).map(|step| wrapped(offset(step)))))]
    offsets: Table<Bits<5>, 4>,
    /// By step: the offset of the row lane's crossing, in columns.
    #[init(Table::new((0..STEPS).map(|step| wrapped(row_offset(step)))))]
    row_offsets: Table<Bits<5>, 4>,
    /// Remainders modulo five: of a row, of twice a column, of their sum.
    #[init(Table::new((0..16u64).map(|row| Bits::from(row % 5))))]
    remainder: Table<Bits<3>, 4>,
    #[init(Table::new((0..16u64).map(|col| Bits::from(2 * col % 5))))]
    double_remainder: Table<Bits<3>, 4>,
    #[init(Table::new((0..16u64).map(|sum| Bits::from(sum % 5))))]
    sum_remainder: Table<Bits<3>, 4>,
    /// By column: the column divided by five, rounded down.
    #[init(std::array::from_fn(|_| Table::new((0..16u64).map(|col| Bits::from(col / 5)))))]
    thirds: [Table<Bits<2>, 4>; 4],
    /// By {the stone's bank, step}: the lane that visits each bank.
    #[init(std::array::from_fn(|bank| Table::new((0..64).map(|address| lane(bank as u64, address)))))]
    lanes: [Table<Direction, 6>; BANKS],
    #[init(std::array::from_fn(|bank| Constant::new((bank as u64).into())))]
    numbers: [Constant<Bits<3>>; BANKS],

    // By lane: the column of the crossing, and whether it is on the board.
    cols: [Signal<Local, Bits<5>>; 4],
    on: [Signal<Local, Bit>; 4],
    here: [Signal<Local, Bit>; BANKS],
    direction: Signal<Local, Direction>,
    on_diagonal: Signal<Local, Bit>,
    visit: Signal<Local, Visit>,
}

fn offset(step: u64) -> i64 {
    match step {
        0..4 => step as i64 - 4,
        4..8 => step as i64 - 3,
        _ if step.is_multiple_of(2) => -5,
        _ => 5,
    }
}

/// The row lane takes its steps in another order than the diagonals, so that no two lanes are in one column.
fn row_offset(step: u64) -> i64 {
    match offset(step) {
        far @ (-5 | 5) => far,
        before @ ..0 => before + 5,
        after => after - 5,
    }
}

/// The offset in two's complement.
fn wrapped(offset: i64) -> Bits<5> {
    Bits::from((offset & 31) as u64)
}

/// The lane that visits the bank in a near step, by {the stone's bank, step}.
fn lane(bank: u64, address: u64) -> Direction {
    let (base, step) = (address >> 3, address & 7);
    // How many banks a lane advances in this step.
    let strides = [
        (Direction::AlongTheRow, 2 * row_offset(step)),
        (Direction::DownTheColumn, offset(step)),
        (Direction::DownRight, 3 * offset(step)),
        (Direction::DownLeft, -offset(step)),
    ];
    let comes = |stride: i64| (base as i64 + stride).rem_euclid(5) == bank as i64;
    strides
        .iter()
        .find(|(_, stride)| comes(*stride))
        .map_or(Direction::AlongTheRow, |(direction, _)| *direction)
}

#[kernel]
impl Logic for Route {
    fn update(&mut self) {
        let far = step.get_bit(3);
        let first = step == 0;
        diagonal = (part == Part::Diagonal) | (far & step.get_bit(2));
        offsets.address = step;
        row_offsets.address = step;
        let row_now = bit_cast::<5, 4>(row) + offsets.data;
        cols[0] = bit_cast::<5, 4>(col) + row_offsets.data;
        cols[1] = bit_cast::<5, 4>(col);
        cols[2] = bit_cast::<5, 4>(col) + offsets.data;
        cols[3] = bit_cast::<5, 4>(col) - offsets.data;
        at_row = row_now.get_bits::<4>(0);
        at_col = cols[0].get_bits::<4>(0);

        // In five bits, numbers below 0 wrap around to 27 and above.
        let on_row = !row_now.get_bit(4) & !row_now.get_bits::<4>(0).all();
        for i in 0..4 {
            thirds[i].address = cols[i].get_bits::<4>(0);
            on[i] = !cols[i].get_bit(4) & !cols[i].get_bits::<4>(0).all();
        }

        remainder.address = row;
        double_remainder.address = col;
        let base_sum = bit_cast::<4, 3>(remainder.data) + bit_cast::<4, 3>(double_remainder.data);
        sum_remainder.address = base_sum;
        let base = sum_remainder.data;

        for i in 0..5 {
            here[i] = base == numbers[i];
            lanes[i].address = cat(base, step.get_bits::<3>(0));
            direction = lanes[i].data;
            if far {
                direction = Direction::AlongTheRow;
                if step.get_bits::<2>(1) == 1 {
                    direction = Direction::DownTheColumn;
                } else if step.get_bits::<2>(1) == 2 {
                    direction = Direction::DownRight;
                } else if step.get_bits::<2>(1) == 3 {
                    direction = Direction::DownLeft;
                }
            }
            on_diagonal = (direction == Direction::DownRight) | (direction == Direction::DownLeft);
            visit.own = here[i] & first;
            visit.direction = direction;
            visit.row = row_now.get_bits::<4>(0);
            visit.active = here[i] == far;
            match direction {
                Direction::AlongTheRow => {
                    visit.row = row;
                    visit.third = thirds[0].data;
                    visit.active = (here[i] == far) & on[0];
                }
                Direction::DownTheColumn => {
                    visit.third = thirds[1].data;
                    visit.active = (here[i] == far) & on_row;
                }
                Direction::DownRight => {
                    visit.third = thirds[2].data;
                    visit.active = (here[i] == far) & on_row & on[2];
                }
                Direction::DownLeft => {
                    visit.third = thirds[3].data;
                    visit.active = (here[i] == far) & on_row & on[3];
                }
            }
            if here[i] & first {
                visit.active = true;
                visit.row = row;
                visit.third = thirds[1].data;
            }
            match part {
                Part::All => {}
                Part::Stone => visit.active = visit.own,
                Part::Straight => visit.active = visit.active & !visit.own & !on_diagonal,
                Part::Diagonal => visit.active = visit.active & !visit.own & on_diagonal,
            }
            visits[i] = visit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tengen_rules::gomoku::{Crossing, Direction as Way};
    use tengen_sim::{ByName, Engine, Native};

    /// The crossing of a visit in that bank.
    fn crossing(bank: usize, row: usize, third: usize) -> Crossing {
        let col = (0..5).find(|col| (row + 2 * (5 * third + col)) % 5 == bank).unwrap();
        Crossing::new(row, 5 * third + col).unwrap()
    }

    /// The steps in whole, and in parts, in order.
    fn walks() -> [Vec<(u64, Part)>; 2] {
        let near = (0..NEAR_STEPS).flat_map(|step| [(step, Part::Straight), (step, Part::Diagonal)]);
        let far = (NEAR_STEPS..STEPS).map(|step| (step, Part::All));
        let parts = std::iter::once((0, Part::Stone)).chain(near).chain(far.clone());
        let whole = (0..NEAR_STEPS).map(|step| (step, Part::All)).chain(far);
        [whole.collect(), parts.collect()]
    }

    #[test]
    fn every_crossing_that_a_stone_changes_is_visited_once_in_its_bank() {
        let mut route = Native::new(Route::default());
        for (walk, at) in walks()
            .iter()
            .flat_map(|walk| Crossing::all().map(move |at| (walk, at)))
        {
            route.drive("row", at.row() as u64);
            route.drive("col", at.col() as u64);
            let mut seen = BTreeSet::new();
            for (number, &(step, part)) in walk.iter().enumerate() {
                route.drive("step", step);
                route.circuit.part.next = part;
                route.settle();
                let visits = || (0..BANKS).map(|bank| (bank, route.circuit.visits[bank].val()));
                for (bank, visit) in visits().filter(|(_, visit)| visit.active) {
                    let there = crossing(bank, visit.row.index(), visit.third.index());
                    if visit.own {
                        assert_eq!((there, number), (at, 0));
                        continue;
                    }
                    let way = visit.direction as usize;
                    if part != Part::All || step >= NEAR_STEPS {
                        assert_eq!(route.read_as::<Bit>("diagonal"), way > 1, "{way} at {step}");
                    }
                    assert!(seen.insert((way, there.row(), there.col())), "{at:?}: {there:?} again");
                    let far = if step < NEAR_STEPS { 1..5 } else { 5..6 };
                    assert!(
                        far.flat_map(|steps| [steps, -steps])
                            .any(|steps| Way::ALL[way].walk(at, steps) == Some(there)),
                        "{at:?} does not change {there:?} {way} at {step}"
                    );
                }
                if walk.len() > STEPS as usize {
                    // One crossing in each of the two lanes.
                    let lanes = visits()
                        .filter(|(_, visit)| visit.active)
                        .map(|(_, visit)| visit.direction as usize % 2);
                    let lanes: Vec<usize> = lanes.collect();
                    assert!(
                        lanes.len() < 2 || part != Part::Stone && lanes[0] != lanes[1] && lanes.len() == 2,
                        "{lanes:?}"
                    );
                }
            }
            let all = (1..6).flat_map(|steps| [steps, -steps]);
            let expected = all
                .flat_map(|steps| Way::ALL.map(|way| way.walk(at, steps)))
                .flatten()
                .count();
            assert_eq!(seen.len(), expected, "{at:?}");
        }
    }
}
