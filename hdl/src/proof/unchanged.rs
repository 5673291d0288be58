//! Proves that a fault of [`mutants`](super::mutants) changes nothing: a circuit with it and one without it give the same outputs for the
//! same inputs. `tengen mutate` asks this of each fault that no test finds.
//!
//! ```text
//!             ┌──────┐
//! inputs ──┬─>│ gold │──── outputs ───────┐
//!          │  └──────┘                    !=───> trigger: it must never be 1
//!          └─>│ gate │──── outputs ───────┘
//!             └──────┘ with the fault
//! ```
//!
//! [`Stored::of`] reads a circuit once, and [`is_equal`] tries the proofs for one fault after the other.

use super::{
    mutants::{Subject, is_at_a_clock, option},
    solver::Bench,
    text::{Module, around, with_parts},
};
use crate::tools::Tools;
use anyhow::{Context, Result};
use std::fs;

/// The seconds after which each proof is given up.
const PATIENCE: u32 = 30;
/// The longest Verilog, in bytes, that is proved as a whole: a circuit's, or a module's with its parts. For the 89 kB of `gomoku_core`
/// ABC takes minutes a fault.
pub const WHOLE: usize = 80_000;
/// The most bits of memory in a module with its parts that is given to ABC alone. For ABC each bit is a register.
const MEMORY: usize = 4096;
/// The longest Verilog, in bytes, of a circuit for which inductions over many clocks are tried. In a longer one they take minutes.
const SMALL: usize = 30_000;
/// The most modules around the one with the fault that are looked at.
pub const AROUND: usize = 3;
/// Commands of yosys that replace what is constant by its value, and then leave out what nothing reads.
const SIMPLE: &str = "opt_expr; opt_dff -nodffe -nosdff; opt_clean";
/// As [`SIMPLE`]; a solver also finds the registers that never change.
const CONSTANTS: &str = "opt_expr; opt_dff -sat -nodffe -nosdff; opt_clean";
/// Commands of yosys that merge the logic that both copies have, so that only what differs is left to prove.
const MERGE: &str = "opt_expr; opt_merge; opt_clean";
/// Commands of ABC that merge signals that are equal in every clock after power-on. They are found by induction over one clock and two.
const CORRESPONDENCE: &str = "&get; &scorr; &put; scorr -F 2";
/// As [`CORRESPONDENCE`], by induction over up to 20 clocks.
const LONGER: &str = "&get; &scorr; &put; scorr -F 4; scorr -F 20";
/// The circuit that compares the two copies. Its one output is `trigger`.
const MITER: &str = "miter -equiv -flatten gold gate both; hierarchy -top both";
const STORED: &str = "circuit.il";
const BRANCHES: &str = "branches.v";
const GATES: &str = "both.aig";
/// A `case` as a chain of multiplexers, in which the first branch that applies wins. A fault may make two branches apply at once. In the
/// Verilog that yosys writes the first one wins then, but for yosys' solver the last one.
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

/// A circuit without its checks, in the form that yosys stores. yosys reads it in a tenth of the time that Verilog takes.
pub struct Stored {
    plain: String,
    /// The same after `opt_hier`. Each module knows from the connections around it which inputs are constant, which inputs are the
    /// same signal, and which outputs nobody reads.
    connected: String,
}

impl Stored {
    /// Stores a circuit. Its cells have the names that are in its [`faults`](super::mutants::faults).
    ///
    /// # Errors
    /// If yosys is missing or refuses the circuit.
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
        let in_a_cell = option(fault, "-cell").starts_with('$');
        let connected = in_a_cell.then_some(&*self.connected);
        connected
            .into_iter()
            .chain([&*self.plain])
            .find(|text| has_cell(text, fault))
    }
}

/// Whether a stored circuit has the cell with this fault. Also true if it has not even the module: that is a fault of another circuit,
/// and yosys refuses it later.
fn has_cell(stored: &str, fault: &str) -> bool {
    let [module, cell] = ["-module", "-cell"].map(|name| option(fault, name));
    let head = format!("\\{module}\n");
    let Some(inside) = stored.split("\nmodule ").find(|text| text.starts_with(&head)) else {
        return true;
    };
    [" ", " \\"]
        .iter()
        .any(|before| inside.contains(&format!("{before}{cell}\n")))
}

/// Tries to prove that a fault changes nothing. False if a difference is found, or no proof.
///
/// 1. ABC looks at the whole circuit, if its Verilog has at most [`WHOLE`] bytes. It proves that from power-on no output ever differs, or
///    finds that one does.
/// 2. If ABC finds neither, it looks at the module with the fault and all its parts. What is proved of them alone, for any inputs, holds
///    in the circuit too. A difference there says nothing: the rest of the circuit may hide it.
/// 3. Then yosys looks at the same module without its parts: if all registers are equal, so are the outputs, and the registers after a
///    clock. What the parts get is an output, and what they give an input.
/// 4. Steps 2 and 3 are repeated for the module that it is a part of, and so on, for at most [`AROUND`] modules. yosys leaves out all
///    parts but those on the way to the fault.
/// 5. Then yosys looks at the whole circuit over one clock, if its Verilog has at most [`WHOLE`] bytes.
///
/// # Errors
/// If a tool is missing or fails.
pub fn is_equal(tools: &Tools, subject: Subject, stored: &Stored, fault: &str) -> Result<bool> {
    let Some(stored) = stored.text_for(fault) else {
        return Ok(true);
    };
    let pair = Pair::new(tools, subject, stored, fault)?;
    let is_whole = subject.text.len() <= WHOLE;
    // In ABC each register loads in every clock, whatever is at its clock input.
    let suits_abc = !is_at_a_clock(fault);
    if is_whole
        && suits_abc
        && let Some(equal) = pair.ever_equal(subject.top)?
    {
        return Ok(equal);
    }
    let mut modules = vec![option(fault, "-module")];
    loop {
        let outermost = modules[modules.len() - 1];
        let suits_abc = suits_abc && outermost != subject.top && is_short(subject.text, outermost);
        if suits_abc && pair.ever_equal(outermost)? == Some(true) || pair.is_equal_in(&modules)? {
            return Ok(true);
        }
        match around(subject.text, outermost) {
            Some(next) if modules.len() <= AROUND => modules.push(next),
            _ => break,
        }
    }
    Ok(is_whole && pair.is_equal_over_a_clock()?)
}

/// Whether a module with its parts is small enough for ABC.
fn is_short(circuit: &str, module: &str) -> bool {
    let memory = with_parts(circuit, module).into_iter().map(Module::memory);
    length(circuit, module) <= WHOLE && memory.sum::<usize>() <= MEMORY
}

/// The length in bytes of the Verilog of a module and its parts.
fn length(circuit: &str, module: &str) -> usize {
    let modules = with_parts(circuit, module).into_iter();
    modules.map(|module| module.text.len()).sum()
}

/// A circuit without a fault and with it: the designs `gold` and `gate` of yosys.
struct Pair<'a> {
    bench: Bench<'a>,
    subject: Subject<'a>,
    /// The commands that make both.
    copies: String,
}

impl<'a> Pair<'a> {
    fn new(tools: &'a Tools, subject: Subject<'a>, stored: &str, fault: &str) -> Result<Self> {
        let top = subject.top;
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
        Ok(Pair { bench, subject, copies })
    }

    /// The commands that make one flat module of `top` and its parts, with registers in place of memories. This is done in both copies;
    /// then the commands `gold` are run in the one, and `gate` in the other.
    fn whole(&self, top: &str, gold: &str, gate: &str) -> String {
        let flat = |design, commands| {
            format!(
                "design -load {design}; hierarchy -top {top}; flatten; opt_clean; memory_collect; memory_map; {commands}; design -save {design}"
            )
        };
        format!(
            "{}; {}; design -reset; design -copy-from gold -as gold {top}; design -copy-from gate -as gate {top}",
            flat("gold", gold),
            flat("gate", gate)
        )
    }

    /// Whether the outputs of the module `top` are equal in both copies in every clock from power-on, whatever its inputs are; none if ABC
    /// does not settle it.
    fn ever_equal(&self, top: &str) -> Result<Option<bool>> {
        // Where yosys leaves a value open, the circuit does not use it. With a fault it may, and then the value may be any.
        self.bench.yosys(&format!(
            "{}; {}; {MITER}; {MERGE}; {MERGE}; techmap; {MERGE}; dffunmap; setundef -anyseq; aigmap; opt_clean; \
             write_aiger -zinit {GATES}",
            self.copies,
            self.whole(top, "setundef -zero", "setundef -anyseq")
        ))?;
        let smaller = if length(self.subject.text, top) <= SMALL { LONGER } else { CORRESPONDENCE };
        self.bench.never_asserted(GATES, smaller, PATIENCE)
    }

    /// Whether the outermost of these modules, with the others in it, is equal over a clock, for any values of its registers.
    fn is_equal_in(&self, modules: &[&str]) -> Result<bool> {
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
        self.is_proved(&pair, "-dff", "")
    }

    /// The same of the whole circuit. A register that is left out as constant in only one of the two copies may hold anything in the
    /// other.
    fn is_equal_over_a_clock(&self) -> Result<bool> {
        // Cells and memories are split into bits, so that a bit that nobody reads is left out.
        let bits = "splitcells; splitnets -driver";
        let commands = format!("{bits}; {SIMPLE}; {SIMPLE}; {bits}");
        let pair = self.whole(self.subject.top, &commands, &commands);
        // Only the registers that both copies have are made inputs and outputs. Deleting the others makes their outputs free.
        self.is_proved(&pair, "-shared -dff", "delete t:$dff; ")
    }

    /// Whether yosys' solver proves the two circuits equal that the commands of `pair` leave. The registers that `registers` selects
    /// become inputs and outputs, so that a clock is logic; `others` is done with the rest.
    fn is_proved(&self, pair: &str, registers: &str, others: &str) -> Result<bool> {
        self.bench.succeeds(&format!(
            "{}; {pair}; expose {registers} -evert-dff gold gate; {MITER}; {others}{MERGE}; {MERGE}; \
             sat -prove trigger 0 -verify -timeout {PATIENCE} both",
            self.copies
        ))
    }
}
