//! A recorded game played on the machine's own keys, each found from where the machine stands.
//!
//! ```text
//! any page -- esc --> mode page -- m, 3, 4, right: two players, the game's rule, no clock -- enter --> game page
//!                         ^                                                                               |
//!                         '---------- esc esc, 4, down, right: no opening stone, if there is one --------+
//!                                                                                                         v
//!                                                                              arrows, enter: stone after stone
//! ```
//!
//! [`Replay`] gives one key at a time, so that whoever shows the machine can let a person watch; [`play`] does all of it.

use std::collections::VecDeque;

use anyhow::{Result, bail};
use tengen_sim::Engine;

use super::machine::{Machine, State};
use crate::gateware::keyboard::key::{self, Key, PhysicalKey};
use crate::misuse::Misuse;
use crate::rules::gomoku::{Crossing, Ply, Rule, board::SIZE};
use crate::sgf::Record;

/// Esc closes the bring-up page, asks whether a game is to be left, and leaves it: more often it is never needed.
const MOST_ESCAPES: u32 = 4;

/// A game on its way into a machine.
pub struct Replay {
    rule: Rule,
    stones: Vec<Crossing>,
    stage: Stage,
    /// Found, and still to be pressed.
    keys: VecDeque<&'static PhysicalKey>,
}

#[derive(Clone, Copy)]
enum Stage {
    /// On the way to the mode page; so many times Esc.
    Leave(u32),
    /// Enter was pressed there. The setting of the opening shows in the game alone, and is changed at most once.
    Begin { changed: bool },
    /// So many stones are on the board.
    Play(usize),
}

impl Replay {
    /// # Errors
    /// A [`Misuse`] if a turn was lost in the game: no key does that while the clock is off.
    pub fn new(record: &Record) -> Result<Replay> {
        let stone = |(at, ply): (usize, &Ply)| match ply {
            Ply::Stone(crossing) => Ok(*crossing),
            Ply::Pass => Err(Misuse::new(format!(
                "move {} is a lost turn, and no key plays one while the clock is off",
                at + 1
            ))),
        };
        let game = record.game();
        Ok(Replay {
            rule: game.rule(),
            stones: game.plies().iter().enumerate().map(stone).collect::<Result<_, _>>()?,
            stage: Stage::Leave(0),
            keys: VecDeque::new(),
        })
    }

    /// How many stones have been played, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let played = match self.stage {
            Stage::Play(stones) => stones,
            _ => 0,
        };
        (played, self.stones.len())
    }

    /// The key to press next on a machine that has settled in this state; `None` once the whole game is on the board.
    ///
    /// # Errors
    /// If the machine does not do what its keys say; it was used in between, or is out of order.
    pub fn next(&mut self, state: &State) -> Result<Option<&'static PhysicalKey>> {
        if self.keys.is_empty() {
            self.find(state)?;
        }
        Ok(self.keys.pop_front())
    }

    fn find(&mut self, state: &State) -> Result<()> {
        match self.stage {
            Stage::Leave(MOST_ESCAPES) => bail!("esc does not lead back to the mode page"),
            Stage::Leave(times) if state.page != "mode" => {
                self.push(Key::Escape, 1);
                self.stage = Stage::Leave(times + 1);
            }
            Stage::Leave(_) => {
                self.settings(state)?;
                self.push(Key::Enter, 1);
                self.stage = Stage::Begin { changed: false };
            }
            Stage::Begin { .. } if state.page != "game" => bail!("enter does not start a game"),
            Stage::Begin { changed: false } if state.moves == 1 => {
                self.push(Key::Escape, 2);
                for key in [Key::Four, Key::Down, Key::Right, Key::Enter] {
                    self.push(key, 1);
                }
                self.stage = Stage::Begin { changed: true };
            }
            Stage::Begin { .. } if state.moves > 0 => bail!("the game does not begin on the empty board"),
            Stage::Begin { .. } => self.stone(0, state),
            Stage::Play(stones) => {
                let last = self.stones[stones - 1];
                if (state.moves, state.last) != (stones as u64, Some((last.row() as u64, last.col() as u64))) {
                    bail!("the machine has not played move {stones}");
                }
                self.stone(stones, state);
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
        let (Some((_, presses)), Some(rule)) = (presses, place(&rules, state.rule)) else {
            bail!("the page of the game shows mode {} and rule {}", state.mode, state.rule);
        };
        self.push(Key::Mode, *presses);
        self.push(Key::Three, 1);
        self.push(Key::Right, (rules.len() + self.rule as usize - rule) % rules.len());
        if state.clock.is_some() {
            self.push(Key::Four, 1);
            self.push(Key::Right, 1);
        }
        Ok(())
    }

    /// The way of the cursor to that stone's crossing, round the edge if that is shorter, and Enter.
    fn stone(&mut self, number: usize, state: &State) {
        let Some(&at) = self.stones.get(number) else { return };
        let (row, col) = (state.cursor.0 as usize, state.cursor.1 as usize);
        for (from, to, forward, back) in [
            (row, at.row(), Key::Down, Key::Up),
            (col, at.col(), Key::Right, Key::Left),
        ] {
            let steps = (SIZE + to - from) % SIZE;
            if steps <= SIZE / 2 {
                self.push(forward, steps);
            } else {
                self.push(back, SIZE - steps);
            }
        }
        self.push(Key::Enter, 1);
        self.stage = Stage::Play(number + 1);
    }

    fn push(&mut self, key: Key, times: usize) {
        let key = key::KEYS.iter().find(|known| known.key == key);
        self.keys
            .extend(key.into_iter().flat_map(|key| std::iter::repeat_n(key, times)));
    }
}

/// Plays the whole game. `shown` is called when the board is empty and after every stone, with how many stones are on it.
///
/// # Errors
/// A [`Misuse`] as [`Replay::new`]; if the machine does not follow; or what `shown` says.
pub fn play<E: Engine>(
    machine: &mut Machine<E>,
    record: &Record,
    mut shown: impl FnMut(&mut Machine<E>, usize) -> Result<()>,
) -> Result<()> {
    let mut replay = Replay::new(record)?;
    machine.settle()?;
    while let Some(key) = replay.next(&machine.state()?)? {
        machine.press(key);
        machine.settle()?;
        if key.key == Key::Enter {
            shown(machine, replay.progress().0)?;
        }
    }
    Ok(())
}
