//! Digilent Nexys 3: Spartan-6 LX16, 3-3-2 VGA, a USB keyboard that arrives as PS/2.
//!
//! Every pin and I/O standard: Digilent's `Nexys3_Master.ucf` ("general .ucf for Nexys3 rev B board"; a copy with the
//! schematic's names beside each pin is in github.com/tao-j/nexys3MIPSSoC). The schematic's names: GCLK; RED0-2,
//! GRN0-2, BLU1-2, HSYNC, VSYNC; PIC-SCK1 and PIC-SDI1 (keyboard clock and data); LD0-7; BTNU, BTND, BTNL, BTNR, BTNS;
//! CA-CG, DP, AN0-3; MCU-RX, MCU-TX (the serial port on USB); JA1, JA2, JA3 of a Pmod connector (latch, clock and data of a gamepad). Polarity: Nexys 3 reference manual, "Basic I/O": buttons
//! and LEDs active high; the digits have common anodes behind transistors, so segments and anodes are both active low.
//! The file gives the keyboard lines no pull; both are open-collector, and pulling them up weakly keeps them idle while
//! no keyboard is plugged in.

use crate::{
    Board, Buttons, Clock, Display, Family, Gamepad, Keys, Leds, Level, Part, Picture, Ps2, Pull, Standard::Lvcmos33,
    Uart, Vga,
};

pub static NEXYS3: Board = Board {
    name: "nexys3",
    title: "Digilent Nexys 3",
    part: Part { family: Family::Spartan6, device: "xc6slx16", package: "csg324", speed: "3" },
    clock: Clock { pin: "V10", khz: 100_000, standard: Lvcmos33 },
    picture: Picture::Vga(Vga {
        red: &["U7", "V7", "N7"],
        green: &["P8", "T6", "V6"],
        blue: &["R7", "T7"],
        hsync: "N6",
        vsync: "P7",
        standard: Lvcmos33,
    }),
    ps2: Some(Ps2 { clock: "L12", data: "J13", standard: Lvcmos33, pull: Pull::Up }),
    leds: Some(Leds {
        pins: &["U16", "V16", "U15", "V15", "M11", "N11", "R11", "T11"],
        lit: Level::High,
        standard: Lvcmos33,
    }),
    buttons: Some(Buttons {
        keys: Keys::Five { up: "A8", down: "C9", left: "C4", right: "D9", centre: "B8" },
        pressed: Level::High,
        standard: Lvcmos33,
        pull: Pull::None,
    }),
    display: Some(Display::Multiplexed {
        segments: ["T17", "T18", "U17", "U18", "M14", "N14", "L14"],
        point: "M13",
        digits: &["N16", "N15", "P18", "P17"],
        segment_lit: Level::Low,
        digit_on: Level::Low,
        standard: Lvcmos33,
    }),
    uart: Some(Uart { receive: "N17", transmit: "N18", standard: Lvcmos33, pull: Pull::None }),
    gamepad: Some(Gamepad { latch: "T12", clock: "V12", data: "N10", standard: Lvcmos33 }),
    // The board's programming port speaks Digilent's own protocol, which openFPGALoader does not: Digilent Adept,
    // djtgcfg.
    loader: &["djtgcfg", "prog", "-d", "Nexys3", "-i", "0", "-f"],
    ..Board::BARE
};
