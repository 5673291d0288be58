//! A test bench: access to a circuit's ports by name.
//!
//! ```text
//!                    step  step            step  step  step
//! strobe("start")   __/‾‾\_______________________________
//! busy              ______/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______
//! clocks_while("busy", ..)    1     2     3     4
//! ```
//!
//! A name is looked up on every call. A loop over millions of clocks should ask [`Engine::port`] for the numbers once
//! instead.

use crate::{Encoded, Engine};

/// Convenience methods for tests, on every engine.
///
/// # Panics
/// All methods panic if the circuit has no port of that name.
pub trait ByName: Engine {
    /// Drives an input.
    fn drive(&mut self, name: &str, value: u64) {
        self.set(self.port(name), value);
    }

    /// Drives an input with a value of its type in the circuit.
    ///
    /// # Panics
    /// If the port is wider than 64 bits: the value would lose its higher bits.
    fn drive_as<T: Encoded>(&mut self, name: &str, value: T) {
        let port = fits(self, name);
        self.set(port, value.encode());
    }

    /// The value of a port.
    fn read(&self, name: &str) -> u64 {
        self.get(self.port(name))
    }

    /// The value of a port in its type in the circuit.
    ///
    /// # Panics
    /// If the port is wider than 64 bits.
    fn read_as<T: Encoded>(&self, name: &str) -> T {
        T::decode(self.get(fits(self, name)))
    }

    /// Runs one clock with the input at 1, then sets it to 0.
    fn strobe(&mut self, name: &str) {
        self.drive(name, 1);
        self.step();
        self.drive(name, 0);
    }

    /// Runs while the output is 1; returns how many clocks that took.
    ///
    /// # Panics
    /// If it takes more than `most`.
    fn clocks_while(&mut self, name: &str, most: u64) -> u64 {
        let port = self.port(name);
        let mut clocks = 0;
        while self.get(port) == 1 {
            assert!(clocks < most, "{name} for more than {most} clocks");
            self.step();
            clocks += 1;
        }
        clocks
    }
}

impl<E: Engine + ?Sized> ByName for E {}

/// The number of the port; panics if it has more than 64 bits.
fn fits(engine: &(impl Engine + ?Sized), name: &str) -> usize {
    let port = engine.port(name);
    let width = engine.ports()[port].width;
    assert!(width <= 64, "{name} is of {width} bits");
    port
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Circuit, LogicState, Native};
    use rust_hdl::prelude::*;

    #[derive(LogicState, Clone, Copy, Debug, PartialEq)]
    enum Phase {
        Idle,
        Counting,
        Over,
    }

    /// Counts down and then raises an output for one clock.
    #[derive(Circuit)]
    struct Countdown {
        clock: Signal<In, Clock>,
        start: Signal<In, Bit>,
        from: Signal<In, Bits<8>>,
        before: Signal<In, Phase>,
        wide: Signal<In, Bits<65>>,
        left: Signal<Out, Bits<8>>,
        busy: Signal<Out, Bit>,
        phase: Signal<Out, Phase>,
    }

    impl Logic for Countdown {
        fn update(&mut self) {
            if self.clock.pos_edge() {
                if self.start.val() {
                    self.left.next = self.from.val();
                    self.phase.next = Phase::Counting;
                } else if self.left.val().any() {
                    self.left.next = self.left.val() - 1;
                } else {
                    self.phase.next = match self.phase.val() {
                        Phase::Counting => Phase::Over,
                        _ => self.before.val(),
                    };
                }
            }
            self.busy.next = self.phase.next == Phase::Counting;
        }
    }

    fn countdown(from: u64) -> Native<Countdown> {
        let mut countdown = Native::new(Countdown::default());
        countdown.drive("from", from);
        countdown.strobe("start");
        countdown
    }

    #[test]
    fn ports_are_driven_and_read_by_name_as_numbers_and_as_what_they_are() {
        let mut countdown = countdown(0x5A);
        assert_eq!(countdown.read("left"), 0x5A);
        assert_eq!(countdown.read_as::<Phase>("phase"), Phase::Counting);
        assert_eq!(countdown.clocks_while("busy", 1000), 0x5B);
        assert_eq!(countdown.read_as::<Phase>("phase"), Phase::Over);
        countdown.drive_as("before", Phase::Counting);
        countdown.step();
        assert!(countdown.read_as::<Bit>("busy"));
    }

    #[test]
    fn a_strobe_is_there_for_one_clock() {
        let mut countdown = countdown(7);
        for left in [7, 6, 5] {
            assert_eq!(countdown.read("left"), left, "it is not taken again");
            countdown.step();
        }
    }

    #[test]
    fn any_engine_has_it() {
        let engine: &mut dyn Engine = &mut countdown(3);
        assert_eq!(engine.clocks_while("busy", 4), 4);
    }

    #[test]
    #[should_panic(expected = "busy for more than 3 clocks")]
    fn what_takes_too_long_is_a_failure() {
        countdown(3).clocks_while("busy", 3);
    }

    #[test]
    #[should_panic(expected = "wide is of 65 bits")]
    fn what_does_not_fit_a_number_is_a_failure() {
        let value: Bits<65> = 1.into();
        countdown(3).drive_as("wide", value);
    }

    #[test]
    #[should_panic(expected = "no port named nothing")]
    fn a_port_that_is_not_there_is_a_failure() {
        countdown(3).read("nothing");
    }
}
