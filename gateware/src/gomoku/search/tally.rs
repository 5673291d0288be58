//! The threats of the whole position, and its value, updated as the threats on crossings change.
//!
//! ```text
//! changes -+-> Counts of each colour's fives, double fours ... -+-> fives, doubles, ...
//!          |                                                    v
//!          '---------------------------------------------> Valuation --> value
//! ```
//!
//! | port          | dir | width          | meaning                                                         | initial |
//! |---------------|-----|----------------|-----------------------------------------------------------------|---------|
//! | clock         | in  | 1              | rising edge                                                     | –       |
//! | clear         | in  | 1              | the totals of the empty board                                   | –       |
//! | keep, restore | in  | 1 | keep stores the totals of this clock; restore brings them back, not in the clock after a keep | – |
//! | changes | in | BANKS x Change | changes by bank; the outputs follow a clock later | – |
//! | mover         | in  | 1              | the mover: 0 black, 1 white                                     | –       |
//! | value         | out | 14             | a clock later than the others: the position's value to the mover of then, offset by 8192 | – |
//! | fives         | out | 1              | the mover has a five                                            | 0       |
//! | doubles       | out | 1              | the mover has a double four                                     | 0       |
//! | threatens     | out | 1              | the mover has a four and a three, or two threes                 | 0       |
//! | blocks        | out | 1              | the opponent has a five                                         | 0       |
//! | lost          | out | 1              | the opponent has two fives or more                              | 0       |
//! | threatened    | out | 1              | the opponent has a double four                                  | 0       |
//! | answers       | out | 1              | the opponent has a four of any kind                             | 0       |

use rust_hdl::prelude::*;

use super::counts::Counts;
use super::ports::{BANKS, Change};
use super::valuation::Valuation;
use crate::{Circuit, kernel};
use tengen_rules::gomoku::search::Lanes;

#[derive(Circuit)]
pub struct Tally {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub changes: [Signal<In, Change>; BANKS],
    pub mover: Signal<In, Bit>,
    pub value: Signal<Out, Bits<14>>,
    pub fives: Signal<Out, Bit>,
    pub doubles: Signal<Out, Bit>,
    pub threatens: Signal<Out, Bit>,
    pub blocks: Signal<Out, Bit>,
    pub lost: Signal<Out, Bit>,
    pub threatened: Signal<Out, Bit>,
    pub answers: Signal<Out, Bit>,

    valuation: Valuation,
    #[init(Counts::of(false))]
    blacks: Counts,
    #[init(Counts::of(true))]
    whites: Counts,
}

impl Tally {
    /// Creates a circuit for the changes of so many lanes.
    pub fn new(lanes: Lanes) -> Self {
        Tally { valuation: Valuation::new(lanes), ..Default::default() }
    }
}

#[kernel]
impl Logic for Tally {
    fn update(&mut self) {
        valuation = Valuation { clear, keep, restore, white_moves: mover };
        blacks = Counts { clear, keep, restore };
        whites = Counts { clear, keep, restore };
        for i in 0..5 {
            valuation.changes[i] = changes[i];
            blacks.changes[i] = changes[i];
            whites.changes[i] = changes[i];
        }

        valuation = Valuation { own: blacks.standing, other: whites.standing };
        fives = blacks.five;
        doubles = blacks.double_four;
        threatens = blacks.double_threat;
        blocks = whites.five;
        lost = whites.fives;
        threatened = whites.double_four;
        answers = whites.four | whites.double_four;
        if mover {
            valuation = Valuation { own: whites.standing, other: blacks.standing };
            fives = whites.five;
            doubles = whites.double_four;
            threatens = whites.double_threat;
            blocks = blacks.five;
            lost = blacks.fives;
            threatened = blacks.double_four;
            answers = blacks.four | blacks.double_four;
        }
        value = valuation.value;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ports::Threats;
    use super::super::threat::Threat;
    use super::*;
    use tengen_rules::gomoku::search::threat::THREATS;
    use tengen_rules::gomoku::search::weights::{GROUPS, LIMIT, level, outlook, size};
    use tengen_rules::gomoku::search::{Threat as Known, WEIGHTS};
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    /// The threats of black and of white on forty crossings.
    type Crossings = [[Known; 2]; 40];

    fn threats([black, white]: [Known; 2]) -> Threats {
        Threats { black: Threat::decode(black as u64), white: Threat::decode(white as u64) }
    }

    /// Whether the value is beyond the limit.
    fn compare(tally: &mut Native<Tally>, crossings: &Crossings) -> bool {
        let mut beyond = 0;
        for mover in [0, 1] {
            tally.drive("mover", mover as u64);
            tally.settle();
            let count = |colour: usize, kinds: &[Known]| {
                let has = |threats: &&[Known; 2]| kinds.contains(&threats[colour]);
                crossings.iter().filter(has).count()
            };
            let other = 1 - mover;
            let worth = |threats: &[Known; 2]| WEIGHTS.values[threats[mover] as usize][threats[other] as usize];
            let counts = [mover, other].map(|colour| -> [u8; THREATS] {
                std::array::from_fn(|threat| count(colour, &[Known::ALL[threat]]) as u8)
            });
            let levels = counts.map(|counts| level(&counts));
            let doubles = counts[1][Known::DoubleFour as usize].into();
            let sizes = |side: usize| -> i32 {
                let groups = WEIGHTS.sizes[side].iter().zip(GROUPS);
                groups.map(|(values, group)| values[size(&counts[side], group)]).sum()
            };
            let sum = crossings.iter().map(worth).sum::<i32>() + sizes(0) + sizes(1);
            let value = sum.clamp(-LIMIT, LIMIT - 1) + WEIGHTS.outlook[outlook(levels[0], levels[1], doubles)];
            beyond += u32::from(sum.abs() > LIMIT);
            let fours = [Known::Four, Known::FourMore, Known::FourThree, Known::DoubleFour];
            for (port, expected) in [
                ("fives", count(mover, &[Known::Five]) > 0),
                ("doubles", count(mover, &[Known::DoubleFour]) > 0),
                ("threatens", count(mover, &[Known::FourThree, Known::DoubleThree]) > 0),
                ("blocks", count(other, &[Known::Five]) > 0),
                ("lost", count(other, &[Known::Five]) > 1),
                ("threatened", count(other, &[Known::DoubleFour]) > 0),
                ("answers", count(other, &fours) > 0),
            ] {
                assert_eq!(tally.read_as::<Bit>(port), expected, "{port}");
            }
            tally.step();
            assert_eq!(tally.read("value"), (value + 8192) as u64);
        }
        beyond > 0
    }

    #[test]
    fn changes_are_counted_and_summed_kept_and_restored() {
        let mut tally = Native::new(Tally::default());
        let mut random = Random::new(14);
        let mut crossings: Crossings = [[Known::Nothing; 2]; 40];
        let mut kept = crossings;
        let mut beyond = 0;
        tally.strobe("clear");
        tally.strobe("keep");
        for round in 0..3000 {
            // Mostly no threats; sometimes far more for one side than a real position can hold.
            let great = round % 500 > 400;
            for bank in 0..BANKS {
                let place = 5 * random.below(8usize) + bank;
                let mut drawn = [0, 1].map(|_| random.of(&Known::ALL));
                if !great && random.below(4u32) > 0 {
                    drawn = [Known::Nothing; 2];
                }
                if great {
                    drawn[round / 500 % 2] = Known::FourThree;
                }
                tally.circuit.changes[bank].next = Change { was: threats(crossings[place]), now: threats(drawn) };
                crossings[place] = drawn;
            }
            tally.settle();
            tally.step();
            for bank in 0..BANKS {
                tally.circuit.changes[bank].next = Change::default();
            }
            beyond += u32::from(compare(&mut tally, &crossings));
            match random.below(9u32) {
                0 => {
                    tally.strobe("keep");
                    kept = crossings;
                }
                1 => {
                    tally.strobe("restore");
                    crossings = kept;
                    compare(&mut tally, &crossings);
                }
                _ => {}
            }
        }
        assert!(beyond > 50, "{beyond} values are beyond the scale");
        tally.strobe("clear");
        compare(&mut tally, &[[Known::Nothing; 2]; 40]);
    }
}
