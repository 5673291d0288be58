//! A fifth of the crossings: what is kept of each, and how one of them changes with a line.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! visit      ==< a >==< b >==========     which crossing, and which of its lines changes
//! shapes     ========< a >==< b >======   of the lines, a clock later, with the stone
//! write      ========< a >==< b >======   what the crossing is worth trying from now on
//! change     ==============< a >==< b >   how it counts
//! ```
//!
//! | port         | dir | width          | meaning                                                                        | initial |
//! |--------------|-----|----------------|--------------------------------------------------------------------------------|---------|
//! | clock        | in  | 1              | rising edge                                                                    | –       |
//! | clear        | in  | 1              | the crossing at `clear_at` is as on the empty board                            | –       |
//! | clear_at     | in  | 6              | {third, row}                                                                   | –       |
//! | visit        | in  | Visit          |                                                                                | –       |
//! | rule         | in  | Rule           |                                                                                | –       |
//! | shapes       | in  | 4 x LineShapes | of the lines of the visit before, by direction                                 | –       |
//! | vacant       | in  | 4              | their crossings are empty                                                      | –       |
//! | stone        | in  | Stone          | that the visit before is for                                                   | –       |
//! | change       | out | Change         | of the visit before that; nothing changes where there was none                 | 0       |
//! | write        | out | KeyWrite       | the keys of the visit before, for whom keeps them                              | –       |
//! | written      | out | KeyWrite       | the same with the change                                                       | 0       |
//! | five         | out | 1              | a stone of the colour on the changed crossing, which is empty, makes five      | 0       |
//! | won          | out | 1              | the changed crossing is the stone itself, and it makes five                    | 0       |

use rust_hdl::prelude::*;

use super::foul::Foul;
use super::keys_of::KeysOf;
use super::ports::{Around, Change, KeyWrite, LineShapes, Stone, Threats, Visit};
use super::threat::{Threat, ThreatOf};
use crate::gateware::gomoku::ports::{Direction, Rule};
use crate::gateware::memory::StreamRam;
use crate::{Circuit, LogicStruct, Register, kernel};

/// What comes out.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Result {
    change: Change,
    written: KeyWrite,
    five: Bit,
    won: Bit,
}

#[derive(Circuit)]
pub struct Bank {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub clear_at: Signal<In, Bits<6>>,
    pub visit: Signal<In, Visit>,
    pub rule: Signal<In, Rule>,
    pub shapes: [Signal<In, LineShapes>; 4],
    pub vacant: Signal<In, Bits<4>>,
    pub stone: Signal<In, Stone>,
    pub change: Signal<Out, Change>,
    pub write: Signal<Out, KeyWrite>,
    pub written: Signal<Out, KeyWrite>,
    pub five: Signal<Out, Bit>,
    pub won: Signal<Out, Bit>,

    memory: StreamRam<Around, 6>,
    visited: Register<Visit>,
    result: Register<Result>,
    black: ThreatOf,
    white: ThreatOf,
    suspicion: Foul,
    keys_of: KeysOf,

    around: Signal<Local, Around>,
    /// It is empty before, and after.
    was_vacant: Signal<Local, Bit>,
    is_vacant: Signal<Local, Bit>,
    /// A line is too long, or two fours in one; black may lose there by it, or by lines together. Who makes five may play
    /// there all the same, and else who is barred threatens nothing.
    suspect: Signal<Local, Bit>,
    suspect_black: Signal<Local, Bit>,
    barred_black: Signal<Local, Bit>,
    barred_white: Signal<Local, Bit>,

    #[init(Around::default())]
    on_the_empty_board: Constant<Around>,
    #[init(Threats::default())]
    nothing: Constant<Threats>,
}

#[kernel]
impl Logic for Bank {
    fn update(&mut self) {
        visited.d = visit;
        memory.read_address = (bit_cast::<6, 2>(visit.third) << 4) | bit_cast::<6, 4>(visit.row);

        // The line that has changed.
        around = memory.read_data;
        was_vacant = stone.placed;
        is_vacant = !stone.placed;
        if !visited.q.own {
            match visited.q.direction {
                Direction::AlongTheRow => {
                    around.row = shapes[0];
                    was_vacant = vacant.get_bit(0);
                }
                Direction::DownTheColumn => {
                    around.column = shapes[1];
                    was_vacant = vacant.get_bit(1);
                }
                Direction::DownRight => {
                    around.down_right = shapes[2];
                    was_vacant = vacant.get_bit(2);
                }
                Direction::DownLeft => {
                    around.down_left = shapes[3];
                    was_vacant = vacant.get_bit(3);
                }
            }
            is_vacant = was_vacant;
        }

        // What it threatens now.
        black.shapes[0] = around.row.black;
        black.shapes[1] = around.column.black;
        black.shapes[2] = around.down_right.black;
        black.shapes[3] = around.down_left.black;
        white.shapes[0] = around.row.white;
        white.shapes[1] = around.column.white;
        white.shapes[2] = around.down_right.white;
        white.shapes[3] = around.down_left.white;

        // Who may play there.
        suspicion.shapes[0] = around.row.black;
        suspicion.shapes[1] = around.column.black;
        suspicion.shapes[2] = around.down_right.black;
        suspicion.shapes[3] = around.down_left.black;
        suspect = around.row.suspect | around.column.suspect | around.down_right.suspect | around.down_left.suspect;
        suspect_black = suspect | ((rule == Rule::Renju) & suspicion.foul);
        barred_black = suspect_black & (black.threat != Threat::Five);
        barred_white = suspect & (rule == Rule::ExactFive) & (white.threat != Threat::Five);
        around.threats = nothing;
        if !barred_black {
            around.threats.black = black.threat;
        }
        if !barred_white {
            around.threats.white = white.threat;
        }
        keys_of.threats = around.threats;
        keys_of.may_black = is_vacant & !barred_black;
        keys_of.may_white = is_vacant & !barred_white;

        memory.write_enable = clear | (visited.q.active & !stone.tried);
        memory.write_address = (bit_cast::<6, 2>(visited.q.third) << 4) | bit_cast::<6, 4>(visited.q.row);
        memory.write_data = around;
        if clear {
            memory.write_address = clear_at;
            memory.write_data = on_the_empty_board;
        }

        result.d.change.was = nothing;
        result.d.change.now = nothing;
        if visited.q.active & was_vacant {
            result.d.change.was = memory.read_data.threats;
        }
        if visited.q.active & is_vacant {
            result.d.change.now = around.threats;
        }
        write.enable = visited.q.active & !stone.tried;
        write.row = visited.q.row;
        write.third = visited.q.third;
        write.keys = keys_of.keys;
        result.d.written = write;
        result.d.five = visited.q.active & is_vacant & (black.threat == Threat::Five);
        result.d.won = visited.q.active & visited.q.own & stone.placed & (black.threat == Threat::Five);
        if stone.colour {
            result.d.five = visited.q.active & is_vacant & (white.threat == Threat::Five);
            result.d.won = visited.q.active & visited.q.own & stone.placed & (white.threat == Threat::Five);
        }
        change = result.q.change;
        written = result.q.written;
        five = result.q.five;
        won = result.q.won;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::gomoku::ports::Shape;
    use crate::rules::gomoku::search::{Threat as Known, WEIGHTS};
    use crate::rules::gomoku::{Rule as KnownRule, Shape as KnownShape};
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    /// Of each of a crossing's lines: black's shape, white's, and whether it is suspect.
    type Lines = [(KnownShape, KnownShape, bool); 4];

    /// What the two colours threaten there, and who may not play there, and so threatens nothing.
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

    /// The keys that the two colours may have there.
    fn keys(rule: KnownRule, lines: &Lines, vacant: bool) -> [u32; 2] {
        let ([black, white], barred) = threats(rule, lines);
        let key = |own, other, barred: bool| if vacant && !barred { WEIGHTS.key(own, other) } else { 0 };
        [key(black, white, barred[0]), key(white, black, barred[1])]
    }

    #[test]
    fn a_line_changes_what_is_kept_and_a_stone_how_it_counts() {
        let mut bank = Native::new(Bank::default());
        let mut random = Random::new(16);
        let mut model = vec![];
        for round in 0..4500usize {
            // A rule is for a while.
            let rule = KnownRule::ALL[round / 1500];
            if round.is_multiple_of(1500) {
                bank.circuit.rule.next = Rule::decode(rule as u64);
                for address in 0..64 {
                    bank.drive("clear_at", address);
                    bank.strobe("clear");
                }
                model = vec![[(KnownShape::Other, KnownShape::Other, false); 4]; 64];
            }
            let address = random.below(64usize);
            let direction = random.below(4usize);
            let own = random.once_in(6);
            let stone = Stone {
                colour: random.once_in(2),
                placed: random.once_in(2),
                tried: random.once_in(3),
                ..Default::default()
            };
            bank.circuit.visit.next = Visit {
                active: true,
                own,
                direction: Direction::decode(direction as u64),
                row: (address as u64 % 16).into(),
                third: (address as u64 / 16).into(),
            };
            bank.settle();
            bank.step();
            bank.circuit.visit.next = Visit::default();
            let drawn: Lines = std::array::from_fn(|_| {
                let [black, white] = [0, 1].map(|_| random.of(&KnownShape::ALL));
                (black, white, random.once_in(9))
            });
            for (port, line) in bank.circuit.shapes.iter_mut().zip(drawn) {
                port.next = LineShapes {
                    black: Shape::decode(line.0 as u64),
                    white: Shape::decode(line.1 as u64),
                    suspect: line.2,
                };
            }
            let vacancies = random.bits(4);
            bank.drive("vacant", vacancies);
            bank.circuit.stone.next = stone;
            bank.settle();

            let before = model[address];
            let mut after = before;
            let free = vacancies >> direction & 1 == 1;
            let [was_vacant, is_vacant] = if own { [stone.placed, !stone.placed] } else { [free; 2] };
            if !own {
                after[direction] = drawn[direction];
            }
            if !stone.tried {
                model[address] = after;
            }
            let write = bank.circuit.write.val();
            let found = [write.keys.black, write.keys.white].map(|key| key.key.index() as u32);
            assert_eq!(found, keys(rule, &after, is_vacant), "{round}");
            let place = (write.enable, write.row.index() + 16 * write.third.index());
            assert_eq!(place, (!stone.tried, address));

            bank.step();
            let change = bank.circuit.change.val();
            let seen = |threats: Threats| [threats.black as u64, threats.white as u64];
            let counted = |lines: &Lines, vacant| {
                if vacant {
                    threats(rule, lines).0
                } else {
                    [Known::Nothing; 2]
                }
            };
            let [was, now] = [counted(&before, was_vacant), counted(&after, is_vacant)];
            assert_eq!(seen(change.was), was.map(|threat| threat as u64), "{round}");
            assert_eq!(seen(change.now), now.map(|threat| threat as u64), "{round}");
            assert_eq!(bank.circuit.written.val(), write);
            let five = threats(rule, &after).0[usize::from(stone.colour)] == Known::Five;
            assert_eq!(bank.read_as::<Bit>("five"), five && is_vacant);
            assert_eq!(bank.read_as::<Bit>("won"), five && own && stone.placed);
            // A clock without a visit.
            bank.step();
            assert_eq!(bank.circuit.change.val(), Change::default());
        }
    }
}
