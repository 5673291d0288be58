//! Carries out what is asked of a game of Othello by its rules: keeps the discs, the record and the picture of the board, and
//! knows whose turn it is, who must pass, and how the game has ended.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! request  == None =< Place >== ... ===== None ===   taken while not busy
//! busy     _______________/‾‾‾‾ ... ‾‾‾‾\_________
//! ply      == None ============ < Place > == None    one clock, when nothing can refuse it any more
//! showing  ____________________ ... ____/‾‾‾‾‾‾‾‾‾   until the flips show: a tenth of a second, or until the next ply
//! ```
//!
//! | request | does                                                                      | takes, in clocks |
//! |---------|---------------------------------------------------------------------------|------------------|
//! | Begin   | puts the four discs of the start, and black is to move                    | 80               |
//! | Place   | puts a disc of whose turn it is on `at`; `refused` if it flips nothing    | 90               |
//! | Pass    | the turn is lost                                                          | 80               |
//! | Undo    | takes the last ply back, a disc with its flips or a turn; there must be one | 80             |
//! | Think   | finds the move of the computer at `level` for whose turn it is            | as the core does |
//! | Picture | paints the end of the game over the board                                 | 66               |
//!
//! After each ply the position goes to the core, as the side to move sees it; if that has no move, as the other side does.
//! After the end nothing is placed or taken back, and before a turn that must pass nothing is placed: who asks sees to that.
//!
//! | port         | dir | width         | meaning                                          | initial |
//! |--------------|-----|---------------|--------------------------------------------------|---------|
//! | clock        | in  | 1             | rising edge                                      |         |
//! | order        | in  | RefereeOrder  | what is to be done                               |         |
//! | report       | out | RefereeReport | how the game stands; the reason is a `Reason`    | 0       |
//! | ply          | out | Ply           | what is played                                   | None    |
//! | board        | out | SquareWrite   | writes into the board RAM                        | 0       |
//! | black, white | out | 64, 64        | the discs of each side; a1 = bit 0, h8 = bit 63  | 0       |

pub mod board_painter;
pub mod disc_counter;
pub(super) mod picture;

use rust_hdl::prelude::*;

use self::board_painter::BoardPainter;
use super::cells::{Reason, SquareWrite};
use super::othello_core::OthelloCore;
use crate::edition::Edition;
use crate::game::ponder::Ponder;
use crate::game::ports::{RefereeOrder, RefereeReport, Request};
use crate::game::record::Record;
use crate::ports::{Crossing, Insight, Outcome, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

/// The discs of the start: black on e4 and d5, white on d4 and e5.
const BLACK_AT_START: u64 = 1 << 28 | 1 << 35;
const WHITE_AT_START: u64 = 1 << 27 | 1 << 36;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Waits for a request.
    Idle,
    /// The core is asked what a disc flips.
    Look,
    Put,
    Lose,
    Undo,
    /// The core takes the position as the side to move sees it, and is asked for its moves.
    Load,
    Mover,
    /// There is none: the same for the other side.
    LoadOther,
    Other,
    /// The board is painted, and the discs are counted.
    Paint,
    Painting,
    /// What the count says.
    Count,
    /// The core looks for a move.
    Think,
    /// The picture of the end is painted.
    Picture,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    white: Bit,
    /// The square at work.
    at: Crossing,
    refused: Bit,
    /// Clocks until the core's answer is there.
    wait: Bits<2>,
    /// Whose turn it is has no move; nor has the other.
    stuck: Bit,
    over: Bit,
    /// The computer's move is found.
    found: Bit,
    outcome: Outcome,
    reason: Reason,
}

/// Clocks the core takes for its answer.
const ANSWER: u64 = 2;
/// Discs put on a board that is full.
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
    core: OthelloCore,
    #[given]
    ponder: Ponder,
    record: Record,
    /// What each disc has flipped, in the order of the record.
    flips: DualPortRam<Bits<64>, 6>,
    #[given]
    painter: BoardPainter,

    #[init(Insight::default())]
    untold: Constant<Insight>,
}

impl Referee {
    /// A referee whose Think takes at least `ponder` clocks unless it is stopped, on a machine whose second is so many clocks.
    pub fn new(second: u32, ponder: u32, edition: &Edition) -> Self {
        Referee::given(
            OthelloCore::new(edition.othello_search, second),
            Ponder::new(ponder),
            BoardPainter::new((second / board_painter::BEATS).max(1)),
        )
    }
}

#[kernel]
impl Logic for Referee {
    fn update(&mut self) {
        let start = (q.phase == Phase::Idle) & (order.request == Request::Begin);
        let think = (q.phase == Phase::Idle) & (order.request == Request::Think);
        let put = q.phase == Phase::Put;
        let lift = (q.phase == Phase::Undo) & !record.lost;
        let square = (bit_cast::<6, 4>(q.at.row) << 3) | bit_cast::<6, 4>(q.at.col);

        self.ask_core(square, think);
        ponder = Ponder { start: think, stop: order.stop };

        self.keep_record(start, put);

        ply.kind = PlyKind::None;
        ply.white = q.white;
        ply.at = q.at;

        self.paint();
        // Discs of each side, {tens, ones}.
        let black_count = cat::<8>(painter.discs.black.tens, painter.discs.black.ones);
        let white_count = cat::<8>(painter.discs.white.tens, painter.discs.white.ones);

        self.turn_discs(put, square, lift, start);

        self.step(lift, black_count, white_count);

        painter.ply = ply;
        board = painter.board;
        black = black_discs.q;
        white = white_discs.q;
        self.tell();
    }

    /// From phase to phase: a request, what it does to the position, then the moves of the side whose turn it is.
    fn step(&mut self, lift: Bit, black_count: Bits<8>, white_count: Bits<8>) {
        d.wait = q.wait - 1;
        match q.phase {
            Phase::Idle => self.begin(),
            Phase::Look => {
                if !q.wait.any() {
                    d.refused = !core.flips.any();
                    d.phase = if !core.flips.any() { Phase::Idle } else { Phase::Put };
                }
            }
            Phase::Put => {
                ply.kind = PlyKind::Place;
                d.white = !q.white;
                d.phase = Phase::Load;
            }
            Phase::Lose => {
                ply.kind = PlyKind::Pass;
                d.white = !q.white;
                d.phase = Phase::Load;
            }
            Phase::Undo => {
                ply.white = !q.white;
                ply.kind = if lift { PlyKind::UndoPlace } else { PlyKind::UndoPass };
                d.white = !q.white;
                d.phase = Phase::Load;
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
            Phase::Count => self.judge(black_count, white_count),
            Phase::Think => {
                d.found = q.found | core.done;
                if (q.found | core.done) & !ponder.holds {
                    d.phase = Phase::Idle;
                }
            }
            Phase::Picture => {
                if !painter.busy {
                    d.phase = Phase::Idle;
                }
            }
        }
    }

    /// The core gets the position as one side sees it, and what is asked of it.
    fn ask_core(&mut self, square: Bits<6>, think: Bit) {
        // The core sees the position as white does.
        let as_white = q.white ^ (q.phase == Phase::LoadOther);
        core.load = (q.phase == Phase::Load) | (q.phase == Phase::LoadOther);
        core = OthelloCore { own: black_discs.q, opponent: white_discs.q };
        if as_white {
            core = OthelloCore { own: white_discs.q, opponent: black_discs.q };
        }
        core = OthelloCore { square, think };
        core.level = bit_cast::<2, 3>(order.level);
        core.shuffle = order.shuffle;
        core.stop = order.stop;
        core.budget = 0;
    }

    /// The record of the game, with the discs that each ply has turned.
    fn keep_record(&mut self, start: Bit, put: Bit) {
        record.clear = start;
        record = Record { push: put, skip: q.phase == Phase::Lose, back: q.phase == Phase::Undo, at: q.at };
        // Where an undo ends is up to whose turn it is then: a person's first ply is never taken back without being there.
        record = Record { pair: false, fixed: order.fixed };
        flips.write_enable = put;
        flips.write_address = bit_cast::<6, 8>(record.moves);
        flips = DualPortRam { write_data: core.flips, read_address: bit_cast::<6, 8>(record.moves) - 1 };
    }

    /// What the painter shows.
    fn paint(&mut self) {
        painter = BoardPainter { black: black_discs.q, white: white_discs.q, legal: core.moves };
        if q.stuck {
            // The core sees the other side.
            painter.legal = 0;
        }
        painter.turn = q.white;
        painter.last = record.last;
        painter.flips = flips.read_data;
        painter.paint = q.phase == Phase::Paint;
        painter.picture = (q.phase == Phase::Idle) & (order.request == Request::Picture);
        painter.outcome = q.outcome;
    }

    /// The discs of both sides.
    fn turn_discs(&mut self, put: Bit, square: Bits<6>, lift: Bit, start: Bit) {
        if put {
            if q.white {
                white_discs.d = (white_discs.q | core.flips).replace_bit(square.index(), true);
                black_discs.d = black_discs.q & !core.flips;
            } else {
                black_discs.d = (black_discs.q | core.flips).replace_bit(square.index(), true);
                white_discs.d = white_discs.q & !core.flips;
            }
        }
        if lift {
            if q.white {
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

    /// What the course of the game asks for.
    fn begin(&mut self) {
        d.at = order.at;
        match order.request {
            Request::None => {}
            Request::Begin => {
                ply.kind = PlyKind::Begin;
                d.white = false;
                d.outcome = Outcome::None;
                d.reason = Reason::Full;
                d.phase = Phase::Load;
            }
            Request::Place => {
                d.wait = ANSWER;
                d.phase = Phase::Look;
            }
            Request::Pass => d.phase = Phase::Lose,
            Request::Undo => {
                d.at = record.last;
                d.phase = Phase::Undo;
            }
            Request::Think => {
                d.found = false;
                d.phase = Phase::Think;
            }
            Request::Picture => d.phase = Phase::Picture,
        }
    }

    /// The game's outcome, once the discs are counted.
    fn judge(&mut self, black_count: Bits<8>, white_count: Bits<8>) {
        d.phase = Phase::Idle;
        if q.over {
            d.white = !q.white;
            d.outcome = Outcome::Draw;
            if black_count > white_count {
                d.outcome = Outcome::BlackWins;
            } else if white_count > black_count {
                d.outcome = Outcome::WhiteWins;
            }
            d.reason = Reason::NoMove;
            if record.moves == FULL {
                d.reason = Reason::Full;
            } else if !black_count.any() | !white_count.any() {
                d.reason = Reason::WipedOut;
            }
        }
    }

    /// What the course of the game is told.
    fn tell(&mut self) {
        report.busy = q.phase != Phase::Idle;
        report.showing = painter.showing;
        report.refused = q.refused;
        report.best.row = bit_cast::<4, 3>(core.best.get_bits::<3>(3));
        report.best.col = bit_cast::<4, 3>(core.best.get_bits::<3>(0));
        report.found = true;
        report.turn = q.white;
        report.must_pass = q.stuck & !q.over;
        report.moves = record.moves;
        report.last = record.last;
        report.undoable = record.undoable;
        report.outcome = q.outcome;
        report.reason = if record.lost & !q.over { PASSED } else { q.reason.into() };
        report.discs = painter.discs;
        report.insight = untold;
    }
}
