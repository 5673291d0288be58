//! A search that runs a few clocks at a time, as both games' models of a circuit do.
//!
//! ```text
//! new -> run_to(n) -> run_to(m) -> ... -> answer
//!            |
//!            '-- clone -> stop(at) -> finish        the same search, stopped at that clock
//! ```

/// Clocks are counted from the strobe that starts the search; that one is clock 1.
pub trait Resumable: Clone {
    type Answer;

    /// Runs until the answer is known, or at least so many clocks have passed.
    fn run_to(&mut self, clocks: u64);

    /// Drives the stop input high from that clock on, the clock after the strobe being 1. Exact if at most `at + 1` clocks
    /// have passed.
    fn stop(&mut self, at: u64);

    /// The clocks that have passed.
    fn clocks(&self) -> u64;

    /// The answer; `None` while the search is running.
    fn answer(&self) -> Option<Self::Answer>;

    /// Runs to the end, so many clocks at a time. `None`: after some of them it was not wanted any more.
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

/// For tests: runs a new search, which takes `clocks`, in windows to its end, and a copy of it that is stopped on the way. Both
/// answers.
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
