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
//! A pixel takes a clock; each ROM answers a clock after it is asked. The page takes about 7000 clocks. Blank characters
//! are painted as well, so a text covers the one before it.
//!
//! | port                  | dir | width  | meaning                                                          | reset |
//! |-----------------------|-----|--------|------------------------------------------------------------------|-------|
//! | clock                 | in  | 1      | rising edge                                                      |       |
//! | status                | in  | struct | what the page says, see [`PageStatus`]                           |       |
//! | write, address, pixel | out | 1,15,2 | a pixel for the page RAM, as `Screen` takes it                   | 0     |
//! | busy                  | out | 1      | the page is not yet what `status` says                           | 1     |

use rust_hdl::prelude::*;

use super::TextCell;
use super::page_text::{self, Choice, ItemWord};
use crate::gateware::memory::Rom;
use crate::{Circuit, Register};

/// Everything the mode page depends on.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct PageStatus {
    /// 0 PVP, 1 PVC, 2 CVP, 3 DEMO.
    pub mode: Bits<2>,
    /// 1 to 3.
    pub level: Bits<2>,
    /// 0 freestyle, 1 exact five, 2 Renju.
    pub rule: Bits<2>,
    /// A move must be made in thirty seconds.
    pub timed: Bit,
    /// The first stone goes on the centre.
    pub opening: Bit,
    /// The line that left and right change, shown in blue: 0 mode, 1 level, 2 rule, 3 clock, 4 opening; 7 none.
    pub line: Bits<3>,
    /// High from power-on, so that the first page differs from the blank one.
    pub on: Bit,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The layout ROM is being asked for the item.
    Item,
    /// Its answer is there and says which string is shown.
    Pick,
    /// The string ROM is being asked for the character.
    String,
    /// Its answer is there.
    Glyph,
    /// The font ROM is being asked.
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
    pub write: Signal<Out, Bit>,
    pub address: Signal<Out, Bits<15>>,
    pub pixel: Signal<Out, Bits<2>>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    shown: Register<PageStatus>,
    layout: Rom<ItemWord, 4>,
    strings: Rom<TextCell, 9>,
    font: Rom<Bits<5>, 9>,

    differs: Signal<Local, Bit>,
    /// How far from the first string of the item's run.
    picked: Signal<Local, Bits<2>>,
    last_of_col: Signal<Local, Bit>,
    last_of_row: Signal<Local, Bit>,
    next_character: Signal<Local, Bits<5>>,

    last_item: Constant<Bits<4>>,
    last_col: Constant<Bits<3>>,
    last_row: Constant<Bits<3>>,
    blue: Constant<Bits<2>>,
}

impl Default for PagePainter {
    fn default() -> Self {
        PagePainter {
            clock: Default::default(),
            status: Default::default(),
            write: Default::default(),
            address: Default::default(),
            pixel: Default::default(),
            busy: Default::default(),
            state: Default::default(),
            shown: Default::default(),
            layout: Rom::new(page_text::layout_words()),
            strings: Rom::new(page_text::string_words()),
            font: Rom::new(page_text::font_words()),
            differs: Default::default(),
            picked: Default::default(),
            last_of_col: Default::default(),
            last_of_row: Default::default(),
            next_character: Default::default(),
            last_item: Constant::new((page_text::ITEMS as u64 - 1).into()),
            last_col: Constant::new((page_text::ADVANCE - 1).into()),
            last_row: Constant::new((page_text::HEIGHT - 1).into()),
            blue: Constant::new(3u64.into()),
        }
    }
}

impl Logic for PagePainter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, shown);
        clock!(self, clock, layout, strings, font);

        self.differs.next = self.status.val() != self.shown.q.val();

        self.layout.address.next = self.state.q.val().item;
        self.picked.next = 0.into();
        match self.layout.data.val().choice {
            Choice::Fixed => {}
            Choice::Mode => {
                self.picked.next = self.shown.q.val().mode;
            }
            Choice::Level => {
                self.picked.next = self.shown.q.val().level;
            }
            Choice::Rule => {
                self.picked.next = self.shown.q.val().rule;
            }
            Choice::Clock => {
                if self.shown.q.val().timed {
                    self.picked.next = 1.into();
                }
            }
            Choice::Opening => {
                if self.shown.q.val().opening {
                    self.picked.next = 1.into();
                }
            }
        }
        self.state.d.next.text = self.layout.data.val().string + bit_cast::<5, 2>(self.picked.val());
        self.strings.address.next =
            (bit_cast::<9, 5>(self.state.q.val().text) << 4) | bit_cast::<9, 5>(self.state.q.val().character);
        self.font.address.next =
            (bit_cast::<9, 7>(self.strings.data.val()) << 3) | bit_cast::<9, 3>(self.state.q.val().row);

        self.last_of_col.next = self.state.q.val().col_repeat == self.state.q.val().scale;
        self.last_of_row.next = self.state.q.val().row_repeat == self.state.q.val().scale;
        self.next_character.next = self.state.q.val().character + 1;
        self.state.d.next.scale = self.layout.data.val().scale;
        self.state.d.next.last = self.next_character.val() == self.layout.data.val().length;

        self.write.next = false;
        match self.state.q.val().phase {
            Phase::Idle => {
                self.state.d.next.item = 0.into();
                if self.differs.val() {
                    self.shown.d.next = self.status.val();
                    self.state.d.next.phase = Phase::Item;
                }
            }
            Phase::Item => {
                self.state.d.next.character = 0.into();
                self.state.d.next.phase = Phase::Pick;
            }
            Phase::Pick => {
                self.state.d.next.left = self.layout.data.val().x;
                self.state.d.next.phase = Phase::String;
            }
            Phase::String => {
                self.state.d.next.y = self.layout.data.val().y;
                self.state.d.next.row = 0.into();
                self.state.d.next.row_repeat = 0.into();
                self.state.d.next.phase = Phase::Glyph;
            }
            Phase::Glyph => {
                self.state.d.next.phase = Phase::Row;
            }
            Phase::Row => {
                self.state.d.next.phase = Phase::Load;
            }
            Phase::Load => {
                self.state.d.next.pixels = bit_cast::<6, 5>(self.font.data.val()) << 1;
                self.state.d.next.col = 0.into();
                self.state.d.next.col_repeat = 0.into();
                self.state.d.next.x = self.state.q.val().left;
                self.state.d.next.phase = Phase::Pixels;
            }
            Phase::Pixels => {
                self.write.next = true;
                self.state.d.next.x = self.state.q.val().x + 1;
                self.state.d.next.col_repeat = self.state.q.val().col_repeat + 1;
                if self.last_of_col.val() {
                    self.state.d.next.col_repeat = 0.into();
                    self.state.d.next.col = self.state.q.val().col + 1;
                    self.state.d.next.pixels = self.state.q.val().pixels << 1;
                    if self.state.q.val().col == self.last_col.val() {
                        self.state.d.next.y = self.state.q.val().y + 1;
                        self.state.d.next.row_repeat = self.state.q.val().row_repeat + 1;
                        self.state.d.next.phase = Phase::Load;
                        if self.last_of_row.val() {
                            self.state.d.next.row_repeat = 0.into();
                            self.state.d.next.row = self.state.q.val().row + 1;
                            self.state.d.next.phase = Phase::Row;
                            if self.state.q.val().row == self.last_row.val() {
                                self.state.d.next.left = self.state.q.val().x + 1;
                                self.state.d.next.character = self.next_character.val();
                                self.state.d.next.phase = Phase::String;
                                if self.state.q.val().last {
                                    self.state.d.next.item = self.state.q.val().item + 1;
                                    self.state.d.next.phase = Phase::Item;
                                    if self.state.q.val().item == self.last_item.val() {
                                        self.state.d.next.phase = Phase::Idle;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }

        self.address.next = (bit_cast::<15, 7>(self.state.q.val().y) << 8) | bit_cast::<15, 8>(self.state.q.val().x);
        self.pixel.next = 0.into();
        if self.state.q.val().pixels.get_bit(5) {
            self.pixel.next = self.layout.data.val().ink;
            if self.layout.data.val().line == self.shown.q.val().line {
                self.pixel.next = self.blue.val();
            }
        }
        self.busy.next = self.differs.val() | (self.state.q.val().phase != Phase::Idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    /// The page's pixels once the painter has come to rest, and the clocks it took.
    fn painted(status: PageStatus) -> (Vec<u64>, usize) {
        let mut painter = Native::new(PagePainter::default());
        painter.circuit.status.next = status;
        let [write, address, pixel, busy] = ["write", "address", "pixel", "busy"].map(|name| painter.port(name));
        let mut page = vec![0; (page_text::PAGE.0 * page_text::PAGE.1) as usize];
        for clock in 0..20_000 {
            painter.settle();
            if painter.get(write) == 1 {
                let (x, y) = (painter.get(address) & 255, painter.get(address) >> 8);
                page[(y * page_text::PAGE.0 + x) as usize] = painter.get(pixel);
            }
            painter.step();
            if painter.get(busy) == 0 {
                return (page, clock);
            }
        }
        panic!("the painter does not come to rest");
    }

    /// PVC, level 3, with this line chosen.
    fn with_line(line: u64) -> PageStatus {
        PageStatus {
            mode: 1u64.into(),
            level: 3u64.into(),
            line: line.into(),
            on: true,
            ..PageStatus::default()
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
                mode: (setting % 4).into(),
                level: (1 + setting / 4 % 3).into(),
                rule: (setting / 12 % 3).into(),
                timed: setting / 36 % 2 == 1,
                opening: setting / 72 == 1,
                ..with_line(0)
            };
            assert!(pages.insert(painted(status).0), "{status:?}");
        }
    }
}
