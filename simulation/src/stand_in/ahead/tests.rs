use std::sync::atomic::{AtomicU64, Ordering};

use super::*;
use crate::timing::FRAME_CLOCKS;

/// A search that ends after a given number of clocks or when stopped, and counts the clocks run by all of its copies.
#[derive(Clone)]
struct Counted {
    clocks: u64,
    end: u64,
    run: Arc<AtomicU64>,
}

/// The clocks of one step.
const STRIDE: u64 = 7;

impl Counted {
    fn new(end: u64) -> Counted {
        Counted { clocks: 0, end, run: Arc::default() }
    }

    fn run(&self) -> u64 {
        self.run.load(Ordering::SeqCst)
    }
}

impl Resumable for Counted {
    type Answer = u64;
    fn run_to(&mut self, clocks: u64) {
        let before = self.clocks;
        while self.clocks < clocks.min(self.end) {
            self.clocks = self.end.min(self.clocks + STRIDE);
        }
        self.run.fetch_add(self.clocks - before, Ordering::SeqCst);
    }
    fn stop(&mut self, at: u64) {
        self.end = self.end.min(at + 2);
    }
    fn clocks(&self) -> u64 {
        self.clocks
    }
    fn answer(&self) -> Option<u64> {
        (self.clocks == self.end).then_some(self.end)
    }
}

/// The clocks at which a search with this end is asked, up to its answer.
fn follow(memo: &Memo<Counted>, search: &Counted) -> Vec<u64> {
    let mut said = vec![0];
    loop {
        match memo.ask(&[search.end], said[said.len() - 1], None, || search.clone()) {
            Known::NothingUntil(clock) => said.push(clock),
            Known::Answer(end) => {
                assert_eq!(end, search.end);
                return said;
            }
        }
    }
}

#[test]
fn no_question_takes_longer_than_a_window_which_is_less_than_a_picture() {
    const { assert!(WINDOW < FRAME_CLOCKS) };
    let memo = Memo::new();
    let search = Counted::new(10 * WINDOW + 3);
    let mut reached = 0;
    loop {
        let before = search.run();
        let known = memo.ask(&[0], reached, None, || search.clone());
        // One window for the question, one in the thread.
        assert!(search.run() - before <= 2 * (WINDOW + STRIDE), "at {reached}");
        let Known::NothingUntil(clock) = known else { break };
        assert!(clock > reached && clock <= reached + WINDOW + STRIDE);
        let before = search.run();
        for stop in [reached + 1, reached + WINDOW / 2, clock - 1] {
            let stopped = memo.ask(&[0], reached, Some(stop), || search.clone());
            assert_eq!(stopped, Known::Answer(stop + 2));
        }
        assert!(search.run() - before <= 4 * (WINDOW + STRIDE));
        reached = clock;
    }
    assert!(reached > 9 * WINDOW, "{reached}");
}

#[test]
fn the_same_question_again_costs_nothing_and_is_answered_the_same() {
    let memo = Memo::new();
    let search = Counted::new(5 * WINDOW + WINDOW / 2);
    let said = follow(&memo, &search);
    assert_eq!((said.len(), search.run()), (6, search.end));
    assert_eq!(follow(&memo, &search), said);
    assert_eq!(search.run(), search.end);
    // The search is still kept, since few others came in between.
    for other in 1..RECENT as u64 {
        follow(&memo, &Counted::new(other));
    }
    assert_eq!(follow(&memo, &search), said);
    assert_eq!(search.run(), search.end);
    for other in 1..=RECENT as u64 {
        follow(&memo, &Counted::new(other));
    }
    assert_eq!(follow(&memo, &search), said);
    assert_eq!(search.run(), 2 * search.end);
}

#[test]
fn a_stop_is_answered_for_its_clock_wherever_it_is() {
    let memo = Memo::new();
    let search = Counted::new(4 * WINDOW);
    for stop in [
        1,
        WINDOW - 1,
        WINDOW,
        WINDOW + STRIDE,
        2 * WINDOW + 500,
        4 * WINDOW - 2,
        4 * WINDOW,
    ] {
        let stopped = memo.ask(&[0], 0, Some(stop), || search.clone());
        assert_eq!(stopped, Known::Answer(search.end.min(stop + 2)));
        follow(&memo, &search);
    }
}
