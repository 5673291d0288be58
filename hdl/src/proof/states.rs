//! Proves that every state machine is always in one of its states, and that none of them is a trap: module by module, by yosys.
//!
//! A code is named if it is that of a state. Three states take two bits, and the fourth code has no name.
//!
//! ```text
//!            named                        named?
//! inputs ───────────> ┌─────────┐ ──────────────> outputs
//! parts' outputs ───> │ module  │ ──────────────> parts' inputs
//! state_q ──────────> └─────────┘ ──────────────> state_q after the next edge; for each state: which can it be?
//! ```
//!
//! If the codes that enter a module and those in its registers are named, then so are those that leave it, and those in its registers
//! after the next edge. This is proved of each module, so it holds for ever in the whole circuit, if the circuit's own inputs have
//! named codes. What comes from a memory may be any code, except of signals in [`Assumed`]. A state is followed by
//! those to which some inputs, and values of the other registers, lead in the next clock. A trap is a state
//! that is not left. So are two sets of states, or more, from which nothing leads out. One set is none: a machine may begin in states to
//! which it does not return, and these are told.
//!
//! [`judge`] takes a circuit's Verilog and its signals, and returns what is found of each register with states. `tengen prove --states`
//! and the tests call it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
    fs,
};

use anyhow::{Context, Result, ensure};
use tengen_sim::WaveSignal;

use super::{
    solver::{call, reason},
    text::{Module, in_verilog},
};
use crate::tools::Tools;

/// A register whose type has states, or a signal of such a type that leaves a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    pub module: String,
    /// The register's output, or the signal, as the module calls it.
    pub signal: String,
    pub is_register: bool,
    pub states: Vec<String>,
    /// It always loads its first state: this edition of the module does without the others.
    pub is_constant: bool,
    /// That its codes are named is assumed.
    pub is_assumed: bool,
    /// Those of its states to which it does not return.
    pub once: Vec<String>,
    pub found: Vec<Fault>,
}

/// What is wrong with a state machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It gets a code that is none of its states.
    Unnamed,
    /// It stays in these states for ever.
    Trap { states: Vec<String> },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Unnamed => f.write_str("it gets a code without a name"),
            Fault::Trap { states } => write!(f, "never left: {}", states.join(", ")),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_constant {
            return write!(f, "always {}", self.states[0]);
        }
        if self.found.is_empty() {
            let only = if self.is_assumed { "assumed to have only" } else { "only" };
            write!(f, "{only} its {} states", self.states.len())?;
            return match (self.is_register, &self.once[..]) {
                (false, _) => Ok(()),
                (true, []) => f.write_str(", and none is a trap"),
                (true, once) if once.len() > FEW => {
                    write!(f, ", and none is a trap; it does not return to {} of them", once.len())
                }
                (true, once) => write!(f, ", and none is a trap; it does not return to {}", once.join(", ")),
            };
        }
        let faults: Vec<String> = self.found.iter().map(Fault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

/// How a signal is connected to the module in which it is seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A register's output.
    Held,
    /// It enters the module: an input, or the output of a part.
    Enters,
    /// It leaves the module: an output, or the input of a part.
    Leaves,
}

/// A signal whose type has states.
#[derive(Clone, Copy)]
struct Signal<'a> {
    role: Role,
    /// What the module calls it: its name, or what is connected to the port of a part.
    value: &'a str,
    states: &'a [String],
    width: usize,
}

/// The signals whose types have states, by what they are called in the module.
type Signals<'a> = BTreeMap<String, Signal<'a>>;

/// So many states are told by name.
const FEW: usize = 3;

/// Marks a question in yosys' log.
const MARK: &str = "the question: ";

/// Signals whose codes are assumed to be named: the module, and the signal. It holds of the module in every size; its name in Verilog
/// ends with the size.
pub type Assumed = [(&'static str, &'static str)];

/// Judges the state machines of a circuit whose module is `top`; `signals` are all of its signals.
///
/// # Errors
/// If yosys is missing or fails.
pub fn judge(
    tools: &Tools,
    top: &str,
    circuit: &str,
    signals: &[WaveSignal],
    assumed: &Assumed,
) -> Result<Vec<Machine>> {
    let folder = tempfile::tempdir().context("cannot make a folder for the proof")?;
    let modules = by_module(top, circuit, signals);
    let lost = signals
        .iter()
        .find(|signal| is_register(signal) && !is_in(signal, top, circuit, &modules));
    ensure!(
        lost.is_none(),
        "no module of {top} has the register {}",
        lost.map_or(String::new(), WaveSignal::path)
    );
    let assumed = |module: &str, signal: &str| is_among(assumed, module, signal);
    let mut script = String::new();
    let mut questions = vec![];
    for (name, signals) in &modules {
        fs::write(folder.path().join(format!("{name}.v")), alone(name, circuit, signals)?)
            .context("cannot write what is to be proved")?;
        // Of a register what it loads is left, and its output may have any value. So may what comes from a part or a memory.
        let _ = writeln!(
            script,
            "design -reset\nread_verilog {name}.v\nhierarchy -top {name}\nproc -norom\ncutpoint -blackbox\ndelete t:$dff t:$mem*"
        );
        let given = signals
            .iter()
            .filter(|(own, signal)| signal.role != Role::Leaves || assumed(name, own));
        let given: String = given.map(|(own, _)| format!(" -set {} 1", named(own))).collect();
        for (question, claim) in claims(name, signals, &assumed) {
            let _ = writeln!(script, "log {MARK}{}\nsat{given} {claim} {name}", questions.len());
            questions.push(question);
        }
    }
    fs::write(folder.path().join("states.ys"), script).context("cannot write the questions")?;
    let (succeeded, said) = call(tools.command("yosys")?.args(["-s", "states.ys"]), folder.path())?;
    ensure!(succeeded, "yosys refuses the modules: {}", reason(&said));
    let mut machines = answers(&said, &questions, &modules)?;
    for machine in &mut machines {
        machine.is_assumed = assumed(&machine.module, &machine.signal);
    }
    Ok(machines)
}

/// Whether the signal of a module is among these.
fn is_among(assumed: &Assumed, module: &str, signal: &str) -> bool {
    let sizes = |name: &str| {
        module
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
    };
    assumed.iter().any(|(name, own)| *own == signal && sizes(name))
}

/// What is to be proved of a module, each claim with its question.
fn claims<'a>(module: &'a str, signals: &Signals, assumed: &dyn Fn(&str, &str) -> bool) -> Vec<(Question<'a>, String)> {
    let mut claims = vec![];
    for (signal, Signal { role, states, .. }) in signals {
        let mut claim = |asked, claim| claims.push((Question { module, signal: signal.clone(), asked }, claim));
        let always = |wire: &str, value: usize| format!("-prove {wire} {value}");
        match role {
            Role::Enters => {}
            Role::Leaves if assumed(module, signal) => {}
            Role::Leaves => claim(Asked::Named, always(&named(signal), 1)),
            Role::Held => {
                let next = next(signal);
                if !assumed(module, signal) {
                    claim(Asked::Named, always(&named(&next), 1));
                }
                claim(Asked::Constant, always(&next, 0));
                for code in 0..states.len() {
                    claim(Asked::Followers, format!("-set {signal} {code} -all -show {next}"));
                }
            }
        }
    }
    claims
}

/// A question to yosys about a signal.
struct Question<'a> {
    module: &'a str,
    signal: String,
    asked: Asked,
}

#[derive(Clone, Copy)]
enum Asked {
    /// Is its code always named? Of a register: the code that it loads?
    Named,
    /// Does the register always load its first state?
    Constant,
    /// Which codes can the register have after a state? The states are asked about in their order.
    Followers,
}

/// Reads yosys' answers from its log.
fn answers(said: &str, questions: &[Question], modules: &BTreeMap<String, Signals>) -> Result<Vec<Machine>> {
    let mut machines = vec![];
    for (module, signals) in modules {
        for (signal, Signal { role, states, .. }) in signals {
            if let Role::Held | Role::Leaves = role {
                let (module, signal, is_register) = (module.clone(), signal.clone(), *role == Role::Held);
                machines.push(Machine {
                    module,
                    signal,
                    is_register,
                    states: states.to_vec(),
                    is_constant: false,
                    is_assumed: false,
                    once: vec![],
                    found: vec![],
                });
            }
        }
    }
    let pieces: Vec<&str> = said.split(MARK).skip(1).collect();
    ensure!(
        pieces.len() == questions.len(),
        "yosys answers {} of {} questions",
        pieces.len(),
        questions.len()
    );
    // For each machine the codes that can follow each state.
    let mut followers = vec![vec![]; machines.len()];
    for (piece, Question { module, signal, asked }) in pieces.into_iter().zip(questions) {
        let proved = piece.contains("no model found: SUCCESS!");
        let answered = match asked {
            Asked::Named | Asked::Constant => proved || piece.contains("model found: FAIL!"),
            // yosys lists one after the other, and says that there are no more. None follows a state that is assumed not to be.
            Asked::Followers => piece.contains("no more models found") || piece.contains("no model found."),
        };
        ensure!(
            answered,
            "yosys does not answer whether {signal} of {module} has a named code, or which codes follow a state"
        );
        let place = machines
            .iter()
            .position(|machine| machine.module == *module && machine.signal == *signal)
            .context("a question of no machine")?;
        let machine = &mut machines[place];
        match asked {
            Asked::Named if proved => {}
            Asked::Named => machine.found.push(Fault::Unnamed),
            Asked::Constant => machine.is_constant = proved,
            Asked::Followers => followers[place].push(listed(piece, &next(signal))),
        }
    }
    for (machine, followers) in machines.iter_mut().zip(&followers) {
        // A constant register stays where it is.
        if machine.is_constant {
            continue;
        }
        let name = |code: usize| machine.states[code].clone();
        let last = last(followers);
        if let [last] = &last[..]
            && last.len() > 1
        {
            machine.once = (0..followers.len())
                .filter(|code| !last.contains(code))
                .map(name)
                .collect();
        } else {
            let traps = last
                .iter()
                .map(|codes| Fault::Trap { states: codes.iter().copied().map(name).collect() });
            let traps: Vec<Fault> = traps.collect();
            machine.found.extend(traps);
        }
    }
    Ok(machines)
}

/// The values of a wire that yosys lists, in decimal.
fn listed(said: &str, wire: &str) -> Vec<usize> {
    let value = |line: &str| {
        let mut words = line.split_whitespace();
        words.next()?.strip_prefix('\\').filter(|name| *name == wire)?;
        words.next()?.parse().ok()
    };
    said.lines().filter_map(value).collect()
}

/// The sets of states that are not left: from each of the set exactly the set is reached. `followers` has for each state the codes that
/// can follow it.
fn last(followers: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let reached = |from: usize| {
        let (mut reached, mut next) = (BTreeSet::from([from]), vec![from]);
        while let Some(code) = next.pop() {
            let known = followers[code].iter().filter(|code| **code < followers.len());
            next.extend(known.filter(|code| reached.insert(**code)));
        }
        reached
    };
    let reached: Vec<BTreeSet<usize>> = (0..followers.len()).map(reached).collect();
    let is_last = |set: &&BTreeSet<usize>| {
        let mut codes = set.iter();
        codes.all(|code| !followers[*code].is_empty() && reached[*code] == **set)
    };
    let sets: BTreeSet<&BTreeSet<usize>> = reached.iter().filter(is_last).collect();
    sets.into_iter().cloned().collect()
}

/// The signals of each module whose types have states, each module once.
fn by_module<'a>(top: &str, circuit: &'a str, signals: &'a [WaveSignal]) -> BTreeMap<String, Signals<'a>> {
    let mut modules: BTreeMap<String, Signals<'a>> = BTreeMap::new();
    for signal in signals {
        let Some(states) = signal.states.as_deref().map(|(_, states)| states.as_slice()) else {
            continue;
        };
        let path: Vec<&str> = signal.scope[1..].iter().map(|(name, _)| name.as_str()).collect();
        // The module in which the signal is, and the one around it.
        for depth in [path.len(), path.len().saturating_sub(1)] {
            let Some(name) = module_at(top, circuit, &path[..depth]) else {
                continue;
            };
            let Some(module) = Module::find(circuit, name) else {
                continue;
            };
            let own = in_verilog(&[&path[depth..], &[signal.name.as_str()]].concat().join("."));
            if let Some((role, value)) = role(module, circuit, &path[depth..], &signal.name, &own) {
                let signal = Signal { role, value, states, width: signal.width };
                modules.entry(name.into()).or_default().insert(own, signal);
            }
        }
    }
    modules
}

/// Whether the signal is the output of a register with states.
fn is_register(signal: &WaveSignal) -> bool {
    let held = signal.name == "q" || signal.name.starts_with("q_");
    held && signal.states.is_some() && signal.scope.last().is_some_and(|(_, of)| of == "Register")
}

/// Whether a module has this register.
fn is_in(signal: &WaveSignal, top: &str, circuit: &str, modules: &BTreeMap<String, Signals>) -> bool {
    let path: Vec<&str> = signal.scope[1..].iter().map(|(name, _)| name.as_str()).collect();
    let Some((register, around)) = path.split_last() else {
        return false;
    };
    let own = format!("{register}_{}", signal.name);
    let signals = module_at(top, circuit, around).and_then(|name| modules.get(name));
    signals.is_some_and(|signals| signals.get(&own).is_some_and(|signal| signal.role == Role::Held))
}

/// The name of the module of a part.
fn module_at<'a>(top: &'a str, circuit: &'a str, path: &[&str]) -> Option<&'a str> {
    path.iter()
        .try_fold(top, |name, part| Module::find(circuit, name)?.of_instance(part))
}

/// The role of a signal in a module, and the expression with its value there; `None` if it has no role. `part` is empty, or the part or
/// the register of the module that has the signal. `own` is what the module calls the signal.
fn role<'a>(module: Module<'a>, circuit: &str, part: &[&str], signal: &str, own: &str) -> Option<(Role, &'a str)> {
    match part {
        [] if is_field(module, own) => Some((Role::Enters, module.word(own)?)),
        [] => match module.direction(own)? {
            "input" => Some((Role::Enters, module.word(own)?)),
            _ => Some((Role::Leaves, module.word(own)?)),
        },
        [part] => match module.of_instance(part) {
            // A register has no module.
            None if signal == "q" || signal.starts_with("q_") => {
                loaded(module, own)?;
                Some((Role::Held, module.word(own)?))
            }
            None => None,
            Some(of) => {
                let value = module.connected(part, signal)?;
                match Module::find(circuit, of)?.direction(signal)? {
                    "input" => Some((Role::Leaves, value)),
                    _ => Some((Role::Enters, value)),
                }
            }
        },
        _ => None,
    }
}

/// Whether the signal is a field of an input. Only the circuit itself has such: its ports are one word each.
fn is_field(module: Module, signal: &str) -> bool {
    let assigned = format!("  assign {signal} = ");
    let values = module.text.lines().filter_map(|line| line.strip_prefix(&assigned));
    let mut inputs = values.filter_map(|value| Some(value.strip_suffix("];")?.rsplit_once('[')?.0));
    inputs.any(|input| module.direction(input) == Some("input"))
}

/// What a register loads at each edge.
fn loaded<'a>(module: Module<'a>, register: &str) -> Option<&'a str> {
    let loads = format!("{register} <= ");
    let (_, after) = module.text.split_once(&format!(" {loads}"))?;
    after.split(';').next()
}

/// The wire with the value of a register after the next edge.
fn next(register: &str) -> String {
    format!("next_{register}")
}

/// The wire that is 1 while the signal's code is named.
fn named(signal: &str) -> String {
    format!("named_{signal}")
}

/// The Verilog of a module with its parts as black boxes, with a wire for each signal that is 1 while its code is named.
fn alone(name: &str, circuit: &str, signals: &Signals) -> Result<String> {
    let module = Module::find(circuit, name).with_context(|| format!("there is no module {name}"))?;
    let of: BTreeSet<&str> = module.instances().map(|(of, _)| of).collect();
    let heads = of.into_iter().filter_map(|of| Some(Module::find(circuit, of)?.head()));
    let boxes: String = heads
        .map(|head| format!("(* blackbox *)\n{head}\nendmodule\n\n"))
        .collect();
    let mut wires = String::new();
    for (signal, Signal { role, value, states, width }) in signals {
        let mut name_of = |signal: &str, value: &str| {
            let _ = writeln!(wires, "  wire {} = ({value}) < {};", named(signal), states.len());
        };
        name_of(signal, value);
        if *role == Role::Held {
            let next = next(signal);
            name_of(&next, &next);
            let loaded = loaded(module, signal).with_context(|| format!("{name}: {signal} loads nothing"))?;
            let _ = writeln!(wires, "  wire [{}:0] {next} = {loaded};", width - 1);
        }
    }
    Ok(format!("{boxes}{}{wires}endmodule\n", module.text))
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A lamp with a part that remembers what it shows. `STATES` names three of the four codes.
    const LAMP: &str = "module memory (\n  input  wire       clock,\n  input  wire [1:0] shown,\n  output wire [1:0] last\n);\n  \
                        reg [1:0] state_q;\n  assign last = state_q;\n  always @(posedge clock) state_q <= shown;\nendmodule\n\n\
                        module lamp (\n  input  wire       clock,\n  input  wire       on,\n  output wire [1:0] colour\n);\n  \
                        reg [1:0] state_q;\n  reg [1:0] state_d;\n  wire [1:0] memory_last;\n  wire [1:0] memory_shown;\n\n  \
                        memory memory (\n    .clock(clock),\n    .shown(memory_shown),\n    .last(memory_last)\n  );\n\n  \
                        assign memory_shown = state_q;\n  assign colour = on ? state_q : memory_last;\n  always @(*) begin\n    \
                        state_d = state_q;\n    case (state_q)\n      2'd0: if (on) state_d = 2'd1;\n      \
                        2'd1: if (on) state_d = 2'd2;\n      2'd2: if (!on) state_d = 2'd0;\n      default: ;\n    endcase\n  end\n  \
                        always @(posedge clock) state_q <= state_d;\nendmodule\n";

    const STATES: [&str; 3] = ["Dark", "Red", "Green"];

    fn signals() -> Vec<WaveSignal> {
        let states = Arc::new(("Colour".to_string(), STATES.map(String::from).to_vec()));
        [
            &["colour"][..],
            &["state", "q"],
            &["state", "d"],
            &["memory", "shown"],
            &["memory", "last"],
            &["memory", "state", "q"],
        ]
        .iter()
        .map(|path| {
            let scope = ["lamp"].iter().chain(&path[..path.len() - 1]);
            let of = |name: &str| if name == "state" { "Register" } else { "Lamp" };
            WaveSignal {
                scope: scope.map(|name| (name.to_string(), of(name).into())).collect(),
                name: path[path.len() - 1].into(),
                width: 2,
                is_clock: false,
                states: Some(states.clone()),
            }
        })
        .collect()
    }

    /// What is found of each signal, where the text has been changed.
    fn found(from: &str, to: &str, assumed: &Assumed) -> Vec<String> {
        assert!(LAMP.contains(from));
        let text = LAMP.replace(from, to);
        let machines = judge(&Tools::find(), "lamp", &text, &signals(), assumed).unwrap();
        let line = |machine: &Machine| format!("{} {}: {machine}", machine.module, machine.signal);
        machines.iter().map(line).collect()
    }

    #[test]
    fn every_state_has_a_name_and_none_is_a_trap() {
        let right = [
            "lamp colour: only its 3 states",
            "lamp memory_shown: only its 3 states",
            "lamp state_q: only its 3 states, and none is a trap",
            "memory last: only its 3 states",
            "memory state_q: only its 3 states, and none is a trap",
        ];
        assert_eq!(found("colour", "colour", &[]), right);
    }

    #[test]
    fn a_trap_is_found() {
        let wrong = found("2'd2: if (!on) state_d = 2'd0;", "2'd2: ;", &[]);
        assert_eq!(wrong[2], "lamp state_q: never left: Green");
    }

    #[test]
    fn what_follows_a_state_is_all_that_is_reached_from_it() {
        let last = |followers: &[&[usize]]| {
            let followers: Vec<Vec<usize>> = followers.iter().map(|codes| codes.to_vec()).collect();
            last(&followers).into_iter().map(Vec::from_iter).collect::<Vec<_>>()
        };
        assert_eq!(last(&[&[0, 1], &[1, 2], &[0]]), [[0, 1, 2]]);
        // It begins in 0, and does not return.
        assert_eq!(last(&[&[1], &[2], &[1]]), [[1, 2]]);
        assert_eq!(last(&[&[1, 2], &[1], &[0, 2]]), [[1]]);
        // Nothing follows a state that cannot be.
        assert_eq!(last(&[&[1], &[0], &[]]), [[0, 1]]);
        // Two sets that are not left, and a code without a name.
        assert_eq!(last(&[&[1, 3, 7], &[2], &[1], &[4], &[3]]), [[1, 2], [3, 4]]);
    }

    #[test]
    fn states_to_which_it_does_not_return_are_told() {
        let once = found("2'd2: if (!on) state_d = 2'd0;", "2'd2: if (!on) state_d = 2'd1;", &[]);
        assert_eq!(
            once[2],
            "lamp state_q: only its 3 states, and none is a trap; it does not return to Dark"
        );
    }

    #[test]
    fn a_code_without_a_name_is_found_wherever_it_comes_from() {
        let wrong = found(
            "2'd1: if (on) state_d = 2'd2;",
            "2'd1: state_d = on ? 2'd2 : 2'd3;",
            &[],
        );
        assert_eq!(wrong[2], "lamp state_q: it gets a code without a name");
        let handed_on = found("memory_shown = state_q", "memory_shown = ~state_q", &[]);
        assert_eq!(handed_on[1], "lamp memory_shown: it gets a code without a name");
        let assumed = found(
            "memory_shown = state_q",
            "memory_shown = ~state_q",
            &[("lamp", "memory_shown")],
        );
        assert_eq!(assumed[1], "lamp memory_shown: assumed to have only its 3 states");
    }

    #[test]
    fn what_is_connected_to_a_part_without_a_name_of_its_own_is_judged_too() {
        let direct = found(".shown(memory_shown)", ".shown(2'd3)", &[]);
        assert_eq!(direct[1], "lamp memory_shown: it gets a code without a name");
    }

    #[test]
    fn a_field_of_an_input_is_a_state() {
        // `memory_last` is read from a word that enters.
        let whole = LAMP
            .replace(
                "  memory memory (\n    .clock(clock),\n    .shown(memory_shown),\n    .last(memory_last)\n  );\n",
                "",
            )
            .replace(
                "  input  wire       on,\n",
                "  input  wire       on,\n  input  wire [3:0] memory,\n  output wire [1:0] shown,\n",
            )
            .replace(
                "  assign memory_shown = state_q;\n",
                "  assign memory_last = memory[2:1];\n  assign memory_shown = state_q;\n",
            );
        let states = Arc::new(("Colour".to_string(), STATES.map(String::from).to_vec()));
        let of_top = |name: &str| WaveSignal {
            scope: vec![("lamp".into(), "Lamp".into())],
            name: name.into(),
            width: 2,
            is_clock: false,
            states: Some(states.clone()),
        };
        let judged = |signals: &[WaveSignal]| judge(&Tools::find(), "lamp", &whole, signals, &[]).unwrap();
        let colour = |machines: Vec<Machine>| machines[0].to_string();
        assert_eq!(
            colour(judged(&[of_top("colour"), signals()[1].clone()])),
            "it gets a code without a name"
        );
        let known = judged(&[of_top("colour"), of_top("memory_last"), signals()[1].clone()]);
        assert_eq!(colour(known), "only its 3 states");
    }

    #[test]
    fn no_register_is_lost() {
        let text = LAMP.replace("state_q", "kept_q");
        let error = judge(&Tools::find(), "lamp", &text, &signals(), &[]).unwrap_err();
        assert_eq!(error.to_string(), "no module of lamp has the register state.q");
    }

    #[test]
    fn a_register_that_never_changes_is_told_apart() {
        let constant = found("state_q <= state_d", "state_q <= 2'd0", &[]);
        assert_eq!(constant[2], "lamp state_q: always Dark");
    }
}
