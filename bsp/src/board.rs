//! A board: a chip, a clock, and the components around it. Polarity, pulls and I/O standards are stated here, so that
//! no circuit has to know them.
//!
//! Every [`Thing`] gives [`Port`]s with fixed names. The constraint file and the top are both made from these, so
//! neither can have a port that the other lacks; a port that nothing uses is in neither.
//!
//! | thing              | ports (width)                                                              |
//! |--------------------|----------------------------------------------------------------------------|
//! | [`Clock`]          | `board_clock`                                                              |
//! | [`Vga`]            | `vga_red` `vga_green` `vga_blue` (depth of each), `vga_hsync`, `vga_vsync` |
//! | [`Dvi`]            | `dvi_data` (3: blue, green, red), `dvi_clock`; or each with `_p` and `_n`  |
//! | [`Ps2`]            | `ps2_clk`, `ps2_data`                                                      |
//! | [`Usb`]            | `usb_plus`, `usb_minus`                                                    |
//! | [`Usb`] with pulls | `plug_plus`, `plug_minus`, `plug_plus_pull`, `plug_minus_pull`             |
//! | [`Buttons`]        | `buttons` (5: up, down, left, right, centre; or 1: centre); `two_buttons`  |
//! | [`Leds`]           | `leds` (as many as there are)                                              |
//! | multiplexed digits | `display_segments` (7: a to g), `display_point`, `display_digits`          |
//! | serial digits      | `display_clock`, `display_clear_n`, `display_data`, `display_enable`       |
//! | [`Uart`]           | `uart_rx`, `uart_tx`                                                       |
//! | [`Gamepad`]        | `pad_data`, `pad_latch`, `pad_clock`                                       |
//! | [`Accelerometer`]  | `tilt_cipo`, `tilt_cs_n`, `tilt_sclk`, `tilt_copi`                         |
//! | audio by a DAC     | `audio_left`, `audio_right` (depth of each)                                |
//! | audio by one pin   | `audio_pwm`, `audio_enable`                                                |
//! | [`Held`]           | the name it gives itself                                                   |
//!
//! A new kind of thing needs changes only here: a struct, its [`Thing`], a field of [`Board`] that is `None` in
//! [`Board::BARE`], and its place in [`Board::ports`]. Boards without it stay as they are.

use crate::{Clocking, Direction, Family, Level, Part, Port, Pull, Standard, Wanted, port::bit_name};
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};

use Direction::{Both, Input, Output};

/// A complete board.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its name on the command line; also the name of its folder and of its constraint file.
    pub name: &'static str,
    /// The manufacturer's name for it.
    pub title: &'static str,
    pub part: Part,
    pub clock: Clock,
    pub picture: Picture,
    /// Pins for a keyboard. A board has those of one kind at least.
    pub ps2: Option<Ps2>,
    pub usb: Option<Usb>,
    pub leds: Option<Leds>,
    /// Plain push buttons, each on a pin of its own.
    pub buttons: Option<Buttons>,
    pub display: Option<Display>,
    pub uart: Option<Uart>,
    pub gamepad: Option<Gamepad>,
    pub accelerometer: Option<Accelerometer>,
    pub audio: Option<Audio>,
    /// Pins that must be held at one level for the board to work.
    pub held: &'static [Held],
    /// The voltage of the configuration bank, if known (`CONFIG_VOLTAGE` in an XDC file, with `CFGBVS VCCO`).
    pub configuration_volts: Option<&'static str>,
    /// The command that loads a bitstream over the board's own cable; the file is its last argument.
    pub loader: &'static [&'static str],
}

impl Board {
    /// A board with nothing on it, for `..Board::BARE`: a board states only what it has. [`Board::check`] refuses one
    /// that lacks what every board must have.
    pub const BARE: Board = Board {
        name: "",
        title: "",
        part: Part { family: Family::Ice40, device: "", package: "", speed: "" },
        clock: Clock { pin: "", khz: 0, standard: Standard::Lvcmos33 },
        picture: Picture::Vga(Vga {
            red: &[],
            green: &[],
            blue: &[],
            hsync: "",
            vsync: "",
            standard: Standard::Lvcmos33,
        }),
        ps2: None,
        usb: None,
        leds: None,
        buttons: None,
        display: None,
        uart: None,
        gamepad: None,
        accelerometer: None,
        audio: None,
        held: &[],
        configuration_volts: None,
        loader: &[],
    };
}

/// A component of a board that has pins.
pub trait Thing {
    /// The ports in the order in which the top declares them.
    fn ports(&self) -> Vec<Port>;
}

impl<T: Thing> Thing for Option<T> {
    fn ports(&self) -> Vec<Port> {
        self.iter().flat_map(T::ports).collect()
    }
}

impl<T: Thing> Thing for &[T] {
    fn ports(&self) -> Vec<Port> {
        self.iter().flat_map(T::ports).collect()
    }
}

/// The oscillator.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub pin: &'static str,
    pub khz: u32,
    pub standard: Standard,
}

impl Thing for Clock {
    fn ports(&self) -> Vec<Port> {
        vec![Port::one("board_clock", Input, self.pin, self.standard)]
    }
}

/// The socket for a monitor.
#[derive(Clone, Copy, Debug)]
pub enum Picture {
    Vga(Vga),
    Dvi(Dvi),
}

/// Bits of each colour in DVI: Digital Visual Interface 1.0, section 3.1.
const DVI_COLOUR_BITS: usize = 8;

impl Picture {
    /// Bits of red, green and blue.
    pub fn colour_bits(&self) -> [usize; 3] {
        match self {
            Picture::Vga(vga) => [vga.red, vga.green, vga.blue].map(<[_]>::len),
            Picture::Dvi(_) => [DVI_COLOUR_BITS; 3],
        }
    }
}

impl Thing for Picture {
    fn ports(&self) -> Vec<Port> {
        match self {
            Picture::Vga(vga) => vga.ports(),
            Picture::Dvi(dvi) => dvi.ports(),
        }
    }
}

/// Resistor DACs, bit 0 first, and the two syncs.
#[derive(Clone, Copy, Debug)]
pub struct Vga {
    pub red: &'static [&'static str],
    pub green: &'static [&'static str],
    pub blue: &'static [&'static str],
    pub hsync: &'static str,
    pub vsync: &'static str,
    pub standard: Standard,
}

impl Thing for Vga {
    fn ports(&self) -> Vec<Port> {
        vec![
            Port::bus("vga_red", Output, self.red, self.standard),
            Port::bus("vga_green", Output, self.green, self.standard),
            Port::bus("vga_blue", Output, self.blue, self.standard),
            Port::one("vga_hsync", Output, self.hsync, self.standard),
            Port::one("vga_vsync", Output, self.vsync, self.standard),
        ]
    }
}

/// The four pairs of a DVI or HDMI socket.
#[derive(Clone, Copy, Debug)]
pub struct Dvi {
    /// The positive pins of the data: channel 0 (blue) first, then green and red.
    pub data: [&'static str; 3],
    /// The positive pin of the clock.
    pub clock: &'static str,
    /// The negative pins; `None` if the I/O standard alone drives them with the inverse.
    pub negative: Option<Negative>,
    pub standard: Standard,
    pub drive_ma: Option<u32>,
}

/// The negative pins of a DVI socket's pairs, for a family whose buffers have both pins.
#[derive(Clone, Copy, Debug)]
pub struct Negative {
    pub data: [&'static str; 3],
    pub clock: &'static str,
}

impl Thing for Dvi {
    fn ports(&self) -> Vec<Port> {
        let port = |name, pins: &[&'static str]| Port {
            drive_ma: self.drive_ma,
            ..Port::bus(name, Output, pins, self.standard)
        };
        match &self.negative {
            None => vec![port("dvi_data", &self.data), port("dvi_clock", &[self.clock])],
            Some(negative) => vec![
                port("dvi_data_p", &self.data),
                port("dvi_data_n", &negative.data),
                port("dvi_clock_p", &[self.clock]),
                port("dvi_clock_n", &[negative.clock]),
            ],
        }
    }
}

/// A PS/2 keyboard, or a chip that converts a USB keyboard to PS/2.
#[derive(Clone, Copy, Debug)]
pub struct Ps2 {
    pub clock: &'static str,
    pub data: &'static str,
    pub standard: Standard,
    /// Both lines are open-collector and idle high: `Up` if the chip must pull them up itself.
    pub pull: Pull,
}

impl Thing for Ps2 {
    fn ports(&self) -> Vec<Port> {
        let lines = [("ps2_clk", self.clock), ("ps2_data", self.data)];
        let port = |(name, pin)| Port { pull: self.pull, ..Port::one(name, Input, pin, self.standard) };
        lines.map(port).to_vec()
    }
}

/// The pins for a USB keyboard at low speed.
#[derive(Clone, Copy, Debug)]
pub struct Usb {
    /// D+.
    pub plus: &'static str,
    /// D-.
    pub minus: &'static str,
    pub pulls: Pulls,
    pub standard: Standard,
}

/// What pulls both lines while nobody drives them.
#[derive(Clone, Copy, Debug)]
pub enum Pulls {
    /// 15 kOhm to ground, as USB 2.0 (7.1.5) has it.
    Ground,
    /// Resistors that pins of the chip feed: low for a USB keyboard; high for one that speaks PS/2 on such a plug, with
    /// its clock on D+ and its data on D-.
    Pins {
        plus: &'static str,
        minus: &'static str,
        drive_ma: Option<u32>,
    },
}

impl Thing for Usb {
    fn ports(&self) -> Vec<Port> {
        let line = |name, pin| Port::one(name, Both, pin, self.standard);
        match self.pulls {
            Pulls::Ground => vec![line("usb_plus", self.plus), line("usb_minus", self.minus)],
            Pulls::Pins { plus, minus, drive_ma } => {
                let pull = |name, pin| Port { drive_ma, ..Port::one(name, Output, pin, self.standard) };
                vec![
                    line("plug_plus", self.plus),
                    line("plug_minus", self.minus),
                    pull("plug_plus_pull", plus),
                    pull("plug_minus_pull", minus),
                ]
            }
        }
    }
}

/// Single LEDs, the first on the right as seen by the player or as numbered by the manufacturer.
#[derive(Clone, Copy, Debug)]
pub struct Leds {
    pub pins: &'static [&'static str],
    pub lit: Level,
    pub standard: Standard,
}

impl Thing for Leds {
    fn ports(&self) -> Vec<Port> {
        vec![Port { active: self.lit, ..Port::bus("leds", Output, self.pins, self.standard) }]
    }
}

/// The push buttons that the machine is played with.
#[derive(Clone, Copy, Debug)]
pub struct Buttons {
    pub keys: Keys,
    pub pressed: Level,
    pub standard: Standard,
    pub pull: Pull,
}

/// The buttons that a board has, each with its pin.
#[derive(Clone, Copy, Debug)]
pub enum Keys {
    /// One that selects, and nothing for the directions.
    One { centre: &'static str },
    /// Two, of which short and long presses and both together mean the directions and the centre.
    Two { first: &'static str, second: &'static str },
    /// Four for the directions around one that selects.
    Five {
        up: &'static str,
        down: &'static str,
        left: &'static str,
        right: &'static str,
        centre: &'static str,
    },
}

impl Thing for Buttons {
    fn ports(&self) -> Vec<Port> {
        let (name, pins): (_, &[&'static str]) = match self.keys {
            Keys::One { centre } => ("buttons", &[centre]),
            Keys::Two { first, second } => ("two_buttons", &[first, second]),
            Keys::Five { up, down, left, right, centre } => ("buttons", &[up, down, left, right, centre]),
        };
        vec![Port { active: self.pressed, pull: self.pull, ..Port::bus(name, Input, pins, self.standard) }]
    }
}

/// A row of seven-segment digits.
#[derive(Clone, Copy, Debug)]
pub enum Display {
    /// All digits share the segment lines; one digit is switched on at a time.
    Multiplexed {
        /// The segments a to g.
        segments: [&'static str; 7],
        point: &'static str,
        /// The digits, the rightmost first.
        digits: &'static [&'static str],
        segment_lit: Level,
        digit_on: Level,
        standard: Standard,
    },
    /// A chain of shift registers holds every segment of every digit.
    Serial {
        clock: &'static str,
        clear_n: &'static str,
        data: &'static str,
        enable: &'static str,
        standard: Standard,
    },
}

impl Thing for Display {
    fn ports(&self) -> Vec<Port> {
        match *self {
            Display::Multiplexed { segments, point, digits, segment_lit, digit_on, standard } => {
                let driven = [
                    (segment_lit, Port::bus("display_segments", Output, &segments, standard)),
                    (segment_lit, Port::one("display_point", Output, point, standard)),
                    (digit_on, Port::bus("display_digits", Output, digits, standard)),
                ];
                driven.map(|(active, port)| Port { active, ..port }).to_vec()
            }
            Display::Serial { clock, clear_n, data, enable, standard } => vec![
                Port::one("display_clock", Output, clock, standard),
                Port::one("display_clear_n", Output, clear_n, standard),
                Port::one("display_data", Output, data, standard),
                Port::one("display_enable", Output, enable, standard),
            ],
        }
    }
}

/// A serial port, on most boards through a USB converter chip. Both lines idle high.
#[derive(Clone, Copy, Debug)]
pub struct Uart {
    /// The line that the other side drives.
    pub receive: &'static str,
    pub transmit: &'static str,
    pub standard: Standard,
    /// The pull of the received line, which nobody drives while no cable is connected.
    pub pull: Pull,
}

impl Thing for Uart {
    fn ports(&self) -> Vec<Port> {
        vec![
            Port { pull: self.pull, ..Port::one("uart_rx", Input, self.receive, self.standard) },
            Port::one("uart_tx", Output, self.transmit, self.standard),
        ]
    }
}

/// The pins for a gamepad of the SNES kind, on a header or a Pmod connector. The pad runs on their 3.3 V.
#[derive(Clone, Copy, Debug)]
pub struct Gamepad {
    /// The pad drives it; it is pulled up, so that without a pad nothing is pressed.
    pub data: &'static str,
    pub latch: &'static str,
    pub clock: &'static str,
    pub standard: Standard,
}

impl Thing for Gamepad {
    fn ports(&self) -> Vec<Port> {
        vec![
            Port { pull: Pull::Up, ..Port::one("pad_data", Input, self.data, self.standard) },
            Port::one("pad_latch", Output, self.latch, self.standard),
            Port::one("pad_clock", Output, self.clock, self.standard),
        ]
    }
}

/// The pins of an ADXL362 accelerometer, or of a Pmod connector for one.
#[derive(Clone, Copy, Debug)]
pub struct Accelerometer {
    /// The sensor drives it; it is pulled up, so that without a sensor nothing answers.
    pub cipo: &'static str,
    pub cs_n: &'static str,
    pub sclk: &'static str,
    pub copi: &'static str,
    pub standard: Standard,
}

impl Thing for Accelerometer {
    fn ports(&self) -> Vec<Port> {
        vec![
            Port { pull: Pull::Up, ..Port::one("tilt_cipo", Input, self.cipo, self.standard) },
            Port::one("tilt_cs_n", Output, self.cs_n, self.standard),
            Port::one("tilt_sclk", Output, self.sclk, self.standard),
            Port::one("tilt_copi", Output, self.copi, self.standard),
        ]
    }
}

/// The connector for a loudspeaker or headphones.
#[derive(Clone, Copy, Debug)]
pub enum Audio {
    /// Resistor DACs, bit 0 first.
    Dac {
        left: &'static [&'static str],
        right: &'static [&'static str],
        standard: Standard,
        drive_ma: Option<u32>,
    },
    /// A low-pass filter with a pull-up before it, and an amplifier that can be switched off.
    Filter {
        /// Driven low or high-impedance.
        pwm: &'static str,
        enable: &'static str,
        standard: Standard,
    },
}

impl Thing for Audio {
    fn ports(&self) -> Vec<Port> {
        match *self {
            Audio::Dac { left, right, standard, drive_ma } => {
                let channels = [("audio_left", left), ("audio_right", right)];
                let port = |(name, pins)| Port { drive_ma, ..Port::bus(name, Output, pins, standard) };
                channels.map(port).to_vec()
            }
            Audio::Filter { pwm, enable, standard } => vec![
                Port { open_drain: true, ..Port::one("audio_pwm", Output, pwm, standard) },
                Port::one("audio_enable", Output, enable, standard),
            ],
        }
    }
}

/// A pin without a signal that must be driven nevertheless.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The name of the port.
    pub name: &'static str,
    pub pin: &'static str,
    pub level: Level,
    /// What happens otherwise, or what it switches on; becomes a comment in the top.
    pub reason: &'static str,
    pub standard: Standard,
    pub drive_ma: Option<u32>,
}

impl Thing for Held {
    fn ports(&self) -> Vec<Port> {
        vec![Port {
            active: self.level,
            drive_ma: self.drive_ma,
            ..Port::one(self.name, Output, self.pin, self.standard)
        }]
    }
}

impl Board {
    /// Every port that a top may have, in the order of declaration.
    pub fn ports(&self) -> Vec<Port> {
        let things: [&dyn Thing; 12] = [
            &self.clock,
            &self.picture,
            &self.ps2,
            &self.usb,
            &self.buttons,
            &self.leds,
            &self.display,
            &self.uart,
            &self.gamepad,
            &self.accelerometer,
            &self.audio,
            &self.held,
        ];
        things.iter().flat_map(|thing| thing.ports()).collect()
    }

    /// How to make the clock that a circuit wants from the board's oscillator.
    pub fn clocking(&self, wanted: Wanted) -> Result<Clocking> {
        Clocking::plan(self.part.family, self.clock.khz, wanted).with_context(|| format!("board {}", self.name))
    }

    /// Refuses a board that cannot be built, and says why: no name, an unknown part, a missing clock, a port without a
    /// pin, a pin or a port's name used twice, or a setting that the chip's pins do not have.
    pub fn check(&self) -> Result<()> {
        self.check_data().with_context(|| format!("board {}", self.name))
    }

    fn check_data(&self) -> Result<()> {
        ensure!(
            !self.name.is_empty() && !self.title.is_empty(),
            "it has no name or no title"
        );
        ensure!(!self.loader.is_empty(), "the loader is missing");
        self.part.check()?;
        ensure!(!self.clock.pin.is_empty(), "the clock is missing: it has no pin");
        ensure!(self.clock.khz > 0, "the clock is missing: it has no frequency");
        ensure!(self.ps2.is_some() || self.usb.is_some(), "the keyboard is missing");
        let mut used = BTreeMap::new();
        let mut names = BTreeSet::new();
        for port in self.ports() {
            ensure!(!port.pins.is_empty(), "port {} has no pin", port.name);
            ensure!(names.insert(port.name), "port {} is there twice", port.name);
            port.check_electrical(self.part.family)?;
            for (index, pin) in port.bits() {
                let bit = bit_name(port.name, index);
                ensure!(!pin.is_empty(), "port {bit} has no pin");
                if let Some(other) = used.insert(pin, bit.clone()) {
                    anyhow::bail!("pin {pin} is used twice, by {other} and by {bit}");
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards;

    /// The error from checking the board after an invalid change.
    fn refusal_of(name: &str, change: impl FnOnce(&mut Board)) -> String {
        let mut board = boards::find(name).unwrap().clone();
        board.check().unwrap();
        change(&mut board);
        format!("{:#}", board.check().unwrap_err())
    }

    fn refusal(change: impl FnOnce(&mut Board)) -> String {
        refusal_of("nexys3", change)
    }

    fn vga(board: &mut Board) -> &mut Vga {
        let Picture::Vga(vga) = &mut board.picture else {
            panic!("{} has no VGA", board.name)
        };
        vga
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(
            refusal(|b| b.ps2.as_mut().unwrap().clock = vga(b).hsync),
            "board nexys3: pin N6 is used twice, by vga_hsync and by ps2_clk"
        );
        assert_eq!(
            refusal(|b| vga(b).red = &["U7", "V7", "U7"]),
            "board nexys3: pin U7 is used twice, by vga_red[0] and by vga_red[2]"
        );
        assert_eq!(
            refusal(|b| b.clock.pin = ""),
            "board nexys3: the clock is missing: it has no pin"
        );
        assert_eq!(
            refusal(|b| b.clock.khz = 0),
            "board nexys3: the clock is missing: it has no frequency"
        );
        assert_eq!(refusal(|b| vga(b).blue = &[]), "board nexys3: port vga_blue has no pin");
        assert_eq!(
            refusal(|b| b.buttons.as_mut().unwrap().keys = Keys::One { centre: "" }),
            "board nexys3: port buttons has no pin"
        );
        assert!(refusal(|b| b.part.device = "xc6slx17").starts_with("board nexys3: unknown part xc6slx17-3-csg324"));
    }

    #[test]
    fn what_the_newer_resources_add_is_checked_too() {
        let on_its_lamp = |b: &mut Board| {
            let Picture::Dvi(dvi) = &mut b.picture else {
                panic!("ulx3s has DVI")
            };
            dvi.data[2] = b.leds.unwrap().pins[0];
        };
        assert_eq!(
            refusal_of("ulx3s", on_its_lamp),
            "board ulx3s: pin B2 is used twice, by dvi_data[2] and by leds[0]"
        );
        const HELD: Held = Held {
            name: "leds",
            pin: "L2",
            level: Level::High,
            reason: "none",
            standard: Standard::Lvcmos33,
            drive_ma: None,
        };
        assert_eq!(
            refusal_of("ulx3s", |b| b.held = &[HELD]),
            "board ulx3s: port leds is there twice"
        );
        assert_eq!(
            refusal_of("ulx3s", |b| b.held = &[Held { name: "x", pin: "", ..HELD }]),
            "board ulx3s: port x has no pin"
        );
        assert_eq!(
            refusal_of("icebreaker", |b| b.buttons.as_mut().unwrap().keys =
                Keys::One { centre: "11" }),
            "board icebreaker: pin 11 is used twice, by buttons and by leds[0]"
        );
    }

    #[test]
    fn what_every_board_must_have_cannot_be_left_bare() {
        for (change, reason) in [
            (
                (|b| b.name = "") as fn(&mut Board),
                "board : it has no name or no title",
            ),
            (|b| b.loader = &[], "board nexys3: the loader is missing"),
            (
                |b| b.clock = Board::BARE.clock,
                "board nexys3: the clock is missing: it has no pin",
            ),
            (
                |b| b.picture = Board::BARE.picture,
                "board nexys3: port vga_red has no pin",
            ),
            (|b| b.ps2 = Board::BARE.ps2, "board nexys3: the keyboard is missing"),
        ] {
            assert_eq!(refusal(change), reason);
        }
        assert!(refusal(|b| b.part = Board::BARE.part).starts_with("board nexys3: unknown part"));
    }

    #[test]
    fn a_thing_more_on_a_board_is_its_ports_more() {
        const UART: Uart = Uart { receive: "P4", transmit: "R4", standard: Standard::Lvcmos33, pull: Pull::Up };
        let mut board = boards::find("alchitry-cu").unwrap().clone();
        let before = board.ports();
        assert!(board.uart.is_none());
        board.uart = Some(UART);
        board.check().unwrap();
        let mut ports = board.ports();
        let more = ports.split_off(before.len());
        assert_eq!(ports, before);
        let line = |name, direction, pin, pull| Port { pull, ..Port::one(name, direction, pin, Standard::Lvcmos33) };
        let expected = [
            line("uart_rx", Input, "P4", Pull::Up),
            line("uart_tx", Output, "R4", Pull::None),
        ];
        assert_eq!(more, expected);
        assert_eq!(
            refusal_of("alchitry-cu", |b| b.uart = Some(Uart { transmit: "J11", ..UART })),
            "board alchitry-cu: pin J11 is used twice, by leds[0] and by uart_tx"
        );
    }

    #[test]
    fn audio_is_two_channels_or_an_open_drain_and_a_switch() {
        let ports = |name| boards::find(name).unwrap().audio.unwrap().ports();
        let [left, right] = &ports("ulx3s")[..] else {
            panic!("two channels")
        };
        assert_eq!((left.name, right.name), ("audio_left", "audio_right"));
        assert_eq!((left.pins.len(), right.pins.len()), (4, 4));
        assert!(!left.open_drain && left.drive_ma == Some(16));
        let [pwm, enable] = &ports("nexys-a7")[..] else {
            panic!("a pin and a switch")
        };
        assert_eq!((pwm.name, enable.name), ("audio_pwm", "audio_enable"));
        assert!(pwm.open_drain && !enable.open_drain);
        assert_eq!(
            refusal_of("ulx3s", |b| b.leds.as_mut().unwrap().pins = &["B3"]),
            "board ulx3s: pin B3 is used twice, by leds and by audio_left[3]"
        );
    }

    #[test]
    fn what_the_chip_cannot_do_is_refused() {
        assert_eq!(
            refusal_of("icebreaker", |b| b.ps2.as_mut().unwrap().pull = Pull::Down),
            "board icebreaker: port ps2_clk: iCE40 has no pull-downs"
        );
        assert_eq!(
            refusal_of("icebreaker", |b| vga(b).standard = Standard::Lvcmos33d),
            "board icebreaker: port vga_red: iCE40 has no LVCMOS33D"
        );
        const HELD: Held = Held {
            name: "enable",
            pin: "28",
            level: Level::Low,
            reason: "none",
            standard: Standard::Lvcmos33,
            drive_ma: Some(4),
        };
        assert_eq!(
            refusal_of("icebreaker", |b| b.held = &[HELD]),
            "board icebreaker: port enable: iCE40 has one drive strength"
        );
    }

    /// docs/adding-a-board.md quotes the message for each mistake.
    #[test]
    fn the_guide_quotes_the_refusals() {
        const GUIDE: &str = include_str!("../../docs/adding-a-board.md");
        let held = Held { name: "leds", ..boards::find("ulx3s").unwrap().held[0] };
        let mut said = vec![
            refusal_of("icebreaker", |b| {
                b.buttons.as_mut().unwrap().keys = Keys::One { centre: "11" }
            }),
            refusal_of("icebreaker", |b| b.clock.khz = 0),
            refusal_of("icebreaker", |b| vga(b).blue = &[]),
            refusal_of("ulx3s", |b| b.held = Box::leak(Box::new([held]))),
            refusal_of("icebreaker", |b| b.ps2.as_mut().unwrap().pull = Pull::Down),
        ];
        let part = refusal_of("nexys3", |b| b.part.device = "xc6slx17");
        said.push(part.split_once(" xc6slx16").unwrap().0.to_string());
        let mut slow = boards::find("icebreaker").unwrap().clone();
        slow.clock.khz = 9_000;
        let wanted = Wanted { highest_khz: 25_200, ..Wanted::exactly(25_000) };
        said.push(format!("{:#}", slow.clocking(wanted).unwrap_err()));
        for said in said {
            assert!(GUIDE.contains(&format!("`{said}`")), "{said}");
        }
    }
}
