//! Which board has its turn: what a run of minutes proves of one board is proved of each in as many days as there are boards.
//!
//! `TENGEN_MEASURE=all` gives all their turn, `TENGEN_MEASURE=NAME` that one in place of the day's.

use std::{env, time::SystemTime};

use rust_hdl_bsp::boards::BOARDS;

/// Whether what is known of the circuit of that name is found out once more.
pub fn has_its_turn(name: &str) -> bool {
    match env::var("TENGEN_MEASURE").as_deref() {
        Ok("all") => true,
        Ok(named) => named == name,
        Err(_) => of_the_day() == name,
    }
}

/// The board of the day, whatever the time of the run.
fn of_the_day() -> &'static str {
    let days = SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_secs() / (24 * 60 * 60));
    BOARDS[days as usize % BOARDS.len()].name
}
