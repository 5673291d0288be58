//! Two bytes on a serial line.

use anyhow::{Context, Result};
use tengen_sim::{Engine, SerialSender, SerialTiming};

use super::{Shown, Stage};
use crate::gateware::director::SECOND;
use crate::hdl::library::uart::BAUD;

const BYTES: &[u8; 2] = b"Go";
/// Clocks before the first byte and after the last one; the receiver needs some to see the line at rest.
const AROUND: u32 = 100;

fn timing() -> SerialTiming {
    SerialTiming::new(SECOND, BAUD)
}

/// Another side sends two bytes. The marker is at the strobe of the second.
pub fn received(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let mut line = SerialSender::new(timing());
    line.pause(AROUND);
    BYTES.iter().for_each(|byte| line.send(*byte));
    line.pause(AROUND);
    let mut seen = None;
    while !line.idle() {
        stage.set("rx", line.next().into());
        stage.step();
        if stage.get("strobe") == 1 {
            seen = Some(stage.marker("strobe", timing().clocks(10).into()));
        }
    }
    Ok(stage.shown(seen.context("there is no strobe")?))
}

/// Each byte is given as soon as it can be taken. The marker is where the start bit of the second begins.
pub fn sent(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.steps(AROUND.into());
    for byte in BYTES {
        if stage.get("busy") == 1 {
            stage.until("busy", 0)?;
        }
        stage.set("data", u64::from(*byte));
        stage.set("strobe", 1);
        stage.step();
        stage.set("strobe", 0);
    }
    stage.until("tx", 0)?;
    let marker = stage.marker("start", timing().clocks(10).into());
    stage.until("busy", 0)?;
    stage.steps((timing().clocks(1) + AROUND).into());
    Ok(stage.shown(marker))
}
