//! Writes the texts of a page into the page picture, pixel by pixel, whenever their contents have changed.
//!
//! ```text
//!          another page                 one line after another
//!   Idle ---------------> Clear ---------------------------+
//!                                                          v
//!         shown differs     each item           each character        each font row, each pixel row
//!   Idle ---------------> Item ---> Pick ---> String ---> Glyph ---> Row ---> Load ---> Pixels
//!    ^                     ^                    ^                     ^        ^         ||||
//!    |                     |                    |                     |        +---------+|||
//!    |                     |                    |                     +-------------------+||
//!    |                     |                    +------------------------------------------+|
//!    +---------------------+----------------------------------------------------------------+
//! ```
//!
//! A pixel takes a clock; a ROM's word is valid a clock after its address. A page takes about 7000 clocks. Blank
//! characters are painted too, so that a text covers the one before it. Before another page is painted, the picture
//! is cleared in 19200 clocks. A character is a glyph of the font, a tile of a picture, or a digit of a number (see
//! [`super::TextCell`]).
//!
//! | port   | dir | width      | meaning                                 | initial |
//! |--------|-----|------------|-----------------------------------------|---------|
//! | clock  | in  | 1          | rising edge                             |         |
//! | status | in  | PageStatus | what the page shows, see [`PageStatus`] |         |
//! | page   | out | PageWrite  | a pixel for the page RAM                | 0       |
//! | busy   | out | 1          | the page does not yet show `status`     | 1       |

use rust_hdl::prelude::*;

use super::figures::Figures;
use super::page_text::{self, ItemWord};
use super::words::{Item, PageInk, Pick};
use super::{FIGURE, TextCell};
use crate::ports::{ClubNumbers, GameSettings, PageWrite, Standing};
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use tengen_hdl::library::memory::{Rom, Table};

/// The values that a page shows.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct PageStatus {
    /// The number of the page, in the order given to the painter.
    pub shown: Bits<3>,
    /// The settings that it shows; the line `line` is blue.
    pub settings: GameSettings,
    /// The numbers of the club.
    pub numbers: ClubNumbers,
    /// Whether the club is open, or how it ended.
    pub club: Standing,
    /// The club asks before a choice that would lose it.
    pub asks: Bit,
    /// High from power-on, so that the first status differs from the initial one and is painted.
    pub on: Bit,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The picture is cleared.
    Clear,
    /// The layout ROM reads the item's word.
    Item,
    /// The item's word is valid and selects the string.
    Pick,
    /// The string ROM reads the character.
    String,
    /// The character is valid.
    Glyph,
    /// The font ROM reads the row of dots.
    Row,
    /// The row of dots is valid and is loaded.
    Load,
    Pixels,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    item: Bits<7>,
    /// The number of the item's chosen string. It is registered, like the next field, to shorten the path from the
    /// slow layout ROM.
    text: Bits<7>,
    /// Page pixels for each font pixel, minus one.
    scale: Bits<2>,
    character: Bits<5>,
    /// The character as read from the string ROM, valid from Row on.
    code: TextCell,
    /// The character is the last of the item.
    last: Bit,
    /// The row of the glyph.
    row: Bits<3>,
    /// How often that row has been repeated.
    row_repeat: Bits<2>,
    /// The column of the glyph.
    col: Bits<3>,
    /// How often that column has been repeated.
    col_repeat: Bits<2>,
    /// The remaining dots of the glyph's row, the current one in the top bit.
    pixels: Bits<6>,
    /// The left edge of the character.
    left: Bits<8>,
    /// The x of the pixel being painted.
    x: Bits<8>,
    /// Its y.
    y: Bits<7>,
}

const LAST_COL: u64 = page_text::ADVANCE - 1;
const LAST_ROW: u64 = page_text::HEIGHT - 1;
const BLUE: u64 = PageInk::Blue as u64;
/// The last column of the picture.
const RIGHT: u64 = page_text::PAGE.0 - 1;
/// The last line of the picture.
const BOTTOM: u64 = page_text::PAGE.1 - 1;

#[derive(Circuit)]
pub struct PagePainter {
    pub clock: Signal<In, Clock>,
    pub status: Signal<In, PageStatus>,
    pub page: Signal<Out, PageWrite>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    shown: Register<PageStatus>,
    #[given]
    starts: Table<Bits<7>, 3>,
    #[given]
    layout: Rom<ItemWord, 7>,
    #[given]
    strings: Rom<TextCell, 11>,
    #[given]
    font: Rom<Bits<6>, 10>,
    #[given]
    figures: Optional<Figures>,

    /// The number of the chosen string in the item's run.
    picked: Signal<Local, Bits<4>>,

    #[init(FIGURE)]
    first_figure: Constant<TextCell>,
}

impl PagePainter {
    /// Creates a painter of these pages.
    ///
    /// # Panics
    /// If a text does not fit. The tables are constants, so this is a programming error.
    pub fn new(pages: &[Vec<Item>]) -> Self {
        PagePainter::with_tiles(pages, &[], false)
    }

    /// Creates a painter of these pages with tiles of pictures and, if `counts`, with digits of the club's numbers.
    ///
    /// # Panics
    /// As for [`PagePainter::new`].
    pub fn with_tiles(pages: &[Vec<Item>], tiles: &[Vec<u64>], counts: bool) -> Self {
        PagePainter::given(
            page_text::starts(pages),
            page_text::layout_rom(pages),
            page_text::string_rom(pages),
            page_text::font_rom(tiles),
            Optional::when(counts),
        )
    }
}

#[kernel]
impl Logic for PagePainter {
    fn update(&mut self) {
        let differs = status != shown.q;

        starts.address = status.shown;
        layout.address = q.item;
        // The cursor is on the item's line.
        let chosen = layout.data.line == shown.q.settings.line;
        self.pick(chosen);
        d.text = layout.data.string + bit_cast::<7, 4>(picked);
        strings.address = (bit_cast::<11, 7>(q.text) << 4) | bit_cast::<11, 5>(q.character);
        figures = Figures { numbers: shown.q.numbers, place: bit_cast::<4, 7>(q.code) };
        // The glyph or tile of the character.
        let glyph = if q.code >= first_figure { bit_cast::<7, 6>(figures.glyph) } else { q.code };
        font.address = cat(glyph, q.row);

        let last_of_col = q.col_repeat == q.scale;
        let last_of_row = q.row_repeat == q.scale;
        let next_character = q.character + 1;
        d.scale = layout.data.scale;
        d.last = next_character == layout.data.length;

        page.enable = false;
        match q.phase {
            Phase::Idle => {
                d.item = starts.data;
                d.x = 0;
                d.y = 0;
                if differs {
                    shown.d = status;
                    d.phase = if status.shown != shown.q.shown { Phase::Clear } else { Phase::Item };
                }
            }
            Phase::Clear => self.clear(),
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
                d.code = strings.data;
                d.phase = Phase::Row;
            }
            Phase::Row => d.phase = Phase::Load,
            Phase::Load => {
                d.pixels = font.data;
                d.col = 0;
                d.col_repeat = 0;
                d.x = q.left;
                d.phase = Phase::Pixels;
            }
            Phase::Pixels => self.draw(last_of_col, last_of_row, next_character),
        }

        page.address = cat(q.y, q.x);
        page.cell = 0;
        if q.pixels.get_bit(5) {
            page.cell = if chosen { BLUE } else { layout.data.ink };
        }
        busy = differs | (q.phase != Phase::Idle);
    }

    /// Clears a pixel.
    fn clear(&mut self) {
        page.enable = true;
        d.pixels = 0;
        d.x = q.x + 1;
        if q.x == RIGHT {
            d.x = 0;
            d.y = q.y + 1;
            if q.y == BOTTOM {
                d.phase = Phase::Item;
            }
        }
    }

    /// Paints a pixel of a character; after the last one goes on with the next row, character or item.
    fn draw(&mut self, last_of_col: Bit, last_of_row: Bit, next_character: Bits<5>) {
        page.enable = true;
        d.x = q.x + 1;
        d.col_repeat = q.col_repeat + 1;
        if last_of_col {
            d.col_repeat = 0;
            d.col = q.col + 1;
            d.pixels = q.pixels << 1;
            if q.col == LAST_COL {
                d.y = q.y + 1;
                d.row_repeat = q.row_repeat + 1;
                d.phase = Phase::Load;
                if last_of_row {
                    d.row_repeat = 0;
                    d.row = q.row + 1;
                    d.phase = Phase::Row;
                    if q.row == LAST_ROW {
                        d.left = q.x + 1;
                        d.character = next_character;
                        d.phase = Phase::String;
                        if q.last {
                            d.item = q.item + 1;
                            d.phase = if layout.data.last { Phase::Idle } else { Phase::Item };
                        }
                    }
                }
            }
        }
    }

    /// Chooses one of the item's strings.
    fn pick(&mut self, chosen: Bit) {
        picked = 0;
        let club_code = shown.q.club.into();
        match layout.data.pick {
            Pick::Fixed => {}
            Pick::Mode => {
                picked = picked.replace_bit(0, shown.q.settings.seats.white.computer);
                picked = picked.replace_bit(1, shown.q.settings.seats.black.computer);
                if shown.q.settings.seats.black.line | shown.q.settings.seats.white.line {
                    picked = 4;
                }
            }
            Pick::Black => {
                picked = picked.replace_bit(0, shown.q.settings.seats.black.line);
                if shown.q.settings.seats.black.computer {
                    picked = bit_cast::<4, 3>(shown.q.settings.seats.black.level) + 2;
                }
            }
            Pick::White => {
                picked = picked.replace_bit(0, shown.q.settings.seats.white.line);
                if shown.q.settings.seats.white.computer {
                    picked = bit_cast::<4, 3>(shown.q.settings.seats.white.level) + 2;
                }
            }
            Pick::Rule => picked = bit_cast::<4, 2>(shown.q.settings.rule),
            Pick::Status => {}
            Pick::Keys => {}
            Pick::Note => {}
            Pick::Clock => {
                if shown.q.settings.timed {
                    picked = 1;
                }
            }
            Pick::Opening => {
                if shown.q.settings.opening {
                    picked = 1;
                }
            }
            Pick::Tilt => {
                if shown.q.settings.tilt {
                    picked = 1;
                }
            }
            Pick::Club => picked = bit_cast::<4, 3>(club_code),
            Pick::Question => {
                if shown.q.asks {
                    picked = 1;
                }
            }
            Pick::Cursor => {
                if chosen {
                    picked = 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
