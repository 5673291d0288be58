//! The search of the gateware in plain Rust: the same moves, the same positions looked at, and the same number of clocks.
//!
//! ```text
//! think -> Empty -> fours alone: is there a win? -> depth 1, 2, 3 ... until the budget is spent -> answer
//!
//! a node:  Enter --- decided by what is threatened, a leaf, or far above the window ---> its value
//!            | a four must be blocked: that is its only move, and costs no depth
//!            v
//!          Look --- the table knows ---> its value
//!            v
//!          Survey, Pick: the best candidate that was not tried
//!            v
//!          Step: its stone -> Walk -> Enter the child ... -> Step: its value -> Back if it was written -> Survey ...
//! ```
//!
//! | step   | clocks    | what happens                                                                                |
//! |--------|-----------|---------------------------------------------------------------------------------------------|
//! | Empty  | 1024      | the table is emptied                                                                        |
//! | Begin  | 1         | the root is entered                                                                         |
//! | Step   | 1         | a child's value is taken in, and the next candidate's walk begins, or the node is done      |
//! | Walk   | 10        | a stone comes: the 32 crossings on its lines, four a clock                                  |
//! | Enter  | 1         | the counts of the threats decide, or the sum of their values is the leaf's                  |
//! | Look   | 1         | the table's entry                                                                           |
//! | Back   | 8         | a stone goes                                                                                |
//! | Survey | 15 from the step on | row by row the best candidate of each, beside the walk; once more after Enter where the candidates are fours |
//! | Pick   | 1         | the best of the rows                                                                        |
//!
//! It goes on from state to state, so that it can be left and taken up again after any of them:
//!
//! | state  | what happens                                          | then                                                        |
//! |--------|-------------------------------------------------------|-------------------------------------------------------------|
//! | Empty  | the table is emptied                                  | Enter the root; on an empty board Answered                  |
//! | Enter  | a node is entered                                     | decided: Return; a block: Enter the child; otherwise Try    |
//! | Try    | the next candidate of the node is placed              | Enter the child                                             |
//! | Return | the parent of a node that is done takes its value     | Enter the child again; Try; done: Return; at the root: Part |
//! | Part   | the search by fours, or one of a depth, has ended     | Enter the root, a ply deeper; or Answered                   |
//!
//! The nodes between the root and the present one are on a stack, each with the search of its child that it waits for
//! (`Awaited`).
//!
//! Alpha-beta with null windows (principal variation search), fail-soft, late moves a ply shallower, over a table of positions.
//! A leaf's stone is only tried: its walk changes the sums and nothing else, so that there is no way back, and the next
//! candidate is found meanwhile.
//!
//! These are the clocks of a circuit that looks at four lines at once; [`Lanes`] has those of a smaller one.

use super::position::{CROSSINGS, Position};
use super::threat::Threat;
use super::weights::{HIGHEST_KEY, Weights};
use crate::gomoku::board::{CENTRE, SIZE};
use crate::gomoku::{Board, Colour, Crossing, Rule};
use crate::resumable::Resumable;

/// A position that is won counts this less the plies until then.
pub const WIN: i32 = 8000;
/// From here on a score is a win.
pub const WON: i32 = 7800;
/// No value of a position is as far from 0.
pub const MOST: i32 = 7500;
const INFINITE: i32 = 8191;
/// The mover must block where it may be a foul.
const BLOCKED: i32 = -4000;

/// Positions in the table, emptied one a clock.
pub const TABLE_SIZE: usize = 1 << 10;
/// Bits of the key that tell positions of the same slot apart.
const TAG_BITS: u32 = 23;
/// Nodes with fewer plies left are not looked up in it.
pub const REMEMBERED_DEPTH: i32 = 2;
/// Candidates that are tried.
pub const CANDIDATES: usize = 10;
/// Fours that are tried where nothing else is.
pub const FOURS: usize = 16;
/// The deepest search; where fours alone are played, so many of them.
pub const DEEPEST: i32 = 60;
/// Stones on the way from the root, at most.
pub const LONGEST: usize = 126;
/// The candidates from this one on are searched a ply shallower first, at [`LATE_DEPTH`] and more.
const LATE: usize = 3;
const LATE_DEPTH: i32 = 3;
/// A position is given up as too good for the opponent if it is above the window by this for each ply that is left, of at most so many.
const MARGIN: i32 = 120;
const MARGIN_DEPTH: i32 = 3;
/// The part of the budget in which fours alone are tried.
const FOURS_SHARE: u64 = 4;

/// A survey of all rows, and a pick from them.
const SURVEY: u64 = SIZE as u64;
const PICK: u64 = 1;
/// The row of a candidate is surveyed for the one after it.
const NEXT: u64 = 1;
/// Until the table is empty, with the strobe.
const EMPTY: u64 = 1 + TABLE_SIZE as u64;
/// The table is asked.
const LOOK: u64 = 1;

/// How many lines of a stone the circuit looks at in a clock. With fewer it is smaller, and finds the same in more clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// The rows and columns first, then the diagonals.
    Two,
    #[default]
    Four,
}

impl Lanes {
    /// Every size there is.
    pub const ALL: [Lanes; 2] = [Lanes::Two, Lanes::Four];

    /// Clocks that a stone takes longer than with four: half of its 32 crossings once more, and one for the stone itself.
    pub const fn longer(self) -> u64 {
        match self {
            Lanes::Two => 9,
            Lanes::Four => 0,
        }
    }

    /// Clocks that a survey waits for a stone that is under way, so that it comes to each row after the stone.
    pub const fn wait(self) -> u64 {
        match self {
            Lanes::Two => 7,
            Lanes::Four => 0,
        }
    }

    /// Of a stone that comes, after the step that sends it.
    fn walk(self) -> u64 {
        10 + self.longer()
    }

    /// Of one that goes.
    fn back(self) -> u64 {
        8 + self.longer()
    }

    /// A search that is given up lets its walk run out.
    fn drain(self) -> u64 {
        10 + self.longer()
    }

    /// What is left of a survey when the node is entered that began with its stone's walk. Where it need not wait, the row of
    /// the stone's own candidate comes between.
    fn survey_left(self, advanced: bool) -> u64 {
        SURVEY + self.wait() - self.walk() - 1 + u64::from(advanced && self.wait() == 0) * NEXT
    }

    /// And when its stone has gone again.
    fn survey_left_after_back(self) -> u64 {
        SURVEY + self.wait() - self.back()
    }
}

/// What is to be found out.
#[derive(Clone, Debug)]
pub struct Task {
    pub board: Board,
    pub mover: Colour,
    pub rule: Rule,
    /// The clocks after which the search ends with the best so far; 0: it takes as long as it takes.
    pub budget: u64,
    /// Plies looked ahead at most; 0: no limit.
    pub deepest: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// `None`: nothing may be played.
    pub at: Option<Crossing>,
    /// For the mover; 200 are a factor of e in its chances.
    pub score: i32,
    /// Plies looked ahead by the last search that came to its end; 0 if none did.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// From the strobe that starts it, which is counted, to the clock before `done`.
    pub clocks: u64,
    /// The opponent's answer that is expected.
    pub reply: Option<Crossing>,
    /// From `done`, whose clock is counted, until it is no more busy: the stones that were tried are taken off.
    pub unwinding: u64,
}

/// What a machine's search may differ in from another's, and in tests of the search itself from every machine's.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub lanes: Lanes,
    pub candidates: usize,
    /// Late moves are searched a ply shallower.
    pub reduces: bool,
    /// A position far above the window is given up.
    pub gives_up: bool,
    /// Fours alone are tried first.
    pub fours: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lanes: Lanes::default(),
            candidates: CANDIDATES,
            reduces: true,
            gives_up: true,
            fours: true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    /// At least the score.
    Lower,
    /// At most.
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
    /// Where either side would have a four: the opponent threatens a double one.
    Fours,
    /// Where the mover would.
    OwnFours,
}

/// Finds a move.
pub fn search(task: &Task, weights: &Weights) -> Answer {
    search_with(task, Settings::default(), None, weights)
}

/// The same with other settings, and a `stop` that is high from a clock on, the one after the strobe being 1.
pub fn search_with(task: &Task, settings: Settings, stop: Option<u64>, weights: &Weights) -> Answer {
    let mut search = Search::new(task.clone(), settings, weights);
    if let Some(at) = stop {
        search.stop(at);
    }
    search.finish()
}

/// The part of [`search`] that tries fours alone, in its part of the budget. No move: it found no victory.
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

/// What came back of a node, for its mover.
#[derive(Clone, Copy, Debug)]
struct Value {
    score: i32,
    /// It is the same in every window.
    exact: bool,
    /// It was found as the node was entered.
    entered: bool,
    /// The move it expects.
    best: Option<u8>,
}

impl Value {
    fn exact(score: i32) -> Value {
        Value {
            score,
            exact: true,
            entered: true,
            best: None,
        }
    }

    fn bound(score: i32, best: Option<u8>) -> Value {
        Value {
            score,
            exact: false,
            entered: false,
            best,
        }
    }
}

/// What is known of a node when it is entered.
#[derive(Clone, Copy, Debug)]
struct Node {
    mover: Colour,
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    /// The stone that was placed last makes five.
    lost: bool,
    /// What the candidates were taken to be when it was surveyed with its stone's walk; `None`: it was not.
    surveyed: Option<Filter>,
    /// The row of the stone before was surveyed as well, for the candidate after it.
    advanced: bool,
}

/// Candidates in the order in which they are tried. One more than are tried may be listed, as the table's move may be among
/// them, and that move itself.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    moves: [u8; FOURS + 2],
    length: usize,
}

impl List {
    /// One move alone.
    fn of(at: u8) -> List {
        let mut list = List::default();
        list.begin_with(at);
        list
    }

    /// The table's move is tried before all others, once.
    fn begin_with(&mut self, first: u8) {
        let listed = &self.moves[..self.length];
        let end = listed.iter().position(|&other| other == first).unwrap_or(self.length);
        self.moves.copy_within(..end, 1);
        self.moves[0] = first;
        self.length = self.length.max(end + 1);
    }
}

/// The search of its child that a node waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Awaited {
    /// After the only move, which blocks a five.
    Block,
    /// With a null window, and a ply shallower.
    Reduced,
    /// With a null window.
    Null,
    /// With the node's own window.
    Full,
}

/// A node whose moves are tried.
#[derive(Clone, Debug)]
struct Frame {
    node: Node,
    /// Raised by the best move so far.
    alpha: i32,
    filter: Filter,
    list: List,
    /// Of the candidate being tried, and how many may be.
    number: usize,
    most: usize,
    /// The first candidate is the table's move: it was not surveyed.
    remembered: bool,
    best: Option<(i32, u8)>,
    /// Where it is kept in the table, and under which tag; `None`: it is not.
    kept: Option<(usize, u32)>,
    awaited: Awaited,
    /// The stone that is being tried is on the board, to be taken off by a walk.
    written: bool,
    /// Every value of the present candidate was found as the child was entered.
    entered: bool,
}

/// What comes next: the table at the head of the file.
#[derive(Clone, Copy, Debug)]
enum State {
    Empty,
    Enter(Node),
    Try,
    Return(Value),
    /// With the score at the root; `None`: its time was over before.
    Part(Option<i32>),
    Answered,
}

/// A search that is under way.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    task: Task,
    settings: Settings,
    weights: &'a Weights,
    position: Position,
    table: Vec<Option<Entry>>,
    stack: Vec<Frame>,
    state: State,
    /// Only fours are played by the side that began.
    fours_only: bool,
    nodes: u64,
    clocks: u64,
    /// The clock at which it ends if it has a move, and at which the part ends that is going on.
    end: u64,
    limit: u64,
    /// The time of the part is over.
    over: bool,
    /// Tried stones on the board, and how many there were when it was over.
    written: u64,
    left: u64,
    best: Option<u8>,
    reply: Option<u8>,
    /// Of the search that is going on.
    depth: i32,
    /// Of the last one that came to its end.
    score: i32,
    done_depth: u32,
    unwinding: u64,
}

impl Resumable for Search<'_> {
    type Answer = Answer;

    /// Runs further than asked by at most one step, which may take several clocks.
    fn run_to(&mut self, clocks: u64) {
        // Where a part ends, the answer may be known already.
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
    /// At the strobe that starts it.
    ///
    /// # Panics
    /// If more candidates are to be tried than [`FOURS`].
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

    /// So many clocks pass. The part that is going on is over at its limit, if it has a move.
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

    /// Whatever is under way is left.
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

    /// Tries fours alone, in their part of the budget.
    fn begin_fours(&mut self) {
        self.fours_only = true;
        if self.task.budget > 0 {
            self.limit = self.limit.min(self.clocks + self.task.budget / FOURS_SHARE);
        }
        self.enter_root(DEEPEST, WON - 1, WON);
        self.pass(1);
    }

    /// Fours alone, or the moves to some depth, were searched through, or their time was over.
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
        // Of equal keys the first in scan order.
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

    /// A node is entered: it is decided, it has one move, or its moves are tried.
    fn enter(&mut self, node: Node) {
        let Node {
            mover,
            depth,
            alpha,
            beta,
            ply,
            ..
        } = node;
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
            return self.state = State::Return(Value {
                exact: false,
                ..Value::exact(value)
            });
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

    /// Its value for the mover, if the threats decide or the board is full.
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

    /// Whether it plays fours alone, or blocks them alone.
    fn attacks(&self, mover: Colour) -> bool {
        self.fours_only && mover == self.task.mover
    }

    fn defends(&self, mover: Colour) -> bool {
        self.fours_only && mover != self.task.mover
    }

    /// It has a double four. Who needs exactly five has no sure win by it: one of the two may only make six.
    fn doubles(&self, mover: Colour) -> bool {
        self.position.count_of(mover, Threat::DoubleFour) > 0 && !self.task.rule.exact(mover)
    }

    /// What the candidates of the opponent's node will be, when `mover` has threatened that.
    fn expected(&self, mover: Colour, threat: Threat) -> Filter {
        match (self.fours_only, threat >= Threat::Three) {
            (true, _) if mover != self.task.mover => Filter::OwnFours,
            (false, true) => Filter::Fours,
            _ => Filter::All,
        }
    }

    /// The only move is to block a five.
    fn block(&mut self, node: Node) {
        let mover = node.mover;
        let at = (0..CROSSINGS)
            .find(|&at| self.position.stone(at).is_none() && self.position.threat(at, mover.other()) == Threat::Five);
        let Some(at) = at else {
            unreachable!("there is one to block")
        };
        // Whoever attacks by fours alone has to block by a four.
        if self.attacks(mover) && !self.position.threat(at, mover).is_four() {
            return self.state = State::Return(Value {
                exact: false,
                ..Value::exact(node.alpha)
            });
        }
        if !self.defends(mover) && !self.position.may_play(at, mover) {
            return self.state = State::Return(Value::exact(BLOCKED));
        }
        let threat = match self.position.count_of(mover, Threat::DoubleFour) {
            0 => self.position.threat(at, mover),
            // It had a threat before it was to block.
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

    /// The table may know the value of the node; if not, its candidates are found.
    fn look(&mut self, node: Node, filter: Filter, otherwise: i32) {
        let remembers = node.depth >= REMEMBERED_DEPTH && node.ply > 0;
        let key = self.position.key();
        let slot = key as usize % TABLE_SIZE;
        let tag = (key / TABLE_SIZE as u64 % (1 << TAG_BITS)) as u32 * 2 + u32::from(self.fours_only);
        let entry = self.table[slot].filter(|entry| remembers && entry.tag == tag);
        // Of another depth it would be another value.
        if let Some(entry) = entry.filter(|entry| i32::from(entry.depth) == node.depth) {
            let score = entry.score.into();
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= node.beta,
                Bound::Upper => score <= node.alpha,
            };
            if cuts {
                self.pass(2);
                return self.state = State::Return(Value {
                    entered: true,
                    ..Value::bound(score, Some(entry.best))
                });
            }
        }
        // Whose stone lies there has another position's entry.
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

    /// A stone comes, and walks along its lines.
    fn place(&mut self, at: usize, colour: Colour, written: bool) {
        self.position.place(at, colour);
        self.written += u64::from(written);
        self.pass(self.settings.lanes.walk());
    }

    /// The next candidate of the node is placed.
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
        // The table's move was not surveyed, so the circuit does not know yet what it threatens.
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

    /// A node takes in what its child is worth.
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
        // The next candidate was found meanwhile, unless what was found has been written over.
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

    /// The node on top of the stack is done: some of its moves were tried.
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
            self.table[slot] = Some(Entry {
                tag,
                bound,
                score: score as i16,
                depth: depth as i8,
                best,
            });
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

    /// The child in the window that is awaited.
    fn child(&self, fours_only: bool) -> Node {
        let Node {
            mover,
            depth,
            beta,
            ply,
            ..
        } = self.node;
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

    /// How the child is searched once more after it was worth that.
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
