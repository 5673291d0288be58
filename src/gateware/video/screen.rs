//! The picture: joins the beam, the three views and the palette, from cells written by the games to the monitor's pins; and
//! lays the test pattern over it.
//!
//! ```text
//! clock    0                       1   2   3               4
//! beam x, y --+--> board view ------------> colour --+
//!             +--> menu view -------------> colour --+--> palette --> red, green, blue
//!             +--> page view -------------> colour --+
//!             +----------------> test pattern ---+
//! beam hsync, vsync, visible -----> delay -----------+--------------> hsync, vsync, visible
//! ```
//!
//! | port             | dir | width   | meaning                                                                    | initial |
//! |------------------|-----|---------|----------------------------------------------------------------------------|---------|
//! | clock            | in  | 1       | one pixel a clock, 25 MHz                                                  | –       |
//! | show_page        | in  | 1       | the page picture instead of the game page                                  | –       |
//! | show_test        | in  | 1       | the test pattern over board and edges, beside the menu; not with a page    | –       |
//! | cursor_row, _col | in  | 4       | the crossing under the cursor, 0 to 14                                     | –       |
//! | cursor_shown     | in  | 1       |                                                                            | –       |
//! | numbers          | in  | 1       | the stones bear their move numbers                                         | –       |
//! | board_write      | in  | 1       | one clock: the board cell at {`row[3:0]`, `col[3:0]`} becomes `board_cell` | –       |
//! | board_address    | in  | 8       |                                                                            | –       |
//! | board_cell       | in  | 14      | a stone, its marks and its number: see `BoardView`                         | –       |
//! | menu_write       | in  | 1       | one clock: the menu cell at {`row[4:0]`, `col[3:0]`} becomes `menu_cell`   | –       |
//! | menu_address     | in  | 9       |                                                                            | –       |
//! | menu_cell        | in  | 8       | `[5:0]` glyph, `[7:6]` ink 0 white, 1 red, 2 blue, 3 dim                   | –       |
//! | page_write       | in  | 1       | one clock: the page cell at {`y[6:0]`, `x[7:0]`} becomes `page_cell`       | –       |
//! | page_address     | in  | 15      |                                                                            | –       |
//! | page_cell        | in  | 2       | 0 background, 1 white, 2 red, 3 blue                                       | –       |
//! | hsync, vsync     | out | 1       | active low                                                                 | 1       |
//! | visible          | out | 1       | the pixel is part of the picture                                           | 0       |
//! | red, green, blue | out | R, G, B | black outside the picture                                                  | 0       |
//!
//! All outputs come from registers, four clocks behind the beam: a view takes three, the palette one. A view that is not
//! on the screen, or whose part of it the beam is not in, sees the pixel (0, 0) and stands still: it burns no power, and no
//! time in simulation.

use super::board_view::BoardView;
use super::delay::Delay;
use super::menu_view::{self, MenuView};
use super::page_view::PageView;
use super::palette::Palette;
use super::test_pattern::TestPattern;
use super::vga_sync::VgaSync;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Screen<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub show_page: Signal<In, Bit>,
    pub show_test: Signal<In, Bit>,
    pub cursor_row: Signal<In, Bits<4>>,
    pub cursor_col: Signal<In, Bits<4>>,
    pub cursor_shown: Signal<In, Bit>,
    pub numbers: Signal<In, Bit>,
    pub board_write: Signal<In, Bit>,
    pub board_address: Signal<In, Bits<8>>,
    pub board_cell: Signal<In, Bits<14>>,
    pub menu_write: Signal<In, Bit>,
    pub menu_address: Signal<In, Bits<9>>,
    pub menu_cell: Signal<In, Bits<8>>,
    pub page_write: Signal<In, Bit>,
    pub page_address: Signal<In, Bits<15>>,
    pub page_cell: Signal<In, Bits<2>>,
    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    sync: VgaSync,
    delay: Delay,
    board_view: BoardView,
    menu_view: MenuView,
    page_view: PageView,
    palette: Palette<R, G, B>,
    test_pattern: TestPattern<R, G, B>,

    #[init(menu_view::LEFT)]
    menu_left: Constant<Bits<10>>,
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for Screen<R, G, B> {
    fn update(&mut self) {
        // What the games write.
        board_view.write = board_write;
        board_view.write_address = board_address;
        board_view.write_cell = board_cell;
        menu_view.write = menu_write;
        menu_view.write_address = menu_address;
        menu_view.write_cell = menu_cell;
        page_view.write = page_write;
        page_view.write_address = page_address;
        page_view.write_cell = page_cell;
        board_view.cursor_row = cursor_row;
        board_view.cursor_col = cursor_col;
        board_view.cursor_shown = cursor_shown;
        board_view.numbers = numbers;

        // The beam goes to the view it is in.
        board_view.x = 0;
        board_view.y = 0;
        menu_view.x = 0;
        menu_view.y = 0;
        page_view.x = 0;
        page_view.y = 0;
        delay.in_menu = false;
        if sync.visible {
            if show_page {
                page_view.x = sync.x;
                page_view.y = sync.y;
            } else if sync.x >= menu_left {
                menu_view.x = sync.x;
                menu_view.y = sync.y;
                delay.in_menu = true;
            } else if !show_test {
                board_view.x = sync.x;
                board_view.y = sync.y;
            }
        }
        delay.hsync = sync.hsync;
        delay.vsync = sync.vsync;
        delay.visible = sync.visible;

        // Three clocks later its colour is here.
        palette.visible = delay.late_visible;
        palette.colour = board_view.colour;
        if delay.late_in_menu {
            palette.colour = menu_view.colour;
        }
        if show_page {
            palette.colour = page_view.colour;
        }

        // The beam is now where the test pattern expects it.
        test_pattern.x = 0;
        test_pattern.y = 0;
        if show_test {
            test_pattern.x = sync.x;
            test_pattern.y = sync.y;
        }
        palette.covered = show_test & test_pattern.drawn;
        palette.test_red = test_pattern.red;
        palette.test_green = test_pattern.green;
        palette.test_blue = test_pattern.blue;

        hsync = delay.late_hsync;
        vsync = delay.late_vsync;
        visible = delay.last_visible;
        red = palette.red;
        green = palette.green;
        blue = palette.blue;
    }
}
