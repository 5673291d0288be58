//! The whole machine on one chip: keys in, picture out, and between them the mode page, a game and who gets the keys.
//!
//! ```text
//!  ps2, buttons -> Controls -> key events -> Director -> cells -> Screen -> hsync, vsync, visible, red, green, blue
//!                                           (bring-up page,      (board, menu and page RAM,
//!                                            mode page, game,     views, palette, test pattern)
//!                                            engine, painters)
//! ```
//!
//! | port                        | dir | width   | meaning                                                    | reset |
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
//! | cell_write, _address, _stone| out | 1, 8, 2 | each write into the position: {row, column}, 0 empty, 1 black, 2 white | 0 |

use rust_hdl::prelude::*;

use crate::Circuit;
use crate::gateware::director::Director;
pub use crate::gateware::director::Variant;
use crate::gateware::keyboard::controls::Controls;
use crate::gateware::video::screen::Screen;

/// The console for a DAC of `R`, `G` and `B` bits.
#[derive(Circuit, Default)]
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

impl<const R: usize, const G: usize, const B: usize> Logic for Console<R, G, B> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, controls, director, screen);

        self.controls.ps2_clk.next = self.ps2_clk.val();
        self.controls.ps2_data.next = self.ps2_data.val();
        self.controls.buttons.next = self.buttons.val();
        self.key_code.next = self.controls.last_code.val();

        self.director.key.next = self.controls.key.val();
        self.director.strobe.next = self.controls.strobe.val();
        self.director.code.next = self.controls.last_code.val();
        self.director.code_strobe.next = self.controls.code_strobe.val();
        self.director.code_error.next = self.controls.code_error.val();
        self.director.down.next = self.controls.down.val();
        self.director.reported.next = self.controls.reported.val();

        self.screen.show_page.next = self.director.show_page.val();
        self.screen.show_test.next = self.director.show_test.val();
        self.screen.cursor_row.next = self.director.cursor_row.val();
        self.screen.cursor_col.next = self.director.cursor_col.val();
        self.screen.cursor_shown.next = self.director.cursor_shown.val();
        self.screen.board_write.next = self.director.board_write.val();
        self.screen.board_address.next = self.director.board_address.val();
        self.screen.numbers.next = self.director.numbers.val();
        self.screen.board_cell.next = self.director.board_cell.val();
        self.screen.menu_write.next = self.director.menu_write.val();
        self.screen.menu_address.next = self.director.menu_address.val();
        self.screen.menu_cell.next = self.director.menu_cell.val();
        self.screen.page_write.next = self.director.page_write.val();
        self.screen.page_address.next = self.director.page_address.val();
        self.screen.page_cell.next = self.director.page_cell.val();

        self.hsync.next = self.screen.hsync.val();
        self.vsync.next = self.screen.vsync.val();
        self.visible.next = self.screen.visible.val();
        self.red.next = self.screen.red.val();
        self.green.next = self.screen.green.val();
        self.blue.next = self.screen.blue.val();

        self.pending.next = self.director.pending.val();
        self.page.next = self.director.page.val();
        self.mode.next = self.director.mode.val();
        self.level.next = self.director.level.val();
        self.rule.next = self.director.rule.val();
        self.turn.next = self.director.turn.val();
        self.cursor_row.next = self.director.cursor_row.val();
        self.cursor_col.next = self.director.cursor_col.val();
        self.moves.next = self.director.moves.val();
        self.last_row.next = self.director.last_row.val();
        self.last_col.next = self.director.last_col.val();
        self.timed.next = self.director.timed.val();
        self.seconds_tens.next = self.director.seconds_tens.val();
        self.seconds_ones.next = self.director.seconds_ones.val();
        self.result.next = self.director.result.val();
        self.reason.next = self.director.reason.val();
        self.cell_write.next = self.director.cell_write.val();
        self.cell_address.next = self.director.cell_address.val();
        self.cell_stone.next = self.director.cell_stone.val();
    }
}
