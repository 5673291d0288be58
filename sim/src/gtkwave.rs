//! What GTKWave shows beside a dump: signals in a group for each part of the machine, with short labels, enumerations by name,
//! and a marker where something happens.
//!
//! ```text
//! console.vcd        the waves
//! console.gtkw       open this one: `gtkwave console.gtkw`
//! console.Key.txt    the names of the enumeration Key, one file each (Phase, Phase_2, .. if several bear one name)
//! ```
//!
//! The parts directly below the top are open groups; parts inside them are closed ones. All paths inside are relative, so the
//! files can be moved together. The format is the one GTKWave 3.3 saves and loads (its `src/savefile.c`).

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::WaveSignal;

/// A cycle worth looking at.
#[derive(Clone, Debug)]
pub struct Marker {
    pub cycle: u64,
    pub label: String,
}

/// Flags of a line, from GTKWave's `analyzer.h`: numbers are justified to the right, headings are blank traces.
const HEX: u32 = 0x22;
const DECIMAL: u32 = 0x24;
const BINARY: u32 = 0x28;
const TRANSLATED: u32 = 0x2000;
const GROUP: u32 = 0x80_0200;
const GROUP_END: u32 = 0x100_0200;
const CLOSED_GROUP: u32 = 0xc0_0200;
const CLOSED_GROUP_END: u32 = 0x140_1200;

/// The time units of the dump (nanoseconds) that one pixel of the window shows: 20 pixels for a clock of 25 MHz.
const UNITS_PER_PIXEL: u64 = 2;
/// GTKWave's zoom is minus the binary logarithm of the time in so many pixels.
const ZOOM_PIXELS: u64 = 200;
/// How far left of the marker the window begins, in pixels.
const LEAD_IN_PIXELS: u64 = 400;

/// Every file that goes with the dump of that file name, as name and contents. `period` is that of the dump, in nanoseconds.
pub fn files(dump: &str, signals: &[WaveSignal], period: u64, marker: Option<&Marker>) -> Vec<(String, String)> {
    let stem = dump.strip_suffix(".vcd").unwrap_or(dump);
    let tables = translations(stem, signals);
    let mut text = head(dump, stem, period, marker);
    body(&mut text, signals, &tables);
    let mut files = vec![(format!("{stem}.gtkw"), text)];
    files.extend(tables.into_values());
    files
}

/// An enumeration: its type's name and its states.
type States = (String, Vec<String>);

/// The translate file of each enumeration, as name and contents: number and state, a line each.
type Translations = BTreeMap<States, (String, String)>;

/// Parts of a machine may have enumerations of one name, as every state machine may call its own `Phase`: those after the
/// first are told apart by a number.
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
    let zoom = -((UNITS_PER_PIXEL * ZOOM_PIXELS) as f64).log2();
    // The rising edge is in the middle of the cycle.
    let time = marker.map(|marker| marker.cycle * period + period / 2);
    let start = time.unwrap_or(0).saturating_sub(LEAD_IN_PIXELS * UNITS_PER_PIXEL);
    let mut text = format!(
        "[*] Open with: gtkwave {stem}.gtkw\n\
         [dumpfile] \"{dump}\"\n\
         [savefile] \"{stem}.gtkw\"\n\
         [timestart] {start}\n\
         [size] 1600 900\n\
         [sst_width] 240\n\
         [signals_width] 260\n"
    );
    let unset = "-1";
    let shown = time.map_or(unset.to_string(), |time| time.to_string());
    text += &format!("*{zoom:.6} {shown} {shown}\n");
    if let Some(marker) = marker {
        text += &format!("[markername] A{}\n", marker.label);
    }
    text
}

/// The groups, nested as the scopes are. Of the clocks only the first is listed: they are all one.
fn body(text: &mut String, signals: &[WaveSignal], tables: &Translations) {
    let mut open: Vec<String> = vec![];
    let mut clock_listed = false;
    // The circuit's own ports and locals first, then its parts.
    let (own, parts): (Vec<_>, Vec<_>) = signals.iter().partition(|signal| signal.scope.len() == 1);
    for signal in own.into_iter().chain(parts) {
        if signal.is_clock && clock_listed {
            continue;
        }
        clock_listed |= signal.is_clock;
        let labels: Vec<String> = signal.scope.iter().map(|(name, kind)| label(name, kind)).collect();
        // The top is the window itself: its ports get a group of their own, and so does each of its parts.
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

fn label(name: &str, kind: &str) -> String {
    if kind.is_empty() {
        name.into()
    } else {
        format!("{name} ({kind})")
    }
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
    let range = if signal.width > 1 {
        format!("[{}:0]", signal.width - 1)
    } else {
        String::new()
    };
    let table = signal.states.as_ref().and_then(|states| {
        let number = tables.keys().position(|known| known == states.as_ref())?;
        Some((number + 1, &tables[states.as_ref()].0))
    });
    match table {
        Some((number, file)) => writeln!(text, "@{:x}\n^{number} {file}", HEX | TRANSLATED),
        None => writeln!(text, "@{:x}", radix(signal.width)),
    }
    .unwrap();
    writeln!(text, "+{{{}}} {}.{}{range}", signal.name, scope.join("."), signal.name).unwrap();
}

/// A bit in binary, a byte and whatever is no small number in hexadecimal, the rest (counters, coordinates) in decimal.
fn radix(width: usize) -> u32 {
    match width {
        1 => BINARY,
        2..=7 | 9..=11 => DECIMAL,
        _ => HEX,
    }
}
