//! Bits on the two lines, as a low-speed device sends and receives them (USB 2.0, 7.1).
//!
//! ```text
//!           idle   SYNC: seven toggles, then none       bits, lowest first     end of packet
//! line      J J J  K J K J K J K K                      ...                    SE0 SE0 J
//! bit              0 0 0 0 0 0 0 1                      0 toggles, 1 does not
//! ```
//!
//! After six ones in a row the sender puts in a zero, which the receiver takes out again.

/// The state of the two lines. At low speed J, which is also idle, is D- high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Line {
    /// Both are low: the end of a packet, a reset, or nothing is plugged in.
    #[default]
    Se0,
    J,
    K,
}

impl Line {
    /// The levels of D+ and D-.
    pub fn levels(self) -> (bool, bool) {
        match self {
            Line::Se0 => (false, false),
            Line::J => (false, true),
            Line::K => (true, false),
        }
    }

    /// The state for these levels; both high, which nobody may drive, counts as J.
    pub fn of(plus: bool, minus: bool) -> Line {
        match (plus, minus) {
            (false, false) => Line::Se0,
            (true, false) => Line::K,
            _ => Line::J,
        }
    }
}

/// What a device hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The bits of a packet after its SYNC, without stuffed ones.
    Bits(Vec<bool>),
    /// Seven ones in a row, which no sender may send.
    Stuffing,
    /// SE0 for longer than an end of packet: the host resets the device.
    Reset,
}

/// SE0 for this many bits is a reset: 2.5 us (USB 2.0, 7.1.7.5).
const RESET_BITS: f64 = 3.75;

/// The device's end of the lines.
#[derive(Clone)]
pub struct Wire {
    /// Clocks of the system in a bit of the device.
    bit: f64,
    /// What is still to be sent, a state for each bit, the next one last.
    sending: Vec<Line>,
    /// Clocks until the next bit is sent or sampled.
    next: f64,
    line: Line,
    /// Clocks since the line changed.
    steady: u64,
    sampled: Line,
    ones: u32,
    /// The bits of the packet so far; `None` before its SYNC has ended.
    bits: Option<Vec<bool>>,
    /// The last bits before that.
    sync: u32,
}

impl Wire {
    /// Creates the end of a device whose bits have that many clocks, which need not be whole.
    pub fn new(bit: f64) -> Wire {
        Wire {
            bit,
            sending: vec![],
            next: 0.0,
            line: Line::Se0,
            steady: 0,
            sampled: Line::J,
            ones: 0,
            bits: None,
            sync: u32::MAX,
        }
    }

    /// Clocks in that many bits.
    pub fn clocks(&self, bits: f64) -> u64 {
        (bits * self.bit) as u64
    }

    /// Sends a packet with these bits after its SYNC.
    pub fn send(&mut self, bits: &[bool]) {
        let (mut line, mut ones) = (Line::J, 0);
        let mut states = vec![];
        let sync = [false, false, false, false, false, false, false, true];
        for bit in sync.iter().chain(bits) {
            for bit in std::iter::once(*bit).chain((*bit && ones == 5).then_some(false)) {
                match bit {
                    true => ones += 1,
                    false => {
                        ones = 0;
                        line = if line == Line::J { Line::K } else { Line::J };
                    }
                }
                states.push(line);
            }
        }
        states.extend([Line::Se0, Line::Se0, Line::J]);
        states.reverse();
        (self.sending, self.next) = (states, self.bit);
    }

    pub fn is_sending(&self) -> bool {
        !self.sending.is_empty()
    }

    /// What the device drives in this clock; then a clock passes.
    pub fn drive(&mut self) -> Option<Line> {
        let driven = *self.sending.last()?;
        self.next -= 1.0;
        if self.next <= 0.0 {
            self.sending.pop();
            self.next += self.bit;
        }
        self.forget();
        Some(driven)
    }

    /// For how many clocks J or K has been there, if `line` ends it now and that is less than half a bit.
    pub fn cut_short(&self, line: Line) -> Option<u64> {
        let clocks = self.steady + 1;
        (self.line != Line::Se0 && line != self.line && (clocks as f64) < self.bit / 2.0).then_some(clocks)
    }

    /// A clock in which the device listens.
    pub fn hear(&mut self, line: Line) -> Option<Heard> {
        self.steady += 1;
        if line != self.line {
            (self.line, self.steady, self.next) = (line, 0, self.bit / 2.0);
        }
        if line == Line::Se0 && self.steady == self.clocks(RESET_BITS) {
            self.forget();
            return Some(Heard::Reset);
        }
        self.next -= 1.0;
        if self.next > 0.0 {
            return None;
        }
        self.next += self.bit;
        self.sample(line)
    }

    fn sample(&mut self, line: Line) -> Option<Heard> {
        if line == Line::Se0 {
            let heard = self.bits.take().map(Heard::Bits);
            self.forget();
            return heard;
        }
        let bit = line == self.sampled;
        self.sampled = line;
        let Some(bits) = &mut self.bits else {
            self.sync = self.sync << 1 | u32::from(bit);
            if self.sync & 0b1111 == 0b0001 {
                (self.bits, self.ones) = (Some(vec![]), 1);
            }
            return None;
        };
        let stuffed = self.ones == 6;
        self.ones = if bit { self.ones + 1 } else { 0 };
        if stuffed && bit {
            self.forget();
            return Some(Heard::Stuffing);
        }
        if !stuffed {
            bits.push(bit);
        }
        None
    }

    fn forget(&mut self) {
        (self.bits, self.sync, self.sampled) = (None, u32::MAX, Line::J);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn what_one_sends_another_hears_at_rates_that_differ_by_as_much_as_the_standard_allows() {
        let mut random = Random::new(1);
        for faster in [-0.03, -0.015, 0.0, 0.015, 0.03] {
            for _ in 0..200 {
                let (mut sender, mut receiver) = (Wire::new(16.667), Wire::new(16.667 * (1.0 + faster)));
                let count = 8 * (1 + random.below(11_usize));
                // Mostly ones, so that many are stuffed.
                let bits: Vec<bool> = (0..count).map(|_| random.below(8_u32) > 0).collect();
                sender.send(&bits);
                let mut heard = vec![];
                for _ in 0..3_000 {
                    heard.extend(receiver.hear(sender.drive().unwrap_or(Line::J)));
                }
                assert_eq!(heard, [Heard::Bits(bits)], "{faster}");
            }
        }
    }

    #[test]
    fn a_level_of_less_than_half_a_bit_is_cut_short() {
        for (clocks, cut) in [(1, Some(1)), (7, Some(7)), (8, None), (100, None)] {
            let mut wire = Wire::new(16.0);
            for line in [Line::Se0, Line::Se0]
                .into_iter()
                .chain(std::iter::repeat_n(Line::K, clocks))
            {
                assert_eq!(wire.cut_short(line), None);
                wire.hear(line);
            }
            assert_eq!(
                (wire.cut_short(Line::J), wire.cut_short(Line::K)),
                (cut, None),
                "{clocks}"
            );
        }
    }

    #[test]
    fn a_reset_is_longer_than_the_end_of_a_packet() {
        let mut wire = Wire::new(16.0);
        let heard = |wire: &mut Wire, line, clocks| (0..clocks).filter_map(|_| wire.hear(line)).collect::<Vec<_>>();
        heard(&mut wire, Line::J, 100);
        assert_eq!(heard(&mut wire, Line::Se0, 2 * 16 + 4), []);
        heard(&mut wire, Line::J, 100);
        assert_eq!(heard(&mut wire, Line::Se0, 5 * 16), [Heard::Reset]);
    }
}
