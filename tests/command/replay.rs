//! Recorded games on the machine's own keys: every game can be played into the machine from any of its states, and
//! reads back unchanged.

use tengen::gateware::console::{Console, Variant};
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::hdl::verilog::{netlist, netlist_with};
use tengen::notation::sgf::{Record, read};
use tengen::notation::{self, Format, othello};
use tengen::rules::gomoku::{Crossing, End, Game, Ply, Rule};
use tengen::rules::othello as othello_rules;
use tengen::simulation::machine::Machine;
use tengen::simulation::pointer;
use tengen::simulation::replay::{self, Replay};
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::{Circuit, Engine, Random, fast::Fast};

type Shown = Console<4, 4, 4>;

/// A machine with such a short second; operations still take the same number of clocks.
fn machine(second: u32) -> Machine<Fast> {
    holding(Edition::GOMOKU.without_searches(), second)
}

fn holding(edition: Edition, second: u32) -> Machine<Fast> {
    let variant = Variant { second, edition, ..Variant::default() };
    let netlist = netlist_with(&mut Shown::new(variant), "console", &|_| false, &STAND_INS).unwrap();
    let mut machine = Machine::new(Fast::new(netlist, Shown::ports())).unwrap();
    machine.settle().unwrap();
    machine
}

type Short = Console<3, 3, 2>;

fn short(second: u32) -> Short {
    Console::new(Variant { second, edition: Edition::GOMOKU.without_searches(), ..Variant::default() })
}

const REAL_SECOND: u32 = 25_000_000;

fn press(machine: &mut Machine<Fast>, keys: &str) {
    for name in keys.split_whitespace() {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    }
}

/// Random stones on the crossings of a square in the centre, until there are `stones` or the game is over.
fn game(rule: Rule, seed: u64, stones: usize) -> Record {
    let mut random = Random::new(seed);
    let mut game = Game::new(rule);
    let side = 5 + random.below(4);
    while game.plies().len() < stones.min(side * side) && game.end().is_none() {
        let corner = (15 - side) / 2;
        let at = Crossing::new(corner + random.below(side), corner + random.below(side)).unwrap();
        let _ = game.play(at);
    }
    Record::new(game)
}

/// The record of the game of Gomoku on the board.
fn written<E: Engine>(machine: &Machine<E>) -> Record {
    match machine.record().unwrap() {
        notation::Record::Gomoku(record) => *record,
        other => panic!("{other:?} is no game of Gomoku"),
    }
}

fn play(machine: &mut Machine<Fast>, record: &Record) {
    let mut pictures = vec![];
    replay::play(machine, &record.clone().into(), |_, stones| {
        pictures.push(stones);
        Ok(())
    })
    .unwrap();
    // An opening stone of the machine, and the restart that follows, add a picture.
    pictures.dedup();
    assert_eq!(pictures, (0..=record.game().plies().len()).collect::<Vec<_>>());
    assert_eq!(&written(machine), record);
    let state = machine.state().unwrap();
    assert_eq!((state.mode, state.clock), ("PVP", None));
    let winner = match record.game().end() {
        None => None,
        Some(End::Draw) => Some("draw"),
        Some(End::Won { colour, .. }) => Some(["black", "white"][colour as usize]),
    };
    assert_eq!(state.winner, winner);
}

#[test]
fn every_game_goes_in_and_comes_out_from_wherever_the_machine_stands() {
    let mut machine = machine(REAL_SECOND);
    for (number, keys) in [
        // At power-on, and after the previous game.
        "",
        "",
        // With the bring-up page over the game or over the mode page, and with the mode page on another line and other
        // settings.
        "f1",
        "esc esc f1",
        "esc esc m m l 2 down down right down right up",
        // During a game against the machine, with the opening stone, with sides exchanged, and with a question pending.
        "esc esc m 4 down right enter",
        "esc esc m m enter m",
        "esc esc m enter enter esc",
        "ctrl",
    ]
    .into_iter()
    .enumerate()
    {
        press(&mut machine, keys);
        play(
            &mut machine,
            &game(Rule::ALL[number % 3], number as u64, 6 + 2 * number),
        );
    }
    // After a game that has ended, and on its final picture.
    for keys in ["", "enter"] {
        let won = (0..)
            .map(|seed| game(Rule::Renju, seed, 40))
            .find(|record| record.game().end().is_some());
        play(&mut machine, &won.unwrap());
        press(&mut machine, keys);
    }
    play(&mut machine, &Record::new(Game::new(Rule::Renju)));
}

#[test]
fn gomoku_is_found_on_the_list_and_from_the_page_and_the_board_of_another_game() {
    let mut machine = holding(Edition::FULL, REAL_SECOND);
    for (number, keys) in ["", "esc esc esc 2 enter", "esc esc esc 2 enter m m enter enter"]
        .into_iter()
        .enumerate()
    {
        press(&mut machine, keys);
        play(&mut machine, &game(Rule::ExactFive, number as u64, 4));
    }
}

#[test]
fn the_demo_is_left_for_the_game() {
    let mut machine = machine(60_000);
    machine.cycles(61 * 60_000);
    assert_eq!(machine.state().unwrap().mode, "DEMO");
    play(&mut machine, &game(Rule::ExactFive, 7, 3));
}

#[test]
fn what_is_taken_back_or_wiped_is_no_part_of_the_game() {
    let mut machine = machine(REAL_SECOND);
    let record = game(Rule::Freestyle, 3, 8);
    play(&mut machine, &record);
    let plies = |machine: &Machine<Fast>| written(machine).game().plies().to_vec();
    press(&mut machine, "u u");
    assert_eq!(plies(&machine), record.game().plies()[..6]);
    // Settings changed on the mode page after a game belong to the next game.
    press(&mut machine, "esc esc 3 right m");
    assert_eq!(plies(&machine), record.game().plies()[..6]);
    assert_eq!(written(&machine).game().rule(), Rule::Freestyle);
    assert_eq!(written(&machine).head.white, "");
    press(&mut machine, "enter enter u");
    assert_eq!(plies(&machine), []);
    assert_eq!(written(&machine).game().rule(), Rule::ExactFive);
    assert_eq!(written(&machine).head.white, "Tengen, level 3 (zju)");
}

#[test]
fn a_lost_turn_shows_in_the_game() {
    const SECOND: u32 = 20_000;
    let mut machine = machine(SECOND);
    press(&mut machine, "m m enter enter");
    let moves = |machine: &Machine<Fast>| written(machine).game().plies().to_vec();
    let stone = |row, col| Ply::Stone(Crossing::new(row, col).unwrap());
    assert_eq!(moves(&machine), [stone(7, 7)]);
    while machine.state().unwrap().turn == "white" {
        machine.cycles(1000);
    }
    machine.settle().unwrap();
    assert_eq!(moves(&machine), [stone(7, 7), Ply::Pass]);
    press(&mut machine, "up enter");
    assert_eq!(moves(&machine), [stone(7, 7), Ply::Pass, stone(6, 7)]);
    // P has the same effect without waiting for the clock, so the game can be played in again.
    let record = written(&machine);
    press(&mut machine, "esc esc");
    play(&mut machine, &record);
}

/// Whatever is done with the machine, the game it then reports can be written to a file and played into another
/// machine.
#[test]
fn every_game_the_machine_plays_is_loaded_again() {
    const SECOND: u32 = 15_000;
    const KEYS: [&str; 8] = ["up", "down", "left", "right", "h", "u", "p", "n"];
    let netlist = netlist(&mut short(SECOND), "console", &|_| false).unwrap();
    let mut powered = Machine::new(Fast::new(netlist, Short::ports())).unwrap();
    powered.settle().unwrap();
    let mut random = Random::new(11);
    let (mut lost, mut ended, mut taken_back) = (0, 0, 0);
    for round in 0..40 {
        let (mut machine, mut other) = (powered.clone(), powered.clone());
        let strike = |machine: &mut Machine<Fast>, name: &str| {
            machine.press(key::named(name).unwrap());
            machine.settle().unwrap();
        };
        // Random seats, rule, clock and opening.
        for _ in 0..random.below(12) {
            strike(&mut machine, random.of(&["down", "right", "m", "l", "3", "4"]));
        }
        strike(&mut machine, "enter");
        // Most keys place a stone near others, so that games end.
        for _ in 0..20 + random.below(120) {
            let state = machine.state().unwrap();
            if state.winner.is_some() {
                ended += 1;
                break;
            }
            let key = match random.below(10) {
                0..4 => "enter",
                4..8 => random.of(&["left", "right", "up"]),
                8 => random.of(&KEYS),
                _ => {
                    machine.cycles(random.below(12 * SECOND as usize) as u64);
                    continue;
                }
            };
            taken_back += usize::from(key == "u");
            strike(&mut machine, key);
        }
        machine.settle().unwrap();
        let record = written(&machine);
        lost += record.game().plies().iter().filter(|ply| **ply == Ply::Pass).count();
        let file = read(record.to_string().as_bytes()).unwrap();
        replay::play(&mut other, &file.into(), |_, _| Ok(())).unwrap();
        let again = written(&other);
        assert_eq!(again.game(), record.game(), "round {round}: {record}");
        assert_eq!(other.state().unwrap().winner, machine.state().unwrap().winner);
    }
    assert!(lost > 5 && ended > 5 && taken_back > 5, "{lost} {ended} {taken_back}");
}

#[test]
fn a_machine_that_is_used_in_between_is_noticed() {
    let mut machine = machine(REAL_SECOND);
    let record = game(Rule::Freestyle, 5, 6);
    let mut replay = Replay::new(&record.into());
    let mut failure = None;
    while failure.is_none() {
        match replay.next(&machine.state().unwrap()) {
            Ok(Some(strokes)) => {
                machine.strike(&strokes);
                machine.settle().unwrap();
            }
            Ok(None) => panic!("the whole game was played"),
            Err(error) => failure = Some(error.to_string()),
        }
        if replay.progress() == (3, 6) {
            press(&mut machine, "u");
        }
    }
    assert!(failure.unwrap().starts_with("the machine has not played move "));
}

/// A machine with both games, at power-on.
fn with_othello() -> Machine<Fast> {
    let variant = Variant { second: REAL_SECOND, edition: Edition::FULL, ..Variant::default() };
    let netlist = netlist_with(&mut Short::new(variant), "console", &|_| false, &STAND_INS).unwrap();
    Machine::new(Fast::new(netlist, Short::ports())).unwrap()
}

/// Random moves of Othello, at most `plies` plies; one in `losses` turns is lost, or none if that is 0.
fn othello_game(seed: u64, plies: usize, losses: u64) -> othello::Record {
    let (mut random, mut game) = (Random::new(seed), othello_rules::Game::new());
    while game.plies().len() < plies && !game.is_over() {
        let squares: Vec<_> = othello_rules::Square::of(game.position().legal()).collect();
        match squares.is_empty() || losses > 0 && random.once_in(losses) {
            true => game.pass().unwrap(),
            false => game.play(random.of(&squares)).unwrap(),
        }
    }
    let mut record = othello::Record::new(game);
    record.settle();
    record
}

/// Games with passes, wiped-out sides and lost turns: from each format that can express the game, into the machine, and
/// back.
#[test]
fn games_of_othello_go_in_from_every_format_and_come_out_again() {
    let mut machine = with_othello();
    machine.settle().unwrap();
    let transcript = |text: &str| othello::read(text.as_bytes(), Format::Transcript).unwrap();
    let with_passes = (0..)
        .map(|seed| othello_game(seed, 99, 0))
        .filter(|record| record.game.plies().any(|ply| ply == othello_rules::Ply::Pass));
    let games = [
        transcript("e6f4e3f6g5d6e7f5c5"),
        othello_game(1, 7, 0),
        othello_game(2, 40, 6),
        othello_game(3, 99, 9),
    ];
    let games: Vec<othello::Record> = games.into_iter().chain(with_passes.take(2)).collect();
    assert!(games.iter().any(|record| record.lost_turn().is_some()));
    for (number, record) in games.iter().enumerate() {
        // From the end of the previous game, from Gomoku's board, and from a game against the computer.
        for name in ["", "esc esc esc 1 enter enter enter", "esc esc m l enter"][number % 3].split_whitespace() {
            machine.press(key::named(name).unwrap());
            machine.settle().unwrap();
        }
        // All formats give the same game, so it is played from one of them.
        let texts = Format::ALL.into_iter().filter_map(|format| match record.write(format) {
            Ok(text) => Some(text),
            Err(_) => {
                assert!(format == Format::Transcript && record.lost_turn().is_some());
                None
            }
        });
        let files: Vec<_> = texts
            .map(|text| (notation::read(text.as_bytes()).unwrap(), text))
            .collect();
        for (file, text) in &files {
            assert_eq!(file, &notation::Record::from(record.clone()), "{text}");
        }
        let (file, text) = &files[number % files.len()];
        let mut last = None;
        replay::play(&mut machine, file, |_, plies| {
            last = Some(plies);
            Ok(())
        })
        .unwrap();
        assert_eq!(last, Some(record.game.plies().len()));
        assert_eq!(machine.record().unwrap(), record.clone().into(), "{text}");
        let (state, game) = (machine.state().unwrap(), &record.game);
        let colours = [tengen::rules::Colour::Black, tengen::rules::Colour::White];
        assert_eq!(state.discs, Some(colours.map(|colour| game.discs(colour).count_ones())));
        assert_eq!((state.mode, state.clock), ("PVP", None));
        let winner = game.end().map(|end| match end.winner {
            None => "draw",
            Some(colour) => ["black", "white"][colour as usize],
        });
        assert_eq!(state.winner, winner);
        if winner.is_none() {
            assert_eq!(state.turn, ["black", "white"][game.turn() as usize]);
        }
        for (port, colour) in ["black_discs", "white_discs"].into_iter().zip(colours) {
            let engine = machine.engine();
            assert_eq!(engine.get(engine.port(port)), game.discs(colour), "{text}");
        }
    }
}

#[test]
fn othellos_squares_are_found_by_the_mouse() {
    let mut machine = with_othello();
    let point = |machine: &mut Machine<Fast>, x: usize, y: usize| {
        machine.settle().unwrap();
        let strokes = pointer::strokes(&machine.state().unwrap(), false, x, y);
        machine.strike(&strokes);
        machine.settle().unwrap();
    };
    // By mouse only: the second line of the list, two players on the page, and start.
    point(&mut machine, 320, 4 * (62 + 14) + 10);
    let state = machine.state().unwrap();
    assert_eq!((state.page, state.game), ("mode", "othello"));
    for _ in 0..2 {
        point(&mut machine, 4 * 60, 4 * 99 + 10);
    }
    point(&mut machine, 4 * 100, 4 * 110 + 10);
    assert_eq!(machine.state().unwrap().page, "game");
    // A square's first and last pixel, and the frame around the board.
    for (x, y) in [
        (40 + 5 * 50, 40 + 4 * 50),
        (40 + 4 * 50 - 1, 40 + 6 * 50 - 1),
        (39, 100),
        (440, 100),
        (100, 440),
    ] {
        point(&mut machine, x, y);
    }
    assert_eq!(machine.record().unwrap().moves(), ["f5", "d6"]);
    // The row of the menu with P: the turn is lost.
    point(&mut machine, 500, 5 + 18 * 19 + 8);
    assert_eq!(machine.record().unwrap().moves(), ["f5", "d6", ""]);
}

#[test]
fn the_club_is_used_by_the_mouse() {
    let mut machine = with_othello();
    let point = |machine: &mut Machine<Fast>, x: usize, y: usize| {
        machine.settle().unwrap();
        let strokes = pointer::strokes(&machine.state().unwrap(), false, 4 * x, 4 * y);
        machine.strike(&strokes);
        machine.settle().unwrap();
        machine.state().unwrap()
    };
    // The third line of the list. A click beside all lines has no effect; the last line ends the club after its
    // question is confirmed, and then a click anywhere starts anew.
    assert_eq!(point(&mut machine, 80, 62 + 28 + 3).page, "club");
    assert_eq!(point(&mut machine, 80, 95).club_ended, None);
    let end = |machine: &mut Machine<Fast>| point(machine, 14, 24 + 40 + 3);
    let question = |machine: &mut Machine<Fast>| point(machine, 100, 109 + 3);
    assert_eq!((end(&mut machine).asking, end(&mut machine).asking), (true, false));
    assert!(end(&mut machine).asking);
    assert_eq!(question(&mut machine).club_reason, Some("ended"));
    assert_eq!(point(&mut machine, 3, 3).club_ended, None);
    // Feed costs a coin, and there is none.
    assert!(point(&mut machine, 20, 24 + 30 + 3).asking);
    assert_eq!(question(&mut machine).club_reason, Some("money"));
    point(&mut machine, 3, 3);
    assert_eq!(point(&mut machine, 130, 10).page, "home");
}
