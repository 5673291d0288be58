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

use super::keys_of::KeysOf;
use super::ports::{Around, Change, KeyWrite, LineShapes, Stone, Threats, Visit};
use super::threat::{Threat, ThreatOf};
use crate::gateware::gomoku::ports::{Direction, Rule, Shape};
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

    words: StreamRam<Around, 6>,
    visited: Register<Visit>,
    result: Register<Result>,
    black: ThreatOf,
    white: ThreatOf,
    keys_of: KeysOf,

    around: Signal<Local, Around>,
    /// It is empty before, and after.
    was_vacant: Signal<Local, Bit>,
    is_vacant: Signal<Local, Bit>,
    fours: Signal<Local, Bits<4>>,
    threes: Signal<Local, Bits<4>>,
    suspect: Signal<Local, Bit>,
    foul: Signal<Local, Bit>,

    #[init(Around::default())]
    on_the_empty_board: Constant<Around>,
    #[init(Threats::default())]
    nothing: Constant<Threats>,
}

#[kernel]
impl Logic for Bank {
    fn update(&mut self) {
        visited.d = visit;
        words.read_address = (bit_cast::<6, 2>(visit.third) << 4) | bit_cast::<6, 4>(visit.row);

        // The line that has changed.
        around = words.read_data;
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
        around.threats.black = black.threat;
        around.threats.white = white.threat;

        // Who may play there.
        fours = 0;
        fours = fours.replace_bit(
            0,
            (around.row.black == Shape::RushFour) | (around.row.black == Shape::LiveFour),
        );
        fours = fours.replace_bit(
            1,
            (around.column.black == Shape::RushFour) | (around.column.black == Shape::LiveFour),
        );
        fours = fours.replace_bit(
            2,
            (around.down_right.black == Shape::RushFour) | (around.down_right.black == Shape::LiveFour),
        );
        fours = fours.replace_bit(
            3,
            (around.down_left.black == Shape::RushFour) | (around.down_left.black == Shape::LiveFour),
        );
        threes = 0;
        threes = threes.replace_bit(0, around.row.black == Shape::LiveThree);
        threes = threes.replace_bit(1, around.column.black == Shape::LiveThree);
        threes = threes.replace_bit(2, around.down_right.black == Shape::LiveThree);
        threes = threes.replace_bit(3, around.down_left.black == Shape::LiveThree);
        suspect = around.row.suspect | around.column.suspect | around.down_right.suspect | around.down_left.suspect;
        // A number without its lowest one is 0 where there are not two.
        foul = (rule == Rule::Renju) & ((fours & (fours - 1)).any() | (threes & (threes - 1)).any());
        keys_of.threats = around.threats;
        keys_of.may_black = is_vacant & ((black.threat == Threat::Five) | (!suspect & !foul));
        keys_of.may_white = is_vacant & ((white.threat == Threat::Five) | !suspect | (rule != Rule::ExactFive));

        words.write_enable = clear | (visited.q.active & !stone.tried);
        words.write_address = (bit_cast::<6, 2>(visited.q.third) << 4) | bit_cast::<6, 4>(visited.q.row);
        words.write_data = around;
        if clear {
            words.write_address = clear_at;
            words.write_data = on_the_empty_board;
        }

        result.d.change.was = nothing;
        result.d.change.now = nothing;
        if visited.q.active & was_vacant {
            result.d.change.was = words.read_data.threats;
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
