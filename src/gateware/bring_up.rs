//! The bring-up page, for whoever powers up a new board: when it is open, who gets the keys, what it reads out.
//!
//! ```text
//!  PowerOn --- buttons told, centre up ---> Closed <-------- F1, Esc, centre ----------+
//!     |                                       |                                        |
//!     |                                       F1                                       |
//!     |                                       v                                        |
//!     +------ buttons told, centre down ---> Opened ----------- centre up ----------> Open
//! ```
//!
//! | port              | dir | width  | meaning                                                              | initial |
//! |-------------------|-----|--------|----------------------------------------------------------------------|---------|
//! | clock             | in  | 1      | 25 MHz                                                               |         |
//! | key, strobe       | in  | Key, 1 | a key event, valid with the strobe                                   |         |
//! | code, code_strobe | in  | 8, 1   | a byte of the keyboard, valid with its strobe                        |         |
//! | code_error        | in  | 1      | one clock: a bad frame                                               |         |
//! | down              | in  | 5      | the buttons that are down: up, down, left, right, centre from bit 0  |         |
//! | reported          | in  | 1      | one clock: `down` is told, once after power-on, then at every change |         |
//! | open              | out | 1      | the page shows: test pattern and readings, nothing of the game       | 0       |
//! | passed            | out | 1      | `strobe`, if the event is for the machine behind the page            | 0       |
//! | readings          | out | struct | for the painter, see [`Readings`]                                    |         |
//! | changed           | out | 1      | one clock: the page is open and its readings are new                 | 0       |
//!
//! The centre button opens the page if it is held at power-on, and closes it when it is pressed again: a board without a
//! keyboard has no other key. The bytes are remembered all the time, so the page begins with those that came before it.

use rust_hdl::prelude::*;

use crate::gateware::keyboard::code_log::CodeLog;
use crate::gateware::keyboard::key::Key;
use crate::gateware::text::read_out::Readings;
use crate::{Circuit, LogicState, Register, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Nobody knows yet how the buttons are.
    PowerOn,
    Closed,
    /// Open, and the centre button has been down since.
    Opened,
    Open,
}

#[derive(Circuit)]
pub struct BringUp {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub code: Signal<In, Bits<8>>,
    pub code_strobe: Signal<In, Bit>,
    pub code_error: Signal<In, Bit>,
    pub down: Signal<In, Bits<5>>,
    pub reported: Signal<In, Bit>,
    pub open: Signal<Out, Bit>,
    pub passed: Signal<Out, Bit>,
    pub readings: Signal<Out, Readings>,
    pub changed: Signal<Out, Bit>,

    phase: Register<Phase>,
    code_log: CodeLog,

    shown: Signal<Local, Bit>,
    centre: Signal<Local, Bit>,
}

#[kernel]
impl Logic for BringUp {
    fn update(&mut self) {
        code_log.code = code;
        code_log.strobe = code_strobe;
        code_log.error = code_error;

        centre = down.get_bit(4);
        shown = false;
        match phase.q {
            Phase::PowerOn => {
                if reported {
                    phase.d = Phase::Closed;
                    if centre {
                        phase.d = Phase::Opened;
                    }
                }
            }
            Phase::Closed => {}
            Phase::Opened => {
                shown = true;
                if !centre {
                    phase.d = Phase::Open;
                }
            }
            Phase::Open => {
                shown = true;
                // The button's own event, which it sends as Enter, closes the page and goes no further.
                if strobe & (key == Key::Enter) & centre {
                    phase.d = Phase::Closed;
                }
            }
        }
        if strobe & (key == Key::BringUp) & !shown {
            phase.d = Phase::Opened;
        }
        if strobe & ((key == Key::BringUp) | (key == Key::Escape)) & shown {
            phase.d = Phase::Closed;
        }

        open = shown;
        passed = strobe & !shown & (key != Key::BringUp);
        readings.older = code_log.older;
        readings.newer = code_log.newer;
        readings.count = code_log.count;
        readings.errors = code_log.errors;
        readings.down = down;
        changed = shown & (code_log.changed | reported);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    const CENTRE: u64 = 1 << 4;

    struct Bench {
        bring_up: Native<BringUp>,
        open: usize,
        passed: usize,
        changed: usize,
    }

    impl Bench {
        fn new() -> Self {
            let bring_up = Native::new(BringUp::default());
            let [open, passed, changed] = ["open", "passed", "changed"].map(|name| bring_up.port(name));
            Bench {
                bring_up,
                open,
                passed,
                changed,
            }
        }

        /// A machine switched on with nobody at the buttons.
        fn at_rest() -> Self {
            let mut bench = Bench::new();
            assert!(!bench.report(0));
            bench
        }

        fn is_open(&self) -> bool {
            self.bring_up.get(self.open) == 1
        }

        /// Two clocks; tells whether the page asked for a new painting in either.
        fn clocks(&mut self) -> bool {
            let mut changed = false;
            for _ in 0..2 {
                self.bring_up.settle();
                changed |= self.bring_up.get(self.changed) == 1;
                self.bring_up.step();
                let pins = &mut self.bring_up.circuit;
                pins.strobe.next = false;
                pins.reported.next = false;
                pins.code_strobe.next = false;
                pins.code_error.next = false;
            }
            changed
        }

        /// These buttons are down from now on.
        fn report(&mut self, down: u64) -> bool {
            self.bring_up.circuit.down.next = down.into();
            self.bring_up.circuit.reported.next = true;
            self.clocks()
        }

        /// Tells whether the event was passed on.
        fn event(&mut self, key: Key) -> bool {
            self.bring_up.circuit.key.next = key;
            self.bring_up.circuit.strobe.next = true;
            self.bring_up.settle();
            let passed = self.bring_up.get(self.passed) == 1;
            self.clocks();
            passed
        }
    }

    #[test]
    fn closed_it_passes_every_event_but_its_own_and_open_none() {
        let mut bench = Bench::at_rest();
        let others = [Key::Up, Key::Enter, Key::Mode, Key::Restart, Key::Hint];
        for leave in [Key::BringUp, Key::Escape] {
            assert!(others.iter().all(|key| bench.event(*key)) && !bench.is_open());
            assert!(!bench.event(Key::BringUp) && bench.is_open());
            assert!(others.iter().all(|key| !bench.event(*key)) && bench.is_open());
            assert!(!bench.event(leave) && !bench.is_open());
        }
        assert!(bench.event(Key::Escape) && !bench.is_open());
    }

    #[test]
    fn the_centre_button_held_at_power_on_opens_it_and_pressed_again_closes_it() {
        for down in 0..32 {
            let mut bench = Bench::new();
            bench.report(down);
            assert_eq!(bench.is_open(), down & CENTRE != 0, "{down:05b} held");
        }
        let mut bench = Bench::new();
        bench.report(CENTRE);
        assert!(
            !bench.event(Key::Enter) && bench.is_open(),
            "the keyboard's Enter meanwhile"
        );
        bench.report(0);
        assert!(!bench.event(Key::Enter) && bench.is_open());
        bench.report(CENTRE);
        assert!(!bench.event(Key::Enter) && !bench.is_open());
        bench.report(0);
        bench.report(CENTRE);
        assert!(bench.event(Key::Enter) && !bench.is_open(), "from now on it is Enter");
    }

    #[test]
    fn new_readings_are_told_while_it_is_open() {
        let mut bench = Bench::at_rest();
        for open in [false, true] {
            assert_eq!(bench.report(3), open);
            bench.bring_up.circuit.code.next = 0x5A.into();
            bench.bring_up.circuit.code_strobe.next = true;
            assert_eq!(bench.clocks(), open);
            bench.bring_up.circuit.code_error.next = true;
            assert_eq!(bench.clocks(), open);
            assert!(!bench.clocks());
            bench.event(Key::BringUp);
        }
        let readings = bench.bring_up.circuit.readings.val();
        assert_eq!(readings.newer.index(), 0x5A5A);
        assert_eq!(
            [readings.count.index(), readings.errors.index(), readings.down.index()],
            [2, 2, 3]
        );
    }
}
