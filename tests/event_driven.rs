//! Every unit under Icarus Verilog, an event-driven simulator, from the first instant: no output may be unknown.
//!
//! Verilator and synthesis start from the registers' first values whatever the text looks like. An event-driven simulator runs
//! an `always @(*)` only when something it reads changes, so a first value that is there before the block waits is never seen
//! by it. SystemVerilog gives first values in declarations exactly so early, Verilog-2001 does not; both readings must work.
#![cfg(feature = "eda")]

use std::{fs, path::Path, process::Command};

use tengen::units::{UNITS, Unit};
use tengen_sim::PortDirection;

/// Longer than any pipeline from a register to a pin.
const CLOCKS: usize = 100;

/// Inputs at rest from the start, so that nothing but the circuit itself makes an event.
fn test_bench(unit: &Unit) -> String {
    let native = unit.native();
    let ports = native.ports();
    let declare = |port: &tengen_sim::Port| match port.direction {
        PortDirection::Output => format!("  wire [{}:0] {};\n", port.width - 1, port.name),
        _ => format!("  reg [{}:0] {} = 0;\n", port.width - 1, port.name),
    };
    let connect = |port: &tengen_sim::Port| format!(".{0}({0})", port.name);
    let outputs = ports.iter().filter(|port| port.direction == PortDirection::Output);
    let check = |port: &tengen_sim::Port| {
        format!(
            "      if (^{0} === 1'bx) $display(\"{0} is %b at clock %0d\", {0}, i);\n",
            port.name
        )
    };
    let ticks: String = ports
        .iter()
        .filter(|port| port.direction == PortDirection::Clock)
        .map(|port| format!("      {0} = 1; #1 {0} = 0;\n", port.name))
        .collect();
    format!(
        "module test_bench;\n{declarations}  integer i;\n  {name} circuit ({connections});\n  initial begin\n    #1;\n    \
         for (i = 0; i < {CLOCKS}; i = i + 1) begin\n{checks}      #1;\n{ticks}    end\n  end\nendmodule\n",
        name = unit.name,
        declarations = ports.iter().map(declare).collect::<String>(),
        connections = ports.iter().map(connect).collect::<Vec<_>>().join(", "),
        checks = outputs.map(check).collect::<String>(),
    )
}

fn said(command: &mut Command, folder: &Path) -> String {
    let output = command.current_dir(folder).output().expect("Icarus Verilog");
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}: {text}");
    text
}

#[test]
fn no_output_is_unknown_from_the_first_instant_on() {
    for unit in UNITS {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("circuit.v"), unit.verilog().unwrap()).unwrap();
        fs::write(folder.path().join("bench.v"), test_bench(unit)).unwrap();
        for generation in ["-g2001", "-g2012"] {
            let mut iverilog = Command::new("iverilog");
            iverilog.args([generation, "-o", "bench", "-s", "test_bench", "bench.v", "circuit.v"]);
            said(&mut iverilog, folder.path());
            let unknown = said(Command::new("vvp").arg("bench"), folder.path());
            assert_eq!(unknown.lines().next(), None, "{}, {generation}", unit.name);
        }
    }
}
