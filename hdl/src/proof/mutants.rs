//! Mutants of a circuit: copies with one small fault, which its properties should find.
//!
//! yosys chooses them, evenly over the circuit's cells, and makes them: a bit of a cell's input or output is inverted, stuck at 0
//! or at 1, or replaced by another one. yosys forgets the first value of a register whose output has a fault, so such a register may
//! begin with anything. The checks themselves are never mutated.

use super::{solver::Bench, text::around};
use crate::tools::Tools;
use anyhow::{Context, Result};
use std::fs;
use tengen_sim::{Port, PortDirection};

/// A mutant, and the properties that break in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The number of its fault in yosys' list, from 0.
    pub number: usize,
    /// What was changed: the kind of the fault, and where.
    pub fault: String,
    /// The properties that break within 20 clocks after power-on, or within the depth of the checks if that is less, each with the
    /// first clock in which it does. If there are none: properties for which the induction fails, without a clock.
    pub broken: Vec<(String, Option<usize>)>,
}

/// The seed of yosys' random choice of faults.
const SEED: u32 = 1;
/// The depth of the bounded search, in clocks. A deeper one would take minutes.
const CLOCKS: usize = 20;
/// The most steps of an induction. The longest of the kept proofs is that of `usb_line`, with 11.
const STEPS: usize = 12;
/// The seconds after which a proof that a fault changes nothing is given up.
const PATIENCE: u32 = 30;
/// The longest Verilog, in bytes, of a circuit that is proved as a whole. In a longer one there are memories of thousands of words, and
/// each word becomes registers.
pub const WHOLE: usize = 100_000;
/// The longest Verilog, in bytes, of a circuit whose properties are tried on a mutant, and for long inductions. A longer one takes
/// minutes.
pub const LONG: usize = 30_000;
/// The most modules around the one with the fault that are looked at.
pub const AROUND: usize = 3;
/// Where parts are free, only cells near the checks are changed: those at most so many steps before an input of the checks. From a wire to
/// the cell that drives it is a step, and from a cell to its input.
const NEAR: usize = 8;
/// The commands that replace what is constant by its value, and then leave out what nothing reads.
const SIMPLE: &str = "opt_expr; opt_dff -nodffe -nosdff; opt_clean";
/// The same, where a solver also finds the registers that never change.
const CONSTANTS: &str = "opt_expr; opt_dff -sat -nodffe -nosdff; opt_clean";
/// The commands that merge the logic that is the same in both copies. Only the rest is left for the solver.
const MERGE: &str = "opt_expr; opt_merge; opt_clean";
/// The commands of ABC that merge signals that are equal in every clock after power-on, by induction over a clock, and over 2.
const CORRESPONDENCE: &str = "&get; &scorr; &put; scorr -F 2";
/// The same for a small circuit, by longer inductions too. For a large one these take minutes.
const LONGER: &str = "&get; &scorr; &put; scorr -F 4; scorr -F 20";
const LIST: &str = "mutants.txt";
const WRITTEN: &str = "mutants.v";
const STORED: &str = "circuit.il";
const BRANCHES: &str = "branches.v";
const GATES: &str = "both.aig";
/// A `case` as a chain of multiplexers, in which the first branch that applies wins, as in the Verilog that yosys writes. A fault may
/// make two branches apply at once; for yosys' solver the last would win, and its optimisations may choose either.
const FIRST_BRANCH: &str = "
(* techmap_celltype = \"$pmux\" *)
module first_branch (A, B, S, Y);
  parameter WIDTH = 1;
  parameter S_WIDTH = 1;
  input [WIDTH-1:0] A;
  input [WIDTH*S_WIDTH-1:0] B;
  input [S_WIDTH-1:0] S;
  output [WIDTH-1:0] Y;
  wire [WIDTH*(S_WIDTH+1)-1:0] rest;
  assign rest[WIDTH*S_WIDTH +: WIDTH] = A;
  genvar i;
  generate for (i = 0; i < S_WIDTH; i = i + 1) begin : branch
    assign rest[WIDTH*i +: WIDTH] = S[i] ? B[WIDTH*i +: WIDTH] : rest[WIDTH*(i+1) +: WIDTH];
  end endgenerate
  assign Y = rest[0 +: WIDTH];
endmodule
";
/// The end of the line that yosys writes for a port that is not connected.
const NOWHERE: &str = " { }";

/// A circuit's Verilog, and the modules that are not to be changed.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The name of its module.
    pub top: &'a str,
    /// Its Verilog.
    pub text: &'a str,
    /// The module of its checks, if the text has them.
    pub checks: Option<&'a str>,
    /// Parts whose outputs may take any value in a proof. They get no faults.
    pub free: &'a [String],
}

impl Subject<'_> {
    /// The commands that select the cells to change. Memories are left out, since yosys cannot change all of their ports, and so are
    /// the checks: their instance, their statements, and what is in their module. Where parts are free, of the top module only the
    /// cells near the checks are selected: most of the others only feed the free parts.
    fn select(&self) -> String {
        let top = self.top;
        let cells = match self.checks {
            Some(checks) if !self.free.is_empty() => {
                format!("{top}/t:{checks} %ci{NEAR} {top}/t:* %i t:* {top}/t:* %d %u t:$anyseq %d")
            }
            _ => "t:*".into(),
        };
        let checks = self.checks.map_or(String::new(), |checks| {
            format!("t:{checks} t:$check %u t:$assert %u t:$assume %u {checks}/* %u %d")
        });
        format!("select -set circuit {cells} t:$mem* %d {checks}")
    }

    /// The commands that remove the checks.
    fn without_checks(&self) -> String {
        let remove = |checks| format!("delete t:{checks}; chformal -remove; delete {checks}; ");
        self.checks.map_or(String::new(), remove) + "opt_clean"
    }
}

/// The faults of so many mutants of a circuit, as commands of yosys. The same circuit has the same mutants.
///
/// # Errors
/// If a tool is missing or fails.
pub fn faults(tools: &Tools, subject: Subject, count: usize) -> Result<Vec<String>> {
    let bench = Bench::new(tools, subject.top, subject.free)?;
    bench.write(subject.text)?;
    bench.yosys(&format!(
        "{}; {}{}; mutate -list {count} -seed {SEED} -o {LIST} @circuit",
        bench.read(),
        bench.set_free(),
        subject.select()
    ))?;
    let list = fs::read_to_string(bench.path(LIST)).context("yosys left no list of mutants")?;
    Ok(list.lines().map(str::to_string).collect())
}

/// Whether a fault is at the output of a register, whose first value yosys then forgets.
pub fn is_at_a_register(fault: &str) -> bool {
    option(fault, "-port") == "Q"
}

/// Whether a fault is at a clock, of a register or of a part.
fn is_at_a_clock(fault: &str) -> bool {
    ["CLK", "clock"].contains(&option(fault, "-port")) || option(fault, "-wire") == "clock"
}

/// The input of [`selectable`] that says which fault the circuit has: 0 is none, and 1 is the first one.
pub const SELECTOR: Port = Port { name: "mutant", direction: PortDirection::Input, width: 16 };

/// The circuit with all of these faults, as Verilog without the checks. It has one input more, the [`SELECTOR`]. No fault may be
/// [at a register](is_at_a_register).
///
/// # Errors
/// As [`faults`].
pub fn selectable(tools: &Tools, subject: Subject, faults: &[String]) -> Result<String> {
    let bench = Bench::new(tools, subject.top, &[])?;
    bench.write(subject.text)?;
    let Port { name, width, .. } = SELECTOR;
    let numbered = faults.iter().enumerate().map(|(number, fault)| {
        let selected = format!("mutate -ctrl {name} {width} {} ", number + 1);
        fault.replacen("mutate ", &selected, 1) + "\n"
    });
    fs::write(bench.path(LIST), numbered.collect::<String>()).context("cannot write the list of mutants")?;
    bench.yosys(&format!(
        "{}; script {LIST}; {}; write_verilog -noattr -norename {WRITTEN}",
        bench.read(),
        subject.without_checks()
    ))?;
    fs::read_to_string(bench.path(WRITTEN)).context("yosys wrote no Verilog of the mutants")
}

/// What breaks in one of these mutants; `depth` is that of the checks.
///
/// # Errors
/// As [`faults`].
pub fn judge(tools: &Tools, subject: Subject, depth: usize, faults: &[String], number: usize) -> Result<Mutant> {
    let bench = Bench::new(tools, subject.top, subject.free)?;
    bench.write(subject.text)?;
    bench.yosys(&format!("{}; {}; {}", bench.read(), faults[number], bench.formulas()))?;
    let broken = bench
        .search(CLOCKS.min(depth))?
        .into_iter()
        .map(|(name, clock, _)| (name, Some(clock)));
    let mut broken: Vec<(String, Option<usize>)> = broken.collect();
    if broken.is_empty() {
        // Without a past there is no induction.
        let steps = STEPS.min(depth.max(2));
        broken.extend(bench.unproved(steps)?.into_iter().map(|name| (name, None)));
    }
    broken.sort();
    Ok(Mutant { number, fault: told(&faults[number]), broken })
}

/// A circuit without its checks, in the form that yosys stores, for [`is_equal`]. yosys reads it in a tenth of the time that Verilog takes.
/// Cells have the names that [`faults`] have.
pub struct Stored {
    plain: String,
    /// The same after `opt_hier`. Each module knows from the connections around it which inputs are constant, which inputs are the
    /// same signal, and which outputs nobody reads.
    connected: String,
}

impl Stored {
    /// Stores a circuit.
    ///
    /// # Errors
    /// As [`faults`].
    pub fn of(tools: &Tools, subject: Subject) -> Result<Stored> {
        let bench = Bench::new(tools, subject.top, &[])?;
        bench.write(subject.text)?;
        let store = |script: String| {
            bench.yosys(&format!("{script}; write_rtlil {STORED}"))?;
            fs::read_to_string(bench.path(STORED)).context("yosys did not store the circuit")
        };
        let plain = store(format!("{}; {}", bench.read(), subject.without_checks()))?;
        // `opt_hier` refuses a port that is not connected: it expects as many bits as the port has.
        let ports: String = plain
            .lines()
            .filter(|line| !line.ends_with(NOWHERE))
            .flat_map(|line| [line, "\n"])
            .collect();
        fs::write(bench.path(STORED), ports).context("cannot write the circuit to prove")?;
        let hierarchy = format!("read_rtlil {STORED}; hierarchy -top {}", subject.top);
        // Each time the connections of one more level are used.
        let connected = store(hierarchy + &"; opt_hier".repeat(AROUND))?;
        Ok(Stored { plain, connected })
    }

    /// The form into which a fault may be put. A fault in a cell changes no connection between modules. A fault at a port of a part
    /// does, so there nothing may be concluded from the connections. None if yosys left the cell out, since nobody reads its output.
    fn text_for(&self, fault: &str) -> Option<&str> {
        // The names of yosys' own cells begin with a dollar sign; a part has the name of its instance.
        let forms = if option(fault, "-cell").starts_with('$') {
            &[&self.connected, &self.plain][..]
        } else {
            &[&self.plain]
        };
        forms
            .iter()
            .find(|text| has_cell(text, fault))
            .map(|text| text.as_str())
    }
}

/// Whether a circuit that yosys stored has the cell with this fault. If it has not even the module, the fault is for another circuit, which
/// yosys refuses.
fn has_cell(stored: &str, fault: &str) -> bool {
    let [module, cell] = ["-module", "-cell"].map(|name| option(fault, name));
    let of_module = format!("\\{module}\n");
    let mut modules = stored.split("\nmodule ");
    let Some(inside) = modules.find(|text| text.starts_with(&of_module)) else {
        return true;
    };
    [" ", " \\"]
        .iter()
        .any(|before| inside.contains(&format!("{before}{cell}\n")))
}

/// Whether it is proved that a fault changes nothing. Two copies get equal inputs, and one of them has the fault.
///
/// 1. ABC looks at the whole circuit, if its Verilog has at most [`WHOLE`] bytes. From power-on no output ever differs, or one does: both
///    settle it. Signals that are always equal are merged first, then property-directed reachability (PDR) proves the rest.
/// 2. If that is not settled, yosys looks at the module with the fault, without its parts: if all registers are equal, so are the
///    outputs, and the registers after a clock. What the parts get is an output, and what they give an input. What is constant for
///    ever is used.
/// 3. Then at the module that it is a part of, without the other parts, and so on, for at most [`AROUND`] modules.
/// 4. Then at the whole circuit over one clock, if its Verilog has at most [`WHOLE`] bytes. If a register is left out as constant in only
///    one of the two copies, it may hold anything in the other.
///
/// # Errors
/// As [`faults`].
pub fn is_equal(tools: &Tools, subject: Subject, stored: &Stored, fault: &str) -> Result<bool> {
    let Subject { top, text, .. } = subject;
    let Some(stored) = stored.text_for(fault) else {
        return Ok(true);
    };
    let bench = Bench::new(tools, top, &[])?;
    fs::write(bench.path(STORED), stored).context("cannot write the circuit to prove")?;
    fs::write(bench.path(BRANCHES), FIRST_BRANCH).context("cannot write what a case is")?;
    let copy = |change: &str, design: &str| {
        format!(
            "design -reset; read_rtlil {STORED}; hierarchy -top {top}; {change}techmap -map {BRANCHES} t:$pmux; \
             design -save {design}"
        )
    };
    let copies = format!("{}; {}", copy("", "gold"), copy(&format!("{fault}; "), "gate"));
    // Both copies without parts, each changed by its commands.
    let whole = |gold: &str, gate: &str| {
        let flat = |design, commands| {
            format!(
                "design -load {design}; flatten; opt_clean; memory_collect; memory_map; {commands}; design -save {design}"
            )
        };
        format!(
            "{}; {}; design -reset; design -copy-from gold -as gold {top}; design -copy-from gate -as gate {top}",
            flat("gold", gold),
            flat("gate", gate)
        )
    };
    let miter = "miter -equiv -flatten gold gate both; hierarchy -top both";
    // In ABC each register loads in every clock, whatever is at its clock input.
    if text.len() <= WHOLE && !is_at_a_clock(fault) {
        // Where yosys leaves a value open, the circuit does not use it. With a fault it may, and then the value may be any.
        bench.yosys(&format!(
            "{copies}; {}; {miter}; {MERGE}; {MERGE}; techmap; {MERGE}; dffunmap; setundef -anyseq; aigmap; opt_clean; \
             write_aiger -zinit {GATES}",
            whole("setundef -zero", "setundef -anyseq")
        ))?;
        let smaller = if text.len() <= LONG { LONGER } else { CORRESPONDENCE };
        if let Some(equal) = bench.never_asserted(GATES, smaller, PATIENCE)? {
            return Ok(equal);
        }
    }
    let is_proved = |pair: &str, registers: &str, others: &str| {
        bench.succeeds(&format!(
            "{copies}; {pair}; expose {registers} -evert-dff gold gate; {miter}; {others}{MERGE}; {MERGE}; \
             sat -prove trigger 0 -verify -timeout {PATIENCE} both"
        ))
    };
    let mut modules = vec![option(fault, "-module")];
    loop {
        let (inside, outermost) = (modules.join(" "), modules[modules.len() - 1]);
        let flat = |design| {
            format!(
                "design -load {design}; select -set inside {inside}; blackbox =* @inside %d; flatten {outermost}; \
                 {CONSTANTS}; {CONSTANTS}; splitnets -driver; design -save {design}"
            )
        };
        let pair = format!(
            "{}; {}; blackbox =*; design -copy-from gold -as gold {outermost}; design -copy-from gate -as gate {outermost}; \
             memory_collect gold gate; memory_map gold gate; expose -evert gold/c:* gold/t:$* %d gate/c:* gate/t:$* %d",
            flat("gold"),
            flat("gate")
        );
        // Registers are inputs and outputs, so that a clock is logic.
        if is_proved(&pair, "-dff", "")? {
            return Ok(true);
        }
        match around(text, outermost) {
            Some(next) if modules.len() <= AROUND => modules.push(next),
            _ => break,
        }
    }
    // Cells and memories are split into bits, so that a bit that nobody reads is left out. Registers that both copies have are inputs
    // and outputs. The others are deleted, and so may hold anything.
    let bits = "splitcells; splitnets -driver";
    let commands = format!("{bits}; {SIMPLE}; {SIMPLE}; {bits}");
    let pair = whole(&commands, &commands);
    Ok(text.len() <= WHOLE && is_proved(&pair, "-shared -dff", "delete t:$dff; ")?)
}

/// A fault in yosys' list in short: what happens to which bit of a wire; where the wire has no name, of a cell's port.
pub fn told(fault: &str) -> String {
    let of = |name| option(fault, name);
    let mode = of("-mode");
    if !of("-wire").is_empty() {
        return format!("{mode} {}[{}]", of("-wire"), of("-wirebit"));
    }
    // The cell's name ends with the line of the source and a number.
    let cell = of("-cell");
    let kind = cell.split('$').find(|part| !part.is_empty()).unwrap_or(cell);
    format!("{mode} {kind}.{}[{}]", of("-port"), of("-portbit"))
}

/// The value of an option, such as `-module`, in a fault of [`faults`]; empty if it is not given.
pub fn option<'a>(fault: &'a str, name: &str) -> &'a str {
    let mut words = fault.split_whitespace().skip_while(|word| *word != name);
    words.nth(1).unwrap_or_default().trim_start_matches('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_by_its_kind_and_place() {
        let fault = "mutate -mode inv -module unit -cell $eq$checked.v:63$12 -port Y -portbit 0 -src checked.v:63";
        assert_eq!(told(fault), "inv eq.Y[0]");
        let fault = "mutate -mode const1 -module unit -cell $procdff$9 -port Q -portbit 2 -wire state_q -wirebit 5";
        assert_eq!(told(fault), "const1 state_q[5]");
    }
}
