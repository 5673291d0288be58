//! A circuit as a drawing: yosys reads its Verilog, and netlistsvg draws one level of it.
//!
//! ```text
//!             +--------+                      the parts of the circuit are boxes, whatever is in them;
//! input >-----| a part |--+    +-------+      its own registers are drawn one by one;
//!             +--------+  +----| logic |----> output
//!                         +----|       |      its own logic is operators, or one box if that would be a maze
//!             [register]--+    +-------+
//! ```
//!
//! Source: yosys' own documentation of `submod` and `write_json`; netlistsvg 1.0.2 (github.com/nturley/netlistsvg).

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// The most operators to draw one by one beside parts or registers; more become one box.
const MAZE: usize = 40;
/// The name of that box.
const LOGIC: &str = "logic";

/// The files of a drawing, in a temporary folder.
const PARTS: &str = "parts.v";
const CIRCUIT: &str = "circuit.v";
const OPERATORS: &str = "operators.json";
const BOXES: &str = "boxes.json";
const NETLIST: &str = "netlist.json";
const DRAWING: &str = "schematic.svg";

/// The top level of the module `top`, the last one in `verilog`, as a netlist written by yosys. With `operators` its
/// own logic is always kept as operators.
pub fn netlist(mut yosys: Command, verilog: &str, top: &str, operators: bool) -> Result<String> {
    let folder = tempfile::tempdir().context("cannot make a folder for the netlist")?;
    // Only the ports of the parts are read: their contents, such as memories of thousands of words, would take half a
    // minute.
    let (parts, circuit) = verilog.split_at(verilog.rfind("\nmodule ").unwrap_or(0));
    for (name, text) in [(PARTS, parts), (CIRCUIT, circuit)] {
        fs::write(folder.path().join(name), text).context("cannot write the Verilog to draw")?;
    }
    // A choice among constants is drawn as a multiplexer: yosys would turn it into a memory, which could not go into
    // the box. yosys' own cells begin with $; its flip-flops, its memories and their read logic stay outside the box.
    let script = format!(
        "read_verilog -lib {PARTS}; read_verilog {CIRCUIT}; hierarchy -check -top {top}; \
         cd {top}; proc -norom; opt_expr; opt_clean; cd ..; \
         select -module {top}; write_json -selected {OPERATORS}; select -clear; \
         cd {top}; select -set own t:$* t:$*dff* t:$mem* %u %d; submod -name {LOGIC} @own; cd ..; \
         select -module {top}; write_json -selected {BOXES}"
    );
    run(yosys.args(["-q", "-p", &script]), folder.path(), "yosys")?;
    let read = |name: &str| -> Result<String> {
        fs::read_to_string(folder.path().join(name)).context("yosys left no netlist")
    };
    let text = read(OPERATORS)?;
    if operators || !is_maze(&text, top)? {
        return Ok(text);
    }
    read(BOXES)
}

/// Whether there are too many operators to follow, and something else beside them worth drawing.
fn is_maze(netlist: &str, top: &str) -> Result<bool> {
    let netlist: Value = serde_json::from_str(netlist).context("yosys' netlist is not as expected")?;
    let cells = netlist["modules"][top]["cells"].as_object();
    let cells = cells.with_context(|| format!("there is no {top} in yosys' netlist"))?;
    let kinds = cells.values().filter_map(|cell| cell["type"].as_str());
    let is_operator = |kind: &&str| kind.starts_with('$') && !kind.contains("dff") && !kind.starts_with("$mem");
    let (operators, others): (Vec<_>, Vec<_>) = kinds.partition(is_operator);
    Ok(operators.len() > MAZE && !others.is_empty())
}

/// Draws a netlist as SVG, with a white background.
pub fn draw(mut netlistsvg: Command, netlist: &str) -> Result<String> {
    let folder = tempfile::tempdir().context("cannot make a folder for the drawing")?;
    fs::write(folder.path().join(NETLIST), netlist).context("cannot write the netlist to draw")?;
    let said = run(netlistsvg.args([NETLIST, "-o", DRAWING]), folder.path(), "netlistsvg")?;
    // netlistsvg exits with 0 even if it has failed.
    let drawing = fs::read_to_string(folder.path().join(DRAWING)).unwrap_or_default();
    ensure!(
        drawing.contains("<svg") && drawing.trim_end().ends_with("</svg>"),
        "netlistsvg made no drawing: {}",
        reason(&said)
    );
    Ok(drawing.replacen("<svg ", "<svg style=\"background:#fff\" ", 1))
}

/// Runs a command to the end and returns its output. An error contains the line that says why.
fn run(command: &mut Command, folder: &Path, name: &str) -> Result<String> {
    let output = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    let said = String::from_utf8_lossy(&[output.stderr, output.stdout].concat()).into_owned();
    if !output.status.success() {
        bail!("{name} failed: {}", reason(&said));
    }
    Ok(said)
}

fn reason(said: &str) -> &str {
    let lines = || said.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines().find(|line| line.to_lowercase().contains("error"));
    error.or(lines().next_back()).unwrap_or("without a word")
}
