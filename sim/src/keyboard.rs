//! A PS/2 keyboard, as the two signals it drives.
//!
//! ```text
//!            gap         half a period each
//! clock  ‾‾‾‾‾‾‾‾‾‾\__/‾‾\__/‾‾\__/ ..    eleven times a byte
//! data   ‾‾‾‾‾‾‾‾\_____X=====X=====X ..    changes in the middle of the high half
//! ```
//!
//! All that happens on the pins is queued as [`Level`]s, so faults, glitches and noise are described in the same way as
//! correct frames. [`Keyboard::next`] returns the pins clock by clock, [`Keyboard::hold`] for as many clocks as they
//! stay the same. Keys are identified by their scan codes of set 2, not by their meaning.

use crate::levels::Levels;

/// Levels of the two pins for some clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub clock: bool,
    pub data: bool,
    /// The duration in system clocks.
    pub clocks: u32,
}

/// The bit timing of a keyboard, in system clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyboardTiming {
    /// Half a period of the keyboard's clock.
    pub half: u32,
    /// The idle time before a frame.
    pub gap: u32,
}

impl KeyboardTiming {
    /// A keyboard whose clock runs at `hertz` (the standard allows 10 000 to 16 700), on a system clock of
    /// `system_hertz`. A frame follows the one before it by one period.
    pub fn at(hertz: u32, system_hertz: u32) -> Self {
        let half = system_hertz / hertz / 2;
        KeyboardTiming { half, gap: half }
    }

    /// An ordinary keyboard on a system clock of 25 MHz: 12 kHz.
    pub fn real() -> Self {
        KeyboardTiming::at(12_000, 25_000_000)
    }

    /// As fast as a receiver can follow that filters pulses of up to 1 us at 25 MHz as glitches, with a few clocks to
    /// spare.
    pub fn fast() -> Self {
        KeyboardTiming { half: 32, gap: 32 }
    }
}

/// The repeat timing of a held key, in system clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Typematic {
    /// From the press to the first repeat.
    pub delay: u64,
    /// From one repeat to the next.
    pub period: u64,
}

impl Typematic {
    /// The default of a keyboard after power-on, on a system clock of 25 MHz: 500 ms, then 10.9 repeats a second.
    pub fn real() -> Self {
        Typematic { delay: 12_500_000, period: 2_293_578 }
    }
}

/// One transmitted byte, correct unless changed.
///
/// ```
/// use tengen_sim::{KeyboardFrame, Keyboard, KeyboardTiming};
/// let mut keyboard = Keyboard::new(KeyboardTiming::fast());
/// keyboard.send_frame(KeyboardFrame::new(0x1D).wrong_parity());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyboardFrame {
    /// The eleven bits, the first in bit 0: start, data, parity, stop.
    bits: u16,
    edges: u32,
    glitch: u32,
}

impl KeyboardFrame {
    /// Falling edges of a whole frame.
    pub const EDGES: u32 = 11;

    pub fn new(byte: u8) -> Self {
        let parity = u16::from(byte.count_ones().is_multiple_of(2));
        KeyboardFrame { bits: u16::from(byte) << 1 | parity << 9 | 1 << 10, edges: KeyboardFrame::EDGES, glitch: 0 }
    }

    pub fn wrong_start(self) -> Self {
        KeyboardFrame { bits: self.bits ^ 1, ..self }
    }

    pub fn wrong_parity(self) -> Self {
        KeyboardFrame { bits: self.bits ^ 1 << 9, ..self }
    }

    pub fn wrong_stop(self) -> Self {
        KeyboardFrame { bits: self.bits ^ 1 << 10, ..self }
    }

    /// Stops after that many falling edges, at most [`KeyboardFrame::EDGES`]; 10 leave out the stop bit.
    pub fn cut(self, edges: u32) -> Self {
        KeyboardFrame { edges: edges.min(KeyboardFrame::EDGES), ..self }
    }

    /// Puts a pulse of that many clocks into the middle of each half period of the clock line; it must be shorter than
    /// half of one.
    pub fn glitches(self, clocks: u32) -> Self {
        KeyboardFrame { glitch: clocks, ..self }
    }

    /// The levels of the pins: each bit is half of a high half period, the low one, and the other half of the high one.
    fn levels(self, timing: KeyboardTiming) -> impl Iterator<Item = Level> {
        let KeyboardTiming { half, gap } = timing;
        let idle = Level { clock: true, data: true, clocks: gap };
        let bits = (0..self.edges).flat_map(move |edge| {
            let data = self.bits >> edge & 1 == 1;
            let before = half / 2;
            [(true, before), (false, half), (true, half - before)]
                .into_iter()
                .flat_map(move |(clock, clocks)| {
                    let glitch = self.glitch.min(clocks);
                    let lead = (clocks - glitch) / 2;
                    let level = |clock, clocks| Level { clock, data, clocks };
                    [
                        level(clock, lead),
                        level(!clock, glitch),
                        level(clock, clocks - glitch - lead),
                    ]
                })
        });
        std::iter::once(idle).chain(bits)
    }
}

/// A keyboard on two pins.
///
/// ```
/// # use tengen_sim::{Keyboard, KeyboardTiming};
/// let mut keyboard = Keyboard::new(KeyboardTiming::fast());
/// keyboard.press(0x75, true);
/// while !keyboard.idle() {
///     let (_ps2_clk, _ps2_data) = keyboard.next(); // onto the pins, then one system clock
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Keyboard {
    timing: KeyboardTiming,
    typematic: Option<Typematic>,
    queue: Levels<(bool, bool)>,
    /// The repeating key, and the clocks until its next repeat.
    held: Option<(u8, bool, u64)>,
}

impl Keyboard {
    /// Creates a keyboard whose held keys do not repeat.
    pub fn new(timing: KeyboardTiming) -> Self {
        Keyboard { timing, typematic: None, queue: Levels::default(), held: None }
    }

    /// Makes the last pressed key repeat while it is held.
    pub fn with_typematic(self, typematic: Typematic) -> Self {
        Keyboard { typematic: Some(typematic), ..self }
    }

    /// Presses the key with this make code; `extended` adds the prefix E0.
    pub fn press(&mut self, code: u8, extended: bool) {
        self.make(code, extended);
        self.held = self.typematic.map(|typematic| (code, extended, typematic.delay));
    }

    /// Releases the key with this make code.
    pub fn release(&mut self, code: u8, extended: bool) {
        if extended {
            self.send(0xE0);
        }
        self.send(0xF0);
        self.send(code);
        if self.held.is_some_and(|(held, e, _)| (held, e) == (code, extended)) {
            self.held = None;
        }
    }

    fn make(&mut self, code: u8, extended: bool) {
        if extended {
            self.send(0xE0);
        }
        self.send(code);
    }

    /// Sends a byte.
    pub fn send(&mut self, byte: u8) {
        self.send_frame(KeyboardFrame::new(byte));
    }

    /// Sends a byte that may be faulty.
    pub fn send_frame(&mut self, frame: KeyboardFrame) {
        for Level { clock, data, clocks } in frame.levels(self.timing) {
            self.drive(clock, data, clocks);
        }
    }

    /// Puts anything else on the pins: noise, glitches between frames, a line held low.
    pub fn drive(&mut self, clock: bool, data: bool, clocks: u32) {
        self.queue.push((clock, data), clocks);
    }

    /// Leaves the line idle for that many clocks before the next transmission.
    pub fn pause(&mut self, clocks: u32) {
        self.drive(true, true, clocks);
    }

    /// Whether everything has been sent. A held key may still repeat later.
    pub fn idle(&self) -> bool {
        self.queue.is_empty()
    }

    /// The levels of clock and data for the next system clock.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> (bool, bool) {
        self.hold(1).0
    }

    /// The number of clocks for which it has something to send.
    pub fn left(&self) -> u64 {
        self.queue.left()
    }

    /// The levels of clock and data in the next clocks, and for how many clocks they stay, at most `most`.
    pub fn hold(&mut self, most: u64) -> ((bool, bool), u64) {
        // A repeat starts in the last clock of the held key's time and changes the lines in that clock.
        let most = match &self.held {
            None => most,
            Some((_, _, 1)) => {
                self.repeat();
                return self.queue.hold((true, true), 1);
            }
            Some((_, _, left)) => most.min(left - 1),
        };
        let (pins, clocks) = self.queue.hold((true, true), most);
        if let Some((_, _, left)) = &mut self.held {
            *left -= clocks;
        }
        (pins, clocks)
    }

    /// Repeats the held key. The repeat timer keeps running during a transmission.
    fn repeat(&mut self) {
        if let (Some((code, extended, left)), Some(typematic)) = (&mut self.held, self.typematic) {
            *left = typematic.period;
            let (code, extended) = (*code, *extended);
            self.make(code, extended);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the keyboard until it is idle and samples the data line at each falling edge of the clock line.
    fn bits(keyboard: &mut Keyboard) -> Vec<bool> {
        let mut bits = vec![];
        let mut before = true;
        while !keyboard.idle() {
            let (clock, data) = keyboard.next();
            if before && !clock {
                bits.push(data);
            }
            before = clock;
        }
        assert_eq!(keyboard.next(), (true, true));
        bits
    }

    /// Decodes frames of eleven bits into bytes, and checks them against the standard.
    fn bytes(bits: &[bool]) -> Vec<u8> {
        assert_eq!(bits.len() % 11, 0);
        bits.chunks(11)
            .map(|frame| {
                assert!(!frame[0], "start");
                assert!(frame[1..10].iter().filter(|bit| **bit).count() % 2 == 1, "odd parity");
                assert!(frame[10], "stop");
                (0..8).map(|i| u8::from(frame[1 + i]) << i).sum()
            })
            .collect()
    }

    #[test]
    fn a_key_is_its_bytes() {
        let mut keyboard = Keyboard::new(KeyboardTiming::fast());
        keyboard.press(0x75, true);
        keyboard.release(0x75, true);
        keyboard.press(0x1D, false);
        keyboard.release(0x1D, false);
        assert_eq!(
            bytes(&bits(&mut keyboard)),
            [0xE0, 0x75, 0xE0, 0xF0, 0x75, 0x1D, 0xF0, 0x1D]
        );
    }

    #[test]
    fn a_fault_changes_one_bit() {
        let good: Vec<bool> = bits(&mut sent(KeyboardFrame::new(0x1D)));
        for (frame, place) in [
            (KeyboardFrame::new(0x1D).wrong_start(), 0),
            (KeyboardFrame::new(0x1D).wrong_parity(), 9),
            (KeyboardFrame::new(0x1D).wrong_stop(), 10),
        ] {
            let mut expected = good.clone();
            expected[place] = !expected[place];
            assert_eq!(bits(&mut sent(frame)), expected);
        }
        assert_eq!(bits(&mut sent(KeyboardFrame::new(0x1D).cut(4))), good[..4]);
    }

    fn sent(frame: KeyboardFrame) -> Keyboard {
        let mut keyboard = Keyboard::new(KeyboardTiming::fast());
        keyboard.send_frame(frame);
        keyboard
    }

    #[test]
    fn glitches_are_as_short_as_asked() {
        let mut keyboard = Keyboard::new(KeyboardTiming::real());
        keyboard.send_frame(KeyboardFrame::new(0x55).glitches(7));
        let mut runs = vec![(true, 0)];
        while !keyboard.idle() {
            let (clock, _) = keyboard.next();
            match runs.last_mut() {
                Some((level, length)) if *level == clock => *length += 1,
                _ => runs.push((clock, 1)),
            }
        }
        let pulses: Vec<_> = runs.iter().filter(|(_, length)| *length == 7).collect();
        assert_eq!(pulses.len(), 33, "three a bit");
    }

    #[test]
    fn a_held_key_repeats_until_it_is_let_go() {
        let typematic = Typematic { delay: 5_000, period: 2_000 };
        let mut keyboard = Keyboard::new(KeyboardTiming::fast()).with_typematic(typematic);
        let mut sent_at = vec![];
        let mut frames = 0;
        keyboard.press(0x1D, false);
        for clock in 0..12_000 {
            let was_idle = keyboard.idle();
            keyboard.next();
            if (was_idle || clock == 0) && !keyboard.idle() {
                sent_at.push(clock);
                frames += 1;
            }
        }
        assert_eq!(sent_at, [0, 4_999, 6_999, 8_999, 10_999]);
        keyboard.release(0x1D, false);
        assert_eq!(bytes(&bits(&mut keyboard)).len(), 2);
        for _ in 0..10_000 {
            assert_eq!(keyboard.next(), (true, true));
        }
        assert_eq!(frames, 5);
    }
}
