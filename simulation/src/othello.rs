//! Othello in the simulation: the game so far, from the plies that the console reports.

use tengen_sim::Encoded;

use super::board_text::rows;
use super::settings::{Seat, Settings};
use crate::gateware::othello::level::LEVELS;
use crate::gateware::ports::PlyKind;
use crate::notation::othello::Record;
use crate::rules::Colour;
use crate::rules::othello::square::SIZE;
use crate::rules::othello::{Game, Square};

/// The game on the board, and its settings at the last ply. Later changes on the game's page do not count.
#[derive(Clone, Default)]
pub(super) struct Played {
    game: Game,
    settings: Settings,
}

impl Played {
    /// Handles a report of a ply: its kind, its side, and the square of a disc.
    pub fn hear_ply(&mut self, [kind, _, row, col]: [u64; 4], settings: Settings) {
        // A machine without faults plays by the rules.
        match PlyKind::decode(kind) {
            PlyKind::None => return,
            PlyKind::Begin => self.game = Game::new(),
            PlyKind::Pass => _ = self.game.pass(),
            PlyKind::Place => {
                if let Some(at) = Square::new(row as usize, col as usize) {
                    _ = self.game.play(at);
                }
            }
            PlyKind::UndoPlace | PlyKind::UndoPass => _ = self.game.take_back(),
        }
        self.settings = settings;
    }

    /// The position as text.
    pub fn board(&self) -> Vec<String> {
        rows(Square::all(), SIZE, |at| self.game.get(at))
    }

    /// The numbers of black's and white's discs.
    pub fn discs(&self) -> [u32; 2] {
        [Colour::Black, Colour::White].map(|colour| self.game.discs(colour).count_ones())
    }

    /// The game so far with the names of the players.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        [record.head.black, record.head.white] = self.settings.seats.map(name);
        record
    }
}

/// The name of a player: the machine's own; empty for a person.
pub(super) fn name(seat: Seat) -> String {
    if !seat.computer {
        return String::new();
    }
    match LEVELS.get(seat.level as usize - 1) {
        Some(level) => format!("Tengen, {level}"),
        None => "Tengen".into(),
    }
}
