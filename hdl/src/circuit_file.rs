//! A circuit with all that a page shows of it, as one file: `tengen page --circuit` makes the page.

use anyhow::{Result, bail};
pub use tengen_sim::stored::CircuitFile;
use tengen_sim::{Circuit, PortDirection, WaveOptions, chosen, fast::Fast};

use crate::verilog;

/// The file of a fresh circuit (none of its clocks has ticked), with the source files of its kernels as they are now.
///
/// # Errors
/// As [`verilog::netlist`]; or it has no clock, several, one that is data too, or a part that is [`foreign`](crate::foreign).
pub fn circuit_file<C: Circuit>(circuit: &mut C, name: &str) -> Result<CircuitFile> {
    let ports = C::ports();
    let clocks = ports.iter().filter(|port| port.direction == PortDirection::Clock);
    match clocks.count() {
        1 => {}
        0 => bail!("{name}: a page runs circuits of one clock, and this one has none"),
        _ => bail!("{name}: a page runs circuits of one clock, and this one has several"),
    }
    let signals = chosen(circuit, &WaveOptions::new(name))?;
    let modules = verilog::beside(circuit, name)?;
    let netlist = verilog::netlist(circuit, name, &|_| true)?;
    if !netlist.calls.is_empty() {
        bail!("{name}: a page has no behaviour written in Rust, and a part that is somebody else's Verilog needs one");
    }
    if !Fast::can(&netlist, &ports) {
        bail!("{name}: a page runs circuits of one clock, and this one uses its clock as data");
    }
    Ok(CircuitFile { name: name.to_owned(), netlist, ports, signals, modules })
}

#[cfg(test)]
mod tests {
    use rust_hdl::prelude::*;
    use tengen_sim::kernel;

    use super::*;
    use crate::Register;

    #[derive(Circuit)]
    struct Inverter {
        pub line: Signal<In, Bit>,
        pub inverse: Signal<Out, Bit>,
    }

    #[kernel]
    impl Logic for Inverter {
        fn update(&mut self) {
            inverse = !line;
        }
    }

    /// Divides its clock by two.
    #[derive(Circuit)]
    struct Half {
        pub clock: Signal<In, Clock>,
        pub divided: Signal<Out, Bit>,
        held: Register<Bit>,
    }

    #[kernel]
    impl Logic for Half {
        fn update(&mut self) {
            held.d = !held.q;
            divided = held.q;
        }
    }

    #[test]
    fn a_file_read_back_is_the_same_circuit() {
        let file = circuit_file(&mut Half::default(), "half").unwrap();
        let bytes = file.to_bytes().unwrap();
        assert_eq!(format!("{:?}", CircuitFile::read(&bytes).unwrap()), format!("{file:?}"));
        let cut = &bytes[..bytes.len() - 1];
        for (broken, why) in [(cut, "damaged"), (b"tengen circuit 0\n", "no file of a circuit")] {
            let error = format!("{:#}", CircuitFile::read(broken).unwrap_err());
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_circuit_without_a_clock_is_refused() {
        let error = circuit_file(&mut Inverter::default(), "inverter").unwrap_err();
        assert_eq!(
            error.to_string(),
            "inverter: a page runs circuits of one clock, and this one has none"
        );
    }
}
