//! Selects the circuit of the day: measuring what is known takes minutes, so it is done for one circuit a day, and for every
//! one of them in turn.
//!
//! `TENGEN_MEASURE=all` selects all circuits, `TENGEN_MEASURE=NAME` that one instead of the circuit of the day.

use std::{env, time::SystemTime};

use tengen::figures::measure::Subject;

/// Boards that are never the circuit of the day, because placing each takes about 15 minutes. The smaller board of the same
/// family stands for them, and tests/run.sh --all measures them (`TENGEN_MEASURE=all`).
const LONG: [&str; 2] = ["ulx3s-85f", "tang-nano-20k"];

/// Whether the circuit with that name, of a kept result, is to be measured again.
pub fn has_its_turn(name: &str) -> bool {
    match env::var("TENGEN_MEASURE").as_deref() {
        Ok("all") => true,
        Ok(named) => named == name,
        Err(_) => of_the_day() == name,
    }
}

/// The circuit of the day; it does not depend on the time of day.
fn of_the_day() -> String {
    let days = SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |since| since.as_secs() / (24 * 60 * 60));
    let mut names: Vec<String> = Subject::all()
        .map(|subject| subject.name())
        .filter(|name| !LONG.contains(&name.as_str()))
        .collect();
    let day = days as usize % names.len();
    names.swap_remove(day)
}
