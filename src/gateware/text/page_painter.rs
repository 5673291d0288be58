//! Writes the words of the mode page into the page picture, pixel by pixel, whenever something they show has changed.
//!
//! ```text
//!         shown differs     each item           each character        each font row, each pixel row
//!   Idle ---------------> Item ---> Pick ---> String ---> Glyph ---> Row ---> Load ---> Pixels
//!    ^                     ^                    ^                     ^        ^         ||||
//!    |                     |                    |                     |        +---------+|||
//!    |                     |                    |                     +-------------------+||
//!    |                     |                    +------------------------------------------+|
//!    +---------------------+----------------------------------------------------------------+
//! ```
//!
//! A pixel takes a clock; a ROM's word comes a clock after its address. The page takes about 7000 clocks. Blank characters
//! are painted as well, so a text covers the one before it.
//!
//! | port   | dir | width     | meaning                                | initial |
//! |--------|-----|-----------|----------------------------------------|---------|
//! | clock  | in  | 1         | rising edge                            |         |
//! | status | in  | struct    | what the page says, see [`PageStatus`] |         |
//! | page   | out | PageWrite | a pixel for the page RAM               | 0       |
//! | busy   | out | 1         | the page is not yet what `status` says | 1       |

use rust_hdl::prelude::*;

use super::TextCell;
use super::page_text::{self, Choice, ItemWord};
use crate::gateware::gomoku::ports::GameSettings;
use crate::gateware::memory::Rom;
use crate::gateware::ports::PageWrite;
use crate::gateware::settings::Line;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

/// Everything the mode page depends on.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct PageStatus {
    pub settings: GameSettings,
    /// The line that left and right change, shown in blue.
    pub line: Line,
    /// High from power-on, so that the first page differs from the blank one.
    pub on: Bit,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The layout ROM reads the item.
    Item,
    /// Its word is there and selects the string.
    Pick,
    /// The string ROM reads the character.
    String,
    /// Its answer is there.
    Glyph,
    /// The font ROM reads the row of dots.
    Row,
    /// Its row is taken over.
    Load,
    Pixels,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    item: Bits<4>,
    /// Of the item's layout word, so that little hangs on the ROM, which takes long to answer: the string shown, and the
    /// page pixels a font pixel less one.
    text: Bits<5>,
    scale: Bits<2>,
    character: Bits<5>,
    /// The character is the item's last.
    last: Bit,
    /// Row and column of the glyph, and how often each has been repeated.
    row: Bits<3>,
    row_repeat: Bits<2>,
    col: Bits<3>,
    col_repeat: Bits<2>,
    /// The glyph's row from the present pixel on, leftmost pixel at the top bit.
    pixels: Bits<6>,
    /// Left edge of the character, and the pixel being painted.
    left: Bits<8>,
    x: Bits<8>,
    y: Bits<7>,
}

#[derive(Circuit)]
pub struct PagePainter {
    pub clock: Signal<In, Clock>,
    pub status: Signal<In, PageStatus>,
    pub page: Signal<Out, PageWrite>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    shown: Register<PageStatus>,
    #[init(Rom::new(page_text::layout_words()))]
    layout: Rom<ItemWord, 4>,
    #[init(Rom::new(page_text::string_words()))]
    strings: Rom<TextCell, 9>,
    #[init(Rom::new(page_text::font_words()))]
    font: Rom<Bits<5>, 9>,

    differs: Signal<Local, Bit>,
    /// How far from the first string of the item's run.
    picked: Signal<Local, Bits<2>>,
    last_of_col: Signal<Local, Bit>,
    last_of_row: Signal<Local, Bit>,
    next_character: Signal<Local, Bits<5>>,
    /// The number of the line under the cursor.
    chosen: Signal<Local, Bits<3>>,

    #[init(page_text::ITEMS - 1)]
    last_item: Constant<Bits<4>>,
    #[init(page_text::ADVANCE - 1)]
    last_col: Constant<Bits<3>>,
    #[init(page_text::HEIGHT - 1)]
    last_row: Constant<Bits<3>>,
    #[init(3)]
    blue: Constant<Bits<2>>,
}

#[kernel]
impl Logic for PagePainter {
    fn update(&mut self) {
        differs = status != shown.q;

        layout.address = q.item;
        picked = 0;
        match layout.data.choice {
            Choice::Fixed => {}
            Choice::Mode => {
                picked = shown.q.settings.mode.into();
            }
            Choice::Level => {
                picked = shown.q.settings.level.into();
            }
            Choice::Rule => {
                picked = shown.q.settings.rule.into();
            }
            Choice::Clock => {
                if shown.q.settings.timed {
                    picked = 1;
                }
            }
            Choice::Opening => {
                if shown.q.settings.opening {
                    picked = 1;
                }
            }
        }
        d.text = layout.data.string + bit_cast::<5, 2>(picked);
        strings.address = (bit_cast::<9, 5>(q.text) << 4) | bit_cast::<9, 5>(q.character);
        font.address = (bit_cast::<9, 7>(strings.data) << 3) | bit_cast::<9, 3>(q.row);

        last_of_col = q.col_repeat == q.scale;
        last_of_row = q.row_repeat == q.scale;
        next_character = q.character + 1;
        d.scale = layout.data.scale;
        d.last = next_character == layout.data.length;

        page.enable = false;
        match q.phase {
            Phase::Idle => {
                d.item = 0;
                if differs {
                    shown.d = status;
                    d.phase = Phase::Item;
                }
            }
            Phase::Item => {
                d.character = 0;
                d.phase = Phase::Pick;
            }
            Phase::Pick => {
                d.left = layout.data.x;
                d.phase = Phase::String;
            }
            Phase::String => {
                d.y = layout.data.y;
                d.row = 0;
                d.row_repeat = 0;
                d.phase = Phase::Glyph;
            }
            Phase::Glyph => {
                d.phase = Phase::Row;
            }
            Phase::Row => {
                d.phase = Phase::Load;
            }
            Phase::Load => {
                d.pixels = bit_cast::<6, 5>(font.data) << 1;
                d.col = 0;
                d.col_repeat = 0;
                d.x = q.left;
                d.phase = Phase::Pixels;
            }
            Phase::Pixels => {
                page.enable = true;
                d.x = q.x + 1;
                d.col_repeat = q.col_repeat + 1;
                if last_of_col {
                    d.col_repeat = 0;
                    d.col = q.col + 1;
                    d.pixels = q.pixels << 1;
                    if q.col == last_col {
                        d.y = q.y + 1;
                        d.row_repeat = q.row_repeat + 1;
                        d.phase = Phase::Load;
                        if last_of_row {
                            d.row_repeat = 0;
                            d.row = q.row + 1;
                            d.phase = Phase::Row;
                            if q.row == last_row {
                                d.left = q.x + 1;
                                d.character = next_character;
                                d.phase = Phase::String;
                                if q.last {
                                    d.item = q.item + 1;
                                    d.phase = Phase::Item;
                                    if q.item == last_item {
                                        d.phase = Phase::Idle;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }

        page.address = (bit_cast::<15, 7>(q.y) << 8) | bit_cast::<15, 8>(q.x);
        page.cell = 0;
        chosen = shown.q.line.into();
        if q.pixels.get_bit(5) {
            page.cell = layout.data.ink;
            if layout.data.line == chosen {
                page.cell = blue;
            }
        }
        busy = differs | (q.phase != Phase::Idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::gomoku::ports::{Level, Mode, Rule};
    use tengen_sim::{ByName, Encoded, Engine, Native};

    /// The page's pixels once the painter has come to rest, and the clocks it took.
    fn painted(status: PageStatus) -> (Vec<u64>, usize) {
        let mut painter = Native::new(PagePainter::default());
        painter.drive_as("status", status);
        let mut page = vec![0; (page_text::PAGE.0 * page_text::PAGE.1) as usize];
        for clock in 0..20_000 {
            painter.settle();
            let written: PageWrite = painter.read_as("page");
            if written.enable {
                let (x, y) = (written.address.encode() & 255, written.address.encode() >> 8);
                page[(y * page_text::PAGE.0 + x) as usize] = written.cell.encode();
            }
            painter.step();
            if painter.read("busy") == 0 {
                return (page, clock);
            }
        }
        panic!("the painter does not come to rest");
    }

    /// PVC, level 3, with this line chosen.
    fn with_line(line: u64) -> PageStatus {
        PageStatus {
            settings: GameSettings {
                mode: Mode::Pvc,
                level: Level::Zju,
                ..Default::default()
            },
            line: Line::decode(line),
            on: true,
        }
    }

    fn drawing(page: &[u64], x: usize, y: usize, width: usize, height: usize) -> Vec<String> {
        let pixel = |x: usize, y: usize| b" WRB"[page[y * 160 + x] as usize] as char;
        (y..y + height)
            .map(|y| (x..x + width).map(|x| pixel(x, y)).collect())
            .collect()
    }

    #[test]
    fn the_title_is_three_times_the_font() {
        let (page, clocks) = painted(with_line(0));
        assert!(clocks < 16_000, "{clocks}");
        // The T of TENGEN: a bar of five font pixels over a stem of one.
        let letter = drawing(&page, 27, 5, 18, 24);
        assert_eq!(letter[0], "WWWWWWWWWWWWWWW   ");
        assert_eq!(letter[2], "WWWWWWWWWWWWWWW   ");
        assert_eq!(letter[12], "      WWW         ");
    }

    #[test]
    fn only_the_chosen_line_is_blue() {
        for chosen in 0..5 {
            let (page, _) = painted(with_line(chosen));
            for line in 0..5 {
                let inks = drawing(&page, 0, 47 + 10 * line, 160, 8).concat().replace(' ', "");
                let ink = if line as u64 == chosen { 'B' } else { 'W' };
                assert!(inks.chars().all(|c| c == ink) && !inks.is_empty(), "{line}: {inks}");
            }
        }
    }

    #[test]
    fn every_setting_has_a_page_of_its_own() {
        let mut pages = std::collections::HashSet::new();
        for setting in 0..4 * 3 * 3 * 2 * 2u64 {
            let status = PageStatus {
                settings: GameSettings {
                    mode: Mode::decode(setting % 4),
                    level: Level::decode(setting / 4 % 4),
                    rule: Rule::decode(setting / 12 % 3),
                    timed: setting / 36 % 2 == 1,
                    opening: setting / 72 == 1,
                },
                ..with_line(0)
            };
            assert!(pages.insert(painted(status).0), "{status:?}");
        }
    }
}
