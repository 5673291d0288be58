//! The harness: one circuit, one clock, one thread.
//!
//! ```text
//!            set(..)  step()                 get(..)
//! clock    ___________/‾‾‾‾‾‾‾‾‾‾‾‾\___________________
//! inputs   ==X========= settled before the edge =======
//! outputs  ===========X=== after the edge ==============
//! ```
//!
//! [`Engine`] is what a keyboard, a monitor or a test drives; it is met by the rust-hdl simulation ([`Native`]) and by the
//! emitted Verilog under Verilator alike, so that one stimulus runs on both.

use crate::{Circuit, Port, PortDirection};

/// A circuit that can be driven port by port and clock by clock.
pub trait Engine {
    /// The interface. Positions in this list are the port numbers of `set` and `get`.
    fn ports(&self) -> &[Port];

    /// Drives an input; it takes effect at the next `settle` or `step`.
    fn set(&mut self, port: usize, value: u64);

    /// The value of a port as of the last `settle` or `step`.
    fn get(&self, port: usize) -> u64;

    /// Lets changed inputs reach every output that depends on them without a clock.
    fn settle(&mut self);

    /// Settles the inputs, then one rising edge.
    fn step(&mut self);

    /// That many steps with the inputs as they are. An engine overrides this where a step costs more to call than to run.
    fn steps(&mut self, count: u64) {
        for _ in 0..count {
            self.step();
        }
    }

    /// The number of the port of that name.
    ///
    /// # Panics
    /// If there is none: port names are fixed when the circuit is written.
    fn port(&self, name: &str) -> usize {
        self.ports()
            .iter()
            .position(|port| port.name == name)
            .unwrap_or_else(|| panic!("no port named {name}"))
    }
}

impl<E: Engine + ?Sized> Engine for Box<E> {
    fn ports(&self) -> &[Port] {
        (**self).ports()
    }
    fn set(&mut self, port: usize, value: u64) {
        (**self).set(port, value)
    }
    fn get(&self, port: usize) -> u64 {
        (**self).get(port)
    }
    fn settle(&mut self) {
        (**self).settle()
    }
    fn step(&mut self) {
        (**self).step()
    }
    fn steps(&mut self, count: u64) {
        (**self).steps(count)
    }
}

/// A circuit in the rust-hdl simulation.
pub struct Native<C: Circuit> {
    pub circuit: C,
    ports: Vec<Port>,
    clocked: bool,
    unsettled: bool,
}

impl<C: Circuit> Native<C> {
    /// Connects the circuit and lets it settle.
    pub fn new(mut circuit: C) -> Self {
        circuit.connect_all();
        let ports = C::ports();
        let clocked = ports.iter().any(|p| p.direction == PortDirection::Clock);
        Native {
            circuit,
            ports,
            clocked,
            unsettled: false,
        }
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
        self.circuit.set_clock(false);
        self.circuit.update_all();
        self.unsettled = false;
    }

    #[inline]
    fn step(&mut self) {
        if !self.clocked {
            return self.settle();
        }
        if self.unsettled || !C::ONE_CLOCK {
            self.settle();
        }
        if C::ONE_CLOCK {
            self.circuit.tick();
        } else {
            self.circuit.set_clock(true);
            self.circuit.update_all();
        }
    }
}
