//! A game of Gomoku as its players see it: whose turn it is, the keys, the computer, time, and the picture of the end.
//!
//! ```text
//!   begin_game
//!       v
//!     Begin -> Turn <------------------------------------------------+
//!               | opening stone ------------------------------------>|
//!               | computer: (Pause) -> Think ------ its move ------->|
//!               |             Advise                                 |
//!               |               ^ hint                               |
//!               +------------ Human -- Enter ---> Place ------------>|
//!               |               | ^                 | taken          |
//!               |               | +-----------------+                |
//!               |               +---- undo -----> Undo (twice) ----->|
//!               |               +---- no time left: the turn passes -'
//!               '-> Over -> Shown -> Begin
//! ```
//!
//! What is to be done is asked of [`Referee`]; every phase but those that wait for a key or for time waits for its answer.
//! A move takes under 400 clocks and a computer's answer 260 more, 25 µs in all; under Renju the survey of black's
//! forbidden points some thousand more. Keys that come in between are dropped, which no hand is quick enough to notice.
//!
//! | port         | dir | width        | meaning                                                       | initial |
//! |--------------|-----|--------------|---------------------------------------------------------------|---------|
//! | clock        | in  | 1            | rising edge                                                   |         |
//! | key          | in  | KeyEvent     | a key event of this game                                      |         |
//! | begin_game   | in  | 1            | strobe: wipe the board and start a new game, whatever goes on |         |
//! | running      | in  | 1            | time passes                                                   |         |
//! | tick         | in  | 1            | one clock in a second                                         |         |
//! | settings     | in  | GameSettings | rule, clock and opening are constant during a game            |         |
//! | profile      | in  | Profile      | which player the computer is                                  |         |
//! | shuffle      | in  | 1            | the computer chooses by chance among equally good moves       |         |
//! | restart_tick | out | 1            | strobe: the next tick is to come a whole second later         | 0       |
//! | board        | out | BoardWrite   | writes of cells as the board view shows them                  | 0       |
//! | ply          | out | Ply          | what is played                                                | None    |
//! | status       | out | GameStatus   | what everybody shows                                          | 0; 30 s |
//! | busy         | out | 1            | not waiting for a key or for time to pass                     | 1       |
//!
//! After the end nothing can be placed: the winning line shows, after two seconds or a key the word WIN in the winner's
//! stones or DRAW in both colours, and the next key begins a new game (docs/play.md). A turn passes when the clock
//! has run down, or when every empty crossing is forbidden to a computer that plays black. The computer that plays
//! itself takes a second for each move, and begins the next game two seconds after the picture.

use rust_hdl::prelude::*;

use super::cursor::Cursor;
use super::move_clock::MoveClock;
use super::ports::{GameSettings, GameStatus, Mode, Outcome, Profile};
use super::referee::{Referee, Request};
use crate::gateware::gomoku::ports::BoardWrite;
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::{KeyEvent, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Starts the game as soon as nothing is at work.
    Begin,
    /// The last ply is done: whose turn it is now.
    Turn,
    Human,
    /// Lets a second pass before a computer that plays itself.
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
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// One more ply is to be taken back.
    again: Bit,
    /// A second has passed since the end, or since its picture.
    second: Bit,
}

#[derive(Circuit)]
pub struct GomokuGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub begin_game: Signal<In, Bit>,
    pub running: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub settings: Signal<In, GameSettings>,
    pub profile: Signal<In, Profile>,
    pub shuffle: Signal<In, Bit>,

    pub restart_tick: Signal<Out, Bit>,
    pub board: Signal<Out, BoardWrite>,
    pub ply: Signal<Out, Ply>,
    pub status: Signal<Out, GameStatus>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    referee: Referee,
    pointer: Cursor,
    move_clock: MoveClock,

    demo: Signal<Local, Bit>,
    /// The computer is to move.
    computer: Signal<Local, Bit>,
    over: Signal<Local, Bit>,
    /// Two seconds have passed.
    waited: Signal<Local, Bit>,
    /// The computer has found a move.
    found: Signal<Local, Bit>,

    #[init(7)]
    middle: Constant<Bits<4>>,
    /// The row of a move that is none.
    #[init(15)]
    nowhere: Constant<Bits<4>>,
}

// The kernel language has no guards of match arms.
#[allow(clippy::collapsible_match)]
#[kernel]
impl Logic for GomokuGame {
    fn update(&mut self) {
        demo = settings.mode == Mode::Demo;
        computer = ((settings.mode == Mode::Pvc) & referee.turn) | ((settings.mode == Mode::Cvp) & !referee.turn);
        over = referee.outcome != Outcome::None;
        waited = tick & q.second;
        found = referee.best.row != nowhere;

        referee.request = Request::None;
        referee.at = pointer.at;
        referee.settings = settings;
        referee.profile = profile;
        referee.shuffle = shuffle;

        pointer.key = key.key;
        pointer.strobe = (q.phase == Phase::Human) & key.strobe;
        pointer.jump = referee.ply.kind == PlyKind::UndoPlace;
        pointer.jump_to = referee.ply.at;

        move_clock.tick = tick;
        move_clock.run = (q.phase == Phase::Human) & settings.timed & running;
        move_clock.restart = false;
        restart_tick = q.phase == Phase::Turn;

        match q.phase {
            Phase::Begin => {
                pointer.jump_to.row = middle;
                pointer.jump_to.col = middle;
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
                d.again = settings.mode != Mode::Pvp;
                if !referee.busy {
                    move_clock.restart = !over;
                    if over {
                        d.phase = Phase::Over;
                    } else if settings.opening & !referee.moves.any() {
                        referee.request = Request::Place;
                    } else if demo {
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
                            d.phase = Phase::Advise;
                        }
                        Key::Undo => {
                            if referee.undoable {
                                referee.request = Request::Undo;
                                d.phase = Phase::Undo;
                            }
                        }
                        _ => {}
                    }
                } else if move_clock.expired {
                    referee.request = Request::Pass;
                    d.phase = Phase::Turn;
                }
            }
            Phase::Pause => {
                if tick & running {
                    referee.request = Request::Think;
                    d.phase = Phase::Think;
                }
            }
            Phase::Think => {
                referee.at = referee.best;
                if !referee.busy {
                    referee.request = Request::Pass;
                    if found {
                        referee.request = Request::Place;
                    }
                    d.phase = Phase::Turn;
                }
            }
            Phase::Advise => {
                pointer.jump_to = referee.best;
                if !referee.busy {
                    pointer.jump = found;
                    d.phase = Phase::Human;
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
        }
        if begin_game {
            d.phase = Phase::Begin;
        }

        board = referee.board;
        ply = referee.ply;
        status.cursor = pointer.at;
        status.cursor_shown = !over & !demo;
        status.last = referee.last;
        status.last_shown = referee.moves.any() & (q.phase != Phase::Shown);
        status.turn = referee.turn;
        status.moves = referee.moves;
        status.seconds.tens = move_clock.tens;
        status.seconds.ones = move_clock.ones;
        status.outcome = referee.outcome;
        status.foul = referee.foul;
        busy = referee.busy
            | ((q.phase != Phase::Human)
                & (q.phase != Phase::Pause)
                & (q.phase != Phase::Over)
                & (q.phase != Phase::Shown));
    }
}

#[cfg(test)]
mod tests;
