//! Sipeed Tang Nano 9K, with a Gowin GW1NR-9: DVI on the HDMI socket, a serial port through the USB connector, two push
//! buttons, six LEDs; keyboard and gamepad on a pin header.
//!
//! Clock, buttons, LEDs, serial port, HDMI socket and header: `litex_boards/platforms/sipeed_tang_nano_9k.py` in
//! github.com/litex-hub/litex-boards. Buttons and LEDs are in a bank of 1.8 V; all other pins used here have 3.3 V. The
//! chip has no LVDS driver at the socket, so each of its pairs is two inverse outputs: `examples/himbaechel` in
//! github.com/YosysHQ/apicula, whose chip database also has the bank of each pin.
//!
//! | header J6 | carries           |
//! |-----------|-------------------|
//! | 25, 26    | PS/2 clock, data  |
//! | 27        | the pad's data    |
//! | 28        | the pad's latch   |
//! | 29        | the pad's clock   |
//!
//! These are neighbours on the header. The keyboard must not put more than 3.3 V on its lines: one that needs 5 V also
//! needs a level shifter. The lines are pulled up in the chip, since both are open-collector.
//!
//! The buttons join ground when pressed.

use crate::{
    Board, Buttons, Clock, Dvi, Family, Gamepad, Keys, Leds, Level, Negative, Part, Picture, Ps2, Pull, Standard,
    Standard::{Lvcmos18, Lvcmos33},
    Uart,
};

pub static TANG_NANO_9K: Board = Board {
    name: "tang-nano-9k",
    title: "Sipeed Tang Nano 9K",
    part: Part { family: Family::Gowin, device: "GW1NR-LV9", package: "QN88P", speed: "C6/I5" },
    clock: Clock { pin: "52", khz: 27_000, standard: Lvcmos33 },
    picture: Picture::Dvi(Dvi {
        data: ["71", "73", "75"],
        clock: "69",
        negative: Some(Negative { data: ["70", "72", "74"], clock: "68" }),
        standard: Standard::Elvds,
        // As in Sipeed's own examples.
        drive_ma: Some(8),
    }),
    ps2: Some(Ps2 { clock: "25", data: "26", standard: Lvcmos33, pull: Pull::Up }),
    leds: Some(Leds { pins: &["10", "11", "13", "14", "15", "16"], lit: Level::Low, standard: Lvcmos18 }),
    buttons: Some(Buttons {
        keys: Keys::Two { first: "3", second: "4" },
        pressed: Level::Low,
        standard: Lvcmos18,
        pull: Pull::Up,
    }),
    uart: Some(Uart { receive: "18", transmit: "17", standard: Lvcmos33, pull: Pull::Up }),
    gamepad: Some(Gamepad { data: "27", latch: "28", clock: "29", standard: Lvcmos33 }),
    // openFPGALoader, doc/boards.yml.
    loader: &["openFPGALoader", "-b", "tangnano9k"],
    ..Board::BARE
};
