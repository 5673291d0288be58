//! The game so far, from the plies the console reports.

use anyhow::{Context, Result};
use tengen_sim::Encoded;

use crate::gateware::ports::PlyKind;
use crate::rules::gomoku::{Board, Colour, Crossing, Game, Profile, Rule, game::Ply};
use crate::sgf::Record;

/// The plies, and how the game was set at the last of them: behind the mode page the settings change.
#[derive(Default)]
pub(super) struct Played {
    plies: Vec<Ply>,
    board: Board,
    settings: GameSettings,
}

/// By the numbers of the console's outputs.
#[derive(Clone, Copy, Default)]
pub(super) struct GameSettings {
    pub mode: u64,
    pub level: u64,
    pub rule: u64,
}

impl Played {
    /// What the console says of a ply: its kind, whose it is, and the crossing of a stone.
    pub fn hear(&mut self, [kind, white, row, col]: [u64; 4], settings: GameSettings) {
        self.settings = settings;
        let at = Crossing::new(row as usize, col as usize);
        match (PlyKind::decode(kind), at) {
            (PlyKind::Begin, _) => (self.plies, self.board) = Default::default(),
            (PlyKind::Pass, _) => self.plies.push(Ply::Pass),
            (PlyKind::UndoPass, _) => _ = self.plies.pop(),
            (PlyKind::Place, Some(at)) => {
                self.plies.push(Ply::Stone(at));
                let colour = [Colour::Black, Colour::White][white as usize];
                _ = self.board.place(at, colour);
            }
            (PlyKind::UndoPlace, Some(at)) => {
                // Of very many turns lost in a row the machine forgets some.
                while self.plies.pop() == Some(Ply::Pass) {}
                self.board.lift(at);
            }
            _ => {}
        }
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The game so far.
    fn game(&self) -> Result<Game> {
        let rule = Rule::ALL
            .get(self.settings.rule as usize)
            .context("the machine plays no rule")?;
        let mut game = Game::new(*rule);
        for (index, ply) in self.plies.iter().enumerate() {
            match ply {
                Ply::Stone(at) => game.play(*at),
                Ply::Pass => game.pass(),
            }
            .with_context(|| format!("move {}", index + 1))?;
        }
        Ok(game)
    }

    /// The same with the names of the players.
    pub fn record(&self) -> Result<Record> {
        let mut record = Record::new(self.game()?);
        [record.black, record.white] = self.players();
        Ok(record)
    }

    /// The machine under its own name; a person's is not known.
    fn players(&self) -> [String; 2] {
        let level = self.settings.level as usize;
        let machine = match Profile::LEVELS.get(level) {
            Some(profile) => format!("Tengen, level {} ({profile})", level + 1),
            None => "Tengen".into(),
        };
        let person = String::new();
        match self.settings.mode {
            0 => [person.clone(), person],
            1 => [person, machine],
            2 => [machine, person],
            _ => [machine.clone(), machine],
        }
    }
}
