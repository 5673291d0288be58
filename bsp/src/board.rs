//! What a board is: a chip, a clock, and the things soldered round it. Polarity, pulls and I/O standards are said here, so
//! that no circuit ever has to know them.
//!
//! Every resource turns into [`Port`]s of fixed names, the ports of the module at the top of the chip. The constraint file
//! and the top are both made from that one list, so neither can have a port that the other lacks.
//!
//! | resource           | ports (width)                                                              |
//! |--------------------|----------------------------------------------------------------------------|
//! | clock              | `board_clock`                                                              |
//! | [`Vga`]            | `vga_red` `vga_green` `vga_blue` (depth of each), `vga_hsync`, `vga_vsync` |
//! | [`Dvi`]            | `dvi_data` (3: blue, green, red), `dvi_clock`                              |
//! | [`Ps2`]            | `ps2_clk`, `ps2_data`                                                      |
//! | [`Buttons`]        | `buttons` (5: up, down, left, right, centre; or 1: centre)                 |
//! | [`Leds`]           | `leds` (as many as there are)                                              |
//! | multiplexed digits | `display_segments` (7: a to g), `display_point`, `display_digits`          |
//! | serial digits      | `display_clock`, `display_clear_n`, `display_data`, `display_enable`       |
//! | [`Held`]           | the name it gives itself                                                   |

use crate::{Clocking, Family, Part, Wanted};
use anyhow::{Context, Result, ensure};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// A board, complete.
#[derive(Clone, Debug)]
pub struct Board {
    /// How it is called on the command line; also the name of its folder and of its constraint file.
    pub name: &'static str,
    /// How its maker calls it.
    pub title: &'static str,
    pub part: Part,
    pub clock: Clock,
    pub picture: Picture,
    pub ps2: Ps2,
    pub leds: Option<Leds>,
    /// Plain push buttons, each on a pin of its own.
    pub buttons: Option<Buttons>,
    pub display: Option<Display>,
    /// Pins that must stay at one level for the board to work.
    pub held: &'static [Held],
    /// The voltage of the configuration bank where it is known (`CONFIG_VOLTAGE` in an XDC file, with `CFGBVS VCCO`).
    pub configuration_volts: Option<&'static str>,
    /// The program that loads a bitstream over the board's own cable, and what it wants to be told; the file comes last.
    pub loader: &'static [&'static str],
}

/// The oscillator.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub pin: &'static str,
    pub khz: u32,
    pub standard: Standard,
}

/// The one socket that a monitor is plugged into.
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

/// The four pairs of a DVI or HDMI socket. Only the positive pin of a pair is named: the standard gives the other one the
/// reverse.
#[derive(Clone, Copy, Debug)]
pub struct Dvi {
    /// Channel 0 (blue) first, then green and red.
    pub data: [&'static str; 3],
    pub clock: &'static str,
    pub standard: Standard,
    pub drive_ma: Option<u32>,
}

/// A keyboard, or a chip that makes one of a USB keyboard.
#[derive(Clone, Copy, Debug)]
pub struct Ps2 {
    pub clock: &'static str,
    pub data: &'static str,
    pub standard: Standard,
    /// Both lines are open-collector and idle high: up where the chip must pull them up itself.
    pub pull: Pull,
}

/// Single lamps, the first on the right as seen by the player or as numbered by the maker.
#[derive(Clone, Copy, Debug)]
pub struct Leds {
    pub pins: &'static [&'static str],
    pub lit: Level,
    pub standard: Standard,
}

/// A push button that chooses, and four round it for the directions where a board has them.
#[derive(Clone, Copy, Debug)]
pub struct Buttons {
    pub cross: Option<Cross>,
    pub centre: &'static str,
    pub pressed: Level,
    pub standard: Standard,
    pub pull: Pull,
}

impl Buttons {
    /// Up, down, left and right where there are any; the centre last.
    pub fn pins(&self) -> Vec<&'static str> {
        let cross = self.cross.iter();
        let directions = cross.flat_map(|cross| [cross.up, cross.down, cross.left, cross.right]);
        directions.chain([self.centre]).collect()
    }
}

/// The four directions.
#[derive(Clone, Copy, Debug)]
pub struct Cross {
    pub up: &'static str,
    pub down: &'static str,
    pub left: &'static str,
    pub right: &'static str,
}

/// A row of seven-segment digits.
#[derive(Clone, Copy, Debug)]
pub enum Display {
    /// All digits share the segment lines; one digit is switched on at a time.
    Multiplexed {
        /// a to g.
        segments: [&'static str; 7],
        point: &'static str,
        /// The rightmost digit first.
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

/// A pin that carries no signal but must be driven all the same.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    /// The name of the port.
    pub name: &'static str,
    pub pin: &'static str,
    pub level: Level,
    /// What happens otherwise, or what it switches on: a comment in the top.
    pub reason: &'static str,
    pub standard: Standard,
    pub drive_ma: Option<u32>,
}

/// The level of a pin: at which something is on, or that it is held at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    High,
    Low,
}

/// The resistor inside the chip that gives a pin a level while nobody drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pull {
    None,
    Up,
    Down,
}

/// The electrical standard of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    Lvcmos33,
    Lvcmos18,
    /// A pair of LVCMOS33 pins, the second the reverse of the first: ECP5's stand-in for TMDS.
    Lvcmos33d,
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Standard::Lvcmos33 => "LVCMOS33",
            Standard::Lvcmos18 => "LVCMOS18",
            Standard::Lvcmos33d => "LVCMOS33D",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: &'static str,
    pub direction: Direction,
    /// Bit 0 first. Only a port of more than one bit is declared with a range: tools do not agree on what the bit of a
    /// range of one is called.
    pub pins: Vec<&'static str>,
    /// The level at which what hangs on it is on: a lamp lit, a button down. High where there is no such thing.
    pub active: Level,
    pub standard: Standard,
    pub pull: Pull,
    /// The drive strength of an output, where it is not the tool's default.
    pub drive_ma: Option<u32>,
}

impl Port {
    fn one(name: &'static str, direction: Direction, pin: &'static str, standard: Standard) -> Port {
        Port::bus(name, direction, &[pin], standard)
    }

    fn bus(name: &'static str, direction: Direction, pins: &[&'static str], standard: Standard) -> Port {
        Port {
            name,
            direction,
            pins: pins.to_vec(),
            active: Level::High,
            standard,
            pull: Pull::None,
            drive_ma: None,
        }
    }

    /// Refuses what the pins of a family cannot be set to.
    fn check_electrical(&self, family: Family) -> Result<()> {
        let (name, family_name) = (self.name, family.name());
        ensure!(
            family == Family::Ecp5 || self.standard != Standard::Lvcmos33d,
            "port {name}: {family_name} has no {}",
            self.standard
        );
        // iCE40 pins have a weak pull-up that can be switched on and one output strength: FPGA-DS-02029, sysIO buffer.
        ensure!(
            family != Family::Ice40 || self.pull != Pull::Down,
            "port {name}: {family_name} has no pull-downs"
        );
        ensure!(
            family != Family::Ice40 || self.drive_ma.is_none(),
            "port {name}: {family_name} has one drive strength"
        );
        Ok(())
    }

    /// Declared with a range.
    pub fn is_bus(&self) -> bool {
        self.pins.len() > 1
    }

    /// The bits of the port: an index where it is a bus, and the pin.
    pub fn bits(&self) -> impl Iterator<Item = (Option<usize>, &'static str)> {
        let bus = self.is_bus();
        let pins = self.pins.iter().enumerate();
        pins.map(move |(i, pin)| (bus.then_some(i), *pin))
    }
}

/// A bit of a port as Verilog and XDC write it.
pub fn bit_name(port: &str, index: Option<usize>) -> String {
    match index {
        Some(index) => format!("{port}[{index}]"),
        None => port.to_string(),
    }
}

impl Board {
    /// Every port of the top, in the order in which it declares them.
    pub fn ports(&self) -> Vec<Port> {
        use Direction::{Input, Output};
        let (one, bus) = (Port::one, Port::bus);
        let Board { clock, ps2, .. } = self;

        let mut ports = vec![one("board_clock", Input, clock.pin, clock.standard)];
        match &self.picture {
            Picture::Vga(vga) => ports.extend([
                bus("vga_red", Output, vga.red, vga.standard),
                bus("vga_green", Output, vga.green, vga.standard),
                bus("vga_blue", Output, vga.blue, vga.standard),
                one("vga_hsync", Output, vga.hsync, vga.standard),
                one("vga_vsync", Output, vga.vsync, vga.standard),
            ]),
            Picture::Dvi(dvi) => {
                let pairs = [
                    bus("dvi_data", Output, &dvi.data, dvi.standard),
                    one("dvi_clock", Output, dvi.clock, dvi.standard),
                ];
                ports.extend(pairs.map(|port| Port {
                    drive_ma: dvi.drive_ma,
                    ..port
                }));
            }
        }
        for (name, pin) in [("ps2_clk", ps2.clock), ("ps2_data", ps2.data)] {
            ports.push(Port {
                pull: ps2.pull,
                ..one(name, Input, pin, ps2.standard)
            });
        }
        if let Some(b) = &self.buttons {
            ports.push(Port {
                active: b.pressed,
                pull: b.pull,
                ..bus("buttons", Input, &b.pins(), b.standard)
            });
        }
        if let Some(leds) = &self.leds {
            ports.push(Port {
                active: leds.lit,
                ..bus("leds", Output, leds.pins, leds.standard)
            });
        }
        match self.display {
            None => {}
            Some(Display::Multiplexed {
                segments,
                point,
                digits,
                segment_lit,
                digit_on,
                standard,
            }) => {
                let driven = [
                    (segment_lit, bus("display_segments", Output, &segments, standard)),
                    (segment_lit, one("display_point", Output, point, standard)),
                    (digit_on, bus("display_digits", Output, digits, standard)),
                ];
                ports.extend(driven.map(|(active, port)| Port { active, ..port }));
            }
            Some(Display::Serial {
                clock,
                clear_n,
                data,
                enable,
                standard,
            }) => ports.extend([
                one("display_clock", Output, clock, standard),
                one("display_clear_n", Output, clear_n, standard),
                one("display_data", Output, data, standard),
                one("display_enable", Output, enable, standard),
            ]),
        }
        ports.extend(self.held.iter().map(|held| Port {
            active: held.level,
            drive_ma: held.drive_ma,
            ..one(held.name, Output, held.pin, held.standard)
        }));
        ports
    }

    /// How its oscillator becomes the clock that a circuit wants.
    pub fn clocking(&self, wanted: Wanted) -> Result<Clocking> {
        Clocking::plan(self.part.family, self.clock.khz, wanted).with_context(|| format!("board {}", self.name))
    }

    /// Refuses a board that cannot be built, naming what is wrong: an unknown part, a missing clock, a port without a
    /// pin, a pin or a port's name used twice, a pin set to what the chip cannot do.
    pub fn check(&self) -> Result<()> {
        self.check_data().with_context(|| format!("board {}", self.name))
    }

    fn check_data(&self) -> Result<()> {
        self.part.check()?;
        ensure!(!self.clock.pin.is_empty(), "the clock is missing: it has no pin");
        ensure!(self.clock.khz > 0, "the clock is missing: it has no frequency");
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

    /// What is said of that board after a change, which must not be well.
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
            refusal(|b| b.ps2.clock = vga(b).hsync),
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
            refusal(|b| b.buttons.as_mut().unwrap().centre = ""),
            "board nexys3: port buttons[4] has no pin"
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
            refusal_of("ulx3s", |b| b.held = &[Held {
                name: "x",
                pin: "",
                ..HELD
            }]),
            "board ulx3s: port x has no pin"
        );
        assert_eq!(
            refusal_of("icebreaker", |b| b.buttons.as_mut().unwrap().centre = "11"),
            "board icebreaker: pin 11 is used twice, by buttons and by leds[0]"
        );
    }

    #[test]
    fn what_the_chip_cannot_do_is_refused() {
        assert_eq!(
            refusal_of("icebreaker", |b| b.ps2.pull = Pull::Down),
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

    /// docs/adding-a-board.md shows what is said of each mistake.
    #[test]
    fn the_guide_quotes_the_refusals() {
        const GUIDE: &str = include_str!("../../docs/adding-a-board.md");
        let held = Held {
            name: "leds",
            ..boards::find("ulx3s").unwrap().held[0]
        };
        let mut said = vec![
            refusal_of("icebreaker", |b| b.buttons.as_mut().unwrap().centre = "11"),
            refusal_of("icebreaker", |b| b.clock.khz = 0),
            refusal_of("icebreaker", |b| vga(b).blue = &[]),
            refusal_of("ulx3s", |b| b.held = Box::leak(Box::new([held]))),
            refusal_of("icebreaker", |b| b.ps2.pull = Pull::Down),
        ];
        let part = refusal_of("nexys3", |b| b.part.device = "xc6slx17");
        said.push(part.split_once(" xc6slx16").unwrap().0.to_string());
        let mut slow = boards::find("icebreaker").unwrap().clone();
        slow.clock.khz = 9_000;
        let wanted = Wanted {
            highest_khz: 25_200,
            ..Wanted::exactly(25_000)
        };
        said.push(format!("{:#}", slow.clocking(wanted).unwrap_err()));
        for said in said {
            assert!(GUIDE.contains(&format!("`{said}`")), "{said}");
        }
    }
}
