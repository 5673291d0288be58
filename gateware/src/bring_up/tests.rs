use super::*;
use tengen_sim::{ByName, Engine, Native};

const CENTRE: u64 = 1 << 4;

struct Bench {
    bring_up: Native<BringUp>,
}

impl Bench {
    fn new() -> Self {
        Bench { bring_up: Native::new(BringUp::default()) }
    }

    /// A machine switched on with no button pressed.
    fn at_rest() -> Self {
        let mut bench = Bench::new();
        assert!(!bench.report(0));
        bench
    }

    fn is_open(&self) -> bool {
        self.bring_up.read_as("open")
    }

    /// Steps two clocks; returns whether `changed` was high in either.
    fn clocks(&mut self) -> bool {
        let mut changed = false;
        for _ in 0..2 {
            self.bring_up.settle();
            changed |= self.bring_up.read_as::<Bit>("changed");
            self.bring_up.step();
            let pins = &mut self.bring_up.circuit;
            pins.key.next.strobe = false;
            pins.buttons.next.valid = false;
            pins.byte.next.strobe = false;
            pins.byte.next.error = false;
        }
        changed
    }

    /// Sets the pressed buttons.
    fn report(&mut self, down: u64) -> bool {
        self.bring_up.circuit.buttons.next.down = down.into();
        self.bring_up.circuit.buttons.next.valid = true;
        self.clocks()
    }

    /// Sends a key event; returns whether the page was closed and left the event to others.
    fn event(&mut self, key: Key) -> bool {
        self.bring_up.circuit.key.next.key = key;
        self.bring_up.circuit.key.next.strobe = true;
        self.bring_up.settle();
        let forwarded = self.bring_up.read("open") == 0 && key != Key::BringUp;
        self.clocks();
        forwarded
    }
}

#[test]
fn closed_it_forwards_every_event_but_its_own_and_open_none() {
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
        bench.bring_up.circuit.byte.next.code = 0x5A.into();
        bench.bring_up.circuit.byte.next.strobe = true;
        assert_eq!(bench.clocks(), open);
        bench.bring_up.circuit.byte.next.error = true;
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

#[test]
fn a_tilt_that_changes_is_read_out() {
    let mut bench = Bench::at_rest();
    bench.event(Key::BringUp);
    assert!(!bench.clocks());
    let lean = Lean { present: true, direction: Key::Left, level: 3.into() };
    bench.bring_up.circuit.tilt.next = lean;
    assert!(bench.clocks());
    assert_eq!(bench.bring_up.circuit.readings.val().tilt, lean);
    assert!(!bench.clocks());
}

#[test]
fn a_usb_keyboard_that_comes_or_goes_is_read_out() {
    let mut bench = Bench::at_rest();
    bench.event(Key::BringUp);
    assert!(!bench.clocks());
    for usb in [UsbState::Starting, UsbState::Ready, UsbState::Absent, UsbState::Refused] {
        bench.bring_up.circuit.usb.next = usb;
        assert!(bench.clocks());
        assert_eq!(bench.bring_up.circuit.readings.val().usb, usb);
        assert!(!bench.clocks());
    }
}
