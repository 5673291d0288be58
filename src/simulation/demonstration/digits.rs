//! A byte on seven-segment digits.

use anyhow::Result;
use tengen_sim::Engine;

use super::{Shown, Stage};

/// The byte that is shown: no digit of it is like the other, or like its mirror image.
const BYTE: u64 = 0x4E;

/// Both digits are lit in turn. The marker is where the second, the high one, is lit.
pub fn two_digits(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.set("value", BYTE);
    stage.until("digit", 0b0010)?;
    let marker = stage.marker("high", 2 * stage.cycle);
    stage.until("digit", 0b0001)?;
    stage.steps(100);
    Ok(stage.shown(marker))
}

/// The byte goes through the chain, bit by bit. The marker is where it is all there and the digits are lit.
pub fn through_the_chain(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.set("value", BYTE);
    stage.until("show", 0)?;
    stage.until("show", 1)?;
    Ok(stage.shown(stage.marker("shown", stage.cycle)))
}
