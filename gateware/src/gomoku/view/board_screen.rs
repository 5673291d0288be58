//! A screen with a Gomoku board, for a design that has its own game: [`Screen`] and [`BoardView`], connected.
//!
//! | port             | dir | width      | meaning                                              | initial |
//! |------------------|-----|------------|------------------------------------------------------|---------|
//! | clock            | in  | 1          | one pixel a clock, 25 MHz                            | –       |
//! | view             | in  | View       | what to show: page or board, test pattern            | –       |
//! | marks            | in  | BoardMarks | the cursor, the last stone, and whether numbers show | –       |
//! | board            | in  | BoardWrite | a write into the board RAM, see [`BoardView`]        | –       |
//! | menu             | in  | MenuWrite  | a write into the menu RAM, see `MenuView`            | –       |
//! | page             | in  | PageWrite  | a write into the page RAM, see `PageView`            | –       |
//! | hsync, vsync     | out | 1          | active low                                           | 1       |
//! | visible          | out | 1          | the pixel is part of the picture                     | 0       |
//! | red, green, blue | out | R, G, B    | black outside the picture                            | 0       |

use rust_hdl::prelude::*;

use super::board_view::BoardView;
use crate::gomoku::ports::{BoardMarks, BoardWrite};
use crate::ports::{MenuWrite, PageWrite, View};
use crate::video::screen::Screen;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct BoardScreen<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub view: Signal<In, View>,
    pub marks: Signal<In, BoardMarks>,
    pub board: Signal<In, BoardWrite>,
    pub menu: Signal<In, MenuWrite>,
    pub page: Signal<In, PageWrite>,
    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    board_view: BoardView,
    screen: Screen<R, G, B>,
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for BoardScreen<R, G, B> {
    fn update(&mut self) {
        board_view = BoardView { x: screen.board_x, y: screen.board_y, marks, write: board };

        screen = Screen { view, board_colour: board_view.colour, menu, page };
        Screen { hsync, vsync, visible, red, green, blue, .. } = screen;
    }
}
