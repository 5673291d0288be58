//! Gomoku in the simulation: the game so far, from the plies that the console reports; the names of its rules and
//! fouls; its board as text; and the game as a record.

use anyhow::{Context, Result};
use tengen_sim::Encoded;

use super::board_text::rows;
use super::settings::{Seat, Settings};
use crate::gateware::ports::PlyKind;
use crate::notation::sgf::Record;
use crate::rules::gomoku::{Board, Colour, Crossing, Game, Level, Rule, board::SIZE, game::Ply};

/// In the console's numbering.
const RULES: [&str; 3] = ["freestyle", "exact five", "renju"];
const FOULS: [&str; 4] = ["", "OVERLINE", "DOUBLE FOUR", "DOUBLE THREE"];

/// The name of the rule with that number.
///
/// # Errors
/// If there is no such rule.
pub(super) fn rule(number: u64) -> Result<&'static str> {
    RULES
        .get(number as usize)
        .copied()
        .with_context(|| format!("rule is {number}, which means nothing"))
}

/// The name of the foul with that number by which black has lost; `None` if it is not a foul.
pub(super) fn foul(number: u64) -> Option<&'static str> {
    FOULS.get(number as usize).copied().filter(|foul| !foul.is_empty())
}

/// The plies, and the settings of the game at the last of them. Later changes on the game's page do not count.
#[derive(Clone, Default)]
pub(super) struct Played {
    plies: Vec<Ply>,
    board: Board,
    settings: Settings,
}

impl Played {
    /// Handles a report of a ply: its kind, its side, and the crossing of a stone.
    pub fn hear_ply(&mut self, [kind, white, row, col]: [u64; 4], settings: Settings) {
        let at = Crossing::new(row as usize, col as usize);
        match (PlyKind::decode(kind), at) {
            (PlyKind::None, _) => return,
            (PlyKind::Begin, _) => {
                (self.plies, self.board) = Default::default();
            }
            (PlyKind::Pass, _) => self.plies.push(Ply::Pass),
            (PlyKind::UndoPass, _) => _ = self.plies.pop(),
            (PlyKind::Place, Some(at)) => {
                self.plies.push(Ply::Stone(at));
                let colour = [Colour::Black, Colour::White][white as usize];
                _ = self.board.place(at, colour);
            }
            (PlyKind::UndoPlace, Some(at)) => {
                // The machine forgets some turns if very many in a row are lost.
                while self.plies.pop() == Some(Ply::Pass) {}
                self.board.lift(at);
            }
            _ => {}
        }
        self.settings = settings;
    }

    /// The position as text.
    pub fn board(&self) -> Vec<String> {
        rows(Crossing::all(), SIZE, |at| self.board.get(at))
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

    /// The game so far with the names of the players.
    pub fn record(&self) -> Result<Record> {
        let mut record = Record::new(self.game()?);
        [record.head.black, record.head.white] = self.settings.seats.map(name);
        Ok(record)
    }
}

/// The name of a player: the machine's own; empty for a person.
pub(super) fn name(seat: Seat) -> String {
    if !seat.computer {
        return String::new();
    }
    match Level::ALL.get(seat.level as usize - 1) {
        Some(player) => format!("Tengen, level {} ({player})", seat.level),
        None => "Tengen".into(),
    }
}
