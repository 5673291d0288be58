//! Sipeed Tang Nano 20K, with a Gowin GW2AR-18: DVI on the HDMI socket, a serial port through the USB connector, two
//! push buttons, six LEDs; keyboards and gamepad on the pin headers.
//!
//! Clock, buttons, LEDs, serial port, HDMI socket and headers J5 and J6:
//! `litex_boards/platforms/sipeed_tang_nano_20k.py` in github.com/litex-hub/litex-boards. The chip drives the socket by
//! LVDS. The buttons are high while pressed, those of the other Tang Nanos low: `INV_BTN` in `examples/Makefile` in
//! github.com/YosysHQ/apicula. Pad and USB keyboard use the same pins as in `src/nano20k/nestang.cst` in
//! github.com/nand2mario/nestang (joy1 and usbdp, usbdm).
//!
//! | pin on a header | carries             |
//! |-----------------|---------------------|
//! | J6: 25          | the pad's data      |
//! | J6: 28          | the pad's latch     |
//! | J6: 27          | the pad's clock     |
//! | J6: 29, 30      | PS/2 clock, data    |
//! | J5: 42, 41      | USB D+, D-          |
//!
//! A PS/2 keyboard must not put more than 3.3 V on its lines: one that needs 5 V also needs a level shifter. Its lines
//! are pulled up in the chip, since both are open-collector. The lines of the USB plug need 15 kOhm to ground each.

use crate::{
    Board, Buttons, Clock, Dvi, Family, Gamepad, Keys, Leds, Level, Negative, Part, Picture, Ps2, Pull, Pulls,
    Standard, Standard::Lvcmos33, Uart, Usb,
};

pub static TANG_NANO_20K: Board = Board {
    name: "tang-nano-20k",
    title: "Sipeed Tang Nano 20K",
    part: Part { family: Family::Gowin, device: "GW2AR-LV18", package: "QN88", speed: "C8/I7" },
    clock: Clock { pin: "4", khz: 27_000, standard: Lvcmos33 },
    picture: Picture::Dvi(Dvi {
        data: ["35", "37", "39"],
        clock: "33",
        negative: Some(Negative { data: ["36", "38", "40"], clock: "34" }),
        standard: Standard::Tlvds,
        // As in `nestang.cst`.
        drive_ma: Some(8),
    }),
    ps2: Some(Ps2 { clock: "29", data: "30", standard: Lvcmos33, pull: Pull::Up }),
    usb: Some(Usb { plus: "42", minus: "41", pulls: Pulls::Ground, standard: Lvcmos33 }),
    leds: Some(Leds { pins: &["15", "16", "17", "18", "19", "20"], lit: Level::Low, standard: Lvcmos33 }),
    buttons: Some(Buttons {
        keys: Keys::Two { first: "88", second: "87" },
        pressed: Level::High,
        standard: Lvcmos33,
        pull: Pull::Down,
    }),
    uart: Some(Uart { receive: "70", transmit: "69", standard: Lvcmos33, pull: Pull::Up }),
    gamepad: Some(Gamepad { data: "25", latch: "28", clock: "27", standard: Lvcmos33 }),
    // openFPGALoader, doc/boards.yml.
    loader: &["openFPGALoader", "-b", "tangnano20k"],
    ..Board::BARE
};
