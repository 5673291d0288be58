//! A gamepad's button.

use anyhow::{Result, ensure};
use tengen_sim::{Engine, Gamepad};

use super::{PATIENCE, Shown, Stage};

/// The place of the up button among those of the pad.
const UP: usize = 4;
/// Clocks of the part of a poll in which bits are sent.
const BITS: u64 = 5_500;

/// Holds the up button. Shown is the second poll, in which the press counts; the marker is at its event.
pub fn up(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let mut pad = Gamepad::new(16);
    pad.press(UP);
    let mut polls = 0;
    let mut before = 0;
    while stage.get("strobe") == 0 {
        ensure!(stage.cycle < PATIENCE, "the button is no event");
        let latch = stage.get("latch");
        if latch > before {
            polls += 1;
            stage.begin();
        }
        before = latch;
        let level = pad.next(latch == 1, stage.get("pad_clock") == 1);
        stage.set("data", level.into());
        stage.step();
    }
    ensure!(polls == 2, "an event in poll {polls}");
    let marker = stage.marker("up", BITS);
    stage.steps(BITS / 2);
    Ok(stage.shown(marker))
}
