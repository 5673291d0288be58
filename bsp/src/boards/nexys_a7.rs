//! Digilent Nexys A7-100T (the Nexys 4 DDR under a new name): Artix-7 100T, 4-4-4 VGA, a USB keyboard that arrives as
//! PS/2, a mono audio output, an ADXL362 accelerometer.
//!
//! Every pin and I/O standard: `Nexys-A7-100T-Master.xdc` in github.com/Digilent/digilent-xdc (the serial port on USB
//! is named there from the other side: UART_TXD_IN, UART_RXD_OUT). A gamepad goes to Pmod connector JA: latch on JA1,
//! clock on JA2, data on JA3. The accelerometer's pins are ACL_MISO, ACL_MOSI, ACL_SCLK and ACL_CSN there. Polarity: Nexys A7 reference manual, "Basic I/O":
//! buttons and LEDs active high, segments and anodes active low. The file gives the keyboard lines no pull; both are
//! open-collector, and pulling them up weakly keeps them idle while no keyboard is plugged in. Nor does it give the
//! voltage of the configuration bank.
//!
//! The audio output is AUD_PWM and AUD_SD in that file. Reference manual, "Mono Audio Output": AUD_PWM is open-drain,
//! low for 0 and high-impedance for 1, against a pull-up on the board; AUD_SD shuts the amplifier down while it is low.

use crate::{
    Accelerometer, Audio, Board, Buttons, Clock, Display, Family, Gamepad, Keys, Leds, Level, Part, Picture, Ps2, Pull,
    Standard::Lvcmos33, Uart, Vga,
};

pub static NEXYS_A7: Board = Board {
    name: "nexys-a7",
    title: "Digilent Nexys A7-100T",
    part: Part { family: Family::Series7, device: "xc7a100t", package: "csg324", speed: "1" },
    clock: Clock { pin: "E3", khz: 100_000, standard: Lvcmos33 },
    picture: Picture::Vga(Vga {
        red: &["A3", "B4", "C5", "A4"],
        green: &["C6", "A5", "B6", "A6"],
        blue: &["B7", "C7", "D7", "D8"],
        hsync: "B11",
        vsync: "B12",
        standard: Lvcmos33,
    }),
    ps2: Some(Ps2 { clock: "F4", data: "B2", standard: Lvcmos33, pull: Pull::Up }),
    leds: Some(Leds {
        pins: &[
            "H17", "K15", "J13", "N14", "R18", "V17", "U17", "U16", "V16", "T15", "U14", "T16", "V15", "V14", "V12",
            "V11",
        ],
        lit: Level::High,
        standard: Lvcmos33,
    }),
    buttons: Some(Buttons {
        keys: Keys::Five { up: "M18", down: "P18", left: "P17", right: "M17", centre: "N17" },
        pressed: Level::High,
        standard: Lvcmos33,
        pull: Pull::None,
    }),
    display: Some(Display::Multiplexed {
        segments: ["T10", "R10", "K16", "K13", "P15", "T11", "L18"],
        point: "H15",
        digits: &["J17", "J18", "T9", "J14", "P14", "T14", "K2", "U13"],
        segment_lit: Level::Low,
        digit_on: Level::Low,
        standard: Lvcmos33,
    }),
    uart: Some(Uart { receive: "C4", transmit: "D4", standard: Lvcmos33, pull: Pull::None }),
    gamepad: Some(Gamepad { latch: "C17", clock: "D18", data: "E18", standard: Lvcmos33 }),
    accelerometer: Some(Accelerometer { cipo: "E15", cs_n: "D15", sclk: "F15", copi: "F14", standard: Lvcmos33 }),
    audio: Some(Audio::Filter { pwm: "A11", enable: "D12", standard: Lvcmos33 }),
    // openFPGALoader, doc/boards.yml.
    loader: &["openFPGALoader", "-b", "nexys_a7_100"],
    ..Board::BARE
};
