//! The whole console on a board with an accelerometer: its tilt moves the cursor on the board, once that is chosen.

use tengen::gateware::console::{Console, Variant};
use tengen::gateware::director::SECOND;
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::simulation::machine::Machine;
use tengen_sim::adxl362::{Adxl362, SpiPins};
use tengen_sim::{Engine, Native, hand_on};

/// A console with an accelerometer on its pins.
struct Leaning<E: Engine> {
    console: E,
    sensor: Adxl362,
    /// The ports of cs_n, sclk, copi and cipo.
    pins: [usize; 4],
}

impl<E: Engine> Engine for Leaning<E> {
    hand_on!(console: ports, set, get, settle);
    fn step(&mut self) {
        let [cs_n, sclk, copi, _] = self.pins.map(|pin| self.console.get(pin) == 1);
        let level = self.sensor.next(SpiPins { cs_n, sclk, copi });
        self.console
            .set(self.pins[3], level.expect("the sensor's times are kept").into());
        self.console.step();
    }
}

/// Thousandths of g at which the cursor moves.
const LEAN: i32 = 500;

#[test]
fn leaning_the_board_moves_the_cursor_once_it_is_chosen() {
    let edition = Edition { renju: false, bring_up: false, link: false, line: false, tilt: true, ..Edition::GOMOKU };
    let variant = Variant { shuffle: false, edition: edition.without_searches(), ..Variant::default() };
    let console = Native::new(Console::<3, 3, 2>::new(variant));
    let pins = ["tilt_cs_n", "tilt_sclk", "tilt_copi", "tilt_cipo"].map(|name| console.port(name));
    let mut machine = Machine::new(Leaning { console, sensor: Adxl362::new(SECOND), pins }).unwrap();
    let press = |machine: &mut Machine<Leaning<_>>, names: &str| {
        for name in names.split_whitespace() {
            machine.press(key::named(name).unwrap());
            machine.cycles(20_000);
        }
    };
    let lean = |machine: &mut Machine<Leaning<_>>| {
        for x in [LEAN, 0] {
            machine.engine_mut().sensor.accelerate([x, 0, 700]);
            machine.cycles(600_000);
        }
    };
    // On a page nothing moves, whatever the setting.
    press(&mut machine, "m m up right");
    lean(&mut machine);
    press(&mut machine, "enter");
    let begun = machine.state().unwrap();
    assert_eq!((begun.page, begun.cursor, begun.clock), ("game", (7, 7), Some(30)));
    lean(&mut machine);
    let leant = machine.state().unwrap().cursor;
    assert_ne!(leant, (7, 7), "the board leans");
    assert!(leant.0 == 7 || leant.1 == 7, "along one axis: {leant:?}");
    // Off again, it stays where it is.
    press(&mut machine, "esc left enter");
    let begun = machine.state().unwrap();
    assert_eq!((begun.page, begun.cursor), ("game", (7, 7)));
    lean(&mut machine);
    assert_eq!(machine.state().unwrap().cursor, (7, 7));
}
