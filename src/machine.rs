//! The machine fitted to a board: the console in the board's colour depth, as a unit that can be written and run, and the
//! Verilog of everything below the board's top: the console, and what the board's picture and digits need beside it.

use crate::{
    gateware::{
        console::Console,
        display::{SevenSegment, SevenSegmentSerial},
        video::dvi::DviOutput,
    },
    hdl::{top, verilog::verilog},
    units::Unit,
};
use anyhow::{Result, bail};
use rust_hdl_bsp::Board;

/// The console in this board's colours.
pub fn console(board: &Board) -> Result<Unit> {
    Ok(match board.picture.colour_bits() {
        [3, 3, 2] => Unit::of::<Console<3, 3, 2>>("console", "The whole machine, in 256 colours."),
        [4, 4, 4] => Unit::of::<Console<4, 4, 4>>("console", "The whole machine, in 4096 colours."),
        [5, 6, 5] => Unit::of::<Console<5, 6, 5>>("console", "The whole machine, in 65536 colours."),
        [8, 8, 8] => Unit::of::<Console<8, 8, 8>>("console", "The whole machine, in 16 million colours."),
        [red, green, blue] => bail!(
            "board {} has {red}-{green}-{blue} bits of colour; the console is made for 3-3-2, 4-4-4, 5-6-5 and 8-8-8",
            board.name
        ),
    })
}

/// Every module below `top`, for [`crate::hdl::build::Build::plan`].
pub fn machine(board: &Board) -> Result<String> {
    let texts = top::modules(board).map(|name| match name {
        top::CONSOLE => console(board)?.verilog(),
        top::DVI_OUTPUT => verilog(&mut DviOutput::default(), name),
        top::SEVEN_SEGMENT => verilog(&mut SevenSegment::default(), name),
        top::SEVEN_SEGMENT_SERIAL => verilog(&mut SevenSegmentSerial::default(), name),
        other => bail!("the top of board {} needs {other}, which is no circuit", board.name),
    });
    Ok(texts.collect::<Result<Vec<String>>>()?.join("\n"))
}
