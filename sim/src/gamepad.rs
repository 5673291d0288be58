//! A gamepad of the SNES kind on its three lines, with contacts that bounce and a plug that can be pulled.
//!
//! ```text
//! latch      __/‾‾‾‾\________________________   high: the buttons are loaded
//! pad_clock  ‾‾‾‾‾‾‾‾‾‾‾\__/‾‾\__/‾‾\__/‾‾\__   rising edge: the next one
//! data       ==< B       ======>< Y >< Select    low: pressed
//! ```
//!
//! Twelve buttons are followed by what the pad's kind has there: four high levels and then low ones (16 bits, the
//! console's own pad, whose shift registers have their input grounded), low levels at once (12), or anything (24).

use crate::Random;

/// The number of buttons: B, Y, Select, Start, Up, Down, Left, Right, A, X, L, R.
pub const BUTTONS: usize = 12;

/// A gamepad, plugged in.
///
/// ```
/// # use tengen_sim::Gamepad;
/// let mut pad = Gamepad::new(16);
/// pad.press(4);
/// let _data = pad.next(true, true);
/// ```
pub struct Gamepad {
    /// The levels that follow the buttons, the first in bit 0.
    rest: u32,
    /// Bit i: button i is pressed.
    pressed: u32,
    /// Clocks for which a contact bounces after a change, and for which each still does.
    bounce: u64,
    bouncing: [u64; BUTTONS],
    random: Random,
    /// The levels of the shift register, the next in bit 0.
    shifted: u32,
    pad_clock: bool,
    plugged: bool,
}

impl Gamepad {
    /// Creates a pad of 12, 16 or 24 bits.
    ///
    /// # Panics
    /// If there is no such pad.
    pub fn new(bits: u32) -> Self {
        let rest = match bits {
            12 => 0,
            16 => 0b1111,
            24 => 0b1010_0101_0011,
            _ => panic!("a pad of {bits} bits"),
        };
        Gamepad {
            rest,
            pressed: 0,
            bounce: 0,
            bouncing: [0; BUTTONS],
            random: Random::new(u64::from(bits)),
            shifted: 0,
            pad_clock: true,
            plugged: true,
        }
    }

    /// Makes each contact bounce for that many clocks after a change.
    pub fn with_bounce(self, bounce: u64) -> Self {
        Gamepad { bounce, ..self }
    }

    /// Presses a button.
    pub fn press(&mut self, button: usize) {
        self.pressed |= 1 << button;
        self.bouncing[button] = self.bounce;
    }

    /// Releases a button.
    pub fn release(&mut self, button: usize) {
        self.pressed &= !(1 << button);
        self.bouncing[button] = self.bounce;
    }

    /// Whether a button is pressed.
    pub fn is_pressed(&self, button: usize) -> bool {
        self.pressed >> button & 1 == 1
    }

    /// Pulls the plug, or puts it in. Without a pad the line's pull-up keeps it high. A pad that was just put in may
    /// send anything until the next latch.
    pub fn plug(&mut self, plugged: bool) {
        self.plugged = plugged;
        self.shifted = self.random.bits(24) as u32;
    }

    /// Takes the levels of the next clock, and returns that of the data line.
    pub fn next(&mut self, latch: bool, pad_clock: bool) -> bool {
        let rises = !std::mem::replace(&mut self.pad_clock, pad_clock) && pad_clock;
        let contacts = self.contacts();
        if latch {
            self.shifted = !contacts & ((1 << BUTTONS) - 1) | self.rest << BUTTONS;
        } else if rises {
            self.shifted >>= 1;
        }
        !self.plugged || self.shifted & 1 == 1
    }

    /// The contacts that are closed in this clock.
    fn contacts(&mut self) -> u32 {
        let mut closed = self.pressed;
        for (button, left) in self.bouncing.iter_mut().enumerate().filter(|(_, left)| **left > 0) {
            *left -= 1;
            closed ^= (self.random.bits(1) as u32) << button;
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a console reads: the levels of so many bits.
    fn read(pad: &mut Gamepad, bits: usize) -> Vec<bool> {
        pad.next(true, true);
        (0..bits)
            .map(|_| {
                let level = pad.next(false, true);
                pad.next(false, false);
                pad.next(false, true);
                level
            })
            .collect()
    }

    #[test]
    fn pressed_buttons_are_low_and_in_their_order() {
        for bits in [12, 16, 24] {
            for button in 0..BUTTONS {
                let mut pad = Gamepad::new(bits);
                pad.press(button);
                let levels = read(&mut pad, BUTTONS);
                assert!(
                    (0..BUTTONS).all(|other| levels[other] == (other != button)),
                    "{levels:?}"
                );
                pad.release(button);
                assert_eq!(read(&mut pad, BUTTONS), [true; BUTTONS]);
            }
        }
    }

    #[test]
    fn what_follows_depends_on_the_kind() {
        let rest = |bits| read(&mut Gamepad::new(bits), 26)[BUTTONS..].to_vec();
        assert_eq!(rest(12), [false; 14]);
        assert_eq!(rest(16), [[true; 4].as_slice(), &[false; 10]].concat());
        assert!(rest(24)[4..12].iter().any(|level| *level) && !rest(24)[12]);
    }

    #[test]
    fn without_a_pad_the_line_is_high() {
        let mut pad = Gamepad::new(16);
        pad.press(0);
        pad.plug(false);
        assert_eq!(read(&mut pad, 20), [true; 20]);
        pad.plug(true);
        assert_ne!(pad.shifted, 0, "left over from whatever was before");
        assert!(!read(&mut pad, 20)[0]);
    }

    #[test]
    fn a_contact_bounces_for_its_time() {
        let mut pad = Gamepad::new(16).with_bounce(1_000);
        pad.press(0);
        let levels: Vec<bool> = (0..2_000).map(|_| pad.next(true, true)).collect();
        let open = levels.iter().filter(|level| **level).count();
        assert!(
            (400..600).contains(&open) && levels[1_000..].iter().all(|level| !level),
            "{open}"
        );
    }
}
