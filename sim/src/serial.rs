//! The other side of an asynchronous serial line (UART, 8N1): a sender for a circuit's `rx`, a receiver for its `tx`.
//!
//! ```text
//! rest  start  b0    b1    b2    b3    b4    b5    b6    b7   stop   next start
//! ‾‾‾‾\_______X=====X=====X=====X=====X=====X=====X=====X=====/‾‾‾‾‾‾\__ ..
//! ```
//!
//! A program at a console's line has one of each, and calls both once a clock:
//!
//! ```
//! use tengen_sim::{SerialReceiver, SerialSender, SerialTiming};
//! let timing = SerialTiming::new(25_000_000, 115_200);
//! let (mut sender, mut receiver) = (SerialSender::new(timing), SerialReceiver::new(timing));
//! sender.send(0x5A);
//! let mut received = vec![];
//! while !sender.idle() {
//!     let rx = sender.next(); // onto the circuit's pin, then one clock
//!     let tx = rx; // from the circuit's pin
//!     received.extend(receiver.next(tx));
//! }
//! assert_eq!(received, [Ok(0x5A)]);
//! ```
//!
//! A bit is an exact fraction of clocks. An edge comes with the clock in which its exact time falls, so delays do not
//! add up, in a frame or over many.

use crate::levels::Levels;

/// Bits of a frame: start, eight of data, stop.
const BITS: u32 = 10;
/// A receiver finds fault with an edge that is off by more than this part of a bit, besides a clock: half a per cent
/// of a frame.
const TOLERANCE: u64 = 20;

/// The length of a bit in clocks, as a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SerialTiming {
    clocks: u64,
    bits: u64,
}

impl SerialTiming {
    /// A line of `baud` bits per second on a system clock of `hertz`.
    pub fn new(hertz: u32, baud: u32) -> Self {
        SerialTiming { clocks: hertz.into(), bits: baud.into() }
    }

    /// The line of a sender that is faster by so many thousandths of the rate, or slower if negative.
    pub fn faster(self, thousandths: i16) -> Self {
        let rate = 1000 + i64::from(thousandths);
        SerialTiming { clocks: self.clocks * 1000, bits: self.bits * u64::try_from(rate).expect("a positive rate") }
    }

    /// The whole clocks in a number of bits.
    pub fn clocks(self, bits: u32) -> u32 {
        (u64::from(bits) * self.clocks / self.bits) as u32
    }
}

/// One byte on the line, correct unless changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SerialFrame {
    /// The ten bits, the first in bit 0.
    bits: u16,
    thousandths: i16,
}

impl SerialFrame {
    pub fn new(byte: u8) -> Self {
        SerialFrame { bits: u16::from(byte) << 1 | 1 << 9, thousandths: 0 }
    }

    /// Its stop bit is low.
    pub fn wrong_stop(self) -> Self {
        SerialFrame { bits: self.bits ^ 1 << 9, ..self }
    }

    /// It is sent faster by so many thousandths of the rate, or slower if negative.
    pub fn faster(self, thousandths: i16) -> Self {
        SerialFrame { thousandths, ..self }
    }
}

/// What sends on a line.
#[derive(Clone, Debug)]
pub struct SerialSender {
    timing: SerialTiming,
    queue: Levels<bool>,
    /// By how much the last frame ends after the last queued clock, as a part of a clock: a numerator and a denominator.
    remainder: (u64, u64),
}

impl SerialSender {
    pub fn new(timing: SerialTiming) -> Self {
        SerialSender { timing, queue: Levels::default(), remainder: (0, 1) }
    }

    /// Sends a byte, without a gap after the one before.
    pub fn send(&mut self, byte: u8) {
        self.send_frame(SerialFrame::new(byte));
    }

    /// Sends a byte that may be faulty.
    pub fn send_frame(&mut self, frame: SerialFrame) {
        let SerialTiming { clocks, bits } = match frame.thousandths {
            0 => self.timing,
            thousandths => self.timing.faster(thousandths),
        };
        let (part, of) = self.remainder;
        let mut time = part * bits / of;
        for bit in 0..BITS {
            time += clocks;
            self.queue.push(frame.bits >> bit & 1 == 1, (time / bits) as u32);
            time %= bits;
        }
        self.remainder = (time, bits);
    }

    /// Puts anything else on the line: glitches, noise, a break.
    pub fn drive(&mut self, level: bool, clocks: u32) {
        self.queue.push(level, clocks);
    }

    /// Leaves the line at rest for that many clocks.
    pub fn pause(&mut self, clocks: u32) {
        self.drive(true, clocks);
    }

    /// Whether everything has been sent.
    pub fn idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// The number of clocks for which it has something to send.
    pub fn left(&self) -> u64 {
        self.queue.left()
    }

    /// The level of the line in the next clock.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> bool {
        self.hold(1).0
    }

    /// The level of the line in the next clocks, and for how many clocks it stays, at most `most`.
    pub fn hold(&mut self, most: u64) -> (bool, u64) {
        self.queue.hold(true, most)
    }
}

/// What is wrong with a received frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SerialFault {
    /// The line was high in the middle of the start bit.
    Start,
    /// An edge came where no bit ends.
    Edge,
    /// The line was low in the middle of the stop bit.
    Stop,
}

/// What receives from a line, and is strict with the times of its edges.
#[derive(Clone, Debug)]
pub struct SerialReceiver {
    timing: SerialTiming,
    /// The level in the last clock.
    level: bool,
    /// The clocks since the start of the frame, if there has been one.
    since: Option<u64>,
    /// The bits of the frame so far, the first in bit 0, and how many they are.
    bits: u16,
    count: u32,
    fault: Option<SerialFault>,
}

impl SerialReceiver {
    /// A receiver at a line that is at rest.
    pub fn new(timing: SerialTiming) -> Self {
        SerialReceiver { timing, level: true, since: None, bits: 0, count: BITS, fault: None }
    }

    /// Looks at the line for a clock. A byte, or what was wrong with it, comes in the middle of its stop bit; a stop bit
    /// that ends too early is a fault of the frame after it.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self, level: bool) -> Option<Result<u8, SerialFault>> {
        let SerialTiming { clocks: bit, bits: scale } = self.timing;
        let turned = level != std::mem::replace(&mut self.level, level);
        self.since = self.since.map(|since| since + 1);
        let time = self.since.map(|since| since * scale);
        if self.count == BITS {
            if turned && !level {
                let early = time.is_some_and(|time| time + scale + bit / TOLERANCE < u64::from(BITS) * bit);
                self.fault = early.then_some(SerialFault::Edge);
                (self.since, self.bits, self.count) = (Some(0), 0, 0);
            }
            return None;
        }
        let time = time?;
        let off = (time + bit / 2) % bit;
        if turned && off.abs_diff(bit / 2) > scale + bit / TOLERANCE {
            self.fault.get_or_insert(SerialFault::Edge);
        }
        if time < u64::from(self.count) * bit + bit / 2 {
            return None;
        }
        self.bits |= u16::from(level) << self.count;
        self.count += 1;
        if self.bits & 1 == 1 {
            (self.since, self.count) = (None, BITS);
            self.fault = Some(SerialFault::Start);
        } else if self.count < BITS {
            return None;
        } else if !level {
            self.fault = Some(SerialFault::Stop);
        }
        Some(match self.fault {
            Some(fault) => Err(fault),
            None => Ok((self.bits >> 1) as u8),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(sender: &mut SerialSender) -> Vec<bool> {
        let levels = std::iter::from_fn(|| (!sender.idle()).then(|| sender.next()));
        levels.collect()
    }

    fn received(timing: SerialTiming, levels: impl IntoIterator<Item = bool>) -> Vec<Result<u8, SerialFault>> {
        let mut receiver = SerialReceiver::new(timing);
        levels.into_iter().filter_map(|level| receiver.next(level)).collect()
    }

    #[test]
    fn an_edge_comes_in_the_clock_of_its_exact_time_however_many_bytes_follow() {
        // 3 1/3 clocks a bit; every bit of 0x55 is another level than the one before.
        let mut sender = SerialSender::new(SerialTiming::new(10, 3));
        (0..5).for_each(|_| sender.send(0x55));
        let levels = levels(&mut sender);
        assert_eq!(levels.len(), 500 / 3);
        let edges: Vec<usize> = (1..levels.len()).filter(|at| levels[*at] != levels[at - 1]).collect();
        let exact: Vec<usize> = (1..50).map(|bit| bit * 10 / 3).collect();
        assert_eq!(edges, exact);
    }

    #[test]
    fn a_sender_is_faster_or_slower_by_thousandths() {
        for (thousandths, low, all) in [(0, 90_000, 100_000), (30, 87_378, 97_087), (-30, 92_783, 103_092)] {
            let timing = SerialTiming::new(10_000, 1);
            let mut sender = SerialSender::new(timing);
            sender.send_frame(SerialFrame::new(0).faster(thousandths));
            assert_eq!(sender.left(), all);
            assert_eq!(sender.hold(u64::MAX), (false, low), "{thousandths}");
        }
    }

    #[test]
    fn bytes_are_received_and_faults_named() {
        for timing in [SerialTiming::new(25_000_000, 115_200), SerialTiming::new(32, 1)] {
            let bit = timing.clocks(1);
            let mut sender = SerialSender::new(timing);
            (0..=255).for_each(|byte| sender.send(byte));
            sender.send_frame(SerialFrame::new(0x5A).wrong_stop());
            sender.pause(bit);
            sender.send(0xA5);
            sender.drive(false, bit / 4);
            sender.pause(bit);
            // The second half of the start bit is interrupted.
            sender.drive(false, bit * 3 / 4);
            sender.drive(true, 1);
            sender.drive(false, bit / 4 - 1);
            sender.pause(10 * bit);
            // The stop bit is too short.
            sender.send(0x00);
            let mut levels = levels(&mut sender);
            levels.truncate(levels.len() - bit as usize / 8);
            sender.send(0x00);
            sender.send(0x11);
            levels.extend(self::levels(&mut sender));
            let mut expected: Vec<_> = (0..=255).map(Ok).collect();
            expected.extend([
                Err(SerialFault::Stop),
                Ok(0xA5),
                Err(SerialFault::Start),
                Err(SerialFault::Edge),
                Ok(0x00),
                Err(SerialFault::Edge),
                Ok(0x11),
            ]);
            assert_eq!(received(timing, levels), expected);
        }
    }

    #[test]
    fn half_a_per_cent_is_allowed_and_one_is_not() {
        let timing = SerialTiming::new(25_000_000, 115_200);
        for (thousandths, fine) in [(4, true), (-4, true), (10, false), (-10, false)] {
            let mut sender = SerialSender::new(timing.faster(thousandths));
            sender.send(0x55);
            let expected = if fine { Ok(0x55) } else { Err(SerialFault::Edge) };
            assert_eq!(received(timing, levels(&mut sender)), [expected], "{thousandths}");
        }
    }
}
