//! The machine for a board: the console in the board's colour depth, as a unit, and the Verilog of all modules below
//! the board's top: the console, and the modules for the board's picture and digits.

use crate::{
    editions::Named,
    gateware::{
        display::{SevenSegment, SevenSegmentSerial},
        edition::Edition,
        keyboard::TwoButtons,
        usb::UsbOrPs2,
        video::dvi::{DviOutput, DviOutputOser10},
    },
    hdl::{
        build::Build,
        top,
        verilog::{verilog, verilog_as},
    },
    units::Unit,
};
use anyhow::{Result, bail};
use rust_hdl_bsp::Board;

/// The contents of an edition on this board: with sound only if the board has an audio output, with keys and
/// games over the serial line only if it has one. An edition with those has a gamepad and the tilt too, if the board has
/// pins for them. Every edition has the USB keyboard if the board has pins for it.
pub fn holds(board: &Board, edition: &Named) -> Edition {
    Edition {
        sound: edition.holds.sound && board.audio.is_some(),
        line: edition.holds.line && board.uart.is_some(),
        echo: edition.holds.echo && board.uart.is_some(),
        link: edition.holds.link && board.uart.is_some(),
        pad: edition.holds.line && board.gamepad.is_some(),
        usb: board.usb.is_some(),
        tilt: edition.holds.line && board.accelerometer.is_some(),
        ..edition.holds
    }
}

/// The console of an edition in this board's colours.
pub fn console(board: &Board, edition: &Named) -> Result<Unit> {
    let holds = holds(board, edition);
    Ok(match board.picture.colour_bits() {
        [3, 3, 2] => Unit::console::<3, 3, 2>("The whole machine, in 256 colours.", holds),
        [4, 4, 4] => Unit::console::<4, 4, 4>("The whole machine, in 4096 colours.", holds),
        [5, 6, 5] => Unit::console::<5, 6, 5>("The whole machine, in 65536 colours.", holds),
        [8, 8, 8] => Unit::console::<8, 8, 8>("The whole machine, in 16 million colours.", holds),
        [red, green, blue] => bail!(
            "board {} has {red}-{green}-{blue} bits of colour; the console is made for 3-3-2, 4-4-4, 5-6-5 and 8-8-8",
            board.name
        ),
    })
}

/// The build of an edition on this board. Does not access the disk.
pub fn plan(board: &'static Board, edition: &Named) -> Result<Build> {
    Build::plan(board, edition.name, &machine(board, edition)?)
}

/// Every module below `top`, for [`Build::plan`].
pub fn machine(board: &Board, edition: &Named) -> Result<String> {
    let texts = top::modules(board).map(|name| match name {
        top::CONSOLE => console(board, edition)?.verilog(),
        top::DVI_OUTPUT => verilog(&mut DviOutput::default(), name),
        top::DVI_OUTPUT_OSER10 => verilog(&mut DviOutputOser10::default(), name),
        // The console has a debouncer too; the prefix keeps the two modules apart.
        top::TWO_BUTTONS => verilog_as(&mut TwoButtons::default(), "buttons", "two_"),
        top::USB_OR_PS2 => verilog(&mut <UsbOrPs2>::default(), name),
        top::SEVEN_SEGMENT => verilog(&mut SevenSegment::default(), name),
        top::SEVEN_SEGMENT_SERIAL => verilog(&mut SevenSegmentSerial::default(), name),
        other => bail!("the top of board {} needs {other}, which is no circuit", board.name),
    });
    Ok(texts.collect::<Result<Vec<String>>>()?.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editions::EDITIONS;
    use rust_hdl_bsp::boards::BOARDS;

    #[test]
    fn what_needs_pins_is_there_where_the_board_has_them() {
        for board in BOARDS {
            for edition in &EDITIONS {
                let there = holds(board, edition);
                let wanted = edition.holds;
                assert_eq!(there.sound, wanted.sound && board.audio.is_some(), "{}", board.name);
                assert_eq!(there.line, wanted.line && board.uart.is_some(), "{}", board.name);
                assert_eq!(there.pad, wanted.line && board.gamepad.is_some(), "{}", board.name);
                assert_eq!(there.usb, board.usb.is_some(), "{}", board.name);
            }
        }
        let with = |has: fn(&&&Board) -> bool| BOARDS.iter().filter(has).count();
        assert!(with(|board| board.uart.is_none()) > 0 && with(|board| board.gamepad.is_none()) > 0);
    }
}
