//! The harness: runs one circuit clock by clock, in one thread.
//!
//! ```text
//!            set(..)  step()                 get(..)
//! clock    ___________/‾‾‾‾‾‾‾‾‾‾‾‾\___________________
//! inputs   ==X========= settled before the edge =======
//! outputs  ===========X=== after the edge ==============
//! ```
//!
//! Keyboards, monitors and tests drive an [`Engine`]. The rust-hdl simulation ([`Native`]), the fast engine and the
//! emitted Verilog under Verilator all implement it, so the same stimulus runs on each.
//!
//! If a circuit has several clocks, they are driven like other inputs: each is `set` to its level, and `settle` makes
//! the edges of that instant simultaneously. [`Clocks`](crate::Clocks) gives the order of the edges, and
//! [`Engine::run_until`] makes many of them.

pub use tengen_fast::{Change, Engine, Port, PortDirection, Seen, hand_on};

use crate::Circuit;

/// A circuit in the rust-hdl simulation.
pub struct Native<C: Circuit> {
    pub circuit: C,
    ports: Vec<Port>,
    clocks: usize,
    pub(crate) unsettled: bool,
    /// The state kept by [`Engine::keep`].
    kept: Option<Box<C>>,
}

impl<C: Circuit> Native<C> {
    /// Connects the circuit and lets it settle.
    pub fn new(mut circuit: C) -> Self {
        circuit.connect_all();
        let ports = C::ports();
        let clocks = ports.iter().filter(|p| p.direction == PortDirection::Clock).count();
        Native { circuit, ports, clocks, unsettled: false, kept: None }
    }
}

impl<C: Circuit> Engine for Native<C> {
    fn ports(&self) -> &[Port] {
        &self.ports
    }

    #[inline]
    fn set(&mut self, port: usize, value: u64) {
        self.circuit.write(port, value);
        self.unsettled = true;
    }

    #[inline]
    fn get(&self, port: usize) -> u64 {
        self.circuit.read(port)
    }

    #[inline]
    fn settle(&mut self) {
        if self.clocks == 1 {
            self.circuit.set_clock(false);
        }
        self.circuit.update_all();
        self.unsettled = false;
    }

    #[inline]
    fn step(&mut self) {
        if self.clocks == 0 {
            return self.settle();
        }
        if C::ONE_CLOCK {
            if self.unsettled {
                self.settle();
            }
            self.circuit.tick();
        } else {
            self.circuit.set_clock(false);
            self.settle();
            self.circuit.set_clock(true);
            self.circuit.update_all();
        }
    }

    fn keep(&mut self) -> bool {
        if self.unsettled {
            self.settle();
        }
        self.kept = Some(Box::new(self.circuit.clone()));
        true
    }

    fn go_back(&mut self) {
        if let Some(kept) = &self.kept {
            self.circuit.clone_from(kept);
        }
    }
}
