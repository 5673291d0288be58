//! What is being done, said on standard error while it takes its time: one turning line on a terminal, and plain lines where
//! there is none, so that a log of it can be read. A count is shown on a terminal alone.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    time::Duration,
};

/// So much of a spinner's turn.
const TURN: Duration = Duration::from_millis(100);

/// A line that counts so many of what is named, and turns from the first moment on.
pub fn counted(length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} of {len} {msg}, {elapsed}");
    let bar = ProgressBar::new(length).with_message(what.to_string());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.tick();
    bar.enable_steady_tick(TURN);
    bar
}

/// The line; taken away when dropped.
pub struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new() -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg} ({elapsed})");
            let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(TURN);
            bar
        });
        Progress { bar }
    }

    /// What is being done now, since this moment.
    pub fn begin(&self, what: &str) {
        match &self.bar {
            Some(bar) => {
                bar.reset_elapsed();
                bar.set_message(what.to_string());
            }
            None => eprintln!("{what}"),
        }
    }

    /// What is done, and how long it took.
    pub fn end(&self, what: &str, took: Duration) {
        let line = format!("{what}: {:.0} s", took.as_secs_f64());
        match &self.bar {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
