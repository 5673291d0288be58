//! Gomoku's search against its model: equal moves, scores, positions and clocks, in the simulation and in the emitted
//! Verilog.
#![cfg(feature = "eda")]

use std::path::Path;

use crate::stopped;

use stopped::is_done_after;
use tengen::gateware::gomoku::GomokuSearch;
use tengen::hdl::verilog::{netlist, netlist_with, verilog};
use tengen::rules::gomoku::search::alpha_beta::{Answer, Settings, Task, search_with};
use tengen::rules::gomoku::search::{Lanes, WEIGHTS};
use tengen::rules::gomoku::{Board, Colour, Crossing, Rule};
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::{ByName, Circuit, Engine, Native, Pair, Random, VerilatorTool, fast};

/// The settings of a search with these lanes.
fn settings(lanes: Lanes) -> Settings {
    Settings { lanes, ..Settings::default() }
}

/// The emitted Verilog in Verilator.
fn emitted(lanes: Lanes) -> Box<dyn Engine> {
    let text = verilog(&mut GomokuSearch::new(lanes), "gomoku_search").unwrap_or_else(|error| panic!("{error:#}"));
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    let tool = VerilatorTool::from_environment();
    let model = tool.build(&text, "gomoku_search", &GomokuSearch::ports(), Path::new(cache));
    Box::new(model.unwrap_or_else(|error| panic!("{error:#}")).start())
}

/// The fast simulation.
fn simulated(lanes: Lanes) -> Box<dyn Engine> {
    let netlist = netlist(&mut GomokuSearch::new(lanes), "gomoku_search", &|_| false);
    fast::start(
        netlist.unwrap_or_else(|error| panic!("{error:#}")),
        GomokuSearch::ports(),
    )
}

/// The same with the model as a stand-in for the search.
fn modelled(lanes: Lanes) -> Box<dyn Engine> {
    let netlist = netlist_with(&mut GomokuSearch::new(lanes), "gomoku_search", &|_| false, &STAND_INS);
    fast::start(
        netlist.unwrap_or_else(|error| panic!("{error:#}")),
        GomokuSearch::ports(),
    )
}

/// A board with that many stones near the centre, black's and white's in turn, without a five.
fn board(random: &mut Random, stones: usize) -> Board {
    loop {
        let mut board = Board::new();
        let mut colour = Colour::Black;
        while board.stones() < stones {
            let at = Crossing::new(3 + random.below(9usize), 3 + random.below(9usize)).unwrap();
            if board.place(at, colour).is_ok() {
                colour = colour.other();
            }
        }
        let won = |at| {
            let stone = board.get(at);
            stone.is_some_and(|stone| Rule::Freestyle.winning_line(&board, at, stone).is_some())
        };
        if !Crossing::all().any(won) {
            return board;
        }
    }
}

fn task(random: &mut Random, rule: Rule, budget: u64) -> Task {
    let stones = 1 + random.below(24usize);
    let board = board(random, stones);
    Task { mover: [Colour::Black, Colour::White][board.stones() % 2], board, rule, budget, deepest: 0 }
}

fn rest(engine: &mut dyn Engine) {
    assert!(engine.clocks_while("busy", 5000) < 5000, "never ready");
}

fn set_up(engine: &mut dyn Engine, task: &Task) {
    engine.drive("rule", task.rule as u64);
    engine.strobe("clear");
    rest(engine);
    for at in Crossing::all() {
        if let Some(colour) = task.board.get(at) {
            engine.drive("row", at.row() as u64);
            engine.drive("col", at.col() as u64);
            engine.drive("colour", colour as u64);
            engine.strobe("place");
            rest(engine);
        }
    }
}

fn think(engine: &mut dyn Engine, task: &Task) {
    engine.drive("colour", task.mover as u64);
    engine.drive("budget", task.budget);
    engine.drive("deepest", task.deepest.into());
    engine.strobe("think");
}

/// The circuit's answer, with the clocks from the strobe to `done`, and from then until it is no longer busy.
fn found(engine: &mut dyn Engine, task: &Task, stop: Option<u64>) -> Answer {
    think(engine, task);
    let mut clocks = 1;
    while engine.read("done") == 0 {
        engine.drive("stop", u64::from(stop.is_some_and(|stop| clocks >= stop)));
        engine.step();
        clocks += 1;
        assert!(clocks < 30_000_000, "{task:?}");
    }
    engine.drive("stop", 0);
    told(engine, clocks)
}

/// The circuit's outputs when it is done after that many clocks.
fn told(engine: &mut dyn Engine, clocks: u64) -> Answer {
    let at = |row: u64, col: u64| Crossing::new(row as usize, col as usize);
    Answer {
        at: at(engine.read("best_row"), engine.read("best_col")),
        score: (engine.read("score") as i32) << 18 >> 18,
        depth: engine.read("depth") as u32,
        nodes: engine.read("nodes"),
        clocks,
        reply: match engine.read("expects") {
            1 => at(engine.read("reply_row"), engine.read("reply_col")),
            _ => None,
        },
        unwinding: engine.clocks_while("busy", 2000),
    }
}

/// The three budgets, in clocks, with which every position is searched.
const BUDGETS: [u64; 3] = [2500, 8000, 25_000];
/// The number of positions for each size of the search.
const POSITIONS: [(Lanes, usize); 2] = [(Lanes::Four, 300), (Lanes::Two, 90)];

#[test]
fn the_search_is_the_models_clock_for_clock() {
    for (lanes, positions) in POSITIONS {
        let mut engine = emitted(lanes);
        let mut random = Random::new(31);
        for number in 0..positions {
            let mut task = task(&mut random, Rule::ALL[number % 3], 0);
            set_up(&mut *engine, &task);
            for budget in BUDGETS {
                task.budget = budget;
                let expected = search_with(&task, settings(lanes), None, &WEIGHTS);
                assert_eq!(
                    found(&mut *engine, &task, None),
                    expected,
                    "{lanes:?}, {number}: {task:?}"
                );
            }
        }
    }
}

#[test]
fn the_simulation_is_the_models_too() {
    for lanes in Lanes::ALL {
        let mut engine = simulated(lanes);
        let mut random = Random::new(32);
        for number in 0..30 {
            let mut task = task(&mut random, Rule::ALL[number % 3], 3000);
            if number % 5 == 0 {
                (task.budget, task.deepest) = (0, 1 + random.below(3u32));
            }
            set_up(&mut *engine, &task);
            assert_eq!(
                found(&mut *engine, &task, None),
                search_with(&task, settings(lanes), None, &WEIGHTS),
                "{lanes:?}, {number}: {task:?}"
            );
        }
    }
}

#[test]
fn a_stop_at_a_thousand_random_clocks_is_answered_as_the_model_says() {
    for (lanes, tasks) in [(Lanes::Four, 100), (Lanes::Two, 30)] {
        let mut engine = emitted(lanes);
        let mut random = Random::new(33);
        for number in 0..tasks {
            let task = task(&mut random, Rule::ALL[number % 3], 20_000);
            set_up(&mut *engine, &task);
            for _ in 0..10 {
                let stop = 1 + random.below(8000u64);
                let answer = found(&mut *engine, &task, Some(stop));
                let expected = search_with(&task, settings(lanes), Some(stop), &WEIGHTS);
                assert_eq!(answer, expected, "{lanes:?}, {number}, stopped at {stop}: {task:?}");
                assert!(answer.clocks <= stop + 300, "{} at {stop}", answer.clocks);
            }
        }
    }
}

/// Measures the clocks of the machine per position entered, over random positions, without the clearing of the table.
/// Where exactly five are needed, double fours are played out and their candidates surveyed again. Half the lanes do
/// not take twice the clocks.
#[test]
fn at_most_twenty_clocks_a_position() {
    let mut random = Random::new(34);
    for (lanes, rule) in Lanes::ALL
        .iter()
        .rev()
        .flat_map(|&lanes| Rule::ALL.map(|rule| (lanes, rule)))
    {
        let (mut clocks, mut nodes) = (0, 0);
        for _ in 0..14 {
            let answer = search_with(&task(&mut random, rule, 300_000), settings(lanes), None, &WEIGHTS);
            clocks += answer.clocks - 1026;
            nodes += answer.nodes;
        }
        let each = clocks as f64 / nodes as f64;
        println!("{lanes:?} lanes, {rule}: {each:.2} clocks a position, over {nodes} positions");
        let most = match (lanes, rule) {
            (Lanes::Two, _) => 36.0,
            (Lanes::Four, Rule::ExactFive) => 20.4,
            _ => 20.0,
        };
        assert!(each <= most, "{lanes:?}, {rule}: {each}");
    }
}

#[test]
fn what_stands_in_for_the_search_is_equal_at_its_ports() {
    for lanes in Lanes::ALL {
        stands_in(lanes);
    }
}

fn stands_in(lanes: Lanes) {
    let mut engines = [simulated(lanes), modelled(lanes)];
    let mut random = Random::new(37);
    let (mut stopped, mut ended, mut refused) = (0, 0, 0);
    for round in 0..120 {
        let mut task = task(&mut random, Rule::ALL[round % 3], [1, 1100, 1500, 4000][round % 4]);
        if round % 5 == 0 {
            (task.budget, task.deepest) = (0, 1 + random.below(2u32));
        }
        for engine in &mut engines {
            set_up(&mut **engine, &task);
        }
        // Places and lifts stones, also where that is impossible.
        for _ in 0..4 {
            let inputs = [
                ("row", random.below(16)),
                ("col", random.below(16)),
                ("colour", random.below(2)),
            ];
            let strobe = ["place", "lift"][random.below(2usize)];
            let illegal = engines.each_mut().map(|engine| {
                inputs.into_iter().for_each(|(port, value)| engine.drive(port, value));
                engine.strobe(strobe);
                let clocks = engine.clocks_while("busy", 100);
                (clocks, engine.read("illegal"))
            });
            assert_eq!(illegal[0], illegal[1], "round {round}: {strobe} {inputs:?}");
            refused += illegal[0].1;
        }
        let stop = random.once_in(2).then(|| random.below(2500u64));
        for engine in &mut engines {
            engine.drive("colour", task.mover as u64);
            engine.drive("budget", task.budget);
            engine.drive("deepest", task.deepest.into());
            engine.drive("think", 1);
        }
        for clock in 0..4000 {
            engines.iter_mut().for_each(|engine| engine.step());
            let think = u64::from(random.below(50) == 0);
            let stops = u64::from(stop.is_some_and(|stop| clock >= stop));
            for engine in &mut engines {
                // Ignored while busy, except the stop.
                engine.drive("think", if engine.read("busy") == 1 { think } else { 0 });
                engine.drive("stop", stops);
            }
            let read = |port: &str| [0, 1].map(|which: usize| engines[which].read(port));
            for port in ["busy", "done"] {
                let [circuit, model] = read(port);
                assert_eq!(
                    circuit, model,
                    "round {round}, clock {clock}: {port}, stopped at {stop:?}: {task:?}"
                );
            }
            if read("done") == [1, 1] {
                ended += 1;
                stopped += u64::from(stops == 1);
            }
            if read("busy") == [0, 0] {
                for port in [
                    "best_row",
                    "best_col",
                    "expects",
                    "reply_row",
                    "reply_col",
                    "score",
                    "depth",
                    "nodes",
                ] {
                    let [circuit, model] = read(port);
                    let counts = !port.starts_with("reply") || read("expects") == [1, 1];
                    assert!(
                        circuit == model || !counts,
                        "round {round}: {port} {circuit} {model}: {task:?}"
                    );
                }
                break;
            }
        }
        for engine in &mut engines {
            engine.drive("think", 0);
            engine.drive("stop", 1);
            rest(&mut **engine);
            engine.drive("stop", 0);
        }
    }
    assert!(
        stopped > 20 && ended > 80 && refused > 60,
        "{stopped} {ended} {refused}"
    );
}

/// The stand-in asks its model every 250 000 clocks; nevertheless the answer comes in the right clock, and a stop works
/// in any clock.
#[test]
fn what_stands_in_answers_as_the_model_over_many_windows() {
    for lanes in Lanes::ALL {
        let mut engine = modelled(lanes);
        let mut random = Random::new(39);
        for round in 0..24 {
            let budget = 600_000 + random.below(900_000u64);
            let task = task(&mut random, Rule::ALL[round % 3], budget);
            set_up(&mut *engine, &task);
            let whole = search_with(&task, settings(lanes), None, &WEIGHTS);
            // Without a stop, with several different ones, and once more without.
            let stops = [0; 4].map(|_| Some(1 + random.below(whole.clocks)));
            for stop in [None].into_iter().chain(stops).chain([None]) {
                let expected = search_with(&task, settings(lanes), stop, &WEIGHTS);
                think(&mut *engine, &task);
                is_done_after(&mut *engine, expected.clocks, stop);
                assert_eq!(told(&mut *engine, expected.clocks), expected, "{stop:?}: {task:?}");
            }
        }
    }
}

#[test]
fn the_emitted_search_is_equal_on_every_clock() {
    for lanes in Lanes::ALL {
        equal_on_every_clock(lanes);
    }
}

fn equal_on_every_clock(lanes: Lanes) {
    let mut pair = Pair::new(Native::new(GomokuSearch::new(lanes)), emitted(lanes)).unwrap();
    let mut random = Random::new(38);
    for round in 0..3 {
        let port = pair.port("rule");
        pair.set(port, round);
        let strobe = |pair: &mut Pair<_, _>, name: &str, clocks: usize| {
            let port = pair.port(name);
            pair.set(port, 1);
            pair.step().unwrap();
            pair.set(port, 0);
            for _ in 0..clocks {
                pair.step().unwrap();
            }
        };
        strobe(&mut pair, "clear", 64);
        for number in 0..10 {
            for (name, value) in [
                ("row", 3 + random.below(9)),
                ("col", 3 + random.below(9)),
                ("colour", number % 2),
            ] {
                let port = pair.port(name);
                pair.set(port, value);
            }
            strobe(&mut pair, "place", 27);
        }
        let port = pair.port("budget");
        pair.set(port, 2600);
        strobe(&mut pair, "think", 3200);
    }
}
