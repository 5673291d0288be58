//! Alchitry Cu: iCE40 HX8K, 100 MHz. Monitor and keyboard go to the pins of its connector for bank A; it has no socket
//! for either.
//!
//! Clock, reset button and LEDs: `library/components/cu.pcf` in github.com/alchitry/Alchitry-Labs (clk, rst_n, led).
//! The connector: `amaranth_boards/alchitry_cu.py` in github.com/amaranth-lang/amaranth-boards, connector bank 0, whose
//! two rows are the numbers 2 3 5 6 8 9 11 12 14 15 17 18 20 21 23 24 and 49 48 46 45 ... of the connector (named as in
//! `library/components/io.acf` of Alchitry-Labs; every third is ground or a supply).
//!
//! | bank A       | goes to                                                |
//! |--------------|--------------------------------------------------------|
//! | 2 3 5 6      | red 0 to 3: pins 1 to 4 of J1 of a Digilent Pmod VGA   |
//! | 8 9 11 12    | green 0 to 3: pins 1 to 4 of its J2                    |
//! | 14 15 17 18  | blue 0 to 3: pins 7 to 10 of J1                        |
//! | 20 21        | hsync, vsync: pins 7 and 8 of J2                       |
//! | 49 48        | a PS/2 keyboard's clock and data                       |
//! | 46 45        | a USB keyboard's D+ and D-                             |
//!
//! The Pmod's pins: Digilent, Pmod VGA reference manual. Any other adapter with a resistor DAC of four bits per colour
//! will do. Connector pins 23 and 24 are not used: the board's Qwiic socket is on them.
//!
//! A PS/2 keyboard must not put more than 3.3 V on its lines: iCE40 pins do not tolerate 5 V (FPGA-DS-02029, absolute
//! maximum ratings), so a keyboard that needs 5 V also needs a level shifter. The lines are pulled up in the chip, since
//! both are open-collector. The lines of the USB plug need 15 kOhm to ground each; a USB device drives them to 3.3 V.
//!
//! The reset button is used as a plain input, low while pressed. It is the board's only button, and so the centre
//! button. The additional pull-up in the chip does no harm.

use crate::{
    Board, Buttons, Clock, Family, Keys, Leds, Level, Part, Picture, Ps2, Pull, Pulls, Standard::Lvcmos33, Usb, Vga,
};

pub static ALCHITRY_CU: Board = Board {
    name: "alchitry-cu",
    title: "Alchitry Cu",
    part: Part { family: Family::Ice40, device: "iCE40HX8K", package: "CB132", speed: "" },
    clock: Clock { pin: "P7", khz: 100_000, standard: Lvcmos33 },
    picture: Picture::Vga(Vga {
        red: &["M1", "L1", "J1", "J3"],
        green: &["G1", "G3", "E1", "D1"],
        blue: &["C1", "B1", "D3", "C3"],
        hsync: "A1",
        vsync: "A2",
        standard: Lvcmos33,
    }),
    ps2: Some(Ps2 { clock: "P1", data: "N1", standard: Lvcmos33, pull: Pull::Up }),
    usb: Some(Usb { plus: "K4", minus: "K3", pulls: Pulls::Ground, standard: Lvcmos33 }),
    leds: Some(Leds {
        pins: &["J11", "K11", "K12", "K14", "L12", "L14", "M12", "N14"],
        lit: Level::High,
        standard: Lvcmos33,
    }),
    buttons: Some(Buttons {
        keys: Keys::One { centre: "P8" },
        pressed: Level::Low,
        standard: Lvcmos33,
        pull: Pull::Up,
    }),
    // openFPGALoader does not list the board; this is the wiring that iceprog knows (doc/boards.yml), and iceprog is
    // what litex_boards/platforms/alchitry_cu.py in github.com/litex-hub/litex-boards loads it with.
    loader: &["openFPGALoader", "-b", "ice40_generic"],
    ..Board::BARE
};
