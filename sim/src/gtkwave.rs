//! Save files for GTKWave, next to a dump: a group of signals for each part of the machine, short labels, names for
//! enumeration values, and a marker at an event.
//!
//! ```text
//! console.vcd        the waves, or console.fst
//! console.gtkw       open this one: `gtkwave console.gtkw`
//! console.Key.txt    the names of the enumeration Key, a file each (Phase, Phase_2, .. if several have one name)
//! ```
//!
//! The parts directly below the top are open groups; parts inside them are closed ones. A register's input `d` comes
//! after its output. The tree of all signals is hidden: the groups show the same, and the values need the room. All
//! paths are relative, so the files can be moved together. The format is the one that GTKWave 3.3 saves and loads (its
//! `src/savefile.c`).

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::WaveSignal;

/// A cycle worth looking at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    pub cycle: u64,
    pub label: String,
    /// The number of cycles in the initial window, which includes this one.
    pub span: u64,
}

/// The flags of a line, from GTKWave's `analyzer.h`: numbers are right-justified, headings are blank traces.
const HEX: u32 = 0x22;
const DECIMAL: u32 = 0x24;
const BINARY: u32 = 0x28;
const TRANSLATED: u32 = 0x2000;
const GROUP: u32 = 0x80_0200;
const GROUP_END: u32 = 0x100_0200;
const CLOSED_GROUP: u32 = 0xc0_0200;
const CLOSED_GROUP_END: u32 = 0x140_1200;

/// The number of cycles in the window if there is no marker.
const SPAN: u64 = 50;
/// The least width of the wave area in pixels.
const WINDOW_PIXELS: u64 = 1000;
/// GTKWave's zoom is minus the binary logarithm of the time in this many pixels.
const ZOOM_PIXELS: u64 = 200;
/// The marker's distance from the window's left edge, in hundredths of the span.
const LEAD_IN: u64 = 60;

/// The name and contents of every file that belongs to the dump with that file name. `period` is the dump's, in
/// nanoseconds.
pub fn files(dump: &str, signals: &[WaveSignal], period: u64, marker: Option<&Marker>) -> Vec<(String, String)> {
    let ending = [".vcd", ".fst"].into_iter().find(|ending| dump.ends_with(ending));
    let stem = ending.map_or(dump, |ending| &dump[..dump.len() - ending.len()]);
    let tables = translations(stem, signals);
    let mut text = head(dump, stem, period, marker);
    body(&mut text, signals, &tables);
    let mut files = vec![(format!("{stem}.gtkw"), text)];
    files.extend(tables.into_values());
    files
}

/// An enumeration: the name of its type and its states.
type States = (String, Vec<String>);

/// The name and contents of each enumeration's translate file: a number and a state per line.
type Translations = BTreeMap<States, (String, String)>;

/// Enumerations in different parts may have the same name, such as `Phase`: all but the first get a number.
fn translations(stem: &str, signals: &[WaveSignal]) -> Translations {
    let mut tables = Translations::new();
    for (signal, states) in signals
        .iter()
        .filter_map(|signal| Some((signal, signal.states.as_ref()?)))
    {
        let (name, digits) = (&states.0, signal.width.div_ceil(4).max(1));
        let file = match tables
            .keys()
            .filter(|other| other.0 == *name && other.1 != states.1)
            .count()
        {
            0 => format!("{stem}.{name}.txt"),
            earlier => format!("{stem}.{name}_{}.txt", earlier + 1),
        };
        let lines = states.1.iter().enumerate();
        let lines = lines.map(|(number, state)| format!("{number:0digits$x} {state}\n"));
        tables
            .entry(states.as_ref().clone())
            .or_insert_with(|| (file, lines.collect()));
    }
    tables
}

fn head(dump: &str, stem: &str, period: u64, marker: Option<&Marker>) -> String {
    let shown = marker.map_or(SPAN, |marker| marker.span.max(1)) * period;
    let zoom = -((shown * ZOOM_PIXELS) as f64 / WINDOW_PIXELS as f64).log2();
    // The rising edge is in the middle of the cycle.
    let time = marker.map(|marker| marker.cycle * period + period / 2);
    let start = time.unwrap_or(0).saturating_sub(shown * LEAD_IN / 100);
    let mut text = format!(
        "[*] Open with: gtkwave {stem}.gtkw\n\
         [dumpfile] \"{dump}\"\n\
         [savefile] \"{stem}.gtkw\"\n\
         [timestart] {start}\n\
         [size] 1600 900\n\
         [sst_expanded] 0\n\
         [signals_width] 360\n"
    );
    let unset = "-1";
    let at = time.map_or(unset.to_string(), |time| time.to_string());
    text += &format!("*{zoom:.6} {at} {at}\n");
    if let Some(marker) = marker {
        text += &format!("[markername] A{}\n", marker.label);
    }
    text
}

/// The groups, nested like the scopes. Only the first of the clocks is listed, since they are all the same.
fn body(text: &mut String, signals: &[WaveSignal], tables: &Translations) {
    let mut open: Vec<String> = vec![];
    let mut clock_listed = false;
    // The circuit's own ports and locals first, then its parts.
    let (own, parts): (Vec<_>, Vec<_>) = signals.iter().partition(|signal| signal.scope.len() == 1);
    let listed: Vec<&WaveSignal> = own.into_iter().chain(parts).collect();
    let parts = listed.chunk_by(|a, b| a.scope == b.scope);
    for signal in parts.flat_map(values_first) {
        if signal.is_clock && clock_listed {
            continue;
        }
        clock_listed |= signal.is_clock;
        let labels: Vec<String> = signal.scope.iter().map(|(name, kind)| label(name, kind)).collect();
        // The top is the whole window: its ports get a group, and so does each of its parts.
        let groups = if labels.len() == 1 { &labels[..] } else { &labels[1..] };
        let common = open.iter().zip(groups).take_while(|(a, b)| a == b).count();
        close(text, &mut open, common);
        for group in &groups[common..] {
            let flags = if open.is_empty() { GROUP } else { CLOSED_GROUP };
            writeln!(text, "@{flags:x}\n-{group}").unwrap();
            open.push(group.clone());
        }
        trace(text, signal, tables);
    }
    close(text, &mut open, 0);
}

/// The signals of a part, those of a register's input `d` last.
fn values_first<'a>(part: &[&'a WaveSignal]) -> Vec<&'a WaveSignal> {
    let is_input = |signal: &&WaveSignal| signal.name == "d" || signal.name.starts_with("d_");
    let (inputs, others): (Vec<_>, Vec<_>) = part.iter().copied().partition(is_input);
    others.into_iter().chain(inputs).collect()
}

fn label(name: &str, kind: &str) -> String {
    if kind.is_empty() { name.into() } else { format!("{name} ({kind})") }
}

fn close(text: &mut String, open: &mut Vec<String>, depth: usize) {
    while open.len() > depth {
        let group = open.pop().unwrap_or_default();
        let flags = if open.is_empty() { GROUP_END } else { CLOSED_GROUP_END };
        writeln!(text, "@{flags:x}\n-{group}").unwrap();
    }
}

fn trace(text: &mut String, signal: &WaveSignal, tables: &Translations) {
    let scope: Vec<&str> = signal.scope.iter().map(|(name, _)| name.as_str()).collect();
    let table = signal.states.as_ref().and_then(|states| {
        let number = tables.keys().position(|known| known == states.as_ref())?;
        Some((number + 1, &tables[states.as_ref()].0))
    });
    match table {
        Some((number, file)) => writeln!(text, "@{:x}\n^{number} {file}", HEX | TRANSLATED),
        None => writeln!(text, "@{:x}", radix(signal.width)),
    }
    .unwrap();
    writeln!(
        text,
        "+{{{name}}} {}.{name}{}",
        scope.join("."),
        signal.range(),
        name = signal.name
    )
    .unwrap();
}

/// The radix: binary for a bit, hexadecimal for a byte and anything wide, decimal for the rest (counters, coordinates).
fn radix(width: usize) -> u32 {
    match width {
        1 => BINARY,
        2..=7 | 9..=11 => DECIMAL,
        _ => HEX,
    }
}
