//! What the cells of each family do: yosys' models, and our own where it has none or where a simulation needs another.

use anyhow::{Result, bail};
use rust_hdl_bsp::Family;

use super::gowin;

/// A cell that drives a pin of both directions.
pub struct Driver {
    pub cell: &'static str,
    /// Its ports: the level to drive, when, and the pin itself.
    pub level: &'static str,
    pub enable: &'static str,
    pub pin: &'static str,
    /// The enable that drives is low.
    pub enable_low: bool,
    /// Its port with the level of the pin, where the netlist does not read the pin itself.
    pub read: Option<&'static str>,
}

/// The cells of a family.
pub struct Cells {
    /// yosys' models, and what their text is read with.
    pub library: &'static str,
    /// Our own, which stand in place of yosys'.
    own: fn() -> String,
    /// What the type of every flip-flop begins with.
    pub flip_flop: &'static str,
    pub driver: Driver,
}

static ICE40: Cells = Cells {
    library: "-D NO_ICE40_DEFAULT_ASSIGNMENTS +/ice40/cells_sim.v",
    own: || include_str!("ice40.v").to_string() + &table("SB_LUT4", 4, "O", "LUT_INIT"),
    flip_flop: "SB_DFF",
    driver: Driver { cell: "\\$_TBUF_", level: "A", enable: "E", pin: "Y", enable_low: false, read: None },
};

static GOWIN: Cells = Cells {
    library: "+/gowin/cells_sim.v",
    own: || {
        let tables = (1..=4).map(|inputs| table(&format!("LUT{inputs}"), inputs, "F", "INIT"));
        gowin::models() + &tables.collect::<String>()
    },
    flip_flop: "DFF",
    driver: Driver { cell: "IOBUF", level: "I", enable: "OEN", pin: "IO", enable_low: true, read: Some("O") },
};

impl Cells {
    /// The cells of a family whose netlists are simulated.
    pub fn of(family: Family) -> Result<&'static Cells> {
        match family {
            Family::Ice40 => Ok(&ICE40),
            Family::Gowin => Ok(&GOWIN),
            other => bail!("there are no models of the cells of {other:?}"),
        }
    }

    /// The models of all cells; `library` is the text of yosys' models.
    pub fn models(&self, library: &str) -> String {
        let own = (self.own)();
        let mut text = library.to_string();
        for module in own.lines().filter_map(|line| line.strip_prefix("module ")) {
            let name = module
                .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()
                .unwrap_or_default();
            text = without(&text, name);
        }
        text + &own
    }
}

/// The model of a look-up table with the inputs `I0`, `I1`, ..; the parameter `contents` holds its bits. It selects the bit by one shift.
/// yosys' model has a multiplexer for each input instead, and a netlist of those runs at an eighth of the speed under Verilator.
fn table(name: &str, inputs: usize, output: &str, contents: &str) -> String {
    let names: Vec<String> = (0..inputs).rev().map(|input| format!("I{input}")).collect();
    let address = names.join(", ");
    format!(
        "\nmodule {name} (output {output}, input {address});\n    parameter [{}:0] {contents} = 0;\n    \
         assign {output} = {contents}[{{{address}}}];\nendmodule\n",
        (1 << inputs) - 1
    )
}

/// The text without the module of that name. A text that has no such module is unchanged.
fn without(text: &str, module: &str) -> String {
    let begins = |line: &str| {
        line.strip_prefix("module ")
            .and_then(|rest| rest.strip_prefix(module))
            .is_some_and(|rest| rest.starts_with([' ', '(', ';']))
    };
    let mut kept = String::new();
    let mut inside = false;
    for line in text.lines() {
        inside |= begins(line);
        if !inside {
            kept += line;
            kept.push('\n');
        }
        inside &= !line.starts_with("endmodule");
    }
    kept
}
