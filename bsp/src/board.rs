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
//! | [`Ps2`]            | `ps2_clk`, `ps2_data`                                                      |
//! | [`Buttons`]        | `buttons` (5: up, down, left, right, centre)                               |
//! | [`Leds`]           | `leds` (as many as there are)                                              |
//! | multiplexed digits | `display_segments` (7: a to g), `display_point`, `display_digits`          |
//! | serial digits      | `display_clock`, `display_clear_n`, `display_data`, `display_enable`       |

use crate::{Clocking, Part};
use anyhow::{Context, Result, ensure};
use std::{collections::BTreeMap, fmt};

/// A board, complete.
#[derive(Clone, Debug)]
pub struct Board {
    /// How it is called on the command line; also the name of its folder and of its constraint file.
    pub name: &'static str,
    /// How its maker calls it.
    pub title: &'static str,
    pub part: Part,
    pub clock: Clock,
    pub vga: Vga,
    pub ps2: Ps2,
    pub leds: Option<Leds>,
    /// A board without five plain push buttons has none.
    pub buttons: Option<Buttons>,
    pub display: Option<Display>,
    /// The voltage of the configuration bank where it is known (`CONFIG_VOLTAGE` in an XDC file, with `CFGBVS VCCO`).
    pub configuration_volts: Option<&'static str>,
}

/// The oscillator.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pub pin: &'static str,
    pub khz: u32,
    pub standard: Standard,
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

/// A keyboard, or a chip that makes one of a USB keyboard.
#[derive(Clone, Copy, Debug)]
pub struct Ps2 {
    pub clock: &'static str,
    pub data: &'static str,
    pub standard: Standard,
    /// Both lines are open-collector and idle high; true where the chip must pull them up itself.
    pub pull_up: bool,
}

/// Single lamps, the first on the right as seen by the player or as numbered by the maker.
#[derive(Clone, Copy, Debug)]
pub struct Leds {
    pub pins: &'static [&'static str],
    pub lit: Active,
    pub standard: Standard,
}

/// Five push buttons laid out as a cross.
#[derive(Clone, Copy, Debug)]
pub struct Buttons {
    pub up: &'static str,
    pub down: &'static str,
    pub left: &'static str,
    pub right: &'static str,
    pub centre: &'static str,
    pub pressed: Active,
    pub standard: Standard,
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
        segment_lit: Active,
        digit_on: Active,
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

/// The level at which something is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Active {
    High,
    Low,
}

/// The electrical standard of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standard {
    Lvcmos33,
    Lvcmos18,
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Standard::Lvcmos33 => "LVCMOS33",
            Standard::Lvcmos18 => "LVCMOS18",
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
    /// Bit 0 first.
    pub pins: Vec<&'static str>,
    /// Declared with a range, even if there is one bit.
    pub bus: bool,
    pub standard: Standard,
    pub pull_up: bool,
}

impl Port {
    /// The bits of the port: an index where it is a bus, and the pin.
    pub fn bits(&self) -> impl Iterator<Item = (Option<usize>, &'static str)> {
        let bus = self.bus;
        self.pins
            .iter()
            .enumerate()
            .map(move |(i, pin)| (bus.then_some(i), *pin))
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
        let one = |name, direction, pin, standard| Port {
            name,
            direction,
            pins: vec![pin],
            bus: false,
            standard,
            pull_up: false,
        };
        let bus = |name, direction, pins: &[&'static str], standard| Port {
            name,
            direction,
            pins: pins.to_vec(),
            bus: true,
            standard,
            pull_up: false,
        };
        let Board { clock, vga, ps2, .. } = self;

        let mut ports = vec![
            one("board_clock", Input, clock.pin, clock.standard),
            bus("vga_red", Output, vga.red, vga.standard),
            bus("vga_green", Output, vga.green, vga.standard),
            bus("vga_blue", Output, vga.blue, vga.standard),
            one("vga_hsync", Output, vga.hsync, vga.standard),
            one("vga_vsync", Output, vga.vsync, vga.standard),
        ];
        for (name, pin) in [("ps2_clk", ps2.clock), ("ps2_data", ps2.data)] {
            ports.push(Port {
                pull_up: ps2.pull_up,
                ..one(name, Input, pin, ps2.standard)
            });
        }
        if let Some(b) = &self.buttons {
            let pins = [b.up, b.down, b.left, b.right, b.centre];
            ports.push(bus("buttons", Input, &pins, b.standard));
        }
        if let Some(leds) = &self.leds {
            ports.push(bus("leds", Output, leds.pins, leds.standard));
        }
        match self.display {
            None => {}
            Some(Display::Multiplexed {
                segments,
                point,
                digits,
                standard,
                ..
            }) => ports.extend([
                bus("display_segments", Output, &segments, standard),
                one("display_point", Output, point, standard),
                bus("display_digits", Output, digits, standard),
            ]),
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
        ports
    }

    /// How its oscillator becomes a clock of `khz`.
    pub fn clocking(&self, khz: u32) -> Result<Clocking> {
        Clocking::plan(self.part.family, self.clock.khz, khz).with_context(|| format!("board {}", self.name))
    }

    /// Refuses a board that cannot be built, naming what is wrong: an unknown part, a missing clock, a port without a
    /// pin, a pin used twice.
    pub fn check(&self) -> Result<()> {
        self.check_data().with_context(|| format!("board {}", self.name))
    }

    fn check_data(&self) -> Result<()> {
        self.part.check()?;
        ensure!(!self.clock.pin.is_empty(), "the clock is missing: it has no pin");
        ensure!(self.clock.khz > 0, "the clock is missing: it has no frequency");
        let mut used = BTreeMap::new();
        for port in self.ports() {
            ensure!(!port.pins.is_empty(), "port {} has no pin", port.name);
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

    fn refusal(change: impl FnOnce(&mut Board)) -> String {
        let mut board = boards::find("nexys3").unwrap().clone();
        board.check().unwrap();
        change(&mut board);
        format!("{:#}", board.check().unwrap_err())
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert_eq!(
            refusal(|b| b.ps2.clock = b.vga.hsync),
            "board nexys3: pin N6 is used twice, by vga_hsync and by ps2_clk"
        );
        assert_eq!(
            refusal(|b| b.vga.red = &["U7", "V7", "U7"]),
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
        assert_eq!(refusal(|b| b.vga.blue = &[]), "board nexys3: port vga_blue has no pin");
        assert_eq!(
            refusal(|b| b.buttons.as_mut().unwrap().left = ""),
            "board nexys3: port buttons[2] has no pin"
        );
        assert!(refusal(|b| b.part.device = "xc6slx17").starts_with("board nexys3: unknown part xc6slx17-3-csg324"));
    }
}
