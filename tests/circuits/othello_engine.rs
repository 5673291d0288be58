//! Othello's circuits against the rules: the search equals the model in every clock, in the simulation and in the
//! emitted Verilog; the moves and flips give the right numbers of games (perft).
#![cfg(feature = "eda")]

use std::path::Path;

use crate::stopped;

use serde::Deserialize;
use stopped::is_done_after;
use tengen::gateware::othello::search::OthelloSearch;
use tengen::gateware::othello::{OthelloCore, OthelloEngine};
use tengen::hdl::verilog::{netlist, netlist_with, verilog};
use tengen::rules::othello::evaluation::{DISC, WEIGHTS};
use tengen::rules::othello::player::{Level, Limits};
use tengen::rules::othello::search::{Answer, By, DEEP, Outside, Task, search, search_in};
use tengen::rules::othello::{Position, Square};
use tengen::simulation::exercise::random_position;
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::{ByName, Circuit, Engine, Native, Pair, Random, VerilatorTool, fast};

/// The emitted Verilog in Verilator.
fn emitted<C: Circuit + Default>(top: &str) -> Box<dyn Engine> {
    let text = verilog(&mut C::default(), top).unwrap_or_else(|error| panic!("{error:#}"));
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    let model = VerilatorTool::from_environment().build(&text, top, &C::ports(), Path::new(cache));
    Box::new(model.unwrap_or_else(|error| panic!("{top}: {error:#}")).start())
}

/// The fast simulation.
fn simulated<C: Circuit + Default>(top: &str) -> Box<dyn Engine> {
    let netlist = netlist(&mut C::default(), top, &|_| false).unwrap_or_else(|error| panic!("{error:#}"));
    fast::start(netlist, C::ports())
}

/// The same with the model as a stand-in for the search.
fn modelled<C: Circuit + Default>(top: &str) -> Box<dyn Engine> {
    let netlist = netlist_with(&mut C::default(), top, &|_| false, &STAND_INS);
    fast::start(netlist.unwrap_or_else(|error| panic!("{error:#}")), C::ports())
}

fn both<C: Circuit + Default>(top: &str) -> [(&'static str, Box<dyn Engine>); 2] {
    [("simulated", simulated::<C>(top)), ("emitted", emitted::<C>(top))]
}

fn load(engine: &mut dyn Engine, position: Position) {
    engine.drive("own", position.own);
    engine.drive("opponent", position.opponent);
    engine.strobe("load");
    // The position need not be held once it is loaded.
    engine.drive("own", 0);
    engine.drive("opponent", 0);
}

fn think(engine: &mut dyn Engine, task: Task) {
    load(engine, task.position);
    let (by, exact_from, deepest) = match task.by {
        By::Weights => (0, 0, 0),
        By::Mobility => (1, 0, 0),
        By::Search { exact_from, deepest } => (2, exact_from.min(63), deepest),
    };
    engine.drive("by", by);
    engine.drive("exact_from", exact_from.into());
    engine.drive("deepest", deepest.into());
    engine.drive("budget", task.budget);
    engine.strobe("think");
}

/// The circuit's answer, with the clocks from the strobe to `done`.
fn found(engine: &mut dyn Engine, task: Task) -> Answer {
    think(engine, task);
    let mut clocks = 1;
    while engine.read("done") == 0 {
        engine.step();
        clocks += 1;
        assert!(clocks < 30_000_000, "{task:?}");
    }
    told(engine, clocks)
}

/// The circuit's outputs when it is done after that many clocks.
fn told(engine: &dyn Engine, clocks: u64) -> Answer {
    assert_eq!(engine.read("busy"), 0);
    Answer {
        at: (engine.read("found") == 1).then(|| Square::numbered(engine.read("best") as usize).expect("a square")),
        score: (engine.read("score") as i32) << 20 >> 20,
        depth: engine.read("depth") as u32,
        nodes: engine.read("nodes"),
        clocks,
    }
}

#[test]
fn the_search_is_the_models_clock_for_clock() {
    for (name, mut engine) in both::<OthelloSearch>("othello_search") {
        let mut random = Random::new(21);
        for round in 0..260 {
            let plies = random.below(60);
            let position = random_position(&mut random, plies);
            let search_to = |exact_from, deepest| By::Search { exact_from, deepest };
            let (by, budget) = match round % 6 {
                0 => (By::Weights, 0),
                1 => (By::Mobility, 0),
                2 if position.empties() <= 11 => (search_to(63, 0), 0),
                3 => (search_to(0, 1 + random.below(4)), 0),
                4 => (search_to(8, 0), random.below(6000)),
                _ => (search_to(0, 0), 5000 + random.below(20_000)),
            };
            let task = Task { position, by, budget };
            assert_eq!(found(&mut *engine, task), search(task, &WEIGHTS), "{name}: {task:?}");
        }
        // Long enough for probes of both lengths.
        let deepest = (20..23).map(|plies| {
            let by = By::Search { exact_from: 0, deepest: 0 };
            let task = Task { position: random_position(&mut random, plies), by, budget: 300_000 };
            let answer = search(task, &WEIGHTS);
            assert_eq!(found(&mut *engine, task), answer, "{name}: {task:?}");
            answer.depth
        });
        assert!(deepest.max() > Some(DEEP));
    }
}

/// The mover has b1 and c1, the opponent a1: only the opponent has a move.
const BLOCKED: Position = Position { own: 0b0110, opponent: 0b0001 };

/// A think with random inputs, the same for the circuit and for its stand-in.
struct Think {
    position: Position,
    inputs: [(&'static str, u64); 5],
    /// The clock at which it is stopped, if it is.
    stop: Option<usize>,
    /// The number of clocks to compare.
    clocks: usize,
}

impl Think {
    fn random(random: &mut Random) -> Think {
        let plies = random.below(60);
        let position = match random.below(12) {
            0 => BLOCKED,
            _ => random_position(random, plies),
        };
        let by = random.of(&[0, 1, 2, 2, 2]);
        let clocks = match by {
            2 => 800 + random.below(9000),
            _ => 60,
        };
        let most = random.of(&[12, clocks, 1100]);
        // Without any limit the model would search to the end of the game, even if it is stopped later.
        let deepest = random.below(6);
        let budget = match deepest {
            0 => random.of(&[1, 20, 1500, 4000]),
            _ => random.of(&[0, 0, 1500, 4000]),
        };
        Think {
            position,
            inputs: [
                ("by", by),
                ("exact_from", random.below(13)),
                ("deepest", deepest),
                ("budget", budget),
                ("shuffle", random.below(2)),
            ],
            stop: random.once_in(2).then(|| random.below(most)),
            clocks,
        }
    }
}

#[test]
fn what_stands_in_for_the_search_is_equal_at_its_ports() {
    let mut engines = [
        simulated::<OthelloSearch>("othello_search"),
        modelled::<OthelloSearch>("othello_search"),
    ];
    let mut random = Random::new(27);
    let drive = |engines: &mut [Box<dyn Engine>; 2], port: &str, value: u64| {
        engines.iter_mut().for_each(|engine| engine.drive(port, value));
    };
    let (mut stopped, mut ended, mut given_up) = (0, 0, 0);
    for round in 0..400 {
        let think = Think::random(&mut random);
        for engine in &mut engines {
            load(engine, think.position);
        }
        for (port, value) in think.inputs {
            drive(&mut engines, port, value);
        }
        drive(&mut engines, "think", 1);
        // The square of the moves and flips, and how long it has been stable.
        let (mut square, mut since) = (0, 0);
        for clock in 0..think.clocks {
            engines.iter_mut().for_each(|engine| engine.step());
            drive(&mut engines, "think", u64::from(random.below(50) == 0));
            drive(&mut engines, "load", u64::from(random.below(40) == 0));
            drive(&mut engines, "own", random.below(1 << 30) << 20);
            if think.stop == Some(clock) {
                drive(&mut engines, "stop", 1);
            }
            let read = |port: &str| [0, 1].map(|which: usize| engines[which].read(port));
            for port in ["busy", "done"] {
                let [circuit, model] = read(port);
                assert_eq!(
                    circuit, model,
                    "round {round}, clock {clock}: {port}, {:?}",
                    think.inputs
                );
            }
            if read("busy") == [1, 1] {
                since = 0;
                continue;
            }
            let answer = ["best", "found", "score", "depth", "nodes"];
            for port in answer {
                let [circuit, model] = read(port);
                assert_eq!(
                    circuit, model,
                    "round {round}, clock {clock}: {port}, {:?}",
                    think.inputs
                );
            }
            ended += usize::from(read("done") == [1, 1]);
            stopped += usize::from(read("done") == [1, 1] && think.stop.is_some_and(|stop| stop < clock));
            since += 1;
            if since > 2 {
                for port in ["moves", "flips"] {
                    let [circuit, model] = read(port);
                    assert_eq!(circuit, model, "round {round}, clock {clock}: {port} of {square}");
                }
            }
            square = random.below(64);
            drive(&mut engines, "square", square);
            // The stop ends when the search has ended.
            drive(&mut engines, "stop", 0);
        }
        // Both engines finish before the next think.
        drive(&mut engines, "think", 0);
        drive(&mut engines, "load", 0);
        drive(&mut engines, "stop", 1);
        let left = [0, 1].map(|which: usize| engines[which].clocks_while("busy", 300));
        assert_eq!(left[0], left[1], "round {round}");
        given_up += usize::from(left[0] > 0);
        drive(&mut engines, "stop", 0);
        engines.iter_mut().for_each(|engine| engine.step());
    }
    assert!(
        stopped > 50 && ended > 200 && given_up > 20,
        "{stopped} {ended} {given_up}"
    );
}

/// The stand-in asks its model every 250 000 clocks; nevertheless the answer comes in the right clock, and a stop works
/// in any clock.
#[test]
fn what_stands_in_answers_as_the_model_over_many_windows() {
    let mut engine = modelled::<OthelloSearch>("othello_search");
    let mut random = Random::new(28);
    for _ in 0..12 {
        let plies = random.below(40);
        let task = Task {
            position: random_position(&mut random, plies),
            by: By::Search { exact_from: 0, deepest: 0 },
            budget: 600_000 + random.below(900_000),
        };
        let stops = [0; 3].map(|_| Some(1 + random.below(task.budget)));
        // Without a stop, with several different ones, and once more without.
        for stop in [None].into_iter().chain(stops).chain([None]) {
            let outside = Outside { noise: None, stop };
            let expected = search_in(task, outside, &WEIGHTS);
            think(&mut *engine, task);
            is_done_after(&mut *engine, expected.clocks, stop);
            assert_eq!(told(&*engine, expected.clocks), expected, "{stop:?}: {task:?}");
        }
    }
}

#[test]
fn who_cannot_move_gets_a_score_and_no_square() {
    let blocked = BLOCKED;
    let mut engine = simulated::<OthelloSearch>("othello_search");
    for by in [By::Weights, By::Mobility, By::Search { exact_from: 0, deepest: 3 }] {
        let task = Task { position: blocked, by, budget: 0 };
        let answer = found(&mut *engine, task);
        assert_eq!(answer, search(task, &WEIGHTS));
        assert_eq!(answer.at, None);
    }
}

#[test]
fn a_stop_is_answered_within_300_clocks() {
    let mut random = Random::new(22);
    let mut engine = simulated::<OthelloSearch>("othello_search");
    for round in 0..40 {
        let position = random_position(&mut random, round);
        load(&mut *engine, position);
        engine.drive("by", 2);
        engine.drive("exact_from", 0);
        engine.strobe("think");
        for _ in 0..random.below(3000) {
            engine.step();
        }
        engine.drive("stop", 1);
        assert!(engine.clocks_while("busy", 300) <= 300);
        engine.drive("stop", 0);
        let best = Square::numbered(engine.read("best") as usize).unwrap();
        assert!(position.legal() & best.bit() != 0, "{best} in {position:?}");
        // The legal squares and flips are valid again.
        engine.settle();
        assert_eq!(engine.read("moves"), position.legal());
    }
}

#[test]
fn with_shuffle_every_opening_square_comes_and_the_score_stays() {
    let mut engine = simulated::<OthelloSearch>("othello_search");
    engine.drive("shuffle", 1);
    let mut seen = 0;
    for round in 0..60 {
        let by = if round % 2 == 0 { By::Weights } else { By::Mobility };
        let task = Task { position: Position::START, by, budget: 0 };
        seen |= found(&mut *engine, task).at.unwrap().bit();
    }
    assert_eq!(seen, Position::START.legal());
    let position = random_position(&mut Random::new(5), 52);
    let task = Task { position, by: By::Search { exact_from: 20, deepest: 0 }, budget: 0 };
    assert_eq!(found(&mut *engine, task).score, search(task, &WEIGHTS).score);
}

/// The number of games of that many plies, from the circuit's moves and flips.
fn perft(engine: &mut dyn Engine, position: Position, depth: u32) -> u64 {
    load(engine, position);
    engine.step();
    let legal = engine.read("moves");
    if depth == 1 && legal != 0 {
        return legal.count_ones().into();
    }
    if legal == 0 {
        let passed = position.passed();
        return if passed.legal() == 0 { 1 } else { perft(engine, passed, depth - 1) };
    }
    let children: Vec<Position> = Square::of(legal)
        .map(|at| {
            engine.drive("square", at.number() as u64);
            engine.step();
            engine.step();
            let flips = engine.read("flips");
            Position { own: position.opponent & !flips, opponent: position.own | flips | at.bit() }
        })
        .collect();
    children.into_iter().map(|child| perft(engine, child, depth - 1)).sum()
}

#[test]
fn perft_to_depth_6_by_its_moves_and_flips() {
    for (name, mut engine) in both::<OthelloCore>("othello_core") {
        for (depth, games) in (1..).zip([4, 12, 56, 244, 1396, 8200]) {
            assert_eq!(
                perft(&mut *engine, Position::START, depth),
                games,
                "{name}, depth {depth}"
            );
        }
    }
}

#[test]
fn a_taken_square_and_one_that_flips_nothing_flip_nothing() {
    let mut engine = simulated::<OthelloCore>("othello_core");
    let mut random = Random::new(23);
    for plies in 0..40 {
        let position = random_position(&mut random, plies);
        load(&mut *engine, position);
        for at in Square::all() {
            engine.drive("square", at.number() as u64);
            engine.step();
            engine.step();
            assert_eq!(engine.read("flips"), position.flips(at), "{at} in {position:?}");
        }
    }
}

#[test]
fn every_level_is_the_models() {
    let mut engine = simulated::<OthelloCore>("othello_core");
    let mut random = Random::new(24);
    for (number, level) in Level::ALL.into_iter().enumerate() {
        for plies in [3, 20, 35, 49, 50, 53] {
            let position = random_position(&mut random, plies);
            let limits = Limits { budget: Some(30_000), deepest: None };
            load(&mut *engine, position);
            engine.drive("level", number as u64);
            engine.drive("budget", 30_000);
            engine.strobe("think");
            engine.clocks_while("busy", 31_000);
            let answer = level.think(position, limits);
            let expected = [
                answer.at.unwrap().number() as u64,
                u64::from((answer.score >> 4) as u8),
                answer.depth.into(),
                answer.nodes,
            ];
            assert_eq!(
                ["best", "score", "depth", "nodes"].map(|port| engine.read(port)),
                expected
            );
        }
    }
}

/// A row of `tests/data/othello_endgames.jsonl`.
#[derive(Deserialize)]
struct Ending {
    board: String,
    turn: char,
    empties: u32,
    score: i32,
}

#[test]
fn the_emitted_engine_solves_the_kept_endings() {
    let mut engine = emitted::<OthelloEngine>("othello_engine");
    for row in include_str!("../data/othello_endgames.jsonl").lines() {
        let ending: Ending = serde_json::from_str(row).unwrap();
        // Endings with 15 and 16 empty squares are tested with the model: `tests/circuits/othello_search.rs`.
        if ending.empties > 14 {
            continue;
        }
        let discs = |side| {
            let squares = Square::all()
                .zip(ending.board.chars())
                .filter(|(_, disc)| *disc == side);
            squares.fold(0, |discs, (at, _)| discs | at.bit())
        };
        let (black, white) = (discs('X'), discs('O'));
        engine.drive("black", black);
        engine.drive("white", white);
        engine.drive("side", u64::from(ending.turn == 'O'));
        engine.strobe("load");
        engine.strobe("start");
        assert_eq!(engine.read("busy"), 1);
        engine.clocks_while("busy", 25_000_000);
        assert_eq!(engine.read("score") as i8, ending.score as i8, "{}", ending.board);
        let (own, opponent) = if ending.turn == 'X' { (black, white) } else { (white, black) };
        let position = Position { own, opponent };
        let by = By::Search { exact_from: 63, deepest: 0 };
        let task = Task { position, by, budget: 0 };
        let model = search(task, &WEIGHTS);
        assert_eq!(engine.read("best"), model.at.unwrap().number() as u64);
        assert_eq!((engine.read("nodes"), model.score), (model.nodes, ending.score * DISC));
    }
}

#[test]
fn a_start_may_come_with_its_position() {
    let mut engine = simulated::<OthelloEngine>("othello_engine");
    let position = random_position(&mut Random::new(25), 53);
    engine.drive("black", position.own);
    engine.drive("white", position.opponent);
    engine.drive("load", 1);
    engine.strobe("start");
    engine.drive("load", 0);
    assert_eq!(engine.read("busy"), 1);
    // Ignored while busy.
    engine.drive("black", 0);
    engine.strobe("load");
    engine.clocks_while("busy", 1_000_000);
    let by = By::Search { exact_from: 63, deepest: 0 };
    let task = Task { position, by, budget: 0 };
    assert_eq!(engine.read("score") as i8, (search(task, &WEIGHTS).score / DISC) as i8);
    assert_eq!(engine.read("moves"), position.legal());
}

#[test]
fn the_emitted_search_is_equal_on_every_clock() {
    let mut pair = Pair::new(
        Native::new(OthelloSearch::default()),
        emitted::<OthelloSearch>("othello_search"),
    )
    .unwrap();
    let mut random = Random::new(26);
    for round in 0..6 {
        let position = random_position(&mut random, 30 + 4 * round);
        for (port, value) in [
            ("own", position.own),
            ("opponent", position.opponent),
            ("by", 2),
            ("exact_from", 6),
            ("deepest", 5),
            ("shuffle", 1),
        ] {
            let port = pair.port(port);
            pair.set(port, value);
        }
        for strobe in ["load", "think"] {
            let port = pair.port(strobe);
            pair.set(port, 1);
            pair.step().unwrap();
            pair.set(port, 0);
        }
        for _ in 0..5000 {
            pair.step().unwrap();
        }
    }
}
