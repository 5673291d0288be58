//! Every form of expression and statement that the writer accepts, in rust-hdl's simulation and in the emitted Verilog:
//! equal for ten thousand random inputs each. The first circuit contains the forms that rust-hdl's own emitter gets
//! wrong.
#![cfg(feature = "eda")]
// The forms matter here: `a <= b - 1` is not `a < b` when b is 0.
#![allow(clippy::int_plus_one, clippy::bool_comparison)]

use crate::common;
use crate::icarus;

use common::{co_simulate, compare, inspect, telling};
use icarus::Bench;
use rust_hdl::prelude::*;
use rust_hdl_widgets::dff_setup;
use tengen::{
    Circuit, Register,
    hdl::library::memory::{DualPortRam, DualPortRom, Rom, SmallRam, StreamRam, Table},
    hdl::verilog::verilog,
    signed_bit_cast,
};
use tengen_sim::{Engine, Native, PortDirection, Random};

const SAMPLES: u32 = 10_000;
/// Fewer samples where a clock takes a hundred times as long.
const EVENTS: u32 = 500;

/// In an event-driven simulator a block runs only if an event triggers it, and unknown values stay visible.
fn run_by_events<C: tengen_sim::Circuit + 'static>(make: fn() -> C, top: &'static str) {
    let bench = Bench::new(top, move || Box::new(Native::new(make()))).power_on(true, |engine| {
        let inputs: Vec<(usize, usize)> = (engine.ports().iter().enumerate())
            .filter(|(_, port)| port.direction == PortDirection::Input)
            .map(|(number, port)| (number, port.width))
            .collect();
        let mut random = Random::new(1);
        for _ in 0..EVENTS {
            for &(port, width) in &inputs {
                engine.set(port, telling(&mut random, width));
            }
            engine.step();
        }
    });
    let text = verilog(&mut make(), top).expect(top);
    for generation in ["-g2001", "-g2012"] {
        assert_eq!(bench.fault(&text, generation), None, "{top}, {generation}\n{text}");
    }
}

/// Defines a circuit with inputs, outputs and other fields, and the test of its kernel.
macro_rules! torture {
    ($name:ident, $top:ident, in { $($input:ident: $in_type:ident $(<$in_bits:literal>)?),* $(,)? }
     out { $($output:ident: $out_type:ident $(<$out_bits:literal>)?),* $(,)? }
     has { $($held:ident: {$($held_type:tt)+} $(= $held_value:expr)?),* $(,)? }) => {
        #[derive(Circuit)]
        pub struct $name {
            $(pub $input: Signal<In, $in_type $(<$in_bits>)?>,)*
            $(pub $output: Signal<Out, $out_type $(<$out_bits>)?>,)*
            $($(#[init($held_value)])? $held: $($held_type)+,)*
        }

        #[test]
        fn $top() {
            inspect($name::default, stringify!($top));
            co_simulate($name::default, stringify!($top), SAMPLES);
            run_by_events($name::default, stringify!($top));
        }
    };
}

mod assignments;
mod instances;
mod operators;
mod passed_clocks;
mod signed;
mod types;
