//! The signals that a session looks at, and runs that end in the very clock in which one of them changes.
//!
//! ```text
//! clock     1000        1800        2600        3400
//!           |  lines of a slice     |  x        |          x: the signal changes, in clock 2750
//! keep      ^
//! first     ----------------------------------->           by batches; the monitor sees the lines before that of the change
//! go back   <-----------------------------------
//! again     --------------------------->                   up to the change: the monitor sees the part of its line alone
//! ```

use anyhow::{Result, bail};
use serde::Serialize;
use std::collections::HashSet;
use tengen_sim::Frame;

use super::Session;
use crate::looking::RING;
use crate::order::MOST_LOOKED;
use crate::running::Running;

/// The end of a run: a signal changes, to a value if one is named.
#[derive(Clone, Serialize)]
pub struct Until {
    pub(super) signal: String,
    value: String,
    #[serde(skip)]
    words: Option<Vec<u64>>,
}

impl Session {
    /// Looks at these signals, and at no other.
    pub(super) fn look(&mut self, mut signals: Vec<String>) -> Result<()> {
        let mut known = HashSet::new();
        signals.retain(|signal| known.insert(signal.clone()));
        let clock = self.machine.clocks();
        self.machine.engine_mut().look(&signals, clock)?;
        self.until.take_if(|until| !signals.contains(&until.signal));
        self.looked = signals;
        Ok(())
    }

    /// Looks at the same signals again, after waves were recorded.
    pub(super) fn look_again(&mut self) {
        let looked = self.look(self.looked.clone());
        self.said(looked);
    }

    /// The end of a run that begins now. The signal is looked at too.
    pub(super) fn begin_until(&mut self, signal: String, value: String) -> Result<Until> {
        if self.waves.is_some() || self.replay.is_some() {
            bail!("no run until a signal changes while waves are recorded or a game is played back");
        }
        let engine = self.machine.engine();
        let words = if value.is_empty() { None } else { Some(engine.value(&signal, &value)?) };
        if !self.looked.contains(&signal) {
            if self.looked.len() == MOST_LOOKED {
                bail!("{MOST_LOOKED} signals are looked at, and {signal} is none of them");
            }
            self.look([&self.looked[..], std::slice::from_ref(&signal)].concat())?;
        }
        Ok(Until { signal, value, words })
    }

    /// Runs at most that many clocks, and pauses in the clock in which the end of a run is met: the engine has then run
    /// some more, so the machine goes back to before and runs up to there.
    pub(super) fn run_until(&mut self, until: Until, most: u64) {
        self.exchange();
        let begun = self.machine.clocks();
        if let Some(looking) = self.machine.engine_mut().looking() {
            looking.remember(begun.saturating_sub(RING));
        }
        let before = self.machine.keep();
        let scanned = &mut self.scanned;
        let mut show = |frame: &Frame| *scanned = Some(frame.clone());
        let met = |engine: &Running| engine.met(&until.signal, until.words.as_deref());
        let shown = self
            .machine
            .watch_while(most, &mut self.monitor, &mut show, |engine| met(engine).is_none());
        let (Some(end), Some(before)) = (met(self.machine.engine()), before) else {
            self.until = Some(until);
            return;
        };
        self.machine.go_back(before);
        // The monitor has seen the first of them.
        self.machine.cycles(shown);
        self.machine.watch(end - begun - shown, &mut self.monitor, show);
        self.pause();
    }
}
