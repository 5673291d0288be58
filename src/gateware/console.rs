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
//! | level                       | out | 2       | 0 mcu, 1 sjtu, 2 zju, 3 thesis                             | 2     |
//! | rule                        | out | 2       | 0 freestyle, 1 exact five, 2 Renju                         | 0     |
//! | turn                        | out | 1       | 0 black, 1 white                                           | 0     |
//! | cursor_row, cursor_col      | out | 4, 4    | the crossing under the cursor                              | 0     |
//! | moves                       | out | 8       | stones on the board                                        | 0     |
//! | last_row, last_col          | out | 4, 4    | the last stone, while `moves` is not 0 and nothing is pending | 0  |
//! | timed                       | out | 1       | the move clock runs                                        | 1     |
//! | seconds_tens, seconds_ones  | out | 2, 4    | seconds left for the move                                  | 3, 0  |
//! | result                      | out | 2       | 0 none, 1 black has won, 2 white has won, 3 a draw         | 0     |
//! | reason                      | out | 2       | black's foul: 0 none, 1 overline, 2 double-four, 3 double-three | 0 |
//! | ply                         | out | 3       | what is played, for one clock: 1 a game begins, 2 a stone, 3 a lost turn, 4 and 5 one of them taken back | 0 |
//! | ply_white, ply_row, ply_col | out | 1, 4, 4 | whose, and the crossing of a stone                         | 0     |

use rust_hdl::prelude::*;

use crate::gateware::director::Director;
pub use crate::gateware::director::Variant;
use crate::gateware::gomoku::ports::{Foul, Level, Mode, Outcome, Rule};
use crate::gateware::keyboard::controls::Controls;
use crate::gateware::ports::{Page, PlyKind};
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
    pub page: Signal<Out, Page>,
    pub mode: Signal<Out, Mode>,
    pub level: Signal<Out, Level>,
    pub rule: Signal<Out, Rule>,
    pub turn: Signal<Out, Bit>,
    pub cursor_row: Signal<Out, Bits<4>>,
    pub cursor_col: Signal<Out, Bits<4>>,
    pub moves: Signal<Out, Bits<8>>,
    pub last_row: Signal<Out, Bits<4>>,
    pub last_col: Signal<Out, Bits<4>>,
    pub timed: Signal<Out, Bit>,
    pub seconds_tens: Signal<Out, Bits<2>>,
    pub seconds_ones: Signal<Out, Bits<4>>,
    pub result: Signal<Out, Outcome>,
    pub reason: Signal<Out, Foul>,
    pub ply: Signal<Out, PlyKind>,
    pub ply_white: Signal<Out, Bit>,
    pub ply_row: Signal<Out, Bits<4>>,
    pub ply_col: Signal<Out, Bits<4>>,

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

        director.key.key = controls.key;
        director.key.strobe = controls.strobe;
        director.byte.code = controls.last_code;
        director.byte.strobe = controls.code_strobe;
        director.byte.error = controls.code_error;
        director.buttons.down = controls.down;
        director.buttons.valid = controls.down_valid;

        screen.view = director.view;
        screen.board = director.board;
        screen.menu = director.menu;
        screen.page = director.page_picture;

        hsync = screen.hsync;
        vsync = screen.vsync;
        visible = screen.visible;
        red = screen.red;
        green = screen.green;
        blue = screen.blue;

        pending = director.pending;
        page = director.page;
        mode = director.settings.mode;
        level = director.settings.level;
        rule = director.settings.rule;
        turn = director.status.turn;
        cursor_row = director.status.cursor.row;
        cursor_col = director.status.cursor.col;
        moves = director.status.moves;
        last_row = director.status.last.row;
        last_col = director.status.last.col;
        timed = director.settings.timed;
        seconds_tens = director.status.seconds.tens;
        seconds_ones = director.status.seconds.ones;
        result = director.status.outcome;
        reason = director.status.foul;
        ply = director.ply.kind;
        ply_white = director.ply.white;
        ply_row = director.ply.at.row;
        ply_col = director.ply.at.col;
    }
}
