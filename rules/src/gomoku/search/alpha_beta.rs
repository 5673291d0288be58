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
//! Alpha-beta with null windows (principal variation search), fail-soft, late moves a ply shallower, over a table of positions.
//! A leaf's stone is only tried: its walk changes the sums and nothing else, so that there is no way back, and the next
//! candidate is found meanwhile.
//!
//! These are the clocks of a circuit that looks at four lines at once; [`Lanes`] has those of a smaller one.

use super::position::{CROSSINGS, Position};
use super::threat::Threat;
use super::weights::Weights;
use crate::gomoku::board::{CENTRE, SIZE};
use crate::gomoku::{Board, Colour, Crossing, Rule};

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
    tag: u64,
    bound: Bound,
    score: i32,
    depth: i32,
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
    Search::new(task, settings, stop, weights).run()
}

/// What came back of a node, for its mover.
#[derive(Clone, Copy)]
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

struct Search<'a> {
    task: &'a Task,
    settings: Settings,
    weights: &'a Weights,
    position: Position,
    table: Vec<Option<Entry>>,
    /// Only fours are played by the side that began.
    fours_only: bool,
    nodes: u64,
    clocks: u64,
    /// The clock at which it ends if it has a move, and that of the part that is going on.
    limit: u64,
    over: bool,
    /// Tried stones on the board, and how many there were when it was over.
    written: u64,
    left: u64,
    best: Option<u8>,
    reply: Option<u8>,
}

/// What is known of a node when it is entered.
#[derive(Clone, Copy)]
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

impl<'a> Search<'a> {
    fn new(task: &'a Task, settings: Settings, stop: Option<u64>, weights: &'a Weights) -> Search<'a> {
        let budget = if task.budget == 0 { u64::MAX } else { task.budget };
        Search {
            task,
            settings,
            weights,
            position: Position::of(task.rule, &task.board),
            table: vec![None; TABLE_SIZE],
            fours_only: false,
            nodes: 0,
            clocks: 0,
            limit: budget.min(stop.map_or(u64::MAX, |stop| stop + 2)),
            over: false,
            written: 0,
            left: 0,
            best: None,
            reply: None,
        }
    }

    fn run(mut self) -> Answer {
        let mut answer = Answer {
            at: None,
            score: 0,
            depth: 0,
            nodes: 0,
            clocks: 2,
            reply: None,
            unwinding: 0,
        };
        if self.position.is_empty() {
            answer.at = Some(CENTRE);
            return answer;
        }
        let (limit, deepest) = (self.limit, self.task.deepest as i32);
        self.clocks = EMPTY.min(limit.max(3));
        let wide = self.root(0, -INFINITE, WIN - 1);
        let mut ended = false;
        if self.settings.fours {
            let score = self.by_fours();
            if self.over {
                let unwinding = self.unwinding();
                (self.over, self.fours_only, self.best) = (false, false, None);
                self.reply = None;
                self.pass(unwinding + 1);
            } else if score >= WON {
                answer.score = score;
                answer.depth = (WIN - score) as u32;
                ended = true;
            } else {
                (self.best, self.reply) = (None, None);
            }
            self.fours_only = false;
            self.limit = limit;
        } else {
            self.pass(1);
        }
        let mut depth = 1;
        while !ended && !self.over {
            let score = self.node(Node { depth, ..wide }).score;
            self.pass(1);
            if !self.over {
                answer.score = score;
                answer.depth = depth as u32;
                ended = score.abs() >= WON || self.best.is_none() || depth == DEEPEST || depth == deepest;
            }
            depth += 1;
        }
        if !ended {
            answer.unwinding = self.unwinding();
        }
        answer.at = self.best.and_then(crossing);
        answer.reply = self.reply.and_then(crossing);
        answer.nodes = self.nodes;
        answer.clocks = self.clocks;
        answer
    }

    fn root(&self, depth: i32, alpha: i32, beta: i32) -> Node {
        Node {
            mover: self.task.mover,
            depth,
            alpha,
            beta,
            ply: 0,
            lost: false,
            surveyed: None,
            advanced: false,
        }
    }

    /// Tries fours alone, in their part of the budget.
    fn by_fours(&mut self) -> i32 {
        self.fours_only = true;
        if self.task.budget > 0 {
            self.limit = self.limit.min(self.clocks + self.task.budget / FOURS_SHARE);
        }
        self.pass(1);
        let score = self.node(self.root(DEEPEST, WON - 1, WON)).score;
        self.pass(1);
        score
    }

    /// Clocks until the stones that were tried are off the board.
    fn unwinding(&self) -> u64 {
        let lanes = self.settings.lanes;
        lanes.drain() + (lanes.back() + 1) * self.left
    }

    /// So many clocks pass. The search is over at its limit, if it has a move.
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

    /// Candidates in the order in which they are tried.
    fn candidates(&self, mover: Colour, filter: Filter, count: usize) -> Vec<u8> {
        let mut found: Vec<(u32, u8)> = Vec::with_capacity(CROSSINGS);
        for at in (0..CROSSINGS).filter(|&at| self.position.may_play(at, mover)) {
            let (own, other) = (self.position.threat(at, mover), self.position.threat(at, mover.other()));
            let fits = match filter {
                Filter::All => true,
                Filter::Fours => own.is_four() || other.is_four(),
                Filter::OwnFours => own.is_four(),
            };
            if fits {
                // Of equal keys the first in scan order.
                found.push((63 - self.weights.key(own, other), at as u8));
            }
        }
        if found.len() > count {
            found.select_nth_unstable(count);
            found.truncate(count);
        }
        found.sort_unstable();
        found.into_iter().map(|(_, at)| at).collect()
    }

    /// What the node is worth to its mover.
    fn node(&mut self, node: Node) -> Value {
        let Node {
            mover,
            depth,
            alpha,
            beta,
            ply,
            lost,
            ..
        } = node;
        self.pass(u64::from(node.ply > 0));
        self.nodes += u64::from(!self.over);
        let other = mover.other();
        let attacks = self.fours_only && mover == self.task.mover;
        let defends = self.fours_only && !attacks;
        let count = |colour, threat| self.position.count_of(colour, threat);
        let plies = ply as i32;
        let (fives, blocks) = (count(mover, Threat::Five) > 0, count(other, Threat::Five));
        // Who needs exactly five has no sure win by it: one of the two may only make six.
        let doubles = count(mover, Threat::DoubleFour) > 0 && !self.task.rule.exact(mover);
        let forced = ply > 0 && blocks > 0;
        if lost {
            return Value::exact(-(WIN - plies));
        }
        if ply > 0 {
            if fives {
                return Value::exact(WIN - plies - 1);
            }
            if blocks > 1 {
                return Value::exact(-(WIN - plies - 2));
            }
            if !forced && !defends && doubles {
                return Value::exact(WIN - plies - 3);
            }
            let answered = [Threat::Four, Threat::FourMore, Threat::FourThree, Threat::DoubleFour]
                .iter()
                .any(|&four| count(other, four) > 0);
            let threatens = count(mover, Threat::FourThree) + count(mover, Threat::DoubleThree) > 0;
            if !forced && !self.fours_only && threatens && !answered {
                return Value::exact(WIN - plies - 5);
            }
        }
        if ply > 0 && self.position.is_full() {
            return Value::exact(0);
        }
        let value = self.position.value(mover, self.weights).clamp(-MOST, MOST);
        if ply >= LONGEST || !forced && (defends || depth <= 0) {
            return Value::exact(value);
        }
        let null = beta == alpha + 1;
        let threatened = !fives && !doubles && (count(other, Threat::DoubleFour) > 0 || blocks > 0);
        let margin = self.settings.gives_up && !self.fours_only && !forced && !threatened && null;
        if margin && depth <= MARGIN_DEPTH && value - MARGIN * depth >= beta && beta.abs() < WON {
            return Value {
                exact: false,
                ..Value::exact(value)
            };
        }
        if forced {
            return self.block(node, attacks, defends);
        }

        let remembers = depth >= REMEMBERED_DEPTH && ply > 0;
        let slot = self.position.key() as usize % TABLE_SIZE;
        let tag = (self.position.key() / TABLE_SIZE as u64 % (1 << TAG_BITS)) << 1 | u64::from(self.fours_only);
        let entry = self.table[slot].filter(|entry| remembers && entry.tag == tag);
        // Of another depth it would be another value.
        if let Some(entry) = entry.filter(|entry| entry.depth == depth) {
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if cuts {
                self.pass(2);
                return Value {
                    entered: true,
                    ..Value::bound(entry.score, Some(entry.best))
                };
            }
        }
        let filter = match (attacks, fives || doubles, threatened) {
            (true, _, _) | (_, true, _) => Filter::OwnFours,
            (_, _, true) => Filter::Fours,
            _ => Filter::All,
        };
        // Whose stone lies there has another position's entry.
        let remembered = match ply {
            0 => self.best,
            _ => entry
                .map(|entry| entry.best)
                .filter(|&at| self.position.stone(at.into()).is_none()),
        };
        let best = self.try_all(node, filter, remembered);
        if let Some((score, at)) = best.filter(|_| remembers && !self.over) {
            let bound = match (score >= beta, score > alpha) {
                (true, _) => Bound::Lower,
                (_, true) => Bound::Exact,
                _ => Bound::Upper,
            };
            self.table[slot] = Some(Entry {
                tag,
                bound,
                score,
                depth,
                best: at,
            });
        }
        match best {
            Some((score, at)) => Value::bound(score, Some(at)),
            None => Value::bound(if attacks { alpha } else { value }, None),
        }
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
    fn block(&mut self, node: Node, attacks: bool, defends: bool) -> Value {
        let (mover, lanes) = (node.mover, self.settings.lanes);
        let at = (0..CROSSINGS)
            .find(|&at| self.position.stone(at).is_none() && self.position.threat(at, mover.other()) == Threat::Five);
        let Some(at) = at else {
            unreachable!("there is one to block")
        };
        // Whoever attacks by fours alone has to block by a four.
        if attacks && !self.position.threat(at, mover).is_four() {
            return Value {
                exact: false,
                ..Value::exact(node.alpha)
            };
        }
        if !defends && !self.position.may_play(at, mover) {
            return Value::exact(BLOCKED);
        }
        let child = Node {
            mover: mover.other(),
            depth: node.depth.max(0),
            alpha: -node.beta,
            beta: -node.alpha,
            ply: node.ply + 1,
            lost: false,
            surveyed: Some(match self.position.count_of(mover, Threat::DoubleFour) {
                0 => self.expected(mover, self.position.threat(at, mover)),
                // It had a threat before it was to block.
                _ => self.expected(mover, Threat::DoubleFour),
            }),
            advanced: false,
        };
        self.pass(1);
        self.position.place(at, mover);
        self.written += 1;
        self.pass(lanes.walk());
        let value = self.node(child);
        self.pass(1);
        self.position.take_back();
        self.written -= 1;
        self.pass(lanes.back());
        Value {
            entered: value.entered,
            ..Value::bound(-value.score, Some(at as u8))
        }
    }

    /// The best of the candidates and its value; none if there is no candidate.
    fn try_all(&mut self, node: Node, filter: Filter, remembered: Option<u8>) -> Option<(i32, u8)> {
        let Node {
            mover,
            depth,
            beta,
            ply,
            ..
        } = node;
        let lanes = self.settings.lanes;
        let attacks = self.fours_only && mover == self.task.mover;
        let most = if attacks { FOURS } else { self.settings.candidates };
        let mut alpha = node.alpha;
        let mut best: Option<(i32, u8)> = None;
        // One more, as the remembered one may be among them.
        let mut list = self.candidates(mover, filter, most + 1);
        let first = match remembered {
            Some(_) if ply > 0 => LOOK,
            None if node.surveyed == Some(filter) => lanes.survey_left(node.advanced) + PICK,
            None => SURVEY + PICK,
            Some(_) => 0,
        };
        self.pass(first);
        if let Some(at) = remembered {
            list.retain(|&other| other != at);
            list.insert(0, at);
        }
        list.truncate(most);
        let mut number = 0;
        self.pass(1);
        if list.is_empty() {
            return None;
        }
        loop {
            let move_ = list[number];
            let at = usize::from(move_);
            if ply == 0 && self.best.is_none() && !self.fours_only {
                self.best = Some(move_);
            }
            let threat = self.position.threat(at, mover);
            let written = depth > 1 || threat.is_four();
            // Of the table's move nothing is known.
            let surveyed = match number == 0 && remembered.is_some() {
                true => self.expected(mover, Threat::Nothing),
                false => self.expected(mover, threat),
            };
            self.position.place(at, mover);
            self.written += u64::from(written);
            self.pass(lanes.walk());
            let late = self.settings.reduces && !self.fours_only && filter == Filter::All;
            let reduced = late && number >= LATE && depth >= LATE_DEPTH;
            let left = if self.fours_only { depth } else { depth - 1 };
            let full = Node {
                mover: mover.other(),
                depth: left,
                alpha: -beta,
                beta: -alpha,
                ply: ply + 1,
                lost: threat == Threat::Five,
                surveyed: Some(surveyed),
                advanced: !(number == 0 && remembered.is_some()),
            };
            let null = Node {
                alpha: -alpha - 1,
                ..full
            };
            let again = |node| Node { surveyed: None, ..node };
            let mut child = match (number, reduced) {
                (0, _) => self.node(full),
                (_, true) => self.node(Node {
                    depth: depth - 2,
                    ..null
                }),
                (_, false) => self.node(null),
            };
            let mut entered = child.entered;
            if reduced && -child.score > alpha && !child.exact && !self.over {
                self.pass(2);
                child = self.node(again(null));
                entered &= child.entered;
            }
            if number > 0 && -child.score > alpha && -child.score < beta && !child.exact && !self.over {
                self.pass(2);
                child = self.node(again(full));
                entered &= child.entered;
            }
            self.pass(1);
            self.position.take_back();
            self.written -= u64::from(written);
            if self.over {
                return best;
            }
            let value = -child.score;
            if best.is_none_or(|(score, _)| value > score) {
                best = Some((value, move_));
                if ply == 0 && (!self.fours_only || value >= beta) {
                    self.best = Some(move_);
                    self.reply = child.best;
                }
            }
            alpha = alpha.max(value);
            number += 1;
            // The next candidate was found meanwhile, unless what was found has been written over.
            let known = entered && !(number == 1 && remembered.is_some());
            let ends = alpha >= beta || number == most || known && number == list.len();
            if written {
                self.pass(lanes.back());
            }
            if ends {
                return best;
            }
            if written && !known {
                self.pass(lanes.survey_left_after_back() + PICK);
            }
            if written {
                self.pass(1);
            }
            if number == list.len() {
                return best;
            }
        }
    }
}

/// The part of [`search`] that tries fours alone, in its part of the budget. No move: it found no victory.
pub fn fours(task: &Task, weights: &Weights) -> Answer {
    let mut search = Search::new(task, Settings::default(), None, weights);
    search.clocks = EMPTY;
    let score = search.by_fours();
    let won = !search.over && score >= WON;
    Answer {
        at: search.best.filter(|_| won).and_then(crossing),
        score: if won { score } else { 0 },
        depth: if won { (WIN - score) as u32 } else { 0 },
        nodes: search.nodes,
        clocks: search.clocks,
        reply: search.reply.filter(|_| won).and_then(crossing),
        unwinding: 0,
    }
}

fn crossing(at: u8) -> Option<Crossing> {
    super::position::crossing(usize::from(at))
}

#[cfg(test)]
mod tests;
