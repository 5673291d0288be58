//! Measures the time for a move of `tengen brain`, from a stone to its answer.
//!
//! ```text
//! cargo bench --bench brain                     in the rust-hdl simulation
//! cargo bench --bench brain --features eda      under Verilator as well
//! ```
//!
//! The gateware plays both sides from an empty board to the end, repeatedly; the figure is the mean over the moves.

use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use tengen::brain::{
    Thinker,
    allowance::Allowance,
    gateware::{Gateware, unit},
};
use tengen::rules::gomoku::{Board, Colour, Level, Profile, Rule};
use tengen_sim::Engine;

/// A game of more stones is restarted.
const STONES: usize = 120;
/// The level.
const LEVEL: Level = Level::Greedy(Profile::Zju);

fn moves<E: Engine>(criterion: &mut Criterion, engine_name: &str, start: impl Fn() -> E) {
    let mut group = criterion.benchmark_group(format!("a move, {engine_name}"));
    group.sample_size(20).measurement_time(Duration::from_secs(8));
    for rule in Rule::ALL {
        let mut brain = Gateware::new(start(), LEVEL);
        let (mut board, mut mover) = (Board::new(), Colour::Black);
        group.bench_function(rule.to_string(), |bench| {
            bench.iter(|| {
                let allowed = Allowance::new(Duration::from_secs(60), None);
                let at = brain.think(rule, &board, mover, allowed).map(|answer| answer.at);
                let over = match at {
                    Some(at) => {
                        board.place(at, mover).expect("it is vacant");
                        rule.winning_line(&board, at, mover).is_some() || board.stones() == STONES
                    }
                    None => true,
                };
                mover = mover.other();
                if over {
                    (board, mover) = (Board::new(), Colour::Black);
                }
            });
        });
    }
    group.finish();
}

fn native(criterion: &mut Criterion) {
    moves(criterion, "native", || unit(LEVEL).native());
}

#[cfg(feature = "eda")]
fn verilator(criterion: &mut Criterion) {
    use std::path::Path;
    use tengen::hdl::tools::Tools;
    let unit = unit(LEVEL);
    let tool = Tools::find().verilator().expect("Verilator");
    let cache = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"));
    let text = unit.verilog().expect("Verilog");
    let model = tool
        .build(&text, unit.name, unit.native().ports(), cache)
        .expect("a model");
    moves(criterion, "Verilator", || model.start());
}

#[cfg(not(feature = "eda"))]
fn verilator(_: &mut Criterion) {}

criterion_group!(benches, native, verilator);
criterion_main!(benches);
