//! A byte on seven-segment digits.

use anyhow::Result;
use tengen_sim::Engine;

use super::{Shown, Stage};

/// The byte to show: its digits differ from each other and from each other's mirror image.
const BYTE: u64 = 0x4E;

/// Lights both digits in turn. The marker is where the second one, the high digit, is lit.
pub fn two_digits(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.set("value", BYTE);
    stage.until("digit", 0b0010)?;
    let marker = stage.marker("high", 2 * stage.cycle);
    stage.until("digit", 0b0001)?;
    stage.steps(100);
    Ok(stage.shown(marker))
}

/// Shifts the byte through the chain bit by bit. The marker is where it is complete and the digits are lit.
pub fn through_the_chain(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.set("value", BYTE);
    stage.until("show", 0)?;
    stage.until("show", 1)?;
    Ok(stage.shown(stage.marker("shown", stage.cycle)))
}
