//! The picture: connects the beam, the views, the palette and the test pattern. Inputs are the board's colour and
//! cell writes, outputs the monitor's signals.
//!
//! ```text
//! clock    0                       1   2   3               4
//! beam x, y --+--> board_x, board_y    board_colour -+
//!             +--> menu view -------------> colour --+--> palette --> red, green, blue
//!             +--> page view -------------> colour --+
//!             +----------------> test pattern ---+
//! beam hsync, vsync, visible -----> delay -----------+--------------> hsync, vsync, visible
//! ```
//!
//! | port             | dir | width     | meaning                                                       | initial |
//! |------------------|-----|-----------|---------------------------------------------------------------|---------|
//! | clock            | in  | 1         | one pixel a clock, 25 MHz                                     | –       |
//! | view             | in  | View      | what is shown: page or game, test pattern                     | –       |
//! | board_x, board_y | out | 10, 10    | the board's pixel, 0 to 479; 0, 0 while the beam is elsewhere | 0       |
//! | board_colour     | in  | Colour    | its colour, three clocks later                                | –       |
//! | menu             | in  | MenuWrite | a write into the menu RAM: see `MenuView`                     | –       |
//! | page             | in  | PageWrite | a write into the page RAM: see `PageView`                     | –       |
//! | hsync, vsync     | out | 1         | active low                                                    | 1       |
//! | visible          | out | 1         | the pixel is part of the picture                              | 0       |
//! | red, green, blue | out | R, G, B   | black outside the picture                                     | 0       |
//!
//! All outputs are registered, four clocks behind the beam: a view takes three, the palette one. A view that is not
//! shown, or that the beam is not in, gets the constant pixel (0, 0), which saves power and simulation time.

use super::colour::Colour;
use super::delay::Delay;
use super::menu_view::{self, MenuView};
use super::page_view::PageView;
use super::palette::Palette;
use super::test_pattern::TestPattern;
use super::vga_sync::{self, VgaSync};
use crate::ports::{MenuWrite, PageWrite, View};
use crate::{Circuit, Optional, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Screen<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub view: Signal<In, View>,
    pub board_x: Signal<Out, Bits<10>>,
    pub board_y: Signal<Out, Bits<10>>,
    pub board_colour: Signal<In, Colour>,
    pub menu: Signal<In, MenuWrite>,
    pub page: Signal<In, PageWrite>,
    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    sync: VgaSync,
    delay: Delay,
    menu_view: MenuView,
    page_view: PageView,
    palette: Palette<R, G, B>,
    test_pattern: Optional<TestPattern<R, G, B>>,

    #[init(menu_view::LEFT)]
    menu_left: Constant<Bits<10>>,
    #[init(vga_sync::HORIZONTAL.visible - 1)]
    last_x: Constant<Bits<10>>,
    #[init(vga_sync::VERTICAL.visible - 1)]
    last_y: Constant<Bits<10>>,
}

impl<const R: usize, const G: usize, const B: usize> Screen<R, G, B> {
    /// Creates a screen with or without the test pattern.
    pub fn with_test_pattern(there: bool) -> Self {
        Screen { test_pattern: Optional::when(there), ..Default::default() }
    }
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for Screen<R, G, B> {
    fn update(&mut self) {
        // Passes on the writes of the games.
        menu_view.write = menu;
        page_view.write = page;

        // Passes the beam's coordinates to the view that it is in.
        board_x = 0;
        board_y = 0;
        menu_view = MenuView { x: 0, next_line: sync.visible & (sync.x == last_x), last_line: sync.y == last_y };
        page_view = PageView { x: 0, y: 0 };
        delay.in_menu = false;
        if sync.visible {
            if view.page {
                page_view = PageView { x: sync.x, y: sync.y };
            } else if sync.x >= menu_left {
                menu_view.x = sync.x;
                delay.in_menu = true;
            } else if !view.test {
                board_x = sync.x;
                board_y = sync.y;
            }
        }
        delay = Delay { hsync: sync.hsync, vsync: sync.vsync, visible: sync.visible };

        // Three clocks later the view outputs the colour.
        palette.visible = delay.visible_d3;
        palette.colour = if delay.in_menu_d3 { menu_view.colour } else { board_colour };
        if view.page {
            palette.colour = page_view.colour;
        }
        palette.farm = view.farm;

        // The test pattern needs the beam of this clock.
        test_pattern = TestPattern { x: 0, y: 0 };
        if view.test {
            test_pattern = TestPattern { x: sync.x, y: sync.y };
        }
        palette.covered = view.test & test_pattern.drawn;
        palette = Palette { test_red: test_pattern.red, test_green: test_pattern.green, test_blue: test_pattern.blue };

        hsync = delay.hsync_d4;
        vsync = delay.vsync_d4;
        visible = delay.visible_d4;
        Palette { red, green, blue, .. } = palette;
    }
}
