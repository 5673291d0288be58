//! Checks beside the emitted Verilog of a circuit, for a simulator: a module around both. It has the circuit's ports, and outputs that
//! tell which properties hold and what the checks see.
//!
//! ```text
//!          ┌ console_monitored ───────────────────────────────────┐
//!  ports ──┤ console watched ── watched.game.board ── checks_0    ├── ports
//!          │                 ── watched.controls.key ─ checks_1   ├── held_0, a bit for each property
//!          └──────────────────────────────────────────────────────┴── seen_0, .. a signal each
//! ```

use anyhow::{Context, Result, ensure};
use tengen_sim::{Port, PortDirection, watch::path_of};

use super::{
    properties,
    text::{Module, in_verilog},
};

/// Checks of a part of the circuit.
pub struct Watching {
    /// The part's dotted path below the top; empty for the top itself.
    pub path: String,
    /// The module of the checks, and its Verilog. Checks of the same name are the same.
    pub name: String,
    pub text: String,
    pub ports: Vec<Port>,
    /// As [`Checks::SEEN`](super::Checks::SEEN).
    pub seen: &'static [(&'static str, &'static str)],
}

/// A circuit with its checks.
pub struct Monitored {
    pub text: String,
    /// The name of its module.
    pub top: String,
    /// The ports of the circuit, then those that tell of the checks.
    pub ports: Vec<Port>,
    /// The number of the circuit's own ports.
    pub own: usize,
    /// The ports whose bits are the properties, those of the first checks first, from the lowest bit on.
    pub held: Vec<usize>,
    /// For each of the checks what their inputs see, in the order of the inputs: the input's name, and the port.
    pub seen: Vec<Vec<(&'static str, usize)>>,
}

/// The properties that a port of the result tells.
pub const HELD_BITS: usize = 64;

/// Adds the checks to a circuit whose module is `top`.
///
/// # Errors
/// If the circuit has no clock or several, or not what the checks see.
pub fn monitored(top: &str, circuit: &str, own: &[Port], watching: &[Watching]) -> Result<Monitored> {
    let module = Module::find(circuit, top).with_context(|| format!("there is no module {top}"))?;
    let clocks: Vec<&Port> = of(own, PortDirection::Clock).collect();
    ensure!(
        clocks.len() == 1,
        "{top} has {} clocks, and checks have one",
        clocks.len()
    );
    let clock = clocks[0].name;

    let mut ports = own.to_vec();
    let (mut bodies, mut modules, mut seen) = (String::new(), String::new(), vec![]);
    let mut count = 0;
    for (number, checks) in watching.iter().enumerate() {
        let mut connections = vec![];
        let mut sees = vec![];
        for port in of(&checks.ports, PortDirection::Input) {
            let path = path_of(port.name, checks.seen);
            let path = if checks.path.is_empty() { path.into() } else { format!("{}.{path}", checks.path) };
            let place = module
                .place(&path)
                .with_context(|| format!("{}: {top} has no signal {}", checks.name, in_verilog(&path)))?;
            let name = format!("seen_{}", ports.len() - own.len());
            bodies += &format!("  assign {name} = watched.{place};\n");
            connections.push(format!("    .{}({name})", port.name));
            sees.push((port.name, ports.len()));
            ports.push(output(name, port.width));
        }
        connections.extend(of(&checks.ports, PortDirection::Clock).map(|port| format!("    .{}({clock})", port.name)));
        for (name, _) in properties(&checks.ports)? {
            connections.push(format!(
                "    .{name}(held_{}[{}])",
                count / HELD_BITS,
                count % HELD_BITS
            ));
            count += 1;
        }
        bodies += &format!(
            "  {} checks_{number} (\n{}\n  );\n",
            checks.name,
            connections.join(",\n")
        );
        if Module::find(&modules, &checks.name).is_none() {
            modules += &checks.text;
        }
        seen.push(sees);
    }
    let words = count.div_ceil(HELD_BITS);
    let held = ports.len()..ports.len() + words;
    // Bits that no property has stay undriven, and nobody reads them.
    ports.extend((0..words).map(|word| output(format!("held_{word}"), HELD_BITS)));

    let name = format!("{top}_monitored");
    let declared: Vec<String> = ports.iter().map(declaration).collect();
    let connected: Vec<String> = own.iter().map(|port| format!("    .{0}({0})", port.name)).collect();
    let wrapper = format!(
        "module {name} (\n{}\n);\n  {top} watched (\n{}\n  );\n{bodies}endmodule\n",
        declared.join(",\n"),
        connected.join(",\n")
    );
    Ok(Monitored {
        text: format!("{circuit}\n{modules}\n{wrapper}"),
        top: name,
        ports,
        own: own.len(),
        held: held.collect(),
        seen,
    })
}

fn of(ports: &[Port], direction: PortDirection) -> impl Iterator<Item = &Port> {
    ports.iter().filter(move |port| port.direction == direction)
}

/// Names of ports live as long as the program.
fn output(name: String, width: usize) -> Port {
    Port { name: name.leak(), direction: PortDirection::Output, width }
}

fn declaration(port: &Port) -> String {
    let kind = match port.direction {
        PortDirection::Clock | PortDirection::Input => "input",
        PortDirection::Output => "output",
        PortDirection::InOut => "inout",
    };
    let range = if port.width > 1 { format!(" [{}:0]", port.width - 1) } else { String::new() };
    format!("  {kind} wire{range} {}", port.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: &str = "module lamp (\n);\n  reg [2:0] state_q;\n  wire lit;\nendmodule\n\nmodule house (\n  input wire clock,\n  \
                         input wire switch\n);\n  lamp hall (\n  );\n  lamp cellar (\n  );\nendmodule\n";

    fn port(name: &'static str, direction: PortDirection, width: usize) -> Port {
        Port { name, direction, width }
    }

    fn of_lamp(path: &str) -> Watching {
        Watching {
            path: path.into(),
            name: "lamp_checks".into(),
            text: "module lamp_checks (\n);\nendmodule\n".into(),
            ports: vec![
                port("clock", PortDirection::Clock, 1),
                port("lit", PortDirection::Input, 1),
                port("state", PortDirection::Input, 3),
                port("always_lit", PortDirection::Output, 1),
                port("once_dark", PortDirection::Output, 1),
            ],
            seen: &[("state", "state.q")],
        }
    }

    const OWN: [Port; 2] = [
        Port { name: "clock", direction: PortDirection::Clock, width: 1 },
        Port { name: "switch", direction: PortDirection::Input, width: 1 },
    ];

    #[test]
    fn each_part_has_its_checks_and_each_signal_a_port() {
        let made = monitored("house", HOUSE, &OWN, &[of_lamp("hall"), of_lamp("cellar")]).unwrap();
        let names: Vec<&str> = made.ports.iter().map(|port| port.name).collect();
        assert_eq!(
            names,
            ["clock", "switch", "seen_0", "seen_1", "seen_2", "seen_3", "held_0"]
        );
        assert_eq!(
            (made.own, made.held, made.top.as_str()),
            (2, vec![6], "house_monitored")
        );
        assert_eq!(made.seen, [[("lit", 2), ("state", 3)], [("lit", 4), ("state", 5)]]);
        assert_eq!(made.text.matches("module lamp_checks (").count(), 1);
        for line in [
            "  output wire [2:0] seen_3,",
            "  assign seen_3 = watched.cellar.state_q;",
            "  lamp_checks checks_1 (",
            "    .clock(clock),",
            "    .state(seen_3),",
            "    .once_dark(held_0[3])",
        ] {
            assert!(made.text.lines().any(|found| found == line), "{line}: {}", made.text);
        }
    }

    #[test]
    fn what_is_not_there_is_named() {
        let refused = |own: &[Port], path| {
            monitored("house", HOUSE, own, &[of_lamp(path)])
                .err()
                .unwrap()
                .to_string()
        };
        assert_eq!(refused(&OWN, "attic"), "lamp_checks: house has no signal attic_lit");
        assert_eq!(refused(&OWN[1..], "hall"), "house has 0 clocks, and checks have one");
    }
}
