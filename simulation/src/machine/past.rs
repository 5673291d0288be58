//! What has happened on a machine since power-on: with the state of its engine, another machine continues from there.

use serde::{Deserialize, Serialize};

/// The state of a machine apart from its engine.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Past {
    /// The clocks since power-on.
    pub(super) clocks: u64,
    /// The number of games begun.
    pub(super) games: u64,
    /// The clock of the last reported ply.
    pub(super) last_ply: u64,
    /// The reports about the games on the boards.
    pub(super) events: Vec<Event>,
}

/// The console's reports in a clock in which something happens.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Event {
    /// The number of the chosen game.
    pub game: u64,
    pub ply: [u64; 4],
    pub ending: [u64; 4],
    pub settings: [u64; 6],
}

impl Past {
    /// Clocks since power-on.
    pub fn clocks(&self) -> u64 {
        self.clocks
    }
}
