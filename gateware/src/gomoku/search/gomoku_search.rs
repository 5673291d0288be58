//! Finds a move in a position of Gomoku: first searches for a win by fours, then searches the threats by alpha-beta.
//!
//! ```text
//!  Idle -> Empty -> Begin -> Survey -> Step -> Walk -> Enter -- its score is known ----> Step: taken in
//!                     ^        ^        | ^              |                                 |
//!                     |        |        | '- Look <------'  a node, if nothing settles it  |
//!                     |        |        |                                                  |
//!                     |        '------ Back: the stone goes, if it was written <-----------'
//!                     |                  |
//!                     '-- the root is done; any other node goes to its parent's Step
//!
//!  stop, or the budget is spent:  -> Drain -> Retract -> Back -> Retract ... -> Idle
//! ```
//!
//! | phase   | clocks                  | what happens                                                                |
//! |---------|-------------------------|-----------------------------------------------------------------------------|
//! | Clear   | 64                      | the board is emptied                                                        |
//! | Settle  | 18                      | a stone of the game is placed or removed                                    |
//! | Empty   | 1024                    | the transposition table is emptied                                          |
//! | Begin   | 1                       | starts a search, a ply deeper than the one that has ended, or answers       |
//! | Survey  | until 16 after the Step | the rows are scanned                                                        |
//! | Step    | 1                       | takes a returned score; then tries the next candidate, which after a Survey is the best of the rows, or finishes the node |
//! | Walk    | 10                      | the stone is placed                                                         |
//! | Enter   | 1                       | the child is entered: its score is known, or a five is to be blocked        |
//! | Look    | 1                       | reads the table, and the child's value: one may settle it; else it is the node |
//! | Again   | 1                       | the child is to be entered again, in another window                         |
//! | Back    | 8                       | the stone is removed                                                        |
//! | Drain   | 10                      | the search is aborted: the current stone is finished first                  |
//! | Retract | 1                       | starts to remove a stone that is still on the board                         |
//!
//! This circuit is the control: it holds the phase and drives the strobes of the other circuits. A phase sets the next
//! phase, or gives a command that sets it. If several commands are given in a clock, only one of them sets the next
//! phase. So the order of the commands in the code is free, except that a command stands below those that give it.
//!
//! | command    | given in                   | effect                                        | next phase             |
//! |------------|----------------------------|-----------------------------------------------|------------------------|
//! | picks      | Walk                       | the next candidate is the best of the rows    |                        |
//! | tries      | Step                       | starts to place the next candidate's stone    | Walk                   |
//! | retracts   | Step, Retract              | starts to remove the stone of the node's move | Back                   |
//! | finishes   | Step, Back                 | the node is finished; its score returns       | Begin at the root      |
//! | pops       | finishes; Back, Drain      | the parent becomes the node again             | Step, unless aborted   |
//! | opens      | Begin                      | the root becomes the node                     | Survey, or recalls     |
//! | enters     | Enter, Look                | the child becomes the node                    |                        |
//! | recalls    | opens; Look                | a remembered move becomes the next candidate  | Step                   |
//! | unwound    | Back, Drain                | the search is aborted; its stones are removed | Begin; Idle at the end |
//! | ends_think | Empty, Begin               | the answer is complete                        | Idle                   |
//!
//! With two lanes Settle, Walk, Back and Drain take nine clocks more, and in the first seven clocks of a Walk or a Back
//! the scan of the rows waits.
//!
//! The model `rules::gomoku::search` finds the same moves, enters the same positions and takes the same clocks; the
//! tests compare the two.
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several coincide, clear
//! wins over place, place over lift, and lift over think. busy rises with the next clock. The first strobe must be a
//! clear.
//!
//! | port                 | dir | width | meaning                                                           | initial |
//! |----------------------|-----|-------|-------------------------------------------------------------------|---------|
//! | clock                | in  | 1     | rising edge                                                       | –       |
//! | clear                | in  | 1     | strobe: empties the board                                         | –       |
//! | place                | in  | 1     | strobe: places a stone                                            | –       |
//! | lift                 | in  | 1     | strobe: removes a stone                                           | –       |
//! | think                | in  | 1     | strobe: finds a move                                              | –       |
//! | row, col             | in  | 4     | the crossing for place and lift                                   | –       |
//! | colour               | in  | 1     | 0 black, 1 white: of the stone to place, or the mover             | –       |
//! | rule                 | in  | Rule  | the rule of the game; constant from clear to clear                | –       |
//! | budget               | in  | 32    | clocks a think may take; 0: no limit                              | –       |
//! | deepest              | in  | 6     | greatest depth of the search in plies; 0: no limit                | –       |
//! | stop                 | in  | 1     | ends the think with the best move so far; high until done         | –       |
//! | busy                 | out | 1     | at work; after done until the tried stones are off the board      | 0       |
//! | done                 | out | 1     | one clock at the end; the outputs below hold until the next       | 0       |
//! | best_row, best_col   | out | 4     | the best move; 15, 15 if there is none                            | 0, 0    |
//! | expects              | out | 1     | a reply of the opponent is expected                               | 0       |
//! | reply_row, reply_col | out | 4     | the expected reply                                                | 0, 0    |
//! | score                | out | 14    | signed; +200 multiplies the mover's odds by e; from 7800 on a win | -8192   |
//! | depth                | out | 7     | plies of the last complete search; of a win by fours, to the win  | 0       |
//! | nodes                | out | 32    | number of positions entered                                       | 0       |
//! | illegal              | out | 1     | the last place or lift changed nothing                            | 0       |
//!
//! Internally scores are offset by 8192, so they can be compared as unsigned numbers and negated as signed ones.

pub mod checks;

use rust_hdl::prelude::*;

use super::answer::Answer;
use super::candidates::Candidates;
use super::deepening::{DEEPEST, Deepening};
use super::entry::{Entry, WIN, WON};
use super::futility::Futility;
use super::node::{Node, Opening};
use super::node_stack::NodeStack;
use super::ports::{Candidate, Filter, Stone};
use super::position::Position;
use super::position_key::PositionKey;
use super::position_table::PositionTable;
use super::returned::Returned;
use super::stones::Stones;
use super::survey::Survey;
use super::valuation::ZERO;
use super::window::Window;
use crate::gomoku::ports::Rule;
use crate::ports::Crossing;
use crate::search::Budget;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_rules::gomoku::search::{Lanes, alpha_beta};

/// Greatest number of moves tried at a node, at the root, while all lose, and in a search by fours.
const CANDIDATES: u64 = alpha_beta::CANDIDATES as u64;
const ROOT_CANDIDATES: u64 = alpha_beta::ROOT_CANDIDATES as u64;
const WIDEST: u64 = alpha_beta::WIDEST as u64;
const FOURS: u64 = alpha_beta::FOURS as u64;
/// Late move reductions: moves after the first `LATE` are first searched a ply shallower, from depth `LATE_DEPTH` on;
/// after the first `LATER` two plies, from `LATER_DEPTH` on.
const LATE: u64 = alpha_beta::LATE as u64;
const LATE_DEPTH: u64 = alpha_beta::LATE_DEPTH as u64;
const LATER: u64 = alpha_beta::LATER as u64;
const LATER_DEPTH: u64 = alpha_beta::LATER_DEPTH as u64;
/// The last clock of each phase, counted from 0.
const LAST_WALK: u64 = 9;
const LAST_BACK: u64 = 7;
const LAST_SETTLE: u64 = 17;
const LAST_DRAIN: u64 = 9;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Clear,
    Settle,
    Empty,
    Begin,
    Survey,
    Step,
    Walk,
    Enter,
    Look,
    Again,
    Back,
    Drain,
    Retract,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    /// Clocks spent in the phase so far.
    counter: Bits<6>,
    /// White is the mover at the root.
    white: Bit,
    /// Which crossings are candidates at the root.
    root_filter: Filter,
    /// The set of rows in `candidates` that belongs to the node.
    set: Bit,
    /// The only move of a forced node.
    block: Candidate,
    /// After Back the node is finished.
    finished: Bit,
    /// After Back no scan is needed: `upcoming` is valid.
    known: Bit,
    /// The rows were scanned just now: the next candidate is `candidates.best`, not `upcoming`.
    surveyed: Bit,
    /// The child is being entered a second time, in another window.
    again: Bit,
    /// The search is aborted; its stones are being removed.
    unwinding: Bit,
    /// The think ends when they are off the board.
    ending: Bit,
    done: Bit,
    illegal: Bit,
}

const WON_SCORE: u64 = ZERO + WON;
const LOST: u64 = ZERO - WON;
/// Less the plies from the root: the score of a node where all moves that were tried lose, and others were not.
const UNPROVED: u64 = ZERO - alpha_beta::LIKELY as u64;
/// The root's window. A win in one ply reaches its upper end, which ends the search.
const HIGHEST: u64 = ZERO + WIN - 1;
const LOWEST: u64 = 1;
const CENTRE: u64 = 7;

#[derive(Circuit)]
pub struct GomokuSearch {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub rule: Signal<In, Rule>,
    pub budget: Signal<In, Bits<32>>,
    pub deepest: Signal<In, Bits<6>>,
    pub stop: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,
    pub expects: Signal<Out, Bit>,
    pub reply_row: Signal<Out, Bits<4>>,
    pub reply_col: Signal<Out, Bits<4>>,
    pub score: Signal<Out, Bits<14>>,
    pub depth: Signal<Out, Bits<7>>,
    pub nodes: Signal<Out, Bits<32>>,
    pub illegal: Signal<Out, Bit>,

    state: Register<State>,
    /// The next candidate; its key is 0 if there is none.
    upcoming: Register<Candidate>,

    // The course of a think.
    plan: Deepening,
    time_left: Budget,
    answer: Answer,
    // The search tree.
    stack: NodeStack,
    window: Window,
    entry: Entry,
    futility: Futility,
    child: Returned,
    positions: PositionTable,
    // The board.
    position: Position,
    stones: Stones,
    position_key: PositionKey,
    candidates: Candidates,
    rows: Survey,

    /// The current node.
    node: Signal<Local, Node>,
    /// Its mover is white.
    white: Signal<Local, Bit>,
    /// It is the root.
    root: Signal<Local, Bit>,
    /// Its mover is the attacker of a search by fours.
    attacks: Signal<Local, Bit>,
    /// Its mover is the defender of a search by fours.
    defends: Signal<Local, Bit>,
    /// The node is stored in the table when it is finished.
    remembers: Signal<Local, Bit>,
    /// The side whose threats `position` shows is white. In Enter and Look it is the child's mover.
    asks_white: Signal<Local, Bit>,
    /// That side needs exactly five.
    exact_five: Signal<Local, Bit>,
    /// The crossing of `stone` is empty.
    empty: Signal<Local, Bit>,
    /// The time is up, and the current search must be aborted.
    halts: Signal<Local, Bit>,

    /// Greatest number of moves to try at the node.
    most: Signal<Local, Bits<6>>,
    /// All moves tried so far lose, including the one whose score has returned. In alpha-beta more are tried then.
    lost: Signal<Local, Bit>,
    /// A score has returned, and `upcoming` is the next candidate without a scan.
    known: Signal<Local, Bit>,
    /// A score has returned, and the node is done.
    ends: Signal<Local, Bit>,
    /// The best score and its move, including the returned score.
    best_now: Signal<Local, Bits<14>>,
    best_at_now: Signal<Local, Crossing>,
    /// The node's score, if it is finished now.
    outcome: Signal<Local, Bits<14>>,

    /// The candidate to try next.
    chosen: Signal<Local, Candidate>,
    /// There is no candidate left.
    none: Signal<Local, Bit>,
    /// The stone is placed, and removed by a Back; else it is only tried, and a restore undoes it.
    writes: Signal<Local, Bit>,
    /// Which crossings are expected to be candidates after the move.
    expected: Signal<Local, Filter>,
    /// The child, if it becomes the node.
    opening: Signal<Local, Opening>,
    /// The only move of the child, if it is forced.
    block: Signal<Local, Candidate>,

    // The commands; see the head of the file.
    picks: Signal<Local, Bit>,
    tries: Signal<Local, Bit>,
    retracts: Signal<Local, Bit>,
    finishes: Signal<Local, Bit>,
    pops: Signal<Local, Bit>,
    opens: Signal<Local, Bit>,
    recalls: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    unwound: Signal<Local, Bit>,
    ends_think: Signal<Local, Bit>,
    /// With `opens`: the search is by fours.
    by_fours: Signal<Local, Bit>,
    /// With `opens`: the depth of the search.
    looks: Signal<Local, Bits<6>>,
    /// With `recalls`: the move to recall.
    recalled: Signal<Local, Crossing>,
    /// `stone` is placed or removed.
    starts: Signal<Local, Bit>,
    stone: Signal<Local, Stone>,

    #[init(LAST_WALK)]
    last_walk: Constant<Bits<6>>,
    #[init(LAST_BACK)]
    last_back: Constant<Bits<6>>,
    #[init(LAST_SETTLE)]
    last_settle: Constant<Bits<6>>,
    #[init(LAST_DRAIN)]
    last_drain: Constant<Bits<6>>,
    /// Clocks at the start of a Walk or a Back in which the scan of the rows waits.
    #[init(0)]
    waiting: Constant<Bits<6>>,
    /// Two lines are examined in a clock; else four. Read by the simulation model.
    #[init(false)]
    by_pairs: Constant<Bit>,
}

impl GomokuSearch {
    /// Creates a circuit that examines `lanes` lines in a clock.
    pub fn new(lanes: Lanes) -> Self {
        let last = |clocks: u64| Constant::new(Bits::from(clocks + lanes.longer()));
        GomokuSearch {
            position: Position::new(lanes),
            by_pairs: Constant::new(lanes == Lanes::Two),
            waiting: Constant::new(lanes.wait().into()),
            last_walk: last(LAST_WALK),
            last_back: last(LAST_BACK),
            last_settle: last(LAST_SETTLE),
            last_drain: last(LAST_DRAIN),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for GomokuSearch {
    fn update(&mut self) {
        // Values that are needed in every phase.
        self.see_node();
        self.compare_score();
        self.enter_child();
        self.choose_move();
        self.connect_board();
        self.scan_rows();

        // The phase sets the next phase, or gives commands.
        self.command_nothing();
        if halts {
            self.give_up();
        } else {
            match state.q.phase {
                Phase::Idle => self.take_command(),
                Phase::Clear => self.clear_board(),
                Phase::Settle => self.settle(),
                Phase::Empty => self.empty_table(),
                Phase::Begin => self.begin(),
                Phase::Survey => self.survey(),
                Phase::Step => self.step(),
                Phase::Walk => self.walk(),
                Phase::Enter => self.enter(),
                Phase::Look => self.look_up(),
                Phase::Again => state.d.phase = Phase::Enter,
                Phase::Back => self.go_back(),
                Phase::Drain => self.drain(),
                Phase::Retract => retracts = true,
            }
        }

        // The commands. A command may give another one that stands below it.
        if picks {
            upcoming.d = candidates.best;
        }
        if tries {
            self.try_move();
        }
        if retracts {
            self.retract_move();
        }
        if finishes {
            self.finish_node();
        }
        if pops {
            self.pop_node();
        }
        if opens {
            self.open_search();
        }
        if enters {
            self.open_child();
        }
        if recalls {
            self.recall_move();
        }
        if unwound {
            self.end_unwinding();
        }
        if ends_think {
            state.d.done = true;
            state.d.phase = Phase::Idle;
        }
        self.send_stone();
        self.show();
    }

    /// Describes the node: who is to move, whether it is stored; and whether the search is aborted.
    fn see_node(&mut self) {
        node = stack.node;
        root = !stack.ply.any();
        white = state.q.white ^ stack.ply.get_bit(0);
        attacks = plan.fours_only & !stack.ply.get_bit(0);
        defends = plan.fours_only & stack.ply.get_bit(0);
        remembers = node.depth.get_bits::<5>(1).any() & !root & !node.forced & node.number.any();
        asks_white = white ^ ((state.q.phase == Phase::Enter) | (state.q.phase == Phase::Look));
        exact_five = (rule == Rule::ExactFive) | ((rule == Rule::Renju) & !asks_white);
        halts = time_left.late
            & (plan.fours_only | answer.found)
            & !state.q.unwinding
            & (state.q.phase != Phase::Idle)
            & (state.q.phase != Phase::Clear)
            & (state.q.phase != Phase::Settle)
            & (state.q.phase != Phase::Empty);
    }

    /// Compares the returned score with the node's window.
    fn compare_score(&mut self) {
        window = Window { node, fours_only: plan.fours_only, score: child.value, exact: child.valid };
        // The position is still the child's.
        if child.estimated {
            window.score = position.value;
        }
        best_now = node.best;
        best_at_now = node.best_at;
        if (state.q.phase == Phase::Step) & child.returned & window.better {
            best_now = window.value;
            best_at_now.row = node.at.row;
            best_at_now.col = node.at.col;
        }

        // A value that was estimated is not lost, so `lost` need not wait for it.
        let saved = (state.q.phase == Phase::Step) & child.returned & (child.estimated | (child.value < WON_SCORE));
        lost = !plan.fours_only & !node.forced & (node.best <= LOST) & !saved;
        most = CANDIDATES;
        if attacks {
            most = FOURS;
        } else if lost {
            most = WIDEST;
        } else if root {
            most = ROOT_CANDIDATES;
        }
        known = child.entered & node.picked & !node.spoiled;
        ends = node.forced | window.cuts | (node.number >= most) | (known & !upcoming.q.key.key.any());
        outcome = best_now;
        // Where exactly five are needed a legal crossing may be barred, so the candidates are never all moves.
        if lost & ((rule != Rule::Freestyle) | (node.number >= most)) {
            outcome = UNPROVED + bit_cast::<14, 7>(stack.ply);
        }
    }

    /// Gives `entry` what it needs to decide on the child.
    fn enter_child(&mut self) {
        block = if state.q.again { child.reply } else { position.block };
        entry.plies = stack.ply + 1;
        entry.fours_only = plan.fours_only;
        // The child's mover is the node's opponent.
        entry.attacks = defends;
        entry.full = stones.full;
        entry.depth = window.child_depth;
        entry.alpha = window.child_alpha;
        entry.freestyle = rule == Rule::Freestyle;
        entry.fives = position.fives;
        entry.doubles = position.doubles;
        entry.threatens = position.threatens;
        entry.blocks = position.blocks;
        entry.lost = position.lost;
        entry.threatened = position.threatened;
        entry = Entry { answers: position.answers, won: position.won, exact_five, block: block.key };
        opening.alpha = window.child_alpha;
        opening.beta = window.child_beta;
        opening.depth = window.child_depth;
        opening.filter = entry.filter;
        opening.forced = entry.forced;
    }

    /// Chooses the candidate to try next.
    fn choose_move(&mut self) {
        chosen = upcoming.q;
        if node.forced {
            chosen = state.q.block;
        } else if state.q.surveyed {
            chosen = candidates.best;
        }
        none = !chosen.key.key.any() & !node.forced;
        writes = node.forced | chosen.key.four | node.depth.get_bits::<5>(1).any();
        expected = Filter::All;
        if defends {
            expected = Filter::OwnFours;
        } else if !plan.fours_only & (chosen.key.three | (node.forced & position.doubles)) {
            expected = Filter::Fours;
        }
    }

    /// Connects the circuits that hold the position.
    fn connect_board(&mut self) {
        position.clear = state.q.phase == Phase::Clear;
        position = Position { clear_at: state.q.counter, rule, mover: asks_white, restore: false };
        stones.clear = state.q.phase == Phase::Clear;
        stones.at_root = state.q.phase == Phase::Empty;
        stones = Stones { restore: false, push: false, pop: false };
        position_key.clear = state.q.phase == Phase::Clear;
        positions.empty = state.q.phase == Phase::Empty;
        positions = PositionTable { key: position_key.key, fours_only: plan.fours_only, node, outcome, store: false };
        positions.asked = opening;
        futility = Futility { child: opening, fours_only: plan.fours_only };
        futility = Futility { threatened: position.threatened, value: position.value };
        candidates = Candidates { clear: state.q.phase == Phase::Clear, clear_row: state.q.counter.get_bits::<4>(0) };
        for i in 0..5 {
            candidates.writes[i] = position.writes[i];
        }
        empty = !position.black & !position.white;
    }

    /// Connects `candidates` to a row: the next row of a scan, or the row of the move being tried, to find the
    /// candidate after it.
    fn scan_rows(&mut self) {
        let advances = (state.q.phase == Phase::Walk) & (state.q.counter == 1) & node.picked & !node.forced;
        // With two lanes the keys change later, so the scan waits.
        let waits = ((state.q.phase == Phase::Walk) | (state.q.phase == Phase::Back)) & (state.q.counter < waiting);
        let ahead = rows.ahead & !advances;
        candidates.row = if advances { node.at.row } else { rows.row };
        candidates.white = white ^ ahead;
        candidates.filter = if ahead { rows.filter } else { node.filter };
        candidates.limited = node.picked & !ahead;
        candidates.limit = node.at;
        candidates.excluded = node.excluded & !ahead;
        candidates.exclusion = node.remembered;
        candidates.store = (rows.on & !waits) | advances;
        candidates = Candidates { into: state.q.set ^ ahead, from: state.q.set };
        rows.hold = advances | waits;
        rows = Survey { stop: false, start: false, restart: false, expects: false, arrive: false };
        rows.expected = expected;
    }

    /// Gives no command, and sets the default values.
    fn command_nothing(&mut self) {
        state.d.counter = state.q.counter + 1;
        state.d.done = false;
        state.d.surveyed = false;
        picks = false;
        tries = false;
        retracts = false;
        finishes = false;
        pops = false;
        opens = false;
        by_fours = false;
        looks = plan.looks;
        enters = false;
        recalls = false;
        recalled = positions.best;
        unwound = false;
        ends_think = false;

        // The default is the stone of place and lift.
        starts = false;
        stone.row = row;
        stone.col = col;
        stone.colour = colour;
        stone.placed = place;
        stone.tried = false;
        stone.far = true;

        self.command_no_think();
        self.command_no_tree();
    }

    /// Sets the default values of the plan, the time and the answer.
    fn command_no_think(&mut self) {
        plan = Deepening { start: false, next: false, deepest };
        time_left = Budget { start: false, budget, quarter: false, whole: false, stop };
        // When idle nothing changes, so a simulation can skip clocks.
        time_left.counts = state.q.phase != Phase::Idle;
        answer = Answer { start: false, forget: false, choose: false, report: false, count: false };
        answer = Answer { at: best_at_now, answered: child.answered, worth: child.value };
        answer.by.row = child.reply.row;
        answer.by.col = child.reply.col;
        answer.plies = bit_cast::<7, 6>(plan.looks);
    }

    /// Sets the default values of the stack and the returned score. By default the node to open is the child.
    fn command_no_tree(&mut self) {
        stack.empty = state.q.phase == Phase::Empty;
        stack = NodeStack { root: false, push: false, pop: false, exclude: false, pick: false, attempt: false };
        stack = NodeStack { repeats: false, improve: false, raise: false, score: window.value, at: chosen };
        stack.exclusion = positions.best;
        stack.spoils = !child.entered;
        stack.reduces = 0;
        if !plan.fours_only & !root & (node.filter == Filter::All) {
            if (node.number >= LATER) & (node.depth >= LATER_DEPTH) {
                stack.reduces = 2;
            } else if (node.number >= LATE) & (node.depth >= LATE_DEPTH) {
                stack.reduces = 1;
            }
        }
        stack.opening = opening;
        child = Returned { enter: false, settle: false, finish: false, take: false };
        child = Returned { score: outcome, best: best_at_now, node, returns: entry.returns, exact: entry.exact };
        child.estimates = entry.estimated;
    }

    /// Aborts the search: the current stone is finished first, then all stones are removed.
    fn give_up(&mut self) {
        state.d.phase = Phase::Drain;
        state.d.counter = 0;
        rows.stop = true;
        state.d.unwinding = true;
        state.d.ending = !plan.fours_only;
        state.d.done = !plan.fours_only;
    }

    /// Starts the task of a strobe.
    fn take_command(&mut self) {
        state.d.counter = 0;
        if clear {
            state.d.phase = Phase::Clear;
        } else if place | lift {
            state.d.illegal = true;
            state.d.phase = Phase::Settle;
            if !row.all() & !col.all() & ((place & empty) | (!place & !empty)) {
                state.d.illegal = false;
                if !place {
                    stone.colour = position.white;
                }
                starts = true;
            }
        } else if think {
            state.d.white = colour;
            time_left.start = true;
            plan.start = true;
            answer.start = true;
            state.d.phase = Phase::Empty;
        }
    }

    /// Empties the board.
    fn clear_board(&mut self) {
        state.d.illegal = false;
        if state.q.counter.all() {
            state.d.phase = Phase::Idle;
        }
    }

    /// Places or removes a stone of the game.
    fn settle(&mut self) {
        if state.q.counter == last_settle {
            state.d.phase = Phase::Idle;
        }
    }

    /// Empties an entry of the table. In the last clock the search begins.
    fn empty_table(&mut self) {
        child.take = true;
        state.d.again = false;
        state.d.root_filter = Filter::All;
        if position.fives | (position.doubles & !position.blocks & !exact_five) {
            state.d.root_filter = Filter::OwnFours;
        } else if position.threatened | position.blocks {
            state.d.root_filter = Filter::Fours;
        }
        if stones.none {
            answer.choose = true;
            answer.at.row = CENTRE;
            answer.at.col = CENTRE;
            answer.answered = false;
            ends_think = true;
        } else if positions.last | time_left.late {
            state.d.phase = Phase::Begin;
            time_left.quarter = true;
        }
    }

    /// Starts the first search or the next one, or gives the answer.
    fn begin(&mut self) {
        let decided = (child.value >= WON_SCORE) | (child.value <= LOST);
        child.take = true;
        if !child.returned {
            by_fours = plan.fours_only;
        } else {
            plan.next = true;
            looks = plan.following;
            if !plan.fours_only {
                answer.report = true;
                ends_think = decided | !answer.found | plan.last;
            } else {
                time_left.whole = true;
                if child.value >= WON_SCORE {
                    answer.report = true;
                    answer.plies = (WIN - (child.value - ZERO)).get_bits::<7>(0);
                    ends_think = true;
                } else {
                    answer.forget = true;
                }
            }
        }
        opens = !ends_think;
    }

    /// Waits for the scan of the rows.
    fn survey(&mut self) {
        if rows.last {
            stack.pick = true;
            state.d.surveyed = true;
            state.d.phase = Phase::Step;
        }
    }

    /// Takes the returned score; then tries the next move, or finishes the node.
    fn step(&mut self) {
        if !child.returned {
            tries = !none;
            finishes = none;
            if none & !node.number.any() {
                child.score = if attacks { node.alpha } else { position.value };
            }
        } else if window.repeats {
            child.take = true;
            state.d.again = true;
            stack.repeats = true;
            state.d.phase = Phase::Again;
        } else {
            child.take = true;
            if window.better {
                stack.improve = true;
                if root & (!plan.fours_only | window.cuts) {
                    answer.choose = true;
                }
            }
            if window.raises {
                stack.raise = true;
            }
            state.d.finished = ends;
            state.d.known = known;
            if stones.placed {
                retracts = true;
                rows.start = !ends & !known;
            } else {
                position.restore = true;
                stones.restore = true;
                finishes = ends;
                tries = !ends;
            }
        }
    }

    /// Places the stone. Meanwhile the candidate after it is found.
    fn walk(&mut self) {
        if (state.q.counter == 2) & node.picked & !node.forced {
            picks = true;
        }
        if state.q.counter == last_walk {
            state.d.phase = Phase::Enter;
        }
    }

    /// Enters the child: its score is known, its only move is known, or more has to be looked up.
    fn enter(&mut self) {
        answer.count = true;
        state.d.again = false;
        child.enter = true;
        child.score = entry.score;
        if entry.returns {
            rows.stop = true;
            state.d.phase = Phase::Step;
        } else {
            state.d.block = block;
            if entry.forced {
                enters = true;
                rows.stop = true;
                state.d.phase = Phase::Step;
            } else {
                state.d.phase = Phase::Look;
                if state.q.again | (entry.filter != rows.filter) {
                    rows.start = true;
                    rows.expects = true;
                    rows.expected = entry.filter;
                }
            }
        }
    }

    /// Reads the child's value and the table: one settles it, or it becomes the node. The table may have the move to try
    /// first.
    fn look_up(&mut self) {
        let stored = window.child_depth.get_bits::<5>(1).any();
        stone.row = positions.best.row;
        stone.col = positions.best.col;
        if futility.gives_up | (stored & positions.settles) {
            child.settle = true;
            child.score = if futility.gives_up { position.value } else { positions.score };
            child.best = positions.best;
            rows.stop = true;
            state.d.phase = Phase::Step;
        } else {
            enters = true;
            state.d.set = !state.q.set;
            state.d.phase = Phase::Survey;
            recalls = stored & positions.hit & empty;
        }
    }

    /// Removes the stone. Then the node is finished, or goes on.
    fn go_back(&mut self) {
        if state.q.counter == last_back {
            if state.q.unwinding {
                self.unwind();
            } else if state.q.finished {
                finishes = true;
            } else {
                state.d.phase = if state.q.known { Phase::Step } else { Phase::Survey };
            }
        }
    }

    /// Finishes the current stone of an aborted search.
    fn drain(&mut self) {
        if state.q.counter == last_drain {
            if stones.tried {
                position.restore = true;
                stones.restore = true;
            }
            if stones.placed {
                state.d.phase = Phase::Retract;
            } else {
                self.unwind();
            }
        }
    }

    /// The node's move is off the board: removes the parent's move next.
    fn unwind(&mut self) {
        if root {
            unwound = true;
        } else {
            pops = true;
            state.d.phase = Phase::Retract;
        }
    }

    /// Starts to place the next candidate's stone.
    fn try_move(&mut self) {
        stack.attempt = true;
        stone.row = chosen.row;
        stone.col = chosen.col;
        stone.colour = white;
        stone.placed = true;
        stone.tried = !writes;
        stone.far = false;
        starts = true;
        state.d.counter = 0;
        rows.expects = true;
        if writes {
            rows.start = true;
        }
        if root & !answer.found & !plan.fours_only {
            answer.choose = true;
            answer.at.row = chosen.row;
            answer.at.col = chosen.col;
            answer.answered = false;
        }
        state.d.phase = Phase::Walk;
    }

    /// Starts to remove the stone of the node's move.
    fn retract_move(&mut self) {
        stone.row = node.at.row;
        stone.col = node.at.col;
        stone.colour = white;
        stone.placed = false;
        stone.far = false;
        starts = true;
        state.d.counter = 0;
        state.d.phase = Phase::Back;
    }

    /// Sends the stone to all circuits that follow the board.
    fn send_stone(&mut self) {
        position = Position { start: starts, stone };
        stones = Stones { start: starts, stone };
        position_key.toggle = starts & !stone.tried;
        position_key = PositionKey { row: stone.row, col: stone.col, colour: stone.colour };
        rows.near = stone.row;
        rows.leads = tries | (state.q.phase == Phase::Enter);
    }

    /// Finishes the node: its score returns to its parent.
    fn finish_node(&mut self) {
        // A node whose last move was only tried is not stored.
        positions.store = remembers & ((state.q.phase == Phase::Back) | !child.returned);
        child.finish = true;
        if root {
            state.d.phase = Phase::Begin;
        } else {
            pops = true;
        }
    }

    /// Makes the parent the node again.
    fn pop_node(&mut self) {
        stack.pop = true;
        stones.pop = true;
        if !state.q.unwinding {
            state.d.phase = Phase::Step;
        }
    }

    /// Makes the root the node. The best move of the search before is tried first.
    fn open_search(&mut self) {
        answer.count = true;
        stack.root = true;
        stack.opening.forced = false;
        if by_fours {
            stack.opening.alpha = WON_SCORE - 1;
            stack.opening.beta = WON_SCORE;
            stack.opening.depth = DEEPEST;
            stack.opening.filter = Filter::OwnFours;
        } else {
            stack.opening.alpha = LOWEST;
            stack.opening.beta = HIGHEST;
            stack.opening.depth = looks;
            stack.opening.filter = state.q.root_filter;
        }
        if answer.found & !plan.fours_only {
            recalls = true;
            recalled = answer.best;
        } else {
            rows.restart = true;
            state.d.phase = Phase::Survey;
        }
    }

    /// Makes the child the node.
    fn open_child(&mut self) {
        stack.push = true;
        stones.push = true;
        rows.arrive = true;
    }

    /// Tries the remembered move first; the scan skips it.
    fn recall_move(&mut self) {
        rows.stop = true;
        stack.exclude = true;
        stack.exclusion = recalled;
        upcoming.d.row = recalled.row;
        upcoming.d.col = recalled.col;
        // Whether it makes a three or a four is not known.
        upcoming.d.key.key = 1;
        upcoming.d.key.three = false;
        upcoming.d.key.four = false;
        state.d.phase = Phase::Step;
    }

    /// All stones are off: the think ends, or goes on with alpha-beta.
    fn end_unwinding(&mut self) {
        state.d.unwinding = false;
        child.take = true;
        plan.next = true;
        time_left.whole = true;
        if state.q.ending {
            state.d.phase = Phase::Idle;
        } else {
            answer.forget = true;
            state.d.phase = Phase::Begin;
        }
    }

    /// Drives the outputs.
    fn show(&mut self) {
        busy = state.q.phase != Phase::Idle;
        done = state.q.done;
        best_row = answer.best.row;
        best_col = answer.best.col;
        reply_row = answer.reply.row;
        reply_col = answer.reply.col;
        score = answer.score ^ ZERO;
        illegal = state.q.illegal;
        Answer { expects, depth, nodes, .. } = answer;
    }
}

#[cfg(test)]
mod tests;
