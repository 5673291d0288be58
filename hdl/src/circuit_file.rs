//! A circuit with all that a page shows of it, as one file: `tengen page --circuit` makes the page.

use anyhow::{Result, bail};
pub use tengen_sim::stored::CircuitFile;
use tengen_sim::{Circuit, PortDirection, WaveOptions, chosen};

use crate::verilog;

/// The file of a fresh circuit (none of its clocks has ticked), with the source files of its kernels as they are now.
///
/// # Errors
/// As [`verilog::netlist`]; or it has several clocks.
pub fn circuit_file<C: Circuit>(circuit: &mut C, name: &str) -> Result<CircuitFile> {
    let ports = C::ports();
    let clocks = ports.iter().filter(|port| port.direction == PortDirection::Clock);
    if clocks.count() > 1 {
        bail!("{name}: a page runs circuits of one clock, and this one has several");
    }
    let signals = chosen(circuit, &WaveOptions::new(name))?;
    let modules = verilog::beside(circuit, name)?;
    let netlist = verilog::netlist(circuit, name, &|_| true)?;
    Ok(CircuitFile { name: name.to_owned(), netlist, ports, signals, modules })
}
