//! A port of the top module: its pins and their settings.

use crate::Family;
use anyhow::{Result, ensure};
use std::fmt;

/// The level of a pin: its active level, or the level it is held at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    High,
    Low,
}

/// The resistor inside the chip that gives an undriven pin a level.
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
    /// A pair of LVCMOS33 pins, the second the inverse of the first: ECP5's replacement for TMDS.
    Lvcmos33d,
    /// One of the two pins of Gowin's differential buffer that drives a current, as LVDS does.
    Tlvds,
    /// One of the two pins of Gowin's differential buffer made of two LVCMOS33 pins.
    Elvds,
}

impl Standard {
    /// The buffer that drives a pair of pins of this standard; `None` if each pin stands for itself.
    pub fn pair_buffer(self) -> Option<&'static str> {
        match self {
            Standard::Tlvds => Some("TLVDS_OBUF"),
            Standard::Elvds => Some("ELVDS_OBUF"),
            _ => None,
        }
    }
}

impl fmt::Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Standard::Lvcmos33 => "LVCMOS33",
            Standard::Lvcmos18 => "LVCMOS18",
            // Gowin's tools tell its two kinds of pairs by the buffer, and call the standard of both the same.
            Standard::Lvcmos33d | Standard::Tlvds | Standard::Elvds => "LVCMOS33D",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
    /// Driven by the chip and by the other side in turn.
    Both,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: &'static str,
    pub direction: Direction,
    /// The pins, bit 0 first. Only a port of more than one bit is declared with a range, since tools differ on the name
    /// of the bit of a one-bit range.
    pub pins: Vec<&'static str>,
    /// The level at which the component is on: a LED lit, a button pressed. High if that does not apply.
    pub active: Level,
    pub standard: Standard,
    pub pull: Pull,
    /// The drive strength of an output, if it is not the tool's default.
    pub drive_ma: Option<u32>,
    /// An output that is driven low or not at all; a pull-up makes it high.
    pub open_drain: bool,
}

impl Port {
    /// A port of one pin with default settings.
    pub fn one(name: &'static str, direction: Direction, pin: &'static str, standard: Standard) -> Port {
        Port::bus(name, direction, &[pin], standard)
    }

    /// A port of several pins, bit 0 first.
    pub fn bus(name: &'static str, direction: Direction, pins: &[&'static str], standard: Standard) -> Port {
        Port {
            name,
            direction,
            pins: pins.to_vec(),
            active: Level::High,
            standard,
            pull: Pull::None,
            drive_ma: None,
            open_drain: false,
        }
    }

    /// Refuses settings that a family's pins do not have.
    pub(crate) fn check_electrical(&self, family: Family) -> Result<()> {
        let (name, family_name) = (self.name, family.name());
        ensure!(
            match self.standard {
                Standard::Lvcmos33d => family == Family::Ecp5,
                Standard::Tlvds | Standard::Elvds => family == Family::Gowin,
                Standard::Lvcmos33 | Standard::Lvcmos18 => true,
            },
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

    /// Whether it is declared with a range.
    pub fn is_bus(&self) -> bool {
        self.pins.len() > 1
    }

    /// The bits of the port: the index if it is a bus, and the pin.
    pub fn bits(&self) -> impl Iterator<Item = (Option<usize>, &'static str)> {
        let bus = self.is_bus();
        let pins = self.pins.iter().enumerate();
        pins.map(move |(i, pin)| (bus.then_some(i), *pin))
    }
}

/// A bit of a port as in Verilog and XDC.
pub fn bit_name(port: &str, index: Option<usize>) -> String {
    match index {
        Some(index) => format!("{port}[{index}]"),
        None => port.to_string(),
    }
}
