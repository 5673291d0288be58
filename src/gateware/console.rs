//! The whole machine on one chip: keys in, picture out, and between them who gets the keys, and the games.
//!
//! ```text
//!  ps2, buttons -> Controls -> key events -> Director -> menu, page -> Screen -> hsync, vsync, visible, red, green, blue
//!                                            |      ^                   |  ^
//!                                      order |      | report       beam |  | colour of the board
//!                                            v      |                   v  |
//!                                     the game chosen: Gomoku, cells -> BoardView
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
//! | page                        | out | 2       | 0 a game's own page, 1 its board, 2 bring-up page, 3 the list of games | 0 |
//! | game                        | out | 2       | the game chosen: 0 Gomoku                                  | 0     |
//! | demo                        | out | 1       | the computer shows it                                      | 0     |
//! | black_computer, white_computer | out | 1, 1 | the computer plays that side                               | 0, 1  |
//! | black_level, white_level    | out | 3, 3    | its level, or that of a person's hints, from 0             | 2, 2  |
//! | rule                        | out | 2       | the game's own number: 0 freestyle, 1 exact five, 2 Renju  | 0     |
//! | turn                        | out | 1       | 0 black, 1 white                                           | 0     |
//! | cursor_row, cursor_col      | out | 4, 4    | the crossing under the cursor                              | 0     |
//! | moves                       | out | 8       | stones on the board                                        | 0     |
//! | last_row, last_col          | out | 4, 4    | the last stone, while `moves` is not 0 and nothing is pending | 0  |
//! | timed                       | out | 1       | the move clock runs                                        | 1     |
//! | seconds_tens, seconds_ones  | out | 2, 4    | seconds left for the move                                  | 3, 0  |
//! | result                      | out | 2       | 0 none, 1 black has won, 2 white has won, 3 a draw         | 0     |
//! | reason                      | out | 2       | by what; black's foul: 0 none, 1 overline, 2 double-four, 3 double-three | 0 |
//! | ply                         | out | 3       | what is played, for one clock: 1 a game begins, 2 a stone, 3 a lost turn, 4 and 5 one of them taken back | 0 |
//! | ply_white, ply_row, ply_col | out | 1, 4, 4 | whose, and the crossing of a stone                         | 0     |
//! | ended                       | out | 1       | for one clock: the game has ended, as the next three say   | 0     |
//! | ended_outcome, ended_reason | out | 2, 2    | as `result` and `reason`; outcome 0: it was abandoned      | 0     |
//! | ended_helped                | out | 1       | a person has taken a ply back, or asked for a hint         | 0     |

use rust_hdl::prelude::*;

use crate::gateware::director::{Director, SECOND};
use crate::gateware::edition::Edition;
use crate::gateware::gomoku;
use crate::gateware::gomoku::socket::Gomoku;
use crate::gateware::gomoku::view::board_view::BoardView;
use crate::gateware::keyboard::controls::Controls;
use crate::gateware::ports::{GameReport, Outcome, Page, PlyKind};
use crate::gateware::video::screen::Screen;
use crate::{Circuit, kernel};

/// What differs between the machine on a board and the one in a test.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// A second, in clocks: shorter, and a simulation sees time pass.
    pub second: u32,
    /// The computer chooses by chance among equally good moves, so that no game is like the last.
    pub shuffle: bool,
    /// Clocks the computer thinks at least.
    pub ponder: u32,
    /// What the machine holds.
    pub edition: Edition,
}

impl Default for Variant {
    /// The machine on a board.
    fn default() -> Self {
        Variant {
            second: SECOND,
            shuffle: true,
            ponder: 0,
            edition: Edition::FULL,
        }
    }
}

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
    pub game: Signal<Out, Bits<2>>,
    pub demo: Signal<Out, Bit>,
    pub black_computer: Signal<Out, Bit>,
    pub white_computer: Signal<Out, Bit>,
    pub black_level: Signal<Out, Bits<3>>,
    pub white_level: Signal<Out, Bits<3>>,
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
    pub result: Signal<Out, Outcome>,
    pub reason: Signal<Out, Bits<2>>,
    pub ply: Signal<Out, PlyKind>,
    pub ply_white: Signal<Out, Bit>,
    pub ply_row: Signal<Out, Bits<4>>,
    pub ply_col: Signal<Out, Bits<4>>,
    pub ended: Signal<Out, Bit>,
    pub ended_outcome: Signal<Out, Outcome>,
    pub ended_reason: Signal<Out, Bits<2>>,
    pub ended_helped: Signal<Out, Bit>,

    controls: Controls,
    #[given]
    director: Director,
    #[given]
    gomoku: Gomoku,
    board_view: BoardView,
    #[given]
    screen: Screen<R, G, B>,

    /// Of the game chosen.
    report: Signal<Local, GameReport>,
}

impl<const R: usize, const G: usize, const B: usize> Console<R, G, B> {
    /// The console as a board has it, or as a test wants it.
    pub fn new(variant: Variant) -> Self {
        Console::given(
            Director::new(
                vec![gomoku::words::words(&variant.edition)],
                variant.second,
                &variant.edition,
            ),
            Gomoku::new(variant.shuffle, variant.ponder, &variant.edition),
            Screen::with_test_pattern(variant.edition.bring_up),
        )
    }

    /// The screen, whose inputs a simulation may look at.
    pub fn screen(&self) -> &Screen<R, G, B> {
        &self.screen
    }
}

impl<const R: usize, const G: usize, const B: usize> Default for Console<R, G, B> {
    fn default() -> Self {
        Console::new(Variant::default())
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

        // A game that is not chosen is told nothing. Another game is another arm.
        gomoku.order = director.order;
        report = gomoku.report;
        director.report = report;
        board_view.write = gomoku.board;
        board_view.marks.numbers = gomoku.numbers;
        board_view.marks.cursor = gomoku.report.status.cursor;
        board_view.marks.cursor_shown = gomoku.report.status.cursor_shown;
        board_view.marks.last = gomoku.report.status.last;
        board_view.marks.last_shown = gomoku.report.status.last_shown;
        board_view.x = screen.board_x;
        board_view.y = screen.board_y;
        screen.board_colour = board_view.colour;

        screen.view = director.view;
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
        game = director.game;
        demo = director.demo;
        black_computer = report.settings.seats.black.computer;
        white_computer = report.settings.seats.white.computer;
        black_level = report.settings.seats.black.level;
        white_level = report.settings.seats.white.level;
        rule = report.settings.rule;
        turn = report.status.turn;
        cursor_row = report.status.cursor.row;
        cursor_col = report.status.cursor.col;
        moves = report.status.moves;
        last_row = report.status.last.row;
        last_col = report.status.last.col;
        timed = report.settings.timed;
        seconds_tens = report.status.seconds.tens;
        seconds_ones = report.status.seconds.ones;
        result = report.status.outcome;
        reason = report.status.reason;
        ply = report.ply.kind;
        ply_white = report.ply.white;
        ply_row = report.ply.at.row;
        ply_col = report.ply.at.col;
        ended = report.ending.strobe;
        ended_outcome = report.ending.outcome;
        ended_reason = report.ending.reason;
        ended_helped = report.ending.helped;
    }
}
