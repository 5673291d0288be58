//! A game of Gomoku from the first stone to the picture of its end: the rules as a state machine.
//!
//! ```text
//!         begin_game
//!              v
//!   Drain -> Wipe -> Turn ----------------> Human <-----------+
//!     ^               | computer to move      | Enter         | taken
//!     |               v                       v               |
//!     |             Think                   Look -> Taken ----+
//!     |               | done                  | free
//!     |               +---------> Put <-------+
//!     |                            v
//!     |   next turn  Turn <- Unmark -> Judge -> Line -> Over -> Fetch <-> Draw -> Shown
//!     +------------------------------------------------------------------------- key
//! ```
//!
//! From Put a move takes under 300 clocks and a computer's answer 260 more, 25 µs in all; keys that come in between are
//! dropped, which no hand is quick enough to notice.
//!
//! | port           | dir | width | meaning                                                                  | reset |
//! |----------------|-----|-------|--------------------------------------------------------------------------|-------|
//! | clock          | in  | 1     | rising edge                                                              |       |
//! | key, strobe    | in  | Key, 1| a key event of this game, valid with the strobe                          |       |
//! | begin_game     | in  | 1     | strobe: wipe the board and start a new game, whatever goes on            |       |
//! | mode           | in  | 2     | 0 two players, 1 the computer is white, 2 the computer is black          |       |
//! | profile        | in  | 2     | which player the computer is: see `GomokuEngine`                         |       |
//! | board_*        | out |       | writes of cells as the board view shows them                             | 0     |
//! | cell_*         | out |       | writes into the position: 0 empty, 1 black, 2 white                      | 0     |
//! | cursor_*       | out |       | the crossing under the cursor; hidden once the picture stands            | 7, 7  |
//! | last_*         | out | 4, 4  | the last stone, valid while `moves` is not 0                             | 0     |
//! | turn           | out | 1     | 0 black, 1 white                                                         | 0     |
//! | moves          | out | 8     | stones on the board                                                      | 0     |
//! | result         | out | 2     | 0 none, 1 black has won, 2 white has won, 3 a draw                       | 0     |
//! | busy           | out | 1     | not waiting for a key                                                    | 1     |
//!
//! After the end nothing can be placed: the winning line shows, after two seconds or a key the word WIN in the winner's
//! stones or DRAW in both colours, and the next key begins a new game (SPEC.md, section 3).

use rust_hdl::prelude::*;

use crate::gateware::gomoku::gomoku_engine::GomokuEngine;
use crate::gateware::gomoku::picture;
use crate::gateware::gomoku::win_checker::WinChecker;
use crate::gateware::keyboard::key::Key;
use crate::gateware::memory::{DualPortRam, Rom};
use crate::gateware::timer::Timer;
use crate::{Circuit, Register};

/// How long the winning line shows before the picture covers it: two seconds at 25 MHz.
pub const LINE_CLOCKS: u32 = 2 * 25_000_000;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Waits for the engine and the checker to come to rest before they are cleared.
    Drain,
    Wipe,
    Turn,
    Human,
    Think,
    /// The position RAM is being asked for the crossing under the cursor.
    Look,
    /// Its answer is there.
    Taken,
    Put,
    /// Takes the mark from the stone before.
    Unmark,
    Judge,
    /// Marks the winning line, a stone a clock.
    Line,
    Over,
    /// The picture ROM is being asked for a cell.
    Fetch,
    /// Its answer goes on the board.
    Draw,
    Shown,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// Wipes and draws: the address {row, column}. Along the winning line: the stones left.
    scan: Bits<8>,
    row: Bits<4>,
    col: Bits<4>,
    cursor_row: Bits<4>,
    cursor_col: Bits<4>,
    last_row: Bits<4>,
    last_col: Bits<4>,
    last_white: Bit,
    white: Bit,
    moves: Bits<8>,
    result: Bits<2>,
}

#[derive(Circuit)]
pub struct GomokuGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub begin_game: Signal<In, Bit>,
    pub mode: Signal<In, Bits<2>>,
    pub profile: Signal<In, Bits<2>>,

    pub board_write: Signal<Out, Bit>,
    pub board_address: Signal<Out, Bits<8>>,
    pub board_cell: Signal<Out, Bits<4>>,
    pub cell_write: Signal<Out, Bit>,
    pub cell_address: Signal<Out, Bits<8>>,
    pub cell_stone: Signal<Out, Bits<2>>,
    pub cursor_row: Signal<Out, Bits<4>>,
    pub cursor_col: Signal<Out, Bits<4>>,
    pub cursor_shown: Signal<Out, Bit>,
    pub last_row: Signal<Out, Bits<4>>,
    pub last_col: Signal<Out, Bits<4>>,
    pub turn: Signal<Out, Bit>,
    pub moves: Signal<Out, Bits<8>>,
    pub result: Signal<Out, Bits<2>>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    engine: GomokuEngine,
    win_checker: WinChecker,
    position: DualPortRam<Bits<2>, 8>,
    picture: Rom<Bits<4>, 8>,
    timer: Timer<26>,

    place: Signal<Local, Bits<8>>,
    /// The cell of the side to move: 1 black, 2 white.
    stone: Signal<Local, Bits<2>>,
    computer: Signal<Local, Bit>,
    resting: Signal<Local, Bit>,

    middle: Constant<Bits<4>>,
    border: Constant<Bits<4>>,
    crossings: Constant<Bits<8>>,
    last_address: Constant<Bits<8>>,
    mark_last: Constant<Bits<4>>,
    mark_line: Constant<Bits<4>>,
}

impl GomokuGame {
    /// `line_clocks`: how long the winning line shows, [`LINE_CLOCKS`] on a board; a simulation may shorten it.
    ///
    /// # Panics
    /// If that is more than 2^26.
    pub fn new(line_clocks: u32) -> Self {
        GomokuGame {
            clock: Default::default(),
            key: Default::default(),
            strobe: Default::default(),
            begin_game: Default::default(),
            mode: Default::default(),
            profile: Default::default(),
            board_write: Default::default(),
            board_address: Default::default(),
            board_cell: Default::default(),
            cell_write: Default::default(),
            cell_address: Default::default(),
            cell_stone: Default::default(),
            cursor_row: Default::default(),
            cursor_col: Default::default(),
            cursor_shown: Default::default(),
            last_row: Default::default(),
            last_col: Default::default(),
            turn: Default::default(),
            moves: Default::default(),
            result: Default::default(),
            busy: Default::default(),
            state: Register::default(),
            engine: GomokuEngine::default(),
            win_checker: WinChecker::default(),
            position: DualPortRam::default(),
            picture: Rom::new(picture::words()),
            timer: Timer::new(line_clocks),
            place: Default::default(),
            stone: Default::default(),
            computer: Default::default(),
            resting: Default::default(),
            middle: Constant::new(7u64.into()),
            border: Constant::new(14u64.into()),
            crossings: Constant::new(225u64.into()),
            last_address: Constant::new(255u64.into()),
            mark_last: Constant::new(4u64.into()),
            mark_line: Constant::new(8u64.into()),
        }
    }
}

impl Logic for GomokuGame {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        clock!(self, clock, engine, win_checker, position, picture, timer);

        self.stone.next = 1.into();
        if self.state.q.val().white {
            self.stone.next = 2.into();
        }
        self.computer.next =
            ((self.mode.val() == 1) & self.state.q.val().white) | ((self.mode.val() == 2) & !self.state.q.val().white);
        self.resting.next = !self.engine.busy.val() & !self.win_checker.busy.val();
        self.place.next = (bit_cast::<8, 4>(self.state.q.val().row) << 4) | bit_cast::<8, 4>(self.state.q.val().col);

        // The engine and the checker listen to the stone that is being put; their strobes come from the phases below.
        self.engine.clear.next = false;
        self.engine.place.next = false;
        self.engine.think.next = false;
        self.engine.row.next = self.state.q.val().row;
        self.engine.col.next = self.state.q.val().col;
        self.engine.colour.next = self.state.q.val().white;
        self.engine.profile.next = self.profile.val();
        self.win_checker.start.next = false;
        self.win_checker.row.next = self.state.q.val().row;
        self.win_checker.col.next = self.state.q.val().col;
        self.win_checker.colour.next = self.state.q.val().white;
        self.win_checker.stone.next = self.position.read_data.val();

        self.position.read_address.next = self.place.val();
        if self.win_checker.busy.val() {
            self.position.read_address.next = self.win_checker.address.val();
        }
        self.picture.address.next = self.state.q.val().scan;
        self.timer.run.next = false;

        self.cell_write.next = false;
        self.cell_address.next = self.place.val();
        self.cell_stone.next = self.stone.val();
        self.board_write.next = false;
        self.board_address.next = self.place.val();
        self.board_cell.next = bit_cast::<4, 2>(self.stone.val());

        match self.state.q.val().phase {
            Phase::Drain => {
                self.state.d.next.scan = 0.into();
                if self.resting.val() {
                    self.state.d.next.phase = Phase::Wipe;
                }
            }
            Phase::Wipe => {
                self.engine.clear.next = !self.state.q.val().scan.any();
                self.cell_write.next = true;
                self.cell_address.next = self.state.q.val().scan;
                self.cell_stone.next = 0.into();
                self.board_write.next = true;
                self.board_address.next = self.state.q.val().scan;
                self.board_cell.next = 0.into();
                self.state.d.next.scan = self.state.q.val().scan + 1;
                self.state.d.next.white = false;
                self.state.d.next.moves = 0.into();
                self.state.d.next.result = 0.into();
                self.state.d.next.cursor_row = self.middle.val();
                self.state.d.next.cursor_col = self.middle.val();
                if self.state.q.val().scan == self.last_address.val() {
                    self.state.d.next.phase = Phase::Turn;
                }
            }
            Phase::Turn => {
                self.engine.think.next = self.computer.val();
                if self.computer.val() {
                    self.state.d.next.phase = Phase::Think;
                } else {
                    self.state.d.next.phase = Phase::Human;
                }
            }
            Phase::Human => {
                self.state.d.next.row = self.state.q.val().cursor_row;
                self.state.d.next.col = self.state.q.val().cursor_col;
                if self.strobe.val() {
                    match self.key.val() {
                        Key::Up => {
                            self.state.d.next.cursor_row = self.state.q.val().cursor_row - 1;
                            if self.state.q.val().cursor_row == 0 {
                                self.state.d.next.cursor_row = self.border.val();
                            }
                        }
                        Key::Down => {
                            self.state.d.next.cursor_row = self.state.q.val().cursor_row + 1;
                            if self.state.q.val().cursor_row == self.border.val() {
                                self.state.d.next.cursor_row = 0.into();
                            }
                        }
                        Key::Left => {
                            self.state.d.next.cursor_col = self.state.q.val().cursor_col - 1;
                            if self.state.q.val().cursor_col == 0 {
                                self.state.d.next.cursor_col = self.border.val();
                            }
                        }
                        Key::Right => {
                            self.state.d.next.cursor_col = self.state.q.val().cursor_col + 1;
                            if self.state.q.val().cursor_col == self.border.val() {
                                self.state.d.next.cursor_col = 0.into();
                            }
                        }
                        Key::Enter => {
                            self.state.d.next.phase = Phase::Look;
                        }
                        _ => {}
                    }
                }
            }
            Phase::Think => {
                self.state.d.next.row = self.engine.best_row.val();
                self.state.d.next.col = self.engine.best_col.val();
                if self.engine.done.val() {
                    self.state.d.next.phase = Phase::Put;
                }
            }
            Phase::Look => {
                self.state.d.next.phase = Phase::Taken;
            }
            Phase::Taken => {
                self.state.d.next.phase = Phase::Put;
                if self.position.read_data.val().any() {
                    self.state.d.next.phase = Phase::Human;
                }
            }
            Phase::Put => {
                self.engine.place.next = true;
                self.win_checker.start.next = true;
                self.cell_write.next = true;
                self.board_write.next = true;
                self.board_cell.next = bit_cast::<4, 2>(self.stone.val()) | self.mark_last.val();
                self.state.d.next.moves = self.state.q.val().moves + 1;
                self.state.d.next.phase = Phase::Unmark;
            }
            Phase::Unmark => {
                self.board_write.next = self.state.q.val().moves != 1;
                self.board_address.next = (bit_cast::<8, 4>(self.state.q.val().last_row) << 4)
                    | bit_cast::<8, 4>(self.state.q.val().last_col);
                self.board_cell.next = 1.into();
                if self.state.q.val().last_white {
                    self.board_cell.next = 2.into();
                }
                self.state.d.next.last_row = self.state.q.val().row;
                self.state.d.next.last_col = self.state.q.val().col;
                self.state.d.next.last_white = self.state.q.val().white;
                self.state.d.next.phase = Phase::Judge;
            }
            Phase::Judge => {
                self.state.d.next.row = self.win_checker.first_row.val();
                self.state.d.next.col = self.win_checker.first_col.val();
                self.state.d.next.scan = bit_cast::<8, 4>(self.win_checker.length.val());
                if self.resting.val() {
                    if self.win_checker.won.val() {
                        self.state.d.next.result = self.stone.val();
                        self.state.d.next.phase = Phase::Line;
                    } else if self.state.q.val().moves == self.crossings.val() {
                        self.state.d.next.result = 3.into();
                        self.state.d.next.phase = Phase::Over;
                    } else {
                        self.state.d.next.white = !self.state.q.val().white;
                        self.state.d.next.phase = Phase::Turn;
                    }
                }
            }
            Phase::Line => {
                self.board_write.next = true;
                self.board_cell.next = bit_cast::<4, 2>(self.stone.val()) | self.mark_line.val();
                if (self.state.q.val().row == self.state.q.val().last_row)
                    & (self.state.q.val().col == self.state.q.val().last_col)
                {
                    self.board_cell.next =
                        bit_cast::<4, 2>(self.stone.val()) | self.mark_line.val() | self.mark_last.val();
                }
                // Direction 0 keeps the row, 1 keeps the column, 2 goes right and 3 left as the row goes down.
                if self.win_checker.direction.val().any() {
                    self.state.d.next.row = self.state.q.val().row + 1;
                }
                if !self.win_checker.direction.val().get_bit(0) {
                    self.state.d.next.col = self.state.q.val().col + 1;
                } else if self.win_checker.direction.val().get_bit(1) {
                    self.state.d.next.col = self.state.q.val().col - 1;
                }
                self.state.d.next.scan = self.state.q.val().scan - 1;
                if self.state.q.val().scan == 1 {
                    self.state.d.next.phase = Phase::Over;
                }
            }
            Phase::Over => {
                self.timer.run.next = true;
                self.state.d.next.scan = 0.into();
                if self.strobe.val() | self.timer.elapsed.val() {
                    self.state.d.next.phase = Phase::Fetch;
                }
            }
            Phase::Fetch => {
                self.state.d.next.phase = Phase::Draw;
            }
            Phase::Draw => {
                // The word of a cell: bits 1..0 its stone in DRAW, bit 2 whether it belongs to WIN.
                self.board_write.next = true;
                self.board_address.next = self.state.q.val().scan;
                self.board_cell.next = 0.into();
                if self.state.q.val().result == 3 {
                    self.board_cell.next = self.picture.data.val() & 3;
                } else if self.picture.data.val().get_bit(2) {
                    self.board_cell.next = bit_cast::<4, 2>(self.state.q.val().result);
                }
                self.state.d.next.scan = self.state.q.val().scan + 1;
                self.state.d.next.phase = Phase::Fetch;
                if self.state.q.val().scan == self.last_address.val() {
                    self.state.d.next.phase = Phase::Shown;
                }
            }
            Phase::Shown => {
                if self.strobe.val() {
                    self.state.d.next.phase = Phase::Drain;
                }
            }
        }
        if self.begin_game.val() {
            self.state.d.next.phase = Phase::Drain;
        }

        self.position.write_enable.next = self.cell_write.val();
        self.position.write_address.next = self.cell_address.val();
        self.position.write_data.next = self.cell_stone.val();

        self.cursor_row.next = self.state.q.val().cursor_row;
        self.cursor_col.next = self.state.q.val().cursor_col;
        self.cursor_shown.next = !self.state.q.val().result.any();
        self.last_row.next = self.state.q.val().last_row;
        self.last_col.next = self.state.q.val().last_col;
        self.turn.next = self.state.q.val().white;
        self.moves.next = self.state.q.val().moves;
        self.result.next = self.state.q.val().result;
        self.busy.next = (self.state.q.val().phase != Phase::Human)
            & (self.state.q.val().phase != Phase::Over)
            & (self.state.q.val().phase != Phase::Shown);
    }
}
