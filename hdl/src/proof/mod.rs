//! Properties of a circuit: a circuit of their own that watches it, and their proof.
//!
//! A circuit of checks is written like any other. Each input has the name of a port of the watched circuit, or a name that
//! [`Checks::SEEN`] gives to a signal inside it or inside one of its parts. Registers hold what the properties need of the past. Each
//! output is a property:
//!
//! | its name begins with | the property                                                                         |
//! |----------------------|--------------------------------------------------------------------------------------|
//! | `always_`            | it is 1 in every clock                                                               |
//! | `once_`              | it is 1 in at least one clock                                                        |
//! | `given_`             | the inputs keep it 1; nothing is claimed of the clocks after one in which they do not |
//!
//! The watched circuit does not refer to its checks, so they are not in the product. In a simulation the checks run beside it
//! ([`tengen_sim::Watch`]); in one of its Verilog they are Verilog too, in a module around it ([`monitors`]). For a proof they are an
//! instance in its module, where `FORMAL` is defined ([`with_checks`]), and yosys and a solver prove them
//! ([`prove`](solver::prove)). Of state machines some things are proved without checks ([`states`]).

#[cfg(not(target_arch = "wasm32"))]
pub mod equivalence;
pub mod handshake;
pub mod monitors;
#[cfg(not(target_arch = "wasm32"))]
pub mod mutants;
#[cfg(not(target_arch = "wasm32"))]
mod netlist_text;
#[cfg(not(target_arch = "wasm32"))]
pub mod solver;
#[cfg(not(target_arch = "wasm32"))]
pub mod states;
pub mod text;
#[cfg(not(target_arch = "wasm32"))]
pub mod unchanged;

pub use handshake::Handshake;

use self::text::{Module, in_verilog};

use anyhow::{Context, Result, ensure};
use tengen_sim::{Circuit, Port, PortDirection, watch::path_of};

pub use tengen_sim::watch::Kind;

/// A circuit of checks.
pub trait Checks: Circuit + Sized {
    /// Inputs that see a signal inside the watched circuit: the input's name, and the signal's path, such as `state.q_edges`.
    const SEEN: &'static [(&'static str, &'static str)] = &[];
    /// The paths of parts whose outputs may take any value in a proof. What is proved so holds for the real parts too. The
    /// proof of a large circuit takes less time so, but a counterexample may need outputs that the real parts never have.
    const FREE: &'static [&'static str] = &[];
    /// The clock frequency at which the circuit is proved, in hertz. At a low one, times take fewer clocks.
    const HERTZ: u32 = 25_000_000;
    /// The number of clocks after power-on that are searched, and the most steps of an induction.
    const DEPTH: usize;

    /// The checks of a circuit at this clock.
    fn at(hertz: u32) -> Self;
}

/// The statement of SystemVerilog for such a property.
fn statement(kind: Kind) -> &'static str {
    match kind {
        Kind::Always => "assert",
        Kind::Once => "cover",
        Kind::Given => "assume",
    }
}

/// The properties among these ports, in their order.
///
/// # Errors
/// If an output's name does not tell its kind, or is wider than a bit.
pub fn properties(ports: &[Port]) -> Result<Vec<(&'static str, Kind)>> {
    let outputs = ports.iter().filter(|port| port.direction == PortDirection::Output);
    outputs
        .map(|port| {
            let kind = Kind::of(port.name).filter(|_| port.width == 1).with_context(|| {
                format!(
                    "{} is no property: a bit whose name begins with always_, once_ or given_",
                    port.name
                )
            })?;
            Ok((port.name, kind))
        })
        .collect()
}

/// The Verilog of a circuit whose module is `top`, with that of its checks, whose module is `checks`. `ports` are those of the
/// checks, and `seen` as in [`Checks::SEEN`]; `but` names properties to leave out.
///
/// # Errors
/// If the checks need more than one module, the circuit has no module of that name, or that module no signal that they look at.
pub fn with_checks(
    (top, circuit): (&str, &str),
    (checks, text): (&str, &str),
    ports: &[Port],
    seen: &[(&str, &str)],
    but: &[&str],
) -> Result<String> {
    ensure!(
        crate::verilog_modules(text).len() == 1,
        "{checks} has parts: checks are registers and logic alone"
    );
    let module = Module::find(circuit, top).with_context(|| format!("there is no module {top}"))?;
    let (before, after) = circuit.split_at(module.start + module.text.len());

    let mut connections = vec![];
    let mut inside = String::new();
    for port in ports {
        let path = path_of(port.name, seen);
        let place = match port.direction {
            PortDirection::Output => port.name.to_string(),
            // For yosys a name that nothing declares is a wire without a driver.
            _ => module
                .place(path)
                .with_context(|| format!("{checks}: {top} has no signal {}", in_verilog(path)))?,
        };
        if place.contains('.') {
            inside += &seen_inside(&place, port.width);
            connections.push(format!("    .{}(\\{place} )", port.name));
        } else {
            connections.push(format!("    .{}({place})", port.name));
        }
    }
    let mut wires = String::new();
    let mut statements = String::new();
    for (name, kind) in properties(ports)? {
        wires += &format!("  wire {name};\n");
        if !but.contains(&name) {
            statements += &format!("  always @(*) check_{name}: {}({name});\n", statement(kind));
        }
    }
    // The module may have a signal that is called `checks`.
    let instance = if module.has("checks") { checks } else { "checks" };
    Ok(format!(
        "`ifdef FORMAL\n{text}`endif\n\n{before}\n`ifdef FORMAL\n{inside}{wires}\n  {checks} {instance} (\n{}\n  );\n\n{statements}`endif\n{after}",
        connections.join(",\n")
    ))
}

/// Declares a wire with the value of a signal inside a part. yosys cannot read hierarchical names, but its `flatten` connects a wire
/// with the attribute `hierconn` to the signal of the same name.
fn seen_inside(place: &str, width: usize) -> String {
    let range = if width > 1 { format!("[{}:0] ", width - 1) } else { String::new() };
    format!(
        "`ifdef YOSYS\n  (* hierconn *) wire {range}\\{place} ;\n`else\n  wire {range}\\{place} = {place};\n`endif\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOGGLE: &str =
        "// Toggle: toggle\nmodule toggle (\n  input wire clock,\n  output wire level\n);\n  reg state_q;\nendmodule\n";

    fn port(name: &'static str, direction: PortDirection) -> Port {
        Port { name, direction, width: 1 }
    }

    #[test]
    fn the_checks_are_an_instance_where_they_are_wanted() {
        let ports = [
            port("clock", PortDirection::Clock),
            port("level", PortDirection::Input),
            port("inside", PortDirection::Input),
            port("always_equal", PortDirection::Output),
            port("once_high", PortDirection::Output),
        ];
        let checks = ("toggle_checks", "module toggle_checks (\n);\nendmodule\n");
        let text = with_checks(
            ("toggle", TOGGLE),
            checks,
            &ports,
            &[("inside", "state.q")],
            &["once_high"],
        )
        .unwrap();
        let (plain, formal): (Vec<&str>, Vec<&str>) = {
            let mut inside = false;
            text.lines().partition(|line| {
                inside = (inside || line.starts_with("`ifdef")) && !line.starts_with("`endif");
                !inside && !line.starts_with('`')
            })
        };
        let plain: Vec<&str> = plain.into_iter().filter(|line| !line.is_empty()).collect();
        assert_eq!(
            plain,
            TOGGLE.lines().collect::<Vec<_>>(),
            "without FORMAL it is the circuit alone"
        );
        for line in [
            "    .level(level),",
            "    .inside(state_q),",
            "  always @(*) check_always_equal: assert(always_equal);",
            "  wire once_high;",
        ] {
            assert!(formal.contains(&line), "{line}: {text}");
        }
        assert!(!text.contains("cover("));
    }

    #[test]
    fn an_output_that_is_no_property_is_refused() {
        for name in ["level", "sometimes_high"] {
            assert!(properties(&[port(name, PortDirection::Output)]).is_err());
        }
        let wide = Port { width: 2, ..port("always_high", PortDirection::Output) };
        assert!(
            properties(&[wide])
                .unwrap_err()
                .to_string()
                .starts_with("always_high is no property")
        );
    }

    #[test]
    fn checks_of_a_signal_that_is_not_there_are_refused() {
        let ports = [
            port("clock", PortDirection::Clock),
            port("levels", PortDirection::Input),
        ];
        let checks = ("toggle_checks", "module toggle_checks (\n);\nendmodule\n");
        for (seen, name) in [(&[][..], "levels"), (&[("levels", "state.q_level")], "state_q_level")] {
            let error = with_checks(("toggle", TOGGLE), checks, &ports, seen, &[])
                .unwrap_err()
                .to_string();
            assert_eq!(error, format!("toggle_checks: toggle has no signal {name}"));
        }
    }

    #[test]
    fn checks_look_into_parts() {
        let ports = [
            port("door", PortDirection::Input),
            Port { width: 3, ..port("state", PortDirection::Input) },
        ];
        let checks = ("house_checks", "module house_checks (\n);\nendmodule\n");
        let seen = [("door", "kitchen.door"), ("state", "kitchen.light.state.q")];
        let text = with_checks(("house", text::tests::HOUSE), checks, &ports, &seen, &[]).unwrap();
        for line in [
            "    .door(kitchen_door),",
            "    .state(\\kitchen.light.state_q )",
            "  (* hierconn *) wire [2:0] \\kitchen.light.state_q ;",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        for nowhere in ["kitchen.light.state.d", "cellar.light.state.q"] {
            let seen = [("state", nowhere)];
            assert!(with_checks(("house", text::tests::HOUSE), checks, &ports, &seen, &[]).is_err());
        }
    }

    #[test]
    fn checks_with_parts_and_circuits_of_another_name_are_refused() {
        let one = "module a (\n);\nendmodule\n";
        let two = format!("{one}module b (\n);\nendmodule\n");
        assert!(with_checks(("toggle", TOGGLE), ("b", &two), &[], &[], &[]).is_err());
        assert!(with_checks(("other", TOGGLE), ("a", one), &[], &[], &[]).is_err());
    }
}
