//! The search of the gateware in plain Rust: it finds the same moves, visits the same positions and takes the same
//! number of clocks.
//!
//! ```text
//! think -> Empty -> fours only: is there a win? -> depth 1, 2, 3 ... until the budget is spent -> answer
//!
//! a node:  Enter --- decided by the threats, a leaf, or far above beta ---> its value
//!            | a four must be blocked: that is its only move, and costs no depth
//!            v
//!          Look --- a table hit ---> its value
//!            v
//!          Survey: the best candidate not tried yet
//!            v
//!          Step: place it -> Walk -> Enter the child ... -> Step: its value -> Back if it was written -> Survey ...
//! ```
//!
//! | step   | clocks              | what happens                                                                    |
//! |--------|---------------------|---------------------------------------------------------------------------------|
//! | Empty  | 1024                | the table is emptied                                                            |
//! | Begin  | 1                   | the root is entered                                                             |
//! | Step   | 1                   | the node takes a child's value, and starts the next candidate's walk or is done |
//! | Walk   | 10                  | a stone is placed: update the 32 crossings on its lines, four a clock           |
//! | Enter  | 1                   | the counts of the threats decide the node, or give the value of a leaf          |
//! | Look   | 1                   | read the table's entry, and the value: either may settle the node               |
//! | Back   | 8                   | a stone is taken back                                                           |
//! | Survey | 15 from the step on | find the best candidate of each row, during the walk; once more after Enter if the candidates are fours |
//!
//! The search runs from state to state and can be paused and resumed after any of them:
//!
//! | state  | what happens                                         | then                                       |
//! |--------|------------------------------------------------------|--------------------------------------------|
//! | Empty  | the table is emptied                                 | Enter the root; on an empty board Answered |
//! | Enter  | a node is entered                                    | decided: Return; a forced block: Enter the child; else Try |
//! | Try    | the next candidate of the node is placed             | Enter the child                            |
//! | Return | a finished node hands its value to its parent        | Enter the child again; Try; done: Return; at the root: Part |
//! | Part   | the search by fours, or that of one depth, has ended | Enter the root, a ply deeper; or Answered  |
//!
//! A stack holds the nodes between the root and the present one, each with the kind of search it has started on its
//! child (`Awaited`).
//!
//! A score of a win or loss is a proof: of the threats on entry, or of every legal move. Where all moves so far lose,
//! more are tried, and if there are more than [`WIDEST`] the score stays below a loss ([`LIKELY`]).
//!
//! Alpha-beta with null windows (principal variation search), fail-soft, with late move reductions and a transposition
//! table. A leaf's stone is only tried: its walk updates the sums and nothing else, so nothing has to be undone, and
//! the next candidate is found meanwhile.
//!
//! The clocks are those of a circuit that examines four lines at once; [`Lanes`] has those of a smaller one.

mod deepening;
mod entry;
mod lane_clocks;
mod lookup;
mod tries;

pub use self::lane_clocks::Lanes;
use super::position::Position;
use super::weights::Weights;
use crate::gomoku::board::SIZE;
use crate::gomoku::{Board, Colour, Crossing, Rule};
use crate::resumable::Resumable;

/// A position that is proved to be won scores this less the plies to the win.
pub const WIN: i32 = 8000;
/// Scores from here on are wins.
pub const WON: i32 = 7800;
/// A position that looks won but is not proved to be scores this less the plies from the root.
pub const LIKELY: i32 = 7700;
const INFINITE: i32 = 8191;
/// Score of a mover whose forced block may be a foul.
pub const BLOCKED: i32 = -4000;

/// Positions in the table, emptied one a clock.
pub const TABLE_SIZE: usize = 1 << 10;
/// Bits of the key that tell positions of the same slot apart.
pub const TAG_BITS: u32 = 23;
/// Nodes with fewer plies left are not looked up in the table, nor stored.
pub const REMEMBERED_DEPTH: i32 = 2;
/// The moves tried at a node.
pub const CANDIDATES: usize = 16;
/// The moves tried at the root.
pub const ROOT_CANDIDATES: usize = 20;
/// The moves tried at a node while all of them lose.
pub const WIDEST: usize = 40;
/// The moves tried at a node in a search by fours.
pub const FOURS: usize = 16;
/// The greatest depth; a search by fours always has it.
pub const DEEPEST: i32 = 60;
/// The most stones placed on the way from the root.
pub const LONGEST: usize = 126;
/// Late move reductions, not at the root: candidates from this number on are first searched a ply shallower.
pub const LATE: usize = 3;
/// The least depth with late move reductions.
pub const LATE_DEPTH: i32 = 3;
/// Candidates from this number on are first searched two plies shallower.
pub const LATER: usize = 7;
/// The least depth at which they are.
pub const LATER_DEPTH: i32 = 4;
/// Reverse futility pruning: the margin above beta for each remaining ply.
pub const MARGIN: i32 = 80;
/// The greatest depth with reverse futility pruning.
pub const MARGIN_DEPTH: i32 = 3;
/// The search by fours gets one part in this many of the budget.
const FOURS_SHARE: u64 = 4;

/// Clocks of a survey of all rows.
const SURVEY: u64 = SIZE as u64;
/// Clocks to survey a candidate's own row again, for the candidate after it.
const NEXT: u64 = 1;
/// Clocks until the table is empty, including the strobe.
const EMPTY: u64 = 1 + TABLE_SIZE as u64;
/// Clocks of a table lookup.
const LOOK: u64 = 1;

/// What to search.
#[derive(Clone, Debug)]
pub struct Task {
    pub board: Board,
    pub mover: Colour,
    pub rule: Rule,
    /// The clocks after which the search ends with the best move so far; 0: no limit.
    pub budget: u64,
    /// The most plies to look ahead; 0: no limit.
    pub deepest: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move; `None` if there is no legal one.
    pub at: Option<Crossing>,
    /// The score for the mover: +200 multiplies the odds of winning by e; [`WON`] or more is a proof of a win.
    pub score: i32,
    /// The depth of the last completed search in plies; 0 if there was none.
    pub depth: u32,
    /// The number of positions entered.
    pub nodes: u64,
    /// The clocks from the starting strobe, inclusive, to the clock before `done`.
    pub clocks: u64,
    /// The expected reply of the opponent.
    pub reply: Option<Crossing>,
    /// The clocks from `done`, inclusive, until `busy` falls: meanwhile the tried stones are taken off.
    pub unwinding: u64,
}

/// Settings that differ between machines, and some that only tests of the search change.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub lanes: Lanes,
    pub candidates: usize,
    pub root_candidates: usize,
    /// The moves tried while all of them lose; if there are more, the loss is not proved. `None`: the moves that were
    /// tried count as all.
    pub widest: Option<usize>,
    /// Late move reductions.
    pub reduces: bool,
    /// Reverse futility pruning.
    pub gives_up: bool,
    /// A search by fours comes first.
    pub fours: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lanes: Lanes::default(),
            candidates: CANDIDATES,
            root_candidates: ROOT_CANDIDATES,
            widest: Some(WIDEST),
            reduces: true,
            gives_up: true,
            fours: true,
        }
    }
}

/// The plies to the win that a score proves; `None` if it proves none.
pub fn wins_in(score: i32) -> Option<u32> {
    (score >= WON).then(|| (WIN - score) as u32)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    /// The true score is at least this one.
    Lower,
    /// The true score is at most this one.
    Upper,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    tag: u32,
    bound: Bound,
    score: i16,
    depth: i8,
    best: u8,
}

/// Which crossings are candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    All,
    /// Where either side would have a four: the answers to a threatened double four.
    Fours,
    /// Where the mover would have a four.
    OwnFours,
}

/// Finds a move.
pub fn search(task: &Task, weights: &Weights) -> Answer {
    search_with(task, Settings::default(), None, weights)
}

/// The same with other settings. `stop` is the clock from which on the stop input is high, the one after the strobe
/// being 1.
pub fn search_with(task: &Task, settings: Settings, stop: Option<u64>, weights: &Weights) -> Answer {
    let mut search = Search::new(task.clone(), settings, weights);
    if let Some(at) = stop {
        search.stop(at);
    }
    search.finish()
}

/// Only the search by fours of [`search`], in its part of the budget. No move: it found no win.
pub fn fours(task: &Task, weights: &Weights) -> Answer {
    let mut search = Search::new(task.clone(), Settings::default(), weights);
    search.clocks = EMPTY;
    search.begin_fours();
    let score = loop {
        match search.state {
            State::Part(score) => break score,
            _ => search.advance(),
        }
    };
    let won = score.filter(|score| *score >= WON);
    Answer {
        at: won.and(search.best).and_then(crossing),
        score: won.unwrap_or(0),
        depth: won.map_or(0, |score| (WIN - score) as u32),
        nodes: search.nodes,
        clocks: search.clocks,
        reply: won.and(search.reply).and_then(crossing),
        unwinding: 0,
    }
}

fn crossing(at: u8) -> Option<Crossing> {
    super::position::crossing(usize::from(at))
}

/// The value of a finished node, for its mover.
#[derive(Clone, Copy, Debug)]
struct Value {
    score: i32,
    /// It is valid for any window.
    exact: bool,
    /// It was decided on entry, without search.
    entered: bool,
    /// The best move.
    best: Option<u8>,
}

impl Value {
    fn exact(score: i32) -> Value {
        Value { score, exact: true, entered: true, best: None }
    }

    fn bound(score: i32, best: Option<u8>) -> Value {
        Value { score, exact: false, entered: false, best }
    }
}

/// A node on entry.
#[derive(Clone, Copy, Debug)]
struct Node {
    mover: Colour,
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    /// The stone placed last makes five.
    lost: bool,
    /// The filter assumed for a survey that began with the stone's walk; `None` if there was no such survey.
    surveyed: Option<Filter>,
    /// Before that survey, the row of the stone just placed was surveyed again, for the parent's next candidate.
    advanced: bool,
}

/// Candidates in the order in which they are tried. There is room for two more than are tried: the table's move comes
/// first, and if it is among the candidates another one is needed.
#[derive(Clone, Copy, Debug)]
struct List {
    moves: [u8; WIDEST + 2],
    length: usize,
}

impl List {
    fn empty() -> List {
        List { moves: [0; WIDEST + 2], length: 0 }
    }

    /// A list of one move.
    fn of(at: u8) -> List {
        let mut list = List::empty();
        list.begin_with(at);
        list
    }

    /// Puts the table's move first, and removes it from its old place.
    fn begin_with(&mut self, first: u8) {
        let listed = &self.moves[..self.length];
        let end = listed.iter().position(|&other| other == first).unwrap_or(self.length);
        self.moves.copy_within(..end, 1);
        self.moves[0] = first;
        self.length = self.length.max(end + 1);
    }
}

/// The search of a child whose result the node waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// The only move, which blocks a five.
    Block,
    /// A null window, and so many plies shallower.
    Reduced(i32),
    /// A null window.
    Null,
    /// The node's own window.
    Full,
}

/// A node whose moves are being tried.
#[derive(Clone, Debug)]
struct Frame {
    node: Node,
    /// The node's alpha, raised by the best move so far.
    alpha: i32,
    filter: Filter,
    list: List,
    /// The index of the candidate being tried.
    number: usize,
    /// The number of candidates to try, unless all of them lose.
    most: usize,
    /// The first candidate is the table's move, which was not surveyed.
    remembered: bool,
    best: Option<(i32, u8)>,
    /// The slot and tag under which the node is stored in the table; `None` if it is not stored.
    kept: Option<(usize, u32)>,
    awaited: Awaited,
    /// The tried stone is written to the board and must be taken back.
    written: bool,
    /// Every value of the present candidate was decided on the child's entry.
    entered: bool,
}

/// The next step; the table at the head of the file explains them.
#[derive(Clone, Copy, Debug)]
enum State {
    Empty,
    Enter(Node),
    Try,
    Return(Value),
    /// The score at the root; `None` if the time ran out first.
    Part(Option<i32>),
    Answered,
}

/// A search in progress.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    task: Task,
    settings: Settings,
    weights: &'a Weights,
    position: Position<'a>,
    table: Vec<Option<Entry>>,
    stack: Vec<Frame>,
    state: State,
    /// The root's mover plays only fours.
    fours_only: bool,
    nodes: u64,
    clocks: u64,
    /// The clock at which the search ends if it has a move.
    end: u64,
    /// The clock at which the present part ends.
    limit: u64,
    /// The time of the present part has run out.
    over: bool,
    /// The number of tried stones on the board.
    written: u64,
    /// That number when the time ran out.
    left: u64,
    best: Option<u8>,
    reply: Option<u8>,
    /// The depth of the search in progress.
    depth: i32,
    /// The score of the last completed search.
    score: i32,
    /// The depth of the last completed search.
    done_depth: u32,
    unwinding: u64,
}

impl Resumable for Search<'_> {
    type Answer = Answer;

    /// Runs at least to `clocks`: past it by at most one step, which may take several clocks.
    fn run_to(&mut self, clocks: u64) {
        // At the end of a part the answer may already be known.
        while match self.state {
            State::Answered => false,
            State::Part(_) => true,
            _ => self.clocks < clocks,
        } {
            self.advance();
        }
    }

    fn stop(&mut self, at: u64) {
        self.end = self.end.min(at.saturating_add(2));
        self.limit = self.limit.min(self.end);
    }

    fn clocks(&self) -> u64 {
        self.clocks
    }

    fn answer(&self) -> Option<Answer> {
        matches!(self.state, State::Answered).then(|| Answer {
            at: self.best.and_then(crossing),
            score: self.score,
            depth: self.done_depth,
            nodes: self.nodes,
            clocks: self.clocks,
            reply: self.reply.and_then(crossing),
            unwinding: self.unwinding,
        })
    }
}

impl<'a> Search<'a> {
    /// Creates the search at its starting strobe.
    ///
    /// # Panics
    /// If `settings` tries more candidates than [`FOURS`], or more than [`WIDEST`] where all lose.
    pub fn new(task: Task, settings: Settings, weights: &'a Weights) -> Search<'a> {
        assert!(settings.candidates <= FOURS, "at most {FOURS} candidates are tried");
        assert!(settings.widest <= Some(WIDEST), "at most {WIDEST} candidates are tried");
        let position = Position::weighted(task.rule, &task.board, weights);
        let end = if task.budget == 0 { u64::MAX } else { task.budget };
        Search {
            task,
            settings,
            weights,
            position,
            table: vec![None; TABLE_SIZE],
            stack: vec![],
            state: State::Empty,
            fours_only: false,
            nodes: 0,
            clocks: 0,
            end,
            limit: end,
            over: false,
            written: 0,
            left: 0,
            best: None,
            reply: None,
            depth: 1,
            score: 0,
            done_depth: 0,
            unwinding: 0,
        }
    }

    /// The depth of the last completed search, and the best move so far, if any.
    pub fn so_far(&self) -> (u32, Option<Crossing>) {
        (self.done_depth, self.best.and_then(crossing))
    }

    fn advance(&mut self) {
        match self.state {
            State::Empty => self.empty(),
            State::Enter(node) => self.enter(node),
            State::Try => self.try_next(),
            State::Return(value) => self.take(value),
            State::Part(score) => self.end_part(score),
            State::Answered => {}
        }
        if self.over && !matches!(self.state, State::Part(_) | State::Answered) {
            self.give_up();
        }
    }
}

#[cfg(test)]
mod tests;
