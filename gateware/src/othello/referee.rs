//! Carries out requests on a game of Othello by its rules. Keeps the discs, paints the board, and reports who must pass
//! and how the game has ended. [`Requests`] makes plies of the requests.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! request  == None =< Place >== ... ===== None ===   accepted while not busy
//! busy     _______________/‾‾‾‾ ... ‾‾‾‾\_________
//! ply      == None ============ < Place > == None    one clock, once the ply is known to be legal
//! showing  ____________________ ... ____/‾‾‾‾‾‾‾‾‾   until all flips are shown: a tenth of a second, or until the next ply
//! ```
//!
//! | request | does                                                                         | takes, in clocks    |
//! |---------|------------------------------------------------------------------------------|---------------------|
//! | Begin   | sets up the starting position; black is to move                              | 80                  |
//! | Place   | puts a disc of the side to move on `at`; `refused` if it flips nothing       | 90                  |
//! | Pass    | the side to move passes                                                      | 80                  |
//! | Undo    | takes back the last ply: a disc with its flips, or a pass; there must be one | 80                  |
//! | Think   | finds the move of the computer at `level` for the side to move               | depends on the core |
//! | Picture | paints the picture of the end over the board                                 | 66                  |
//! | Test    | says by `refused` whether Place would be refused                             | 4                   |
//! | Resign  | the other side has won                                                       | 2                   |
//!
//! After each ply the position is loaded into the core, seen by the side to move; if that side has no move, again
//! seen by the other side. The requester must not ask for Place or Undo after the end, nor for Place where the side
//! to move must pass.
//!
//! | port         | dir | width         | meaning                                         | initial |
//! |--------------|-----|---------------|-------------------------------------------------|---------|
//! | clock        | in  | 1             | rising edge                                     |         |
//! | order        | in  | RefereeOrder  | the request and its parameters                  |         |
//! | report       | out | RefereeReport | the state of the game; the reason is a `Reason` | 0       |
//! | ply          | out | Ply           | a ply, for one clock                            | None    |
//! | board        | out | SquareWrite   | writes into the board RAM                       | 0       |
//! | black, white | out | 64, 64        | the discs of each side; a1 = bit 0, h8 = bit 63 | 0       |

pub mod board_painter;
pub(super) mod picture;

use rust_hdl::prelude::*;

use self::board_painter::BoardPainter;
use super::cells::{Reason, SquareWrite};
use super::othello_core::OthelloCore;
use crate::edition::Edition;
use crate::game::ports::{RefereeOrder, RefereeReport};
use crate::game::requests::Requests;
use crate::ports::{Insight, Outcome, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

/// Black's discs at the start: e4 and d5.
const BLACK_AT_START: u64 = 1 << 28 | 1 << 35;
/// White's discs at the start: d4 and e5.
const WHITE_AT_START: u64 = 1 << 27 | 1 << 36;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// The position stays until the next ply; the core or the painter may be at work.
    Rest,
    /// The core is given the position, seen by the side to move, and asked for the legal squares.
    Load,
    Mover,
    /// The side to move has no move: the core is asked for the other side's.
    LoadOther,
    Other,
    /// The board is painted, and the discs are counted.
    Paint,
    Painting,
    /// Judges the outcome from the counts.
    Count,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// Clocks until the core's answer is valid.
    wait: Bits<2>,
    /// The side to move has no legal move.
    stuck: Bit,
    /// Neither side has a legal move.
    over: Bit,
    /// The core is looking for a move.
    thinking: Bit,
    outcome: Outcome,
    reason: Reason,
}

/// Clocks until the core's answer is valid.
const ANSWER: u64 = 2;
/// Discs played when the board is full.
const FULL: u64 = 60;
const PASSED: u64 = Reason::Passed as u64;

#[derive(Circuit)]
pub struct Referee {
    pub clock: Signal<In, Clock>,
    pub order: Signal<In, RefereeOrder>,
    pub report: Signal<Out, RefereeReport>,
    pub ply: Signal<Out, Ply>,
    pub board: Signal<Out, SquareWrite>,
    pub black: Signal<Out, Bits<64>>,
    pub white: Signal<Out, Bits<64>>,

    state: Register<State>,
    black_discs: Register<Bits<64>>,
    white_discs: Register<Bits<64>>,
    #[given]
    requests: Requests,
    #[given]
    core: OthelloCore,
    /// The flips of each disc played, in the order of the record.
    flips: DualPortRam<Bits<64>, 6>,
    #[given]
    painter: BoardPainter,

    #[init(Insight::default())]
    untold: Constant<Insight>,
}

impl Referee {
    /// Creates a referee whose Think takes at least `ponder` clocks unless it is stopped. `second` is the number of
    /// clocks in a second.
    pub fn new(second: u32, ponder: u32, edition: &Edition) -> Self {
        Referee::given(
            Requests::new(ANSWER, ponder),
            OthelloCore::new(edition.othello_search, second),
            BoardPainter::new((second / board_painter::BEATS).max(1)),
        )
    }
}

#[kernel]
impl Logic for Referee {
    fn update(&mut self) {
        let start = requests.ply.kind == PlyKind::Begin;
        let put = requests.ply.kind == PlyKind::Place;
        let lift = requests.ply.kind == PlyKind::UndoPlace;
        let square = (bit_cast::<6, 4>(requests.at.row) << 3) | bit_cast::<6, 4>(requests.at.col);

        self.take_requests();
        self.ask_core(square);
        self.keep_flips(put);
        self.paint();
        self.turn_discs(put, square, lift, start);
        self.step();
        if requests.resign {
            d.outcome = if order.white { Outcome::BlackWins } else { Outcome::WhiteWins };
        }

        ply = requests.ply;
        board = painter.board;
        black = black_discs.q;
        white = white_discs.q;
        self.tell();
    }

    /// Connects the requests, and says when the work for one is finished.
    fn take_requests(&mut self) {
        requests = Requests { order, legal: core.flips.any() };
        // `pair` stays low: the course repeats undos until a person is to move. Whenever one ply can be taken back, a
        // person's ply is among those left.
        requests.order.pair = false;
        requests.finished = (q.phase == Phase::Rest) & !painter.busy & (!q.thinking | core.done);
        d.thinking = requests.think | (q.thinking & !core.done);
    }

    /// After each ply: the legal squares of the side to move, the picture, and the outcome.
    fn step(&mut self) {
        d.wait = q.wait - 1;
        match q.phase {
            Phase::Rest => {
                if requests.ply.kind == PlyKind::Begin {
                    d.outcome = Outcome::None;
                    d.reason = Reason::Full;
                }
                if requests.ply.kind != PlyKind::None {
                    d.phase = Phase::Load;
                }
            }
            Phase::Load => {
                d.stuck = false;
                d.over = false;
                d.wait = ANSWER;
                d.phase = Phase::Mover;
            }
            Phase::Mover => {
                if !q.wait.any() {
                    d.phase = Phase::Paint;
                    if !core.moves.any() {
                        d.stuck = true;
                        d.phase = Phase::LoadOther;
                    }
                }
            }
            Phase::LoadOther => {
                d.wait = ANSWER;
                d.phase = Phase::Other;
            }
            Phase::Other => {
                if !q.wait.any() {
                    d.over = !core.moves.any();
                    d.phase = Phase::Paint;
                }
            }
            Phase::Paint => d.phase = Phase::Painting,
            Phase::Painting => {
                if !painter.busy {
                    d.phase = Phase::Count;
                }
            }
            Phase::Count => self.judge(),
        }
    }

    /// Gives the core the position, seen by one side, and its task.
    fn ask_core(&mut self, square: Bits<6>) {
        // The position is seen by white.
        let as_white = requests.white ^ (q.phase == Phase::LoadOther);
        core.load = (q.phase == Phase::Load) | (q.phase == Phase::LoadOther);
        core = OthelloCore { own: black_discs.q, opponent: white_discs.q };
        if as_white {
            core = OthelloCore { own: white_discs.q, opponent: black_discs.q };
        }
        core = OthelloCore { square, think: requests.think };
        core.level = bit_cast::<2, 3>(order.level);
        core.shuffle = order.shuffle;
        core.stop = order.stop;
        core.budget = 0;
    }

    /// Keeps the flips of each disc.
    fn keep_flips(&mut self, put: Bit) {
        flips.write_enable = put;
        flips.write_address = bit_cast::<6, 8>(requests.moves);
        flips = DualPortRam { write_data: core.flips, read_address: bit_cast::<6, 8>(requests.moves) - 1 };
    }

    /// Drives the painter.
    fn paint(&mut self) {
        painter = BoardPainter { black: black_discs.q, white: white_discs.q, legal: core.moves };
        if q.stuck {
            // The core's legal squares are those of the other side.
            painter.legal = 0;
        }
        painter = BoardPainter { turn: requests.white, ply: requests.ply, last: requests.last, flips: flips.read_data };
        painter.paint = q.phase == Phase::Paint;
        painter = BoardPainter { picture: requests.picture, outcome: q.outcome };
    }

    /// Updates the discs of both sides.
    fn turn_discs(&mut self, put: Bit, square: Bits<6>, lift: Bit, start: Bit) {
        if put {
            if requests.white {
                white_discs.d = (white_discs.q | core.flips).replace_bit(square.index(), true);
                black_discs.d = black_discs.q & !core.flips;
            } else {
                black_discs.d = (black_discs.q | core.flips).replace_bit(square.index(), true);
                white_discs.d = white_discs.q & !core.flips;
            }
        }
        if lift {
            if requests.white {
                black_discs.d = (black_discs.q & !flips.read_data).replace_bit(square.index(), false);
                white_discs.d = white_discs.q | flips.read_data;
            } else {
                white_discs.d = (white_discs.q & !flips.read_data).replace_bit(square.index(), false);
                black_discs.d = black_discs.q | flips.read_data;
            }
        }
        if start {
            black_discs.d = BLACK_AT_START;
            white_discs.d = WHITE_AT_START;
        }
    }

    /// Sets the outcome of the game, once the discs are counted.
    fn judge(&mut self) {
        d.phase = Phase::Rest;
        if q.over {
            d.outcome = Outcome::Draw;
            if painter.discs.black > painter.discs.white {
                d.outcome = Outcome::BlackWins;
            } else if painter.discs.white > painter.discs.black {
                d.outcome = Outcome::WhiteWins;
            }
            d.reason = Reason::NoMove;
            if requests.moves == FULL {
                d.reason = Reason::Full;
            } else if !painter.discs.black.any() | !painter.discs.white.any() {
                d.reason = Reason::WipedOut;
            }
        }
    }

    /// Drives the report.
    fn tell(&mut self) {
        report.busy = requests.busy;
        report.showing = painter.showing;
        report.refused = requests.refused;
        report.best.row = bit_cast::<4, 3>(core.best.get_bits::<3>(3));
        report.best.col = bit_cast::<4, 3>(core.best.get_bits::<3>(0));
        report.found = true;
        report.turn = requests.white ^ (q.outcome != Outcome::None);
        report.must_pass = q.stuck & !q.over;
        report.moves = requests.moves;
        report.last = requests.last;
        report.undoable = requests.undoable;
        report.outcome = q.outcome;
        report.reason = if requests.lost & !q.over { PASSED } else { q.reason.into() };
        report.discs = painter.discs;
        report.insight = untold;
    }
}
