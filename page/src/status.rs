//! What a session tells its pages of the machine, as JSON: at news, and four times a second.

use serde::Serialize;

use super::inspection::{Present, Until};
use crate::simulation::machine::State;

#[derive(Serialize)]
pub struct Status {
    pub engine: &'static str,
    /// The clocks since power-on.
    pub clocks: u64,
    /// The clocks per second recently.
    pub rate: u64,
    /// The speed limit in clocks per second; `None`: none.
    pub pace: Option<u64>,
    /// The clocks of one second of the game's own clock.
    pub second: u64,
    pub paused: bool,
    /// The number of pictures in the film being recorded.
    pub film: Option<usize>,
    pub has_film: bool,
    /// The clocks of waves left to record.
    pub waves: Option<u64>,
    pub has_waves: bool,
    /// The plies played back so far, and their total.
    pub replay: Option<(usize, usize)>,
    /// The signals that are looked at.
    pub looked: Vec<Present>,
    /// What it runs to.
    pub until: Option<Until>,
    /// A message about the last order, such as an error.
    pub trouble: Option<String>,
    /// The game so far: `h8`, or empty for a pass or a lost turn.
    pub plies: Vec<String>,
    /// The players' names, as far as known.
    pub players: [String; 2],
    /// A computer is searching for a move or a hint.
    pub thinking: bool,
    /// The text of the chosen line of a page.
    pub line: Option<String>,
    /// The number of games begun.
    pub games: u64,
    /// The clock of the last key or click.
    pub heard: u64,
    /// The clock in which the last ply was played or taken back.
    pub played: u64,
    pub machine: State,
}
