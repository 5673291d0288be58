//! The order of the stones on the board, from the writes into the game's position.
//!
//! | write                               | means                            |
//! |-------------------------------------|----------------------------------|
//! | a stone                             | it was put                       |
//! | nothing, where the last stone lies  | it was taken back                |
//! | nothing, anywhere else              | the board is being wiped         |

use anyhow::{Context, Result};

use crate::rules::gomoku::{Colour, Crossing, Game, Profile, Rule};
use crate::sgf::Record;

/// The stones, and how the game was set at the last write: behind the mode page the settings change.
#[derive(Default)]
pub(super) struct Played {
    stones: Vec<(Crossing, Colour)>,
    table: Table,
}

/// By the numbers of the console's outputs.
#[derive(Clone, Copy, Default)]
pub(super) struct Table {
    pub mode: u64,
    pub level: u64,
    pub rule: u64,
}

impl Played {
    /// A write of 0 nothing, 1 black, 2 white.
    pub fn hear(&mut self, row: usize, col: usize, stone: u64, table: Table) {
        self.table = table;
        let at = Crossing::new(row, col);
        match (at, stone) {
            (Some(at), 1 | 2) => {
                let colour = if stone == 1 { Colour::Black } else { Colour::White };
                self.stones.push((at, colour));
            }
            _ if at.is_some() && self.stones.last().map(|last| last.0) == at => {
                self.stones.pop();
            }
            _ => self.stones.clear(),
        }
    }

    /// The game so far. With the side to move (0 black, 1 white), a turn lost since the last stone is in it.
    pub fn record(&self, turn: Option<u64>) -> Result<Record> {
        let rule = Rule::ALL
            .get(self.table.rule as usize)
            .context("the machine plays no rule")?;
        let mut game = Game::new(*rule);
        for &(at, colour) in &self.stones {
            let number = game.plies().len() + 1;
            if game.turn() != colour {
                game.pass().with_context(|| format!("move {number}"))?;
            }
            game.play(at).with_context(|| format!("move {number}"))?;
        }
        if game.end().is_none() && turn.is_some_and(|turn| turn != game.turn() as u64) {
            game.pass()?;
        }
        let mut record = Record::new(game);
        [record.black, record.white] = self.players();
        Ok(record)
    }

    /// The machine under its own name; a person's is not known.
    fn players(&self) -> [String; 2] {
        let level = self.table.level;
        let machine = match Profile::LEVELS.get((level as usize).wrapping_sub(1)) {
            Some(profile) => format!("Tengen, level {level} ({profile})"),
            None => "Tengen".into(),
        };
        let person = String::new();
        match self.table.mode {
            0 => [person.clone(), person],
            1 => [person, machine],
            2 => [machine, person],
            _ => [machine.clone(), machine],
        }
    }
}
