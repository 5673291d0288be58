//! A USB keyboard: how it is found is not shown, only a key.

use anyhow::{Result, ensure};
use tengen_sim::Engine;
use tengen_sim::usb::{Plug, Shape, UsbKeyboard};

use super::{PATIENCE, Shown, Stage};

/// Clocks in a bit of the circuit that is shown, and in a packet with its answer.
const BIT: f64 = 8.0;
const PACKETS: u64 = 1_500;
/// The usage of the up key.
const UP: u8 = 0x52;

/// Presses and releases the up key, when the keyboard was found. The marker is at the first byte of the press.
pub fn up(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let mut keyboard = UsbKeyboard::new(Shape::plain(), BIT);
    keyboard.plug(true);
    byte(&mut stage, &mut keyboard)?;
    stage.begin();
    keyboard.report([0, 0, UP, 0, 0, 0, 0, 0]);
    keyboard.report([0; 8]);
    byte(&mut stage, &mut keyboard)?;
    let marker = stage.marker("up", PACKETS);
    // The press has two bytes, the release three.
    for _ in 1..5 {
        byte(&mut stage, &mut keyboard)?;
    }
    Ok(stage.shown(marker))
}

/// Runs to the next byte.
fn byte(stage: &mut Stage, keyboard: &mut UsbKeyboard) -> Result<()> {
    let begun = stage.cycle;
    let plug = Plug::of(stage.engine, "");
    loop {
        plug.connect(stage.engine, keyboard);
        stage.step();
        if stage.get("strobe") == 1 {
            return Ok(());
        }
        ensure!(stage.cycle < begun + PATIENCE, "no byte comes");
    }
}
