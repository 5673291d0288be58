//! Waves of a circuit as text: the timing diagrams in the comments of circuit files.
//!
//! ```text
//! clock               ________/‾‾‾\___/‾‾‾\___/‾‾‾\___ .. /‾‾‾\___/‾‾‾\___/‾‾‾\___
//! run                 ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾   a bit
//! light               = Red ==================X Green= .. X Red ==========X Green=   the states of an enumeration
//! count               = 0 ============X 1 ====X 2 ==== .. X 8 ====X 9 ====X 10 ===   a number; X where it changes
//! count[1]            ________________________/‾‾‾‾‾‾‾ .. \_______________/‾‾‾‾‾‾‾   a bit of it
//! light, count (hex)  = Red,0 ========X Red,1 XGreen,2 .. X Red,8 X Red,9 XGreen,A
//! ```
//!
//! A column is a clock. It begins with the rising edge, and shows each port's settled value before the next one: an
//! input changes at the edge, and a register shows the result in the next column. The first column is the state at
//! power-on, before any edge. Clocks that are left out appear as a gap, ` .. `.
//!
//! A label is the name of a port, or of several with `, ` between them. `buttons[2]` is bit 2 of a port; `code (hex)`
//! is written in hexadecimal, and `symbol (bin)` in all its bits. An enumeration is written by the names of its states.

use std::collections::HashMap;
use std::iter::repeat_n;

mod expect;
mod stimulus;

pub use expect::expect_waves;

use crate::{Circuit, Engine, Port, PortDirection, WaveOptions, chosen};
use stimulus::Stimulus;

/// The narrowest column, in characters.
const NARROWEST: usize = 2;
/// The narrowest column of a clock: one character for each part of its `/‾\_`.
const CLOCK: usize = 4;

const GAP: &str = " .. ";

/// For each port that is an enumeration, the names of its states in the order of their codes.
pub type States = HashMap<String, Vec<String>>;

/// The states of a circuit's ports, from their types.
pub fn states<C: Circuit>(circuit: &C) -> States {
    let signals = chosen(circuit, &WaveOptions::new("top")).expect("without a glob everything is chosen");
    let ports = signals.into_iter().filter(|signal| signal.scope.len() == 1);
    ports
        .filter_map(|signal| Some((signal.name, signal.states?.1.clone())))
        .collect()
}

/// Runs a circuit of at most one clock from power-on and draws a wave for each label. All waves have equal length, and
/// none contains two blanks in a row.
///
/// The stimulus has a line for each driven input, `name value value ..`, with a value per clock: a number, also as
/// `0x5A`, or the name of a state. `0*9` holds the 0 for nine clocks; the last value is held to the end.
///
/// Clocks must be in ascending order; a gap is drawn where one is missing.
///
/// # Panics
/// If a label or the stimulus names an unknown port, or the stimulus an invalid value.
pub fn draw(
    engine: &mut (impl Engine + ?Sized),
    states: &States,
    stimulus: &str,
    labels: &[&str],
    clocks: impl IntoIterator<Item = usize>,
) -> Vec<String> {
    let clocks: Vec<usize> = clocks.into_iter().collect();
    let stimulus = Stimulus::parse(stimulus, engine, states);
    let mut waves: Vec<Wave> = labels.iter().map(|label| Wave::of(label, engine, states)).collect();
    for clock in 0..=clocks.last().copied().unwrap_or(0) {
        if clock > 0 {
            engine.step();
        }
        stimulus.drive(engine, clock);
        engine.settle();
        for wave in &mut waves {
            wave.look(engine, states);
        }
    }

    let spans: Vec<&[usize]> = clocks.chunk_by(|a, b| a + 1 == *b).collect();
    let fits = |column: &usize| waves.iter().all(|wave| wave.fits(&spans, *column));
    let column = (NARROWEST..).step_by(2).find(fits).expect("some column is wide enough");
    let line = |wave: &Wave| {
        let spans: Vec<String> = spans.iter().map(|span| wave.span(span, column)).collect();
        spans.join(GAP)
    };
    waves.iter().map(line).collect()
}

/// Runs a circuit from power-on for that many clocks, with a stimulus as [`draw`] takes it.
///
/// # Panics
/// If the stimulus names an unknown port, or an invalid value.
pub fn run(engine: &mut (impl Engine + ?Sized), stimulus: &str, clocks: usize) {
    let stimulus = Stimulus::parse(stimulus, engine, &States::new());
    for clock in 0..clocks {
        stimulus.drive(engine, clock);
        engine.step();
    }
}

/// The clocks up to `last` in which a port changes, and those beside them: what a drawing of a long run need show.
///
/// # Panics
/// As [`run`].
pub fn eventful(engine: &mut (impl Engine + ?Sized), stimulus: &str, last: usize) -> Vec<usize> {
    let stimulus = Stimulus::parse(stimulus, engine, &States::new());
    let mut before = None;
    let mut changes = vec![];
    for clock in 0..=last {
        if clock > 0 {
            engine.step();
        }
        stimulus.drive(engine, clock);
        engine.settle();
        let ports = engine.ports().iter().enumerate();
        let ports = ports.filter(|(_, port)| port.direction != PortDirection::Clock);
        let now: Vec<u64> = ports.map(|(number, _)| engine.get(number)).collect();
        if before.replace(now.clone()) != Some(now) {
            changes.push(clock);
        }
    }
    (0..=last)
        .filter(|clock| changes.iter().any(|change| change.abs_diff(*clock) <= 1))
        .collect()
}

/// The form of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Clock,
    Level,
    Value,
}

/// One line of the drawing.
struct Wave {
    shape: Shape,
    ports: Vec<Port>,
    /// The single bit of the port to show, if any.
    bit: Option<u32>,
    /// The radix of its numbers: 2, 10 or 16.
    radix: u32,
    /// The values shown, clock by clock.
    shown: Vec<String>,
}

impl Wave {
    fn of(label: &str, engine: &(impl Engine + ?Sized), states: &States) -> Self {
        let (names, radix) = match label.rsplit_once(" (") {
            Some((names, "hex)")) => (names, 16),
            Some((names, "bin)")) => (names, 2),
            _ => (label, 10),
        };
        let (names, bit) = match names.strip_suffix(']').and_then(|names| names.split_once('[')) {
            Some((name, bit)) => (name, Some(bit.parse().unwrap_or_else(|_| panic!("no bit: {label}")))),
            None => (names, None),
        };
        let port = |name| engine.ports()[engine.port(name)].clone();
        let ports: Vec<Port> = names.split(", ").map(port).collect();
        let shape = match &ports[..] {
            [port] if port.direction == PortDirection::Clock => Shape::Clock,
            [port] if bit.is_some() || port.width == 1 && !states.contains_key(port.name) => Shape::Level,
            _ => Shape::Value,
        };
        Wave { shape, ports, bit, radix, shown: vec![] }
    }

    /// Records the present values of its ports.
    fn look(&mut self, engine: &(impl Engine + ?Sized), states: &States) {
        let text = |port: &Port| {
            let value = engine.get(engine.port(port.name));
            match (self.bit, states.get(port.name), self.radix) {
                (Some(bit), _, _) => (value >> bit & 1).to_string(),
                (None, Some(names), _) => names[value as usize].clone(),
                (None, None, 16) => format!("{value:X}"),
                (None, None, 2) => format!("{value:0width$b}", width = port.width),
                (None, None, _) => value.to_string(),
            }
        };
        let texts: Vec<String> = self.ports.iter().map(text).collect();
        self.shown.push(texts.join(","));
    }

    /// The clocks of a span, split where the shown value changes.
    fn runs<'a>(&self, span: &'a [usize]) -> impl Iterator<Item = &'a [usize]> {
        span.chunk_by(|a, b| self.shown[*a] == self.shown[*b])
    }

    /// Whether every value fits beside the mark at which it begins.
    fn fits(&self, spans: &[&[usize]], column: usize) -> bool {
        let mut runs = spans.iter().flat_map(|span| self.runs(span));
        match self.shape {
            Shape::Clock => column >= CLOCK,
            Shape::Level => true,
            Shape::Value => runs.all(|run| self.shown[run[0]].chars().count() < run.len() * column),
        }
    }

    fn span(&self, span: &[usize], column: usize) -> String {
        if self.shape == Shape::Clock {
            return span.iter().map(|clock| period(*clock, column)).collect();
        }
        let run = |run: &[usize]| {
            let (clock, room) = (run[0], run.len() * column - 1);
            let changed = clock > 0 && self.shown[clock] != self.shown[clock - 1];
            let shown = self.shown[clock].as_str();
            match (self.shape, shown) {
                (Shape::Level, "0") => level(if changed { '\\' } else { '_' }, '_', room),
                (Shape::Level, _) => level(if changed { '/' } else { '‾' }, '‾', room),
                _ => value(if changed { 'X' } else { '=' }, shown, room),
            }
        };
        let mut drawn: String = self.runs(span).map(run).collect();
        // Two blanks would end the wave in the comment.
        if drawn.ends_with(' ') {
            drawn.pop();
            drawn.push('=');
        }
        drawn
    }
}

/// A clock's column: high, then low. Before the first edge it is low.
fn period(clock: usize, column: usize) -> String {
    match clock {
        0 => level('_', '_', column - 1),
        _ => level('/', '‾', column / 2 - 1) + &level('\\', '_', column / 2 - 1),
    }
}

fn level(mark: char, level: char, room: usize) -> String {
    [mark].into_iter().chain(repeat_n(level, room)).collect()
}

/// A value with a blank on either side if there is room.
fn value(mark: char, text: &str, room: usize) -> String {
    let length = text.chars().count();
    let before = if length < room { " " } else { "" };
    let after = if length + 1 < room { " " } else { "" };
    let rest = room - length - before.len() - after.len();
    format!("{mark}{before}{text}{after}{}", "=".repeat(rest))
}

#[cfg(test)]
mod tests;
