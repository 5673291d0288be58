//! A recorded game played on the machine's own keys, each found from where the machine stands.
//!
//! ```text
//! any page -- esc --> mode page -- m, 3, 4, right: two players, the game's rule, no clock -- enter --> game page
//!                         ^                                                                               |
//!                         '---------- esc esc, 4, down, right: no opening stone, if there is one --------+
//!                                                                                                         v
//!                                                                              directions, enter, p: ply after ply
//! ```
//!
//! [`Replay`] gives the strokes of a ply at a time, so that whoever shows the machine can let a person watch; [`play`] does
//! all of it.

use anyhow::{Result, bail};
use tengen_sim::Engine;

use super::machine::{Machine, State};
use crate::gateware::keyboard::key::{self, PhysicalKey};
use crate::rules::gomoku::{Crossing, Ply, Rule, board::SIZE};
use crate::sgf::Record;

/// Esc closes the bring-up page, asks whether a game is to be left, and leaves it; from the page of another game it goes back
/// to the list, where Gomoku is chosen. More strokes are never needed.
const MOST_ESCAPES: u32 = 6;

/// A key that goes down, or up again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub key: &'static PhysicalKey,
    pub down: bool,
}

/// A game on its way into a machine.
pub struct Replay {
    rule: Rule,
    plies: Vec<Ply>,
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
        let game = record.game();
        Replay {
            rule: game.rule(),
            plies: game.plies().to_vec(),
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
        (played, self.plies.len())
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
            Stage::Leave(MOST_ESCAPES) => bail!("esc does not lead back to the page of Gomoku"),
            Stage::Leave(times) if state.page != "mode" || state.game != "gomoku" => {
                match state.page {
                    "home" => ["1", "enter"].iter().for_each(|name| self.press(name, 1)),
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
                let mut stones = self.plies[..plies].iter().filter_map(|ply| match ply {
                    Ply::Stone(at) => Some((at.row() as u64, at.col() as u64)),
                    Ply::Pass => None,
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
        let (modes, rules) = (
            [("PVP", 0), ("PVC", 2), ("CVP", 1), ("CVC", 1)],
            ["freestyle", "exact five", "renju"],
        );
        let presses = modes.iter().find(|(mode, _)| *mode == state.mode);
        let (Some((_, presses)), Some(rule)) = (presses, place(&rules, state.rule.unwrap_or_default())) else {
            bail!(
                "the page of the game shows mode {} and rule {}",
                state.mode,
                state.rule.unwrap_or("none")
            );
        };
        self.press("m", *presses);
        self.press("3", 1);
        self.press("d", (rules.len() + self.rule as usize - rule) % rules.len());
        if state.clock.is_some() {
            self.press("4", 1);
            self.press("d", 1);
        }
        Ok(())
    }

    /// The way of the cursor to that stone's crossing, round the edge if that is shorter, and Enter; or the turn passes. A
    /// direction is held, and the machine sees the keyboard repeat it.
    fn ply(&mut self, number: usize, state: &State) {
        match self.plies.get(number) {
            None => return,
            Some(Ply::Pass) => self.press("p", 1),
            Some(Ply::Stone(at)) => {
                self.strokes
                    .extend(way((state.cursor.0 as usize, state.cursor.1 as usize), *at));
                self.press("enter", 1);
            }
        }
        for stroke in &self.strokes {
            let direction = stroke.down && stroke.key.key.is_direction();
            if direction && !self.held.contains(&stroke.key) {
                self.held.push(stroke.key);
            }
        }
        self.stage = Stage::Play(number + 1);
        if number + 1 == self.plies.len() {
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

/// The cursor's way from row and column to a crossing, round the edge where that is shorter, by keys that stay down: the
/// machine sees the keyboard repeat them.
pub fn way((row, col): (usize, usize), to: Crossing) -> Vec<Stroke> {
    let mut strokes = vec![];
    for (from, to, forward, back) in [(row, to.row(), "s", "w"), (col, to.col(), "d", "a")] {
        let steps = (SIZE + to - from) % SIZE;
        let (name, steps) = if steps <= SIZE / 2 {
            (forward, steps)
        } else {
            (back, SIZE - steps)
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
