//! A search that runs some clocks at a time: the model of a search circuit, for both games.
//!
//! ```text
//! new -> run_to(n) -> run_to(m) -> ... -> answer
//!            |
//!            '-- clone -> stop(at) -> finish        the same search, stopped at that clock
//! ```

/// Clocks are counted from the strobe that starts the search, which is clock 1.
pub trait Resumable: Clone {
    type Answer;

    /// Runs until the answer is known, or until at least that many clocks have passed.
    fn run_to(&mut self, clocks: u64);

    /// Drives the stop input high from that clock on, the clock after the strobe being 1. Exact if at most `at + 1`
    /// clocks have passed.
    fn stop(&mut self, at: u64);

    /// The clocks that have passed.
    fn clocks(&self) -> u64;

    /// The answer; `None` while the search is running.
    fn answer(&self) -> Option<Self::Answer>;

    /// Runs to the end, `window` clocks at a time. `None` if it was no longer `wanted` between two of them.
    fn finish_if(mut self, window: u64, wanted: impl Fn() -> bool) -> Option<Self::Answer> {
        while self.answer().is_none() {
            if !wanted() {
                return None;
            }
            self.run_to(self.clocks() + window);
        }
        self.answer()
    }

    /// Runs to the end.
    fn finish(mut self) -> Self::Answer {
        loop {
            match self.answer() {
                Some(answer) => return answer,
                None => self.run_to(u64::MAX),
            }
        }
    }
}

/// For tests: runs a new search of known length in windows to its end, and a copy of it that is stopped on the way.
/// Returns both answers.
#[cfg(test)]
pub fn whole_and_stopped<S: Resumable>(mut search: S, clocks: u64, window: u64, stop: u64) -> [S::Answer; 2] {
    let mut copy = search.clone();
    let whole = loop {
        if let Some(answer) = search.answer() {
            break answer;
        }
        if search.clocks() <= stop + 1 {
            copy = search.clone();
        }
        let target = search.clocks() + window;
        search.run_to(target);
        assert!(search.answer().is_some() || (target..clocks).contains(&search.clocks()));
    };
    copy.stop(stop);
    [whole, copy.finish()]
}
