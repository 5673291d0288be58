//! How soon the machine in the browser answers a key, how long a scanned picture takes each engine, how many clocks the
//! machine with everything in it makes on each of its pages, and how many of a search its model makes, which are to be more
//! than the chip's.
//!
//! ```text
//! cargo bench --bench play                     in two minutes
//! cargo bench --bench play -- full             each page of the edition `full`, in a minute
//! ```
//!
//! All but the answer to a key is processor time, so that other work on the machine matters little.

mod processor;

use std::hint::black_box;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use processor::ProcessorTime;
use tengen::gateware::console::Variant;
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::hdl::verilog;
use tengen::play::owner::{self, Pages, Shown};
use tengen::rules::Colour::{Black, White};
use tengen::rules::gomoku::{Board, Crossing, Rule, search as alpha_beta};
use tengen::rules::othello::{self, search::By};
use tengen::simulation::machine::Machine;
use tengen::simulation::stand_in::STAND_INS;
use tengen::simulation::timing::{CLOCK_HZ, FRAME_CLOCKS};
use tengen_page::order::Order;
use tengen_page::running::{Console, Running};
use tengen_page::session::{Session, Setup};
use tengen_sim::{Circuit, Engine, Native, fast::Fast};

/// As in `tengen play`.
const SECOND: u32 = CLOCK_HZ as u32;

fn console(edition: Edition) -> Console {
    Console::new(Variant { second: SECOND, shuffle: true, ponder: 0, sound: false, edition })
}

fn fast(edition: Edition) -> Fast {
    let console = &mut console(edition);
    let netlist = verilog::netlist_with(console, "console", &|_| true, &STAND_INS).expect("it is flattened");
    Fast::new(netlist, Console::ports())
}

/// The time from a key's order to its picture; down on the mode page repaints the whole page.
fn a_key(criterion: &mut Criterion) {
    let shown = Arc::new(Shown::default());
    let (orders, heard) = mpsc::channel();
    let setup = Setup { engine: "fast", second: SECOND.into() };
    let session = {
        let shown = shown.clone();
        thread::spawn(move || {
            let engine = Running::Fast(Box::new(fast(Edition::GOMOKU)), vec![]);
            let offered = shown.offered.clone();
            owner::run(Session::new(setup, engine, Box::new(Pages(shown)), offered)?, heard)
        })
    };
    let mut picture = shown.picture.subscribe();
    thread::sleep(Duration::from_secs(1));
    picture.mark_unchanged();
    criterion.bench_function("a key to its picture", |bencher| {
        bencher.iter(|| {
            for down in [true, false] {
                let name = "down".into();
                orders.send(Order::Key { name, down }).expect("the session runs");
            }
            while !picture.has_changed().expect("the session runs") {
                thread::sleep(Duration::from_millis(1));
            }
            picture.mark_unchanged();
        })
    });
    drop(orders);
    session.join().expect("no panic").expect("no error");
}

/// The clocks of a picture, before a monitor's eyes.
fn scanned(criterion: &mut Criterion<ProcessorTime>, name: &str, engine: impl Engine) {
    let mut machine = Machine::new(engine).expect("it is a console");
    machine.settle().expect("it settles");
    let mut monitor = machine.monitor();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            machine.watch(FRAME_CLOCKS, &mut monitor, |frame| _ = black_box(frame));
        })
    });
}

fn pictures(criterion: &mut Criterion<ProcessorTime>) {
    scanned(criterion, "a scanned picture, fast engine", fast(Edition::GOMOKU));
    scanned(
        criterion,
        "a scanned picture, rust-hdl simulation",
        Native::new(console(Edition::GOMOKU)),
    );
}

/// What is pressed to come from one page to the next, from power-on, and whether a game is in progress there.
const PAGES: [(&str, &str, bool); 7] = [
    ("the list of games", "", false),
    ("the club", "c", false),
    ("Gomoku's page", "c enter", false),
    ("Gomoku's board", "enter right enter down enter left enter", true),
    ("bring-up", "f1", false),
    ("Othello's page", "f1 esc esc esc down enter", false),
    ("Othello's board", "enter enter", true),
];

/// What a person presses who plays either game, a key each 0.1 s.
const KEYS: [&str; 6] = ["right", "enter", "down", "enter", "left", "enter"];
const KEY_CLOCKS: u64 = CLOCK_HZ / 10;

/// The clocks of each page before a monitor's eyes, and of each game while it is played.
fn pages(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("full");
    group.throughput(Throughput::Elements(FRAME_CLOCKS)).sample_size(10);
    group
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    let machine = Machine::new(fast(Edition::FULL)).expect("it is a console");
    let mut machine = machine.with_speaker();
    machine.settle().expect("it settles");
    let mut monitor = machine.monitor();
    for (page, way, played) in PAGES {
        for name in way.split_whitespace() {
            machine.press(key::named(name).expect("the name of a key"));
            machine.settle().expect("it settles");
        }
        group.bench_function(page, |bencher| {
            bencher.iter(|| {
                machine.watch(FRAME_CLOCKS, &mut monitor, |frame| _ = black_box(frame));
                machine.heard()
            })
        });
        if !played {
            continue;
        }
        let mut keys = KEYS.iter().cycle();
        let mut send = |machine: &mut Machine<Fast>| {
            let key = keys.next().and_then(|name| key::named(name)).expect("a key");
            machine.keyboard().press(key.code, key.extended);
            machine.keyboard().release(key.code, key.extended);
        };
        let mut next_key = machine.clocks();
        group.bench_function(format!("{page}, a person plays"), |bencher| {
            bencher.iter(|| {
                let end = machine.clocks() + FRAME_CLOCKS;
                while machine.clocks() < end {
                    if machine.clocks() >= next_key {
                        send(&mut machine);
                        next_key += KEY_CLOCKS;
                    }
                    let clocks = end.min(next_key) - machine.clocks();
                    machine.watch(clocks, &mut monitor, |frame| _ = black_box(frame));
                }
                machine.heard()
            })
        });
        group.bench_function(format!("{page}, played without a pause"), |bencher| {
            bencher.iter(|| {
                let end = machine.clocks() + FRAME_CLOCKS;
                while machine.clocks() < end {
                    if machine.keyboard().idle() {
                        send(&mut machine);
                    }
                    let clocks = machine.keyboard().left().max(1);
                    machine.watch(clocks, &mut monitor, |frame| _ = black_box(frame));
                }
                machine.heard()
            })
        });
    }
}

/// So many clocks of a search of Gomoku under each rule, and of Othello's.
const SEARCHED: u64 = 2_500_000;

fn models(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("clocks of a search by its model");
    group.throughput(Throughput::Elements(SEARCHED));
    let mut board = Board::new();
    for (row, col, colour) in [
        (7, 7, Black),
        (6, 8, White),
        (8, 8, Black),
        (6, 6, White),
        (7, 9, Black),
    ] {
        let at = Crossing::new(row, col).expect("a crossing");
        board.place(at, colour).expect("it is vacant");
    }
    for rule in Rule::ALL {
        let task = alpha_beta::Task { board: board.clone(), mover: White, rule, budget: SEARCHED, deepest: 0 };
        let expect = |answer: alpha_beta::Answer| assert_eq!(answer.clocks, SEARCHED);
        group.bench_function(format!("Gomoku, {rule}"), |bencher| {
            bencher.iter(|| expect(alpha_beta::search(&task, &alpha_beta::WEIGHTS)))
        });
    }
    let task = othello::search::Task {
        position: othello::Position::START,
        by: By::Search { exact_from: 0, deepest: 0 },
        budget: SEARCHED,
    };
    group.bench_function("Othello", |bencher| {
        bencher.iter(|| {
            let answer = othello::search::search(task, &othello::evaluation::WEIGHTS);
            assert_eq!(answer.clocks, SEARCHED);
        })
    });
}

criterion_group! {
    name = answers;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(8));
    targets = a_key
}
criterion_group! {
    name = clocks;
    config = Criterion::default().with_measurement(ProcessorTime).sample_size(20).measurement_time(Duration::from_secs(8));
    targets = pictures, pages, models
}
criterion_main!(answers, clocks);
