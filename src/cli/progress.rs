//! Shows on standard error what is being done: one updated line on a terminal, otherwise plain lines, so that a log can
//! be read. Counts are shown on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{IsTerminal, stderr},
    time::Duration,
};

/// The time of one step of the spinner.
const TURN: Duration = Duration::from_millis(100);

/// A progress line that counts up to `length`, and is animated at once.
pub fn counted(length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} of {len} {msg}, {elapsed}");
    let bar = ProgressBar::new(length).with_message(what.to_string());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.tick();
    bar.enable_steady_tick(TURN);
    bar
}

/// The progress line; removed when dropped.
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

    /// Shows what is being done from now on.
    pub fn begin(&self, what: &str) {
        match &self.bar {
            Some(bar) => {
                bar.reset_elapsed();
                bar.set_message(what.to_string());
            }
            None => eprintln!("{what}"),
        }
    }

    /// Shows what is finished, and how long it took.
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
