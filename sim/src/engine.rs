//! The harness: one circuit, clock by clock, one thread.
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
//!
//! The clocks of a circuit with several are inputs like others: each is `set` to its level, and `settle` lets the edges of
//! that instant happen together. [`Clocks`](crate::Clocks) says which edge comes next.

use crate::{Circuit, Port, PortDirection};

/// A circuit that can be driven port by port and clock by clock.
pub trait Engine {
    /// The interface. Positions in this list are the port numbers of `set` and `get`.
    fn ports(&self) -> &[Port];

    /// Drives an input, or one of several clocks to its level; it takes effect at the next `settle` or `step`. Data is to
    /// settle before the edge that takes it.
    fn set(&mut self, port: usize, value: u64);

    /// The value of a port as of the last `settle` or `step`.
    fn get(&self, port: usize) -> u64;

    /// Lets changed inputs reach every output that depends on them.
    fn settle(&mut self);

    /// Settles the inputs, then one rising edge, of all clocks at once if there are several.
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

/// What points to an engine is one.
macro_rules! forward {
    ($pointer:ty) => {
        impl<E: Engine + ?Sized> Engine for $pointer {
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
    };
}

forward!(Box<E>);
forward!(&mut E);

/// A circuit in the rust-hdl simulation.
pub struct Native<C: Circuit> {
    pub circuit: C,
    ports: Vec<Port>,
    clocks: usize,
    unsettled: bool,
}

impl<C: Circuit> Native<C> {
    /// Connects the circuit and lets it settle.
    pub fn new(mut circuit: C) -> Self {
        circuit.connect_all();
        let ports = C::ports();
        let clocks = ports.iter().filter(|p| p.direction == PortDirection::Clock).count();
        Native {
            circuit,
            ports,
            clocks,
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
}
