//! What the simulation knows of Gomoku: the game so far, from the plies the console reports; its rules and
//! fouls by name; its board as text; and the game as a record.

use anyhow::{Context, Result};
use tengen_sim::Encoded;

use super::settings::{Seat, Settings};

use crate::gateware::ports::PlyKind;
use crate::rules::gomoku::{Board, Colour, Crossing, Game, Level, Rule, board::SIZE, game::Ply};
use crate::sgf::Record;

/// As the console numbers them.
const RULES: [&str; 3] = ["freestyle", "exact five", "renju"];
const FOULS: [&str; 4] = ["", "OVERLINE", "DOUBLE FOUR", "DOUBLE THREE"];

/// The rule of that number.
///
/// # Errors
/// If there is none.
pub(super) fn rule(number: u64) -> Result<&'static str> {
    RULES
        .get(number as usize)
        .copied()
        .with_context(|| format!("rule is {number}, which means nothing"))
}

/// The foul of that number by which black has lost, if it is one.
pub(super) fn foul(number: u64) -> Option<&'static str> {
    FOULS.get(number as usize).copied().filter(|foul| !foul.is_empty())
}

/// The plies, and how the game was set at the last of them: behind its page the settings change.
#[derive(Clone, Default)]
pub(super) struct Played {
    plies: Vec<Ply>,
    board: Board,
    settings: Settings,
}

impl Played {
    /// What the console says of a ply: its kind, whose it is, and the crossing of a stone.
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
                // Of very many turns lost in a row the machine forgets some.
                while self.plies.pop() == Some(Ply::Pass) {}
                self.board.lift(at);
            }
            _ => {}
        }
        self.settings = settings;
    }

    /// The position, a string a row from the top: `X` black, `O` white, `.` empty.
    pub fn board(&self) -> Vec<String> {
        let stone = |at: Crossing| match self.board.get(at) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        };
        let crossings: Vec<Crossing> = Crossing::all().collect();
        let rows = crossings.chunks(SIZE);
        rows.map(|row| row.iter().copied().map(stone).collect()).collect()
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
        [record.black, record.white] = self.settings.seats.map(name);
        Ok(record)
    }
}

/// The machine under its own name; a person's is not known.
pub(super) fn name(seat: Seat) -> String {
    if !seat.computer {
        return String::new();
    }
    match Level::ALL.get(seat.level as usize - 1) {
        Some(player) => format!("Tengen, level {} ({player})", seat.level),
        None => "Tengen".into(),
    }
}
