//! Othello on the whole machine: played from the list of games through the keyboard's two pins, and seen by the
//! monitor.

use crate::reference_pictures::check_kept;
use tengen::gateware::console::{Console, Variant};
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::hdl::verilog::netlist;
use tengen::rules::Colour;
use tengen::rules::othello::{Game, Ply, Square};
use tengen::simulation::machine::Machine;
use tengen_sim::{Circuit, Engine, Random, fast::Fast};

/// The colour depth of the pictures: the coarsest.
type Coarse = Console<3, 3, 2>;

/// Flips take less than half a frame, and a game does not wait for its clock.
const VARIANT: Variant = Variant {
    second: 2_000_000,
    shuffle: false,
    ponder: 0,
    sound: true,
    edition: Edition { gomoku_search: None, ..Edition::FULL },
};

/// A machine at power-on, with its first page painted.
fn power_on() -> Machine<Fast> {
    let netlist = netlist(&mut Coarse::new(VARIANT), "console", &|_| false).unwrap();
    let mut machine = Machine::new(Fast::new(netlist, Coarse::ports())).unwrap();
    machine.settle().unwrap();
    machine
}

/// Presses keys, named as in a script, and settles after each.
fn keys(machine: &mut Machine<impl Engine>, keys: &str) {
    for name in keys.split_whitespace() {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    }
}

fn put(machine: &mut Machine<impl Engine>, at: Square) {
    let (row, col) = machine.state().unwrap().cursor;
    let steps = |from: u64, to: usize| (to + 8 - from as usize) % 8;
    keys(machine, &"down ".repeat(steps(row, at.row())));
    keys(machine, &"right ".repeat(steps(col, at.col())));
    keys(machine, "enter");
}

fn output(machine: &Machine<impl Engine>, name: &str) -> u64 {
    let engine = machine.engine();
    engine.get(engine.port(name))
}

/// Plays a game of two people and compares it with the rules after every disc.
fn play(machine: &mut Machine<Fast>, discs: &[Square]) -> Game {
    let mut game = Game::new();
    for at in discs {
        put(machine, *at);
        game.play(*at).unwrap();
        if game.must_pass() {
            game.pass().unwrap();
        }
        for (port, colour) in [("black_discs", Colour::Black), ("white_discs", Colour::White)] {
            assert_eq!(output(machine, port), game.discs(colour));
        }
        assert_eq!(output(machine, "result") == 0, game.end().is_none());
    }
    game
}

fn squares(transcript: &str) -> Vec<Square> {
    let names = transcript.as_bytes().chunks(2);
    names
        .map(|name| std::str::from_utf8(name).unwrap().parse().unwrap())
        .collect()
}

/// A random game that ends in a draw.
fn drawn() -> Vec<Square> {
    let games = (0..).map(|seed| {
        let (mut random, mut game) = (Random::new(seed), Game::new());
        while !game.is_over() {
            let legal: Vec<Square> = Square::of(game.position().legal()).collect();
            match legal.is_empty() {
                true => game.pass().unwrap(),
                false => game.play(random.of(&legal)).unwrap(),
            }
        }
        game
    });
    let mut draws = games.filter(|game| game.end().unwrap().winner.is_none());
    let discs = draws.next().unwrap();
    let disc = |ply| match ply {
        Ply::Disc(at) => Some(at),
        Ply::Pass => None,
    };
    discs.plies().filter_map(disc).collect()
}

#[test]
fn the_list_its_page_a_game_and_its_ends_are_seen() {
    let mut machine = power_on();
    let page = |machine: &Machine<Fast>| machine.state().unwrap().page;
    assert_eq!(page(&machine), "home");
    check_kept("games", &machine.frame().unwrap());
    keys(&mut machine, "down enter");
    assert_eq!((page(&machine), output(&machine, "game")), ("mode", 1));
    check_kept("othello_page", &machine.frame().unwrap());
    keys(&mut machine, "m m enter");
    assert_eq!(page(&machine), "game");
    play(&mut machine, &squares("f5d6c3d3c4f4f6f3e6e7d7c5b6"));
    check_kept("othello_game", &machine.frame().unwrap());

    keys(&mut machine, "ctrl ctrl");
    let game = play(&mut machine, &squares("e6f4e3f6g5d6e7f5c5"));
    assert!(game.is_over());
    check_kept("othello_wiped_out", &machine.frame().unwrap());
    keys(&mut machine, "up");
    check_kept("othello_black_wins", &machine.frame().unwrap());

    keys(&mut machine, "up");
    play(&mut machine, &drawn());
    check_kept("othello_full", &machine.frame().unwrap());
    assert_eq!(output(&machine, "result"), 3);
    keys(&mut machine, "up");
    check_kept("othello_draw", &machine.frame().unwrap());

    // Back in the list, Gomoku works as before.
    keys(&mut machine, "esc esc 1 enter enter");
    assert_eq!((page(&machine), output(&machine, "game")), ("game", 0));
}

/// The whole machine with short waiting times. Its Verilog is compiled once for all tests that need the whole machine.
#[cfg(feature = "eda")]
pub fn whole() -> Coarse {
    Coarse::new(Variant { second: 30_000, edition: Edition::FULL, ..VARIANT })
}

/// The emitted Verilog under Verilator, the rust-hdl simulation and the fast engine, with every output compared on
/// every clock.
#[cfg(feature = "eda")]
#[test]
fn the_verilog_of_the_whole_machine_plays_the_same_game() {
    use tengen::hdl::verilog::verilog;
    // The clocks between two keys: shorter than the computer thinks.
    const AT_ONCE: u64 = 1500;
    let text = verilog(&mut whole(), "console").unwrap();
    let mut machine = Machine::new(crate::both::on_every_engine(&whole, &text)).unwrap();
    machine.settle().unwrap();

    // Two people: one side is wiped out; then the board is filled, with take-backs on the way.
    keys(&mut machine, "down enter m m enter");
    for (discs, ended) in [(squares("e6f4e3f6g5d6e7f5c5"), 1), (drawn(), 3)] {
        let mut game = Game::new();
        for (number, at) in discs.iter().enumerate() {
            // After the last disc a key shows the result.
            for twice in [number % 9 == 5 && number + 1 < discs.len(), false] {
                put(&mut machine, *at);
                if !twice {
                    break;
                }
                keys(&mut machine, "u");
            }
            game.play(*at).unwrap();
            if game.must_pass() {
                game.pass().unwrap();
            }
            assert_eq!(output(&machine, "black_discs"), game.discs(Colour::Black), "{at}");
            assert_eq!(output(&machine, "white_discs"), game.discs(Colour::White), "{at}");
        }
        assert_eq!((output(&machine, "result"), game.is_over()), (ended, true));
        // The final picture is shown, and the next game begins.
        keys(&mut machine, "up up");
    }

    // The computer plays, with random keys of a person.
    let mut random = Random::new(5);
    keys(&mut machine, "esc esc 1 right right l 2 right enter");
    let names = ["up", "down", "left", "right", "enter", "enter", "u", "h", "p", "l", "n"];
    let any: Vec<&str> = (0..150).map(|_| random.of(&names)).collect();
    for name in any
        .into_iter()
        .chain("m m enter esc esc esc up enter".split_whitespace())
    {
        machine.press(key::named(name).unwrap());
        let sent = machine.keyboard().left();
        machine.cycles(sent + AT_ONCE);
    }
}
