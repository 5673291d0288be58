//! SWORD of Zhejiang University, the earlier board with one lamp and serial digits: Kintex-7 160T, 4-4-4 VGA, PS/2.
//!
//! The maker publishes no master file. Pins and I/O standards: constraint files of the university's courses that are
//! public (three agree on clock AC18 LVCMOS18, two on PS/2 N18 and M19 and on the shift register M24 M20 L24 R18, all
//! LVCMOS33; one of them also gives VGA and the lamp W23). The speed grade is assumed: -1, the slowest, which the
//! courses' Vivado and ISE projects name (xc7k160tffg676-1); a circuit that meets it meets the others. Its push buttons
//! are a 5 x 4 matrix, no plain buttons, so it counts as having none. The PS/2 lines are pulled up, since both are
//! open-collector.

use crate::{Board, Clock, Display, Family, Leds, Level, Part, Picture, Ps2, Pull, Standard, Standard::Lvcmos33, Vga};

pub static SWORD: Board = Board {
    name: "sword",
    title: "SWORD (Zhejiang University)",
    part: Part { family: Family::Series7, device: "xc7k160t", package: "ffg676", speed: "1" },
    clock: Clock { pin: "AC18", khz: 100_000, standard: Standard::Lvcmos18 },
    picture: Picture::Vga(Vga {
        red: &["N21", "N22", "R21", "P21"],
        green: &["R22", "R23", "T24", "T25"],
        blue: &["T20", "R20", "T22", "T23"],
        hsync: "M22",
        vsync: "M21",
        standard: Lvcmos33,
    }),
    ps2: Some(Ps2 { clock: "N18", data: "M19", standard: Lvcmos33, pull: Pull::Up }),
    leds: Some(Leds { pins: &["W23"], lit: Level::High, standard: Lvcmos33 }),
    display: Some(Display::Serial { clock: "M24", clear_n: "M20", data: "L24", enable: "R18", standard: Lvcmos33 }),
    // openFPGALoader does not list the board; this is a Digilent HS2 cable (doc/cable.yml) on its JTAG header.
    loader: &["openFPGALoader", "-c", "digilent_hs2"],
    ..Board::BARE
};
