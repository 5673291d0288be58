//! The search of the gateware in plain Rust: it finds the same moves, visits the same positions and takes the same
//! number of clocks.
//!
//! Alpha-beta with null windows (principal variation search), fail-soft, with a transposition table. Unless it is
//! exact, the search deepens iteratively and can be stopped at any clock. `Phase` says what happens in a clock;
//! `gateware/src/othello/search/othello_search.rs` has a diagram.
//!
//! Unless a search is exact, the later moves of a node are probed first: searched less deep, against a bound a margin
//! below alpha. A move that fails even there is given up; any other is searched at full depth. This is half of M. Buro's
//! ProbCut ("ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", ICCA Journal 18(2), 1995), which
//! also probes for moves far above beta.

use super::evaluation::{self, Weights};
use super::{Position, Square, Squares, order};
use crate::resumable::Resumable;

/// Greater than the absolute value of any score.
pub const INFINITE: i32 = 2047;
/// Nodes with fewer empty squares are neither sorted nor stored in the table.
pub const SORTED_EMPTIES: u32 = 6;
/// Nodes shallower than this are neither sorted nor stored.
pub const SORTED_DEPTH: u32 = 2;
/// Nodes shallower than this probe none of their moves.
pub const PROBED_DEPTH: u32 = 4;
/// A probe at a node of this depth or more leaves out more plies.
pub const DEEP: u32 = 7;
/// The plies that a probe leaves out of a shallow and of a deep search. Even numbers: the side to move at the leaves
/// stays the same.
pub const LEFT_OUT: [u32; 2] = [2, 4];
/// How far below alpha a probe must fail.
pub const MARGIN: i32 = 2 * evaluation::DISC;
/// The most moves to be sorted; the rest come after them.
pub const LISTED: usize = 12;
/// The clocks in which the empty squares are counted, before anything else.
pub const COUNTED: usize = 2;
/// The number of positions in the table, which is emptied one entry a clock.
pub const TABLE_SIZE: usize = 1 << TABLE_BITS;
pub const TABLE_BITS: u32 = 10;

/// What to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub position: Position,
    pub by: By,
    /// The clocks after which the search ends with the best move so far; 0: no limit.
    pub budget: u64,
}

/// How to choose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By the weight of its square.
    Weights,
    /// By its square and the opponent's number of moves after it.
    Mobility,
    /// By search.
    Search {
        /// With at most this many empty squares, the first search goes to the end of the game; otherwise the search
        /// deepens ply by ply.
        exact_from: u32,
        /// The most plies to look ahead unless exact; 0: to the end of the game.
        deepest: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move; `None` if the mover has none.
    pub at: Option<Square>,
    /// The score for the mover, in [`evaluation::DISC`]s.
    pub score: i32,
    /// The depth of the last completed search in plies; 0 if there was none.
    pub depth: u32,
    /// The number of positions entered.
    pub nodes: u64,
    /// The clocks from the starting strobe, inclusive, to the clock before `done`.
    pub clocks: u64,
}

/// How a stored score bounds the true score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bound {
    /// Not at all: the entry is empty.
    #[default]
    None,
    Exact,
    /// The true score is at least the stored one.
    Lower,
    /// The true score is at most the stored one.
    Upper,
}

/// A position in the table.
#[derive(Clone, Copy)]
struct Entry {
    position: Position,
    bound: Bound,
    score: i32,
    depth: u32,
    best: Square,
}

/// The moves of a node, sorted by key, least first; equal keys stay in order of insertion.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    squares: [(u8, u8); LISTED],
    length: usize,
}

impl List {
    /// Inserts a move; if the list is full, the last move is dropped.
    fn insert(&mut self, key: u8, at: u8) {
        let place = self.squares[..self.length].partition_point(|(other, _)| *other <= key);
        if place < LISTED {
            self.length = LISTED.min(self.length + 1);
            self.squares.copy_within(place..LISTED - 1, place + 1);
            self.squares[place] = (key, at);
        }
    }

    fn drop_first(&mut self) {
        self.squares.copy_within(1.., 0);
        self.length -= 1;
    }
}

/// A node on the path from the root to the present position.
#[derive(Clone, Copy, Debug)]
struct Node {
    position: Position,
    /// Moves that are neither tried nor listed.
    rest: Squares,
    list: List,
    alpha: i32,
    beta: i32,
    best: i32,
    best_at: u8,
    /// The move being searched.
    at: u8,
    depth: u32,
    empties: u32,
    /// The side to move passed; the node is seen from the opponent's side.
    swapped: bool,
    /// The move is being searched with a null window.
    null: bool,
    /// The move is being probed.
    probed: bool,
    /// At least one move has been searched.
    begun: bool,
    /// A move has raised alpha.
    raised: bool,
}

impl Node {
    /// Whether its moves are sorted and its result stored in the table.
    fn sorted(&self) -> bool {
        self.empties >= SORTED_EMPTIES && self.depth >= SORTED_DEPTH
    }

    /// The depth of the child that its move makes, in plies.
    fn depth_below(&self) -> u32 {
        let left_out = LEFT_OUT[usize::from(self.depth >= DEEP)];
        self.depth - 1 - if self.probed { left_out } else { 0 }
    }

    /// The next move, as a set; empty if none is left.
    fn pick(&self) -> Squares {
        if self.list.length > 0 {
            1 << self.list.squares[0].1
        } else {
            order::first(self.rest, self.position.empty())
        }
    }

    fn take_off(&mut self, pick: Squares) {
        if self.list.length > 0 {
            self.list.drop_first();
        } else {
            self.rest &= !pick;
        }
    }
}

/// What happens in a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Examines the new position: the end of the game, a pass, a leaf, or a node whose moves are tried.
    Enter,
    /// Takes the features' differences.
    Differ,
    /// Multiplies each by its weight.
    Weigh,
    /// Adds the products.
    Add,
    /// Takes the sum, the value of a leaf.
    Sum,
    /// Reads the table's entry, and makes the first move to be sorted.
    Look,
    /// Makes another move, and inserts the one before into the list.
    Sort,
    /// Takes the value of a move; makes the next move or returns to the parent.
    Step,
}

fn slot(position: Position) -> usize {
    let both = u128::from(position.own) | u128::from(position.opponent) << 64;
    let words = (0..128)
        .step_by(TABLE_BITS as usize)
        .map(|shift| (both >> shift) as usize);
    words.fold(0, |slot, word| slot ^ word) % TABLE_SIZE
}

/// Inputs during a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// The noise in the clock after the strobe, which orders equal moves at random; `None`: no random order.
    pub noise: Option<Noise>,
    /// The clock from which on `stop` is high, the one after the strobe being 1.
    pub stop: Option<u64>,
}

/// The state of `tengen_hdl::library::lfsr`, the source of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise(pub u16);

impl Noise {
    /// The state in the next clock.
    pub fn next(self) -> Noise {
        let Noise(state) = self;
        Noise(state << 1 | (state >> 15 ^ state >> 14 ^ state >> 12 ^ state >> 3) & 1)
    }

    /// A random addition, below 4, to the key of a move.
    fn tie(self) -> u32 {
        let Noise(state) = self;
        (state & 1 | state >> 4 & 2).into()
    }
}

/// Searches for the best move of a task.
pub fn search(task: Task, weights: &Weights) -> Answer {
    search_in(task, Outside::default(), weights)
}

/// The same with these inputs during the search.
pub fn search_in(task: Task, outside: Outside, weights: &Weights) -> Answer {
    let mut search = Search::new(task, outside.noise, weights);
    if let Some(at) = outside.stop {
        search.stop(at);
    }
    search.finish()
}

/// A search in progress.
#[derive(Clone)]
pub struct Search<'a> {
    task: Task,
    noise: Option<Noise>,
    /// The clock from which on it is stopped.
    stop: u64,
    weights: &'a Weights,
    table: Vec<Option<Entry>>,
    stack: Vec<Node>,
    node: Node,
    /// The position after the last move.
    child: Position,
    /// Its mover has passed.
    child_swapped: bool,
    pick: Squares,
    /// A child's value, for the node's mover.
    value: i32,
    returned: bool,
    /// `value` is exact, not a bound.
    leaf: bool,
    /// The move is to be searched again, at full depth or with an open window.
    again: bool,
    /// The table decided the node.
    known: bool,
    /// The best move of the node's table entry.
    remembered: Option<Square>,
    /// The move to insert into the list in the next clock.
    sorting: Option<u8>,
    phase: Phase,
    /// The answer is complete.
    done: bool,
    depth: u32,
    deepest: u32,
    best: Option<Square>,
    /// The mover has no move.
    passes: bool,
    score: i32,
    done_depth: u32,
    nodes: u64,
    clocks: u64,
}

impl Resumable for Search<'_> {
    type Answer = Answer;

    fn run_to(&mut self, clocks: u64) {
        while self.clocks < clocks && !self.done {
            self.advance();
        }
    }

    fn stop(&mut self, at: u64) {
        self.stop = self.stop.min(at);
    }

    fn clocks(&self) -> u64 {
        self.clocks
    }

    fn answer(&self) -> Option<Answer> {
        self.done.then_some(Answer {
            at: self.best,
            score: self.score,
            depth: self.done_depth,
            nodes: self.nodes,
            clocks: self.clocks,
        })
    }
}

impl<'a> Search<'a> {
    /// Creates the search at its starting strobe; `noise` as in [`Outside::noise`].
    pub fn new(task: Task, noise: Option<Noise>, weights: &'a Weights) -> Search<'a> {
        let empties = task.position.empties();
        let (depth, deepest) = match task.by {
            By::Search { exact_from, .. } if empties <= exact_from => (empties.max(1), 0),
            By::Search { deepest, .. } => (1, deepest),
            _ => (1, 1),
        };
        Search {
            task,
            noise,
            stop: u64::MAX,
            weights,
            table: vec![None; TABLE_SIZE],
            stack: Vec::with_capacity(128),
            node: Search::above(task.position, depth),
            child: task.position,
            child_swapped: false,
            pick: 0,
            value: 0,
            returned: false,
            leaf: false,
            again: false,
            known: false,
            remembered: None,
            sorting: None,
            phase: Phase::Enter,
            done: false,
            depth,
            deepest,
            best: None,
            passes: false,
            score: 0,
            done_depth: 0,
            nodes: 0,
            clocks: 0,
        }
    }

    /// A node above the root, with the root as its only child.
    fn above(root: Position, depth: u32) -> Node {
        Node {
            position: root,
            rest: 0,
            list: List::default(),
            alpha: -INFINITE,
            beta: INFINITE,
            best: -INFINITE,
            best_at: 0,
            at: 0,
            depth: depth + 1,
            empties: root.empties() + 1,
            swapped: false,
            null: false,
            probed: false,
            begun: false,
            raised: false,
        }
    }

    fn advance(&mut self) {
        if self.clocks == 0 {
            return self.set_up();
        }
        let late = self.task.budget > 0 && self.clocks + 1 >= self.task.budget || self.clocks > self.stop;
        self.clocks += 1;
        if late && (self.best.is_some() || self.passes) {
            self.done = true;
            return;
        }
        match self.phase {
            Phase::Enter => self.enter(),
            Phase::Differ => self.phase = Phase::Weigh,
            Phase::Weigh => self.phase = Phase::Add,
            Phase::Add => self.phase = Phase::Sum,
            Phase::Sum => {
                let value = evaluation::evaluate(self.child, self.weights);
                self.leaf(if self.child_swapped { value } else { -value });
            }
            Phase::Look => self.look(),
            Phase::Sort => self.sort(),
            Phase::Step if self.returned && self.stack.is_empty() => self.deepen(),
            Phase::Step => self.step(),
        }
        self.noise = self.noise.map(Noise::next);
    }

    /// Clears the first entries of the table while the empty squares are counted; a stop ends this.
    fn set_up(&mut self) {
        let clocks = match self.is_greedy() {
            true => COUNTED as u64,
            false => self.stop.clamp(1 + COUNTED as u64, TABLE_SIZE as u64),
        };
        self.clocks = 1 + clocks;
        self.noise = (0..clocks).fold(self.noise, |noise, _| noise.map(Noise::next));
    }

    /// Completes a search; the next one looks a ply deeper.
    fn deepen(&mut self) {
        self.score = -self.value;
        self.done_depth = self.depth;
        self.done = self.is_exact() || self.depth == self.deepest;
        self.depth += 1;
        self.node = Search::above(self.task.position, self.depth);
        self.child = self.task.position;
        self.child_swapped = false;
        self.returned = false;
        self.phase = Phase::Enter;
    }

    fn is_greedy(&self) -> bool {
        !matches!(self.task.by, By::Search { .. })
    }

    /// Whether the present search reaches the end of the game.
    fn is_exact(&self) -> bool {
        self.depth >= self.task.position.empties()
    }

    fn is_root(&self) -> bool {
        self.stack.len() == 1
    }

    /// Takes the value of a leaf, for the node's mover.
    fn leaf(&mut self, value: i32) {
        self.value = value;
        self.returned = true;
        self.leaf = true;
        self.phase = Phase::Step;
    }

    fn enter(&mut self) {
        let legal = self.child.legal();
        let (depth, empties) = (self.node.depth_below(), self.node.empties - 1);
        self.nodes += u64::from(!self.child_swapped);
        self.passes |= legal == 0 && self.stack.is_empty();
        if legal == 0 && self.is_greedy() {
            self.done = true;
        } else if legal == 0 && (self.child_swapped || empties == 0) {
            let score = self.child.final_score() * evaluation::DISC;
            self.leaf(if self.child_swapped { score } else { -score });
            // A node with one empty square has no further moves.
            if self.node.empties == 1 && !self.stack.is_empty() {
                let value = if self.node.swapped { self.value } else { -self.value };
                self.go_back(value);
            }
        } else if legal == 0 {
            self.child = self.child.passed();
            self.child_swapped = true;
        } else if depth == 0 {
            self.phase = Phase::Differ;
        } else {
            let (low, high) = match (self.node.probed, self.node.null) {
                (true, _) => (self.node.alpha - MARGIN, self.node.alpha - MARGIN + 1),
                (_, true) => (self.node.alpha, self.node.alpha + 1),
                (_, false) => (self.node.alpha, self.node.beta),
            };
            let swapped = self.child_swapped;
            self.stack.push(self.node);
            self.node = Node {
                position: self.child,
                rest: legal,
                alpha: if swapped { low } else { -high },
                beta: if swapped { high } else { -low },
                depth,
                empties,
                swapped,
                ..Search::above(self.child, depth)
            };
            self.pick = order::first(legal, self.child.empty());
            self.returned = false;
            self.phase = match self.is_greedy() || self.node.sorted() {
                true => Phase::Look,
                false => Phase::Step,
            };
        }
    }

    /// Returns to the parent with the node's value for the parent's mover.
    fn go_back(&mut self, value: i32) {
        self.value = value;
        self.returned = true;
        if let Some(node) = self.stack.pop() {
            self.node = node;
        }
        self.pick = self.node.pick();
        self.phase = Phase::Step;
    }

    /// Makes sure that a stop from now on finds an answer.
    fn answer_with_any(&mut self) {
        if self.is_root() && !self.node.swapped && self.best.is_none() {
            self.best = Square::of(self.pick).next();
        }
    }

    fn make(&mut self) {
        if let Some(at) = Square::of(self.pick).next() {
            self.child = self.node.position.after(at);
            self.child_swapped = false;
        }
    }

    fn look(&mut self) {
        self.answer_with_any();
        let entry = self.table[slot(self.node.position)].filter(|entry| entry.position == self.node.position);
        self.remembered = entry.map(|entry| entry.best);
        let node = &mut self.node;
        if let Some(entry) = entry {
            let cuts = match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => entry.score >= node.beta,
                Bound::Upper => entry.score <= node.alpha,
            };
            if cuts && entry.depth >= node.depth && self.stack.len() > 1 {
                node.best = entry.score;
                self.known = true;
                self.phase = Phase::Step;
                return;
            }
        }
        self.make_to_sort();
        // A single move need not be sorted: it is made at once.
        if self.node.rest == 0 {
            self.sorting = None;
            self.node.at = self.pick.trailing_zeros() as u8;
            self.node.begun = true;
            self.pick = 0;
            self.done = self.is_greedy();
            self.phase = Phase::Enter;
            return;
        }
        self.pick = order::first(self.node.rest, self.node.position.empty());
        self.phase = Phase::Sort;
    }

    fn make_to_sort(&mut self) {
        self.make();
        self.node.rest &= !self.pick;
        self.sorting = Some(self.pick.trailing_zeros() as u8);
    }

    fn sort(&mut self) {
        if let Some(at) = self.sorting.take() {
            let remembered = self.remembered.map(Square::number) == Some(at.into());
            let square = Square::numbered(at.into());
            let penalty = square.map_or(0, order::penalty);
            let key = match self.task.by {
                By::Weights => penalty,
                By::Mobility => penalty + order::answers(self.child),
                By::Search { .. } if remembered => 0,
                By::Search { .. } => order::answers(self.child) + 1,
            };
            let tie = self.noise.map_or(0, Noise::tie);
            self.node.list.insert((key << 2 | tie) as u8, at);
        }
        // Makes another move while the list has room for it; a greedy player looks at all moves.
        if self.pick != 0 && (self.is_greedy() || self.node.list.length < LISTED) {
            self.make_to_sort();
            self.pick = order::first(self.node.rest, self.node.position.empty());
        } else if self.is_greedy() {
            self.best = Square::numbered(self.node.list.squares[0].1.into());
            self.done = true;
        } else {
            self.pick = self.node.pick();
            self.phase = Phase::Step;
        }
    }

    fn step(&mut self) {
        self.answer_with_any();
        let (root, exact) = (self.is_root(), self.is_exact());
        let node = &mut self.node;
        let mut cut = false;
        let mut done = self.known;
        let mut again = false;
        // The value of a leaf is true at any depth.
        if self.returned && node.probed && !self.leaf && self.value > node.alpha - MARGIN {
            again = true;
        } else if self.returned {
            again = node.null && !self.leaf && self.value > node.alpha && self.value < node.beta;
            cut = self.value >= node.beta;
            done = cut || (!again && self.pick == 0);
            if self.value > node.best {
                node.best = self.value;
                node.best_at = node.at;
                if root && !node.swapped {
                    self.best = Square::numbered(node.at.into());
                }
            }
            if self.value > node.alpha {
                node.alpha = self.value;
                node.raised = true;
            }
        }
        if done {
            if node.sorted() && !self.known {
                let bound = match (cut, node.raised) {
                    (true, _) => Bound::Lower,
                    (_, true) => Bound::Exact,
                    (_, false) => Bound::Upper,
                };
                let best = Square::numbered(node.best_at.into());
                self.table[slot(node.position)] = best.map(|best| Entry {
                    position: node.position,
                    bound,
                    score: node.best,
                    depth: node.depth,
                    best,
                });
            }
            let value = if node.swapped { node.best } else { -node.best };
            self.known = false;
            self.leaf = false;
            self.go_back(value);
        } else if again {
            self.returned = false;
            self.again = true;
            // A probe is followed by a null window, and that by an open one.
            node.null = node.probed;
            node.probed = false;
            self.pick = 1 << node.at;
        } else {
            node.at = self.pick.trailing_zeros() as u8;
            if self.again {
                self.again = false;
            } else {
                node.null = node.begun;
                node.probed = node.begun && !exact && node.depth >= PROBED_DEPTH;
                node.begun = true;
                let pick = self.pick;
                node.take_off(pick);
            }
            self.make();
            self.pick = self.node.pick();
            self.returned = false;
            self.leaf = false;
            self.phase = Phase::Enter;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::evaluation::WEIGHTS;
    use crate::resumable::whole_and_stopped;
    use tengen_sim::Random;

    /// The position after that many random plies.
    fn position(random: &mut Random, plies: usize) -> Position {
        (0..plies).fold(Position::START, |position, _| {
            let squares: Vec<Square> = Square::of(position.legal()).collect();
            match squares.is_empty() {
                true => position.passed(),
                false => position.after(random.of(&squares)),
            }
        })
    }

    /// Three ways must give the same answer: at once, in time slices, and stopped in a copy made before the stop.
    #[test]
    fn in_windows_and_stopped_in_a_copy_it_is_the_same_search() {
        let mut random = Random::new(9);
        let mut stopped = 0;
        for _ in 0..300 {
            let plies = random.below(61);
            let task = Task {
                position: position(&mut random, plies),
                by: match random.below(6) {
                    0 => By::Weights,
                    1 => By::Mobility,
                    _ => By::Search { exact_from: random.below(13), deepest: random.below(6) },
                },
                budget: 1 + random.below(60_000),
            };
            let noise = random.once_in(2).then(|| Noise(1 + random.below(60_000)));
            let at = |stop| search_in(task, Outside { noise, stop }, &WEIGHTS);
            let answer = at(None);
            let stop = 1 + random.below(answer.clocks);
            let window = 1 + random.below(answer.clocks);
            let search = Search::new(task, noise, &WEIGHTS);
            let found = whole_and_stopped(search, answer.clocks, window, stop);
            assert_eq!(found, [answer, at(Some(stop))], "stopped at {stop}: {task:?}");
            stopped += u32::from(at(Some(stop)).clocks < answer.clocks);
        }
        assert!(stopped > 100, "{stopped}");
    }
}
