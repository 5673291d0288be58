//! The picture at the head of the README is what the machine really shows: its script is played again.

use std::path::Path;

use tengen::gateware::console::Console;
use tengen::simulation::machine::Machine;
use tengen::simulation::script::{self, Word};
use tengen_sim::{Frame, Native};

#[test]
fn the_picture_of_the_machine_at_play_is_its_own() {
    let mut machine = Machine::new(Native::new(Console::<4, 4, 4>::default())).unwrap();
    for word in script::parse(include_str!("../docs/play.script")).unwrap() {
        match word {
            Word::Key(key) => machine.press(key),
            Word::Settle => machine.settle().unwrap(),
            other => panic!("{other} is no part of a game"),
        }
    }
    let kept = Frame::load_png(Path::new("docs/play.png")).unwrap();
    let found = machine.frame().unwrap();
    assert!(
        found == kept,
        "docs/play.png is no longer what docs/play.script shows; renew it with:\n\
         tengen sim --script \"$(cat docs/play.script)\" --png docs/play.png"
    );
}
