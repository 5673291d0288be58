//! The other side of the console's serial line: bytes to `rx` and from `tx`, at 115200 8N1.
//!
//! While nothing is on the line, clocks are passed in one step.

use tengen_sim::{Change, Seen, SerialReceiver, SerialSender, SerialTiming};

use super::timing::CLOCK_HZ;
use crate::hdl::library::uart::BAUD;

/// The bits of a byte on the line. After so many bits of rest the receiver is at rest too.
const FRAME: u32 = 10;

#[derive(Clone, Debug)]
pub struct Line {
    timing: SerialTiming,
    sender: SerialSender,
    /// The level of `rx` in the last clock.
    level: bool,
    receiver: SerialReceiver,
    /// The clocks since `tx` was low, up to those after which nothing changes.
    rest: u32,
    received: Vec<u8>,
}

impl Default for Line {
    fn default() -> Self {
        let timing = SerialTiming::new(CLOCK_HZ as u32, BAUD);
        Line {
            timing,
            sender: SerialSender::new(timing),
            level: true,
            receiver: SerialReceiver::new(timing),
            rest: 0,
            received: vec![],
        }
    }
}

impl Line {
    /// Sends a byte to the console, after those before.
    pub fn send(&mut self, byte: u8) {
        self.sender.send(byte);
    }

    /// Whether the console has been sent everything.
    pub fn idle(&self) -> bool {
        self.sender.idle()
    }

    /// The bytes from the console since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.received)
    }

    /// Adds the changes of `rx` in the next clocks to the others, in order; returns the last clock in which it sends.
    pub(super) fn drive(&mut self, clocks: u64, rx: usize, changes: &mut Vec<Change>) -> Option<u64> {
        let (mut done, mut sent) = (0, None);
        while done < clocks && !self.sender.idle() {
            let (level, held) = self.sender.hold(clocks - done);
            self.turn(level, done, rx, changes);
            done += held;
            sent = Some(done - 1);
        }
        if done < clocks {
            self.turn(true, done, rx, changes);
        }
        if sent.is_some() {
            changes.sort_by_key(|change| change.clock);
        }
        sent
    }

    fn turn(&mut self, level: bool, clock: u64, rx: usize, changes: &mut Vec<Change>) {
        if level != std::mem::replace(&mut self.level, level) {
            changes.push(Change { clock: clock as usize, port: rx, value: level.into() });
        }
    }

    /// Receives from the values of that column. Bytes that are not well formed are dropped.
    pub(super) fn hear(&mut self, seen: &Seen, column: usize) {
        let frame = self.timing.clocks(FRAME);
        let high = match seen.values(column, 0..seen.clocks()) {
            Ok(levels) => levels.iter().all(|level| *level == 1),
            Err(level) => level == 1,
        };
        if high && self.rest >= frame {
            return;
        }
        for clock in 0..seen.clocks() {
            let level = seen.get(column, clock) == 1;
            self.rest = if level { (self.rest + 1).min(frame) } else { 0 };
            self.received.extend(self.receiver.next(level).and_then(Result::ok));
        }
    }
}

impl Line {
    /// A line on which these bytes have come from the console, for tests of what it is connected to.
    pub fn with_received(bytes: &[u8]) -> Line {
        Line { received: bytes.into(), ..Line::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RX: usize = 7;

    #[test]
    fn bytes_pass_whatever_the_batches() {
        for batch in [1, 37, 800, 100_000] {
            let (mut near, mut far) = (Line::default(), Line::default());
            let mut seen = Seen::of(&[RX]);
            let (mut level, mut sent) = (true, 0);
            for message in [&b"\x00\xFF\x55first"[..], b"second"] {
                message.iter().for_each(|byte| near.send(*byte));
                // Some batches of rest follow, and it does not matter how many.
                for _ in 0..3 * 2170 / batch + 3 {
                    while !near.idle() {
                        sent += pass(&mut near, &mut far, &mut level, &mut seen, batch);
                    }
                    pass(&mut near, &mut far, &mut level, &mut seen, batch);
                }
                assert_eq!(far.take(), message, "{batch}");
            }
            assert_eq!(sent as u32, near.timing.clocks(14 * FRAME), "in batches of {batch}");
        }
    }

    /// Passes that many clocks from one line to the other; returns in how many of them something is sent.
    fn pass(near: &mut Line, far: &mut Line, level: &mut bool, seen: &mut Seen, batch: usize) -> usize {
        let mut changes = vec![];
        let sent = near.drive(batch as u64, RX, &mut changes);
        assert!(changes.iter().all(|change| change.port == RX));
        seen.begin(batch);
        if changes.is_empty() {
            seen.set_same(0, u64::from(*level));
        }
        let mut changes = changes.into_iter().peekable();
        for (clock, value) in seen.values_mut(0, 0).iter_mut().enumerate() {
            while let Some(change) = changes.next_if(|change| change.clock == clock) {
                *level = change.value == 1;
            }
            *value = u64::from(*level);
        }
        far.hear(seen, 0);
        sent.map_or(0, |last| last as usize + 1)
    }
}
