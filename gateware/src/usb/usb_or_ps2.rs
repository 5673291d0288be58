//! Finds out what is in a USB plug: a USB keyboard, or one that speaks PS/2 there, with its clock on D+ and its data on D-.
//!
//! ```text
//!         256 steps without a change      after step 3 one line is high
//!   Ps2 ----------------------------> Asks ----------------------------> Usb
//!    ^                                  |                                  |
//!    +---------- after step 7 ----------+--- 256 steps without a change, --+
//!                                            and both lines are equal
//!
//! step         0   1   2   3   4   5   6   7
//! plus_pull   ‾\_______________________/‾‾‾‾‾‾‾
//! minus_pull  ‾‾‾‾‾\___________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾    in Asks
//! ```
//!
//! A step is 2^STEP clocks: 32768, or 1.3 ms at 25 MHz.
//!
//! | port       | dir | width | meaning                                                        | initial |
//! |------------|-----|-------|----------------------------------------------------------------|---------|
//! | clock      | in  | 1     | rising edge; 25 MHz                                            | –       |
//! | plus       | in  | 1     | D+, asynchronous                                               | –       |
//! | minus      | in  | 1     | D-, asynchronous                                               | –       |
//! | plus_pull  | out | 1     | the level to which a resistor pulls D+                         | 1       |
//! | minus_pull | out | 1     | the same for D-                                                | 1       |
//! | usb_plus   | out | 1     | D+ for [`UsbKeyboard`](super::UsbKeyboard); low while PS/2     | 0       |
//! | usb_minus  | out | 1     | D- for it; low while PS/2                                      | 0       |
//! | ps2_clk    | out | 1     | the clock for a PS/2 receiver; high while USB                  | 1       |
//! | ps2_data   | out | 1     | the data for it; high while USB                                | 1       |
//!
//! The host pulls PS/2's lines up and USB's lines down; a USB device pulls one of them up. So when nothing has moved on
//! the lines for 256 steps, both are pulled down for a moment. If one alone stays high, a USB device is there.
//!
//! D+ is pulled down before D- and pulled up after it. To a PS/2 keyboard a low clock means that the host is busy, and it
//! waits; low data while the clock rises would mean that the host sends a command.
//!
//! A PS/2 keyboard whose own resistors keep both lines up does not see the low clock. A byte that it sends in these eight
//! steps is lost.
//!
//! The four outputs to the receivers are as asynchronous as the lines. Sources: USB 2.0, 7.1.5; for a low clock, IBM PS/2
//! Hardware Interface Technical Reference, keyboard and auxiliary device controller, "system receiving data".

use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Ps2,
    /// Both lines are pulled to ground.
    Asks,
    Usb,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UsbOrPs2State {
    phase: Phase,
    /// D+ in bit 0 and D- in bit 1, a clock ago and two clocks ago.
    first: Bits<2>,
    lines: Bits<2>,
    /// Steps since the last change, or in this phase.
    step: Bits<8>,
    plus_low: Bit,
    minus_low: Bit,
}

#[derive(Circuit)]
pub struct UsbOrPs2<const STEP: usize = 15> {
    pub clock: Signal<In, Clock>,
    pub plus: Signal<In, Bit>,
    pub minus: Signal<In, Bit>,
    pub plus_pull: Signal<Out, Bit>,
    pub minus_pull: Signal<Out, Bit>,
    pub usb_plus: Signal<Out, Bit>,
    pub usb_minus: Signal<Out, Bit>,
    pub ps2_clk: Signal<Out, Bit>,
    pub ps2_data: Signal<Out, Bit>,

    state: Register<UsbOrPs2State>,
    /// Clocks that have passed in this step.
    clocks: Register<Bits<STEP>>,
}

/// The step after which the lines are looked at, and the last one, of [`Phase::Asks`].
const LOOK: u64 = 3;
const LAST: u64 = 7;

#[kernel]
impl<const STEP: usize> Logic for UsbOrPs2<STEP> {
    fn update(&mut self) {
        d.first = bit_cast::<2, 1>(plus.into()) | (bit_cast::<2, 1>(minus.into()) << 1);
        d.lines = q.first;
        let one_is_high = q.lines.get_bit(0) != q.lines.get_bit(1);
        let changes = q.first != q.lines;

        clocks.d = clocks.q + 1;
        let over = clocks.q.all();
        if over {
            d.step = q.step + 1;
        }
        d.plus_low = false;
        d.minus_low = false;
        match q.phase {
            Phase::Ps2 => {
                if over & q.step.all() {
                    d.phase = Phase::Asks;
                } else if changes {
                    d.step = 0;
                }
            }
            Phase::Asks => {
                // D+ is low in steps 0 to 5, D- in steps 1 to 3.
                let late = q.step.get_bit(2);
                d.plus_low = !(late & q.step.get_bit(1));
                d.minus_low = !late & q.step.get_bits::<2>(0).any();
                if over & (q.step == LOOK) & one_is_high {
                    d.phase = Phase::Usb;
                    d.step = 0;
                } else if over & (q.step == LAST) {
                    d.phase = Phase::Ps2;
                    d.step = 0;
                }
            }
            Phase::Usb => {
                d.plus_low = true;
                d.minus_low = true;
                if over & q.step.all() & !one_is_high {
                    d.phase = Phase::Ps2;
                } else if changes {
                    d.step = 0;
                }
            }
        }

        plus_pull = !q.plus_low;
        minus_pull = !q.minus_low;
        let usb = q.phase == Phase::Usb;
        let ps2 = q.phase == Phase::Ps2;
        usb_plus = plus & usb;
        usb_minus = minus & usb;
        ps2_clk = plus | !ps2;
        ps2_data = minus | !ps2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Keyboard, KeyboardTiming, Native};

    /// With 1024 clocks a step is longer than a byte with [`KeyboardTiming::fast`].
    const STEP: usize = 10;

    /// What is in the plug.
    enum Plugged {
        Nothing,
        /// With resistors of its own that pull both lines up, or without.
        Ps2(Keyboard, bool),
        /// At low speed, or at full speed.
        Usb(bool),
    }

    struct Bench {
        circuit: Native<UsbOrPs2<STEP>>,
        plugged: Plugged,
        /// The levels of D+ and D-.
        lines: (bool, bool),
        /// How often D+ was pulled down, and whether it is.
        asked: u32,
        low: bool,
    }

    impl Bench {
        fn new(plugged: Plugged) -> Bench {
            let circuit = Native::new(UsbOrPs2::default());
            Bench { circuit, plugged, lines: (true, true), asked: 0, low: false }
        }

        fn clock(&mut self) {
            let pulls = (
                self.circuit.read("plus_pull") == 1,
                self.circuit.read("minus_pull") == 1,
            );
            self.lines = match &mut self.plugged {
                Plugged::Nothing => pulls,
                Plugged::Usb(low_speed) => (pulls.0 || !*low_speed, pulls.1 || *low_speed),
                // A low clock makes it wait.
                Plugged::Ps2(_, false) if !pulls.0 => pulls,
                Plugged::Ps2(keyboard, _) => keyboard.next(),
            };
            self.circuit.drive("plus", self.lines.0.into());
            self.circuit.drive("minus", self.lines.1.into());
            self.circuit.step();
            let low = self.circuit.read("plus_pull") == 0;
            assert!(low || self.circuit.read("minus_pull") == 1, "a command to a keyboard");
            self.asked += u32::from(low && !self.low);
            self.low = low;
        }

        fn steps(&mut self, count: u32) {
            (0..count << STEP).for_each(|_| self.clock());
        }

        /// The lines as the receivers see them: USB's and PS/2's.
        fn seen(&mut self) -> [u64; 4] {
            self.circuit.settle();
            ["usb_plus", "usb_minus", "ps2_clk", "ps2_data"].map(|name| self.circuit.read(name))
        }
    }

    fn keyboard() -> Keyboard {
        Keyboard::new(KeyboardTiming::fast())
    }

    #[test]
    fn a_usb_device_is_found_and_its_lines_are_usbs_until_it_is_gone() {
        for (low_speed, lines) in [(true, [0, 1, 1, 1]), (false, [1, 0, 1, 1])] {
            let mut bench = Bench::new(Plugged::Usb(low_speed));
            bench.steps(1);
            assert_eq!(bench.seen(), [0, 0, 1, 1]);
            bench.steps(260);
            assert_eq!(bench.seen(), lines);
            // The lines remain USB's, and are not pulled down a second time.
            bench.steps(600);
            assert_eq!((bench.seen(), bench.asked), (lines, 1));
            bench.plugged = Plugged::Nothing;
            bench.steps(255);
            assert_eq!(bench.seen(), [0, 0, 1, 1]);
            assert_eq!(bench.circuit.read("plus_pull"), 0);
            bench.steps(2);
            assert_eq!(bench.circuit.read("plus_pull"), 1);
        }
    }

    #[test]
    fn every_byte_of_a_ps2_keyboard_arrives() {
        for own_pulls in [true, false] {
            let mut bench = Bench::new(Plugged::Ps2(keyboard(), own_pulls));
            let mut falls = 0;
            for _ in 0..4 {
                // In this pause the lines are pulled down once.
                bench.steps(290);
                let Plugged::Ps2(keyboard, _) = &mut bench.plugged else {
                    panic!()
                };
                keyboard.send(0x1C);
                let mut clk = 1;
                for _ in 0..2 << STEP {
                    bench.clock();
                    let [plus, minus, now, data] = bench.seen();
                    assert_eq!([plus, minus], [0, 0]);
                    assert_eq!((now == 1, data == 1), bench.lines);
                    falls += u32::from(clk == 1 && now == 0);
                    clk = now;
                }
            }
            // A frame has eleven bits.
            assert_eq!((falls, bench.asked), (4 * 11, 4));
        }
    }

    #[test]
    fn a_keyboard_that_sends_is_not_asked() {
        let mut bench = Bench::new(Plugged::Ps2(keyboard(), true));
        for _ in 0..8 {
            let Plugged::Ps2(keyboard, _) = &mut bench.plugged else {
                panic!()
            };
            keyboard.send(0x1C);
            bench.steps(100);
        }
        assert_eq!(bench.asked, 0);
        // It goes on waiting for a byte if nothing is there.
        bench.plugged = Plugged::Nothing;
        bench.steps(1000);
        assert_eq!((bench.asked, bench.seen()), (4, [0, 0, 1, 1]));
    }
}
