//! The video signal: the vertical sync, a line of the picture, and a line as a DVI cable carries it.

use anyhow::{Result, ensure};
use tengen_sim::{Encoded, Engine};

use super::{CLOSE, PATIENCE, Shown, Stage};
use crate::gateware::gomoku::ports::BoardWrite;
use crate::gateware::gomoku::ports::Stone;
use crate::gateware::video::colour::Colour;
use crate::gateware::video::vga_sync::{HORIZONTAL, VERTICAL};

/// The clocks of a scan line.
const LINE: u64 = HORIZONTAL.total() as u64;

/// Shows four lines before the vertical sync to a line after it. The marker is where the sync begins.
pub fn vertical_sync(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    stage.steps((VERTICAL.sync_start() as u64 - 4) * LINE);
    stage.begin();
    stage.until("vsync", 0)?;
    let marker = stage.marker("vsync", 6 * LINE);
    stage.until("vsync", 1)?;
    stage.steps(LINE);
    Ok(stage.shown(marker))
}

/// The scan line through the middle of the top row of crossings.
const MIDDLE: u64 = 16;
/// The size of a cell in pixels.
const CELL: u64 = 32;
/// The column of the white stone; the black one is left of it.
const WHITE_COLUMN: u64 = 3;

/// Shows a black and a white stone side by side in the top row, in the scan line through their middles. The marker is
/// where the white one begins.
pub fn two_stones(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    for (column, stone) in [(WHITE_COLUMN - 1, Stone::Black), (WHITE_COLUMN, Stone::White)] {
        let mut write = BoardWrite { enable: true, ..Default::default() };
        write.at.col = column.into();
        write.cell.stone = stone;
        stage.set("board", write.encode());
        stage.step();
    }
    stage.set("board", BoardWrite::default().encode());
    // Includes a little of the blanking before the line.
    stage.steps(MIDDLE * LINE - stage.cycle - CELL);
    stage.begin();
    let colours = ["red", "green", "blue"].map(|name| stage.engine.port(name));
    let ivory = Colour::Ivory.levels(colours.map(|port| stage.engine.ports()[port].width));
    stage.until("visible", 1)?;
    while colours.map(|port| stage.engine.get(port)) != ivory.map(u64::from) {
        ensure!(stage.cycle < PATIENCE, "there is no white stone");
        stage.step();
    }
    let marker = stage.marker("white", 4 * CELL);
    stage.steps(LINE / 2);
    Ok(stage.shown(marker))
}

/// Shows blanking with each of the four control tokens, then every fifth level of a colour. The marker is where the
/// symbol of the first level appears.
pub fn ramp(engine: &mut dyn Engine) -> Result<Shown> {
    /// The delay from data to symbol in clocks.
    const DELAY: u64 = 3;
    let mut stage = Stage::new(engine);
    for control in 0..4 {
        stage.set("control", control);
        stage.steps(4);
    }
    stage.set("visible", 1);
    let mut marker = None;
    let first = stage.cycle;
    for level in (0..=255).step_by(5) {
        stage.set("data", level);
        stage.step();
        if stage.cycle == first + DELAY {
            marker = Some(stage.marker("ramp", CLOSE));
        }
    }
    stage.set("visible", 0);
    stage.steps(DELAY);
    Ok(stage.shown(marker.unwrap_or_else(|| stage.marker("end", CLOSE))))
}
