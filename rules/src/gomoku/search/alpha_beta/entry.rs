//! A node on entry: the threats decide it, force a block, or choose its candidates.

use super::super::position::CROSSINGS;
use super::super::threat::Threat;
use super::{
    Awaited, BLOCKED, Filter, Frame, LIKELY, LONGEST, LOOK, List, MARGIN, MARGIN_DEPTH, Node, Search, State, Value,
    WIN, WON,
};
use crate::gomoku::{Colour, Rule};

impl Search<'_> {
    /// Enters a node: decides it, blocks its only threat, or tries its moves.
    pub(super) fn enter(&mut self, node: Node) {
        let Node { mover, depth, alpha, beta, ply, .. } = node;
        self.pass(u64::from(ply > 0));
        self.nodes += u64::from(!self.over);
        if let Some(score) = self.decided(node) {
            return self.state = State::Return(Value::exact(score));
        }
        let count = |threat| self.position.count_of(mover.other(), threat);
        let fives = count(Threat::Five) > 0;
        let forced = ply > 0 && fives;
        let value = self.position.value(mover);
        if ply >= LONGEST || !forced && (self.defends(mover) || depth <= 0) {
            return self.state = State::Return(Value::exact(value));
        }
        let wins = self.position.count_of(mover, Threat::Five) > 0 || !fives && self.doubles(mover);
        let threatened = !wins && (count(Threat::DoubleFour) > 0 || fives);
        let null = beta == alpha + 1;
        let margin = self.settings.gives_up && !self.fours_only && !forced && !threatened && null;
        if margin && depth <= MARGIN_DEPTH && value - MARGIN * depth >= beta && beta.abs() < WON {
            // The value comes a clock after the counts; a leaf's is only used in the step after that.
            self.pass(LOOK);
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
            // Elsewhere the opponent may answer on a crossing that the position bars, or the live four may be a foul.
            return Some(match self.task.rule {
                Rule::Freestyle => WIN - plies - 5,
                _ => LIKELY - plies,
            });
        }
        self.position.is_full().then_some(0)
    }

    /// Whether the mover is the side that plays only fours.
    pub(super) fn attacks(&self, mover: Colour) -> bool {
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
    pub(super) fn expected(&self, mover: Colour, threat: Threat) -> Filter {
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
}
