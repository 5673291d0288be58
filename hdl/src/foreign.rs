//! Somebody else's Verilog as a part of a circuit: a core, or a primitive of the chip.
//!
//! ```text
//! circuit ── part ─┬─ Verilog: an instance of their module, and their text      yosys, Verilator
//!                  ├─ `update`: its behaviour                                   rust-hdl simulation
//!                  └─ the same, as words                                        fast engine
//! ```
//!
//! The part is a circuit with one clock. Its `hdl` gives [`Foreign::verilog`], its `update` calls [`Foreign::edge`]:
//!
//! ```
//! use rust_hdl::prelude::*;
//! use tengen_hdl::{Circuit, foreign::Foreign};
//! use tengen_sim::Behaviour;
//!
//! #[derive(Circuit)]
//! pub struct Squarer {
//!     pub clock: Signal<In, Clock>,
//!     pub number: Signal<In, Bits<8>>,
//!     pub square: Signal<Out, Bits<16>>,
//! }
//!
//! const THEIRS: Foreign = Foreign {
//!     module: "sqr",
//!     text: "module sqr (input clk, input [7:0] a, output reg [15:0] p);
//!   initial p = 0;
//!   always @(posedge clk) p <= a * a;
//! endmodule",
//!     ports: ".clk(clock), .a(number), .p(square)",
//!     // [square, number] -> [square]
//!     behaviour: Behaviour { edge: |words| vec![words[1] * words[1]], state: &[] },
//! };
//!
//! impl Logic for Squarer {
//!     fn update(&mut self) {
//!         if self.clock.pos_edge() {
//!             self.square.next = THEIRS.edge(self, &[])[0].into();
//!         }
//!     }
//!
//!     fn connect(&mut self) {
//!         self.square.connect();
//!     }
//!
//!     fn hdl(&self) -> Verilog {
//!         THEIRS.verilog()
//!     }
//! }
//!
//! let text = tengen_hdl::verilog::verilog(&mut Squarer::default(), "squarer").unwrap();
//! assert!(text.contains("sqr core (.clk(clock), .a(number), .p(square));"));
//! ```
//!
//! That this is what their Verilog does, is for a co-simulation to show: `tengen_sim::Pair`.

use rust_hdl::prelude::{Verilog, Wrapper};
use tengen_sim::{Behaviour, Circuit, PortDirection, announce_behaviour, fast::words_of};

/// A module that somebody else wrote. All its outputs come from registers that start from 0.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// Its name.
    pub module: &'static str,
    /// Their file, which goes into the Verilog of the circuit, once. Empty for a module that the tools know, such as a
    /// primitive of the chip; Verilator then wants it from elsewhere.
    pub text: &'static str,
    /// The connections of its ports, to those of the part, as an instance has them: `.clk(clock), .a(left)`.
    pub ports: &'static str,
    pub behaviour: Behaviour,
}

impl Foreign {
    /// The Verilog of the part: an instance of the module.
    pub fn verilog(&self) -> Verilog {
        announce_behaviour(self.behaviour);
        let Foreign { module, ports, .. } = self;
        Verilog::Wrapper(Wrapper { code: format!("{module} core ({ports});"), cores: self.text.into() })
    }

    /// The words of the outputs after an edge, then those of the state; `part` has the values before it, and
    /// `state` is what it remembers beside them.
    ///
    /// # Panics
    /// If the part has a port of more than 64 bits.
    pub fn edge<C: Circuit>(&self, part: &C, state: &[u64]) -> Vec<u64> {
        let ports = C::ports();
        let of = |direction: PortDirection| {
            let ports = ports.iter().enumerate();
            let ports = ports.filter(move |(_, port)| port.direction == direction);
            ports.map(|(number, port)| {
                assert!(words_of(port.width).count() == 1, "{} is wider than 64 bits", port.name);
                part.read(number)
            })
        };
        let words = of(PortDirection::Output)
            .chain(state.iter().copied())
            .chain(of(PortDirection::Input));
        (self.behaviour.edge)(&words.collect::<Vec<_>>())
    }
}
