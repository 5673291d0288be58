//! The picture drawn at once from what is written to the screen is the one that is scanned out, pixel for pixel, whatever the
//! machine shows.

use tengen::gateware::console::{Console, Variant};
use tengen::gateware::director::SECOND;
use tengen::gateware::keyboard::key;
use tengen::simulation::machine::Machine;
use tengen::simulation::twin::Twin;
use tengen_sim::Native;

/// For so long nothing may be pending.
const QUIET: usize = 1000;

/// Plays these keys before a twin's eyes.
fn play(machine: &mut Machine<Native<Console<4, 4, 4>>>, twin: &mut Twin, keys: &str) {
    for name in keys.split_whitespace() {
        let key = key::named(name).unwrap();
        machine.keyboard().press(key.code, key.extended);
        machine.keyboard().release(key.code, key.extended);
        let mut quiet = 0;
        while quiet < QUIET {
            machine.step();
            twin.watch(machine.engine().circuit.screen());
            quiet = if machine.busy() { 0 } else { quiet + 1 };
        }
    }
}

#[test]
fn the_twin_shows_what_is_scanned_out() {
    let variant = Variant {
        second: SECOND,
        shuffle: false,
    };
    let mut machine = Machine::new(Native::new(Console::new(variant))).unwrap();
    let mut twin = Twin::new(machine.widths());
    // Where in the game each begins: the mode page, a game against the computer with numbers, the question, the bring-up page,
    // two players under Renju, and in freestyle to the winning line and the picture of the end.
    let stages = [
        "up down",
        "right left 4 right 3 right right",
        "enter enter d d s enter n",
        "m",
        "n f1",
        "f1 esc esc 1 left enter",
        "a a a enter s s s s s s s enter w w w w w w w d enter",
        "s s s s s s s d enter w w w w w w d enter s s s s s s d enter w w w w w enter s s s s s a a a a a a enter",
        "w w w w w w w d d d d d enter",
        "esc esc 3 right enter",
        "enter s enter w d enter s enter w d enter s enter w d enter s enter w d enter",
        "enter",
    ];
    let mut pictures = vec![];
    for keys in stages {
        play(&mut machine, &mut twin, keys);
        assert!(twin.changed(), "{keys} changes the picture: {:?}", machine.state());
        let drawn = twin.frame();
        assert!(!twin.changed());
        // Nothing is written while it is scanned out.
        let scanned = machine.frame().unwrap();
        assert_eq!(scanned.compare(&drawn).unwrap(), None, "after {keys}");
        pictures.push(drawn);
    }
    for (number, picture) in pictures.iter().enumerate() {
        assert!(
            pictures[..number].iter().all(|other| other != picture),
            "stage {number} shows nothing new"
        );
    }
}
