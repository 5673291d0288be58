//! Bytes over SPI.

use anyhow::{Result, bail};
use tengen_sim::Engine;
use tengen_sim::adxl362::{Adxl362, SpiPins};

use super::{PATIENCE, Shown, Stage};
use crate::gateware::director::SECOND;

/// The byte to send; the answer is its complement.
const BYTE: u64 = 0xB2;

/// Sends a byte to a device that answers each bit with its complement. The marker is where it is complete.
pub fn a_byte(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.steps(10);
    for (name, value) in [("start", 1), ("data", BYTE), ("last", 1)] {
        stage.set(name, value);
    }
    stage.step();
    stage.set("start", 0);
    while stage.get("done") == 0 {
        if stage.cycle > PATIENCE {
            bail!("the byte is never complete");
        }
        stage.set("cipo", 1 - stage.get("copi"));
        stage.step();
    }
    let marker = stage.marker("done", 2 * stage.cycle);
    stage.until("busy", 0)?;
    stage.steps(10);
    Ok(stage.shown(marker))
}

/// Clocks before a frame that are shown, and of a frame.
const BEFORE: u64 = 100;
const FRAME: u64 = 1_000;

/// A sensor's identity is read, after its reset. The marker is where that frame begins.
pub fn a_sensor(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let mut sensor = Adxl362::new(SECOND);
    stage.set("on", 1);
    // Runs so many clocks, or until a frame begins.
    let mut frame = |stage: &mut Stage, clocks: u64, begins: bool| -> Result<()> {
        for _ in 0..clocks {
            let [cs_n, sclk, copi] = ["cs_n", "sclk", "copi"].map(|name| stage.get(name) == 1);
            stage.set("cipo", sensor.next(SpiPins { cs_n, sclk, copi })?.into());
            stage.step();
            if begins && cs_n && stage.get("cs_n") == 0 {
                return Ok(());
            }
        }
        if begins {
            bail!("no frame begins");
        }
        Ok(())
    };
    frame(&mut stage, PATIENCE, true)?;
    // The next frame comes after as many clocks again.
    let rest = stage.cycle - BEFORE;
    frame(&mut stage, rest, false)?;
    stage.begin();
    frame(&mut stage, PATIENCE, true)?;
    let marker = stage.marker("identity", FRAME);
    frame(&mut stage, FRAME, false)?;
    Ok(stage.shown(marker))
}
