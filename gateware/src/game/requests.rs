//! Carries out the requests of a game's course, whatever its rules: makes plies of them, knows whose turn it is, and
//! keeps the record.
//!
//! ```text
//!           Place           legal                                      finished
//! Idle --+--------> Look --+------> Put --+--> Work ------------------------------> Idle
//!        | Test            | not legal,   |
//!        |                 | Test         |
//!        |                 '--> Idle      |
//!        +--------> Lose -----------------+
//!        | Pass                           |
//!        +--------> Undo -----------------+
//!        | Undo                           |
//!        '--------------------------------' Begin, Think, Picture, Resign
//! ```
//!
//! A game's referee holds the rules: it says whether a stone may be placed, follows every ply with its position, and
//! says when it has finished the work that a ply, a think or a picture means to it. A request is taken while `busy`
//! is low; others are ignored.
//!
//! | request                       | takes, in clocks                  |
//! |-------------------------------|-----------------------------------|
//! | Test; Place, refused          | `answer` + 2                      |
//! | Place                         | `answer` + 3, and the game's work |
//! | Pass, Undo                    | 2, and the game's work            |
//! | Begin, Think, Picture, Resign | 1, and the game's work            |
//!
//! | port           | dir | width        | meaning                                                                     | initial |
//! |----------------|-----|--------------|-----------------------------------------------------------------------------|---------|
//! | clock          | in  | 1            | rising edge                                                                 | –       |
//! | order          | in  | RefereeOrder | the request                                                                 | –       |
//! | legal          | in  | 1            | a stone may be placed on `at`; read `answer` clocks after `at` is there     | –       |
//! | finished       | in  | 1            | the game is not at work; low from the clock after a ply, `think` or `picture` until it has finished | – |
//! | ply            | out | Ply          | the ply that is played, for one clock; combinational for Begin              | None    |
//! | think, picture | out | 1, 1         | strobes: the computer shall find a move; the picture of the end; combinational | 0    |
//! | resign         | out | 1            | strobe: a side resigns, as the order says; combinational                    | 0       |
//! | at             | out | Crossing     | the crossing of Place, or of the stone that Undo takes back                 | 0, 0    |
//! | white          | out | 1            | the side to move; it changes with every ply, also with the last of a game   | 0       |
//! | busy           | out | 1            | a request is being carried out                                              | 0       |
//! | refused        | out | 1            | the last Place or Test was not legal                                        | 0       |
//! | moves, last, lost, undoable | out | 8, Crossing, 1, 1 | see [`Record`]                                           | 0       |
//!
//! The requester must not ask for Undo without a ply to take back, nor for a ply after the end.

use rust_hdl::prelude::*;

use super::ponder::Ponder;
use super::ports::{RefereeOrder, Request};
use super::record::Record;
use crate::ports::{Crossing, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Waits for a request.
    Idle,
    /// The game looks at the crossing.
    Look,
    Put,
    Lose,
    Undo,
    /// The game is at work.
    Work,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    white: Bit,
    at: Crossing,
    refused: Bit,
    /// No stone is put, whatever the answer.
    tests: Bit,
    /// Clocks until `legal` is valid.
    wait: Bits<2>,
}

#[derive(Circuit)]
pub struct Requests {
    pub clock: Signal<In, Clock>,
    pub order: Signal<In, RefereeOrder>,
    pub legal: Signal<In, Bit>,
    pub finished: Signal<In, Bit>,
    pub ply: Signal<Out, Ply>,
    pub think: Signal<Out, Bit>,
    pub picture: Signal<Out, Bit>,
    pub resign: Signal<Out, Bit>,
    pub at: Signal<Out, Crossing>,
    pub white: Signal<Out, Bit>,
    pub busy: Signal<Out, Bit>,
    pub refused: Signal<Out, Bit>,
    pub moves: Signal<Out, Bits<8>>,
    pub last: Signal<Out, Crossing>,
    pub lost: Signal<Out, Bit>,
    pub undoable: Signal<Out, Bit>,

    state: Register<State>,
    record: Record,
    #[given]
    ponder: Ponder,

    #[given]
    answer: Constant<Bits<2>>,
}

impl Requests {
    /// Creates the part for a game that needs `answer` clocks, at most 3, to say whether a stone may be placed, and
    /// whose Think takes at least `ponder` clocks unless it is stopped.
    pub fn new(answer: u64, ponder: u32) -> Self {
        Requests::given(Ponder::new(ponder), Constant::new(answer.into()))
    }
}

#[kernel]
impl Logic for Requests {
    fn update(&mut self) {
        think = (q.phase == Phase::Idle) & (order.request == Request::Think);
        picture = (q.phase == Phase::Idle) & (order.request == Request::Picture);
        resign = (q.phase == Phase::Idle) & (order.request == Request::Resign);
        ply = Ply { kind: PlyKind::None, white: q.white, at: q.at };
        self.step();

        record.clear = ply.kind == PlyKind::Begin;
        record = Record { push: q.phase == Phase::Put, skip: q.phase == Phase::Lose, back: q.phase == Phase::Undo };
        record = Record { at: q.at, pair: order.pair, fixed: order.fixed };
        ponder = Ponder { start: think, stop: order.stop };

        State { at, white, refused, .. } = q;
        busy = q.phase != Phase::Idle;
        Record { moves, last, lost, undoable, .. } = record;
    }

    fn step(&mut self) {
        match q.phase {
            Phase::Idle => self.begin(),
            Phase::Look => {
                d.wait = q.wait - 1;
                if !q.wait.any() {
                    d.refused = !legal;
                    d.phase = if legal & !q.tests { Phase::Put } else { Phase::Idle };
                }
            }
            Phase::Put => {
                ply.kind = PlyKind::Place;
                d.white = !q.white;
                d.phase = Phase::Work;
            }
            Phase::Lose => {
                ply.kind = PlyKind::Pass;
                d.white = !q.white;
                d.phase = Phase::Work;
            }
            Phase::Undo => {
                ply.kind = if record.lost { PlyKind::UndoPass } else { PlyKind::UndoPlace };
                ply.white = !q.white;
                d.white = !q.white;
                d.phase = Phase::Work;
            }
            Phase::Work => {
                if finished & !ponder.holds {
                    d.phase = Phase::Idle;
                }
            }
        }
    }

    /// Takes a request.
    fn begin(&mut self) {
        d.at = order.at;
        d.wait = answer;
        d.tests = order.request == Request::Test;
        match order.request {
            Request::None => {}
            Request::Begin => {
                ply.kind = PlyKind::Begin;
                d.white = false;
                d.phase = Phase::Work;
            }
            Request::Place | Request::Test => d.phase = Phase::Look,
            Request::Pass => d.phase = Phase::Lose,
            Request::Undo => {
                d.at = record.last;
                d.phase = Phase::Undo;
            }
            Request::Think | Request::Picture | Request::Resign => d.phase = Phase::Work,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// The part with a game that says at once what it thinks of a crossing.
    struct Bench(Native<Requests>);

    impl Bench {
        fn new(ponder: u32) -> Bench {
            let mut requests = Native::new(Requests::new(1, ponder));
            requests.drive("legal", 1);
            requests.drive("finished", 1);
            Bench(requests)
        }

        /// Requests for one clock, and something else in the next. Returns the plies, and the clocks until it is idle.
        fn ask(&mut self, request: Request, row: u64) -> (Vec<(PlyKind, bool, usize)>, u32) {
            let mut order = RefereeOrder {
                request,
                at: Crossing { row: row.into(), ..Crossing::default() },
                ..RefereeOrder::default()
            };
            let (mut plies, mut clocks) = (vec![], 0);
            loop {
                self.0.drive_as("order", order);
                self.0.settle();
                let ply: Ply = self.0.read_as("ply");
                if ply.kind != PlyKind::None {
                    plies.push((ply.kind, ply.white, ply.at.row.index()));
                }
                self.0.step();
                clocks += 1;
                // It is ignored.
                order.request = if clocks == 1 { Request::Begin } else { Request::None };
                if self.0.read("busy") == 0 {
                    return (plies, clocks);
                }
            }
        }
    }

    #[test]
    fn plies_change_the_turn_and_are_taken_back_in_order() {
        let mut bench = Bench::new(0);
        bench.ask(Request::Begin, 0);
        assert_eq!(bench.ask(Request::Place, 7), (vec![(PlyKind::Place, false, 7)], 5));
        let pass = bench.ask(Request::Pass, 3);
        assert_eq!((pass.0[0].0, pass.0[0].1, pass.1), (PlyKind::Pass, true, 3));
        assert_eq!(bench.ask(Request::Place, 8).0, [(PlyKind::Place, false, 8)]);
        assert_eq!((bench.0.read("white"), bench.0.read("moves")), (1, 2));
        assert_eq!(bench.ask(Request::Undo, 0), (vec![(PlyKind::UndoPlace, false, 8)], 3));
        assert_eq!((bench.0.read("white"), bench.0.read("lost")), (0, 1));
        assert_eq!(bench.ask(Request::Undo, 0).0[0].0, PlyKind::UndoPass);
        assert_eq!(bench.ask(Request::Undo, 0).0, [(PlyKind::UndoPlace, false, 7)]);
        assert_eq!((bench.0.read("white"), bench.0.read("undoable")), (0, 0));
    }

    #[test]
    fn a_stone_that_is_not_legal_is_refused_and_is_no_ply() {
        let mut bench = Bench::new(0);
        bench.0.drive("legal", 0);
        assert_eq!(bench.ask(Request::Place, 7), (vec![], 3));
        assert_eq!(["refused", "white", "moves"].map(|port| bench.0.read(port)), [1, 0, 0]);
        bench.0.drive("legal", 1);
        assert_eq!(bench.ask(Request::Test, 7), (vec![], 3));
        assert_eq!(["refused", "white", "moves"].map(|port| bench.0.read(port)), [0, 0, 0]);
        assert_eq!(bench.ask(Request::Place, 7).0.len(), 1);
        assert_eq!(bench.0.read("refused"), 0);
    }

    #[test]
    fn a_think_lasts_until_the_game_has_finished_and_for_its_least_time() {
        let mut bench = Bench::new(9);
        assert_eq!(bench.ask(Request::Picture, 0), (vec![], 2));
        assert_eq!(bench.ask(Request::Think, 0), (vec![], 11));
        bench.0.drive("finished", 0);
        bench.0.drive_as(
            "order",
            RefereeOrder { request: Request::Think, ..RefereeOrder::default() },
        );
        bench.0.settle();
        assert_eq!((bench.0.read("think"), bench.0.read("picture")), (1, 0));
        bench.0.steps(50);
        assert_eq!(["think", "busy"].map(|port| bench.0.read(port)), [0, 1]);
    }
}
