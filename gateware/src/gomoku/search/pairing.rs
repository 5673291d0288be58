//! Assigns the crossings that five banks have read to two assessors, one for each of two lanes. Combinational.
//!
//! ```text
//! visited   the row, or a diagonal down to the right, or the stone itself ---> the first
//!           the column, or a diagonal down to the left -------------------> the second
//! ```
//!
//! A lane has at most one crossing in a clock, so each assessor gets at most one.
//!
//! | port        | dir | width          | meaning                                              |
//! |-------------|-----|----------------|------------------------------------------------------|
//! | visited     | in  | BANKS x Visit  | by bank: the crossing it has read                    |
//! | kept        | in  | BANKS x Around | by bank: the stored value of that crossing           |
//! | second      | out | BANKS x 1      | by bank: its crossing goes to the second assessor    |
//! | chosen      | out | 2 x Visit      | by assessor: its crossing; inactive if there is none |
//! | chosen_kept | out | 2 x Around     | by assessor: the stored value of that crossing       |
//! | chosen_bank | out | 2 x 3          | by assessor: the bank of that crossing               |

use rust_hdl::prelude::*;

use super::ports::{Around, BANKS, Visit};
use crate::gomoku::ports::Direction;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Pairing {
    pub visited: [Signal<In, Visit>; BANKS],
    pub kept: [Signal<In, Around>; BANKS],
    pub second: [Signal<Out, Bit>; BANKS],
    pub chosen: [Signal<Out, Visit>; 2],
    pub chosen_kept: [Signal<Out, Around>; 2],
    pub chosen_bank: [Signal<Out, Bits<3>>; 2],

    visit: Signal<Local, Visit>,

    #[init(std::array::from_fn(|bank| Constant::new((bank as u64).into())))]
    numbers: [Constant<Bits<3>>; BANKS],
    #[init(Visit::default())]
    nobody: Constant<Visit>,
}

#[kernel]
impl Logic for Pairing {
    fn update(&mut self) {
        for lane in 0..2 {
            chosen[lane] = nobody;
            chosen_kept[lane] = kept[0];
            chosen_bank[lane] = 0;
        }
        for i in 0..5 {
            visit = visited[i];
            second[i] =
                !visit.own & ((visit.direction == Direction::DownTheColumn) | (visit.direction == Direction::DownLeft));
            if visit.active & second[i] {
                chosen[1] = visit;
                chosen_kept[1] = kept[i];
                chosen_bank[1] = numbers[i];
            } else if visit.active {
                chosen[0] = visit;
                chosen_kept[0] = kept[i];
                chosen_bank[0] = numbers[i];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ports::Threats;
    use super::super::threat::Threat;
    use super::*;
    use tengen_sim::{Encoded, Engine, Native, Random};

    #[test]
    fn each_assessor_is_given_the_crossing_of_its_lane() {
        let mut pairing = Native::new(Pairing::default());
        let mut random = Random::new(18);
        for round in 0..2000 {
            // Two banks, one or none have a crossing; one per lane.
            let first = random.below(BANKS);
            let order = [first, (first + 1 + random.below(BANKS - 1)) % BANKS];
            let active = [random.once_in(2), random.once_in(2)];
            let diagonal = random.below(2u64);
            let own = random.once_in(5);
            let visits: [Visit; BANKS] = std::array::from_fn(|bank| {
                let lane = order.iter().position(|there| *there == bank);
                Visit {
                    active: lane.is_some_and(|lane| active[lane]),
                    own: own && lane == Some(0),
                    // The stone's own crossing may come with any direction.
                    direction: Direction::decode(match lane {
                        Some(0) if own => random.below(4),
                        lane => 2 * diagonal + lane.unwrap_or_default() as u64,
                    }),
                    row: random.bits(4).into(),
                    third: random.bits(2).into(),
                }
            });
            for (port, visit) in pairing.circuit.visited.iter_mut().zip(visits) {
                port.next = visit;
            }
            let kept: [Around; BANKS] = std::array::from_fn(|_| {
                let [black, white] = [0, 1].map(|_| Threat::decode(random.bits(4)));
                Around { threats: Threats { black, white }, ..Default::default() }
            });
            for (port, kept) in pairing.circuit.kept.iter_mut().zip(kept) {
                port.next = kept;
            }
            pairing.settle();
            for lane in 0..2 {
                let chosen = pairing.circuit.chosen[lane].val();
                assert_eq!(chosen.active, active[lane], "{round}");
                if chosen.active {
                    let bank = order[lane];
                    assert_eq!(chosen, visits[bank], "{round}");
                    assert_eq!(pairing.circuit.chosen_kept[lane].val(), kept[bank], "{round}");
                    assert_eq!(pairing.circuit.chosen_bank[lane].val().index(), bank, "{round}");
                    assert_eq!(pairing.circuit.second[bank].val(), lane == 1, "{round}");
                }
            }
        }
    }
}
