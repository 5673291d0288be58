//! The search of the gateware in plain Rust: the same moves, the same positions looked at, and the same number of clocks.
//!
//! Alpha-beta with null windows (principal variation search), fail-soft, over a table of positions that were searched.
//! A search that is not exact deepens step by step and can be stopped at any clock. What a clock does stands in `Phase`;
//! `gateware/src/othello/search.rs` draws it.

use super::evaluation::{self, PHASES, Weights};
use super::{Position, Square, Squares, order};
use crate::resumable::Resumable;

/// No score is as far from 0.
pub const INFINITE: i32 = 2047;
/// Nodes with fewer empty squares are not sorted, and not kept in the table.
pub const SORTED_EMPTIES: u32 = 6;
/// Neither are nodes whose moves are looked at without an answer.
pub const SORTED_DEPTH: u32 = 2;
/// So many moves are sorted; the rest come after them.
pub const LISTED: usize = 12;
/// Clocks in which the empty squares are counted, before anything else.
pub const COUNTED: usize = 2;
/// Positions in the table, emptied one a clock.
pub const TABLE_SIZE: usize = 1 << TABLE_BITS;
pub const TABLE_BITS: u32 = 10;

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub position: Position,
    pub by: By,
    /// The clocks after which the search ends with the best so far; 0: it takes as long as it takes.
    pub budget: u64,
}

/// How a move is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By its square alone.
    Weights,
    /// By its square and by how many moves it leaves the opponent.
    Mobility,
    /// By what follows.
    Search {
        /// So many empty squares, and it is searched to the end at once; else one ply deeper after the other.
        exact_from: u32,
        /// Plies to look ahead at most where it is not exact; 0: to the end of the game.
        deepest: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `None`: the mover has no move.
    pub at: Option<Square>,
    /// For the mover, in [`evaluation::DISC`]s.
    pub score: i32,
    /// Plies looked ahead by the last search that came to its end; 0 if none did.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// From the strobe that starts it, which is counted, to the clock before `done`.
    pub clocks: u64,
}

/// What a score that was searched says of the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bound {
    /// Nothing: the entry is empty.
    #[default]
    None,
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
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

/// The moves of a node, sorted: the least key first, of equals the one that came first.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    squares: [(u8, u8); LISTED],
    length: usize,
}

impl List {
    /// If there is no more room the last falls out.
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

/// A node on the way from the root to the position that is looked at.
#[derive(Clone, Copy, Debug)]
struct Node {
    position: Position,
    /// Moves that were neither tried nor listed.
    rest: Squares,
    list: List,
    alpha: i32,
    beta: i32,
    best: i32,
    best_at: u8,
    /// The move that is being looked at.
    at: u8,
    depth: u32,
    empties: u32,
    /// The position is as the other side sees it, for who was to move had to pass.
    swapped: bool,
    /// The move is being looked at with a null window.
    null: bool,
    /// A move has been looked at; one has raised alpha.
    begun: bool,
    raised: bool,
}

impl Node {
    /// It is worth sorting its moves and keeping it in the table.
    fn sorted(&self) -> bool {
        self.empties >= SORTED_EMPTIES && self.depth >= SORTED_DEPTH
    }

    /// The move after those that were taken off, as a set; none if that was the last.
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

/// What a clock does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Looks at the new position: is the game over, must its mover pass, is it a leaf, or a node whose moves are tried?
    Enter,
    /// The differences of the features are there.
    Differ,
    /// Each is weighted.
    Weigh,
    /// The sum is there.
    Sum,
    /// The table's entry is there, and a first move is made to be counted.
    Look,
    /// Another move is made, and the one before sorted in.
    Sort,
    /// Takes in what the move was worth, and makes the next, or goes back to the node before.
    Step,
}

fn slot(position: Position) -> usize {
    let both = u128::from(position.own) | u128::from(position.opponent) << 64;
    let words = (0..128)
        .step_by(TABLE_BITS as usize)
        .map(|shift| (both >> shift) as usize);
    words.fold(0, |slot, word| slot ^ word) % TABLE_SIZE
}

/// What comes from outside while the circuit searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// Equal moves are sorted by chance: by this noise in the clock after the strobe.
    pub noise: Option<Noise>,
    /// `stop` is high from this clock on, the one after the strobe being 1.
    pub stop: Option<u64>,
}

/// The state of `tengen_hdl::library::lfsr`, which gives chance its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise(pub u16);

impl Noise {
    /// That of the next clock.
    pub fn next(self) -> Noise {
        let Noise(state) = self;
        Noise(state << 1 | (state >> 15 ^ state >> 14 ^ state >> 12 ^ state >> 3) & 1)
    }

    /// By so much, below 4, of two equal moves one comes after the other.
    fn tie(self) -> u32 {
        let Noise(state) = self;
        (state & 1 | state >> 4 & 2).into()
    }
}

/// Finds out what the task asks.
pub fn search(task: Task, weights: &[Weights; PHASES]) -> Answer {
    search_in(task, Outside::default(), weights)
}

/// The same with what comes from outside.
pub fn search_in(task: Task, outside: Outside, weights: &[Weights; PHASES]) -> Answer {
    let mut search = Search::new(task, outside.noise, weights);
    if let Some(at) = outside.stop {
        search.stop(at);
    }
    search.finish()
}

/// A search that is under way.
#[derive(Clone)]
pub struct Search<'a> {
    task: Task,
    noise: Option<Noise>,
    /// The clock from which on it is stopped.
    stop: u64,
    weights: &'a [Weights; PHASES],
    table: Vec<Option<Entry>>,
    stack: Vec<Node>,
    node: Node,
    /// The position made last, with whether its mover has passed.
    child: Position,
    child_swapped: bool,
    pick: Squares,
    /// What came back for the node's mover; `leaf`: it is not a bound.
    value: i32,
    returned: bool,
    leaf: bool,
    /// The move is made again, with an open window.
    again: bool,
    /// The node is done by the table.
    known: bool,
    /// Of the node in the table: its best move.
    remembered: Option<Square>,
    /// Sorted in with the next clock.
    sorting: Option<u8>,
    phase: Phase,
    /// The answer is there.
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
    /// At the strobe that starts it, with [`Outside::noise`].
    pub fn new(task: Task, noise: Option<Noise>, weights: &'a [Weights; PHASES]) -> Search<'a> {
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

    /// A node above the root, whose only move leads to it.
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
            Phase::Weigh => self.phase = Phase::Sum,
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

    /// The first entries of the table are emptied while the squares are counted, and a stop ends it.
    fn set_up(&mut self) {
        let clocks = match self.is_greedy() {
            true => COUNTED as u64,
            false => self.stop.clamp(1 + COUNTED as u64, TABLE_SIZE as u64),
        };
        self.clocks = 1 + clocks;
        self.noise = (0..clocks).fold(self.noise, |noise, _| noise.map(Noise::next));
    }

    /// A search has come to its end: the next looks one ply further.
    fn deepen(&mut self) {
        self.score = -self.value;
        self.done_depth = self.depth;
        self.done = self.depth >= self.task.position.empties() || self.depth == self.deepest;
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

    fn is_root(&self) -> bool {
        self.stack.len() == 1
    }

    /// The position was worth this to the node's mover.
    fn leaf(&mut self, value: i32) {
        self.value = value;
        self.returned = true;
        self.leaf = true;
        self.phase = Phase::Step;
    }

    fn enter(&mut self) {
        let legal = self.child.legal();
        let (depth, empties) = (self.node.depth - 1, self.node.empties - 1);
        self.nodes += u64::from(!self.child_swapped);
        self.passes |= legal == 0 && self.stack.is_empty();
        if legal == 0 && self.is_greedy() {
            self.done = true;
        } else if legal == 0 && (self.child_swapped || empties == 0) {
            let score = self.child.final_score() * evaluation::DISC;
            self.leaf(if self.child_swapped { score } else { -score });
            // The last square of a node was all it had.
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
            let (low, high) = match self.node.null {
                true => (self.node.alpha, self.node.alpha + 1),
                false => (self.node.alpha, self.node.beta),
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

    /// The node is worth this to the mover of the node before, which is taken from the stack.
    fn go_back(&mut self, value: i32) {
        self.value = value;
        self.returned = true;
        if let Some(node) = self.stack.pop() {
            self.node = node;
        }
        self.pick = self.node.pick();
        self.phase = Phase::Step;
    }

    /// A stop from now on finds an answer.
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
        // A single move needs no sorting: it is made.
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
        // The place for the move made in this clock is the last.
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
        let root = self.is_root();
        let node = &mut self.node;
        let mut cut = false;
        let mut done = self.known;
        let mut again = false;
        if self.returned {
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
            node.null = false;
            self.pick = 1 << node.at;
        } else {
            node.at = self.pick.trailing_zeros() as u8;
            if self.again {
                self.again = false;
            } else {
                node.null = node.begun;
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

    /// A position after so many random plies.
    fn position(random: &mut Random, plies: usize) -> Position {
        (0..plies).fold(Position::START, |position, _| {
            let squares: Vec<Square> = Square::of(position.legal()).collect();
            match squares.is_empty() {
                true => position.passed(),
                false => position.after(random.of(&squares)),
            }
        })
    }

    /// Three ways to the same answer: at once, in windows, and stopped in a copy that was made before the stop.
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
                    _ => By::Search {
                        exact_from: random.below(13),
                        deepest: random.below(6),
                    },
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
