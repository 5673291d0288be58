//! The signals that a page looks at, and the change of one to which the circuit runs.

use std::collections::HashSet;

use anyhow::{Result, bail};
use serde::Serialize;

use super::order::MOST_LOOKED;
use super::running::Running;

#[derive(Default)]
pub struct Inspection {
    /// The paths of the signals that are looked at.
    looked: Vec<String>,
    /// The end of the run that has begun.
    pub until: Option<Until>,
}

/// The end of a run: a signal changes, to a value if one is named.
#[derive(Clone, Serialize)]
pub struct Until {
    signal: String,
    value: String,
    #[serde(skip)]
    words: Option<Vec<u64>>,
}

impl Until {
    /// The first clock of the engine's last call of `watch` that meets it.
    pub fn met(&self, engine: &Running) -> Option<u64> {
        engine.met(&self.signal, self.words.as_deref())
    }
}

/// A signal that is looked at.
#[derive(Serialize)]
pub struct Present {
    pub path: String,
    /// Its present value, as in [`WrittenSignal`](super::looking::WrittenSignal); `None` while waves are recorded.
    pub value: Option<String>,
}

impl Inspection {
    /// Looks at these signals of an engine that has run for that many clocks, and at no other. A run to a signal that is
    /// not among them ends.
    ///
    /// # Errors
    /// If there is no such signal, or the engine shows none.
    pub fn look(&mut self, engine: &mut Running, clock: u64, mut signals: Vec<String>) -> Result<()> {
        let mut known = HashSet::new();
        signals.retain(|signal| known.insert(signal.clone()));
        engine.look(&signals, clock)?;
        self.until.take_if(|until| !signals.contains(&until.signal));
        self.looked = signals;
        Ok(())
    }

    /// Looks at the same signals again, after waves were recorded.
    ///
    /// # Errors
    /// As [`Inspection::look`].
    pub fn look_again(&mut self, engine: &mut Running, clock: u64) -> Result<()> {
        self.look(engine, clock, self.looked.clone())
    }

    /// Begins a run until a signal changes, to a value if that is not empty. The signal is looked at too.
    ///
    /// # Errors
    /// If there is no such signal or value, or too many signals are looked at.
    pub fn begin(&mut self, engine: &mut Running, clock: u64, signal: String, value: String) -> Result<()> {
        let words = if value.is_empty() { None } else { Some(engine.value(&signal, &value)?) };
        if !self.looked.contains(&signal) {
            if self.looked.len() == MOST_LOOKED {
                bail!("{MOST_LOOKED} signals are looked at, and {signal} is none of them");
            }
            let signals = [&self.looked[..], std::slice::from_ref(&signal)].concat();
            self.look(engine, clock, signals)?;
        }
        self.until = Some(Until { signal, value, words });
        Ok(())
    }

    /// The signals with their present values.
    pub fn present(&self, engine: &Running) -> Vec<Present> {
        let value = |path: &String| Present { path: path.clone(), value: engine.present(path) };
        self.looked.iter().map(value).collect()
    }
}
