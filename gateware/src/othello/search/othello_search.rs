//! Finds a move: by its square, by the replies it allows, or by alpha-beta search, to the end of the game when few
//! squares are empty. It also gives the legal squares of a position and the discs that a move flips.
//!
//! ```text
//!                 .------------------------ swap, no move -----------------.
//!                 v                                                        |
//!  Idle -> Count -> Empty -> Enter -- leaf: Differ to Sum -------.         |
//!   ^                          | ^                               |         |
//!   |               its moves  v |  made                         v         |
//!   '--- answer --- [Look -> Sort] -> Step <---------------------'         |
//!                                      | ^                                 |
//!                                      '-' a node is done: back to its parent
//! ```
//!
//! This circuit sequences its parts: the node, the child, the list of moves and the rest. A phase raises strobes
//! (`makes`, `descends`, `picks`, ..), and the `drive_` functions derive the inputs of each part from them.
//!
//! | phase                   | clocks | what happens                                                                                 |
//! |-------------------------|--------|----------------------------------------------------------------------------------------------|
//! | Count                   | 2      | the empty squares are counted: first one side's discs, then the other's                      |
//! | Empty                   | 1022   | the table is emptied; skipped where no search is asked for                                   |
//! | Enter                   | 1      | classifies the child: game over, a pass, a leaf, or a new node, whose parent is pushed       |
//! | Differ, Weigh, Add, Sum | 4      | a leaf of the middle game is evaluated                                                       |
//! | Look                    | 1      | reads the table's entry of the node; makes its first move so that its replies can be counted |
//! | Sort                    | moves  | makes the next move; inserts the one before into the list, sorted by the replies it allows   |
//! | Step                    | 1      | takes in the child's score and makes the next move, or pops the parent if the node is done   |
//!
//! A leaf costs two clocks, any other node three; sorting, swaps and evaluations are extra. The circuit agrees with
//! `rules::othello::search` move for move, position for position and clock for clock; the tests check that.
//!
//! | port          | dir | width | meaning                                                                  | initial |
//! |---------------|-----|-------|--------------------------------------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                                              | –       |
//! | load          | in  | 1     | strobe: takes the position; ignored while busy                           | –       |
//! | own, opponent | in  | 64    | discs of the side to move, and of the other side; a1 is bit 0, h1 bit 7, h8 bit 63 | – |
//! | square        | in  | 6     | the square for `flips`                                                   | –       |
//! | think         | in  | 1     | strobe: finds a move in the position; ignored while busy                 | –       |
//! | by            | in  | By    | how the move is chosen                                                   | –       |
//! | exact_from    | in  | 6     | at most this many empty squares: search to the end of the game at once   | –       |
//! | deepest       | in  | 6     | depth limit in plies of a search that is not exact; 0: no limit          | –       |
//! | budget        | in  | 32    | limit in clocks for a think; 0: no limit                                 | –       |
//! | shuffle       | in  | 1     | choose at random among equally good moves, else the first                | –       |
//! | stop          | in  | 1     | ends the think with the best move so far; keep it high until busy is low | –       |
//! | busy          | out | 1     | a think is in progress                                                   | 0       |
//! | done          | out | 1     | one clock at the end of a think; the next five are valid with it and held until the next think | 0 |
//! | best          | out | 6     | the move; 0 if there is none                                             | 0       |
//! | found         | out | 1     | there is a move                                                          | 0       |
//! | score         | out | 12    | the mover's score, two's complement, in sixteenths of a disc; 0 without a search | 0 |
//! | depth         | out | 6     | depth in plies of the last completed search                              | 0       |
//! | nodes         | out | 32    | positions entered                                                        | 0       |
//! | moves         | out | 64    | legal squares; valid while not busy, from the second clock after load    | 0       |
//! | flips         | out | 64    | flips of a disc on `square`, 0 if illegal; valid while not busy, two clocks after square and load | 0 |
//!
//! All inputs of a think but `stop` are sampled with its strobe. An edition without the search never uses
//! `By::Search`. Internally, scores are offset by 2048: they compare as unsigned numbers and are negated in two's
//! complement.

pub mod checks;

use rust_hdl::prelude::*;

use super::answer::Answer;
use super::child::Child;
use super::flips::Flips;
use super::move_order::MoveOrder;
use super::next_move::NextMove;
use super::node::Discs;
use super::node_stack::NodeStack;
use super::position_table::PositionTable;
use super::window::Window;
use crate::othello::ports::By;
use crate::search::Budget;
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use tengen_rules::othello::search as model;

/// Nodes with fewer empty squares are neither sorted nor stored in the table.
const SORTED_EMPTIES: u64 = model::SORTED_EMPTIES as u64;
/// Nodes shallower than this are neither sorted nor stored in the table.
const SORTED_DEPTH: u64 = model::SORTED_DEPTH as u64;
/// Nodes shallower than this probe none of their moves.
const PROBED_DEPTH: u64 = model::PROBED_DEPTH as u64;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Count,
    Empty,
    Enter,
    Differ,
    Weigh,
    Add,
    Sum,
    Look,
    Sort,
    Step,
}

/// The inputs of a think, as sampled with its strobe.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Order {
    by: By,
    exact_from: Bits<6>,
    deepest: Bits<6>,
    shuffle: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    root: Discs,
    root_empties: Bits<7>,
    /// The other side's discs are being counted.
    second: Bit,
    /// A child has returned.
    returned: Bit,
    /// Its score for the node's mover.
    value: Bits<12>,
    /// Its score is valid for any window.
    leaf: Bit,
    /// The move is searched again, at full depth or with an open window.
    again: Bit,
    /// The table has settled the node: its score is in `best`.
    known: Bit,
    /// Depth of the current search, in plies.
    looks: Bits<6>,
    /// Depth limit in plies; 0: no limit.
    most: Bits<6>,
}

#[derive(Circuit)]
pub struct OthelloSearch {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub square: Signal<In, Bits<6>>,
    pub think: Signal<In, Bit>,
    pub by: Signal<In, By>,
    pub exact_from: Signal<In, Bits<6>>,
    pub deepest: Signal<In, Bits<6>>,
    pub budget: Signal<In, Bits<32>>,
    pub shuffle: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,

    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best: Signal<Out, Bits<6>>,
    pub found: Signal<Out, Bit>,
    pub score: Signal<Out, Bits<12>>,
    pub depth: Signal<Out, Bits<6>>,
    pub nodes: Signal<Out, Bits<32>>,
    pub moves: Signal<Out, Bits<64>>,
    pub flips: Signal<Out, Bits<64>>,

    state: Register<State>,
    asked: Register<Order>,
    time_left: Budget,

    child: Child,
    stack: NodeStack,
    next: NextMove,
    made: Flips,
    order: MoveOrder,
    window: Window,
    positions: Optional<PositionTable>,
    answer: Answer,

    // Values read from the parts in this clock.
    /// The move is chosen without a search.
    greedy: Signal<Local, Bit>,
    /// The child has no legal move.
    none: Signal<Local, Bit>,
    /// The current search reaches the end of the game.
    exact: Signal<Local, Bit>,
    /// The child's empty squares.
    empties_below: Signal<Local, Bits<7>>,
    /// The node's moves are sorted, and its result is stored in the table.
    sorted: Signal<Local, Bit>,
    /// The node's moves that are not tried, not listed and not the pick.
    rest: Signal<Local, Bits<64>>,
    /// The node is done.
    finished: Signal<Local, Bit>,
    /// There is no answer yet, and the root's pick can be the first one.
    first_answer: Signal<Local, Bit>,
    /// The time is up, and there is an answer.
    halts: Signal<Local, Bit>,

    // Commands from the phases to the parts: strobes, and the values that go with them.
    /// A position is loaded from the inputs.
    loads: Signal<Local, Bit>,
    /// A think begins.
    begins: Signal<Local, Bit>,
    /// The think ends.
    ends: Signal<Local, Bit>,
    /// The next entry of the table is emptied.
    empties_table: Signal<Local, Bit>,
    /// Resets the stack to the node above the root.
    above: Signal<Local, Bit>,
    /// With `above`: the depth of the search that begins, in plies.
    looks: Signal<Local, Bits<6>>,
    /// Empty squares of the root, as counted so far.
    counted: Signal<Local, Bits<7>>,
    /// A search is complete; the root becomes the child again.
    deepens: Signal<Local, Bit>,
    /// The child's sides are exchanged.
    turns: Signal<Local, Bit>,
    /// With `turns`: its mover passed.
    passes: Signal<Local, Bit>,
    /// A position has been entered.
    enters: Signal<Local, Bit>,
    /// The child becomes the node.
    descends: Signal<Local, Bit>,
    /// The parent becomes the node.
    leaves: Signal<Local, Bit>,
    /// The node and its score are stored in the table.
    stores: Signal<Local, Bit>,
    /// The table's best move of the node is stored, to be sorted first.
    remembers: Signal<Local, Bit>,
    /// The table's score becomes the node's.
    settles: Signal<Local, Bit>,
    /// The child's score is taken into the node.
    returns: Signal<Local, Bit>,
    /// The pick is made on the board and becomes the child.
    makes: Signal<Local, Bit>,
    /// The pick becomes the node's move.
    advances: Signal<Local, Bit>,
    /// The node's move is searched again, at full depth or with an open window.
    opens: Signal<Local, Bit>,
    /// The move made last is inserted into the list.
    inserts: Signal<Local, Bit>,
    /// The first move is removed from the list.
    drops: Signal<Local, Bit>,
    /// A new pick is chosen.
    picks: Signal<Local, Bit>,
    /// With `picks`: the square `head` is chosen; else the first of `rest`.
    from_list: Signal<Local, Bit>,
    /// The square to pick.
    head: Signal<Local, Bits<6>>,
    /// The answer so far becomes `offered`.
    offers: Signal<Local, Bit>,
    /// The square of that answer.
    offered: Signal<Local, Bits<6>>,

    /// The child's new position.
    position: Signal<Local, Discs>,

    #[init(true)]
    searches: Constant<Bit>,
}

impl OthelloSearch {
    /// Creates the circuit with the search, or with only the choice by squares and replies.
    pub fn new(searches: bool) -> Self {
        OthelloSearch {
            child: Child::new(searches),
            stack: NodeStack::new(searches),
            positions: Optional::when(searches),
            searches: Constant::new(searches),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for OthelloSearch {
    fn update(&mut self) {
        self.read_the_parts();

        self.ask_for_nothing();
        if halts {
            ends = true;
        } else {
            match state.q.phase {
                Phase::Idle => self.idle(),
                Phase::Count => self.count(),
                Phase::Empty => self.empty(),
                Phase::Enter => self.enter(),
                Phase::Differ => state.d.phase = Phase::Weigh,
                Phase::Weigh => state.d.phase = Phase::Add,
                Phase::Add => state.d.phase = Phase::Sum,
                Phase::Sum => self.sum(),
                Phase::Look => self.look(),
                Phase::Sort => self.sort(),
                Phase::Step => self.step(),
            }
        }
        if above {
            state.d.looks = looks;
        }
        if ends {
            state.d.phase = Phase::Idle;
        }

        self.keep_time();
        self.drive_child();
        self.drive_stack();
        self.drive_next_move();
        self.drive_order();
        self.drive_window();
        self.drive_positions();
        self.drive_answer();
        self.show();
    }

    /// Reads the parts.
    fn read_the_parts(&mut self) {
        greedy = asked.q.by != By::Search;
        none = !child.moves.any();
        exact = bit_cast::<7, 6>(state.q.looks) >= state.q.root_empties;
        empties_below = stack.node.empties - 1;
        sorted = (stack.node.empties >= SORTED_EMPTIES) & (stack.node.depth >= SORTED_DEPTH);
        rest = stack.node.rest & !next.pick;
        finished = state.q.known | window.cuts | (state.q.returned & !window.repeats & !next.pick.any());
        first_answer = stack.at_root & !stack.node.swapped & !answer.found;
        halts = time_left.late
            & (answer.found | answer.passes)
            & (state.q.phase != Phase::Idle)
            & (state.q.phase != Phase::Count)
            & (state.q.phase != Phase::Empty);
    }

    /// Sets all commands to their inactive values.
    fn ask_for_nothing(&mut self) {
        loads = false;
        begins = false;
        ends = false;
        empties_table = false;
        above = false;
        looks = 1;
        counted = state.q.root_empties;
        deepens = false;
        turns = false;
        passes = false;
        enters = false;
        descends = false;
        leaves = false;
        stores = false;
        remembers = false;
        settles = false;
        returns = false;
        makes = false;
        advances = false;
        opens = false;
        inserts = false;
        drops = false;
        picks = false;
        from_list = false;
        head = order.squares.get_bits::<6>(0);
        offers = false;
        offered = next.square;
    }

    /// Counts the clocks of a think. No register changes while idle, so that a simulation can skip those clocks.
    fn keep_time(&mut self) {
        time_left = Budget { start: begins, budget, quarter: false, whole: false, stop };
        time_left.counts = state.q.phase != Phase::Idle;
    }

    /// Waits for a position or a think. The pick is `square`, so that its flips are output.
    fn idle(&mut self) {
        picks = true;
        from_list = true;
        head = square;
        if load {
            loads = true;
            state.d.root.own = own;
            state.d.root.opponent = opponent;
        } else if think {
            begins = true;
            asked.d.by = by;
            asked.d.exact_from = exact_from;
            asked.d.deepest = deepest;
            asked.d.shuffle = shuffle;
            state.d.root_empties = 64;
            state.d.second = false;
            state.d.returned = false;
            state.d.known = false;
            state.d.again = false;
            state.d.phase = Phase::Count;
        }
    }

    /// Counts the empty squares: subtracts the discs of one side, then of the other.
    fn count(&mut self) {
        counted = state.q.root_empties - child.count;
        state.d.root_empties = counted;
        state.d.second = true;
        turns = true;
        above = true;
        empties_table = !greedy;
        if state.q.second {
            state.d.phase = if greedy { Phase::Enter } else { Phase::Empty };
        }
    }

    /// Empties the table, and sets the depth of the first search and the limit.
    fn empty(&mut self) {
        empties_table = true;
        above = true;
        state.d.most = asked.q.deepest;
        if bit_cast::<7, 6>(asked.q.exact_from) >= state.q.root_empties {
            state.d.most = 0;
            if state.q.root_empties.any() {
                looks = state.q.root_empties.get_bits::<6>(0);
            }
        }
        if positions.emptied | stop {
            state.d.phase = Phase::Enter;
        }
    }

    /// Classifies the child.
    fn enter(&mut self) {
        enters = true;
        if none & greedy {
            ends = true;
        } else if none & (child.passed | !empties_below.any()) {
            state.d.value = child.score;
            state.d.returned = true;
            state.d.leaf = true;
            state.d.phase = Phase::Step;
            // The node had only one empty square: the child's score is the node's, so leave at once.
            if (stack.node.empties == 1) & !stack.at_top {
                leaves = true;
                if !stack.node.swapped {
                    state.d.value = 0 - child.score;
                }
            }
        } else if none {
            turns = true;
            passes = true;
        } else if !window.depth.any() {
            // The next clock counts the features of the other side.
            turns = true;
            state.d.phase = Phase::Differ;
        } else {
            descends = true;
            state.d.returned = false;
            state.d.phase = Phase::Step;
            if greedy | ((empties_below >= SORTED_EMPTIES) & (window.depth >= SORTED_DEPTH)) {
                state.d.phase = Phase::Look;
            }
        }
    }

    /// Takes the score of an evaluated leaf.
    fn sum(&mut self) {
        state.d.value = child.score;
        state.d.returned = true;
        state.d.leaf = true;
        state.d.phase = Phase::Step;
    }

    /// Takes the node's score from the table, or makes its first move.
    fn look(&mut self) {
        offers = first_answer;
        remembers = true;
        if positions.settled & !stack.at_root {
            settles = true;
            state.d.known = true;
            state.d.phase = Phase::Step;
        } else {
            makes = true;
            picks = true;
            state.d.phase = Phase::Sort;
            // A single move needs no sorting: enter it at once.
            if !rest.any() {
                advances = true;
                state.d.phase = Phase::Enter;
                ends = greedy;
            }
        }
    }

    /// Inserts the move made last into the list, and makes the next if the list has room for it.
    fn sort(&mut self) {
        inserts = true;
        picks = true;
        if next.pick.any() & (greedy | order.room) {
            makes = true;
        } else {
            from_list = true;
            head = order.first;
            state.d.phase = Phase::Step;
            if greedy {
                offers = true;
                offered = order.first;
                ends = true;
            }
        }
    }

    /// Takes in the child's score, then goes on with the node or leaves it.
    fn step(&mut self) {
        if searches {
            offers = first_answer;
            if state.q.returned & stack.at_top {
                self.deepen();
            } else {
                returns = true;
                if stack.at_root & window.better & !stack.node.swapped {
                    offers = true;
                    offered = stack.node.at;
                }
                if finished {
                    self.leave();
                } else if window.repeats {
                    self.repeat();
                } else {
                    self.try_the_pick();
                }
            }
        }
    }

    /// A search is complete: the next is one ply deeper, or the think ends.
    fn deepen(&mut self) {
        ends = exact | (state.q.looks == state.q.most);
        above = true;
        looks = state.q.looks + 1;
        deepens = true;
        state.d.returned = false;
        state.d.phase = Phase::Enter;
    }

    /// The node is done: returns its score to the parent.
    fn leave(&mut self) {
        leaves = true;
        stores = sorted & !state.q.known;
        state.d.value = window.worth;
        state.d.returned = true;
        state.d.known = false;
        state.d.leaf = false;
    }

    /// A probe or a null window showed that the move may be better: searches it again.
    fn repeat(&mut self) {
        opens = true;
        picks = true;
        from_list = true;
        head = stack.node.at;
        state.d.again = true;
        state.d.returned = false;
    }

    /// Tries the pick and chooses the next one: the second of the list if the pick was the first, else the first of
    /// the rest.
    fn try_the_pick(&mut self) {
        makes = true;
        picks = true;
        from_list = order.filled.get_bit(0);
        if !state.q.again {
            advances = true;
            drops = true;
            if order.filled.get_bit(0) {
                from_list = order.filled.get_bit(1);
                head = order.squares.get_bits::<6>(6);
            }
        }
        state.d.again = false;
        state.d.returned = false;
        state.d.leaf = false;
        state.d.phase = Phase::Enter;
    }

    fn drive_child(&mut self) {
        made = Flips { own: stack.node.discs.own, opponent: stack.node.discs.opponent, disc: next.pick };
        position = state.q.root;
        if loads {
            position.own = own;
            position.opponent = opponent;
        } else if makes & !ends {
            position.own = stack.node.discs.opponent & !made.flips;
            position.opponent = stack.node.discs.own | made.flips | next.pick;
        }
        child = Child { put: loads | makes | deepens | ends, discs: position, turn: turns, pass: passes };
        child = Child { empties: empties_below, side: 0, evaluated: state.q.phase == Phase::Sum };
        match state.q.phase {
            Phase::Differ => child.side = 1,
            Phase::Weigh => child.side = 2,
            Phase::Add => child.side = 3,
            _ => {}
        }
    }

    fn drive_stack(&mut self) {
        stack = NodeStack { place: loads | ends, above, descend: descends, back: leaves, tried: makes };
        stack = NodeStack { advance: advances, open: opens, take: returns | settles };
        stack = NodeStack { discs: position, looks, empties: counted };
        stack = NodeStack { child: child.position, passed: child.passed, moves: child.moves, odd: child.odd };
        stack = NodeStack { alpha: window.alpha, beta: window.beta, depth: window.depth, rest, square: next.square };
        stack.probe = !exact & (stack.node.depth >= PROBED_DEPTH);
        stack = NodeStack { best_at: window.best_at, raises: window.raises, value: state.q.value };
        stack.best = if settles { positions.stored_score } else { window.best };
        // High whenever the node may be left: whether it is left is known too late to address the memory.
        stack.leaving = ((state.q.phase == Phase::Step) & (state.q.returned | state.q.known))
            | ((state.q.phase == Phase::Enter) & (stack.node.empties == 1));
        stack = NodeStack { squares_in: order.squares, filled_in: order.filled };
    }

    /// A new node also needs a new pick: the first of its list, or else of its rest.
    fn drive_next_move(&mut self) {
        next = NextMove { choose: picks | descends | leaves, listed: from_list, at: head };
        next = NextMove { rest, odd: stack.node.odd };
        if descends {
            next = NextMove { rest: child.moves, odd: child.odd };
        } else if leaves {
            next = NextMove { listed: stack.filled.get_bit(0), at: stack.squares.get_bits::<6>(0) };
            next = NextMove { rest: stack.before.rest, odd: stack.before.odd };
        }
    }

    fn drive_order(&mut self) {
        order = MoveOrder { by: asked.q.by, shuffle: asked.q.shuffle };
        order = MoveOrder { look: remembers, remembered: positions.hit, remembered_at: positions.stored_best };
        order = MoveOrder { made: makes, square: next.square, penalty: next.penalty, answers: child.moves };
        order = MoveOrder { clear: descends, restore: leaves, squares_in: stack.squares, filled_in: stack.filled };
        order = MoveOrder { insert: inserts, drop_first: drops };
    }

    fn drive_window(&mut self) {
        window = Window { node: stack.node, passed: child.passed };
        window = Window { returned: state.q.returned, value: state.q.value, leaf: state.q.leaf };
    }

    fn drive_positions(&mut self) {
        positions = PositionTable { restart: begins, empty: empties_table, write: stores };
        positions = PositionTable { child: child.position, node: stack.node };
        positions = PositionTable { score: window.best, best: window.best_at };
        positions = PositionTable { cuts: window.cuts, raises: window.raises };
    }

    fn drive_answer(&mut self) {
        answer = Answer { restart: begins, offer: offers, square: offered, ends };
        answer.entered = enters & !child.passed;
        answer.stuck = enters & none & stack.at_top;
        answer = Answer { searched: deepens, value: state.q.value, looks: state.q.looks };
    }

    /// Outputs the answer, the legal squares and the flips.
    fn show(&mut self) {
        busy = state.q.phase != Phase::Idle;
        Answer { done, best, found, score, depth, nodes, .. } = answer;
        moves = child.moves;
        let taken = stack.node.discs.own | stack.node.discs.opponent;
        flips = if (next.pick & taken).any() { 0 } else { made.flips };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::evaluation::WEIGHTS;
    use tengen_rules::othello::search::{self as model, Task};
    use tengen_rules::othello::{Position, Square};
    use tengen_sim::{ByName, Engine, Native, Random};

    /// A position after `plies` random plies.
    fn random_position(random: &mut Random, plies: usize) -> Position {
        let mut position = Position::START;
        for _ in 0..plies {
            let squares: Vec<Square> = Square::of(position.legal()).collect();
            position = match squares.is_empty() {
                true => position.passed(),
                false => position.after(random.of(&squares)),
            };
        }
        position
    }

    /// Tests a few thinks. `tests/circuits/othello_engine.rs` tests many, and also the emitted Verilog.
    #[test]
    fn it_answers_as_the_model_clock_for_clock() {
        let to = |exact_from, deepest| model::By::Search { exact_from, deepest };
        let mut search = Native::new(OthelloSearch::default());
        let mut random = Random::new(12);
        for (by, plies, budget) in [
            (model::By::Weights, 20, 0),
            (model::By::Mobility, 30, 0),
            (to(0, 3), 20, 0),
            (to(60, 0), 54, 0),
            (to(8, 0), 50, 3000),
            (to(0, 0), 12, 4000),
        ] {
            let position = random_position(&mut random, plies);
            search.drive("own", position.own);
            search.drive("opponent", position.opponent);
            search.strobe("load");
            let (how, exact_from, deepest) = match by {
                model::By::Weights => (By::Weights, 0, 0),
                model::By::Mobility => (By::Mobility, 0, 0),
                model::By::Search { exact_from, deepest } => (By::Search, exact_from, deepest),
            };
            search.drive_as("by", how);
            search.drive("exact_from", exact_from.into());
            search.drive("deepest", deepest.into());
            search.drive("budget", budget);
            search.strobe("think");
            let mut clocks = 1;
            while search.read("done") == 0 {
                search.step();
                clocks += 1;
                assert!(clocks < 1_000_000, "{by:?}");
            }
            let answer = model::search(Task { position, by, budget }, &WEIGHTS);
            let best = answer.at.map_or(0, |at| at.number() as u64);
            let score = answer.score as u64 & 0xFFF;
            let read = ["found", "best", "score", "depth", "nodes"].map(|port| search.read(port));
            let expected = [
                answer.at.is_some().into(),
                best,
                score,
                answer.depth.into(),
                answer.nodes,
            ];
            assert_eq!((read, clocks), (expected, answer.clocks), "{by:?}: {position:?}");
            search.step();
            search.settle();
            assert_eq!(search.read("moves"), position.legal());
        }
    }
}
