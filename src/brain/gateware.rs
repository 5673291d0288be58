//! The simulated gateware as a thinker: the circuit `gomoku_core` on any engine, driven only through its ports.
//!
//! ```text
//! board to think about -> difference to the core's -> clear, place, lift -> think -> best_row, best_col
//! ```
//!
//! The core keeps its stones between moves, so that a move costs two stones and a think. A search is stopped shortly
//! before its time is over and then answers with the best move so far: its budget is the number of clocks that the
//! engine runs until then, at most the level's own. A think that still exceeds its time is left running until the next
//! question, a search with its stop held high; its answer is lost.

use super::allowance::Allowance;
use super::{Answer, Thinker};
use crate::gateware::edition::Edition;
use crate::rules::gomoku::level::LAST_RESORT;
use crate::rules::gomoku::{Board, Colour, Crossing, Level, Rule};
use crate::units::Unit;
use std::time::{Duration, Instant};
use tengen_sim::Engine;

/// The unit to simulate for a level: without a search if the level uses none, since it would only cost time.
pub fn unit(level: Level) -> Unit {
    Unit::gomoku_core(match level {
        Level::Greedy(_) => Edition::FULL.without_searches(),
        Level::Dan(_) => Edition::FULL,
    })
}

/// A search is stopped this long before its time is over: it then needs some hundred clocks to take its stones off.
const MARGIN: Duration = Duration::from_millis(100);

pub struct Gateware<E> {
    engine: E,
    pins: Pins,
    searches: bool,
    /// The stones that the core has, or will have once it is no longer busy.
    stones: Board,
    /// The rule it was cleared for; `None` before the first clear.
    rule: Option<Rule>,
}

struct Pins {
    clear: usize,
    place: usize,
    lift: usize,
    think: usize,
    row: usize,
    col: usize,
    colour: usize,
    rule: usize,
    stop: usize,
    busy: usize,
    score: usize,
    depth: usize,
    nodes: usize,
    best_row: usize,
    best_col: usize,
}

/// The value of the sign bit of a score, which has fourteen bits.
const SIGN: i32 = 1 << 13;

/// The deadline has passed.
struct TooLate;

impl<E: Engine> Gateware<E> {
    /// Creates the thinker; `engine` must run a fresh core.
    pub fn new(mut engine: E, level: Level) -> Self {
        let (profile, budget) = match level {
            Level::Greedy(profile) => (profile, None),
            Level::Dan(_) => (LAST_RESORT, level.budget()),
        };
        for (name, value) in [
            ("profile", profile as u64),
            ("searches", u64::from(budget.is_some())),
            ("budget", budget.unwrap_or_default()),
        ] {
            let port = engine.port(name);
            engine.set(port, value);
        }
        let pins = Pins {
            clear: engine.port("clear"),
            place: engine.port("place"),
            lift: engine.port("lift"),
            think: engine.port("think"),
            row: engine.port("row"),
            col: engine.port("col"),
            colour: engine.port("colour"),
            rule: engine.port("rule"),
            stop: engine.port("stop"),
            busy: engine.port("busy"),
            score: engine.port("score"),
            depth: engine.port("depth"),
            nodes: engine.port("nodes"),
            best_row: engine.port("best_row"),
            best_col: engine.port("best_col"),
        };
        Gateware { engine, pins, searches: budget.is_some(), stones: Board::new(), rule: None }
    }

    fn wait(&mut self, deadline: Instant) -> Result<(), TooLate> {
        while self.engine.get(self.pins.busy) == 1 {
            if Instant::now() >= deadline {
                return Err(TooLate);
            }
            self.engine.step();
        }
        Ok(())
    }

    /// Waits until the core accepts a strobe, then gives it with these inputs.
    fn strobe(&mut self, strobe: usize, inputs: &[(usize, u64)], deadline: Instant) -> Result<(), TooLate> {
        self.wait(deadline)?;
        inputs.iter().for_each(|&(port, value)| self.engine.set(port, value));
        self.engine.set(strobe, 1);
        self.engine.step();
        self.engine.set(strobe, 0);
        Ok(())
    }

    fn clear(&mut self, rule: Rule, deadline: Instant) -> Result<(), TooLate> {
        self.strobe(self.pins.clear, &[(self.pins.rule, rule as u64)], deadline)?;
        self.rule = Some(rule);
        self.stones = Board::new();
        Ok(())
    }

    /// Makes the core's stones equal to `board`, with as few changes as possible.
    fn follow(&mut self, rule: Rule, board: &Board, deadline: Instant) -> Result<(), TooLate> {
        let differs = |stones: &Board, at: &Crossing| stones.get(*at) != board.get(*at);
        let differences = Crossing::all().filter(|at| differs(&self.stones, at)).count();
        if self.rule != Some(rule) || differences > board.stones() {
            self.clear(rule, deadline)?;
        }
        for at in Crossing::all() {
            if !differs(&self.stones, &at) {
                continue;
            }
            let place = [(self.pins.row, at.row() as u64), (self.pins.col, at.col() as u64)];
            if self.stones.get(at).is_some() {
                self.strobe(self.pins.lift, &place, deadline)?;
                self.stones.lift(at);
            }
            if let Some(colour) = board.get(at) {
                let [row, col] = place;
                self.strobe(
                    self.pins.place,
                    &[row, col, (self.pins.colour, colour as u64)],
                    deadline,
                )?;
                self.stones.place(at, colour).expect("it was lifted");
            }
        }
        Ok(())
    }

    fn find(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Result<Option<Answer>, TooLate> {
        // `stop` is still high if the search before was too late.
        self.follow(rule, board, deadline)?;
        self.wait(deadline)?;
        self.engine.set(self.pins.stop, 0);
        self.strobe(self.pins.think, &[(self.pins.colour, mover as u64)], deadline)?;
        if self.searches {
            let enough = deadline.checked_sub(MARGIN).unwrap_or(deadline);
            if self.wait(enough).is_err() {
                self.engine.set(self.pins.stop, 1);
            }
        }
        self.wait(deadline)?;
        let [row, col] = [self.pins.best_row, self.pins.best_col].map(|port| self.engine.get(port) as usize);
        Ok(Crossing::new(row, col).map(|at| match self.searches {
            true => self.told(at),
            false => at.into(),
        }))
    }

    /// The answer with the search's information about its move.
    fn told(&self, at: Crossing) -> Answer {
        let score = self.engine.get(self.pins.score) as i32;
        Answer {
            depth: Some(self.engine.get(self.pins.depth) as u32),
            score: Some(if score < SIGN { score } else { score - 2 * SIGN }),
            nodes: Some(self.engine.get(self.pins.nodes)),
            at,
        }
    }
}

impl<E: Engine> Thinker for Gateware<E> {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, allowed: Allowance) -> Option<Answer> {
        self.find(rule, board, mover, allowed.deadline()).ok().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Profile;
    use crate::samples::{self, Sample};
    use tengen_sim::Port;

    const ZJU: Level = Level::Greedy(Profile::Zju);

    fn started(level: Level) -> Gateware<Box<dyn Engine>> {
        Gateware::new(unit(level).native(), level)
    }

    fn within(time: Duration) -> Allowance {
        Allowance::new(time, None)
    }

    fn soon() -> Allowance {
        within(Duration::from_secs(60))
    }

    /// Goes between unrelated positions, under one rule and then another, so that the core must be cleared and stones
    /// must be lifted and placed.
    #[test]
    fn it_goes_from_any_position_to_any_other() {
        let mut gateware = started(Level::Greedy(Profile::Thesis));
        let mut sample = samples::all().into_iter();
        for rule in Rule::ALL {
            for sample in sample.by_ref().take(3) {
                let mut board = sample.board;
                let mut mover = sample.mover;
                // Backwards some stones at a time, and on to the other colour.
                for at in sample.moves.iter().rev().take(4) {
                    let expected = Profile::Thesis
                        .player()
                        .choose_under(rule, &board, mover)
                        .map(Answer::from);
                    assert_eq!(gateware.think(rule, &board, mover, soon()), expected, "{rule}");
                    assert_eq!(gateware.stones, board);
                    board.lift(*at);
                    let moved = board.vacant().last().unwrap();
                    board.place(moved, mover).unwrap();
                    mover = mover.other();
                }
            }
        }
    }

    #[test]
    fn a_think_that_was_too_late_does_no_harm_to_the_next() {
        let mut gateware = started(ZJU);
        for sample in samples::all().iter().take(3) {
            let Sample { board, mover, .. } = sample;
            let mut tries = 0;
            // Although the deadline is always past, each call makes progress by a strobe.
            while gateware.stones != *board {
                assert_eq!(gateware.think(Rule::Renju, board, *mover, within(Duration::ZERO)), None);
                gateware.engine.steps(1000);
                tries += 1;
                assert!(tries < 1000);
            }
            assert_eq!(gateware.think(Rule::Renju, board, *mover, within(Duration::ZERO)), None);
            let other = mover.other();
            let expected = Profile::Zju
                .player()
                .choose_under(Rule::Renju, board, other)
                .map(Answer::from);
            assert_eq!(gateware.think(Rule::Renju, board, other, soon()), expected);
        }
    }

    /// A search that went on after its time would keep the core busy for all of its level's clocks, which take minutes.
    #[test]
    fn a_search_that_was_too_late_is_stopped_before_the_next() {
        let mut gateware = started(Level::Dan(4));
        let Sample { board, mover, .. } = &samples::all()[2];
        // Although the deadline is always past, each call makes progress by a strobe; the last one begins a search.
        let mut tries = 0;
        while gateware.engine.get(gateware.pins.stop) == 0 {
            let answer = gateware.think(Rule::Renju, board, *mover, within(Duration::ZERO));
            assert_eq!(answer, None);
            gateware.engine.steps(1000);
            tries += 1;
            assert!(tries < 1000);
        }
        // It was stopped at its beginning, while it clears the table of positions.
        gateware.engine.steps(1 << 14);
        assert_eq!(gateware.engine.get(gateware.pins.busy), 0);
    }

    /// A core that is always busy.
    struct Stuck(Box<dyn Engine>);

    impl Engine for Stuck {
        fn ports(&self) -> &[Port] {
            self.0.ports()
        }
        fn set(&mut self, port: usize, value: u64) {
            self.0.set(port, value)
        }
        fn get(&self, _: usize) -> u64 {
            1
        }
        fn settle(&mut self) {
            self.0.settle()
        }
        fn step(&mut self) {
            self.0.step()
        }
    }

    #[test]
    fn a_search_is_stopped_before_its_time_is_over_and_tells_what_it_saw() {
        let level = Level::Dan(4);
        let mut gateware = started(level);
        let Sample { board, mover, .. } = &samples::all()[2];
        for rule in Rule::ALL {
            // The level's own time is a minute of simulation and more; a busy computer gets as long as the first ply takes.
            let answer = (0..12).find_map(|doubled| {
                let allowed = within(Duration::from_millis(250 << doubled));
                let answer = gateware.think(rule, board, *mover, allowed)?;
                (answer.depth > Some(0)).then_some(answer)
            });
            let answer = answer.expect("a quarter of an hour is enough");
            assert_eq!(board.get(answer.at), None);
            assert!(answer.nodes.is_some_and(|nodes| nodes > 0), "{answer:?}");
            assert!(answer.score.is_some_and(|score| score.abs() < SIGN), "{answer:?}");
        }
    }

    #[test]
    fn a_stuck_machine_is_left_alone_at_the_deadline() {
        let mut gateware = Gateware::new(Stuck(unit(ZJU).native()), ZJU);
        let allowed = within(Duration::from_millis(20));
        assert_eq!(
            gateware.think(Rule::Freestyle, &Board::new(), Colour::Black, allowed),
            None
        );
        assert!(Instant::now() >= allowed.deadline() && allowed.begun.elapsed() < Duration::from_secs(10));
    }
}
