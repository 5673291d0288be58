//! How soon the machine in the browser answers a key, and how long a scanned picture takes it.
//!
//! ```text
//! cargo bench --bench play                     the rust-hdl simulation
//! cargo bench --bench play --features eda      the model of the emitted Verilog as well
//! ```
//!
//! The model is the one `tengen play --engine verilator` runs: parts at rest are left alone.

use std::hint::black_box;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tengen::gateware::console::Variant;
use tengen::play::order::Order;
use tengen::play::running::{Console, Running};
use tengen::play::session::{Session, Setup, Shown};
use tengen::simulation::machine::{FRAME_CLOCKS, Machine};
#[cfg(feature = "eda")]
use tengen::simulation::rest;
use tengen_sim::{Engine, Native};

/// As `tengen play` has it.
const SECOND: u32 = 1_000_000;

fn console() -> Console {
    Console::new(Variant {
        second: SECOND,
        shuffle: true,
    })
}

/// From the key's order until its picture is there: down on the mode page paints the whole page anew.
fn a_key(criterion: &mut Criterion) {
    let shown = Arc::new(Shown::default());
    let (orders, heard) = mpsc::channel();
    let setup = Setup {
        engine: "rust-hdl simulation",
        second: SECOND.into(),
        scan_out: false,
    };
    let session = {
        let shown = shown.clone();
        thread::spawn(move || {
            Session::new(setup, Running::Native(Box::new(Native::new(console()))), heard, shown)?.run()
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
fn scanned(criterion: &mut Criterion, name: &str, engine: impl Engine) {
    let mut machine = Machine::new(engine).expect("it is a console");
    machine.settle().expect("it settles");
    let mut monitor = machine.monitor();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            for _ in 0..FRAME_CLOCKS {
                machine.step();
                black_box(machine.show(&mut monitor));
            }
        })
    });
}

fn pictures(criterion: &mut Criterion) {
    scanned(
        criterion,
        "a scanned picture, rust-hdl simulation",
        Native::new(console()),
    );
    #[cfg(feature = "eda")]
    {
        let verilog = tengen::hdl::verilog::model(&mut console(), "console", rest::CONSOLE).expect("it is written");
        let native = Native::new(console());
        let cache = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
        let model = tengen_sim::VerilatorTool::from_environment()
            .build(&verilog, "console", native.ports(), &cache)
            .expect("it compiles");
        scanned(criterion, "a scanned picture, emitted Verilog", model.start());
    }
}

criterion_group! {
    name = play;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(8));
    targets = a_key, pictures
}
criterion_main!(play);
