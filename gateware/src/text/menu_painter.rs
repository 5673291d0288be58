//! Writes the menu beside the board, or the bring-up page in its place, whenever its contents have changed, and gives it to
//! the serial line when a program there asks for it.
//!
//! ```text
//!            shown differs              each row           each of its 10 characters
//!   Idle -------------------> Layout ----> Pick ----> String ---> Read ---> Put
//!     ^                          ^                      ^                   | |
//!     |                          |  next row            +----- next --------+ |
//!     +--------------------------+--------------------------------------------+
//! ```
//!
//! A ROM's word is valid a clock after its address and is decoded in the clock after that, so that no path leads from
//! one memory to the next. A character takes three clocks, the whole menu 769. Changes meanwhile are painted in a
//! second pass.
//!
//! A pass for the line is the same, but Put waits until the line has taken the cell. A change ends the pass; it begins anew
//! when the change has been painted.
//!
//! | port     | dir | width      | meaning                                                | initial |
//! |----------|-----|------------|--------------------------------------------------------|---------|
//! | clock    | in  | 1          | rising edge                                            |         |
//! | status   | in  | MenuStatus | what the menu shows, see [`MenuStatus`]                |         |
//! | readings | in  | Readings   | what the bring-up page shows, see [`Readings`]         |         |
//! | changed  | in  | 1          | one clock: `readings` have changed and must be painted |         |
//! | reader   | in  | MenuReader | the program at the serial line                         |         |
//! | menu     | out | MenuWrite  | a character for the menu RAM, or for the line          | 0       |
//! | busy     | out | 1          | the menu on the screen does not yet show the inputs    | 1       |
//!
//! `status` is sampled before painting and compared with the sample afterwards. `readings` are too wide for that:
//! they are painted unsampled, and again if they change meanwhile.

use rust_hdl::prelude::*;

use super::menu_text::{self, LayoutWord};
use super::read_out::{ReadOut, Readings};
use super::words::{
    ClubNews, Ink, Keys, NOTE_EVALUATION, NOTE_LEAVE, NOTE_LOSS, NOTE_NEWS, NOTE_REPLY, NOTE_RESIGN, NOTE_STAKE,
    NOTE_THINKING, NOTE_WIN, Pick, Row, Status,
};
use super::{READ_OUT, TextCell};
use crate::link::ports::LinkNews;
use crate::ports::{Crossing, Discs, Insight, MenuReader, MenuWrite, Seats, Seconds};
use crate::video::font;
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use tengen_hdl::library::memory::Rom;

/// The values that the menu shows.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct MenuStatus {
    /// The menu to show: a game's, counted from 0; the number after the last game is the bring-up page.
    pub shown: Bits<2>,
    pub seats: Seats,
    /// The rule, in the game's own numbers.
    pub rule: Bits<2>,
    pub status: Status,
    pub reason: Bits<2>,
    pub keys: Keys,
    /// Leaving the game would lose the club.
    pub stake: Bit,
    /// The key that must be pressed again would resign a game over the line.
    pub resigns: Bit,
    pub news: LinkNews,
    pub club: ClubNews,
    pub cursor: Crossing,
    /// The move clock runs.
    pub timed: Bit,
    /// The seconds left for the move.
    pub seconds: Seconds,
    pub discs: Discs,
    pub insight: Insight,
    /// High from power-on, so that the first status differs from the initial one and is painted.
    pub on: Bit,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The layout ROM reads the row's word.
    Layout,
    /// The row's word is valid and selects the string.
    Pick,
    /// The string ROM reads the character.
    String,
    /// The character is valid.
    Read,
    /// The glyph is written into the menu, or waits for the line.
    Put,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    row: Bits<5>,
    col: Bits<4>,
    /// The number of the row's string, valid after Pick.
    text: Bits<8>,
    /// The character as read from the string ROM, valid in Put.
    code: TextCell,
    /// The readings have changed since the last painting began.
    stale: Bit,
    /// The line has asked for the menu, and has not had all of it.
    asked: Bit,
    /// This pass is for the line.
    echoing: Bit,
}

const LAST_ROW: u64 = (menu_text::ROWS - 1) as u64;
const LAST_COL: u64 = (menu_text::COLUMNS - 1) as u64;

#[derive(Circuit)]
pub struct MenuPainter {
    pub clock: Signal<In, Clock>,
    pub status: Signal<In, MenuStatus>,
    pub readings: Signal<In, Readings>,
    pub changed: Signal<In, Bit>,
    pub reader: Signal<In, MenuReader>,
    pub menu: Signal<Out, MenuWrite>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    shown: Register<MenuStatus>,
    #[given]
    layout: Rom<LayoutWord, 7>,
    #[given]
    strings: Rom<TextCell, 12>,
    #[given]
    read_out: Optional<ReadOut>,

    picked: Signal<Local, Bits<5>>,
    /// The row under the cursor as players count it: 15 at the top.
    number: Signal<Local, Bits<4>>,
    /// A placeholder's first letter or digit.
    first: Signal<Local, Bits<6>>,
    /// The offset added to it.
    offset: Signal<Local, Bits<4>>,
    /// The placeholder is blank.
    blank: Signal<Local, Bit>,
    glyph: Signal<Local, Bits<6>>,

    #[init(font::glyph('A').map_or(0, u64::from))]
    letter_a: Constant<Bits<6>>,
    #[init(font::glyph('0').map_or(0, u64::from))]
    digit_0: Constant<Bits<6>>,
    #[init(font::glyph('+').map_or(0, u64::from))]
    plus: Constant<Bits<6>>,
    #[init(font::glyph('-').map_or(0, u64::from))]
    minus: Constant<Bits<6>>,
    #[init(Ink::Red as u64)]
    red: Constant<Bits<2>>,
    #[init(READ_OUT)]
    read_out_cells: Constant<TextCell>,
}

impl MenuPainter {
    /// Creates a painter of these menus; with `reads_out` the last one is the bring-up page with its readings.
    ///
    /// # Panics
    /// If a text does not fit. The tables are constants, so this is a programming error.
    pub fn new(menus: &[Vec<Row>], reads_out: bool) -> Self {
        MenuPainter::given(
            menu_text::layout_rom(menus),
            menu_text::string_rom(menus),
            Optional::when(reads_out),
        )
    }
}

#[kernel]
impl Logic for MenuPainter {
    fn update(&mut self) {
        d.stale = q.stale | changed;
        d.asked = q.asked | reader.asks;
        let differs = (status != shown.q) | q.stale;

        layout.address = cat(shown.q.shown, q.row);
        self.pick();
        d.text = layout.data.string + bit_cast::<8, 5>(picked);
        // The address of the row's string: nine cells a string, 8 + 1. The last column has no cell.
        let start = (bit_cast::<12, 8>(q.text) << 3) + bit_cast::<12, 8>(q.text);
        strings.address = start + bit_cast::<12, 4>(q.col);
        d.code = if q.col == LAST_COL { 0 } else { strings.data };

        self.read_glyph();
        read_out = ReadOut { readings, place: 0 };
        if q.code >= read_out_cells {
            read_out.place = bit_cast::<5, 7>(q.code);
            glyph = read_out.glyph;
        }

        self.step(differs);

        menu.address = cat(q.row, q.col);
        self.ink();
        busy = differs | ((q.phase != Phase::Idle) & !q.echoing);
    }

    /// Chooses one of the row's strings.
    fn pick(&mut self) {
        picked = 0;
        let status_code = shown.q.status.into();
        let keys_code = shown.q.keys.into();
        let club_code = shown.q.club.into();
        let news_code = shown.q.news.into();
        match layout.data.pick {
            Pick::Fixed => {}
            Pick::Mode => {
                picked = picked.replace_bit(0, shown.q.seats.white.computer);
                picked = picked.replace_bit(1, shown.q.seats.black.computer);
            }
            Pick::Black => {
                picked = picked.replace_bit(0, shown.q.seats.black.line);
                if shown.q.seats.black.computer {
                    picked = bit_cast::<5, 3>(shown.q.seats.black.level) + 2;
                }
            }
            Pick::White => {
                picked = picked.replace_bit(0, shown.q.seats.white.line);
                if shown.q.seats.white.computer {
                    picked = bit_cast::<5, 3>(shown.q.seats.white.level) + 2;
                }
            }
            Pick::Rule => picked = bit_cast::<5, 2>(shown.q.rule),
            Pick::Status => picked = bit_cast::<5, 3>(status_code),
            Pick::Keys => picked = bit_cast::<5, 3>(keys_code),
            Pick::Note => {
                picked = bit_cast::<5, 2>(shown.q.reason);
                if shown.q.keys == Keys::Question {
                    picked = if shown.q.stake { NOTE_STAKE } else { NOTE_LEAVE };
                    if shown.q.resigns {
                        picked = NOTE_RESIGN;
                    }
                } else if shown.q.news != LinkNews::None {
                    picked = bit_cast::<5, 4>(news_code) + NOTE_NEWS;
                } else if shown.q.insight.thinking {
                    picked = NOTE_THINKING;
                } else if shown.q.insight.known & !shown.q.reason.any() {
                    picked = if shown.q.insight.expects { NOTE_REPLY } else { NOTE_EVALUATION };
                    if shown.q.insight.proved {
                        picked = if shown.q.insight.minus { NOTE_LOSS } else { NOTE_WIN };
                        if shown.q.keys == Keys::Over {
                            picked = 0;
                        }
                    }
                }
            }
            Pick::Clock => {
                if shown.q.timed {
                    picked = 1;
                }
            }
            Pick::Opening => {}
            Pick::Tilt => {}
            Pick::Club => picked = bit_cast::<5, 2>(club_code),
            Pick::Question => {}
            Pick::Cursor => {}
        }
    }

    /// Finds the glyph of a character; a placeholder stands for a letter or digit of a changing value.
    fn read_glyph(&mut self) {
        // The value of a placeholder, from number 0x40 on: an offset from the first letter or digit, or blank.
        number = 15 - shown.q.cursor.row;
        let two_digits = number > 9;
        first = digit_0;
        offset = 0;
        blank = false;
        // The same for the expected reply.
        let reply_number = 15 - shown.q.insight.reply.row;
        let reply_digits = reply_number > 9;
        match bit_cast::<5, 7>(q.code).index() {
            0 => {
                first = letter_a;
                offset = shown.q.cursor.col;
            }
            1 => offset = if two_digits { 1 } else { number },
            2 => {
                offset = number - 10;
                blank = !two_digits;
            }
            3 => {
                offset = bit_cast::<4, 2>(shown.q.seconds.get_bits::<2>(4));
                blank = !shown.q.seconds.get_bits::<2>(4).any();
            }
            4 => offset = shown.q.seconds.get_bits::<4>(0),
            5 => offset = shown.q.cursor.row + 1,
            6 => {
                offset = shown.q.discs.black.get_bits::<4>(4);
                blank = !shown.q.discs.black.get_bits::<4>(4).any();
            }
            7 => offset = shown.q.discs.black.get_bits::<4>(0),
            8 => {
                offset = shown.q.discs.white.get_bits::<4>(4);
                blank = !shown.q.discs.white.get_bits::<4>(4).any();
            }
            9 => offset = shown.q.discs.white.get_bits::<4>(0),
            10 => first = if shown.q.insight.minus { minus } else { plus },
            11 => {
                offset = shown.q.insight.hundreds;
                blank = !shown.q.insight.hundreds.any();
            }
            12 => {
                offset = shown.q.insight.tens;
                blank = !shown.q.insight.hundreds.any() & !shown.q.insight.tens.any();
            }
            13 => offset = shown.q.insight.ones,
            14 => {
                offset = shown.q.insight.plies.get_bits::<4>(4);
                blank = !shown.q.insight.plies.get_bits::<4>(4).any();
            }
            15 => offset = shown.q.insight.plies.get_bits::<4>(0),
            16 => {
                first = letter_a;
                offset = shown.q.insight.reply.col;
            }
            17 => offset = if reply_digits { 1 } else { reply_number },
            _ => {
                offset = reply_number - 10;
                blank = !reply_digits;
            }
        }
        glyph = bit_cast::<6, 7>(q.code);
        if q.code.get_bit(6) {
            glyph = if blank { 0 } else { first + bit_cast::<6, 4>(offset) };
        }
    }

    /// Steps through the rows, and through the cells of each row.
    fn step(&mut self, differs: Bit) {
        menu.enable = false;
        menu.due = false;
        match q.phase {
            Phase::Idle => {
                d.row = 0;
                d.col = 0;
                d.echoing = q.asked & !differs;
                if differs {
                    shown.d = status;
                    d.stale = false;
                }
                if differs | q.asked {
                    d.phase = Phase::Layout;
                }
            }
            Phase::Layout => d.phase = Phase::Pick,
            Phase::Pick => d.phase = Phase::String,
            Phase::String => d.phase = Phase::Read,
            Phase::Read => d.phase = Phase::Put,
            Phase::Put => {
                menu.enable = !q.echoing;
                menu.due = q.echoing & !reader.took;
                if !q.echoing | reader.took {
                    self.advance(differs);
                }
            }
        }
    }

    /// Goes on to the next cell.
    fn advance(&mut self, differs: Bit) {
        d.col = q.col + 1;
        d.phase = Phase::String;
        if q.col == LAST_COL {
            d.col = 0;
            d.row = q.row + 1;
            d.phase = Phase::Layout;
            if q.row == LAST_ROW {
                d.phase = Phase::Idle;
                d.asked = (q.asked & !q.echoing) | reader.asks;
            }
        }
        if q.echoing & differs {
            d.phase = Phase::Idle;
        }
    }

    /// Writes the cell, in its colour.
    fn ink(&mut self) {
        // At most five seconds are left.
        let urgent = (layout.data.pick == Pick::Clock)
            & !shown.q.seconds.get_bits::<2>(4).any()
            & (shown.q.seconds.get_bits::<4>(0) <= 5);
        menu.cell = cat(layout.data.ink, glyph);
        // The computer's evaluation is not a warning, so it is not red.
        let calm = (layout.data.pick == Pick::Note)
            & (shown.q.keys != Keys::Question)
            & (shown.q.insight.thinking | (shown.q.insight.known & !shown.q.reason.any()));
        if calm {
            menu.cell = bit_cast::<8, 6>(glyph);
        }
        if urgent | ((layout.data.pick == Pick::Club) & (shown.q.club == ClubNews::Over)) {
            menu.cell = cat(red, glyph);
        }
    }
}

#[cfg(test)]
mod tests;
