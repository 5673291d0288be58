//! Finds the threats on a crossing after one of its lines has changed, and how they change the totals.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\__
//! visited    ==< a >==< b >======   the crossing, with its stored value and the new shapes of its lines
//! around     ==< a >==< b >======   its new value to store; keys: its keys
//! change     ========< a >==< b >   its threats before and after; also written, written_bank, five, won
//! ```
//!
//! | port    | dir | width          | meaning                                                               | initial |
//! |---------|-----|----------------|-----------------------------------------------------------------------|---------|
//! | clock   | in  | 1              | rising edge                                                           | –       |
//! | visited | in  | Visit          | the crossing, and which of its lines has changed                      | –       |
//! | bank    | in  | 3              | the bank of the crossing                                              | –       |
//! | kept    | in  | Around         | the stored value of the crossing                                      | –       |
//! | rule    | in  | Rule           | the rule of the game                                                  | –       |
//! | shapes  | in  | 4 x LineShapes | the new shapes of its lines, by direction                             | –       |
//! | vacant  | in  | 4              | by direction: the crossing visited on that line is empty              | –       |
//! | stone   | in  | Stone          | the stone that is placed or removed                                   | –       |
//! | around  | out | Around         | the new value to store; combinational                                 | –       |
//! | keys    | out | Keys           | the keys of the crossing; combinational                               | –       |
//! | change  | out | Change         | a clock later: threats before and after; equal without a visit        | 0       |
//! | written | out | KeyWrite       | a clock later: the crossing and its keys                              | 0       |
//! | written_bank | out | 3              | a clock later: its bank                                          | 0       |
//! | five    | out | 1              | a clock later: `stone`'s colour makes five here, on an empty crossing | 0       |
//! | won     | out | 1              | a clock later: the crossing is the stone's own, and makes five        | 0       |

use rust_hdl::prelude::*;

use super::foul::Foul;
use super::keys_of::KeysOf;
use super::ports::{Around, Change, KeyWrite, Keys, LineShapes, Stone, Threats, Visit};
use super::threat::{Threat, ThreatOf};
use crate::gomoku::ports::{Direction, Rule};
use crate::{Circuit, LogicStruct, Register, kernel};

/// The registered outputs.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Result {
    change: Change,
    written: KeyWrite,
    bank: Bits<3>,
    five: Bit,
    won: Bit,
}

#[derive(Circuit)]
pub struct Assessor {
    pub clock: Signal<In, Clock>,
    pub visited: Signal<In, Visit>,
    pub bank: Signal<In, Bits<3>>,
    pub kept: Signal<In, Around>,
    pub rule: Signal<In, Rule>,
    pub shapes: [Signal<In, LineShapes>; 4],
    pub vacant: Signal<In, Bits<4>>,
    pub stone: Signal<In, Stone>,
    pub around: Signal<Out, Around>,
    pub keys: Signal<Out, Keys>,
    pub change: Signal<Out, Change>,
    pub written: Signal<Out, KeyWrite>,
    pub written_bank: Signal<Out, Bits<3>>,
    pub five: Signal<Out, Bit>,
    pub won: Signal<Out, Bit>,

    result: Register<Result>,
    black: ThreatOf,
    white: ThreatOf,
    suspicion: Foul,
    keys_of: KeysOf,

    /// The new shapes of the lines, then also the threats.
    lines: Signal<Local, Around>,
    /// The crossing is empty before the stone is placed or removed; it is empty afterwards.
    was_vacant: Signal<Local, Bit>,
    is_vacant: Signal<Local, Bit>,

    #[init(Threats::default())]
    nothing: Constant<Threats>,
}

#[kernel]
impl Logic for Assessor {
    fn update(&mut self) {
        // Replace the shapes of the line that has changed.
        lines = kept;
        was_vacant = stone.placed;
        is_vacant = !stone.placed;
        if !visited.own {
            match visited.direction {
                Direction::AlongTheRow => {
                    lines.row = shapes[0];
                    was_vacant = vacant.get_bit(0);
                }
                Direction::DownTheColumn => {
                    lines.column = shapes[1];
                    was_vacant = vacant.get_bit(1);
                }
                Direction::DownRight => {
                    lines.down_right = shapes[2];
                    was_vacant = vacant.get_bit(2);
                }
                Direction::DownLeft => {
                    lines.down_left = shapes[3];
                    was_vacant = vacant.get_bit(3);
                }
            }
            is_vacant = was_vacant;
        }

        // Find the threats of both colours.
        black.shapes[0] = lines.row.black;
        black.shapes[1] = lines.column.black;
        black.shapes[2] = lines.down_right.black;
        black.shapes[3] = lines.down_left.black;
        white.shapes[0] = lines.row.white;
        white.shapes[1] = lines.column.white;
        white.shapes[2] = lines.down_right.white;
        white.shapes[3] = lines.down_left.white;

        // Find out who may play there.
        suspicion.shapes[0] = lines.row.black;
        suspicion.shapes[1] = lines.column.black;
        suspicion.shapes[2] = lines.down_right.black;
        suspicion.shapes[3] = lines.down_left.black;
        // On a suspect line a side that needs exactly five is barred. Under Renju black is also barred from a foul of
        // several lines. A stone that makes five is always allowed. A barred colour has no threats.
        let suspect = lines.row.suspect | lines.column.suspect | lines.down_right.suspect | lines.down_left.suspect;
        let suspect_black = suspect | ((rule == Rule::Renju) & suspicion.foul);
        let barred_black = suspect_black & (black.threat != Threat::Five);
        let barred_white = suspect & (rule == Rule::ExactFive) & (white.threat != Threat::Five);
        lines.threats = nothing;
        if !barred_black {
            lines.threats.black = black.threat;
        }
        if !barred_white {
            lines.threats.white = white.threat;
        }
        around = lines;
        keys_of.threats = lines.threats;
        keys_of = KeysOf { may_black: is_vacant & !barred_black, may_white: is_vacant & !barred_white };
        keys = keys_of.keys;

        result.d.change.was = nothing;
        result.d.change.now = nothing;
        if visited.active & was_vacant {
            result.d.change.was = kept.threats;
        }
        if visited.active & is_vacant {
            result.d.change.now = lines.threats;
        }
        result.d.written.enable = visited.active & !stone.tried;
        result.d.written.row = visited.row;
        result.d.written.third = visited.third;
        result.d.written.keys = keys_of.keys;
        result.d.bank = bank;
        result.d.five = visited.active & is_vacant & (black.threat == Threat::Five);
        result.d.won = visited.active & visited.own & stone.placed & (black.threat == Threat::Five);
        if stone.colour {
            result.d.five = visited.active & is_vacant & (white.threat == Threat::Five);
            result.d.won = visited.active & visited.own & stone.placed & (white.threat == Threat::Five);
        }
        Result { change, written, .. } = result.q;
        written_bank = result.q.bank;
        Result { five, won, .. } = result.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::ports::Shape;
    use tengen_rules::gomoku::search::{Threat as Known, WEIGHTS};
    use tengen_rules::gomoku::{Rule as KnownRule, Shape as KnownShape};
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    /// For each line of a crossing: black's shape, white's shape, and whether the line is suspect.
    type Lines = [(KnownShape, KnownShape, bool); 4];

    /// The threats of both colours on the crossing, and who is barred there. A barred colour has no threats.
    fn threats(rule: KnownRule, lines: &Lines) -> ([Known; 2], [bool; 2]) {
        let [black, white] = [lines.map(|line| line.0), lines.map(|line| line.1)].map(Known::of);
        let count = |wanted: &[KnownShape]| lines.iter().filter(|line| wanted.contains(&line.0)).count();
        let suspect = lines.iter().any(|line| line.2);
        let foul = rule == KnownRule::Renju
            && (count(&[KnownShape::RushFour, KnownShape::LiveFour]) > 1 || count(&[KnownShape::LiveThree]) > 1);
        let barred = [
            (suspect || foul) && black != Known::Five,
            suspect && rule == KnownRule::ExactFive && white != Known::Five,
        ];
        let allowed = |threat, barred: bool| if barred { Known::Nothing } else { threat };
        ([allowed(black, barred[0]), allowed(white, barred[1])], barred)
    }

    /// The keys of both colours on the crossing.
    fn keys(rule: KnownRule, lines: &Lines, vacant: bool) -> [u32; 2] {
        let ([black, white], barred) = threats(rule, lines);
        let key = |own, other, barred: bool| if vacant && !barred { WEIGHTS.key(own, other) } else { 0 };
        [key(black, white, barred[0]), key(white, black, barred[1])]
    }

    fn port(lines: &Lines) -> [LineShapes; 4] {
        lines.map(|(black, white, suspect)| LineShapes {
            black: Shape::decode(black as u64),
            white: Shape::decode(white as u64),
            suspect,
        })
    }

    #[test]
    fn a_line_changes_what_is_kept_and_a_stone_how_it_counts() {
        let mut assessor = Native::new(Assessor::default());
        let mut random = Random::new(16);
        let decoded = |[black, white]: [Known; 2]| Threats {
            black: Threat::decode(black as u64),
            white: Threat::decode(white as u64),
        };
        for round in 0..6000usize {
            let rule = KnownRule::ALL[round / 2000];
            assessor.circuit.rule.next = Rule::decode(rule as u64);
            let draw = |random: &mut Random| -> Lines {
                std::array::from_fn(|_| {
                    let [black, white] = [0, 1].map(|_| random.of(&KnownShape::ALL));
                    (black, white, random.once_in(9))
                })
            };
            let (before, drawn) = (draw(&mut random), draw(&mut random));
            let address = random.below(64u64);
            let direction = random.below(4usize);
            let own = random.once_in(6);
            let bank = random.below(5u64);
            let stone = Stone {
                colour: random.once_in(2),
                placed: random.once_in(2),
                tried: random.once_in(3),
                ..Default::default()
            };
            assessor.circuit.stone.next = stone;
            assessor.circuit.visited.next = Visit {
                active: true,
                own,
                direction: Direction::decode(direction as u64),
                row: (address % 16).into(),
                third: (address / 16).into(),
            };
            assessor.drive("bank", bank);
            let [row, column, down_right, down_left] = port(&before);
            assessor.circuit.kept.next =
                Around { row, column, down_right, down_left, threats: decoded(threats(rule, &before).0) };
            for (port, line) in assessor.circuit.shapes.iter_mut().zip(port(&drawn)) {
                port.next = line;
            }
            let vacancies = random.bits(4);
            assessor.drive("vacant", vacancies);
            assessor.settle();

            let mut after = before;
            let free = vacancies >> direction & 1 == 1;
            let [was_vacant, is_vacant] = if own { [stone.placed, !stone.placed] } else { [free; 2] };
            if !own {
                after[direction] = drawn[direction];
            }
            let [row, column, down_right, down_left] = port(&after);
            let expected = Around { row, column, down_right, down_left, threats: decoded(threats(rule, &after).0) };
            assert_eq!(assessor.circuit.around.val(), expected, "{round}");
            let found = assessor.circuit.keys.val();
            let numbers = [found.black, found.white].map(|key| key.key.index() as u32);
            assert_eq!(numbers, keys(rule, &after, is_vacant), "{round}");

            assessor.step();
            let change = assessor.circuit.change.val();
            let counted = |lines: &Lines, vacant| match vacant {
                true => decoded(threats(rule, lines).0),
                false => Threats::default(),
            };
            assert_eq!(change.was, counted(&before, was_vacant), "{round}");
            assert_eq!(change.now, counted(&after, is_vacant), "{round}");
            let written = assessor.circuit.written.val();
            let place = written.row.index() as u64 + 16 * written.third.index() as u64;
            assert_eq!((written.enable, place, written.keys), (!stone.tried, address, found));
            assert_eq!(assessor.read("written_bank"), bank);
            let five = threats(rule, &after).0[usize::from(stone.colour)] == Known::Five;
            assert_eq!(assessor.read_as::<Bit>("five"), five && is_vacant);
            assert_eq!(assessor.read_as::<Bit>("won"), five && own && stone.placed);
            // A clock without a visit changes nothing.
            assessor.circuit.visited.next = Visit::default();
            assessor.settle();
            assessor.step();
            assert_eq!(assessor.circuit.change.val(), Change::default());
        }
    }
}
