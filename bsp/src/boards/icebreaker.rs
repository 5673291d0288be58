//! 1BitSquared iCEBreaker: iCE40 UP5K, 12 MHz. A Digilent Pmod VGA in PMOD 1A and 1B, a Digilent Pmod PS/2 in PMOD 2
//! once the buttons that come there are broken off.
//!
//! Every pin: `icebreaker/icebreaker.pcf` in github.com/icebreaker-fpga/icebreaker-verilog-examples, where they are
//! called CLK; P1A1 to P1A10, P1B1 to P1B8; P2_1 and P2_3; BTN_N; LEDR_N and LEDG_N; RX and TX. `_N` is active low.
//! Which of a Pmod's pins carries what: Digilent's reference manuals. Pmod VGA: J1, here 1A, red on 1 to 4 and blue on
//! 7 to 10; J2, here 1B, green on 1 to 4, hsync on 7, vsync on 8. Pmod PS/2, in the upper row: data on 1, clock on 3.
//!
//! The keyboard must not put more than 3.3 V on its lines: iCE40 pins do not tolerate 5 V (FPGA-DS-02008, absolute
//! maximum ratings), so the Pmod PS/2 must be powered by the board's 3.3 V, and a keyboard that needs 5 V also needs a
//! level shifter. The lines are pulled up in the chip, since both are open-collector.
//!
//! BTN_N is the board's only button, and so the centre button. The additional pull-up in the chip does no harm.

use crate::{
    Board, Buttons, Clock, Family, Keys, Leds, Level, Part, Picture, Ps2, Pull, Standard::Lvcmos33, Uart, Vga,
};

pub static ICEBREAKER: Board = Board {
    name: "icebreaker",
    title: "1BitSquared iCEBreaker",
    part: Part { family: Family::Ice40, device: "iCE40UP5K", package: "SG48", speed: "" },
    clock: Clock { pin: "35", khz: 12_000, standard: Lvcmos33 },
    picture: Picture::Vga(Vga {
        red: &["4", "2", "47", "45"],
        green: &["43", "38", "34", "31"],
        blue: &["3", "48", "46", "44"],
        hsync: "42",
        vsync: "36",
        standard: Lvcmos33,
    }),
    ps2: Some(Ps2 { clock: "21", data: "27", standard: Lvcmos33, pull: Pull::Up }),
    leds: Some(Leds { pins: &["11", "37"], lit: Level::Low, standard: Lvcmos33 }),
    buttons: Some(Buttons {
        keys: Keys::One { centre: "10" },
        pressed: Level::Low,
        standard: Lvcmos33,
        pull: Pull::Up,
    }),
    uart: Some(Uart { receive: "6", transmit: "9", standard: Lvcmos33, pull: Pull::None }),
    // openFPGALoader, doc/boards.yml.
    loader: &["openFPGALoader", "-b", "ice40_generic"],
    ..Board::BARE
};
