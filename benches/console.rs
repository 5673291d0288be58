//! Measures the speed of the simulated machine, and of its generation.
//!
//! ```text
//! cargo bench --bench console                     the fast engine, the rust-hdl simulation, and generation
//! cargo bench --bench console --features eda      under Verilator too (`tengen tools --install` fetches it)
//! cargo bench --bench console -- thinking         only what has that in its name
//! ```
//!
//! The figure to read is `thrpt`: clocks a second of processor time; 25 Melem/s would be the machine itself. The aims: 25 M by the fast engine at
//! rest, on the game page and while a person plays, 3 M while it is played without a pause; 1.5 M natively; and a generated
//! nexys3 in less than a second.
//!
//! The first two are the circuit alone; the others include the keyboard and the observation of `tengen sim`.
//!
//! | name      | what the console does meanwhile                                                        |
//! |-----------|----------------------------------------------------------------------------------------|
//! | list page | shows the list of games it was switched on with                                        |
//! | game page | shows a board with some stones, waiting for a key                                      |
//! | a person  | is played with a key each 0.1 s, before the eyes of a monitor                          |
//! | thinking  | is played by a keyboard that sends without a pause: cursor, stones, answers, new games |

mod processor;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use processor::ProcessorTime;
use rust_hdl_bsp::boards;
use tengen::{
    board_console, editions,
    gateware::keyboard::key,
    simulation::machine::Machine,
    simulation::timing::{CLOCK_HZ, FRAME_CLOCKS},
};
use tengen_sim::{Engine, Fst, WaveOptions};

/// Measured in whole frames, so that each sample has the same share of visible lines.
const CLOCKS: u64 = FRAME_CLOCKS;

/// The keys of the untiring player: it walks over the board and places stones on the way.
const KEYS: [&str; 6] = ["right", "enter", "down", "enter", "left", "enter"];

/// A key every 0.1 s.
const KEY_CLOCKS: u64 = CLOCK_HZ / 10;

fn press(console: &mut Machine<Box<dyn Engine>>, name: &str) {
    console.press(key::named(name).expect("the name of a key"));
    console.settle().expect("the console comes to rest");
}

fn speed(criterion: &mut Criterion<ProcessorTime>, engine_name: &str, start: impl Fn() -> Box<dyn Engine>) {
    let mut group = criterion.benchmark_group(format!("console, {engine_name}"));
    group.sample_size(20).throughput(Throughput::Elements(CLOCKS));

    let mut console = Machine::new(start()).expect("a console");
    console.settle().expect("the first page is painted");
    let mut engine = console.into_engine();
    group.bench_function("list page", |bench| bench.iter(|| engine.steps(CLOCKS)));

    console = Machine::new(engine).expect("a console");
    ["enter", "enter"].iter().for_each(|name| press(&mut console, name));
    KEYS.iter().for_each(|name| press(&mut console, name));
    engine = console.into_engine();
    group.bench_function("game page", |bench| bench.iter(|| engine.steps(CLOCKS)));

    console = Machine::new(engine).expect("a console");

    let mut keys = KEYS.iter().cycle();
    let mut send = |console: &mut Machine<Box<dyn Engine>>| {
        let key = key::named(keys.next().expect("a cycle")).expect("the name of a key");
        console.keyboard().press(key.code, key.extended);
        console.keyboard().release(key.code, key.extended);
    };
    let mut monitor = console.monitor();
    let mut next_key = console.clocks();
    group.bench_function("a person", |bench| {
        bench.iter(|| {
            let end = console.clocks() + CLOCKS;
            while console.clocks() < end {
                if console.clocks() >= next_key {
                    send(&mut console);
                    next_key += KEY_CLOCKS;
                }
                let clocks = end.min(next_key) - console.clocks();
                console.watch(clocks, &mut monitor, |frame| _ = black_box(frame));
            }
        });
    });

    group.bench_function("thinking", |bench| {
        bench.iter(|| {
            let end = console.clocks() + CLOCKS;
            while console.clocks() < end {
                if console.keyboard().idle() {
                    send(&mut console);
                }
                let clocks = console.keyboard().left().max(1);
                console.cycles(clocks);
            }
        });
    });
    group.finish();
}

fn fast(criterion: &mut Criterion<ProcessorTime>) {
    let console = console();
    speed(criterion, "fast", || console.fast().expect("a netlist"));
}

fn native(criterion: &mut Criterion<ProcessorTime>) {
    let console = console();
    speed(criterion, "native", || console.native());
}

#[cfg(feature = "eda")]
fn verilator(criterion: &mut Criterion<ProcessorTime>) {
    use std::path::Path;
    let console = console();
    let tool = tengen::hdl::tools::Tools::find().verilator().expect("Verilator");
    let (text, ports) = (console.verilog().expect("Verilog"), console.native().ports().to_vec());
    let cache = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"));
    let model = tool.build(&text, console.name, &ports, cache).expect("a model");
    speed(criterion, "Verilator", || Box::new(model.start()));
}

#[cfg(not(feature = "eda"))]
fn verilator(_: &mut Criterion<ProcessorTime>) {}

fn console() -> tengen::units::Unit {
    let board = boards::find("nexys3").expect("a board");
    board_console::console(board, editions::of(board)).expect("a console")
}

/// The waves of the game page as FST, of a few signals and of all.
fn waves(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group("waves, fast");
    group.sample_size(10).throughput(Throughput::Elements(CLOCKS));
    const FEW: [&str; 5] = ["hsync", "vsync", "page", "moves", "pending"];
    for (name, signals) in [("five signals", &FEW[..]), ("all signals", &[])] {
        let options = WaveOptions {
            signals: signals.iter().map(|signal| signal.to_string()).collect(),
            ..WaveOptions::new("console")
        };
        let file = Box::new(Fst::new(tempfile::tempfile().expect("a file")));
        let mut engine = console().fast_traced(&options, file).expect("a tracer");
        group.bench_function(name, |bench| bench.iter(|| engine.steps(CLOCKS)));
    }
    group.finish();
}

/// From the start to the first complete picture.
fn first_picture(criterion: &mut Criterion) {
    criterion.bench_function("from the start to the first picture, fast", |bench| {
        bench.iter(|| {
            let mut machine = Machine::new(console().fast().expect("a netlist")).expect("a console");
            black_box(machine.frame().expect("a picture"))
        });
    });
}

/// Everything that `tengen build` writes for a nexys3, in memory.
fn generation(criterion: &mut Criterion) {
    let board = boards::find("nexys3").expect("a board");
    let mut group = criterion.benchmark_group("generation");
    group.sample_size(10);
    group.bench_function("nexys3", |bench| {
        bench.iter(|| black_box(board_console::plan(board, editions::of(board)).expect("a build")));
    });
    group.finish();
}

criterion_group!(times, first_picture, generation);
criterion_group! {
    name = clocks;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = fast, waves, native, verilator
}
criterion_main!(clocks, times);
