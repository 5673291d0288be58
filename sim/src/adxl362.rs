//! An ADXL362 accelerometer on its SPI pins: its registers, its modes and its timing, clock by clock.
//!
//! ```text
//! cs_n  ‾‾\________________________________________________________________/‾‾
//! copi     command 0A write, 0B read | address | data .. (the address counts up)
//! cipo                                           data ..
//! ```
//!
//! A pin that breaks the data sheet's timing, an unknown command and a write where nothing can be written are errors of
//! [`Adxl362::next`]. Not modelled: the FIFO, the interrupts, the activity detection, the self-test, the temperature.
//!
//! Source of all figures: Analog Devices, ADXL362 data sheet, Rev. F: table 1 (specifications), "SPI timing", "Register
//! map", "Power-on sequence". A frame's commands and the registers also stand in Analog Devices' own driver,
//! `adxl362.h`.

use anyhow::{Result, bail, ensure};

/// The first byte of a frame.
pub mod command {
    pub const WRITE: u8 = 0x0A;
    pub const READ: u8 = 0x0B;
}

/// The addresses of the registers.
pub mod register {
    pub const DEVID_AD: u8 = 0x00;
    pub const DEVID_MST: u8 = 0x01;
    pub const PARTID: u8 = 0x02;
    /// The eight high bits of X; those of Y and Z follow.
    pub const XDATA: u8 = 0x08;
    pub const STATUS: u8 = 0x0B;
    /// All bits of X, the low byte first; those of Y and Z follow.
    pub const XDATA_L: u8 = 0x0E;
    pub const ZDATA_H: u8 = 0x13;
    pub const SOFT_RESET: u8 = 0x1F;
    /// The first register that can be written besides SOFT_RESET.
    pub const THRESH_ACT_L: u8 = 0x20;
    pub const FIFO_SAMPLES: u8 = 0x29;
    pub const FILTER_CTL: u8 = 0x2C;
    pub const POWER_CTL: u8 = 0x2D;
    /// The last register.
    pub const SELF_TEST: u8 = 0x2E;
}

/// What the first three registers hold.
pub const IDENTITY: [u8; 3] = [0xAD, 0x1D, 0xF2];
/// What SOFT_RESET takes: the letter R.
pub const RESET_CODE: u8 = 0x52;
/// FILTER_CTL after a reset: 2 g, a bandwidth of a quarter of the data rate, 100 samples a second.
pub const FILTER_2_G_100_HZ: u8 = 0x13;
/// POWER_CTL: measurement with the least noise.
pub const MEASURE: u8 = 0x22;
/// The bits of POWER_CTL that are the mode, and their value for measurement.
const MODE: (u8, u8) = (0b11, 0b10);
/// FIFO_SAMPLES after a reset.
const FIFO_SAMPLES_AT_RESET: u8 = 0x80;
/// STATUS: a new sample is there.
const DATA_READY: u8 = 1;

/// A time in picoseconds.
type Picoseconds = i64;
const NANOSECOND: Picoseconds = 1_000;
const MILLISECOND: Picoseconds = 1_000_000 * NANOSECOND;
const SECOND: Picoseconds = 1_000 * MILLISECOND;

/// A limit of the SPI timing: its name, what it is, and the least time.
type Limit = (&'static str, &'static str, Picoseconds);
const PERIOD: Limit = ("fCLK", "a period of SCLK", 125 * NANOSECOND);
const HIGH: Limit = ("tHIGH", "SCLK high", 50 * NANOSECOND);
const LOW: Limit = ("tLOW", "SCLK low", 50 * NANOSECOND);
const CS_SETUP: Limit = ("tCSS", "from CS falling to SCLK rising", 100 * NANOSECOND);
const CS_HOLD: Limit = ("tCSH", "from SCLK falling to CS rising", 20 * NANOSECOND);
const CS_DISABLE: Limit = ("tCSD", "CS high", 20 * NANOSECOND);
const SETUP: Limit = ("tSU", "from COPI changing to SCLK rising", 20 * NANOSECOND);
const HOLD: Limit = ("tHD", "from SCLK rising to COPI changing", 20 * NANOSECOND);
/// tV: from SCLK falling to CIPO valid, at most.
const VALID: Picoseconds = 35 * NANOSECOND;
/// From power-on to the first frame.
const POWER_ON: Limit = ("power-on", "from power-on to CS falling", 5 * MILLISECOND);
/// From a soft reset to the next frame.
const RESET: Limit = ("reset", "from a soft reset to CS falling", MILLISECOND / 2);
/// Samples until the first valid one.
const TURN_ON_SAMPLES: i64 = 4;
/// Long before power-on.
const LONG_AGO: Picoseconds = -SECOND;

/// The noise of X and Y in normal mode, in mg per square root of a hertz; the other modes have less.
pub const NOISE: f64 = 0.550;
/// The largest value of X and Y of a sensor that lies flat, in mg.
pub const OFFSET: i32 = 150;

/// The pins that the controller drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpiPins {
    pub cs_n: bool,
    pub sclk: bool,
    pub copi: bool,
}

/// An accelerometer that was powered on with the simulation.
///
/// ```
/// # use tengen_sim::adxl362::{Adxl362, SpiPins};
/// let mut sensor = Adxl362::new(25_000_000);
/// sensor.accelerate([0, 500, 866]);
/// let _cipo = sensor.next(SpiPins { cs_n: true, sclk: false, copi: false }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct Adxl362 {
    registers: [u8; register::SELF_TEST as usize + 1],
    /// The acceleration of X, Y and Z, in mg.
    acceleration: [i32; 3],
    samples: u64,
    /// When the next sample is due, in measurement mode.
    next_sample: Option<Picoseconds>,
    clock: Picoseconds,
    now: Picoseconds,
    pins: SpiPins,
    /// When each pin last changed.
    cs_fell: Picoseconds,
    cs_rose: Picoseconds,
    sclk_fell: Picoseconds,
    sclk_rose: Picoseconds,
    copi_changed: Picoseconds,
    was_reset: Picoseconds,
    /// The bits of this frame so far.
    bits: u32,
    received: u8,
    command: u8,
    address: u8,
    /// The byte being sent, and the level of CIPO.
    sent: u8,
    cipo: bool,
}

impl Adxl362 {
    /// Creates a sensor whose pins change at a clock of `hertz`.
    pub fn new(hertz: u32) -> Self {
        let mut sensor = Adxl362 {
            registers: [0; register::SELF_TEST as usize + 1],
            acceleration: [0; 3],
            samples: 0,
            next_sample: None,
            clock: SECOND / i64::from(hertz),
            now: 0,
            pins: SpiPins { cs_n: true, sclk: false, copi: false },
            cs_fell: LONG_AGO,
            cs_rose: LONG_AGO,
            sclk_fell: LONG_AGO,
            sclk_rose: LONG_AGO,
            copi_changed: LONG_AGO,
            was_reset: LONG_AGO,
            bits: 0,
            received: 0,
            command: 0,
            address: 0,
            sent: 0,
            cipo: true,
        };
        sensor.reset();
        sensor
    }

    /// The acceleration of X, Y and Z in mg, from the next sample on.
    pub fn accelerate(&mut self, acceleration: [i32; 3]) {
        self.acceleration = acceleration;
    }

    /// How many samples it has taken since power-on.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Makes it another device: changes a register that cannot be written.
    pub fn forge(&mut self, address: u8, content: u8) {
        self.registers[usize::from(address)] = content;
    }

    /// Its settings are lost, as if its power had been away and come back 5 ms ago.
    pub fn power_cycle(&mut self) {
        let Adxl362 { acceleration, samples, clock, .. } = *self;
        *self = Adxl362 { acceleration, samples, clock, now: POWER_ON.2, ..Adxl362::new(1) };
    }

    /// A register's content.
    ///
    /// # Panics
    /// If there is no such register.
    pub fn register(&self, address: u8) -> u8 {
        self.registers[usize::from(address)]
    }

    fn reset(&mut self) {
        self.registers = [0; register::SELF_TEST as usize + 1];
        self.registers[..IDENTITY.len()].copy_from_slice(&IDENTITY);
        self.registers[usize::from(register::FIFO_SAMPLES)] = FIFO_SAMPLES_AT_RESET;
        self.registers[usize::from(register::FILTER_CTL)] = FILTER_2_G_100_HZ;
        self.next_sample = None;
    }

    /// Takes the pins of the next clock, and returns CIPO. A sensor that is not selected leaves the line to its
    /// pull-up.
    ///
    /// # Errors
    /// If the pins break the timing or the protocol; the message names the limit.
    pub fn next(&mut self, pins: SpiPins) -> Result<bool> {
        self.now += self.clock;
        self.sample();
        let before = std::mem::replace(&mut self.pins, pins);
        if pins.copi != before.copi {
            if !pins.cs_n {
                self.at_least(HOLD, self.sclk_rose)?;
            }
            self.copi_changed = self.now;
        }
        match (before.cs_n, pins.cs_n) {
            (true, false) => self.select()?,
            (false, true) => self.release()?,
            _ => {}
        }
        match (before.sclk, pins.sclk) {
            (false, true) => self.rise()?,
            (true, false) => self.fall()?,
            _ => {}
        }
        // The level at the end of this clock, where it is taken.
        let valid = self.now + self.clock - self.sclk_fell >= VALID;
        Ok(pins.cs_n || self.cipo == valid)
    }

    fn at_least(&self, (name, what, least): Limit, since: Picoseconds) -> Result<()> {
        let time = self.now - since;
        let ns = |time| time / NANOSECOND;
        ensure!(
            time >= least,
            "{name}: {what} for {} ns, {} at least",
            ns(time),
            ns(least)
        );
        Ok(())
    }

    fn select(&mut self) -> Result<()> {
        self.at_least(POWER_ON, 0)?;
        self.at_least(RESET, self.was_reset)?;
        self.at_least(CS_DISABLE, self.cs_rose)?;
        ensure!(!self.pins.sclk, "mode 0: SCLK is high where CS falls");
        (self.cs_fell, self.bits) = (self.now, 0);
        Ok(())
    }

    fn release(&mut self) -> Result<()> {
        self.at_least(CS_HOLD, self.sclk_fell)?;
        self.cs_rose = self.now;
        ensure!(
            self.bits.is_multiple_of(8) && self.bits >= 24,
            "a frame of {} bits",
            self.bits
        );
        Ok(())
    }

    fn rise(&mut self) -> Result<()> {
        if !self.pins.cs_n {
            self.at_least(PERIOD, self.sclk_rose)?;
            self.at_least(LOW, self.sclk_fell)?;
            self.at_least(CS_SETUP, self.cs_fell)?;
            self.at_least(SETUP, self.copi_changed)?;
            self.received = self.received << 1 | u8::from(self.pins.copi);
            self.bits += 1;
            if self.bits.is_multiple_of(8) {
                self.byte()?;
            }
        }
        self.sclk_rose = self.now;
        Ok(())
    }

    fn fall(&mut self) -> Result<()> {
        if !self.pins.cs_n {
            self.at_least(HIGH, self.sclk_rose)?;
            self.cipo = self.sent >> (7 - self.bits % 8) & 1 == 1;
        }
        self.sclk_fell = self.now;
        Ok(())
    }

    /// A byte has been received; the next one to send is chosen.
    fn byte(&mut self) -> Result<()> {
        let (number, byte) = (self.bits / 8, self.received);
        match (number, self.command) {
            (1, _) => {
                ensure!(
                    [command::WRITE, command::READ].contains(&byte),
                    "no command {byte:02X}: {:02X} writes and {:02X} reads",
                    command::WRITE,
                    command::READ
                );
                self.command = byte;
            }
            (2, _) => self.address = byte,
            (_, command::WRITE) => {
                self.write(byte)?;
                self.address += 1;
            }
            _ => self.address += 1,
        }
        self.sent = if number >= 2 && self.command == command::READ { self.read()? } else { 0 };
        Ok(())
    }

    fn write(&mut self, byte: u8) -> Result<()> {
        match self.address {
            register::SOFT_RESET => {
                if byte == RESET_CODE {
                    self.reset();
                    self.was_reset = self.now;
                }
            }
            register::THRESH_ACT_L..=register::SELF_TEST => {
                self.registers[usize::from(self.address)] = byte;
                if [register::FILTER_CTL, register::POWER_CTL].contains(&self.address) {
                    let measures = self.registers[usize::from(register::POWER_CTL)] & MODE.0 == MODE.1;
                    self.next_sample = measures.then(|| self.now + TURN_ON_SAMPLES * self.sample_period());
                }
            }
            address => bail!("register {address:02X} cannot be written"),
        }
        Ok(())
    }

    fn read(&mut self) -> Result<u8> {
        let Some(byte) = self.registers.get(usize::from(self.address)) else {
            bail!("there is no register {:02X}", self.address);
        };
        let byte = *byte;
        if matches!(self.address, register::XDATA..register::STATUS | register::XDATA_L..=register::ZDATA_H) {
            self.registers[usize::from(register::STATUS)] &= !DATA_READY;
        }
        Ok(byte)
    }

    /// 12.5 samples a second, doubled by each step of FILTER_CTL, up to 400.
    fn sample_period(&self) -> Picoseconds {
        let rate = self.registers[usize::from(register::FILTER_CTL)] & 0b111;
        (SECOND * 2 / 25) >> rate.min(5)
    }

    /// Takes a sample if one is due. In a frame the last one stays, so that all its bytes belong together.
    fn sample(&mut self) {
        let Some(due) = self.next_sample.filter(|due| *due <= self.now && self.pins.cs_n) else {
            return;
        };
        self.next_sample = Some(due + self.sample_period());
        self.samples += 1;
        // 2, 4 or 8 g in twelve bits.
        let range = self.registers[usize::from(register::FILTER_CTL)] >> 6;
        for axis in 0..3 {
            let value = (self.acceleration[axis] >> range.min(2)).clamp(-2048, 2047);
            self.registers[usize::from(register::XDATA) + axis] = (value >> 4) as u8;
            let place = usize::from(register::XDATA_L) + 2 * axis;
            self.registers[place..place + 2].copy_from_slice(&(value as i16).to_le_bytes());
        }
        self.registers[usize::from(register::STATUS)] |= DATA_READY;
    }
}

#[cfg(test)]
mod tests;
