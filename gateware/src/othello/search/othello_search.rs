//! Finds a move: by its square, by the answers it leaves, or by alpha-beta search, to the end of the game where that is near.
//! Beside that it knows the legal squares of a position, and what a disc flips.
//!
//! ```text
//!                 .------------------------ swap, no move -----------------.
//!                 v                                                        |
//!  Idle -> Count -> Empty -> Enter -- leaf: Differ, Weigh, Sum --.         |
//!   ^                          | ^                               |         |
//!   |               its moves  v |  made                         v         |
//!   '--- answer --- [Look -> Sort] -> Step <---------------------'         |
//!                                      | ^                                 |
//!                                      '-' a node is done: back to the one before
//! ```
//!
//! | phase  | clocks | what happens                                                                           |
//! |--------|--------|----------------------------------------------------------------------------------------|
//! | Count  | 2      | the empty squares are counted: first one side's discs, then the other's                |
//! | Empty  | 1022   | the table is emptied; not for a move by its square or by its answers                   |
//! | Enter  | 1      | the position made last: over, a pass, a leaf, or a node, whose parent is put on the stack |
//! | Differ, Weigh, Sum | 3 | a leaf of the middle game is evaluated                                          |
//! | Look   | 1      | the table's entry of the node; its first move is made to be counted                    |
//! | Sort   | moves  | the next is made, and the one before sorted in by how much it lets the opponent do     |
//! | Step   | 1      | what came back is taken in, and the next move made; or the node is done, and its parent comes from the stack |
//!
//! A node costs two clocks where it is a leaf and three where it is not; sorting, swaps and evaluations come on top. That is
//! `rules::othello::search`, move for move, position for position and clock for clock, which the tests hold it to.
//!
//! | port           | dir | width | meaning                                                                                  | initial |
//! |----------------|-----|-------|------------------------------------------------------------------------------------------|---------|
//! | clock          | in  | 1     | rising edge                                                                              | –       |
//! | load           | in  | 1     | strobe: takes the position; ignored while busy                                           | –       |
//! | own, opponent  | in  | 64    | discs of the side to move, and of the other; a1 is bit 0, h1 bit 7, h8 bit 63            | –       |
//! | square         | in  | 6     | whose flips are asked                                                                    | –       |
//! | think          | in  | 1     | strobe: finds a move in the position; ignored while busy                                 | –       |
//! | by             | in  | By    | how                                                                                      | –       |
//! | exact_from     | in  | 6     | with so many empty squares a search goes to the end at once                              | –       |
//! | deepest        | in  | 6     | plies a search that is not exact looks ahead at most; 0: no limit                        | –       |
//! | budget         | in  | 32    | clocks a think may take; 0: no limit                                                     | –       |
//! | shuffle        | in  | 1     | of equally good moves any, instead of the first                                          | –       |
//! | stop           | in  | 1     | the think ends with the best so far; high until busy is low                              | –       |
//! | busy           | out | 1     | at work                                                                                  | 0       |
//! | done           | out | 1     | one clock at the end of a think; what follows is valid with it and held until the next   | 0       |
//! | best           | out | 6     | the move; 0 if there is none                                                             | 0       |
//! | found          | out | 1     | there is one                                                                             | 0       |
//! | score          | out | 12    | for the mover, two's complement, in sixteenths of a disc; 0 without a search             | 0       |
//! | depth          | out | 6     | plies the last search looked ahead that came to its end                                  | 0       |
//! | nodes          | out | 32    | positions entered                                                                        | 0       |
//! | moves          | out | 64    | legal squares; valid while not busy, from the second clock after load                    | 0       |
//! | flips          | out | 64    | of a disc on `square`, 0 where it may not be put; valid while not busy, two clocks after square and load | 0 |
//!
//! Inputs of a think are sampled with its strobe, but for `stop`. Scores inside are offset by 2048, so that they compare as
//! numbers without a sign and are negated as numbers with one.

use rust_hdl::prelude::*;

use super::answer::Answer;
use super::evaluation::Evaluation;
use super::final_score::FinalScore;
use super::first_move::FirstMove;
use super::flips::Flips;
use super::legal_moves::LegalMoves;
use super::move_key::MoveKey;
use super::move_list::{LISTED, MoveList, SQUARES};
use super::node::{Discs, HIGHEST, LOWEST, Node};
use super::population::Population;
use super::position_table::PositionTable;
use super::squares::{BORDER, C_SQUARES, CORNERS, QUADRANTS, X_SQUARES};
use super::window::Window;
use crate::othello::ports::By;
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use tengen_hdl::library::lfsr::Lfsr;
use tengen_hdl::library::memory::DualPortRam;

/// Nodes with fewer empty squares are not sorted, and not kept in the table.
const SORTED_EMPTIES: u64 = 6;
/// Neither are nodes whose moves are looked at without an answer.
const SORTED_DEPTH: u64 = 2;
/// The score 0.
const ZERO: u64 = 2048;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Count,
    Empty,
    Enter,
    Differ,
    Weigh,
    Sum,
    Look,
    Sort,
    Step,
}

/// A node on the stack, with the moves of its list.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Frame {
    node: Node,
    squares: Bits<SQUARES>,
    filled: Bits<LISTED>,
}

/// What is to be found out, as it was when the think began.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Order {
    by: By,
    exact_from: Bits<6>,
    deepest: Bits<6>,
    budget: Bits<32>,
    shuffle: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    root: Discs,
    root_odd: Bits<4>,
    root_empties: Bits<7>,
    /// The position made last, with whether its mover has passed.
    child: Discs,
    child_odd: Bits<4>,
    child_swapped: Bit,
    /// The move that is made next, as a set; none if there is none.
    pick: Bits<64>,
    /// Nodes on the stack.
    ply: Bits<7>,
    /// What came back for the node's mover; `leaf`: it is no bound.
    value: Bits<12>,
    returned: Bit,
    leaf: Bit,
    /// The move is made again, with an open window.
    again: Bit,
    /// The node is done by the table.
    known: Bit,
    /// The best move of the node in the table.
    remembered: Bit,
    remembered_at: Bits<6>,
    /// A move that was made is to be sorted in.
    sorting: Bit,
    sorting_at: Bits<6>,
    sorting_penalty: Bits<4>,
    /// The other side's discs are counted.
    second: Bit,
    /// Plies the search looks ahead, and at most; clocks so far; the time is up.
    looks: Bits<6>,
    most: Bits<6>,
    clocks: Bits<32>,
    late: Bit,
}

const ONE: u64 = 1;
const EDGES: u64 = BORDER & !C_SQUARES;

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
    node: Register<Node>,
    list: MoveList,
    legal: LegalMoves,
    made: Flips,
    ordered: FirstMove,
    discs: Population,
    result: FinalScore,
    move_key: MoveKey,
    window: Window,
    answered: Answer,
    lfsr: Lfsr,
    evaluation: Optional<Evaluation>,
    stack: Optional<DualPortRam<Frame, 7>>,
    positions: Optional<PositionTable>,

    // What is known of this clock.
    /// A move is chosen by squares and answers alone.
    greedy: Signal<Local, Bit>,
    /// The node is the root.
    root: Signal<Local, Bit>,
    /// The child's depth and number of empty squares.
    child_depth: Signal<Local, Bits<6>>,
    child_empties: Signal<Local, Bits<7>>,
    /// The child has no legal move.
    none: Signal<Local, Bit>,
    /// The moves that are left without the pick.
    rest: Signal<Local, Bits<64>>,
    /// The list has room for one more move.
    room: Signal<Local, Bit>,
    /// The node is done.
    finished: Signal<Local, Bit>,
    /// The first move that the root tries can be given as an answer from now on.
    answers: Signal<Local, Bit>,
    /// The time is up, and there is an answer.
    halts: Signal<Local, Bit>,

    // What the phases ask for.
    /// The think ends with this clock.
    ends: Signal<Local, Bit>,
    /// A new node is put above the root; how far it looks.
    above: Signal<Local, Bit>,
    looks: Signal<Local, Bits<6>>,
    /// The child becomes the node; a move is made; the node before comes from the stack.
    descend: Signal<Local, Bit>,
    make: Signal<Local, Bit>,
    back: Signal<Local, Bit>,
    /// The next pick comes from the list: this square.
    from_list: Signal<Local, Bit>,
    head: Signal<Local, Bits<6>>,

    child_swap: Signal<Local, Discs>,
    /// The square of the pick, and how bad it is by itself; its quadrant.
    pick_at: Signal<Local, Bits<6>>,
    penalty: Signal<Local, Bits<4>>,
    quadrant: Signal<Local, Bits<4>>,
    picks: Signal<Local, Bit>,
    /// Empty squares of the root, as far as they are counted.
    counted: Signal<Local, Bits<7>>,
    odd: Signal<Local, Bits<4>>,
    /// The node is worth sorting and keeping.
    sorted: Signal<Local, Bit>,
    /// A leaf's value for the node's mover.
    leaf_value: Signal<Local, Bits<12>>,

    #[init(QUADRANTS.map(|quadrant| Constant::new(quadrant.into())))]
    quadrants: [Constant<Bits<64>>; 4],
    /// Squares whose number has bit i set.
    #[init(std::array::from_fn(|bit| Constant::new(numbered(bit).into())))]
    numbered: [Constant<Bits<64>>; 6],
    #[init(Node::default())]
    fresh: Constant<Node>,
    #[init(true)]
    searches: Constant<Bit>,
}

/// The squares whose number has that bit set.
fn numbered(bit: usize) -> u64 {
    (0..64u64)
        .filter(|number| number >> bit & 1 == 1)
        .fold(0, |squares, number| squares | 1 << number)
}

impl OthelloSearch {
    /// With a search, or with the choice by squares and answers alone.
    pub fn new(searches: bool) -> Self {
        OthelloSearch {
            evaluation: Optional::when(searches),
            stack: Optional::when(searches),
            positions: Optional::when(searches),
            searches: Constant::new(searches),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for OthelloSearch {
    fn update(&mut self) {
        greedy = asked.q.by != By::Search;
        root = state.q.ply == 1;

        self.look_at_the_child();
        self.prepare_the_pick();
        self.take_what_came_back();
        self.sort();
        self.look_up();
        self.address_the_stack();
        self.find_odd_quadrants();

        self.ask_for_nothing();
        self.count_clocks();
        if halts {
            ends = true;
        } else {
            match state.q.phase {
                Phase::Idle => self.idle(),
                Phase::Count => self.count(),
                Phase::Empty => self.empty(),
                Phase::Enter => self.enter(),
                Phase::Differ => state.d.phase = Phase::Weigh,
                Phase::Weigh => state.d.phase = Phase::Sum,
                Phase::Sum => self.sum(),
                Phase::Look => self.look(),
                Phase::Sort => self.sort_in(),
                Phase::Step => self.step(),
            }
        }

        if make {
            self.make_the_pick();
        }
        if descend {
            self.descend();
        }
        if back {
            self.go_back();
        }
        if above {
            self.begin_at_the_root();
        }
        if picks {
            self.pick_the_next();
        }
        if ends {
            self.end();
        }
        answered.ends = ends;
        self.answer();
    }

    /// The position made last: its moves, and its score if it is a leaf.
    fn look_at_the_child(&mut self) {
        child_swap.own = state.q.child.opponent;
        child_swap.opponent = state.q.child.own;
        child_depth = node.q.depth - 1;
        child_empties = node.q.empties - 1;
        legal = LegalMoves { own: state.q.child.own, opponent: state.q.child.opponent };
        none = !legal.moves.any();
        discs.squares = state.q.child.own;
        result = FinalScore { discs: discs.count, empties: child_empties };
        evaluation.own = state.q.child.own;
        evaluation.opponent = state.q.child.opponent;
        evaluation = Evaluation { moves: legal.moves, empties: child_empties.get_bits::<6>(0) };
        leaf_value = if state.q.phase == Phase::Sum { evaluation.score } else { result.score };
        leaf_value = if state.q.child_swapped { ZERO + leaf_value } else { ZERO - leaf_value };
    }

    /// The move that is made next: what it flips, its square and how bad that is.
    fn prepare_the_pick(&mut self) {
        made = Flips { own: node.q.discs.own, opponent: node.q.discs.opponent, disc: state.q.pick };
        pick_at = 0;
        for i in 0..6 {
            pick_at = pick_at.replace_bit(i, (state.q.pick & numbered[i]).any());
        }
        quadrant = 0;
        for i in 0..4 {
            quadrant = quadrant.replace_bit(i, (state.q.pick & quadrants[i]).any());
        }
        penalty = 4;
        if (state.q.pick & CORNERS).any() {
            penalty = 0;
        } else if (state.q.pick & EDGES).any() {
            penalty = 2;
        } else if (state.q.pick & C_SQUARES).any() {
            penalty = 6;
        } else if (state.q.pick & X_SQUARES).any() {
            penalty = 8;
        }
        rest = node.q.rest & !state.q.pick;
    }

    /// What a child that has returned does to the node: its window, its best move, whether it is done.
    fn take_what_came_back(&mut self) {
        sorted = (node.q.empties >= SORTED_EMPTIES) & (node.q.depth >= SORTED_DEPTH);
        window = Window { node: node.q, passed: state.q.child_swapped };
        window.returned = state.q.returned;
        window.value = state.q.value;
        window.leaf = state.q.leaf;
        finished = state.q.known | window.cuts | (state.q.returned & !window.repeats & !state.q.pick.any());
    }

    /// The list of moves: the key of the move made last.
    fn sort(&mut self) {
        move_key.by = asked.q.by;
        move_key.moves = legal.moves;
        move_key.penalty = state.q.sorting_penalty;
        move_key.remembered = state.q.remembered & (state.q.remembered_at == state.q.sorting_at);
        lfsr.enable = asked.q.shuffle;
        list.clear = false;
        list.restore = false;
        list.insert = false;
        list.drop_first = false;
        list.key = (bit_cast::<8, 6>(move_key.key) << 2) | bit_cast::<8, 2>(lfsr.random.get_bits::<2>(0));
        list.at = state.q.sorting_at;
        list = MoveList { squares_in: stack.read_data.squares, filled_in: stack.read_data.filled };
        room = !list.filled.get_bit(11) & !(list.filled.get_bit(10) & state.q.sorting);
    }

    /// The table of positions: what it says of the node, and what would be kept there.
    fn look_up(&mut self) {
        positions = PositionTable { child: state.q.child, node: node.q, restart: false, empty: false, write: false };
        positions = PositionTable { score: window.best, best: window.best_at };
        positions = PositionTable { cuts: window.cuts, raises: window.raises };
    }

    /// The stack of nodes.
    fn address_the_stack(&mut self) {
        // The stack. In the clock in which a node comes from it the one before is read.
        stack = DualPortRam { write_enable: false, write_address: state.q.ply };
        stack.write_data.node = node.q;
        stack.write_data.squares = list.squares;
        stack.write_data.filled = list.filled;
        stack.read_address = state.q.ply - 1;
        if ((state.q.phase == Phase::Step) & (state.q.returned | state.q.known))
            | ((state.q.phase == Phase::Enter) & (node.q.empties == 1))
        {
            stack.read_address = state.q.ply - 2;
        }
    }

    /// What the phases below ask for in this clock; nothing unless they say so.
    fn ask_for_nothing(&mut self) {
        // Which move is next: the first of the list, or else the first of the rest.
        ordered = FirstMove { squares: rest, odd: node.q.odd };
        from_list = false;
        head = list.squares.get_bits::<6>(0);
        picks = false;

        make = false;
        ends = false;
        above = false;
        looks = 1;
        descend = false;
        back = false;
        counted = state.q.root_empties;
        answers = root & !node.q.swapped & !answered.found;
        answered =
            Answer { restart: false, offer: false, square: pick_at, stuck: false, entered: false, searched: false };
        answered = Answer { value: state.q.value, looks: state.q.looks };
    }

    /// The clocks of the think, and whether its time is up.
    fn count_clocks(&mut self) {
        halts = state.q.late
            & (answered.found | answered.passes)
            & (state.q.phase != Phase::Idle)
            & (state.q.phase != Phase::Count)
            & (state.q.phase != Phase::Empty);

        state.d.clocks = state.q.clocks + 1;
        state.d.late = stop | (asked.q.budget.any() & (state.q.clocks + 2 >= asked.q.budget));
    }

    /// Waits for a position, or for a think in it.
    fn idle(&mut self) {
        // Nothing moves at rest, so that a simulation may pass over it.
        state.d.clocks = state.q.clocks;
        state.d.pick = ONE << square;
        if load {
            state.d.root.own = own;
            state.d.root.opponent = opponent;
            state.d.child.own = own;
            state.d.child.opponent = opponent;
            node.d.discs.own = own;
            node.d.discs.opponent = opponent;
        } else if think {
            asked.d.by = by;
            asked.d.exact_from = exact_from;
            asked.d.deepest = deepest;
            asked.d.budget = budget;
            asked.d.shuffle = shuffle;
            state.d.root_empties = 64;
            state.d.second = false;
            positions.restart = true;
            answered.restart = true;
            state.d.ply = 0;
            state.d.returned = false;
            state.d.known = false;
            state.d.again = false;
            state.d.clocks = 1;
            state.d.late = false;
            state.d.phase = Phase::Count;
        }
    }

    /// Counts the empty squares.
    fn count(&mut self) {
        counted = state.q.root_empties - discs.count;
        state.d.root_empties = counted;
        state.d.child = child_swap;
        above = true;
        positions.empty = !greedy;
        state.d.second = true;
        if state.q.second {
            state.d.phase = if greedy { Phase::Enter } else { Phase::Empty };
        }
    }

    /// Empties the table.
    fn empty(&mut self) {
        above = true;
        positions.empty = true;
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

    /// Enters the position made last.
    fn enter(&mut self) {
        answered.entered = !state.q.child_swapped;
        answered.stuck = none & !state.q.ply.any();
        if none & greedy {
            ends = true;
        } else if none & (state.q.child_swapped | !child_empties.any()) {
            state.d.value = leaf_value;
            state.d.returned = true;
            state.d.leaf = true;
            state.d.phase = Phase::Step;
            // The last square of a node was all it had.
            if (node.q.empties == 1) & state.q.ply.any() {
                back = true;
                if !node.q.swapped {
                    state.d.value = 0 - leaf_value;
                }
            }
        } else if none {
            state.d.child = child_swap;
            state.d.child_swapped = true;
        } else if !child_depth.any() {
            // The other side's counts come with the next clock.
            state.d.child = child_swap;
            state.d.phase = Phase::Differ;
        } else {
            descend = true;
        }
    }

    /// Takes the score of a leaf of the middle game.
    fn sum(&mut self) {
        state.d.value = leaf_value;
        state.d.returned = true;
        state.d.leaf = true;
        state.d.phase = Phase::Step;
    }

    /// Looks at what the table says of the node.
    fn look(&mut self) {
        answered.offer = answers;
        state.d.remembered = positions.hit;
        state.d.remembered_at = positions.stored_best;
        if positions.settled & !root {
            node.d.best = positions.stored_score;
            state.d.known = true;
            state.d.phase = Phase::Step;
        } else {
            make = true;
            picks = true;
            state.d.sorting = true;
            state.d.phase = Phase::Sort;
            // A single move needs no sorting: it is made.
            if !rest.any() {
                node.d.at = pick_at;
                node.d.begun = true;
                state.d.sorting = false;
                state.d.phase = Phase::Enter;
                ends = greedy;
            }
        }
    }

    /// Sorts in the move made last.
    fn sort_in(&mut self) {
        list.insert = true;
        picks = true;
        if state.q.pick.any() & (greedy | room) {
            make = true;
        } else {
            state.d.sorting = false;
            from_list = true;
            if list.leads {
                head = state.q.sorting_at;
            }
            state.d.phase = Phase::Step;
            if greedy {
                answered.offer = true;
                answered.square = head;
                ends = true;
            }
        }
    }

    /// Takes what came back, then goes on with the node or leaves it.
    fn step(&mut self) {
        if searches {
            answered.offer = answers;
            if state.q.returned & !state.q.ply.any() {
                self.deepen();
            } else {
                self.go_on();
            }
        }
    }

    /// A search from the root has ended: the next looks one ply further.
    fn deepen(&mut self) {
        answered.searched = true;
        ends = (bit_cast::<7, 6>(state.q.looks) >= state.q.root_empties) | (state.q.looks == state.q.most);
        above = true;
        looks = state.q.looks + 1;
        state.d.child = state.q.root;
        state.d.child_swapped = false;
        state.d.returned = false;
        state.d.phase = Phase::Enter;
    }

    /// Leaves the node, repeats a move with an open window, or tries the next.
    fn go_on(&mut self) {
        node.d.best = window.best;
        node.d.best_at = window.best_at;
        if window.raises {
            node.d.alpha = state.q.value;
            node.d.raised = true;
        }
        if root & window.better & !node.q.swapped {
            answered.offer = true;
            answered.square = node.q.at;
        }
        if finished {
            positions.write = sorted & !state.q.known;
            state.d.value = window.worth;
            state.d.returned = true;
            state.d.known = false;
            state.d.leaf = false;
            back = true;
        } else if window.repeats {
            state.d.returned = false;
            state.d.again = true;
            node.d.narrow = false;
            picks = true;
            from_list = true;
            head = node.q.at;
        } else {
            self.try_the_next();
        }
    }

    /// Makes the pick of the node, and chooses the one after it.
    fn try_the_next(&mut self) {
        make = true;
        picks = true;
        node.d.at = pick_at;
        from_list = list.filled.get_bit(0);
        if !state.q.again {
            node.d.narrow = node.q.begun;
            node.d.begun = true;
            list.drop_first = true;
            if list.filled.get_bit(0) {
                from_list = list.filled.get_bit(1);
                head = list.squares.get_bits::<6>(6);
            }
        }
        state.d.again = false;
        state.d.returned = false;
        state.d.leaf = false;
        state.d.phase = Phase::Enter;
    }

    /// Makes the pick.
    fn make_the_pick(&mut self) {
        state.d.child.own = node.q.discs.opponent & !made.flips;
        state.d.child.opponent = node.q.discs.own | made.flips | state.q.pick;
        state.d.child_odd = node.q.odd ^ quadrant;
        state.d.child_swapped = false;
        state.d.sorting_at = pick_at;
        state.d.sorting_penalty = penalty;
        node.d.rest = rest;
    }

    /// The child becomes the node, which goes on the stack.
    fn descend(&mut self) {
        stack.write_enable = true;
        state.d.ply = state.q.ply + 1;
        state.d.returned = false;
        list.clear = true;
        node.d = fresh;
        node.d.discs = state.q.child;
        node.d.rest = legal.moves;
        node.d.odd = state.q.child_odd;
        node.d.alpha = window.alpha;
        node.d.beta = window.beta;
        node.d.best = LOWEST;
        node.d.depth = child_depth;
        node.d.empties = child_empties;
        node.d.swapped = state.q.child_swapped;
        ordered = FirstMove { squares: legal.moves, odd: state.q.child_odd };
        picks = true;
        state.d.phase = Phase::Step;
        if greedy | ((child_empties >= SORTED_EMPTIES) & (child_depth >= SORTED_DEPTH)) {
            state.d.phase = Phase::Look;
        }
    }

    /// The node before comes from the stack.
    fn go_back(&mut self) {
        state.d.ply = state.q.ply - 1;
        node.d = stack.read_data.node;
        list.restore = true;
        ordered = FirstMove { squares: stack.read_data.node.rest, odd: stack.read_data.node.odd };
        from_list = stack.read_data.filled.get_bit(0);
        head = stack.read_data.squares.get_bits::<6>(0);
        picks = true;
        state.d.phase = Phase::Step;
    }

    /// Puts a node above the root, with the root as its child.
    fn begin_at_the_root(&mut self) {
        state.d.looks = looks;
        state.d.child_odd = odd;
        node.d = fresh;
        node.d.discs = state.q.root;
        node.d.alpha = LOWEST;
        node.d.beta = HIGHEST;
        node.d.best = LOWEST;
        node.d.depth = looks + 1;
        node.d.empties = counted + 1;
    }

    /// The quadrants of the root with an odd number of empty squares.
    fn find_odd_quadrants(&mut self) {
        odd = 0;
        for i in 0..4 {
            odd = odd.replace_bit(i, (quadrants[i] & !(state.q.root.own | state.q.root.opponent)).xor());
        }
    }

    /// Chooses the next pick.
    fn pick_the_next(&mut self) {
        state.d.pick = if from_list { ONE << head } else { ordered.first };
    }

    /// Ends the think.
    fn end(&mut self) {
        state.d.phase = Phase::Idle;
        state.d.child = state.q.root;
        state.d.child_swapped = false;
        node.d.discs = state.q.root;
    }

    /// The answer, and what a player asks about the position.
    fn answer(&mut self) {
        busy = state.q.phase != Phase::Idle;
        Answer { done, best, found, score, depth, nodes, .. } = answered;
        moves = legal.moves;
        flips = if (state.q.pick & (node.q.discs.own | node.q.discs.opponent)).any() { 0 } else { made.flips };
    }
}
