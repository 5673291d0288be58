//! The candidates of a node are tried one after another, and its value goes to its parent.

use super::super::position::CROSSINGS;
use super::super::threat::Threat;
use super::super::weights::HIGHEST_KEY;
use super::{
    Awaited, Bound, Entry, Filter, Frame, LATE, LATE_DEPTH, LATER, LATER_DEPTH, LIKELY, List, Node, Search, State,
    Value, WIDEST, WON,
};
use crate::gomoku::{Colour, Rule};

impl Search<'_> {
    /// Candidates in the order in which they are tried.
    pub(super) fn candidates(&self, mover: Colour, filter: Filter, count: usize) -> List {
        // Among equal keys the first in scan order wins.
        let mut found = [u16::MAX; WIDEST + 1];
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
        let mut list = List::empty();
        for (listed, order) in list.moves.iter_mut().zip(&found[..length]) {
            *listed = *order as u8;
        }
        list.length = length;
        list
    }

    /// Places a stone and updates its lines.
    pub(super) fn place(&mut self, at: usize, colour: Colour, written: bool) {
        self.position.place(at, colour);
        self.written += u64::from(written);
        self.pass(self.settings.lanes.walk());
    }

    /// Places the node's next candidate.
    pub(super) fn try_next(&mut self) {
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
        let reduces = self.settings.reduces && !self.fours_only && filter == Filter::All && ply > 0;
        let awaited = match number {
            0 => Awaited::Full,
            LATER.. if reduces && depth >= LATER_DEPTH => Awaited::Reduced(2),
            LATE.. if reduces && depth >= LATE_DEPTH => Awaited::Reduced(1),
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
    pub(super) fn take(&mut self, child: Value) {
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
        let Some(frame) = self.stack.last() else { return };
        let most = self.widest(frame).unwrap_or(frame.most);
        if frame.number == frame.most && most > frame.most {
            self.widen(most);
        }
        let Some(frame) = self.stack.last() else { return };
        // The next candidate was found meanwhile, unless a later survey has overwritten it.
        let known = frame.entered && !(frame.number == 1 && frame.remembered);
        let none_left = frame.number == frame.list.length;
        let enough = frame.alpha >= frame.node.beta || frame.number >= most;
        let lanes = self.settings.lanes;
        if written {
            self.pass(lanes.back());
        }
        if enough || known && none_left {
            return self.leave();
        }
        if written && !known {
            self.pass(lanes.survey_left_after_back());
        }
        if written {
            self.pass(1);
        }
        match none_left {
            true => self.leave(),
            false => self.state = State::Try,
        }
    }

    /// Adds candidates to the node on top of the stack.
    fn widen(&mut self, most: usize) {
        let Some(frame) = self.stack.last() else { return };
        let mut list = self.candidates(frame.node.mover, frame.filter, most + 1);
        if frame.remembered {
            list.begin_with(frame.list.moves[0]);
        }
        list.length = list.length.min(most);
        let Some(frame) = self.stack.last_mut() else { return };
        frame.list = list;
    }

    /// How many moves are tried if every move so far loses; `None` if not, or if those suffice.
    fn widest(&self, frame: &Frame) -> Option<usize> {
        let lost = frame.best.is_some_and(|(score, _)| score <= -WON);
        let open = lost && frame.awaited != Awaited::Block && !self.fours_only;
        self.settings.widest.filter(|_| open)
    }

    /// Finishes the node on top of the stack, all or enough of its moves having been tried.
    fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let Some((score, best)) = frame.best else { return };
        // Where exactly five are needed a legal crossing may be barred, so the candidates are never all moves.
        let exact = self.task.rule != Rule::Freestyle;
        let score = match self.widest(&frame) {
            Some(widest) if exact || frame.number == widest => frame.node.ply as i32 - LIKELY,
            _ => score,
        };
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
    pub(super) fn new(node: Node, filter: Filter, list: List) -> Frame {
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
    pub(super) fn child(&self, fours_only: bool) -> Node {
        let Node { mover, depth, beta, ply, .. } = self.node;
        Node {
            mover: mover.other(),
            depth: match self.awaited {
                _ if fours_only => depth,
                Awaited::Reduced(plies) => depth - 1 - plies,
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
    pub(super) fn again(&self, value: i32, exact: bool) -> Option<Awaited> {
        let high = value > self.alpha && !exact;
        match self.awaited {
            Awaited::Reduced(1) if high => Some(Awaited::Null),
            Awaited::Reduced(plies) if high => Some(Awaited::Reduced(plies - 1)),
            Awaited::Null if high && value < self.node.beta => Some(Awaited::Full),
            _ => None,
        }
    }
}
