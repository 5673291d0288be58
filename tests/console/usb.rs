//! The whole console with a USB keyboard straight on its pins: it is found, told on the bring-up page, and played with.

use tengen::gateware::console::{Console, Variant};
use tengen::gateware::director::SECOND;
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::gateware::usb::scan_codes::scan_code;
use tengen::hdl::verilog::netlist_with;
use tengen::simulation::machine::Machine;
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::fast::Fast;
use tengen_sim::usb::{Plug, Shape, UsbKeyboard as Device};
use tengen_sim::{Circuit, Engine, hand_on};

type Machined = Console<3, 3, 2>;

/// A console with a USB keyboard on its pins.
struct Plugged<E: Engine> {
    console: E,
    plug: Plug,
    device: Device,
}

impl<E: Engine> Engine for Plugged<E> {
    hand_on!(console: ports, set, get, settle);
    fn step(&mut self) {
        self.plug.connect(&mut self.console, &mut self.device);
        self.console.step();
    }
}

/// Clocks in a bit of a low-speed keyboard, which is half a percent slow.
const BIT: f64 = SECOND as f64 / 1.5e6 * 1.005;
/// Time passes six times as fast as on a board.
const HASTE: u32 = 6;
/// Clocks in a frame, and between two polls for a report.
const FRAME: u64 = (SECOND / HASTE / 1000) as u64;
const POLL: u64 = 8 * FRAME;
/// Clocks in which a keyboard is found. It must be there for 128 frames; its reset takes 64; it has 64 to recover from that
/// and 64 after it was given its address; the requests take fewer than 100.
const FOUND: u64 = 450 * FRAME;

fn console() -> Fast {
    let edition = Edition { renju: false, line: false, echo: false, link: false, usb: true, ..Edition::GOMOKU };
    let variant =
        Variant { shuffle: false, second: SECOND / HASTE, edition: edition.without_searches(), ..Variant::default() };
    let netlist = netlist_with(&mut Machined::new(variant), "console", &|_| false, &STAND_INS).unwrap();
    Fast::new(netlist, Machined::ports())
}

/// The usage with the scan code of the key of that name.
fn usage(name: &str) -> u8 {
    let key = key::named(name).unwrap();
    let has = |usage: &u8| scan_code(*usage).is_some_and(|of| (of.extended, of.code) == (key.extended, key.code));
    (0..=u8::MAX).find(has).unwrap()
}

/// Plugs the keyboard in and waits until it is found, or pulls it out and waits until that is noticed.
fn plug<E: Engine>(machine: &mut Machine<Plugged<E>>, plugged: bool) {
    machine.engine_mut().device.plug(plugged);
    machine.cycles(if plugged { FOUND } else { POLL });
    machine.settle().unwrap();
}

/// Presses and releases keys.
fn press<E: Engine>(machine: &mut Machine<Plugged<E>>, names: &str) {
    for name in names.split_whitespace() {
        let device = &mut machine.engine_mut().device;
        device.report([0, 0, usage(name), 0, 0, 0, 0, 0]);
        device.report([0; 8]);
        while machine.engine_mut().device.waiting() > 0 {
            machine.cycles(POLL / 4);
        }
        machine.settle().unwrap();
    }
}

#[test]
fn a_whole_game_is_played_on_a_usb_keyboard() {
    const GAME: &str = "m m enter enter w enter down right enter w enter down d enter up enter down d enter up enter down \
                        d enter";
    let console = console();
    let lines = Plug::of(&console, "usb_");
    let mut machine =
        Machine::new(Plugged { console, plug: lines, device: Device::new(Shape::with_media_keys(), BIT) }).unwrap();
    let code = machine.engine_mut().port("key_code");
    plug(&mut machine, true);
    // The code for a passed self-test.
    assert_eq!(machine.engine_mut().get(code), 0xAA);

    press(&mut machine, "f1");
    assert_eq!(machine.state().unwrap().page, "bring_up");
    // The page tells whether the keyboard is there; nothing else on it depends on that.
    let there = machine.frame().unwrap();
    plug(&mut machine, false);
    let gone = machine.frame().unwrap();
    assert!(there.compare(&gone).unwrap().is_some());
    plug(&mut machine, true);
    press(&mut machine, "esc");
    press(&mut machine, GAME);
    let played = machine.state().unwrap();
    assert_eq!((played.page, played.moves, played.winner), ("game", 9, Some("black")));
    // The last byte is that of Enter, released.
    assert_eq!(machine.engine_mut().get(code), 0x5A);
    assert_eq!(machine.engine_mut().device.objections(), [""; 0]);

    // The same keys on a PS/2 keyboard lead to the same position.
    let mut other = Machine::new(self::console()).unwrap();
    for name in GAME.split_whitespace() {
        other.press(key::named(name).unwrap());
        other.settle().unwrap();
    }
    let other = other.state().unwrap();
    assert_eq!(
        (played.last, played.winner, played.cursor),
        (other.last, other.winner, other.cursor)
    );

    // Pulled out and plugged in again, it works again.
    plug(&mut machine, false);
    plug(&mut machine, true);
    press(&mut machine, "esc");
    assert_eq!(machine.state().unwrap().page, "mode");
}
