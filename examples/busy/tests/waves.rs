//! Waves of chosen signals of a busy circuit: those of the rust-hdl simulation, and nothing else is kept for them.

#[path = "../../../tests/common/dumps.rs"]
mod dumps;

use busy::processor::{DEMONSTRATION, Processor};
use dumps::{Paper, changes_in_fst, changes_in_vcd};
use tengen_hdl::verilog;
use tengen_sim::{
    Circuit, Engine, FastTracer, Fst, Native, Tracer, Vcd, WaveFile, WaveOptions, chosen,
    fast::{Fast, Pace},
};

const CLOCKS: u64 = 3000;

fn processor() -> Processor {
    Processor::running(&DEMONSTRATION)
}

/// The processor in which every signal has a name.
fn fast(pace: Pace) -> Fast {
    let netlist = verilog::netlist(&mut processor(), "processor", &|_| true).unwrap();
    Fast::paced(netlist, Processor::ports(), 800, pace)
}

fn record(pace: Pace, options: &WaveOptions, file: impl WaveFile) {
    let signals = chosen(&processor(), options).unwrap();
    let mut tracer = FastTracer::new(fast(pace), signals, options, file).unwrap();
    tracer.steps(CLOCKS);
    let (after, _) = tracer.finish().unwrap();
    assert!(after.signal("jumps").is_none(), "it is not kept any longer");
}

#[test]
fn the_waves_of_chosen_signals_are_those_of_the_rust_hdl_simulation() {
    for globs in [
        &["next.q", "jumps", "stores", "result", "outward"][..],
        &["clock", "written", "retired"],
    ] {
        let options = WaveOptions {
            signals: globs.iter().map(|glob| glob.to_string()).collect(),
            cycles: 700..2500,
            ..WaveOptions::new("processor")
        };
        let paper = Paper::default();
        let mut tracer = Tracer::new(Native::new(processor()), &options, Vcd::new(paper.clone())).unwrap();
        tracer.steps(CLOCKS);
        tracer.finish().unwrap();
        let expected = changes_in_vcd(&paper.text());
        assert!(expected.0.values().any(|changes| changes.len() > 1000));
        for pace in [Pace::Measured, Pace::Parts, Pace::Interpreted, Pace::Compiled] {
            let [text, packed] = [(); 2].map(|()| Paper::default());
            record(pace, &options, Vcd::new(text.clone()));
            record(pace, &options, Fst::new(packed.clone()));
            assert_eq!(changes_in_vcd(&text.text()), expected, "{pace:?}, {globs:?}");
            assert_eq!(changes_in_fst(packed.bytes()), expected, "{pace:?}, {globs:?}, as FST");
        }
    }
}

#[test]
fn only_the_chosen_signals_are_kept() {
    let fast = fast(Pace::Compiled).showing(&|path| path == "jumps");
    assert!(fast.signal("jumps").is_some());
    assert!(fast.signal("outward").is_some(), "an output is always there");
    assert!(fast.signal("stores").is_none() && fast.signal("result").is_none());
}
