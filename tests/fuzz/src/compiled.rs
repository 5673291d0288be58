//! Many circuits in one program: printed as Rust, compiled by `rustc` with the libraries that cargo has built, and run.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result, bail};

use crate::{
    ast::Circuit,
    generate,
    rust::{Derive, Printer},
    simulators::{first_lines, limited},
};

/// The tool that reports a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// The compiler: the generator has written invalid Rust.
    Rustc,
    /// The simulation panics.
    Native,
    /// rust-hdl's own simulation differs.
    Block,
    /// The fast engine differs.
    Fast,
    /// Its monitors find something else.
    Monitor,
    /// The checks in the text say something else.
    Checks,
    /// The writer refuses the circuit.
    Writer,
    Icarus2001,
    Icarus2012,
    Verilator,
    Yosys,
}

impl std::fmt::Display for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Tool::Rustc => "rustc",
            Tool::Native => "the simulation",
            Tool::Block => "LogicBlock",
            Tool::Fast => "the fast engine",
            Tool::Monitor => "a monitor",
            Tool::Checks => "checks in Icarus Verilog",
            Tool::Writer => "the writer",
            Tool::Icarus2001 => "Icarus Verilog -g2001",
            Tool::Icarus2012 => "Icarus Verilog -g2012",
            Tool::Verilator => "Verilator",
            Tool::Yosys => "yosys",
        })
    }
}

/// A problem with a circuit.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub tool: Tool,
    pub detail: String,
}

impl Finding {
    pub fn new(tool: Tool, detail: impl Into<String>) -> Finding {
        Finding { tool, detail: detail.into() }
    }
}

/// A circuit and the name of its module.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub circuit: Circuit,
}

impl Named {
    pub fn new(number: usize, circuit: Circuit) -> Named {
        Named { name: format!("c{number}"), circuit }
    }
}

/// The recorded behaviour of a circuit in the simulation, and its Verilog.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    pub verilog: Option<String>,
    /// Every input, bit by bit; the clocks come first.
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
    pub findings: Vec<Finding>,
    /// What the monitors have found, and the Verilog with the checks, if there are any.
    pub found: Vec<String>,
    pub checked: Option<String>,
}

/// The time limit for compiling or running a program.
const PATIENCE: Duration = Duration::from_secs(300);

/// The libraries of this workspace as built by cargo for this crate.
pub struct Libraries {
    externs: Vec<(String, PathBuf)>,
    dependencies: PathBuf,
}

impl Libraries {
    /// The libraries as built for the command. cargo is asked for their paths, and builds only what is missing.
    pub fn of_command() -> Result<Libraries> {
        let mut options = vec!["build", "--lib"];
        if !cfg!(debug_assertions) {
            options.push("--release");
        }
        if cfg!(feature = "eda") {
            options.extend(["--features", "eda"]);
        }
        Libraries::find(&options)
    }

    /// The libraries as tests/run.sh builds them for all tests: other options would select other features, and cause a
    /// new build.
    pub fn of_tests() -> Result<Libraries> {
        Libraries::find(&["test", "--no-run", "--workspace", "--features", "eda"])
    }

    fn find(options: &[&str]) -> Result<Libraries> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        cargo.args(options);
        cargo.args([
            "--offline",
            "--quiet",
            "--message-format=json",
            "--manifest-path",
            manifest,
        ]);
        let output = cargo.output().context("cannot run cargo")?;
        if !output.status.success() {
            bail!("cargo build failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        let mut externs = vec![];
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: serde_json::Value = serde_json::from_str(line).context("cargo's messages")?;
            let name = message["target"]["name"].as_str().unwrap_or_default().replace('-', "_");
            let wanted = [
                "rust_hdl_core",
                "rust_hdl_widgets",
                "tengen_hdl",
                "tengen_sim",
                "tengen_derive",
                "tengen_fuzz",
            ];
            let files = message["filenames"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|file| file.as_str());
            let library = files
                .into_iter()
                .find(|file| file.ends_with(".rlib") || file.ends_with(".so"));
            if let Some(library) = library.filter(|_| wanted.contains(&name.as_str())) {
                // Cargo.toml gives the crate of the language a shorter name.
                let name = if name == "rust_hdl_core" { "rust_hdl".into() } else { name };
                externs.push((name, PathBuf::from(library)));
            }
        }
        let found = externs.iter().find(|(name, _)| name == "tengen_sim");
        let (_, one) = found.context("cargo names no library of tengen-sim")?;
        let folder = one.parent().context("a library has a folder")?;
        // Libraries are in `deps`; those of this crate are also next to it.
        let dependencies = if folder.ends_with("deps") { folder.to_path_buf() } else { folder.join("deps") };
        Ok(Libraries { externs, dependencies })
    }

    /// Compiles a program that uses the libraries; returns the compiler's message if it refuses.
    pub fn compile(&self, source: &Path, program: &Path) -> Result<Option<String>> {
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        rustc.args([
            "--edition=2024",
            "-Copt-level=0",
            "-Cdebuginfo=0",
            "-Ccodegen-units=8",
            "-Coverflow-checks=off",
            "-Cdebug-assertions=off",
            "--cap-lints=allow",
        ]);
        rustc
            .arg("-L")
            .arg(format!("dependency={}", self.dependencies.display()));
        for (name, path) in &self.externs {
            rustc.arg("--extern").arg(format!("{name}={}", path.display()));
        }
        rustc.arg("-o").arg(program).arg(source);
        let ran = limited(&mut rustc, PATIENCE)?;
        Ok((!ran.succeeded).then_some(ran.errors))
    }
}

fn source(circuits: &[Named], blocks: bool) -> String {
    let mut text = String::from(
        "#![allow(warnings)]\nuse rust_hdl::prelude::*;\nuse rust_hdl_widgets::dff_setup;\nuse tengen_hdl::{Circuit, Register, kernel, library::memory::{DualPortRam, \
         Rom, Table}};\nuse tengen_fuzz::{driver::{Draw, Top, image, record}, properties, random::Random};\n\n",
    );
    for Named { name, circuit } in circuits {
        let type_name = name.to_uppercase();
        let printer = Printer::new(circuit, &type_name);
        let (checks, monitored) = generate::checks(circuit).map_or_else(Default::default, |checks| {
            let checks_name = format!("{type_name}K");
            let source = checks.named(&Printer::new(&checks.circuit, &checks_name).modules(Derive::Circuit));
            let seen = checks.seen.iter().map(|(input, port)| format!("(\"i{input}\", {port:?})"));
            let seen = seen.collect::<Vec<_>>().join(", ");
            let call = format!("properties::record(folder, {name:?}, ours::{type_name}::new, checks::{checks_name}::new, &[{seen}]).unwrap();");
            (format!("pub mod checks {{\nuse super::*;\nuse rust_hdl::prelude::*;\n{source}}}\n"), call)
        });
        text += &format!(
            "mod {name} {{\nuse super::*;\nuse rust_hdl::prelude::*;\n{types}{draws}\n\
             pub mod ours {{\nuse super::*;\nuse rust_hdl::prelude::*;\n{ours}}}\n\
             pub mod theirs {{\nuse super::*;\nuse rust_hdl::prelude::*;\n{theirs}}}\n{checks}{top}{block_top}\n\
             pub fn run(folder: &std::path::Path) {{\n    record(folder, {name:?}, {seed}, {clocks}, \
             ours::{type_name}::new, {other}::{type_name}::new).unwrap();\n    {monitored}\n}}\n}}\n\n",
            types = printer.types(),
            draws = printer.draws(),
            ours = printer.modules(Derive::Circuit),
            theirs = if blocks { printer.modules(Derive::LogicBlock) } else { String::new() },
            top = printer.top("ours"),
            block_top = if blocks { printer.top("theirs") } else { String::new() },
            other = if blocks { "theirs" } else { "ours" },
            seed = circuit.seed,
            clocks = circuit.top().clocks,
        );
    }
    let runs: Vec<String> = circuits.iter().map(|named| format!("{}::run", named.name)).collect();
    text + &format!(
        "fn main() {{\n    std::panic::set_hook(Box::new(|_| {{}}));\n    \
         let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap());\n    \
         let runs: &[fn(&std::path::Path)] = &[{}];\n    for run in runs {{ run(&folder); }}\n}}\n",
        runs.join(", ")
    )
}

/// Compiles and runs the circuits; with `blocks` also in rust-hdl's own simulation. A circuit that does not compile, or
/// crashes, is found by bisection.
pub fn record(libraries: &Libraries, circuits: &[Named], blocks: bool, folder: &Path) -> Result<Vec<Recorded>> {
    if circuits.is_empty() {
        return Ok(vec![]);
    }
    let (file, program) = (folder.join("batch.rs"), folder.join("batch"));
    fs::write(&file, source(circuits, blocks)).context("cannot write the batch's program")?;
    let failed = match libraries.compile(&file, &program)? {
        Some(errors) => Some(Finding::new(Tool::Rustc, first_lines(&errors))),
        None => {
            let ran = limited(Command::new(&program).arg(folder), PATIENCE)?;
            (!ran.succeeded)
                .then(|| Finding::new(Tool::Native, format!("the program dies: {}", first_lines(&ran.errors))))
        }
    };
    match failed {
        None => circuits.iter().map(|named| read(named, folder)).collect(),
        Some(finding) if circuits.len() == 1 => {
            let findings = vec![finding];
            Ok(vec![Recorded { findings, ..Recorded::default() }])
        }
        Some(_) => {
            let (first, second) = circuits.split_at(circuits.len() / 2);
            let mut recorded = record(libraries, first, blocks, folder)?;
            recorded.extend(record(libraries, second, blocks, folder)?);
            Ok(recorded)
        }
    }
}

fn read(named: &Named, folder: &Path) -> Result<Recorded> {
    let text = |end: &str| fs::read_to_string(folder.join(format!("{}.{end}", named.name))).ok();
    let lines = |end: &str| text(end).unwrap_or_default().lines().map(String::from).collect();
    let failures = text("fail").context("the program has left no word on a circuit")?;
    let findings = failures.lines().map(|line| {
        let tool = match line.split(':').next() {
            Some("native") => Tool::Native,
            Some("block") => Tool::Block,
            Some("fast") => Tool::Fast,
            Some("monitor") => Tool::Monitor,
            _ => Tool::Writer,
        };
        Finding::new(tool, line)
    });
    Ok(Recorded {
        verilog: text("v"),
        inputs: lines("in"),
        outputs: lines("out"),
        findings: findings.collect(),
        found: lines("found"),
        checked: text("checked.v"),
    })
}

/// The source of a circuit as a test.
pub fn as_test(circuit: &Circuit) -> String {
    Printer::new(circuit, "Found").test()
}
