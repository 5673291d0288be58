//! The plain reference as a thinker. It needs no simulation and no time worth mentioning.

use super::{Answer, Thinker};
use crate::rules::gomoku::{Board, Colour, Profile, Rule};
use std::time::Instant;

pub struct Model(pub Profile);

impl Thinker for Model {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, _: Instant) -> Option<Answer> {
        self.0.player().choose_under(rule, board, mover).map(Answer::from)
    }
}
