//! A stimulus as text: the inputs' values clock by clock.
//!
//! ```text
//! restart  0 1 0
//! key      None*3 Right None
//! code     0xE0 0x75
//! ```

use super::States;
use crate::Engine;

/// The driven inputs, and their values from power-on.
pub(super) struct Stimulus {
    inputs: Vec<(usize, Vec<u64>)>,
}

impl Stimulus {
    /// # Panics
    /// If a line has an unknown port or value.
    pub(super) fn parse(text: &str, engine: &(impl Engine + ?Sized), states: &States) -> Self {
        let mut inputs = vec![];
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut words = line.split_whitespace();
            let name = words.next().expect("the line is not empty");
            let names = states.get(name).map_or(&[][..], Vec::as_slice);
            let values: Vec<u64> = words.flat_map(|word| values(word, names)).collect();
            assert!(!values.is_empty(), "no value for {name}");
            inputs.push((engine.port(name), values));
        }
        Stimulus { inputs }
    }

    /// Sets the inputs to their values before that edge, counted from 0.
    pub(super) fn drive(&self, engine: &mut (impl Engine + ?Sized), clock: usize) {
        for (port, values) in &self.inputs {
            engine.set(*port, values[clock.min(values.len() - 1)]);
        }
    }
}

/// One word: a value, or `value*clocks`.
fn values(word: &str, states: &[String]) -> impl Iterator<Item = u64> + use<> {
    let (value, count) = word.split_once('*').unwrap_or((word, "1"));
    let hexadecimal = value.strip_prefix("0x");
    let state = states.iter().position(|state| state == value);
    let number = match (hexadecimal, state) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
        (None, Some(state)) => Some(state as u64),
        (None, None) => value.parse().ok(),
    };
    match (number, count.parse()) {
        (Some(number), Ok(count)) => std::iter::repeat_n(number, count),
        _ => panic!("no value: {word}"),
    }
}
