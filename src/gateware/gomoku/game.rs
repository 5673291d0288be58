//! A game of Gomoku from the first stone to the picture of its end: the rules as a state machine.
//!
//! ```text
//!   begin_game
//!       v
//!     Drain -> Wipe -> Rest -> Turn <--------------------------------------+
//!                               | opening stone ------------+              |
//!                               | computer: (Pause) Think --+              |
//!                               v                           |              |
//!     Advise <---- hint ----- Human                         |              |
//!     Look -> Taken <- Enter -- | |                         v              |
//!      |       `- free ---------|-|---> Unmark -> Put -> Judge ------------+--> Settle <-> Survey (Renju)
//!      taken: back to Human     | |                         `-> five: Find +       |
//!                               | `- no time left: Lose -------------------+       `-> the end: (Mark, Line)
//!                               `- Undo <-> Lifting -> Remark -> Restore --+            Over -> Shown -> Drain
//! ```
//!
//! From Put a move takes under 400 clocks and a computer's answer 260 more, 25 µs in all; under Renju the survey of black's
//! forbidden points some thousand more. Keys that come in between are dropped, which no hand is quick enough to notice.
//!
//! | port           | dir | width | meaning                                                                  | reset |
//! |----------------|-----|-------|--------------------------------------------------------------------------|-------|
//! | clock          | in  | 1     | rising edge                                                              |       |
//! | key, strobe    | in  | Key, 1| a key event of this game, valid with the strobe                          |       |
//! | begin_game     | in  | 1     | strobe: wipe the board and start a new game, whatever goes on            |       |
//! | running        | in  | 1     | time passes                                                              |       |
//! | tick           | in  | 1     | one clock in a second                                                    |       |
//! | mode           | in  | 2     | 0 two players, 1 the computer is white, 2 it is black, 3 it is both      |       |
//! | rule           | in  | 2     | 0 freestyle, 1 exact five, 2 Renju; constant during a game, as the next two |    |
//! | timed          | in  | 1     | thirty seconds a move                                                    |       |
//! | opening        | in  | 1     | the first stone is put on the centre by the machine                      |       |
//! | profile        | in  | 2     | which player the computer is: see `GomokuCore`                           |       |
//! | shuffle        | in  | 1     | the computer chooses by chance among equally good moves                  |       |
//! | restart_tick   | out | 1     | strobe: the next tick is to come a whole second later                    | 0     |
//! | board_*        | out |       | writes of cells as the board view shows them                             | 0     |
//! | cell_*         | out |       | writes into the position: 0 empty, 1 black, 2 white                      | 0     |
//! | cursor_*       | out |       | the crossing under the cursor; hidden once the picture stands            | 0     |
//! | last_*         | out | 4, 4  | the last stone, valid while `moves` is not 0 and the game is not busy    | 0     |
//! | turn           | out | 1     | 0 black, 1 white                                                         | 0     |
//! | moves          | out | 8     | stones on the board                                                      | 0     |
//! | tens, ones     | out | 2, 4  | seconds left for the move, in decimal                                    | 3, 0  |
//! | result         | out | 2     | 0 none, 1 black has won, 2 white has won, 3 a draw                       | 0     |
//! | reason         | out | 2     | black's foul: 0 none, 1 overline, 2 double-four, 3 double-three          | 0     |
//! | busy           | out | 1     | not waiting for a key or for time to pass                                | 1     |
//!
//! After the end nothing can be placed: the winning line shows, after two seconds or a key the word WIN in the winner's
//! stones or DRAW in both colours, and the next key begins a new game (SPEC.md, section 3). A turn passes when the clock
//! has run down, or when every empty crossing is forbidden to a computer that plays black. The computer that plays
//! itself takes a second for each move, and begins the next game two seconds after the picture.

use rust_hdl::prelude::*;

use super::cursor::Cursor;
use super::end_picture::EndPicture;
use super::gomoku_core::GomokuCore;
use super::move_clock::MoveClock;
use super::move_number::MoveNumber;
use super::record::Record;
use super::win_checker::WinChecker;
use crate::gateware::keyboard::key::Key;
use crate::{Circuit, Register};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Waits for the core and the checker to come to rest before the core is cleared.
    Drain,
    Wipe,
    /// The core takes a little longer to wipe its own.
    Rest,
    Turn,
    Human,
    /// Lets a second pass before a computer that plays itself.
    Pause,
    Think,
    /// The computer thinks for the player.
    Advise,
    /// The core is being asked for the crossing under the cursor.
    Look,
    /// Its answer is there.
    Taken,
    /// Takes the mark from the stone before.
    Unmark,
    Put,
    Judge,
    /// The checker looks for the winning line.
    Find,
    /// The turn is lost.
    Lose,
    /// Takes a ply back.
    Undo,
    Lifting,
    /// The core is being asked for the number of the stone that is now the last.
    Remark,
    /// It gets its mark back.
    Restore,
    /// The position is as it stays until the next ply.
    Settle,
    /// The forbidden points are marked, or their marks taken away.
    Survey,
    /// The core is being asked for the number of a stone of the winning line.
    Mark,
    /// The stone gets its mark.
    Line,
    Over,
    Shown,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// Whose turn it is.
    white: Bit,
    /// The crossing at work.
    row: Bits<4>,
    col: Bits<4>,
    /// The cell being wiped, the stones of the line to go, or the seconds waited.
    scan: Bits<8>,
    /// The last stone's number, in decimal.
    number: Bits<10>,
    /// One more ply is to be taken back.
    again: Bit,
    result: Bits<2>,
    reason: Bits<2>,
}

#[derive(Circuit)]
pub struct GomokuGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub begin_game: Signal<In, Bit>,
    pub running: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub mode: Signal<In, Bits<2>>,
    pub rule: Signal<In, Bits<2>>,
    pub timed: Signal<In, Bit>,
    pub opening: Signal<In, Bit>,
    pub profile: Signal<In, Bits<2>>,
    pub shuffle: Signal<In, Bit>,

    pub restart_tick: Signal<Out, Bit>,
    pub board_write: Signal<Out, Bit>,
    pub board_address: Signal<Out, Bits<8>>,
    pub board_cell: Signal<Out, Bits<14>>,
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
    pub tens: Signal<Out, Bits<2>>,
    pub ones: Signal<Out, Bits<4>>,
    pub result: Signal<Out, Bits<2>>,
    pub reason: Signal<Out, Bits<2>>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    core: GomokuCore,
    win_checker: WinChecker,
    record: Record,
    pointer: Cursor,
    move_clock: MoveClock,
    move_number: MoveNumber,
    end_picture: EndPicture,

    /// The crossing at work, the last stone, as addresses.
    here: Signal<Local, Bits<8>>,
    last: Signal<Local, Bits<8>>,
    /// The cell of the side to move, and of the last stone: 1 black, 2 white.
    stone: Signal<Local, Bits<2>>,
    last_stone: Signal<Local, Bits<2>>,
    computer: Signal<Local, Bit>,
    demo: Signal<Local, Bit>,
    renju: Signal<Local, Bit>,
    /// The game has been won by a line.
    lined: Signal<Local, Bit>,
    resting: Signal<Local, Bit>,
    /// Two seconds have passed.
    waited: Signal<Local, Bit>,
    /// What is written on the board, but for the number.
    marked_stone: Signal<Local, Bits<4>>,
    written_number: Signal<Local, Bits<10>>,

    both: Constant<Bits<2>>,
    rule_exact: Constant<Bits<2>>,
    rule_renju: Constant<Bits<2>>,
    middle: Constant<Bits<4>>,
    nowhere: Constant<Bits<4>>,
    crossings: Constant<Bits<8>>,
    last_address: Constant<Bits<8>>,
    mark_last: Constant<Bits<4>>,
    mark_line: Constant<Bits<4>>,
    forbidden_mark: Constant<Bits<10>>,
}

impl Default for GomokuGame {
    fn default() -> Self {
        GomokuGame {
            clock: Default::default(),
            key: Default::default(),
            strobe: Default::default(),
            begin_game: Default::default(),
            running: Default::default(),
            tick: Default::default(),
            mode: Default::default(),
            rule: Default::default(),
            timed: Default::default(),
            opening: Default::default(),
            profile: Default::default(),
            shuffle: Default::default(),
            restart_tick: Default::default(),
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
            tens: Default::default(),
            ones: Default::default(),
            result: Default::default(),
            reason: Default::default(),
            busy: Default::default(),
            state: Default::default(),
            core: Default::default(),
            win_checker: Default::default(),
            record: Default::default(),
            pointer: Default::default(),
            move_clock: Default::default(),
            move_number: Default::default(),
            end_picture: Default::default(),
            here: Default::default(),
            last: Default::default(),
            stone: Default::default(),
            last_stone: Default::default(),
            computer: Default::default(),
            demo: Default::default(),
            renju: Default::default(),
            lined: Default::default(),
            resting: Default::default(),
            waited: Default::default(),
            marked_stone: Default::default(),
            written_number: Default::default(),
            both: Constant::new(3u64.into()),
            rule_exact: Constant::new(1u64.into()),
            rule_renju: Constant::new(2u64.into()),
            middle: Constant::new(7u64.into()),
            nowhere: Constant::new(15u64.into()),
            crossings: Constant::new(225u64.into()),
            last_address: Constant::new(255u64.into()),
            mark_last: Constant::new(4u64.into()),
            mark_line: Constant::new(8u64.into()),
            forbidden_mark: Constant::new(0xABu64.into()),
        }
    }
}

// The kernel language has no guards of match arms.
#[allow(clippy::collapsible_match)]
impl Logic for GomokuGame {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        clock!(self, clock, core, win_checker, record, pointer, move_clock, end_picture);

        self.stone.next = 1.into();
        if self.state.q.val().white {
            self.stone.next = 2.into();
        }
        self.last_stone.next = 1.into();
        if self.record.last_white.val() {
            self.last_stone.next = 2.into();
        }
        self.demo.next = self.mode.val() == self.both.val();
        self.computer.next = self.demo.val()
            | ((self.mode.val() == 1) & self.state.q.val().white)
            | ((self.mode.val() == 2) & !self.state.q.val().white);
        self.renju.next = self.rule.val() == self.rule_renju.val();
        self.lined.next = (self.state.q.val().result.get_bit(0) ^ self.state.q.val().result.get_bit(1))
            & !self.state.q.val().reason.any();
        self.resting.next = !self.core.busy.val() & !self.win_checker.busy.val();
        self.waited.next = self.tick.val() & self.state.q.val().scan.get_bit(0);
        self.here.next = (bit_cast::<8, 4>(self.state.q.val().row) << 4) | bit_cast::<8, 4>(self.state.q.val().col);
        self.last.next =
            (bit_cast::<8, 4>(self.record.last_row.val()) << 4) | bit_cast::<8, 4>(self.record.last_col.val());

        // The parts listen to the ply at work; their strobes come from the phases below.
        self.core.clear.next = false;
        self.core.place.next = false;
        self.core.lift.next = false;
        self.core.think.next = false;
        self.core.survey.next = false;
        self.core.row.next = self.state.q.val().row;
        self.core.col.next = self.state.q.val().col;
        self.core.colour.next = self.state.q.val().white;
        self.core.label_in.next = self.state.q.val().number;
        self.core.profile.next = self.profile.val();
        self.core.rule.next = self.rule.val();
        self.core.shuffle.next = self.shuffle.val();
        self.core.look_row.next = self.state.q.val().row;
        self.core.look_col.next = self.state.q.val().col;
        self.win_checker.start.next = false;
        self.win_checker.row.next = self.state.q.val().row;
        self.win_checker.col.next = self.state.q.val().col;
        self.win_checker.colour.next = self.state.q.val().white;
        self.win_checker.exact.next =
            (self.rule.val() == self.rule_exact.val()) | (self.renju.val() & !self.state.q.val().white);
        self.win_checker.stone.next = self.core.stone.val();
        if self.win_checker.busy.val() {
            self.core.look_row.next = self.win_checker.address.val().get_bits::<4>(4);
            self.core.look_col.next = self.win_checker.address.val().get_bits::<4>(0);
        }
        self.record.clear.next = false;
        self.record.push.next = false;
        self.record.skip.next = false;
        self.record.back.next = false;
        self.record.row.next = self.state.q.val().row;
        self.record.col.next = self.state.q.val().col;
        self.record.white.next = self.state.q.val().white;
        self.record.pair.next = self.mode.val().any();
        self.record.fixed.next = self.opening.val() | (self.mode.val() == 2);
        self.pointer.key.next = self.key.val();
        self.pointer.strobe.next = false;
        self.pointer.jump.next = false;
        self.pointer.jump_row.next = self.record.last_row.val();
        self.pointer.jump_col.next = self.record.last_col.val();
        self.move_clock.tick.next = self.tick.val();
        self.move_clock.run.next = (self.state.q.val().phase == Phase::Human) & self.timed.val() & self.running.val();
        self.move_clock.restart.next = false;
        self.move_number.last.next = self.state.q.val().number;
        self.end_picture.start.next = false;
        self.end_picture.result.next = self.state.q.val().result;

        // The last stone with its mark, unless the phase says otherwise.
        self.restart_tick.next = false;
        self.board_write.next = false;
        self.board_address.next = self.here.val();
        self.marked_stone.next = bit_cast::<4, 2>(self.stone.val()) | self.mark_last.val();
        self.written_number.next = self.state.q.val().number;
        self.cell_write.next = false;
        self.cell_address.next = self.here.val();
        self.cell_stone.next = self.stone.val();

        match self.state.q.val().phase {
            Phase::Drain => {
                self.state.d.next.scan = 0.into();
                if self.resting.val() & !self.end_picture.busy.val() {
                    self.core.clear.next = true;
                    self.state.d.next.phase = Phase::Wipe;
                }
            }
            Phase::Wipe => {
                self.record.clear.next = true;
                self.pointer.jump.next = true;
                self.pointer.jump_row.next = self.middle.val();
                self.pointer.jump_col.next = self.middle.val();
                self.board_write.next = true;
                self.board_address.next = self.state.q.val().scan;
                self.marked_stone.next = 0.into();
                self.written_number.next = 0.into();
                self.cell_write.next = true;
                self.cell_address.next = self.state.q.val().scan;
                self.cell_stone.next = 0.into();
                self.state.d.next.white = false;
                self.state.d.next.number = 0.into();
                self.state.d.next.result = 0.into();
                self.state.d.next.reason = 0.into();
                self.state.d.next.scan = self.state.q.val().scan + 1;
                if self.state.q.val().scan == self.last_address.val() {
                    self.state.d.next.phase = Phase::Rest;
                }
            }
            Phase::Rest => {
                if self.resting.val() {
                    self.state.d.next.phase = Phase::Turn;
                }
            }
            Phase::Turn => {
                self.restart_tick.next = true;
                self.move_clock.restart.next = true;
                self.state.d.next.row = self.middle.val();
                self.state.d.next.col = self.middle.val();
                self.state.d.next.phase = Phase::Human;
                if self.computer.val() {
                    self.core.think.next = !self.demo.val();
                    self.state.d.next.phase = Phase::Think;
                    if self.demo.val() {
                        self.state.d.next.phase = Phase::Pause;
                    }
                }
                if self.opening.val() & !self.record.moves.val().any() {
                    self.core.think.next = false;
                    self.state.d.next.phase = Phase::Unmark;
                }
            }
            Phase::Human => {
                self.state.d.next.row = self.pointer.row.val();
                self.state.d.next.col = self.pointer.col.val();
                self.state.d.next.again = self.mode.val().any();
                if self.strobe.val() {
                    self.pointer.strobe.next = true;
                    match self.key.val() {
                        Key::Enter => {
                            self.state.d.next.phase = Phase::Look;
                        }
                        Key::Hint => {
                            self.core.think.next = true;
                            self.state.d.next.phase = Phase::Advise;
                        }
                        Key::Undo => {
                            if self.record.undoable.val() {
                                self.state.d.next.phase = Phase::Undo;
                            }
                        }
                        _ => {}
                    }
                } else if self.move_clock.expired.val() {
                    self.state.d.next.phase = Phase::Lose;
                }
            }
            Phase::Pause => {
                if self.tick.val() & self.running.val() {
                    self.core.think.next = true;
                    self.state.d.next.phase = Phase::Think;
                }
            }
            Phase::Think => {
                self.state.d.next.row = self.core.best_row.val();
                self.state.d.next.col = self.core.best_col.val();
                if self.core.done.val() {
                    self.state.d.next.phase = Phase::Unmark;
                    if self.core.best_row.val() == self.nowhere.val() {
                        self.state.d.next.phase = Phase::Lose;
                    }
                }
            }
            Phase::Advise => {
                self.pointer.jump_row.next = self.core.best_row.val();
                self.pointer.jump_col.next = self.core.best_col.val();
                if self.core.done.val() {
                    self.pointer.jump.next = self.core.best_row.val() != self.nowhere.val();
                    self.state.d.next.phase = Phase::Human;
                }
            }
            Phase::Look => {
                self.state.d.next.phase = Phase::Taken;
            }
            Phase::Taken => {
                self.state.d.next.phase = Phase::Unmark;
                if self.core.stone.val().any() {
                    self.state.d.next.phase = Phase::Human;
                } else if self.renju.val() & !self.state.q.val().white & (self.core.verdict.val() > 1) {
                    self.state.d.next.reason = bit_cast::<2, 3>(self.core.verdict.val() - 1);
                }
            }
            Phase::Unmark => {
                self.board_write.next = self.record.moves.val().any();
                self.board_address.next = self.last.val();
                self.marked_stone.next = bit_cast::<4, 2>(self.last_stone.val());
                self.state.d.next.number = self.move_number.after.val();
                self.state.d.next.phase = Phase::Put;
            }
            Phase::Put => {
                self.core.place.next = true;
                self.record.push.next = true;
                self.board_write.next = true;
                self.cell_write.next = true;
                self.state.d.next.phase = Phase::Judge;
            }
            Phase::Judge => {
                self.restart_tick.next = true;
                if self.resting.val() {
                    self.state.d.next.phase = Phase::Settle;
                    if self.core.five.val() {
                        self.win_checker.start.next = true;
                        self.state.d.next.result = self.stone.val();
                        self.state.d.next.phase = Phase::Find;
                    } else if self.state.q.val().reason.any() {
                        self.state.d.next.result = 2.into();
                    } else if self.record.moves.val() == self.crossings.val() {
                        self.state.d.next.result = 3.into();
                    } else {
                        self.state.d.next.white = !self.state.q.val().white;
                    }
                }
            }
            Phase::Find => {
                self.state.d.next.row = self.win_checker.first_row.val();
                self.state.d.next.col = self.win_checker.first_col.val();
                if self.win_checker.done.val() {
                    self.state.d.next.phase = Phase::Settle;
                }
            }
            Phase::Lose => {
                self.record.skip.next = true;
                self.state.d.next.white = !self.state.q.val().white;
                self.state.d.next.phase = Phase::Settle;
            }
            Phase::Undo => {
                self.record.back.next = true;
                self.state.d.next.white = !self.state.q.val().white;
                self.state.d.next.phase = Phase::Lifting;
                if !self.record.lost.val() {
                    self.core.lift.next = true;
                    self.core.row.next = self.record.last_row.val();
                    self.core.col.next = self.record.last_col.val();
                    self.pointer.jump.next = true;
                    self.board_write.next = true;
                    self.board_address.next = self.last.val();
                    self.marked_stone.next = 0.into();
                    self.written_number.next = 0.into();
                    self.cell_write.next = true;
                    self.cell_address.next = self.last.val();
                    self.cell_stone.next = 0.into();
                }
            }
            Phase::Lifting => {
                if self.resting.val() {
                    self.state.d.next.again = false;
                    self.state.d.next.phase = Phase::Remark;
                    if self.state.q.val().again {
                        self.state.d.next.phase = Phase::Undo;
                    }
                }
            }
            Phase::Remark => {
                self.core.look_row.next = self.record.last_row.val();
                self.core.look_col.next = self.record.last_col.val();
                self.state.d.next.phase = Phase::Restore;
            }
            Phase::Restore => {
                self.state.d.next.number = 0.into();
                if self.record.moves.val().any() {
                    self.state.d.next.number = self.core.label.val();
                    self.board_write.next = true;
                    self.board_address.next = self.last.val();
                    self.marked_stone.next = bit_cast::<4, 2>(self.last_stone.val()) | self.mark_last.val();
                    self.written_number.next = self.core.label.val();
                }
                self.state.d.next.phase = Phase::Settle;
            }
            Phase::Settle => {
                self.state.d.next.scan = bit_cast::<8, 4>(self.win_checker.length.val());
                self.core.colour.next = self.state.q.val().white | self.state.q.val().result.any();
                self.state.d.next.phase = Phase::Turn;
                if self.lined.val() {
                    self.state.d.next.phase = Phase::Mark;
                } else if self.state.q.val().result.any() {
                    self.state.d.next.scan = 0.into();
                    self.state.d.next.phase = Phase::Over;
                }
                if self.renju.val() {
                    self.core.survey.next = true;
                    self.state.d.next.phase = Phase::Survey;
                }
            }
            Phase::Survey => {
                self.board_write.next = self.core.noted.val();
                self.board_address.next =
                    (bit_cast::<8, 4>(self.core.noted_row.val()) << 4) | bit_cast::<8, 4>(self.core.noted_col.val());
                self.marked_stone.next = 0.into();
                self.written_number.next = 0.into();
                if self.core.forbidden.val() {
                    self.written_number.next = self.forbidden_mark.val();
                }
                if self.resting.val() {
                    self.state.d.next.phase = Phase::Turn;
                    if self.lined.val() {
                        self.state.d.next.phase = Phase::Mark;
                    } else if self.state.q.val().result.any() {
                        self.state.d.next.scan = 0.into();
                        self.state.d.next.phase = Phase::Over;
                    }
                }
            }
            Phase::Mark => {
                self.state.d.next.phase = Phase::Line;
            }
            Phase::Line => {
                self.board_write.next = true;
                self.marked_stone.next = bit_cast::<4, 2>(self.stone.val()) | self.mark_line.val();
                if self.here.val() == self.last.val() {
                    self.marked_stone.next =
                        bit_cast::<4, 2>(self.stone.val()) | self.mark_line.val() | self.mark_last.val();
                }
                self.written_number.next = self.core.label.val();
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
                self.state.d.next.phase = Phase::Mark;
                if self.state.q.val().scan == 1 {
                    self.state.d.next.phase = Phase::Over;
                }
            }
            Phase::Over => {
                if self.tick.val() {
                    self.state.d.next.scan = self.state.q.val().scan + 1;
                }
                if self.strobe.val() | self.waited.val() {
                    self.end_picture.start.next = true;
                    self.state.d.next.scan = 0.into();
                    self.state.d.next.phase = Phase::Shown;
                }
            }
            Phase::Shown => {
                self.board_write.next = self.end_picture.write.val();
                self.board_address.next = self.end_picture.address.val();
                self.marked_stone.next = bit_cast::<4, 2>(self.end_picture.stone.val());
                self.written_number.next = 0.into();
                if self.tick.val() {
                    self.state.d.next.scan = self.state.q.val().scan + 1;
                }
                if !self.end_picture.busy.val() & (self.strobe.val() | (self.demo.val() & self.waited.val())) {
                    self.state.d.next.phase = Phase::Drain;
                }
            }
        }
        if self.begin_game.val() {
            self.state.d.next.phase = Phase::Drain;
        }

        self.board_cell.next =
            (bit_cast::<14, 10>(self.written_number.val()) << 4) | bit_cast::<14, 4>(self.marked_stone.val());
        self.cursor_row.next = self.pointer.row.val();
        self.cursor_col.next = self.pointer.col.val();
        self.cursor_shown.next = !self.state.q.val().result.any() & !self.demo.val();
        self.last_row.next = self.record.last_row.val();
        self.last_col.next = self.record.last_col.val();
        self.turn.next = self.state.q.val().white;
        self.moves.next = self.record.moves.val();
        self.tens.next = self.move_clock.tens.val();
        self.ones.next = self.move_clock.ones.val();
        self.result.next = self.state.q.val().result;
        self.reason.next = self.state.q.val().reason;
        self.busy.next = (self.state.q.val().phase != Phase::Human)
            & (self.state.q.val().phase != Phase::Pause)
            & (self.state.q.val().phase != Phase::Over)
            & ((self.state.q.val().phase != Phase::Shown) | self.end_picture.busy.val());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::game::{End, Game, Ply};
    use crate::rules::gomoku::{Colour, Crossing, Foul, Profile, Rule, board::CENTRE, renju};
    use tengen_sim::{Engine, Native};

    /// How a game is set up.
    #[derive(Clone, Copy, Debug)]
    struct Setup {
        mode: u64,
        rule: Rule,
        opening: bool,
        profile: Profile,
    }

    const TWO_PLAYERS: Setup = Setup {
        mode: 0,
        rule: Rule::Freestyle,
        opening: false,
        profile: Profile::Zju,
    };

    /// The circuit with the RAMs it writes, and the game by the rules beside it.
    struct Bench {
        circuit: Native<GomokuGame>,
        setup: Setup,
        game: Game,
        /// What the board view and a spy on the position have been told, by {row, column}.
        board: [u64; 256],
        position: [u64; 256],
    }

    impl Bench {
        fn new(setup: Setup) -> Bench {
            let mut bench = Bench {
                circuit: Native::new(GomokuGame::default()),
                setup,
                game: Game::new(setup.rule),
                board: [99; 256],
                position: [99; 256],
            };
            let inputs = [
                ("mode", setup.mode),
                ("rule", setup.rule as u64),
                ("opening", setup.opening.into()),
                ("profile", setup.profile as u64),
                ("timed", 1),
                ("running", 1),
            ];
            for (name, value) in inputs {
                bench.set(name, value);
            }
            bench.begin();
            bench
        }

        fn set(&mut self, name: &str, value: u64) {
            self.circuit.set(self.circuit.port(name), value);
        }

        fn get(&self, name: &str) -> u64 {
            self.circuit.get(self.circuit.port(name))
        }

        fn clock(&mut self) {
            self.circuit.settle();
            if self.get("board_write") == 1 {
                self.board[self.get("board_address") as usize] = self.get("board_cell");
            }
            if self.get("cell_write") == 1 {
                self.position[self.get("cell_address") as usize] = self.get("cell_stone");
            }
            self.circuit.step();
        }

        /// One clock of the strobe, then until nothing is at work.
        fn strobe(&mut self, name: &str) {
            self.set(name, 1);
            self.clock();
            self.set(name, 0);
            for _ in 0..200_000 {
                self.clock();
                if self.get("busy") == 0 {
                    return;
                }
            }
            panic!("never ready after {name}");
        }

        fn key(&mut self, key: Key) {
            self.circuit.circuit.key.next = key;
            self.strobe("strobe");
        }

        fn begin(&mut self) {
            self.game = Game::new(self.setup.rule);
            self.strobe("begin_game");
            if self.setup.opening {
                self.game.play(CENTRE).unwrap();
            }
            self.answer();
        }

        fn computer(&self, colour: Colour) -> bool {
            match self.setup.mode {
                0 => false,
                1 => colour == Colour::White,
                2 => colour == Colour::Black,
                _ => true,
            }
        }

        /// The computer's move in the game by the rules, if it is its turn.
        fn answer(&mut self) {
            let (game, setup) = (&mut self.game, self.setup);
            if game.end().is_none() && self.setup.mode > 0 && self.computer(self.game.turn()) {
                let game = &mut self.game;
                match setup
                    .profile
                    .player()
                    .choose_under(setup.rule, game.board(), game.turn())
                {
                    Some(at) => game.play(at).unwrap(),
                    None => game.pass().unwrap(),
                }
            }
        }

        fn go_to(&mut self, at: Crossing) {
            while self.get("cursor_row") != at.row() as u64 {
                self.key(Key::Down);
            }
            while self.get("cursor_col") != at.col() as u64 {
                self.key(Key::Right);
            }
        }

        fn put(&mut self, at: Crossing) {
            self.go_to(at);
            self.key(Key::Enter);
            if self.game.play(at).is_ok() {
                self.answer();
            }
            assert_eq!(self.cursor(), at, "the cursor stays with the stone");
            self.check();
        }

        /// Lets the time of a move run out.
        fn lose_turn(&mut self) {
            for left in (0..30).rev() {
                self.strobe("tick");
                if left > 0 {
                    assert_eq!(10 * self.get("tens") + self.get("ones"), left);
                }
            }
            self.game.pass().unwrap();
            self.answer();
            self.check();
        }

        /// Asks for what was played last to be taken back; whether the rules allow it.
        fn undo(&mut self) -> bool {
            let count = if self.setup.mode == 0 { 1 } else { 2 };
            let fixed = usize::from(self.setup.opening || self.setup.mode == 2);
            let plies = self.game.plies();
            let allowed = self.game.end().is_none() && plies.len() >= fixed + count;
            let mut cursor = self.cursor();
            if allowed {
                for _ in 0..count {
                    if let Some(Ply::Stone(at)) = self.game.take_back() {
                        cursor = at;
                    }
                }
            }
            let position = self.position;
            self.key(Key::Undo);
            assert_eq!(self.cursor(), cursor);
            if self.game.end().is_none() {
                self.check();
            } else {
                // To any key the end answers with its picture.
                assert_eq!(self.position, position);
            }
            allowed
        }

        fn cursor(&self) -> Crossing {
            Crossing::new(self.get("cursor_row") as usize, self.get("cursor_col") as usize).unwrap()
        }

        fn stones(&self) -> Vec<Crossing> {
            let stone = |ply: &Ply| match ply {
                Ply::Stone(at) => Some(*at),
                Ply::Pass => None,
            };
            self.game.plies().iter().filter_map(stone).collect()
        }

        /// Everything that shows is as the game by the rules has it.
        fn check(&self) {
            let (board, stones) = (self.game.board(), self.stones());
            assert_eq!(self.get("moves"), stones.len() as u64);
            let expected = match self.game.end() {
                None => (0, 0),
                Some(End::Draw) => (3, 0),
                Some(End::Won { colour, foul, .. }) => (colour as u64 + 1, foul.map_or(0, |foul| foul as u64 + 1)),
            };
            assert_eq!((self.get("result"), self.get("reason")), expected);
            let going = self.game.end().is_none();
            if going {
                assert_eq!(self.get("turn"), self.game.turn() as u64);
                assert_eq!((self.get("tens"), self.get("ones")), (3, 0), "the clock starts again");
            }
            let last = stones.last().copied();
            if let Some(last) = last {
                assert_eq!(
                    (self.get("last_row"), self.get("last_col")),
                    (last.row() as u64, last.col() as u64)
                );
            }
            let line = match self.game.end() {
                Some(End::Won { line: Some(line), .. }) => Some(line),
                _ => None,
            };
            let in_line = |at| {
                line.is_some_and(|line| {
                    (0..line.length as isize).any(|step| line.direction.walk(line.first, step) == Some(at))
                })
            };
            let shown = self.setup.rule == Rule::Renju && going && self.game.turn() == Colour::Black;
            let marks: Vec<Crossing> = match shown {
                true => renju::forbidden(board).map(|(at, _)| at).collect(),
                false => vec![],
            };
            for at in Crossing::all() {
                let address = at.row() << 4 | at.col();
                let stone = board.get(at).map_or(0, |colour| colour as u64 + 1);
                assert_eq!(self.position[address], stone, "the position on {at:?}");
                let number = stones
                    .iter()
                    .position(|stone| *stone == at)
                    .map_or(0, |index| index as u64 + 1);
                let decimal = (number / 100) << 8 | (number / 10 % 10) << 4 | (number % 10);
                let label = if marks.contains(&at) { 0xAB } else { decimal };
                let marked = label << 4 | u64::from(in_line(at)) << 3 | u64::from(last == Some(at)) << 2 | stone;
                assert_eq!(
                    self.board[address],
                    marked,
                    "the board's {at:?} after {:?}",
                    self.game.plies()
                );
            }
        }
    }

    /// A small random generator of numbers below a limit.
    fn dice(mut seed: u32) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) as usize % below
        }
    }

    /// An empty crossing, more often than not beside a stone.
    fn somewhere(game: &Game, dice: &mut impl FnMut(usize) -> usize) -> Crossing {
        let vacant: Vec<_> = game.board().vacant().collect();
        let near = |at: &Crossing| {
            (-1..=1).any(|rows| {
                (-1..=1).any(|cols| at.shifted(rows, cols).is_some_and(|at| game.board().get(at).is_some()))
            })
        };
        let close: Vec<_> = vacant.iter().copied().filter(near).collect();
        match close.is_empty() || dice(4) == 0 {
            true => vacant[dice(vacant.len())],
            false => close[dice(close.len())],
        }
    }

    /// Plays at random and takes back at random for so many steps, then takes everything back.
    fn forth_and_back(setup: Setup, seed: u32, steps: usize) -> (usize, usize) {
        let mut bench = Bench::new(setup);
        let mut dice = dice(seed);
        let (mut longest, mut undone, mut going_back) = (0, 0, 0);
        for _ in 0..steps {
            if bench.game.end().is_some() {
                assert!(!bench.undo(), "not after the end");
                bench.begin();
                bench.check();
            }
            if going_back > 0 {
                going_back -= 1;
                undone += usize::from(bench.undo());
                continue;
            }
            match dice(40) {
                0 => going_back = 1 + dice(1 + bench.game.plies().len()),
                1 => bench.lose_turn(),
                2 if !bench.stones().is_empty() => {
                    // A taken crossing.
                    let stones = bench.stones();
                    bench.put(stones[dice(stones.len())]);
                }
                _ => {
                    let at = somewhere(&bench.game, &mut dice);
                    // A foul now and then, but not as often as by chance.
                    let foul = setup.rule.foul(bench.game.board(), at, bench.game.turn()).is_some();
                    if !foul || dice(4) == 0 {
                        bench.put(at);
                    }
                }
            }
            longest = longest.max(bench.stones().len());
        }
        while bench.undo() {
            undone += 1;
        }
        (longest, undone)
    }

    #[test]
    fn two_players_forth_and_back() {
        let (longest, undone) = forth_and_back(TWO_PLAYERS, 1, 500);
        assert!(longest > 25 && undone > 60, "{longest} {undone}");
        let setup = Setup {
            opening: true,
            rule: Rule::ExactFive,
            ..TWO_PLAYERS
        };
        let (longest, undone) = forth_and_back(setup, 2, 400);
        assert!(longest > 25 && undone > 40, "{longest} {undone}");
    }

    #[test]
    fn renju_forth_and_back() {
        let setup = Setup {
            rule: Rule::Renju,
            ..TWO_PLAYERS
        };
        let (longest, undone) = forth_and_back(setup, 3, 220);
        assert!(longest > 20 && undone > 20, "{longest} {undone}");
        let setup = Setup {
            mode: 2,
            opening: true,
            profile: Profile::Thesis,
            ..setup
        };
        forth_and_back(setup, 4, 40);
    }

    #[test]
    fn against_the_computer_forth_and_back() {
        for (mode, opening, profile) in [
            (1, false, Profile::Zju),
            (1, true, Profile::Mcu),
            (2, false, Profile::Thesis),
        ] {
            let setup = Setup {
                mode,
                opening,
                profile,
                ..TWO_PLAYERS
            };
            let (_, undone) = forth_and_back(setup, 5 + mode as u32, 150);
            assert!(undone > 5, "{undone}");
        }
    }

    #[test]
    fn a_game_of_225_stones_is_taken_back_to_the_start() {
        let mut bench = Bench::new(TWO_PLAYERS);
        // Pairs of columns in turn, the other way round in every other row: no line is longer than two.
        let black = |at: &Crossing| ((at.col() + 2 * (at.row() % 2)) / 2).is_multiple_of(2);
        let (mut blacks, mut whites): (Vec<_>, Vec<_>) = Crossing::all().partition(black);
        let mut lost = false;
        while bench.stones().len() < 224 {
            let own = if bench.game.turn() == Colour::Black {
                &mut blacks
            } else {
                &mut whites
            };
            let at = own.pop().unwrap();
            bench.put(at);
            // A lost turn each on the way, so that the turns come out even.
            if [100, 101].contains(&bench.stones().len()) && !lost {
                bench.lose_turn();
                bench.lose_turn();
                lost = true;
            }
        }
        while bench.undo() {}
        assert!(bench.game.plies().is_empty());
        // The same circuit then plays on like a new one.
        let mut fresh = Bench::new(TWO_PLAYERS);
        for at in [CENTRE, Crossing::new(6, 7).unwrap(), Crossing::new(0, 14).unwrap()] {
            bench.put(at);
            fresh.put(at);
            assert_eq!((bench.board, bench.position), (fresh.board, fresh.position));
        }
    }

    #[test]
    fn each_foul_ends_the_game_with_its_name() {
        let cases: [(Foul, &[(usize, usize)]); 3] = [
            (Foul::Overline, &[(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)]),
            (Foul::DoubleFour, &[(7, 3), (7, 4), (7, 5), (8, 6), (9, 6), (10, 6)]),
            (Foul::DoubleThree, &[(7, 4), (7, 5), (8, 6), (9, 6)]),
        ];
        for (foul, stones) in cases {
            let mut bench = Bench::new(Setup {
                rule: Rule::Renju,
                ..TWO_PLAYERS
            });
            for (number, &(row, col)) in stones.iter().enumerate() {
                bench.put(Crossing::new(row, col).unwrap());
                bench.put(Crossing::new(14, 2 * number).unwrap());
            }
            bench.put(Crossing::new(7, 6).unwrap());
            assert_eq!((bench.get("result"), bench.get("reason")), (2, foul as u64 + 1));
            assert!(!bench.undo());
            bench.key(Key::Enter);
            assert_eq!(
                (bench.get("result"), bench.get("reason"), bench.get("moves")),
                (0, 0, 0)
            );
        }
    }

    #[test]
    fn a_hint_moves_the_cursor_to_the_computers_choice_and_nothing_else() {
        for (rule, profile) in [
            (Rule::Freestyle, Profile::Mcu),
            (Rule::ExactFive, Profile::Thesis),
            (Rule::Renju, Profile::Zju),
        ] {
            let mut bench = Bench::new(Setup {
                rule,
                profile,
                ..TWO_PLAYERS
            });
            let mut dice = dice(7);
            while bench.stones().len() < 24 && bench.game.end().is_none() {
                let expected = profile
                    .player()
                    .choose_under(rule, bench.game.board(), bench.game.turn());
                bench.key(Key::Hint);
                assert_eq!(
                    Some(bench.cursor()),
                    expected,
                    "{rule:?} {profile:?} {:?}",
                    bench.game.plies()
                );
                bench.check();
                let at = match dice(2) {
                    0 => bench.cursor(),
                    _ => somewhere(&bench.game, &mut dice),
                };
                bench.put(at);
            }
        }
    }

    #[test]
    fn the_clock_waits_while_time_stands_still_or_it_is_off() {
        let mut bench = Bench::new(TWO_PLAYERS);
        for (port, stopped, going) in [("running", 0, 1), ("timed", 0, 1)] {
            bench.set(port, stopped);
            (0..40).for_each(|_| bench.strobe("tick"));
            assert_eq!(
                (bench.get("tens"), bench.get("ones"), bench.get("turn")),
                (3, 0, 0),
                "{port}"
            );
            bench.set(port, going);
        }
        bench.strobe("tick");
        assert_eq!((bench.get("tens"), bench.get("ones")), (2, 9));
        // A taken crossing, a hint or a move of the cursor wins no time.
        bench.key(Key::Hint);
        bench.key(Key::Left);
        assert_eq!((bench.get("tens"), bench.get("ones")), (2, 9));
    }

    #[test]
    fn the_computer_against_itself_takes_a_second_a_move_and_starts_over() {
        let mut bench = Bench::new(TWO_PLAYERS);
        bench.set("mode", 3);
        bench.strobe("begin_game");
        let mut ends = 0;
        for _ in 0..500 {
            let (before, over) = (bench.get("moves"), bench.get("result"));
            bench.strobe("tick");
            let moves = bench.get("moves");
            assert!(
                moves == before + 1 || over > 0 && (moves == before || moves == 0),
                "{before} {moves}"
            );
            ends += u64::from(over > 0 && bench.get("result") == 0);
            assert_eq!(bench.get("cursor_shown"), 0);
        }
        assert!(ends > 0, "{ends}");
    }
}
