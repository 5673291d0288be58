//! Radiona ULX3S, with an ECP5 of 25 or 85 thousand LUTs: DVI on the connector it calls GPDI, a keyboard on its USB
//! connector US2, seven push buttons of which five are used, sound on the 3.5 mm jack.
//!
//! Every pin, I/O standard, drive strength and pull: `doc/constraints/ulx3s_v20.lpf` in github.com/emard/ulx3s ("ULX3S
//! v2.x.x and v3.0.x"). There the pins are called clk_25mhz; gpdi_dp (0 blue, 1 green, 2 red, 3 clock; the pads gpdi_dn
//! beside them get the reverse by LVCMOS33D); usb_fpga_bd_dp and _dn, usb_fpga_pu_dp and _dn; btn 3 to 6 and 1 (up,
//! down, left, right, FIRE1); led 0 to 7; audio_l and audio_r 0 to 3, the DACs of the 3.5 mm jack ("Output impedance 75
//! ohm. Strong enough to drive 16 ohm earphones."); wifi_gpio0; and ftdi_txd, which the chip receives, and ftdi_rxd,
//! the serial port on the connector US1; and gp 0, 1 and 2 of the header J1, for a gamepad's latch, clock and data. Buttons and LEDs are active high, the buttons against pull-downs in the chip.
//!
//! US2 is for a USB keyboard, or for one that speaks PS/2 on such a plug, with its clock on D+ and its data on D-. Each
//! line has a resistor that a pin of its own feeds, low for USB and high for PS/2. Both uses are as in emard's tops for
//! this board (github.com/emard/ulx3s-misc), and so is holding wifi_gpio0 high ("wifi_gpio0=1 keeps board from
//! rebooting").
//!
//! Either chip is sold on the board in speed grade 6: LFE5U-25F-6BG381C, LFE5U-85F-6BG381C, with the same pins.

use crate::{
    Audio, Board, Buttons, Clock, Dvi, Family, Gamepad, Held, Keys, Leds, Level, Part, Picture, Pull, Pulls, Standard,
    Standard::Lvcmos33, Uart, Usb,
};

pub static ULX3S: Board = ulx3s("ulx3s", "Radiona ULX3S 25F", "LFE5U-25F");
pub static ULX3S_85F: Board = ulx3s("ulx3s-85f", "Radiona ULX3S 85F", "LFE5U-85F");

const fn ulx3s(name: &'static str, title: &'static str, device: &'static str) -> Board {
    Board {
        name,
        title,
        part: Part { family: Family::Ecp5, device, package: "CABGA381", speed: "6" },
        clock: Clock { pin: "G2", khz: 25_000, standard: Lvcmos33 },
        picture: Picture::Dvi(Dvi {
            data: ["A16", "A14", "A12"],
            clock: "A17",
            negative: None,
            standard: Standard::Lvcmos33d,
            drive_ma: Some(4),
        }),
        usb: Some(Usb {
            plus: "D15",
            minus: "E15",
            pulls: Pulls::Pins { plus: "B12", minus: "C12", drive_ma: Some(16) },
            standard: Lvcmos33,
        }),
        leds: Some(Leds {
            pins: &["B2", "C2", "C1", "D2", "D1", "E2", "E1", "H3"],
            lit: Level::High,
            standard: Lvcmos33,
        }),
        buttons: Some(Buttons {
            keys: Keys::Five { up: "R18", down: "V1", left: "U1", right: "H16", centre: "R1" },
            pressed: Level::High,
            standard: Lvcmos33,
            pull: Pull::Down,
        }),
        uart: Some(Uart { receive: "M1", transmit: "L4", standard: Lvcmos33, pull: Pull::Up }),
        gamepad: Some(Gamepad { latch: "B11", clock: "A10", data: "A9", standard: Lvcmos33 }),
        audio: Some(Audio::Dac {
            left: &["E4", "D3", "C3", "B3"],
            right: &["A3", "B5", "D5", "C5"],
            standard: Lvcmos33,
            drive_ma: Some(16),
        }),
        held: &[Held {
            name: "wifi_gpio0",
            pin: "L2",
            level: Level::High,
            reason: "while it is low the board restarts",
            standard: Lvcmos33,
            drive_ma: Some(4),
        }],
        // openFPGALoader, doc/boards.yml.
        loader: &["openFPGALoader", "-b", "ulx3s"],
        ..Board::BARE
    }
}
