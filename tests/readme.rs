//! The film at the head of the README is what the machine really shows: its script is played again, and every picture of the
//! film compared with what the simulated monitor sees.

use tengen::gateware::console::Console;
use tengen::simulation::machine::Machine;
use tengen::simulation::script::{self, Word};
use tengen_sim::animation::load_gif;
use tengen_sim::{Frame, Native};

const RENEW: &str = "docs/play.gif is no longer what docs/play.script shows; renew it with:\n\
    tengen sim --script \"$(cat docs/play.script)\" --gif docs/play.gif";

#[test]
fn the_film_of_the_machine_at_play_is_its_own() {
    let film = load_gif("docs/play.gif").unwrap();
    let mut machine = Machine::new(Native::new(Console::<4, 4, 4>::default())).unwrap();
    let mut seen: Vec<Frame> = vec![];
    for word in script::parse(include_str!("../docs/play.script")).unwrap() {
        match word {
            Word::Key(key) => machine.press(key),
            Word::Settle => {
                machine.settle().unwrap();
                seen.push(machine.frame().unwrap());
            }
            other => panic!("{other} is no part of a game"),
        }
    }
    // The picture at the end, and equal ones are one.
    seen.push(machine.frame().unwrap());
    seen.dedup();
    assert_eq!(film.len(), seen.len(), "pictures; {RENEW}");
    for (number, ((kept, _), seen)) in film.iter().zip(&seen).enumerate() {
        let difference = seen.compare(kept).unwrap();
        assert_eq!(difference, None, "picture {number}; {RENEW}");
    }
    assert!(
        machine.state().unwrap().winner.is_some(),
        "the game is played to its end"
    );
}

#[test]
fn the_film_is_small() {
    let bytes = std::fs::metadata("docs/play.gif").unwrap().len();
    assert!(bytes <= 400_000, "docs/play.gif has {bytes} bytes");
}
