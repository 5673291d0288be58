//! Several engines as one, with every output compared on every clock, in whole batches.
#![cfg(feature = "eda")]

use std::path::Path;

use tengen::hdl::verilog::netlist_with;
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::{
    Change, Circuit, Engine, Native, Pair, Port, Seen, Verilator, VerilatorTool, cosim::Difference, fast::Fast,
};

/// A console in the rust-hdl simulation, its Verilog `text` under Verilator, and the fast engine.
pub fn on_every_engine<C: Circuit>(make: &dyn Fn() -> C, text: &str) -> impl Engine + use<C> {
    let netlist = netlist_with(&mut make(), "console", &|_| false, &STAND_INS).unwrap();
    let fast = Fast::new(netlist, C::ports());
    let both = Both(Pair::new(Native::new(make()), compiled::<C>(text)).unwrap());
    Both(Pair::new(both, fast).unwrap())
}

fn compiled<C: Circuit>(text: &str) -> Verilator {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let tool = VerilatorTool::from_environment();
    tool.build(text, "console", &C::ports(), &cache).unwrap().start()
}

/// A pair that acts as an engine, and panics if they differ.
struct Both<L: Engine, R: Engine>(Pair<L, R>);

impl<L: Engine, R: Engine> Engine for Both<L, R> {
    fn ports(&self) -> &[Port] {
        self.0.ports()
    }
    fn set(&mut self, port: usize, value: u64) {
        self.0.set(port, value)
    }
    fn get(&self, port: usize) -> u64 {
        self.0.get(port)
    }
    fn settle(&mut self) {
        self.0.settle().unwrap_or_else(|difference| differs(difference))
    }
    fn step(&mut self) {
        self.0.step().unwrap_or_else(|difference| differs(difference))
    }
    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        self.0
            .watch(count, changes, seen)
            .unwrap_or_else(|difference| differs(difference))
    }
    fn batch(&self) -> usize {
        self.0.batch()
    }
}

fn differs(difference: Difference) -> ! {
    panic!("the Verilog differs: {difference}")
}
