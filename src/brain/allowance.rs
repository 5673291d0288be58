//! The time for a move: by the limits that a manager sets, and by how the search goes.
//!
//! ```text
//! manager's line |---- half ----|---- usual ----|---- most: at most the double ----|
//!                  long the same                   just changed: the search's best move
//! ```

use std::time::{Duration, Instant};

use crate::rules::gomoku::Crossing;

/// The part of a limit that is used, in per cent. The rest is for the way to the manager, and for a busy computer.
const USED: u32 = 85;
/// The usual time is the match's rest divided by this many: the moves of a long game.
const MOVES_LEFT: u32 = 20;
/// A best move stands out when it has stayed the same for so many depths.
const STEADY: u32 = 4;
/// A move without a choice gets the usual time divided by this.
const FORCED: u32 = 10;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// When the manager's line came.
    pub begun: Instant,
    /// The time for a move like most.
    pub usual: Duration,
    /// The time for a move whose search has just found a better one; at least `usual`.
    pub most: Duration,
}

impl Allowance {
    /// The time for a move that begins now: `turn` is the limit of each move, `left` the rest of the match's time if
    /// that is limited.
    pub fn new(turn: Duration, left: Option<Duration>) -> Allowance {
        let turn = turn / 100 * USED;
        let usual = left.map_or(turn, |left| turn.min(left / MOVES_LEFT / 100 * USED));
        Allowance { begun: Instant::now(), usual, most: turn.min(2 * usual) }
    }

    /// When a player that cannot tell how its search goes has to answer.
    pub fn deadline(&self) -> Instant {
        self.begun + self.usual
    }
}

/// How the best move has changed during a search.
#[derive(Default)]
pub struct Course {
    best: Option<Crossing>,
    /// The depth that was completed when it became the best.
    since: u32,
    depth: u32,
}

impl Course {
    /// The best move after `depth` has been completed.
    pub fn see(&mut self, depth: u32, best: Option<Crossing>) {
        if best != self.best {
            (self.best, self.since) = (best, depth);
        }
        self.depth = depth;
    }

    /// When the search has lasted long enough. Time is saved only for a match that lacks it.
    pub fn enough(&self, allowed: &Allowance, forced: bool) -> Duration {
        let Allowance { usual, most, .. } = *allowed;
        match self.depth - self.since {
            _ if forced => usual / FORCED,
            _ if usual == most => most,
            0 | 1 => most,
            STEADY.. => usual / 2,
            _ => usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::board::CENTRE;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_turn_is_used_and_a_match_is_shared_out() {
        let of = |turn: u32, left: Option<u32>| {
            let allowed = Allowance::new(turn * SECOND, left.map(|left| left * SECOND));
            [allowed.usual, allowed.most].map(|time| time.as_millis())
        };
        assert_eq!(of(1, None), [850, 850]);
        assert_eq!(of(1, Some(1000)), [850, 850]);
        assert_eq!(of(10, Some(120)), [5100, 8500]);
        assert_eq!(of(10, Some(20)), [850, 1700]);
        assert_eq!(of(10, Some(0)), [0, 0]);
    }

    #[test]
    fn a_change_gets_more_and_a_move_that_stands_out_less() {
        let allowed = Allowance::new(10 * SECOND, Some(20 * SECOND));
        let mut course = Course::default();
        let mut enough = |depth, best| {
            course.see(depth, best);
            course.enough(&allowed, false).as_millis()
        };
        let other = Crossing::new(0, 0);
        assert_eq!(enough(0, None), 1700);
        assert_eq!(
            [1, 2, 3, 4, 5].map(|depth| enough(depth, other)),
            [1700, 1700, 850, 850, 425]
        );
        assert_eq!([5, 6, 7].map(|depth| enough(depth, Some(CENTRE))), [1700, 1700, 850]);
        assert_eq!(course.enough(&allowed, true).as_millis(), 85);
        // Without a match to save time for.
        let allowed = Allowance::new(SECOND, None);
        course.see(20, Some(CENTRE));
        assert_eq!(course.enough(&allowed, false).as_millis(), 850);
    }
}
