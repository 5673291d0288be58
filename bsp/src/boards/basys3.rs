//! Digilent Basys 3: Artix-7 35T, 4-4-4 VGA, a USB keyboard that arrives as PS/2.
//!
//! Every pin, I/O standard and pull, and the configuration voltage: `Basys-3-Master.xdc` in
//! github.com/Digilent/digilent-xdc ("general .xdc for the Basys3 rev B board"; the serial port on USB is RsRx and RsTx
//! there). A gamepad goes to Pmod connector JA: latch on JA1, clock on JA2, data on JA3. A Pmod ACL2 (an ADXL362, interface type 2A) goes to the upper row
//! of JB: select on JB1, data to it on JB2, data from it on JB3, clock on JB4. Polarity: Basys 3 reference manual, "Basic I/O": buttons and LEDs active high, segments and anodes active
//! low.

use crate::{
    Accelerometer, Board, Buttons, Clock, Display, Family, Gamepad, Keys, Leds, Level, Part, Picture, Ps2, Pull,
    Standard::Lvcmos33, Uart, Vga,
};

pub static BASYS3: Board = Board {
    name: "basys3",
    title: "Digilent Basys 3",
    part: Part { family: Family::Series7, device: "xc7a35t", package: "cpg236", speed: "1" },
    clock: Clock { pin: "W5", khz: 100_000, standard: Lvcmos33 },
    picture: Picture::Vga(Vga {
        red: &["G19", "H19", "J19", "N19"],
        green: &["J17", "H17", "G17", "D17"],
        blue: &["N18", "L18", "K18", "J18"],
        hsync: "P19",
        vsync: "R19",
        standard: Lvcmos33,
    }),
    ps2: Some(Ps2 { clock: "C17", data: "B17", standard: Lvcmos33, pull: Pull::Up }),
    leds: Some(Leds {
        pins: &[
            "U16", "E19", "U19", "V19", "W18", "U15", "U14", "V14", "V13", "V3", "W3", "U3", "P3", "N3", "P1", "L1",
        ],
        lit: Level::High,
        standard: Lvcmos33,
    }),
    buttons: Some(Buttons {
        keys: Keys::Five { up: "T18", down: "U17", left: "W19", right: "T17", centre: "U18" },
        pressed: Level::High,
        standard: Lvcmos33,
        pull: Pull::None,
    }),
    display: Some(Display::Multiplexed {
        segments: ["W7", "W6", "U8", "V8", "U5", "V5", "U7"],
        point: "V7",
        digits: &["U2", "U4", "V4", "W4"],
        segment_lit: Level::Low,
        digit_on: Level::Low,
        standard: Lvcmos33,
    }),
    uart: Some(Uart { receive: "B18", transmit: "A18", standard: Lvcmos33, pull: Pull::None }),
    gamepad: Some(Gamepad { latch: "J1", clock: "L2", data: "J2", standard: Lvcmos33 }),
    accelerometer: Some(Accelerometer { cs_n: "A14", copi: "A16", cipo: "B15", sclk: "B16", standard: Lvcmos33 }),
    configuration_volts: Some("3.3"),
    // openFPGALoader, doc/boards.yml.
    loader: &["openFPGALoader", "-b", "basys3"],
    ..Board::BARE
};
