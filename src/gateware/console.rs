//! The whole machine on one chip: keys in, picture out, and between them the mode page, a game and who gets the keys.
//!
//! ```text
//!  ps2, buttons -> Controls -> key events -> Director -> cells -> Screen -> hsync, vsync, visible, red, green, blue
//!                                           (bring-up page,      (board, menu and page RAM,
//!                                            mode page, game,     views, palette, test pattern)
//!                                            engine, painters)
//! ```
//!
//! | port                        | dir | width   | meaning                                                    | initial |
//! |-----------------------------|-----|---------|------------------------------------------------------------|-------|
//! | clock                       | in  | 1       | 25 MHz, one pixel a clock                                  |       |
//! | ps2_clk, ps2_data           | in  | 1, 1    | the keyboard's two lines, asynchronous                     |       |
//! | buttons                     | in  | 5       | up, down, left, right, centre from bit 0; high while down  |       |
//! | hsync, vsync                | out | 1, 1    | active low                                                 | 1     |
//! | visible                     | out | 1       | the pixel is part of the picture                           | 0     |
//! | red, green, blue            | out | R, G, B | black outside the picture                                  | 0     |
//! | key_code                    | out | 8       | the last byte the keyboard sent                            | 0     |
//! | *what the simulator and a logic analyser watch; left open on a board*                                    ||||||
//! | pending                     | out | 1       | something is still being worked out or painted             | 1     |
//! | page                        | out | 2       | 0 mode page, 1 game page, 2 bring-up page                  | 0     |
//! | mode                        | out | 2       | 0 PVP, 1 PVC, 2 CVP, 3 the demo                            | 1     |
//! | level                       | out | 2       | 1 mcu, 2 thesis, 3 zju                                     | 3     |
//! | rule                        | out | 2       | 0 freestyle, 1 exact five, 2 Renju                         | 0     |
//! | turn                        | out | 1       | 0 black, 1 white                                           | 0     |
//! | cursor_row, cursor_col      | out | 4, 4    | the crossing under the cursor                              | 0     |
//! | moves                       | out | 8       | stones on the board                                        | 0     |
//! | last_row, last_col          | out | 4, 4    | the last stone, while `moves` is not 0 and nothing is pending | 0  |
//! | timed                       | out | 1       | the move clock runs                                        | 1     |
//! | seconds_tens, seconds_ones  | out | 2, 4    | seconds left for the move                                  | 3, 0  |
//! | result                      | out | 2       | 0 none, 1 black has won, 2 white has won, 3 a draw         | 0     |
//! | reason                      | out | 2       | black's foul: 0 none, 1 overline, 2 double-four, 3 double-three | 0 |
//! | cell_write, _address, _stone | out | 1, 8, 2 | each write into the position: {row, column}, 0 empty, 1 black, 2 white | 0 |

use rust_hdl::prelude::*;

use crate::gateware::director::Director;
pub use crate::gateware::director::Variant;
use crate::gateware::keyboard::controls::Controls;
use crate::gateware::video::screen::Screen;
use crate::{Circuit, kernel};

/// The console for a DAC of `R`, `G` and `B` bits.
#[derive(Circuit)]
pub struct Console<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub ps2_clk: Signal<In, Bit>,
    pub ps2_data: Signal<In, Bit>,
    pub buttons: Signal<In, Bits<5>>,

    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,
    pub key_code: Signal<Out, Bits<8>>,

    pub pending: Signal<Out, Bit>,
    pub page: Signal<Out, Bits<2>>,
    pub mode: Signal<Out, Bits<2>>,
    pub level: Signal<Out, Bits<2>>,
    pub rule: Signal<Out, Bits<2>>,
    pub turn: Signal<Out, Bit>,
    pub cursor_row: Signal<Out, Bits<4>>,
    pub cursor_col: Signal<Out, Bits<4>>,
    pub moves: Signal<Out, Bits<8>>,
    pub last_row: Signal<Out, Bits<4>>,
    pub last_col: Signal<Out, Bits<4>>,
    pub timed: Signal<Out, Bit>,
    pub seconds_tens: Signal<Out, Bits<2>>,
    pub seconds_ones: Signal<Out, Bits<4>>,
    pub result: Signal<Out, Bits<2>>,
    pub reason: Signal<Out, Bits<2>>,
    pub cell_write: Signal<Out, Bit>,
    pub cell_address: Signal<Out, Bits<8>>,
    pub cell_stone: Signal<Out, Bits<2>>,

    controls: Controls,
    director: Director,
    screen: Screen<R, G, B>,
}

impl<const R: usize, const G: usize, const B: usize> Console<R, G, B> {
    /// The console as a board has it, or as a test wants it.
    pub fn new(variant: Variant) -> Self {
        Console {
            director: Director::new(variant),
            ..Default::default()
        }
    }

    /// The screen, whose inputs a simulation may look at.
    pub fn screen(&self) -> &Screen<R, G, B> {
        &self.screen
    }
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for Console<R, G, B> {
    fn update(&mut self) {
        controls.ps2_clk = ps2_clk;
        controls.ps2_data = ps2_data;
        controls.buttons = buttons;
        key_code = controls.last_code;

        director.key = controls.key;
        director.strobe = controls.strobe;
        director.code = controls.last_code;
        director.code_strobe = controls.code_strobe;
        director.code_error = controls.code_error;
        director.down = controls.down;
        director.reported = controls.reported;

        screen.show_page = director.show_page;
        screen.show_test = director.show_test;
        screen.cursor_row = director.cursor_row;
        screen.cursor_col = director.cursor_col;
        screen.cursor_shown = director.cursor_shown;
        screen.board_write = director.board_write;
        screen.board_address = director.board_address;
        screen.numbers = director.numbers;
        screen.board_cell = director.board_cell;
        screen.menu_write = director.menu_write;
        screen.menu_address = director.menu_address;
        screen.menu_cell = director.menu_cell;
        screen.page_write = director.page_write;
        screen.page_address = director.page_address;
        screen.page_cell = director.page_cell;

        hsync = screen.hsync;
        vsync = screen.vsync;
        visible = screen.visible;
        red = screen.red;
        green = screen.green;
        blue = screen.blue;

        pending = director.pending;
        page = director.page;
        mode = director.mode;
        level = director.level;
        rule = director.rule;
        turn = director.turn;
        cursor_row = director.cursor_row;
        cursor_col = director.cursor_col;
        moves = director.moves;
        last_row = director.last_row;
        last_col = director.last_col;
        timed = director.timed;
        seconds_tens = director.seconds_tens;
        seconds_ones = director.seconds_ones;
        result = director.result;
        reason = director.reason;
        cell_write = director.cell_write;
        cell_address = director.cell_address;
        cell_stone = director.cell_stone;
    }
}
