//! Selects the board of the day: a test that takes minutes runs for one board a day, and so for every board within a
//! few days.
//!
//! `TENGEN_MEASURE=all` selects all boards, `TENGEN_MEASURE=NAME` that one instead of the board of the day.

use std::{env, time::SystemTime};

use rust_hdl_bsp::boards::BOARDS;

/// Boards that are never the board of the day: placing each takes about 15 minutes. The smaller board of the same family stands for
/// them, and tests/run.sh --all measures them (`TENGEN_MEASURE=all`).
const LONG: [&str; 2] = ["ulx3s-85f", "tang-nano-20k"];

/// Whether the circuit with that name is to be measured again.
pub fn has_its_turn(name: &str) -> bool {
    match env::var("TENGEN_MEASURE").as_deref() {
        Ok("all") => true,
        Ok(named) => named == name,
        Err(_) => of_the_day() == name,
    }
}

/// The board of the day; it does not depend on the time of day.
fn of_the_day() -> &'static str {
    let days = SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_secs() / (24 * 60 * 60));
    let boards: Vec<&str> = BOARDS
        .iter()
        .map(|board| board.name)
        .filter(|name| !LONG.contains(name))
        .collect();
    boards[days as usize % boards.len()]
}
