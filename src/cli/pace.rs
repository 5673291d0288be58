//! Shows how far a script has come and how fast the machine runs, on one updated line. Nothing is shown if standard
//! error is not a terminal.

use std::fmt::Display;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::simulation::timing::CLOCK_HZ;

/// The progress line; removed when dropped.
pub struct Pace {
    bar: ProgressBar,
    begun: Instant,
    /// The number of words after the present one.
    left: usize,
    word: String,
}

impl Pace {
    pub fn new(words: usize) -> Pace {
        let style = ProgressStyle::with_template("{spinner} {elapsed}; {msg}");
        let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(Duration::from_millis(100));
        Pace { bar, begun: Instant::now(), left: words, word: String::new() }
    }

    /// Begins the next word.
    pub fn begin(&mut self, word: impl Display, clocks: u64) {
        self.word = word.to_string();
        self.left -= 1;
        self.tick(clocks);
    }

    /// Updates the clocks since power-on.
    pub fn tick(&self, clocks: u64) {
        self.bar
            .set_message(line(clocks, self.begun.elapsed(), self.left, &self.word));
    }
}

impl Drop for Pace {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(clocks: u64, took: Duration, left: usize, word: &str) -> String {
    let machine = clocks as f64 / CLOCK_HZ as f64;
    let rate = clocks as f64 / 1e6 / took.as_secs_f64().max(1e-3);
    let words = if left == 1 { "word" } else { "words" };
    format!("{machine:.2} s of the machine's time at {rate:.2} million clocks a second; {word}, then {left} {words}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_rate_and_rest() {
        assert_eq!(
            line(50_000_000, Duration::from_secs(20), 3, "frames:600"),
            "2.00 s of the machine's time at 2.50 million clocks a second; frames:600, then 3 words"
        );
        assert!(line(0, Duration::ZERO, 1, "settle").contains(" 0.00 million clocks a second; settle, then 1 word"));
    }
}
