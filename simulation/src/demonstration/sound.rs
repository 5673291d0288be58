//! The sound of a stone.

use anyhow::Result;
use tengen_sim::Engine;

use super::{Shown, Stage};
use crate::gateware::sound::tunes::Tune;

/// Clocks before the tune begins.
const BEFORE: u64 = 50;
/// Clocks until the tune is switched off, in its third half wave.
const UNTIL_OFF: u64 = 500;
const AFTER: u64 = 500;

/// A stone clicks, and the sound is switched off meanwhile. The marker is at the end of the click's first half wave.
pub fn a_click(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.set("enabled", 1);
    stage.steps(BEFORE);
    stage.set("tune", Tune::Stone as u64);
    stage.step();
    stage.set("tune", Tune::None as u64);
    stage.until("level", 0)?;
    let marker = stage.marker("fall", 2 * stage.cycle);
    stage.until("level", 1)?;
    stage.steps(UNTIL_OFF);
    stage.set("enabled", 0);
    stage.until("level", 0)?;
    stage.steps(AFTER);
    Ok(stage.shown(marker))
}
