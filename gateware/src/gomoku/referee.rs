//! Carries out the requests of a game of Gomoku by its rules: keeps the stones and the picture of the board, and knows
//! how the game has ended. [`Requests`] makes plies of the requests.
//!
//! ```text
//! clock    __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! request  == None =< Place >== ... ===== None ===   taken while not busy
//! busy     _______________/‾‾‾‾ ... ‾‾‾‾\_________
//! ply      == None ============ < Place > == None    one clock, when the ply can no longer be refused
//! ```
//!
//! | request | effect                                                               | takes, in clocks            |
//! |---------|----------------------------------------------------------------------|-----------------------------|
//! | Begin   | removes all stones; black is to move                                 | 520                         |
//! | Place   | places a stone of the side to move on `at`; `refused` if it is taken | 400, Renju 700 and verdicts |
//! | Pass    | the side to move loses its turn                                      | 5, Renju as Place           |
//! | Undo    | takes back the last ply, a stone or a lost turn; there must be one   | 240, Renju as Place         |
//! | Think   | finds a move for the side to move, by the player `profile`           | 240, Renju as Place         |
//! | Picture | paints the end of the game over the board                            | 515                         |
//! | Test    | says by `refused` whether Place would be refused                     | 3                           |
//! | Resign  | the other side has won                                               | 2                           |
//!
//! Under Renju every ply is followed by a survey of black's forbidden points. After the end no ply may be requested;
//! the caller must ensure it.
//!
//! | port             | dir | width         | meaning                                                     | initial |
//! |------------------|-----|---------------|-------------------------------------------------------------|---------|
//! | clock            | in  | 1             | rising edge                                                 |         |
//! | order            | in  | RefereeOrder  | the request; the player is given by `profile`               |         |
//! | profile          | in  | Profile       | for Think: the player                                       |         |
//! | searches, budget | in  | 1, 32         | for Think: it is a search, and the clocks it may take       |         |
//! | rule             | in  | Rule          | the rule; constant during a game, as is the order's `fixed` |         |
//! | report           | out | RefereeReport | the state of the game; the reason is a `Foul`               | 0       |
//! | ply              | out | Ply           | the ply that is played                                      | None    |
//! | board            | out | BoardWrite    | writes into the board RAM                                   | 0       |

pub mod board_painter;
pub mod end_picture;
pub mod insight;
mod picture;
pub mod win_checker;

use rust_hdl::prelude::*;

use super::gomoku_core::GomokuCore;
use super::ports::{BoardWrite, Foul, Profile, Rule, Stone, Verdict};
use crate::edition::Edition;
use crate::game::ports::{RefereeOrder, RefereeReport};
use crate::game::requests::Requests;
use crate::gomoku::referee::board_painter::BoardPainter;
use crate::gomoku::referee::insight::InsightOf;
use crate::gomoku::referee::win_checker::WinChecker;
use crate::ports::{Discs, Insight, Outcome, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::decimal_counter::DecimalCounter;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// The position stays until the next ply; other circuits may be at work.
    Rest,
    /// The core and the player take the stone; then the ply is judged.
    Judge,
    /// The checker finds the winning line.
    Find,
    /// The other circuits finish; under Renju a survey follows.
    Settle,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    outcome: Outcome,
    foul: Foul,
    /// The player that thinks is a search; `insight` is what the last search found.
    searching: Bit,
    insight: Insight,
}

/// Clocks until the core shows a crossing.
const SHOWN: u64 = 1;
const CROSSINGS: u64 = tengen_rules::gomoku::search::position::CROSSINGS as u64;
/// The row of a move if there is none.
const NOWHERE: u64 = 15;

#[derive(Circuit)]
pub struct Referee {
    pub clock: Signal<In, Clock>,
    pub order: Signal<In, RefereeOrder>,
    pub profile: Signal<In, Profile>,
    pub searches: Signal<In, Bit>,
    pub budget: Signal<In, Bits<32>>,
    pub rule: Signal<In, Rule>,

    pub report: Signal<Out, RefereeReport>,
    pub ply: Signal<Out, Ply>,
    pub board: Signal<Out, BoardWrite>,

    state: Register<State>,
    #[given]
    requests: Requests,
    #[given]
    core: GomokuCore,
    win_checker: WinChecker,
    /// The number of the next stone.
    #[init(DecimalCounter::from(1))]
    move_number: DecimalCounter<10>,
    painter: BoardPainter,
    insight_of: InsightOf,

    #[init(Discs::default())]
    uncounted: Constant<Discs>,
    #[init(Insight::default())]
    unknown: Constant<Insight>,
}

impl Referee {
    /// Creates a referee whose Think takes at least `ponder` clocks unless it is stopped.
    pub fn new(ponder: u32, edition: &Edition) -> Self {
        Referee::given(Requests::new(SHOWN, ponder), GomokuCore::new(edition))
    }
}

#[kernel]
impl Logic for Referee {
    fn update(&mut self) {
        let renju = rule == Rule::Renju;
        // No other circuit is at work.
        let resting = !core.busy & !win_checker.busy & !painter.busy;
        let start = requests.ply.kind == PlyKind::Begin;
        let put = requests.ply.kind == PlyKind::Place;
        let lift = requests.ply.kind == PlyKind::UndoPlace;

        requests = Requests { order, legal: core.stone == Stone::Empty, finished: resting & (q.phase == Phase::Rest) };
        self.ask_core(start, put, lift, resting, renju);

        win_checker.start = (q.phase == Phase::Judge) & resting & core.five;
        win_checker.row = requests.at.row;
        win_checker.col = requests.at.col;
        // The other side is to move already.
        win_checker.colour = !requests.white;
        win_checker = WinChecker { exact: (rule == Rule::ExactFive) | (renju & requests.white), stone: core.stone };

        move_number = DecimalCounter { restart: start, up: put, down: lift };

        self.keep_insight(start, lift);
        self.paint(start);
        self.step(renju, resting);
        if requests.resign {
            d.outcome = if order.white { Outcome::BlackWins } else { Outcome::WhiteWins };
        }

        ply = requests.ply;
        board = painter.board;
        self.tell();
    }

    /// Connects the core. It shows a crossing to the circuit that is at work, else to the referee.
    fn ask_core(&mut self, start: Bit, put: Bit, lift: Bit, resting: Bit, renju: Bit) {
        core = GomokuCore { clear: start, place: put, lift, think: requests.think };
        core.survey = (q.phase == Phase::Settle) & resting & renju;
        core = GomokuCore { row: requests.at.row, col: requests.at.col };
        if win_checker.busy {
            core = GomokuCore { row: win_checker.address.get_bits::<4>(4), col: win_checker.address.get_bits::<4>(0) };
        }
        if painter.busy {
            core = GomokuCore { row: painter.look.row, col: painter.look.col };
        }
        // After the end the survey is for white, so no point is forbidden.
        core = GomokuCore { profile, searches, budget, rule };
        core.colour = requests.white | (q.outcome != Outcome::None);
        core.label_in = move_number.value;
        core.stop = order.stop;
        core.shuffle = order.shuffle;
    }

    /// Begins with a ply; then judges it, if it is a stone.
    fn step(&mut self, renju: Bit, resting: Bit) {
        match q.phase {
            Phase::Rest => self.begin(renju),
            Phase::Judge => {
                if resting {
                    self.judge();
                }
            }
            Phase::Find => {
                if win_checker.done {
                    d.phase = Phase::Settle;
                }
            }
            Phase::Settle => {
                if resting {
                    d.phase = Phase::Rest;
                }
            }
        }
    }

    /// Keeps what the search found, for the menu.
    fn keep_insight(&mut self, start: Bit, lift: Bit) {
        insight_of.score = core.score;
        insight_of.depth = core.depth;
        insight_of = InsightOf { expects: core.expects, reply_row: core.reply_row, reply_col: core.reply_col };
        if core.done {
            d.searching = false;
        }
        if requests.think {
            d.searching = searches;
        }
        if start | lift {
            d.insight = unknown;
        } else if core.done {
            d.insight = if q.searching { insight_of.insight } else { unknown };
        }
    }

    /// Connects the painter.
    fn paint(&mut self, start: Bit) {
        painter = BoardPainter { number: move_number.value, surveyed: core.survey_valid };
        painter.survey.row = core.survey_row;
        painter.survey.col = core.survey_col;
        painter = BoardPainter { forbidden: core.forbidden, line: win_checker.done };
        painter.first.row = win_checker.first_row;
        painter.first.col = win_checker.first_col;
        painter.direction = win_checker.direction;
        painter.length = win_checker.length;
        painter.stone = core.stone;
        painter.label = core.label;
        painter.picture = start | requests.picture;
        painter = BoardPainter { outcome: q.outcome, ply: requests.ply };
    }

    /// Follows a ply, and detects a foul of black.
    fn begin(&mut self, renju: Bit) {
        match requests.ply.kind {
            PlyKind::None => {}
            PlyKind::Begin => {
                d.outcome = Outcome::None;
                d.foul = Foul::None;
            }
            PlyKind::Place => {
                d.phase = Phase::Judge;
                if renju & !requests.white {
                    match core.verdict {
                        Verdict::Overline => d.foul = Foul::Overline,
                        Verdict::DoubleFour => d.foul = Foul::DoubleFour,
                        Verdict::DoubleThree => d.foul = Foul::DoubleThree,
                        _ => {}
                    }
                }
            }
            PlyKind::Pass | PlyKind::UndoPlace | PlyKind::UndoPass => d.phase = Phase::Settle,
        }
    }

    /// Ends the game, or lets it go on.
    fn judge(&mut self) {
        d.phase = Phase::Settle;
        if core.five {
            d.outcome = if requests.white { Outcome::BlackWins } else { Outcome::WhiteWins };
            d.phase = Phase::Find;
        } else if q.foul != Foul::None {
            d.outcome = Outcome::WhiteWins;
        } else if requests.moves == CROSSINGS {
            d.outcome = Outcome::Draw;
        }
    }

    /// Drives the report.
    fn tell(&mut self) {
        report.busy = requests.busy;
        report.showing = false;
        report.refused = requests.refused;
        report.best.row = core.best_row;
        report.best.col = core.best_col;
        report.found = core.best_row != NOWHERE;
        // While a stone is judged, and after the end, it is still the turn of the side that played it.
        report.turn = requests.white ^ ((q.phase == Phase::Judge) | (q.outcome != Outcome::None));
        report.must_pass = false;
        report.moves = requests.moves;
        report.last = requests.last;
        report.undoable = requests.undoable;
        report.outcome = q.outcome;
        report.reason = q.foul.into();
        report.discs = uncounted;
        report.insight = q.insight;
        report.insight.thinking = q.searching & core.busy;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ports::Request;
    use crate::ports::Crossing;
    use tengen_rules::gomoku::game::{Game, Ply as Played};
    use tengen_rules::gomoku::{self, Colour, Crossing as At};
    use tengen_sim::{ByName, Encoded, Engine, Native};

    struct Bench {
        referee: Native<Referee>,
        order: RefereeOrder,
        game: Game,
        /// The plies reported since the last request.
        plies: Vec<Ply>,
    }

    impl Bench {
        fn new(rule: gomoku::Rule) -> Bench {
            let mut bench = Bench {
                referee: Native::new(Referee::new(0, &Edition::FULL)),
                order: RefereeOrder::default(),
                game: Game::new(rule),
                plies: vec![],
            };
            bench.referee.drive_as("profile", Profile::Zju);
            bench.referee.drive_as("rule", Rule::decode(rule as u64));
            bench.ask(Request::Begin);
            bench
        }

        fn report(&self) -> RefereeReport {
            self.referee.circuit.report.val()
        }

        fn request(&mut self, request: Request) {
            self.order.request = request;
            self.referee.drive_as("order", self.order);
        }

        fn clock(&mut self) {
            self.referee.settle();
            let ply: Ply = self.referee.read_as("ply");
            if ply.kind != PlyKind::None {
                self.plies.push(ply);
            }
            self.referee.step();
        }

        /// Requests for one clock, then waits; a second request meanwhile is ignored. Returns the number of clocks.
        fn ask(&mut self, request: Request) -> u32 {
            self.plies.clear();
            assert!(!self.report().busy);
            self.request(request);
            self.clock();
            assert!(self.report().busy, "busy rises with the next clock");
            self.request(Request::Undo);
            self.clock();
            self.request(Request::None);
            let mut clocks = 2;
            while self.report().busy {
                self.clock();
                clocks += 1;
            }
            clocks
        }

        fn place(&mut self, at: At) -> u32 {
            self.order.at = crossing(at);
            let clocks = self.ask(Request::Place);
            let placed = self.game.play(at).is_ok();
            assert_eq!(!self.report().refused, placed, "{at:?}");
            assert_eq!(self.plies.len(), usize::from(placed), "a refused stone is no ply");
            clocks
        }

        /// Checks the report and the board against the game by the rules.
        fn check(&self) {
            let stones = self.game.plies().iter().filter(|ply| **ply != Played::Pass).count();
            assert_eq!(self.report().moves.index(), stones);
            if self.game.end().is_none() {
                assert_eq!(self.report().turn, self.game.turn() == Colour::White);
            }
            assert_eq!(self.report().undoable, !self.game.plies().is_empty());
            assert_eq!(self.report().outcome == Outcome::None, self.game.end().is_none());
        }
    }

    fn crossing(at: At) -> Crossing {
        Crossing { row: (at.row() as u64).into(), col: (at.col() as u64).into() }
    }

    fn at(row: usize, col: usize) -> At {
        At::new(row, col).expect("on the board")
    }

    #[test]
    fn every_request_takes_its_time_and_no_other_meanwhile() {
        let mut bench = Bench::new(gomoku::Rule::Freestyle);
        assert!(bench.ask(Request::Begin) <= 520);
        assert_eq!(bench.plies[0].kind, PlyKind::Begin);
        bench.check();
        assert!(bench.place(at(7, 7)) <= 400);
        bench.check();
        assert!(bench.place(at(7, 7)) <= 5, "a stone lies there");
        bench.check();
        assert!(bench.ask(Request::Think) <= 245);
        let reference = gomoku::Profile::Zju
            .player()
            .choose(bench.game.board(), bench.game.turn());
        let best = bench.report().best;
        assert_eq!(At::new(best.row.index(), best.col.index()), reference);
        assert!(bench.ask(Request::Pass) <= 5);
        bench.game.pass().unwrap();
        assert_eq!((bench.plies[0].kind, bench.plies[0].white), (PlyKind::Pass, true));
        bench.check();
        for (kind, white) in [(PlyKind::UndoPass, true), (PlyKind::UndoPlace, false)] {
            assert!(bench.ask(Request::Undo) <= 245);
            bench.game.take_back();
            assert_eq!((bench.plies[0].kind, bench.plies[0].white), (kind, white));
            bench.check();
        }
        assert!(bench.ask(Request::Picture) <= 515);
        assert!(bench.plies.is_empty());
    }

    #[test]
    fn what_a_search_saw_is_told_until_the_position_is_taken_back() {
        const BUDGET: u64 = 4000;
        let mut bench = Bench::new(gomoku::Rule::Freestyle);
        bench.referee.drive("searches", 1);
        bench.referee.drive("budget", BUDGET);
        for stone in [at(7, 7), at(6, 7), at(6, 8)] {
            bench.place(stone);
            assert_eq!(bench.report().insight, Insight::default());
        }
        bench.request(Request::Think);
        bench.clock();
        bench.request(Request::None);
        let mut thinking = 0;
        while bench.report().busy {
            thinking += u64::from(bench.report().insight.thinking);
            bench.clock();
        }
        assert!((BUDGET / 2..BUDGET + 300).contains(&thinking), "{thinking}");
        let thought = gomoku::Level::Dan(1)
            .think(
                gomoku::Rule::Freestyle,
                bench.game.board(),
                bench.game.turn(),
                Some(BUDGET),
            )
            .expect("there is room");
        let found = thought.found.expect("a search tells of it");
        let RefereeReport { best, insight, .. } = bench.report();
        assert_eq!(At::new(best.row.index(), best.col.index()), Some(thought.at));
        assert!(insight.known && !insight.thinking);
        assert_eq!(insight.minus, found.score < 0);
        let depth = 10 * (insight.plies.index() >> 4) + (insight.plies.index() & 0xF);
        assert_eq!(depth as u32, found.depth);
        let reply = At::new(insight.reply.row.index(), insight.reply.col.index());
        assert_eq!(insight.expects.then_some(reply).flatten(), found.reply);
        bench.place(thought.at);
        assert_eq!(bench.report().insight, insight, "it is of the last move");
        bench.ask(Request::Undo);
        assert_eq!(bench.report().insight, Insight::default());
    }

    #[test]
    fn under_renju_a_foul_is_placed_and_loses() {
        let mut bench = Bench::new(gomoku::Rule::Renju);
        for col in [3, 4, 5, 7, 8] {
            bench.place(at(7, col));
            bench.place(at(0, 2 * col - 5));
            bench.check();
        }
        bench.place(at(7, 6));
        bench.check();
        assert_eq!(bench.report().outcome, Outcome::WhiteWins);
        assert_eq!(bench.report().reason.index(), Foul::Overline as usize);
        bench.ask(Request::Begin);
        let report = bench.report();
        assert_eq!((report.outcome, report.reason.index()), (Outcome::None, 0));
    }
}
