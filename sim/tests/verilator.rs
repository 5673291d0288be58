//! Tests of the Verilator engine: a model behaves like its Verilog, is built once, and fails with one clear line.
#![cfg(feature = "eda")]

use std::path::Path;

use rust_hdl::prelude::*;
use tengen_sim::{Circuit, Engine, Native, Pair, Port, PortDirection, Random, VerilatorTool};

const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

/// Adds `step` every clock; `sum` shows the next value without a clock.
const ACCUMULATOR: &str = "
module accumulator(input clock, input [39:0] step, output reg [39:0] total, output [39:0] sum, output odd);
  initial total = 40'd5;
  assign sum = total + step;
  assign odd = sum[0];
  always @(posedge clock) total <= sum;
endmodule
";

/// A 40-bit flip-flop, written as a leaf so that the test needs no Verilog writer.
#[derive(Circuit)]
struct Accumulator {
    clock: Signal<In, Clock>,
    step: Signal<In, Bits<40>>,
    #[init(5)]
    total: Signal<Out, Bits<40>>,
    sum: Signal<Out, Bits<40>>,
    odd: Signal<Out, Bit>,
}

impl Logic for Accumulator {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.total.next = self.total.val() + self.step.val();
        }
        self.sum.next = self.total.next + self.step.val();
        self.odd.next = self.sum.next.get_bit(0);
    }
}

fn tool() -> VerilatorTool {
    VerilatorTool::from_environment()
}

fn accumulator(verilog: &str) -> anyhow::Result<tengen_sim::Model> {
    tool().build(verilog, "accumulator", &Accumulator::ports(), Path::new(CACHE))
}

/// Runs both with the same random steps; returns the first difference, if any.
fn cosimulate(verilog: &str) -> anyhow::Result<()> {
    let mut pair = Pair::new(Native::new(Accumulator::default()), accumulator(verilog)?.start())?;
    let step = pair.port("step");
    let mut random = Random::new(1);
    for _ in 0..2000 {
        if !random.once_in(4) {
            pair.set(step, random.bits(40));
        }
        if random.once_in(2) {
            pair.settle()?;
        }
        pair.step()?;
    }
    Ok(())
}

#[test]
fn verilog_and_rust_agree_on_every_clock() {
    cosimulate(ACCUMULATOR).unwrap();
}

#[test]
fn a_broken_verilog_is_found() {
    for (right, wrong) in [
        ("total <= sum", "total <= sum & 40'h7fffffffff"),
        ("sum[0]", "sum[1]"),
        ("40'd5", "40'd6"),
        ("  initial total = 40'd5;\n", ""),
        ("posedge", "negedge"),
    ] {
        assert!(ACCUMULATOR.contains(right));
        let error = cosimulate(&ACCUMULATOR.replace(right, wrong)).expect_err(wrong);
        assert!(error.to_string().contains("on the left and"), "{wrong}: {error:#}");
    }
}

#[test]
fn instances_are_independent_and_steps_count() {
    let model = accumulator(ACCUMULATOR).unwrap();
    let (mut first, mut second) = (model.start(), model.start());
    drop(model);
    let [step, total, odd] = ["step", "total", "odd"].map(|name| first.port(name));
    first.set(step, 3);
    first.steps(100);
    second.step();
    assert_eq!((first.get(total), second.get(total)), (305, 5));
    first.set(step, 4);
    assert_eq!(first.get(odd), 0, "an input is not seen before it settles");
    first.settle();
    assert_eq!(first.get(odd), 1);
    first.set(step, u64::MAX);
    first.step();
    assert_eq!(first.get(total), 304, "bits beyond the port's width are dropped");
}

#[test]
fn a_model_is_built_once_even_by_two_at_a_time() {
    let cache = tempfile::tempdir().unwrap();
    let text = ACCUMULATOR.replace("40'd5", "40'd7");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let model = tool()
                    .build(&text, "accumulator", &Accumulator::ports(), cache.path())
                    .unwrap();
                assert_eq!(model.start().get(2), 7);
            });
        }
    });
    let names = || -> Vec<_> {
        let mut names: Vec<_> = std::fs::read_dir(cache.path())
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let built = names();
    assert_eq!(built.len(), 2, "one model, one runtime, nothing half-made: {built:?}");
    let library = cache.path().join(&built[0]).join("model.so");
    let made = std::fs::metadata(&library).unwrap().modified().unwrap();
    tool()
        .build(&text, "accumulator", &Accumulator::ports(), cache.path())
        .unwrap();
    assert_eq!(std::fs::metadata(&library).unwrap().modified().unwrap(), made);
}

#[test]
fn mistakes_get_one_clear_line() {
    let line = |result: anyhow::Result<tengen_sim::Model>| {
        let text = format!("{:#}", result.err().expect("an error"));
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    };
    let text = line(accumulator("module accumulator(input clock; endmodule"));
    assert!(
        text.contains("refuses the Verilog") && text.contains("syntax error"),
        "{text}"
    );

    let text = line(accumulator(&ACCUMULATOR.replace("odd", "even")));
    assert!(text.contains("C++ compiler") && text.contains("odd"), "{text}");

    let missing = VerilatorTool { program: "/nowhere/verilator".into(), root: None };
    let text = line(missing.build(ACCUMULATOR, "accumulator", &Accumulator::ports(), Path::new(CACHE)));
    assert!(text.contains("cannot run /nowhere/verilator"), "{text}");

    let both_ways = [Port { name: "data", direction: PortDirection::InOut, width: 8 }];
    let text = line(tool().build(ACCUMULATOR, "accumulator", &both_ways, Path::new(CACHE)));
    assert!(text.contains("port data goes both ways"), "{text}");
}

#[test]
fn lint_gives_warnings_as_a_list() {
    assert_eq!(tool().lint(ACCUMULATOR, "accumulator").unwrap(), Vec::<String>::new());
    let found = tool()
        .lint(&ACCUMULATOR.replace("= sum[0]", "= sum"), "accumulator")
        .unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("WIDTHTRUNC: accumulator.v:5:"), "{found:?}");
    assert!(tool().lint("module", "accumulator").is_err());
}
