//! A recorded game played on the machine's own keys, each found from where the machine stands.
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
//! [`Replay`] gives the strokes of a ply at a time, so that whoever shows the machine can let a person watch; [`play`] does
//! all of it. Where Othello's rules make a side pass, the machine does so by itself; P is for a turn that was lost.

use anyhow::{Result, bail};
use tengen_sim::Engine;

use super::machine::{Machine, State};
use crate::gateware::keyboard::key::{self, PhysicalKey};
use crate::notation::{self, Record};
use crate::rules::gomoku::{self, Rule};
use crate::rules::othello;
use crate::sgf;

/// Esc closes the bring-up page and the club, asks whether a game is to be left, and leaves it; from the page of another game it goes back
/// to the list, where the game is chosen. More strokes are never needed.
const MOST_ESCAPES: u32 = 7;

/// A key that goes down, or up again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub key: &'static PhysicalKey,
    pub down: bool,
}

/// What the keys do for a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// A stone or a disc on that row and column.
    Put(usize, usize),
    /// The turn is lost.
    Lose,
    /// The machine passes by itself.
    Wait,
}

/// A game as the keys play it.
struct Plan {
    /// Its name in [`State::game`], and the key that chooses it on the list of games.
    game: &'static str,
    key: &'static str,
    /// If it has more than one.
    rule: Option<Rule>,
    /// Rows, and columns, of the board.
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

/// A game on its way into a machine.
pub struct Replay {
    plan: Plan,
    stage: Stage,
    /// Found, and still to be made.
    strokes: Vec<Stroke>,
    /// Keys that are down.
    held: Vec<&'static PhysicalKey>,
}

#[derive(Clone, Copy)]
enum Stage {
    /// On the way to the mode page; so many times Esc.
    Leave(u32),
    /// Enter was pressed there. The setting of the opening shows in the game alone, and is changed at most once.
    Begin { changed: bool },
    /// So many plies are played.
    Play(usize),
}

impl Replay {
    pub fn new(record: &Record) -> Replay {
        let plan = match record {
            Record::Gomoku(record) => Plan::gomoku(record),
            Record::Othello(record) => Plan::othello(record),
        };
        Replay {
            plan,
            stage: Stage::Leave(0),
            strokes: vec![],
            held: vec![],
        }
    }

    /// How many plies have been played, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let played = match self.stage {
            Stage::Play(plies) => plies,
            _ => 0,
        };
        (played, self.plan.steps.len())
    }

    /// The strokes to make next, one after another, on a machine that is at rest in this state; `None` once the whole game is on
    /// the board. Then it is to rest again.
    ///
    /// # Errors
    /// If the machine does not do what its keys say; it was used in between, or is out of order.
    pub fn next(&mut self, state: &State) -> Result<Option<Vec<Stroke>>> {
        self.find(state)?;
        let strokes = std::mem::take(&mut self.strokes);
        Ok((!strokes.is_empty()).then_some(strokes))
    }

    /// The strokes that let go of every key, for whoever breaks off.
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

    /// Sets the mode page, on which every way goes round.
    fn settings(&mut self, state: &State) -> Result<()> {
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
        // So many times M from each mode lead to two players.
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

    /// The way of the cursor to where that stone goes, round the edge if that is shorter, and Enter; or the turn is lost. A
    /// direction is held, and the machine sees the keyboard repeat it. Plies behind it that the machine plays by itself are
    /// waited for with it.
    fn ply(&mut self, number: usize, state: &State) {
        match self.plan.steps.get(number) {
            // The machine never stands before a pass that it plays by itself.
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

/// A key goes down and up.
pub fn press(name: &str) -> impl Iterator<Item = Stroke> + use<> {
    let key = key::named(name);
    [true, false]
        .into_iter()
        .filter_map(move |down| key.map(|key| Stroke { key, down }))
}

/// The cursor's way from row and column to others on a board of `size`, round the edge where that is shorter, by keys that
/// stay down: the machine sees the keyboard repeat them.
pub fn way((row, col): (usize, usize), (to_row, to_col): (usize, usize), size: usize) -> Vec<Stroke> {
    let mut strokes = vec![];
    for (from, to, forward, back) in [(row, to_row, "s", "w"), (col, to_col, "d", "a")] {
        let steps = (size + to - from) % size;
        let (name, steps) = if steps <= size / 2 {
            (forward, steps)
        } else {
            (back, size - steps)
        };
        let down = press(name).next();
        strokes.extend(std::iter::repeat_n(down, steps).flatten());
    }
    strokes
}

/// Plays the whole game. `shown` is called when the board is empty and after every ply, with how many there are.
///
/// # Errors
/// If the machine does not follow; or what `shown` says.
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
