//! The clock of a turn, and the minute after which the computer plays itself.

use tengen::gateware::console::Variant;
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::simulation::machine::Machine;

use super::fast;

#[test]
fn the_clock_counts_down_and_the_turn_passes() {
    const SECOND: u32 = 20_000;
    let variant = Variant { second: SECOND, shuffle: false, ponder: 0, sound: true, edition: Edition::GOMOKU };
    let mut machine = Machine::new(fast(variant)).unwrap();
    machine.settle().unwrap();
    let press = |machine: &mut Machine<_>, name| {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    };
    for name in ["m", "m", "enter"] {
        press(&mut machine, name);
    }
    let mut seen = vec![];
    for _ in 0..31 {
        seen.push(machine.state().unwrap().clock.unwrap());
        machine.cycles(SECOND.into());
        if machine.state().unwrap().turn == "white" {
            break;
        }
    }
    assert!(
        seen.iter().rev().copied().eq(seen[seen.len() - 1]..=seen[0]),
        "{seen:?}"
    );
    assert!((1, 28) <= (seen[seen.len() - 1], seen[0]), "{seen:?}");
    let state = machine.state().unwrap();
    assert_eq!((state.turn, state.moves, state.clock), ("white", 0, Some(30)));
    // The clock stops on the bring-up page, and there is none in a game without a clock.
    press(&mut machine, "f1");
    let before = machine.state().unwrap().clock;
    machine.cycles(40 * u64::from(SECOND));
    assert_eq!(machine.state().unwrap().clock, before);
    for name in ["f1", "esc", "4", "right"] {
        press(&mut machine, name);
    }
    assert_eq!(machine.state().unwrap().clock, None);
}

#[test]
fn after_a_minute_without_a_key_the_computer_plays_itself() {
    let variant = Variant { second: 5000, shuffle: true, ponder: 0, sound: true, edition: Edition::GOMOKU };
    let mut machine = Machine::new(fast(variant)).unwrap();
    machine.settle().unwrap();
    machine.cycles(30 * 5000);
    assert_eq!(machine.state().unwrap().page, "mode");
    machine.press(key::named("up").unwrap());
    machine.cycles(58 * 5000);
    assert_eq!(machine.state().unwrap().page, "mode", "the key came in between");
    machine.cycles(12 * 5000);
    let state = machine.state().unwrap();
    assert_eq!((state.page, state.mode), ("game", "DEMO"));
    assert!((3..=10).contains(&state.moves), "{}", state.moves);
    machine.press(key::named("enter").unwrap());
    machine.cycles(20 * 5000);
    let state = machine.state().unwrap();
    assert_eq!((state.page, state.mode), ("mode", "PVC"), "the key did nothing else");
}
