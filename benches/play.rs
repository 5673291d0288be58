//! Measures how soon the machine in the browser reacts to a key, how long each engine takes for a scanned picture, and
//! how many clocks of a search its model runs, which should be more than the chip's.
//!
//! ```text
//! cargo bench --bench play
//! ```

use std::hint::black_box;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tengen::gateware::console::Variant;
use tengen::gateware::edition::Edition;
use tengen::hdl::verilog;
use tengen::play::order::Order;
use tengen::play::running::{Console, Running};
use tengen::play::session::{Session, Setup, Shown};
use tengen::rules::Colour::{Black, White};
use tengen::rules::gomoku::{Board, Crossing, Rule, search as alpha_beta};
use tengen::rules::othello::{self, search::By};
use tengen::simulation::machine::{CLOCK_HZ, FRAME_CLOCKS, Machine};
use tengen_sim::{Circuit, Engine, Native, fast::Fast};

/// As in `tengen play`.
const SECOND: u32 = CLOCK_HZ as u32;

fn console() -> Console {
    Console::new(Variant {
        second: SECOND,
        shuffle: true,
        ponder: 0,
        sound: false,
        edition: Edition::GOMOKU,
    })
}

fn fast() -> Fast {
    let netlist = verilog::netlist(&mut console(), "console", &|_| false).expect("it is flattened");
    Fast::new(netlist, Console::ports())
}

/// The time from a key's order to its picture; down on the mode page repaints the whole page.
fn a_key(criterion: &mut Criterion) {
    let shown = Arc::new(Shown::default());
    let (orders, heard) = mpsc::channel();
    let setup = Setup {
        engine: "fast",
        second: SECOND.into(),
    };
    let session = {
        let shown = shown.clone();
        thread::spawn(move || Session::new(setup, Running::Fast(Box::new(fast())), heard, shown)?.run())
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

/// The clocks of a picture, with a monitor connected.
fn scanned(criterion: &mut Criterion, name: &str, engine: impl Engine) {
    let mut machine = Machine::new(engine).expect("it is a console");
    machine.settle().expect("it settles");
    let mut monitor = machine.monitor();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            machine.watch(FRAME_CLOCKS, &mut monitor, |frame| _ = black_box(frame));
        })
    });
}

fn pictures(criterion: &mut Criterion) {
    scanned(criterion, "a scanned picture, fast engine", fast());
    scanned(
        criterion,
        "a scanned picture, rust-hdl simulation",
        Native::new(console()),
    );
}

/// The clocks of a search to run, of Gomoku under each rule and of Othello.
const SEARCHED: u64 = 2_500_000;

fn models(criterion: &mut Criterion) {
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
        let task = alpha_beta::Task {
            board: board.clone(),
            mover: White,
            rule,
            budget: SEARCHED,
            deepest: 0,
        };
        let expect = |answer: alpha_beta::Answer| assert_eq!(answer.clocks, SEARCHED);
        group.bench_function(format!("Gomoku, {rule}"), |bencher| {
            bencher.iter(|| expect(alpha_beta::search(&task, &alpha_beta::WEIGHTS)))
        });
    }
    let task = othello::search::Task {
        position: othello::Position::START,
        by: By::Search {
            exact_from: 0,
            deepest: 0,
        },
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
    name = play;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(8));
    targets = a_key, pictures, models
}
criterion_main!(play);
