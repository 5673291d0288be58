//! Games against the computer.

use tengen::gateware::console::Variant;
use tengen::gateware::keyboard::key;
use tengen::rules::gomoku::Player;
use tengen::rules::gomoku::game::End;
use tengen::rules::gomoku::mcu::Mcu;
use tengen::rules::gomoku::thesis::Thesis;
use tengen::rules::gomoku::zju::Zju;
use tengen::simulation::machine::Machine;
use tengen_sim::Engine;

use super::Hands;
use super::pictures::check_board;
use super::{EXPECTED, Watched, console, fast, play};

/// Plays a game against the computer in that mode and at that level, with `person` for the person's moves.
pub(super) fn against(machine: &mut Watched<impl Engine>, mode: &str, level: u64, person: &dyn Player) -> End {
    while machine.state().unwrap().level != level {
        machine.keys("l");
    }
    while machine.state().unwrap().mode != mode {
        machine.keys("m");
    }
    play(machine, |board, turn| person.choose(board, turn).unwrap())
}

#[test]
fn the_computer_plays_the_reference_in_every_mode_and_level() {
    let mut machine = console();
    machine.keys("enter");
    for (mode, level, person) in [
        ("PVC", 3, &Mcu as &dyn Player),
        ("CVP", 3, &Mcu),
        ("PVC", 4, &Zju),
        ("CVP", 4, &Zju),
        ("PVC", 1, &Zju),
        ("CVP", 1, &Zju),
        ("PVC", 2, &Zju),
        ("CVP", 2, &Mcu),
        ("PVC", 5, &Zju),
        ("CVP", 5, &Thesis),
    ] {
        let end = against(&mut machine, mode, level, person);
        let frame = machine.shot();
        check_board(&machine, &frame);
        println!(
            "{mode} at level {level}: {} stones, {end:?}",
            machine.engine().board().stones()
        );
        machine.keys("enter enter");
    }
    assert_eq!(machine.engine().ends, 10);
    assert!(machine.engine().computer_moves >= 60);
}

/// The times of the keys influence the random numbers: two sessions do not begin in the same way.
#[test]
fn keys_at_other_times_make_another_game() {
    let variant = Variant { shuffle: true, ..EXPECTED };
    let mut powered = Machine::new(fast(variant)).unwrap();
    powered.settle().unwrap();
    let game = |pause: u64| {
        let mut machine = powered.clone();
        for name in "enter enter up enter up enter up enter up enter".split_whitespace() {
            machine.cycles(pause);
            machine.press(key::named(name).unwrap());
            machine.settle().unwrap();
        }
        machine.state().unwrap().board
    };
    let games: Vec<_> = (0..8).map(|pause| game(1000 + 777 * pause)).collect();
    let others = games.iter().filter(|board| **board != games[0]).count();
    assert!(others >= 4, "{others} of 7 games are other than the first");
    assert_eq!(game(1000), games[0], "the same keys at the same times, the same game");
}
