//! The parts of a search within its budget: by fours, then one depth after another.

use super::super::position::index;
use super::{DEEPEST, EMPTY, FOURS_SHARE, INFINITE, Node, Search, State, WIN, WON};
use crate::gomoku::board::CENTRE;

impl Search<'_> {
    /// Advances the clock. The time of the present part is over at its limit if there is a move.
    pub(super) fn pass(&mut self, clocks: u64) {
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
    pub(super) fn give_up(&mut self) {
        while self.position.take_back() {}
        self.stack.clear();
        self.written = 0;
        self.state = State::Part(None);
    }

    pub(super) fn empty(&mut self) {
        if self.position.is_empty() {
            self.best = Some(index(CENTRE) as u8);
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
    pub(super) fn begin_fours(&mut self) {
        self.fours_only = true;
        if self.task.budget > 0 {
            self.limit = self.limit.min(self.clocks + self.task.budget / FOURS_SHARE);
        }
        self.enter_root(DEEPEST, WON - 1, WON);
        self.pass(1);
    }

    /// Ends the search by fours, or that of one depth: it is complete (`Some`), or its time ran out.
    pub(super) fn end_part(&mut self, score: Option<i32>) {
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
}
