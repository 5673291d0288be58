//! The plain reference as a thinker. It needs no simulation, and a one-ply player needs almost no time.

use super::{Answer, Thinker};
use crate::rules::gomoku::{Board, Colour, Level, Rule};
use std::time::{Duration, Instant};

/// The number of the machine's clocks per millisecond for which the model of a search is trusted. It ran 9600 on a core
/// with other work, and 16 000 on the same core alone.
const CLOCKS: u64 = 8_000;

pub struct Model(pub Level);

/// The clocks for a move: the level's own, or as many as the model can run in the time left.
fn budget(level: Level, left: Duration) -> Option<u64> {
    let here = CLOCKS.saturating_mul(left.as_millis().try_into().unwrap_or(u64::MAX));
    // 0 would mean no limit.
    level.budget().map(|own| own.min(here).max(1))
}

impl Thinker for Model {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Option<Answer> {
        let left = deadline.saturating_duration_since(Instant::now());
        let thought = self.0.think(rule, board, mover, budget(self.0, left))?;
        let found = thought.found.as_ref();
        Some(Answer {
            at: thought.at,
            depth: found.map(|found| found.depth),
            score: found.map(|found| found.score),
            nodes: found.map(|found| found.nodes),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_takes_the_levels_time_or_what_is_left() {
        let own = Level::Dan(2).budget().unwrap();
        assert_eq!(budget(Level::Dan(2), Duration::from_secs(3600)), Some(own));
        assert_eq!(budget(Level::Dan(2), Duration::from_millis(10)), Some(80_000));
        assert_eq!(budget(Level::Dan(2), Duration::ZERO), Some(1));
        assert_eq!(budget(Level::ALL[0], Duration::from_secs(1)), None);
    }

    #[test]
    fn what_a_search_knows_is_told() {
        let mut board = Board::new();
        board.place(crate::rules::gomoku::board::CENTRE, Colour::Black).unwrap();
        // More than the level takes, however busy the computer is.
        let deadline = Instant::now() + Duration::from_secs(3600);
        let answer = Model(Level::Dan(1))
            .think(Rule::Freestyle, &board, Colour::White, deadline)
            .unwrap();
        assert!(answer.depth.unwrap() > 0 && answer.nodes.unwrap() > 10 && answer.score.is_some());
        let plain = Model(Level::ALL[3])
            .think(Rule::Freestyle, &board, Colour::White, deadline)
            .unwrap();
        assert_eq!((plain.depth, plain.score, plain.nodes), (None, None, None));
    }
}
