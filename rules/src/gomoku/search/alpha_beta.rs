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
//!          Survey, Pick: the best candidate not tried yet
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
//! | Look   | 1                   | read the table's entry                                                          |
//! | Back   | 8                   | a stone is taken back                                                           |
//! | Survey | 15 from the step on | find the best candidate of each row, during the walk; once more after Enter if the candidates are fours |
//! | Pick   | 1                   | take the best of the rows                                                       |
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
//! Alpha-beta with null windows (principal variation search), fail-soft, with late move reductions and a transposition
//! table. A leaf's stone is only tried: its walk updates the sums and nothing else, so nothing has to be undone, and
//! the next candidate is found meanwhile.
//!
//! The clocks are those of a circuit that examines four lines at once; [`Lanes`] has those of a smaller one.

use super::position::{CROSSINGS, Position};
use super::threat::Threat;
use super::weights::{HIGHEST_KEY, Weights};
use crate::gomoku::board::{CENTRE, SIZE};
use crate::gomoku::{Board, Colour, Crossing, Rule};
use crate::resumable::Resumable;

/// A won position scores this less the plies to the win.
pub const WIN: i32 = 8000;
/// Scores from here on are wins.
pub const WON: i32 = 7800;
/// Upper limit of the evaluation's absolute value.
pub const MOST: i32 = 7500;
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
pub const CANDIDATES: usize = 10;
/// The moves tried at a node in a search by fours.
pub const FOURS: usize = 16;
/// The greatest depth; a search by fours always has it.
pub const DEEPEST: i32 = 60;
/// The most stones placed on the way from the root.
pub const LONGEST: usize = 126;
/// Late move reductions: candidates from this number on are first searched a ply shallower.
pub const LATE: usize = 3;
/// The least depth with late move reductions.
pub const LATE_DEPTH: i32 = 3;
/// Reverse futility pruning: the margin above beta for each remaining ply.
pub const MARGIN: i32 = 120;
/// The greatest depth with reverse futility pruning.
pub const MARGIN_DEPTH: i32 = 3;
/// The search by fours gets one part in this many of the budget.
const FOURS_SHARE: u64 = 4;

/// Clocks of a survey of all rows.
const SURVEY: u64 = SIZE as u64;
/// Clocks of a pick from the surveyed rows.
const PICK: u64 = 1;
/// Clocks to survey a candidate's own row again, for the candidate after it.
const NEXT: u64 = 1;
/// Clocks until the table is empty, including the strobe.
const EMPTY: u64 = 1 + TABLE_SIZE as u64;
/// Clocks of a table lookup.
const LOOK: u64 = 1;

/// How many of a stone's lines the circuit examines in a clock. With fewer it is smaller and slower, with the same
/// result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// The rows and columns first, then the diagonals.
    Two,
    #[default]
    Four,
}

impl Lanes {
    /// Every size.
    pub const ALL: [Lanes; 2] = [Lanes::Two, Lanes::Four];

    /// The extra clocks for a stone compared with four lanes: half of its 32 crossings again, and one for the stone
    /// itself.
    pub const fn longer(self) -> u64 {
        match self {
            Lanes::Two => 9,
            Lanes::Four => 0,
        }
    }

    /// The clocks a survey waits for a stone that is being placed, so that it reaches each row after the stone's
    /// update.
    pub const fn wait(self) -> u64 {
        match self {
            Lanes::Two => 7,
            Lanes::Four => 0,
        }
    }

    /// The clocks of a placed stone's walk, after the step that starts it.
    fn walk(self) -> u64 {
        10 + self.longer()
    }

    /// The clocks to take a stone back.
    fn back(self) -> u64 {
        8 + self.longer()
    }

    /// The clocks for which an aborted search lets its walk finish.
    fn drain(self) -> u64 {
        10 + self.longer()
    }

    /// The clocks that remain, when the node is entered, of a survey that began with the stone's walk. If it need not
    /// wait, the row of the stone's own candidate is surveyed in between.
    fn survey_left(self, advanced: bool) -> u64 {
        SURVEY + self.wait() - self.walk() - 1 + u64::from(advanced && self.wait() == 0) * NEXT
    }

    /// The same after the stone has been taken back.
    fn survey_left_after_back(self) -> u64 {
        SURVEY + self.wait() - self.back()
    }
}

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
    /// The score for the mover: +200 multiplies the odds of winning by e; [`WON`] or more means that a win was found.
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
    /// Late move reductions.
    pub reduces: bool,
    /// Reverse futility pruning.
    pub gives_up: bool,
    /// A search by fours comes first.
    pub fours: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { lanes: Lanes::default(), candidates: CANDIDATES, reduces: true, gives_up: true, fours: true }
    }
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
#[derive(Clone, Copy, Debug, Default)]
struct List {
    moves: [u8; FOURS + 2],
    length: usize,
}

impl List {
    /// A list of one move.
    fn of(at: u8) -> List {
        let mut list = List::default();
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
    /// A null window, and a ply shallower.
    Reduced,
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
    /// The number of candidates to try.
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
    position: Position,
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
    /// If `settings` tries more candidates than [`FOURS`].
    pub fn new(task: Task, settings: Settings, weights: &'a Weights) -> Search<'a> {
        assert!(settings.candidates <= FOURS, "at most {FOURS} candidates are tried");
        let position = Position::of(task.rule, &task.board);
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

    /// Advances the clock. The time of the present part is over at its limit if there is a move.
    fn pass(&mut self, clocks: u64) {
        if !self.over {
            let end = self.clocks + clocks;
            let has_answer = self.fours_only || self.best.is_some();
            self.over = end >= self.limit && has_answer;
            if self.over {
                self.left = self.written;
                self.clocks = self.limit.max(self.clocks + 1);
            } else {
                self.clocks = end;
            }
        }
    }

    /// Aborts whatever is in progress.
    fn give_up(&mut self) {
        while self.position.take_back() {}
        self.stack.clear();
        self.written = 0;
        self.state = State::Part(None);
    }

    fn empty(&mut self) {
        if self.position.is_empty() {
            self.best = Some(super::position::index(CENTRE) as u8);
            self.clocks = 2;
            return self.state = State::Answered;
        }
        self.clocks = EMPTY.min(self.limit.max(3));
        match self.settings.fours {
            true => self.begin_fours(),
            false => {
                self.pass(1);
                self.enter_root(self.depth, -INFINITE, WIN - 1);
            }
        }
    }

    fn enter_root(&mut self, depth: i32, alpha: i32, beta: i32) {
        self.state = State::Enter(Node {
            mover: self.task.mover,
            depth,
            alpha,
            beta,
            ply: 0,
            lost: false,
            surveyed: None,
            advanced: false,
        });
    }

    /// Begins the search by fours, in its part of the budget.
    fn begin_fours(&mut self) {
        self.fours_only = true;
        if self.task.budget > 0 {
            self.limit = self.limit.min(self.clocks + self.task.budget / FOURS_SHARE);
        }
        self.enter_root(DEEPEST, WON - 1, WON);
        self.pass(1);
    }

    /// Ends the search by fours, or that of one depth: it is complete (`Some`), or its time ran out.
    fn end_part(&mut self, score: Option<i32>) {
        self.over = false;
        match (self.fours_only, score) {
            (true, Some(score)) if score >= WON => {
                self.found(score, (WIN - score) as u32);
                self.state = State::Answered;
            }
            (true, _) => {
                (self.fours_only, self.best, self.reply) = (false, None, None);
                if score.is_none() {
                    self.pass(self.unwinds() + 1);
                }
                self.limit = self.end;
                self.enter_root(self.depth, -INFINITE, WIN - 1);
            }
            (false, Some(score)) => {
                self.found(score, self.depth as u32);
                let decided = score.abs() >= WON || self.best.is_none();
                if decided || self.depth == DEEPEST || self.depth == self.task.deepest as i32 {
                    self.state = State::Answered;
                } else {
                    self.depth += 1;
                    self.enter_root(self.depth, -INFINITE, WIN - 1);
                }
            }
            (false, None) => {
                self.unwinding = self.unwinds();
                self.state = State::Answered;
            }
        }
    }

    fn found(&mut self, score: i32, depth: u32) {
        (self.score, self.done_depth) = (score, depth);
    }

    /// Clocks until the stones that were tried are off the board.
    fn unwinds(&self) -> u64 {
        let lanes = self.settings.lanes;
        lanes.drain() + (lanes.back() + 1) * self.left
    }

    /// Candidates in the order in which they are tried.
    fn candidates(&self, mover: Colour, filter: Filter, count: usize) -> List {
        // Among equal keys the first in scan order wins.
        let mut found = [u16::MAX; FOURS + 1];
        let mut length = 0;
        for at in (0..CROSSINGS).filter(|&at| self.position.may_play(at, mover)) {
            let (own, other) = (self.position.threat(at, mover), self.position.threat(at, mover.other()));
            let fits = match filter {
                Filter::All => true,
                Filter::Fours => own.is_four() || other.is_four(),
                Filter::OwnFours => own.is_four(),
            };
            let order = (HIGHEST_KEY - self.weights.key(own, other)) as u16 * 256 + at as u16;
            if !fits || order >= found[count - 1] {
                continue;
            }
            let mut place = length.min(count - 1);
            while place > 0 && found[place - 1] > order {
                found[place] = found[place - 1];
                place -= 1;
            }
            found[place] = order;
            length = count.min(length + 1);
        }
        let mut list = List::default();
        for (listed, order) in list.moves.iter_mut().zip(&found[..length]) {
            *listed = *order as u8;
        }
        list.length = length;
        list
    }

    /// Enters a node: decides it, blocks its only threat, or tries its moves.
    fn enter(&mut self, node: Node) {
        let Node { mover, depth, alpha, beta, ply, .. } = node;
        self.pass(u64::from(ply > 0));
        self.nodes += u64::from(!self.over);
        if let Some(score) = self.decided(node) {
            return self.state = State::Return(Value::exact(score));
        }
        let count = |threat| self.position.count_of(mover.other(), threat);
        let forced = ply > 0 && count(Threat::Five) > 0;
        let value = self.position.value(mover, self.weights).clamp(-MOST, MOST);
        if ply >= LONGEST || !forced && (self.defends(mover) || depth <= 0) {
            return self.state = State::Return(Value::exact(value));
        }
        let wins = self.position.count_of(mover, Threat::Five) > 0 || self.doubles(mover);
        let threatened = !wins && (count(Threat::DoubleFour) > 0 || count(Threat::Five) > 0);
        let null = beta == alpha + 1;
        let margin = self.settings.gives_up && !self.fours_only && !forced && !threatened && null;
        if margin && depth <= MARGIN_DEPTH && value - MARGIN * depth >= beta && beta.abs() < WON {
            return self.state = State::Return(Value { exact: false, ..Value::exact(value) });
        }
        if forced {
            return self.block(node);
        }
        let attacks = self.attacks(mover);
        let filter = match threatened {
            _ if attacks || wins => Filter::OwnFours,
            true => Filter::Fours,
            false => Filter::All,
        };
        self.look(node, filter, if attacks { alpha } else { value });
    }

    /// The node's value for the mover, if the threats decide or the board is full.
    fn decided(&self, node: Node) -> Option<i32> {
        let Node { mover, ply, lost, .. } = node;
        let count = |colour, threat| self.position.count_of(colour, threat);
        let (other, plies) = (mover.other(), ply as i32);
        if lost {
            return Some(-(WIN - plies));
        }
        if ply == 0 {
            return None;
        }
        let blocks = count(other, Threat::Five);
        let forced = blocks > 0;
        if count(mover, Threat::Five) > 0 {
            return Some(WIN - plies - 1);
        }
        if blocks > 1 {
            return Some(-(WIN - plies - 2));
        }
        if !forced && !self.defends(mover) && self.doubles(mover) {
            return Some(WIN - plies - 3);
        }
        let answered = [Threat::Four, Threat::FourMore, Threat::FourThree, Threat::DoubleFour]
            .iter()
            .any(|&four| count(other, four) > 0);
        let threatens = count(mover, Threat::FourThree) + count(mover, Threat::DoubleThree) > 0;
        if !forced && !self.fours_only && threatens && !answered {
            return Some(WIN - plies - 5);
        }
        self.position.is_full().then_some(0)
    }

    /// Whether the mover is the side that plays only fours.
    fn attacks(&self, mover: Colour) -> bool {
        self.fours_only && mover == self.task.mover
    }

    /// Whether the mover is the side that only blocks fours.
    fn defends(&self, mover: Colour) -> bool {
        self.fours_only && mover != self.task.mover
    }

    /// Whether the mover has a double four. If it needs exactly five this is no sure win: one of the fours may only
    /// make six.
    fn doubles(&self, mover: Colour) -> bool {
        self.position.count_of(mover, Threat::DoubleFour) > 0 && !self.task.rule.exact(mover)
    }

    /// The filter that the opponent's node will need after this threat of `mover`.
    fn expected(&self, mover: Colour, threat: Threat) -> Filter {
        match (self.fours_only, threat >= Threat::Three) {
            (true, _) if mover != self.task.mover => Filter::OwnFours,
            (false, true) => Filter::Fours,
            _ => Filter::All,
        }
    }

    /// Plays the only move, which blocks a five.
    fn block(&mut self, node: Node) {
        let mover = node.mover;
        let at = (0..CROSSINGS)
            .find(|&at| self.position.stone(at).is_none() && self.position.threat(at, mover.other()) == Threat::Five);
        let Some(at) = at else {
            unreachable!("there is one to block")
        };
        // The side that plays only fours must block by a four.
        if self.attacks(mover) && !self.position.threat(at, mover).is_four() {
            return self.state = State::Return(Value { exact: false, ..Value::exact(node.alpha) });
        }
        if !self.defends(mover) && !self.position.may_play(at, mover) {
            return self.state = State::Return(Value::exact(BLOCKED));
        }
        let threat = match self.position.count_of(mover, Threat::DoubleFour) {
            0 => self.position.threat(at, mover),
            // The mover had a threat before it was forced to block.
            _ => Threat::DoubleFour,
        };
        let child = Node {
            mover: mover.other(),
            depth: node.depth.max(0),
            alpha: -node.beta,
            beta: -node.alpha,
            ply: node.ply + 1,
            lost: false,
            surveyed: Some(self.expected(mover, threat)),
            advanced: false,
        };
        self.stack.push(Frame {
            awaited: Awaited::Block,
            written: true,
            ..Frame::new(node, Filter::All, List::of(at as u8))
        });
        self.pass(1);
        self.place(at, mover, true);
        self.state = State::Enter(child);
    }

    /// Looks the node up in the table; on a miss, finds its candidates.
    fn look(&mut self, node: Node, filter: Filter, otherwise: i32) {
        let remembers = node.depth >= REMEMBERED_DEPTH && node.ply > 0;
        let key = self.position.key();
        let slot = key as usize % TABLE_SIZE;
        let tag = (key / TABLE_SIZE as u64 % (1 << TAG_BITS)) as u32 * 2 + u32::from(self.fours_only);
        let entry = self.table[slot].filter(|entry| remembers && entry.tag == tag);
        // A score of another depth would be a different value.
        if let Some(entry) = entry.filter(|entry| i32::from(entry.depth) == node.depth) {
            let score = entry.score.into();
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= node.beta,
                Bound::Upper => score <= node.alpha,
            };
            if cuts {
                self.pass(2);
                return self.state = State::Return(Value { entered: true, ..Value::bound(score, Some(entry.best)) });
            }
        }
        // If a stone lies there, the entry belongs to another position.
        let remembered = match node.ply {
            0 => self.best,
            _ => entry
                .map(|entry| entry.best)
                .filter(|&at| self.position.stone(at.into()).is_none()),
        };
        let lanes = self.settings.lanes;
        self.pass(match remembered {
            Some(_) if node.ply > 0 => LOOK,
            None if node.surveyed == Some(filter) => lanes.survey_left(node.advanced) + PICK,
            None => SURVEY + PICK,
            Some(_) => 0,
        });
        let most = match self.attacks(node.mover) {
            true => FOURS,
            false => self.settings.candidates,
        };
        let mut list = self.candidates(node.mover, filter, most + 1);
        if let Some(at) = remembered {
            list.begin_with(at);
        }
        list.length = list.length.min(most);
        self.pass(1);
        if list.length == 0 {
            return self.state = State::Return(Value::bound(otherwise, None));
        }
        self.stack.push(Frame {
            most,
            remembered: remembered.is_some(),
            kept: remembers.then_some((slot, tag)),
            ..Frame::new(node, filter, list)
        });
        self.state = State::Try;
    }

    /// Places a stone and updates its lines.
    fn place(&mut self, at: usize, colour: Colour, written: bool) {
        self.position.place(at, colour);
        self.written += u64::from(written);
        self.pass(self.settings.lanes.walk());
    }

    /// Places the node's next candidate.
    fn try_next(&mut self) {
        let Some(frame) = self.stack.last() else { return };
        let (number, filter, remembered) = (frame.number, frame.filter, frame.remembered);
        let Node { mover, depth, ply, .. } = frame.node;
        let listed = frame.list.moves[number];
        if ply == 0 && self.best.is_none() && !self.fours_only {
            self.best = Some(listed);
        }
        let threat = self.position.threat(listed.into(), mover);
        let written = depth > 1 || threat.is_four();
        // The table's move was not surveyed, so the circuit does not know its threat yet.
        let unknown = number == 0 && remembered;
        let surveyed = self.expected(mover, if unknown { Threat::Nothing } else { threat });
        self.place(listed.into(), mover, written);
        let late = self.settings.reduces && !self.fours_only && filter == Filter::All;
        let awaited = match number {
            0 => Awaited::Full,
            LATE.. if late && depth >= LATE_DEPTH => Awaited::Reduced,
            _ => Awaited::Null,
        };
        let Some(frame) = self.stack.last_mut() else { return };
        (frame.awaited, frame.written, frame.entered) = (awaited, written, true);
        self.state = State::Enter(Node {
            lost: threat == Threat::Five,
            surveyed: Some(surveyed),
            advanced: !unknown,
            ..frame.child(self.fours_only)
        });
    }

    /// Takes the value of a child into its parent.
    fn take(&mut self, child: Value) {
        let Some(frame) = self.stack.last_mut() else {
            self.pass(1);
            return self.state = State::Part((!self.over).then_some(child.score));
        };
        frame.entered &= child.entered;
        let (value, written) = (-child.score, frame.written);
        if let Some(again) = frame.again(value, child.exact) {
            frame.awaited = again;
            self.state = State::Enter(frame.child(self.fours_only));
            return self.pass(2);
        }
        self.pass(1);
        if self.over {
            return;
        }
        self.position.take_back();
        self.written -= u64::from(written);
        let Some(frame) = self.stack.last_mut() else { return };
        let at = frame.list.moves[frame.number];
        if frame.best.is_none_or(|(score, _)| value > score) {
            frame.best = Some((value, at));
            if frame.node.ply == 0 && (!self.fours_only || value >= frame.node.beta) {
                (self.best, self.reply) = (Some(at), child.best);
            }
        }
        frame.alpha = frame.alpha.max(value);
        frame.number += 1;
        // The next candidate was found meanwhile, unless a later survey has overwritten it.
        let known = frame.entered && !(frame.number == 1 && frame.remembered);
        let none_left = frame.number == frame.list.length;
        let enough = frame.alpha >= frame.node.beta || frame.number == frame.most;
        let lanes = self.settings.lanes;
        if written {
            self.pass(lanes.back());
        }
        if enough || known && none_left {
            return self.leave();
        }
        if written && !known {
            self.pass(lanes.survey_left_after_back() + PICK);
        }
        if written {
            self.pass(1);
        }
        match none_left {
            true => self.leave(),
            false => self.state = State::Try,
        }
    }

    /// Finishes the node on top of the stack, all or enough of its moves having been tried.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let Some((score, best)) = frame.best else { return };
        let Node { depth, alpha, beta, .. } = frame.node;
        if let Some((slot, tag)) = frame.kept.filter(|_| !self.over) {
            let bound = match (score >= beta, score > alpha) {
                (true, _) => Bound::Lower,
                (_, true) => Bound::Exact,
                _ => Bound::Upper,
            };
            self.table[slot] = Some(Entry { tag, bound, score: score as i16, depth: depth as i8, best });
        }
        self.state = State::Return(Value {
            entered: frame.awaited == Awaited::Block && frame.entered,
            ..Value::bound(score, Some(best))
        });
    }
}

impl Frame {
    fn new(node: Node, filter: Filter, list: List) -> Frame {
        Frame {
            node,
            alpha: node.alpha,
            filter,
            list,
            number: 0,
            most: list.length,
            remembered: false,
            best: None,
            kept: None,
            awaited: Awaited::Full,
            written: false,
            entered: true,
        }
    }

    /// The child, with the window of the awaited search.
    fn child(&self, fours_only: bool) -> Node {
        let Node { mover, depth, beta, ply, .. } = self.node;
        Node {
            mover: mover.other(),
            depth: match self.awaited {
                _ if fours_only => depth,
                Awaited::Reduced => depth - 2,
                _ => depth - 1,
            },
            alpha: match self.awaited {
                Awaited::Full => -beta,
                _ => -self.alpha - 1,
            },
            beta: -self.alpha,
            ply: ply + 1,
            lost: false,
            surveyed: None,
            advanced: false,
        }
    }

    /// The search that must follow on the same child after this value, if any.
    fn again(&self, value: i32, exact: bool) -> Option<Awaited> {
        let high = value > self.alpha && !exact;
        match self.awaited {
            Awaited::Reduced if high => Some(Awaited::Null),
            Awaited::Null if high && value < self.node.beta => Some(Awaited::Full),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
