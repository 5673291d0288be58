//! The head of a unit's Verilog file, as comments: what its users have to know.
//!
//! The meaning of a port comes from the table at the head of the circuit's source:
//!
//! ```text
//! | port     | dir | width | meaning | initial |
//! |----------|-----|-------|---------|---------|
//! | row, col | in  | 4     | ...     | -       |
//! ```

use std::collections::BTreeMap;

use tengen_sim::{Port, PortDirection, WaveSignal};

use super::{Clocks, Unit};

const LICENCE: &str = env!("CARGO_PKG_LICENSE");

/// The head of the unit's file, with these ports and the command that makes it. Top-level `signals` that are
/// enumerations give the names of their values.
pub fn head(unit: &Unit, ports: &[Port], signals: &[WaveSignal], command: &str) -> String {
    let mut meanings = meanings(unit.source);
    for signal in signals.iter().filter(|signal| signal.scope.len() == 1) {
        if let (Some(states), Some(meaning)) = (&signal.states, meanings.get_mut(&signal.name))
            && !meaning.contains(", 1 ")
        {
            let states = states.1.iter().enumerate();
            let states: Vec<String> = states.map(|(number, state)| format!("{number} {state}")).collect();
            *meaning += &format!("; {}", states.join(", "));
        }
    }
    let mut lines = vec![format!("{}: {}", unit.name, unit.summary), String::new()];
    lines.extend(table(ports, &meanings));
    lines.extend([
        String::new(),
        clock(unit, ports),
        format!("Made by: {command}"),
        format!("SPDX-License-Identifier: {LICENCE}"),
        String::new(),
    ]);
    let lines = lines
        .iter()
        .map(|line| format!("// {line}").trim_end().to_string() + "\n");
    lines.collect()
}

/// A line per port, in columns.
fn table(ports: &[Port], meanings: &BTreeMap<String, String>) -> Vec<String> {
    let rows = ports.iter().map(|port| {
        let known = meanings.get(port.name).map_or("", String::as_str);
        let (direction, meaning) = match port.direction {
            PortDirection::Clock => ("in", "rising edge"),
            PortDirection::Input => ("in", known),
            PortDirection::Output => ("out", known),
            PortDirection::InOut => ("inout", known),
        };
        [port.name, direction, &port.width.to_string(), meaning].map(str::to_string)
    });
    let head = ["port", "dir", "width", "meaning"].map(str::to_string);
    let rows: Vec<[String; 4]> = [head].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (name, direction) = (width(0), width(1));
    rows.iter()
        .map(|[port, dir, width, meaning]| format!("  {port:name$}  {dir:direction$}  {width:>5}  {meaning}"))
        .collect()
}

fn clock(unit: &Unit, ports: &[Port]) -> String {
    if !ports.iter().any(|port| port.direction == PortDirection::Clock) {
        return "Clock: none; all of it is combinational.".into();
    }
    match &unit.circuit.clocks {
        Clocks::Any => "Clock: any; nothing in it counts time.".into(),
        Clocks::Pixels => format!("Clock: {} Hz and no other, a pixel a clock.", unit.made.hertz),
        Clocks::Within(_) => format!(
            "Clock: {} Hz, for which its constants of time are computed.",
            unit.made.hertz
        ),
    }
}

/// The meaning of each port, from the tables at the head of a source.
fn meanings(source: &str) -> BTreeMap<String, String> {
    let mut meanings = BTreeMap::new();
    // The columns of the names and the meanings in the present table.
    let mut columns = None;
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        let Some(row) = line.trim().strip_prefix('|') else {
            columns = None;
            continue;
        };
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let column = |name: &str| cells.iter().position(|cell| *cell == name);
        match columns {
            None => columns = column("port").zip(column("meaning")),
            Some((port, meaning)) => {
                if let (Some(names), Some(text)) = (cells.get(port), cells.get(meaning)) {
                    let names = names.split(", ").filter(|name| !name.starts_with('-'));
                    meanings.extend(names.map(|name| (name.to_string(), plain(text))));
                }
            }
        }
    }
    meanings
}

/// The text without Markdown marks and links of Rust's documentation.
fn plain(text: &str) -> String {
    text.replace(['`', '[', ']'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_at_the_head_of_a_source_tells_what_its_ports_mean() {
        let source = "//! | from | to |\n//! |--|--|\n//! | a | b |\n//!\n\
            //! | port | dir | width | meaning | initial |\n//! |--|--|--|--|--|\n\
            //! | row, col | in | 4 | the `crossing` | 0 |\n//! | done | out | 1 | [`Ply`] | 0 |\n\nuse x;\n//! | z | z | z | z |\n";
        let expected = [("col", "the crossing"), ("done", "Ply"), ("row", "the crossing")];
        let expected = expected.map(|(name, meaning)| (name.to_string(), meaning.to_string()));
        assert_eq!(meanings(source), expected.into());
    }
}
