//! A game of Gomoku as its players see it: whose turn it is, the keys, the computer, time, and the picture of the end.
//!
//! ```text
//!   begin_game                          leave
//!       v                                 v
//!     Begin -> Turn <--------------+     Left
//!               | opening stone -->|
//!               | two computers: Pause --- a second, or Enter -----+
//!               |                  |                               v
//!               | one computer ------------------------------->  Think -- its move --> Turn
//!               |             Advise                               | undo
//!               |               ^ hint                             v
//!               +------------ Human -- Enter ---> Place --> Turn  Undo
//!               |               | ^                 | taken
//!               |               | +-----------------+
//!               |               +---- undo -----> Undo (twice) --> Turn
//!               |               +---- no time left: the turn passes --> Turn
//!               '-> Over -> Shown -> Begin
//! ```
//!
//! What is to be done is asked of [`Referee`]; every phase but those that wait for a key or for time waits for its answer.
//! A move takes under 400 clocks; under Renju the survey of black's forbidden points some thousand more. Keys that come
//! in between are dropped, which no hand is quick enough to notice. A player may think for as long as it likes: undo,
//! `begin_game` and `leave` stop it.
//!
//! | port         | dir | width          | meaning                                                        | initial |
//! |--------------|-----|----------------|----------------------------------------------------------------|---------|
//! | clock        | in  | 1              | rising edge                                                    |         |
//! | key          | in  | KeyEvent       | a key event of this game                                       |         |
//! | begin_game   | in  | 1              | strobe: wipe the board and start a new game, whatever goes on  |         |
//! | leave        | in  | 1              | strobe: nothing is played any more until the next `begin_game` |         |
//! | demo         | in  | 1              | the computer plays both sides, and game after game             |         |
//! | running      | in  | 1              | time passes                                                    |         |
//! | tick         | in  | 1              | one clock in a second                                          |         |
//! | settings     | in  | GomokuSettings | rule, opening and who is a person are constant during a game   |         |
//! | restart_tick | out | 1              | strobe: the next tick is to come a whole second later          | 0       |
//! | board        | out | BoardWrite     | writes of cells as the board view shows them                   | 0       |
//! | ply          | out | Ply            | what is played                                                 | None    |
//! | ending       | out | Ending         | how the game has ended; the reason is a `Foul`                 | 0       |
//! | status       | out | GameStatus     | what everybody shows                                           | 0; 30 s |
//! | busy         | out | 1              | not waiting for a key or for time to pass                      | 1       |
//!
//! After the end nothing can be placed: the winning line shows, after two seconds or a key the word WIN in the winner's
//! stones or DRAW in both colours, and the next key begins a new game (docs/play.md). A turn passes when the clock
//! has run down, or when every empty crossing is forbidden to a computer that plays black. Two computers take a second
//! for each move, and a move at once at Enter; with `timed` low they wait for Enter. The demo begins the next game two
//! seconds after the picture.

use rust_hdl::prelude::*;

use super::cursor::Cursor;
use super::level::LevelTable;
use super::move_clock::MoveClock;
use super::ports::GomokuSettings;
use super::referee::{Referee, Request};
use crate::gateware::edition::Edition;
use crate::gateware::gomoku::ports::BoardWrite;
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::{Ending, GameStatus, KeyEvent, Outcome, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Starts the game as soon as nothing is at work.
    Begin,
    /// The last ply is done: whose turn it is now.
    Turn,
    Human,
    /// Lets a second pass before a computer that plays a computer.
    Pause,
    Think,
    /// The computer thinks for the player.
    Advise,
    /// The player's stone is put.
    Place,
    /// A ply is taken back.
    Undo,
    /// The winning line shows.
    Over,
    /// The picture of the end shows.
    Shown,
    /// A person has left the game.
    Left,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// One more ply is to be taken back.
    again: Bit,
    /// A second has passed since the end, or since its picture.
    second: Bit,
    /// The thinking is to stop, and a ply is then taken back.
    stopped: Bit,
    /// A person has taken a ply back, or asked for a hint.
    helped: Bit,
}

#[derive(Circuit)]
pub struct GomokuGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub begin_game: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub demo: Signal<In, Bit>,
    pub running: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub settings: Signal<In, GomokuSettings>,

    pub restart_tick: Signal<Out, Bit>,
    pub board: Signal<Out, BoardWrite>,
    pub ply: Signal<Out, Ply>,
    pub ending: Signal<Out, Ending>,
    pub status: Signal<Out, GameStatus>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    referee: Referee,
    pointer: Cursor,
    move_clock: MoveClock,
    levels: LevelTable,

    /// Computers play both sides; one side.
    alone: Signal<Local, Bit>,
    against: Signal<Local, Bit>,
    /// The computer is to move.
    computer: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    in_progress: Signal<Local, Bit>,
    /// Two seconds have passed.
    waited: Signal<Local, Bit>,
    /// The computer has found a move.
    found: Signal<Local, Bit>,
    undo: Signal<Local, Bit>,

    #[init(7)]
    middle: Constant<Bits<4>>,
    /// The row of a move that is none.
    #[init(15)]
    nowhere: Constant<Bits<4>>,
    #[init(true)]
    shuffle: Constant<Bit>,
}

impl GomokuGame {
    /// A game in which the computer chooses by chance among equally good moves, if `shuffle`, and thinks for at least
    /// `ponder` clocks; with the rules and levels of this edition.
    pub fn new(shuffle: bool, ponder: u32, edition: &Edition) -> Self {
        GomokuGame {
            referee: Referee::new(ponder, edition),
            shuffle: Constant::new(shuffle),
            ..Default::default()
        }
    }
}

// The kernel language has no guards of match arms.
#[allow(clippy::collapsible_match)]
#[kernel]
impl Logic for GomokuGame {
    fn update(&mut self) {
        alone = demo | (settings.seats.black.computer & settings.seats.white.computer);
        against = settings.seats.black.computer ^ settings.seats.white.computer;
        computer = settings.seats.black.computer;
        levels.level = settings.seats.black.level;
        if referee.turn {
            computer = settings.seats.white.computer;
            levels.level = settings.seats.white.level;
        }
        over = referee.outcome != Outcome::None;
        in_progress = referee.moves.any() & !over & (q.phase != Phase::Left);
        waited = tick & q.second;
        found = referee.best.row != nowhere;
        undo = key.strobe & (key.key == Key::Undo) & referee.undoable;

        referee.request = Request::None;
        referee.at = pointer.at;
        referee.settings = settings;
        referee.profile = levels.profile;
        referee.shuffle = shuffle;
        // The player who waits for an answer takes back one ply, and two once it is there.
        referee.pair = against & (q.phase != Phase::Think);
        referee.stop = q.stopped | (q.phase == Phase::Begin) | (q.phase == Phase::Left);

        pointer.key = key.key;
        pointer.strobe = (q.phase == Phase::Human) & key.strobe;
        pointer.jump = referee.ply.kind == PlyKind::UndoPlace;
        pointer.jump_to = referee.ply.at;

        move_clock.tick = tick;
        move_clock.run = (q.phase == Phase::Human) & settings.timed & running;
        move_clock.restart = false;
        restart_tick = q.phase == Phase::Turn;
        ending.strobe = in_progress & (begin_game | leave);
        ending.outcome = referee.outcome;

        match q.phase {
            Phase::Begin => {
                pointer.jump_to.row = middle;
                pointer.jump_to.col = middle;
                d.stopped = false;
                d.helped = false;
                if !referee.busy {
                    pointer.jump = true;
                    referee.request = Request::Begin;
                    d.phase = Phase::Turn;
                }
            }
            Phase::Turn => {
                referee.at.row = middle;
                referee.at.col = middle;
                d.second = false;
                d.stopped = false;
                d.again = against;
                if !referee.busy {
                    move_clock.restart = !over;
                    if over {
                        ending.strobe = true;
                        d.phase = Phase::Over;
                    } else if settings.opening & !referee.moves.any() {
                        referee.request = Request::Place;
                    } else if alone {
                        d.phase = Phase::Pause;
                    } else if computer {
                        referee.request = Request::Think;
                        d.phase = Phase::Think;
                    } else {
                        d.phase = Phase::Human;
                    }
                }
            }
            Phase::Human => {
                if key.strobe {
                    match key.key {
                        Key::Enter => {
                            referee.request = Request::Place;
                            d.phase = Phase::Place;
                        }
                        Key::Hint => {
                            referee.request = Request::Think;
                            d.helped = true;
                            d.phase = Phase::Advise;
                        }
                        _ => {}
                    }
                } else if move_clock.expired {
                    referee.request = Request::Pass;
                    d.phase = Phase::Turn;
                }
                if undo {
                    referee.request = Request::Undo;
                    d.helped = true;
                    d.phase = Phase::Undo;
                }
            }
            Phase::Pause => {
                if (tick & running & (settings.timed | demo)) | (key.strobe & (key.key == Key::Enter)) {
                    referee.request = Request::Think;
                    d.phase = Phase::Think;
                }
                if undo {
                    referee.request = Request::Undo;
                    d.helped = true;
                    d.phase = Phase::Undo;
                }
            }
            Phase::Think => {
                referee.at = referee.best;
                d.stopped = q.stopped | undo;
                d.again = false;
                d.helped = q.helped | undo;
                if !referee.busy {
                    d.phase = Phase::Turn;
                    referee.request = Request::Pass;
                    if found {
                        referee.request = Request::Place;
                    }
                    if q.stopped | undo {
                        referee.request = Request::Undo;
                        d.phase = Phase::Undo;
                    }
                }
            }
            Phase::Advise => {
                pointer.jump_to = referee.best;
                d.stopped = q.stopped | undo;
                if !referee.busy {
                    d.phase = Phase::Human;
                    if q.stopped | undo {
                        referee.request = Request::Undo;
                        d.phase = Phase::Undo;
                    } else {
                        pointer.jump = found;
                    }
                }
            }
            Phase::Place => {
                if !referee.busy {
                    d.phase = Phase::Turn;
                    if referee.refused {
                        d.phase = Phase::Human;
                    }
                }
            }
            Phase::Undo => {
                if !referee.busy {
                    d.again = false;
                    d.phase = Phase::Turn;
                    if q.again {
                        referee.request = Request::Undo;
                        d.phase = Phase::Undo;
                    }
                }
            }
            Phase::Over => {
                d.second = q.second ^ tick;
                if key.strobe | waited {
                    referee.request = Request::Picture;
                    d.second = false;
                    d.phase = Phase::Shown;
                }
            }
            Phase::Shown => {
                d.second = q.second ^ tick;
                if !referee.busy & (key.strobe | (demo & waited)) {
                    d.phase = Phase::Begin;
                }
            }
            Phase::Left => {}
        }
        if leave {
            d.phase = Phase::Left;
        }
        if begin_game {
            d.phase = Phase::Begin;
        }

        board = referee.board;
        ply = referee.ply;
        status.cursor = pointer.at;
        ending.reason = referee.foul.into();
        ending.helped = q.helped;
        status.cursor_shown = !over & !alone;
        status.last = referee.last;
        status.last_shown = referee.moves.any() & (q.phase != Phase::Shown);
        status.turn = referee.turn;
        status.moves = referee.moves;
        status.seconds.tens = move_clock.tens;
        status.seconds.ones = move_clock.ones;
        status.outcome = referee.outcome;
        status.reason = referee.foul.into();
        busy = referee.busy
            | ((q.phase != Phase::Human)
                & (q.phase != Phase::Pause)
                & (q.phase != Phase::Over)
                & (q.phase != Phase::Left)
                & (q.phase != Phase::Shown));
    }
}

#[cfg(test)]
mod tests;
