//! The plain reference as a thinker. It needs no simulation, and a one-ply player needs almost no time.
//!
//! A search runs a few milliseconds at a time. It ends with the level's clocks, or when its time is over. How many clocks
//! that will be is estimated from what this computer has run before: the search by fours gets a part of them.

use std::time::{Duration, Instant};

use super::allowance::{Allowance, Course};
use super::{Answer, Thinker};
use crate::rules::gomoku::level::Thought;
use crate::rules::gomoku::search::Lanes;
use crate::rules::gomoku::{Board, Colour, Level, Rule};
use crate::rules::resumable::Resumable;

/// The clocks between two looks at the time: three milliseconds at 17 million clocks a second.
const WINDOW: u64 = 50_000;
/// The clocks after which the speed is known well enough.
const TRIAL: u64 = 200_000;
/// The budget is the estimate times this: the time ends the search, even if the computer has become faster.
const HEADROOM: f64 = 1.25;

pub struct Model {
    level: Level,
    /// The clocks that this computer runs in a second; `None` before the first search.
    speed: Option<f64>,
}

impl Model {
    pub fn new(level: Level) -> Model {
        Model { level, speed: None }
    }

    /// Thinks by that clock.
    fn think_by(
        &mut self,
        rule: Rule,
        board: &Board,
        mover: Colour,
        allowed: Allowance,
        mut now: impl FnMut() -> Instant,
    ) -> Option<Answer> {
        let start = |budget| self.level.search(Lanes::default(), rule, board, mover, budget);
        let Some(mut trial) = start(None) else {
            return self
                .level
                .think(rule, board, mover, None)
                .map(|thought| thought.at.into());
        };
        let speed = self.speed.unwrap_or_else(|| {
            let begun = now();
            trial.run_to(TRIAL);
            per_second(trial.clocks(), now() - begun)
        });
        let clocks = (HEADROOM * speed * allowed.most.as_secs_f64()) as u64;
        // 0 would mean no limit.
        let budget = self.level.budget().map(|own| own.min(clocks).max(1));
        let mut search = start(budget)?;
        let forced = board
            .vacant()
            .any(|at| rule.winning_line(board, at, mover.other()).is_some());
        let (begun, mut course) = (now(), Course::default());
        while search.answer().is_none() {
            search.run_to(search.clocks() + WINDOW);
            let (depth, best) = search.so_far();
            course.see(depth, best);
            if now() - allowed.begun >= course.enough(&allowed, forced) {
                search.stop(search.clocks());
                break;
            }
        }
        if search.clocks() >= TRIAL {
            self.speed = Some(per_second(search.clocks(), now() - begun));
        }
        let thought = Thought::after(search.finish(), rule, board, mover)?;
        let found = thought.found.as_ref();
        Some(Answer {
            at: thought.at,
            depth: found.map(|found| found.depth),
            score: found.map(|found| found.score),
            nodes: found.map(|found| found.nodes),
        })
    }
}

/// The clocks of a second.
fn per_second(clocks: u64, took: Duration) -> f64 {
    clocks as f64 / took.as_secs_f64().max(1e-6)
}

impl Thinker for Model {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, allowed: Allowance) -> Option<Answer> {
        self.think_by(rule, board, mover, allowed, Instant::now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Crossing;
    use crate::rules::gomoku::board::CENTRE;

    fn board(stones: &[(usize, usize)]) -> Board {
        let mut board = Board::new();
        for (&(row, col), colour) in stones.iter().zip([Colour::Black, Colour::White].into_iter().cycle()) {
            board.place(Crossing::new(row, col).unwrap(), colour).unwrap();
        }
        board
    }

    /// What the model answers, and the time that has passed by a clock that is `step` later at each look.
    fn by_clock(model: &mut Model, board: &Board, turn: Duration, step: Duration) -> (Answer, Duration) {
        let allowed = Allowance::new(turn, None);
        let mut time = allowed.begun;
        let mover = if board.stones().is_multiple_of(2) { Colour::Black } else { Colour::White };
        let answer = model.think_by(Rule::Freestyle, board, mover, allowed, || {
            time += step;
            time
        });
        (answer.unwrap(), time - allowed.begun)
    }

    #[test]
    fn a_search_uses_its_time_and_is_not_late() {
        let board = board(&[(7, 7), (6, 8), (9, 6)]);
        let mut model = Model::new(Level::Dan(4));
        for step in [10, 70].map(Duration::from_millis) {
            let (answer, took) = by_clock(&mut model, &board, Duration::from_secs(1), step);
            // A look more when the search has ended.
            assert!((850..1000).contains(&took.as_millis()), "{took:?}");
            assert!(answer.depth > Some(0), "{answer:?}");
        }
        // No time at all.
        let (answer, _) = by_clock(&mut model, &board, Duration::ZERO, Duration::from_millis(1));
        assert_eq!(board.get(answer.at), None);
    }

    #[test]
    fn it_takes_no_more_clocks_than_its_level_and_blocks_at_once() {
        let quiet = board(&[(7, 7), (6, 8), (9, 6)]);
        let (_, took) = by_clock(
            &mut Model::new(Level::Dan(1)),
            &quiet,
            Duration::from_secs(3600),
            Duration::from_millis(3),
        );
        let own = Level::Dan(1).budget().unwrap();
        assert!(took <= Duration::from_millis(3) * (own / WINDOW + 5) as u32, "{took:?}");
        let four = board(&[(7, 7), (7, 6), (7, 8), (6, 8), (7, 9), (9, 6), (7, 10)]);
        let (answer, took) = by_clock(
            &mut Model::new(Level::Dan(4)),
            &four,
            Duration::from_secs(1),
            Duration::from_millis(10),
        );
        assert_eq!(answer.at, Crossing::new(7, 11).unwrap());
        assert!(took < Duration::from_millis(150), "{took:?}");
    }

    #[test]
    fn what_a_search_knows_is_told() {
        let mut board = Board::new();
        board.place(CENTRE, Colour::Black).unwrap();
        // More than the level takes, however busy the computer is.
        let hour = Allowance::new(Duration::from_secs(3600), None);
        let answer = Model::new(Level::Dan(1))
            .think(Rule::Freestyle, &board, Colour::White, hour)
            .unwrap();
        assert!(answer.depth.unwrap() > 0 && answer.nodes.unwrap() > 10 && answer.score.is_some());
        let plain = Model::new(Level::ALL[3])
            .think(Rule::Freestyle, &board, Colour::White, hour)
            .unwrap();
        assert_eq!((plain.depth, plain.score, plain.nodes), (None, None, None));
    }
}
