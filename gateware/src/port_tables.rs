//! Tests that the port table at the head of a circuit's file agrees with its declaration: every port, its direction
//! and its width or type.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    path::{Component, Path},
};

/// Direction and width of each port.
type Ports = BTreeMap<String, (String, String)>;

/// The ports of the circuit that a file declares outside its tests, if it does; a file has one at most.
fn declared(text: &str) -> Option<Ports> {
    let text = text.split("#[cfg(test)]").next()?;
    let mut circuits = text.split("#[derive(Circuit)]").skip(1);
    let circuit = circuits.next()?.split("\n}\n").next()?;
    assert!(circuits.next().is_none(), "a second circuit in the file of {circuit}");
    let mut ports = Ports::new();
    for line in circuit.lines().filter_map(|line| line.trim().strip_prefix("pub ")) {
        let Some((name, of)) = line.trim_end_matches(',').split_once(": ") else {
            continue;
        };
        let (of, count) = match of.strip_prefix('[').and_then(|of| of.strip_suffix(']')) {
            Some(array) => array.rsplit_once("; ").map(|(of, count)| (of, Some(count)))?,
            None => (of, None),
        };
        let Some(signal) = of.strip_prefix("Signal<").and_then(|of| of.strip_suffix('>')) else {
            continue;
        };
        let (direction, of) = signal.split_once(", ")?;
        let width = match of {
            "Bit" | "Clock" => "1",
            of => of
                .strip_prefix("Bits<")
                .and_then(|of| of.strip_suffix('>'))
                .unwrap_or(of),
        };
        let width = count.map_or(width.to_string(), |count| format!("{count} x {width}"));
        ports.insert(name.to_string(), (direction.to_lowercase(), width));
    }
    Some(ports)
}

/// The ports in the table. A row may describe several ports, with one width for each or one for all.
fn written(text: &str) -> Option<Ports> {
    let mut rows = text.lines().map_while(|line| line.strip_prefix("//!"));
    rows.by_ref().find(|row| row.trim_start().starts_with("| port"))?;
    let mut ports = Ports::new();
    for row in rows.skip(1).map_while(|row| row.trim().strip_prefix('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        // A row in italics is a heading.
        if cells[0].starts_with('*') {
            continue;
        }
        let names: Vec<&str> = cells[0].split(", ").collect();
        let widths: Vec<&str> = cells[2].split(", ").collect();
        for (i, name) in names.iter().enumerate() {
            let width = if widths.len() == names.len() { widths[i] } else { cells[2] };
            ports.insert(name.to_string(), (cells[1].to_string(), width.to_string()));
        }
    }
    Some(ports)
}

fn each_file(folder: &Path, visit: &mut dyn FnMut(&Path, &str)) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => each_file(&path, visit),
            false => visit(&path, &fs::read_to_string(&path).unwrap()),
        }
    }
}

#[test]
fn a_table_of_ports_says_what_the_declaration_says() {
    let (mut checked, mut wrong) = (0, vec![]);
    let mut check = |path: &Path, text: &str| {
        // Circuits that only tests use have no readers who look for a table; the ports of memories are told together.
        let skipped = |folder: Component| ["tests", "memory"].map(OsStr::new).contains(&folder.as_os_str());
        if path.components().any(skipped) || path.ends_with("tests.rs") {
            return;
        }
        let Some(declared) = declared(text) else {
            return;
        };
        let Some(written) = written(text) else {
            wrong.push(format!("{}: has no table of ports", path.display()));
            return;
        };
        checked += 1;
        for (name, port) in &declared {
            match written.get(name) {
                Some(said) if said == port => {}
                said => wrong.push(format!(
                    "{}: {name} is {port:?}, and the table says {said:?}",
                    path.display()
                )),
            }
        }
        let more = written.keys().filter(|name| !declared.contains_key(*name));
        wrong.extend(more.map(|name| format!("{}: there is no {name}", path.display())));
    };
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    each_file(&package.join("src"), &mut check);
    each_file(&package.join("../hdl/src/library"), &mut check);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 110, "{checked} tables");
}
