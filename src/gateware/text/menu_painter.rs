//! Writes the menu beside the board, or the bring-up page in its place, whenever something it shows has changed.
//!
//! ```text
//!            shown differs              each row           each of its 10 characters
//!   Idle -------------------> Layout ----> Pick ----> String ---> Read ---> Put
//!     ^                          ^                      ^                   | |
//!     |                          |  next row            +----- next --------+ |
//!     +--------------------------+--------------------------------------------+
//! ```
//!
//! A ROM's word comes a clock after its address and is decoded in the next clock, so that no path leads from one memory to
//! the next: a character takes three clocks and the whole menu 961. What changes meanwhile is painted in
//! a second go.
//!
//! | port     | dir | width     | meaning                                               | initial |
//! |----------|-----|-----------|-------------------------------------------------------|---------|
//! | clock    | in  | 1         | rising edge                                           |         |
//! | status   | in  | struct    | what the menu says, see [`MenuStatus`]                |         |
//! | bring_up | in  | 1         | the bring-up page, not the menu                       |         |
//! | readings | in  | struct    | what the bring-up page reads out, see [`Readings`]    |         |
//! | changed  | in  | 1         | one clock: `readings` are new and to be painted       |         |
//! | menu     | out | MenuWrite | a character for the menu RAM                          | 0       |
//! | busy     | out | 1         | the menu on the screen is not yet what the inputs say | 1       |
//!
//! `status` is taken over before it is painted and compared with afterwards. `readings` are too wide for that: they are
//! painted as they are, and once more when they change meanwhile.

use rust_hdl::prelude::*;

use super::menu_text::{self, Keys, LayoutWord, Pick, Status};
use super::read_out::{ReadOut, Readings};
use super::{READ_OUT, TextCell};
use crate::gateware::gomoku::ports::{Foul, Level, Mode, Rule, Seconds};
use crate::gateware::memory::Rom;
use crate::gateware::ports::{Crossing, MenuWrite};
use crate::gateware::video::font;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

/// Everything the menu depends on.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct MenuStatus {
    pub mode: Mode,
    pub level: Level,
    pub rule: Rule,
    pub status: Status,
    /// By which foul black has lost.
    pub foul: Foul,
    pub keys: Keys,
    pub cursor: Crossing,
    /// The clock runs; and how many seconds are left on it.
    pub timed: Bit,
    pub seconds: Seconds,
    /// High from power-on, so that the first picture differs from the blank one.
    pub on: Bit,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The layout ROM reads the row.
    Layout,
    /// Its word is there and selects the string.
    Pick,
    /// The string ROM reads the character.
    String,
    /// Its answer is there.
    Read,
    /// What it stands for goes into the menu.
    Put,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    row: Bits<5>,
    col: Bits<4>,
    /// Where the row's string starts in its ROM, from Pick on.
    text: Bits<10>,
    /// The character as the string has it, in Put.
    code: TextCell,
    /// The bring-up page is on the screen, or being painted.
    bring_up: Bit,
    /// The readings have changed since the last painting began.
    stale: Bit,
}

#[derive(Circuit)]
pub struct MenuPainter {
    pub clock: Signal<In, Clock>,
    pub status: Signal<In, MenuStatus>,
    pub bring_up: Signal<In, Bit>,
    pub readings: Signal<In, Readings>,
    pub changed: Signal<In, Bit>,
    pub menu: Signal<Out, MenuWrite>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    shown: Register<MenuStatus>,
    #[init(Rom::new(menu_text::layout_words()))]
    layout: Rom<LayoutWord, 6>,
    #[init(Rom::new(menu_text::string_words()))]
    strings: Rom<TextCell, 10>,
    read_out: ReadOut,

    differs: Signal<Local, Bit>,
    picked: Signal<Local, Bits<3>>,
    /// Cells from the start of the run to the string picked out of it.
    skipped: Signal<Local, Bits<6>>,
    /// The row under the cursor as people count it, 15 at the top.
    number: Signal<Local, Bits<4>>,
    two_digits: Signal<Local, Bit>,
    /// A letter or digit and what is to be added to it, or neither.
    first: Signal<Local, Bits<6>>,
    offset: Signal<Local, Bits<4>>,
    blank: Signal<Local, Bit>,
    /// Five seconds are left, or fewer.
    urgent: Signal<Local, Bit>,
    glyph: Signal<Local, Bits<6>>,

    #[init(font::glyph('A').map_or(0, u64::from))]
    letter_a: Constant<Bits<6>>,
    #[init(font::glyph('0').map_or(0, u64::from))]
    digit_0: Constant<Bits<6>>,
    #[init(menu_text::Ink::Red as u64)]
    red: Constant<Bits<2>>,
    #[init(READ_OUT)]
    read_out_cells: Constant<TextCell>,
    #[init(menu_text::PAGE_STRIDE)]
    second_page: Constant<Bits<6>>,
    #[init(menu_text::ROWS - 1)]
    last_row: Constant<Bits<5>>,
    #[init(menu_text::COLUMNS - 1)]
    last_col: Constant<Bits<4>>,
}

#[kernel]
impl Logic for MenuPainter {
    fn update(&mut self) {
        d.stale = q.stale | changed;
        differs = (status != shown.q) | (bring_up != q.bring_up) | q.stale;

        layout.address = bit_cast::<6, 5>(q.row);
        if q.bring_up {
            layout.address = bit_cast::<6, 5>(q.row) | second_page;
        }
        picked = 0;
        match layout.data.pick {
            Pick::Fixed => {}
            Pick::Mode => {
                picked = bit_cast::<3, 2>(shown.q.mode.into());
            }
            Pick::Level => {
                picked = bit_cast::<3, 2>(shown.q.level.into());
            }
            Pick::Status => {
                picked = shown.q.status.into();
            }
            Pick::Keys => {
                picked = bit_cast::<3, 2>(shown.q.keys.into());
            }
            Pick::Rule => {
                picked = bit_cast::<3, 2>(shown.q.rule.into());
            }
            Pick::Note => {
                picked = bit_cast::<3, 2>(shown.q.foul.into());
                if shown.q.keys == Keys::Question {
                    picked = 4;
                }
            }
            Pick::Clock => {
                picked = 0;
                if shown.q.timed {
                    picked = 1;
                }
            }
        }
        // Ten cells a string: 8 + 2.
        skipped = (bit_cast::<6, 3>(picked) << 3) + (bit_cast::<6, 3>(picked) << 1);
        d.text = layout.data.start + bit_cast::<10, 6>(skipped);
        strings.address = q.text + bit_cast::<10, 4>(q.col);

        d.code = strings.data;

        // What a placeholder's number from 0x40 on stands for: a letter or a digit, this far from the first; or nothing.
        number = 15 - shown.q.cursor.row;
        two_digits = number > 9;
        first = digit_0;
        offset = 0;
        blank = false;
        match bit_cast::<3, 7>(q.code).index() {
            0 => {
                first = letter_a;
                offset = shown.q.cursor.col;
            }
            1 => {
                offset = number;
                if two_digits {
                    offset = 1;
                }
            }
            2 => {
                offset = number - 10;
                blank = !two_digits;
            }
            3 => {
                offset = bit_cast::<4, 2>(shown.q.seconds.tens);
                blank = !shown.q.seconds.tens.any();
            }
            _ => {
                offset = shown.q.seconds.ones;
            }
        }
        glyph = bit_cast::<6, 7>(q.code);
        if q.code.get_bit(6) {
            glyph = first + bit_cast::<6, 4>(offset);
            if blank {
                glyph = 0;
            }
        }
        read_out.readings = readings;
        read_out.place = 0;
        if q.code >= read_out_cells {
            read_out.place = bit_cast::<5, 7>(q.code);
            glyph = read_out.glyph;
        }

        menu.enable = false;
        match q.phase {
            Phase::Idle => {
                d.row = 0;
                d.col = 0;
                if differs {
                    shown.d = status;
                    d.bring_up = bring_up;
                    d.stale = false;
                    d.phase = Phase::Layout;
                }
            }
            Phase::Layout => {
                d.phase = Phase::Pick;
            }
            Phase::Pick => {
                d.phase = Phase::String;
            }
            Phase::String => {
                d.phase = Phase::Read;
            }
            Phase::Read => {
                d.phase = Phase::Put;
            }
            Phase::Put => {
                menu.enable = true;
                d.col = q.col + 1;
                d.phase = Phase::String;
                if q.col == last_col {
                    d.col = 0;
                    d.row = q.row + 1;
                    d.phase = Phase::Layout;
                    if q.row == last_row {
                        d.phase = Phase::Idle;
                    }
                }
            }
        }

        menu.address = (bit_cast::<9, 5>(q.row) << 4) | bit_cast::<9, 4>(q.col);
        urgent = (layout.data.pick == Pick::Clock) & !shown.q.seconds.tens.any() & (shown.q.seconds.ones <= 5);
        menu.cell = (bit_cast::<8, 2>(layout.data.ink) << 6) | bit_cast::<8, 6>(glyph);
        if urgent {
            menu.cell = (bit_cast::<8, 2>(red) << 6) | bit_cast::<8, 6>(glyph);
        }
        busy = differs | (q.phase != Phase::Idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::text::menu_text::{COLUMNS, ROWS};
    use tengen_sim::{ByName, Encoded, Engine, Native};

    /// The menu as text once the painter has come to rest.
    fn painted(status: MenuStatus) -> Vec<String> {
        let mut painter = Native::new(MenuPainter::default());
        painter.drive_as("status", status);
        paint(&mut painter)
    }

    fn paint(painter: &mut Native<MenuPainter>) -> Vec<String> {
        paint_with_inks(painter).0
    }

    fn paint_with_inks(painter: &mut Native<MenuPainter>) -> (Vec<String>, Vec<[u64; COLUMNS]>) {
        let mut rows = vec![vec!['?'; COLUMNS]; ROWS];
        let mut inks = vec![[9; COLUMNS]; ROWS];
        painter.settle();
        assert_eq!(painter.read("busy"), 1);
        for _ in 0..2000 {
            painter.settle();
            let written: MenuWrite = painter.read_as("menu");
            if written.enable {
                let (row, col) = (written.address.index() >> 4, written.address.index() & 15);
                let glyph = (written.cell.index() & 63) as u8;
                inks[row][col] = written.cell.encode() >> 6;
                let mut shown = std::iter::once(' ').chain(font::characters());
                rows[row][col] = shown.find(|c| font::glyph(*c) == Some(glyph)).unwrap_or('*');
            }
            painter.step();
            if painter.read("busy") == 0 {
                return (rows.into_iter().map(String::from_iter).collect(), inks);
            }
        }
        panic!("the painter does not come to rest");
    }

    /// The rows that say something.
    fn texts(menu: &[String]) -> Vec<&str> {
        let rows = menu.iter().map(|row| row.trim_end());
        rows.filter(|row| !row.is_empty()).collect()
    }

    fn status(mode: Mode, status: Status, keys: Keys, (row, col): (u64, u64)) -> MenuStatus {
        MenuStatus {
            mode,
            level: Level::Zju,
            status,
            keys,
            cursor: Crossing {
                row: row.into(),
                col: col.into(),
            },
            on: true,
            ..MenuStatus::default()
        }
    }

    #[test]
    fn a_game_against_the_computer() {
        let menu = painted(status(Mode::Pvc, Status::BlackToMove, Keys::Playing, (7, 7)));
        let expected = [
            "  TENGEN",
            "  GOMOKU",
            " MODE PVC",
            " LEVEL  3",
            " FREE 5",
            " YOU PLAY",
            " BLACK",
            " BLACK",
            " TO MOVE",
            " AT   H8",
            " ←↑↓→ AIM",
            " ↵    PUT",
            " U   UNDO",
            " H   HINT",
            " N NUMBER",
            " M   MODE",
            " L  LEVEL",
            " CTRL NEW",
            " ESC BACK",
        ];
        assert_eq!(texts(&menu), expected);
        assert!(menu.iter().all(|row| !row.contains('?')), "every cell is painted");
    }

    #[test]
    fn every_crossing_is_named() {
        for row in 0..15 {
            let menu = painted(status(Mode::Pvp, Status::WhiteToMove, Keys::Playing, (row, 14 - row)));
            let name = format!("{}{}", (b'A' + 14 - row as u8) as char, 15 - row);
            assert_eq!(menu[16].trim_end(), format!(" AT   {name}"));
        }
    }

    #[test]
    fn the_question_the_end_and_the_demo() {
        let asked = painted(status(Mode::Cvp, Status::WhiteToMove, Keys::Question, (0, 0)));
        assert_eq!((asked[14].trim(), asked[15].trim()), ("AGAIN TO", "LEAVE"));
        let over = painted(status(Mode::Pvp, Status::Draw, Keys::Over, (0, 0)));
        assert_eq!((over[12].trim(), over[13].trim(), over[16].trim()), ("A DRAW", "", ""));
        let over = painted(status(Mode::Pvp, Status::WhiteWins, Keys::Over, (0, 0)));
        assert_eq!((over[12].trim(), over[13].trim()), ("WHITE", "WINS"));
        let demo = painted(status(Mode::Demo, Status::WhiteToMove, Keys::Demo, (0, 0)));
        assert_eq!(
            (demo[4].trim(), demo[9].trim(), demo[10].trim()),
            ("DEMO", "COMPUTER", "ALONE")
        );
        assert_eq!(
            [19, 20, 21].map(|row| demo[row].trim()),
            ["ANY KEY", "ENDS", "THE DEMO"]
        );
        assert!(demo[22..].iter().all(|row| row.trim().is_empty()));
    }

    #[test]
    fn every_rule_and_every_foul_has_its_words() {
        let rules = [["FREE 5", ""], ["EXACT 5", ""], ["RENJU", "X = FOUL"]];
        for (rule, words) in rules.into_iter().enumerate() {
            let mut status = status(Mode::Pvp, Status::BlackToMove, Keys::Playing, (0, 0));
            status.rule = Rule::decode(rule as u64);
            let menu = painted(status);
            assert_eq!([menu[6].trim(), menu[7].trim()], words);
        }
        let fouls = [["", ""], ["OVERLINE", ""], ["DOUBLE", "FOUR"], ["DOUBLE", "THREE"]];
        for (foul, words) in fouls.into_iter().enumerate() {
            let mut status = status(Mode::Pvp, Status::WhiteWins, Keys::Over, (0, 0));
            status.foul = Foul::decode(foul as u64);
            let menu = painted(status);
            assert_eq!([menu[14].trim(), menu[15].trim()], words);
        }
    }

    #[test]
    fn the_clock_counts_and_ends_in_red() {
        for seconds in 0..=30u64 {
            let mut status = status(Mode::Pvp, Status::BlackToMove, Keys::Playing, (0, 0));
            (status.seconds.tens, status.seconds.ones) = ((seconds / 10).into(), (seconds % 10).into());
            assert_eq!(painted(status)[17].trim(), "", "there is no clock");
            status.timed = true;
            let mut painter = Native::new(MenuPainter::default());
            painter.drive_as("status", status);
            let (menu, inks) = paint_with_inks(&mut painter);
            assert_eq!(menu[17], format!(" CLOCK {seconds:2} "));
            assert_eq!(inks[17], [u64::from(seconds <= 5); COLUMNS], "{seconds}");
            assert_eq!(inks[16], [0; COLUMNS]);
        }
    }

    #[test]
    fn the_bring_up_page_reads_out_what_there_is() {
        let mut painter = Native::new(MenuPainter::default());
        painter.circuit.bring_up.next = true;
        painter.circuit.readings.next = Readings {
            older: 0xAAu64.into(),
            newer: 0x1CF0_1CE0u64.into(),
            count: 5u64.into(),
            errors: 0x3Fu64.into(),
            down: 0b10010u64.into(),
        };
        let page = paint(&mut painter);
        let expected = [
            " BRING-UP",
            " KEYBOARD",
            " ·· ·· ··",
            " AA 1C F0",
            " 1C E0 _",
            " ERROR 3F",
            " BUTTONS",
            " UP     ○",
            " DOWN   ●",
            " LEFT   ○",
            " RIGHT  ○",
            " CENTRE ●",
            " LEAVE",
            " F1   ESC",
            " CENTRE",
        ];
        assert_eq!(texts(&page), expected);
    }

    #[test]
    fn readings_that_change_while_they_are_painted_are_painted_again() {
        for clocks in [1, 100, 300, 629, 700] {
            let mut painter = Native::new(MenuPainter::default());
            painter.circuit.bring_up.next = true;
            painter.steps(clocks);
            painter.circuit.readings.next.errors = 0x77u64.into();
            painter.strobe("changed");
            let page = paint(&mut painter);
            assert_eq!(page[10].trim(), "ERROR 77", "after {clocks} clocks");
            assert!(page.iter().all(|row| !row.contains('?')), "every cell is painted");
        }
    }

    #[test]
    fn a_change_while_painting_is_painted_too() {
        let mut painter = Native::new(MenuPainter::default());
        painter.circuit.status.next = status(Mode::Pvp, Status::BlackToMove, Keys::Playing, (0, 0));
        painter.steps(300);
        painter.circuit.status.next = status(Mode::Cvp, Status::WhiteToMove, Keys::Playing, (14, 3));
        let menu = paint(&mut painter);
        assert_eq!(
            (menu[4].trim(), menu[12].trim(), menu[16].trim()),
            ("MODE CVP", "WHITE", "AT   D1")
        );
    }
}
