//! Plays a recorded game with the machine's own keys, one step at a time from the machine's state.
//!
//! ```text
//! any page -- esc --> list of games -- 1, 2, enter --> mode page -- m, 3, 4, right: two players, the game's rule, no clock
//!                                                        ^  |
//!                                                        |  '-- enter --> game page
//!                                                        |                   |
//!             esc esc, 4, down, right: no opening stone, if there is one ----+
//!                                                                            v
//!                                                directions, enter, p: ply after ply
//! ```
//!
//! [`Replay`] gives the strokes of one ply at a time, so that the caller can show each ply; [`play`] runs the whole
//! game. If Othello's rules make a side pass, the machine passes by itself; P is only for a lost turn.

use anyhow::{Result, bail};
use tengen_sim::Engine;

use super::machine::{Machine, State};
use super::stroke::{Stroke, press, way};
use crate::gateware::keyboard::key::PhysicalKey;
use crate::notation::sgf;
use crate::notation::{self, Record};
use crate::rules::gomoku::{self, Rule};
use crate::rules::othello;

/// Esc closes the bring-up page and the club, asks whether to leave a game, and leaves it; from the page of another
/// game it returns to the list, where the game is chosen. It never takes more strokes than this.
const MOST_ESCAPES: u32 = 7;

/// What the keys do in one ply.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// Place a stone or a disc at this row and column.
    Put(usize, usize),
    /// Give up the turn.
    Lose,
    /// Wait: the machine passes by itself.
    Wait,
}

/// A game as key strokes.
struct Plan {
    /// Its name in [`State::game`].
    game: &'static str,
    /// The key that chooses it on the list of games.
    key: &'static str,
    /// The rule, if the game has several.
    rule: Option<Rule>,
    /// The number of rows and of columns.
    size: usize,
    steps: Vec<Step>,
}

impl Plan {
    fn gomoku(record: &sgf::Record) -> Plan {
        let step = |ply: &gomoku::Ply| match ply {
            gomoku::Ply::Stone(at) => Step::Put(at.row(), at.col()),
            gomoku::Ply::Pass => Step::Lose,
        };
        Plan {
            game: "gomoku",
            key: "1",
            rule: Some(record.game().rule()),
            size: gomoku::board::SIZE,
            steps: record.game().plies().iter().map(step).collect(),
        }
    }

    fn othello(record: &notation::othello::Record) -> Plan {
        let mut game = record.start();
        let step = |ply| match ply {
            othello::Ply::Disc(at) => {
                _ = game.play(at);
                Step::Put(at.row(), at.col())
            }
            othello::Ply::Pass => {
                let must_pass = game.must_pass();
                _ = game.pass();
                if must_pass { Step::Wait } else { Step::Lose }
            }
        };
        Plan {
            game: "othello",
            key: "2",
            rule: None,
            size: othello::square::SIZE,
            steps: record.game.plies().map(step).collect(),
        }
    }
}

/// A game being played into a machine.
pub struct Replay {
    plan: Plan,
    stage: Stage,
    /// Strokes to be made next.
    strokes: Vec<Stroke>,
    /// Keys that are down.
    held: Vec<&'static PhysicalKey>,
}

#[derive(Clone, Copy)]
enum Stage {
    /// On the way to the game's page, after that many strokes of Esc.
    Leave(u32),
    /// Enter was pressed on that page. The opening setting is visible only in the game, and is changed at most once.
    Begin { changed: bool },
    /// That many plies have been played.
    Play(usize),
}

impl Replay {
    pub fn new(record: &Record) -> Replay {
        let plan = match record {
            Record::Gomoku(record) => Plan::gomoku(record),
            Record::Othello(record) => Plan::othello(record),
        };
        Replay { plan, stage: Stage::Leave(0), strokes: vec![], held: vec![] }
    }

    /// The number of plies played, and of all plies.
    pub fn progress(&self) -> (usize, usize) {
        let played = match self.stage {
            Stage::Play(plies) => plies,
            _ => 0,
        };
        (played, self.plan.steps.len())
    }

    /// The strokes to make next, in order, on a machine that is idle in this state; afterwards it must become idle
    /// again. `None` once the whole game is on the board.
    ///
    /// # Errors
    /// If the machine does not do what its keys say: someone used it in between, or it is faulty.
    pub fn next(&mut self, state: &State) -> Result<Option<Vec<Stroke>>> {
        self.find(state)?;
        let strokes = std::mem::take(&mut self.strokes);
        Ok((!strokes.is_empty()).then_some(strokes))
    }

    /// The strokes that release every key, for a caller that stops early.
    pub fn let_go(&mut self) -> Vec<Stroke> {
        let up = |key| Stroke { key, down: false };
        self.held.drain(..).map(up).collect()
    }

    fn find(&mut self, state: &State) -> Result<()> {
        match self.stage {
            Stage::Leave(MOST_ESCAPES) => bail!("esc does not lead back to the page of {}", self.plan.game),
            Stage::Leave(times) if state.page != "mode" || state.game != self.plan.game => {
                match state.page {
                    "home" => [self.plan.key, "enter"].iter().for_each(|name| self.press(name, 1)),
                    _ => self.press("esc", 1),
                }
                self.stage = Stage::Leave(times + 1);
            }
            Stage::Leave(_) => {
                self.settings(state)?;
                self.press("enter", 1);
                self.stage = Stage::Begin { changed: false };
            }
            Stage::Begin { .. } if state.page != "game" => bail!("enter does not start a game"),
            Stage::Begin { changed: false } if state.moves == 1 => {
                for name in ["esc", "esc", "4", "s", "d", "enter"] {
                    self.press(name, 1);
                }
                self.stage = Stage::Begin { changed: true };
            }
            Stage::Begin { .. } if state.moves > 0 => bail!("the game does not begin on the empty board"),
            Stage::Begin { .. } => self.ply(0, state),
            Stage::Play(plies) => {
                let mut stones = self.plan.steps[..plies].iter().filter_map(|step| match step {
                    Step::Put(row, col) => Some((*row as u64, *col as u64)),
                    Step::Lose | Step::Wait => None,
                });
                let expected = (stones.clone().count() as u64, stones.next_back());
                let turn = ["black", "white"][plies % 2];
                if (state.moves, state.last) != expected || state.winner.is_none() && state.turn != turn {
                    bail!("the machine has not played move {plies}");
                }
                self.ply(plies, state);
            }
        }
        Ok(())
    }

    /// Sets the lines of the game's page; each value cycles.
    fn settings(&mut self, state: &State) -> Result<()> {
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        // How often M must be pressed in each mode to reach two players.
        let modes = [("PVP", 0), ("PVC", 2), ("CVP", 1), ("CVC", 1)];
        let rules = ["freestyle", "exact five", "renju"];
        let presses = modes.iter().find(|(mode, _)| *mode == state.mode);
        let shown = state.rule.map(|rule| place(&rules, rule));
        let (Some((_, presses)), None | Some(Some(_))) = (presses, shown) else {
            bail!(
                "the page of the game shows mode {} and rule {}",
                state.mode,
                state.rule.unwrap_or("none")
            );
        };
        self.press("m", *presses);
        if let (Some(rule), Some(Some(shown))) = (self.plan.rule, shown) {
            self.press("3", 1);
            self.press("d", (rules.len() + rule as usize - shown) % rules.len());
        }
        if state.clock.is_some() {
            self.press("4", 1);
            self.press("d", 1);
        }
        Ok(())
    }

    /// The strokes of a ply: move the cursor to its place, across the edge if that is shorter, and press Enter; or give
    /// up the turn. A direction key is held, so the keyboard repeats it. Following plies that the machine plays by
    /// itself count as played with this one.
    fn ply(&mut self, number: usize, state: &State) {
        match self.plan.steps.get(number) {
            // The machine never stops before a pass that it plays by itself.
            None | Some(Step::Wait) => return,
            Some(Step::Put(row, col)) => {
                let cursor = (state.cursor.0 as usize, state.cursor.1 as usize);
                self.strokes.extend(way(cursor, (*row, *col), self.plan.size));
                self.press("enter", 1);
            }
            Some(Step::Lose) => self.press("p", 1),
        }
        let behind = &self.plan.steps[number + 1..];
        let next = number + 1 + behind.iter().take_while(|step| **step == Step::Wait).count();
        for stroke in &self.strokes {
            let direction = stroke.down && stroke.key.key.is_direction();
            if direction && !self.held.contains(&stroke.key) {
                self.held.push(stroke.key);
            }
        }
        self.stage = Stage::Play(next);
        if next == self.plan.steps.len() {
            let up = self.let_go();
            self.strokes.extend(up);
        }
    }

    fn press(&mut self, name: &str, times: usize) {
        for _ in 0..times {
            self.strokes.extend(press(name));
        }
    }
}

/// Plays the whole game. `shown` is called with the number of plies, for the empty board and after every ply.
///
/// # Errors
/// If the machine does not follow, or if `shown` fails.
pub fn play<E: Engine>(
    machine: &mut Machine<E>,
    record: &Record,
    mut shown: impl FnMut(&mut Machine<E>, usize) -> Result<()>,
) -> Result<()> {
    let mut replay = Replay::new(record);
    machine.settle()?;
    while let Some(strokes) = replay.next(&machine.state()?)? {
        machine.strike(&strokes);
        machine.settle()?;
        let begun = machine.state()?.page == "game";
        if begun {
            shown(machine, replay.progress().0)?;
        }
    }
    Ok(())
}
