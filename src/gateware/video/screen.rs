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
//! | port               | dir | width   | meaning                                                                 | reset |
//! |--------------------|-----|---------|-------------------------------------------------------------------------|-------|
//! | clock              | in  | 1       | one pixel a clock, 25 MHz                                               | –     |
//! | show_page          | in  | 1       | the page picture instead of the game page                               | –     |
//! | show_test          | in  | 1       | the test pattern over board and edges, beside the menu; not with a page | –     |
//! | cursor_row, _col   | in  | 4       | the crossing under the cursor, 0 to 14                                  | –     |
//! | cursor_shown       | in  | 1       |                                                                         | –     |
//! | numbers            | in  | 1       | the stones bear their move numbers                                      | –     |
//! | board_write        | in  | 1       | one clock: the board cell at {row[3:0], col[3:0]} becomes `board_cell`  | –     |
//! | board_address      | in  | 8       |                                                                         | –     |
//! | board_cell         | in  | 14      | a stone, its marks and its number: see `BoardView`                      | –     |
//! | menu_write         | in  | 1       | one clock: the menu cell at {row[4:0], col[3:0]} becomes `menu_cell`    | –     |
//! | menu_address       | in  | 9       |                                                                         | –     |
//! | menu_cell          | in  | 8       | [5:0] glyph, [7:6] ink 0 white, 1 red, 2 blue, 3 dim                    | –     |
//! | page_write         | in  | 1       | one clock: the page cell at {y[6:0], x[7:0]} becomes `page_cell`        | –     |
//! | page_address       | in  | 15      |                                                                         | –     |
//! | page_cell          | in  | 2       | 0 background, 1 white, 2 red, 3 blue                                    | –     |
//! | hsync, vsync       | out | 1       | active low                                                              | 1     |
//! | visible            | out | 1       | the pixel is part of the picture                                        | 0     |
//! | red, green, blue   | out | R, G, B | black outside the picture                                               | 0     |
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
use crate::Circuit;
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

    menu_left: Constant<Bits<10>>,
}

impl<const R: usize, const G: usize, const B: usize> Default for Screen<R, G, B> {
    fn default() -> Self {
        Screen {
            clock: Default::default(),
            show_page: Default::default(),
            show_test: Default::default(),
            cursor_row: Default::default(),
            cursor_col: Default::default(),
            cursor_shown: Default::default(),
            numbers: Default::default(),
            board_write: Default::default(),
            board_address: Default::default(),
            board_cell: Default::default(),
            menu_write: Default::default(),
            menu_address: Default::default(),
            menu_cell: Default::default(),
            page_write: Default::default(),
            page_address: Default::default(),
            page_cell: Default::default(),
            hsync: Default::default(),
            vsync: Default::default(),
            visible: Default::default(),
            red: Default::default(),
            green: Default::default(),
            blue: Default::default(),
            sync: Default::default(),
            delay: Default::default(),
            board_view: Default::default(),
            menu_view: Default::default(),
            page_view: Default::default(),
            palette: Default::default(),
            test_pattern: Default::default(),
            menu_left: Constant::new((menu_view::LEFT as u64).into()),
        }
    }
}

impl<const R: usize, const G: usize, const B: usize> Logic for Screen<R, G, B> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, sync, delay, board_view, menu_view, page_view, palette);

        // What the games write.
        self.board_view.write.next = self.board_write.val();
        self.board_view.write_address.next = self.board_address.val();
        self.board_view.write_cell.next = self.board_cell.val();
        self.menu_view.write.next = self.menu_write.val();
        self.menu_view.write_address.next = self.menu_address.val();
        self.menu_view.write_cell.next = self.menu_cell.val();
        self.page_view.write.next = self.page_write.val();
        self.page_view.write_address.next = self.page_address.val();
        self.page_view.write_cell.next = self.page_cell.val();
        self.board_view.cursor_row.next = self.cursor_row.val();
        self.board_view.cursor_col.next = self.cursor_col.val();
        self.board_view.cursor_shown.next = self.cursor_shown.val();
        self.board_view.numbers.next = self.numbers.val();

        // The beam goes to the view it is in.
        self.board_view.x.next = 0.into();
        self.board_view.y.next = 0.into();
        self.menu_view.x.next = 0.into();
        self.menu_view.y.next = 0.into();
        self.page_view.x.next = 0.into();
        self.page_view.y.next = 0.into();
        self.delay.in_menu.next = false;
        if self.sync.visible.val() {
            if self.show_page.val() {
                self.page_view.x.next = self.sync.x.val();
                self.page_view.y.next = self.sync.y.val();
            } else if self.sync.x.val() >= self.menu_left.val() {
                self.menu_view.x.next = self.sync.x.val();
                self.menu_view.y.next = self.sync.y.val();
                self.delay.in_menu.next = true;
            } else if !self.show_test.val() {
                self.board_view.x.next = self.sync.x.val();
                self.board_view.y.next = self.sync.y.val();
            }
        }
        self.delay.hsync.next = self.sync.hsync.val();
        self.delay.vsync.next = self.sync.vsync.val();
        self.delay.visible.next = self.sync.visible.val();

        // Three clocks later its colour is here.
        self.palette.visible.next = self.delay.late_visible.val();
        self.palette.colour.next = self.board_view.colour.val();
        if self.delay.late_in_menu.val() {
            self.palette.colour.next = self.menu_view.colour.val();
        }
        if self.show_page.val() {
            self.palette.colour.next = self.page_view.colour.val();
        }

        // The beam is now where the test pattern expects it.
        self.test_pattern.x.next = 0.into();
        self.test_pattern.y.next = 0.into();
        if self.show_test.val() {
            self.test_pattern.x.next = self.sync.x.val();
            self.test_pattern.y.next = self.sync.y.val();
        }
        self.palette.covered.next = self.show_test.val() & self.test_pattern.drawn.val();
        self.palette.test_red.next = self.test_pattern.red.val();
        self.palette.test_green.next = self.test_pattern.green.val();
        self.palette.test_blue.next = self.test_pattern.blue.val();

        self.hsync.next = self.delay.late_hsync.val();
        self.vsync.next = self.delay.late_vsync.val();
        self.visible.next = self.delay.last_visible.val();
        self.red.next = self.palette.red.val();
        self.green.next = self.palette.green.val();
        self.blue.next = self.palette.blue.val();
    }
}
