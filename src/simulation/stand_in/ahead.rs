//! Searches that are answered while they go on: whoever asks is told the answer, or for how long there is none, and asks again
//! then.
//!
//! ```text
//! clocks    0 ........ 250 000 ........ 500 000 ........ 750 000 ...
//! search    |  window  |  window  |  window  |
//! kept      S0         S1         S2         S3 (a thread)
//! asked          ^ nothing until S1's clock, then nothing until S2's ...
//! stop                      ^ a copy of S1 is stopped there: exact, and less than a window to go
//! ```
//!
//! So no question takes longer than a window, and mostly the thread has it ready. The last few searches are kept whole: the
//! same question again, after a ply was taken back or in another test, costs nothing.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use crate::rules::{gomoku, othello};

/// A search goes on for so many clocks at a time: a few milliseconds, less than a picture.
const WINDOW: u64 = 250_000;
/// So many searches are kept.
const RECENT: usize = 8;

/// A search that can be left and taken up again, as [`gomoku::search::alpha_beta::Search`].
pub trait Search: Clone + Send + 'static {
    type Answer;
    fn run_to(&mut self, clocks: u64);
    fn stop(&mut self, at: u64);
    fn clocks(&self) -> u64;
    fn answer(&self) -> Option<Self::Answer>;
}

macro_rules! search {
    ($search:ty => $answer:ty) => {
        impl Search for $search {
            type Answer = $answer;
            fn run_to(&mut self, clocks: u64) {
                self.run_to(clocks);
            }
            fn stop(&mut self, at: u64) {
                self.stop(at);
            }
            fn clocks(&self) -> u64 {
                self.clocks()
            }
            fn answer(&self) -> Option<$answer> {
                self.answer()
            }
        }
    };
}

search!(gomoku::search::alpha_beta::Search<'static> => gomoku::search::Answer);
search!(othello::search::Search<'static> => othello::search::Answer);

/// What is known of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<A> {
    Answer(A),
    /// It goes on up to that clock, if it is not stopped.
    NothingUntil(u64),
}

/// The searches of late, the newest last, each by the words of its task.
pub struct Memo<S>(Mutex<Vec<(Vec<u64>, Shared<S>)>>);

type Shared<S> = Arc<Mutex<Course<S>>>;

/// The course of a search, as far as it is known.
struct Course<S> {
    /// The search where each window begins, at its beginning first. The last one may have its answer.
    starts: Vec<S>,
    /// The end of the window that begins with the last of them.
    next: Option<JoinHandle<S>>,
}

impl<S: Search> Memo<S> {
    pub const fn new() -> Memo<S> {
        Memo(Mutex::new(vec![]))
    }

    /// What there is to know of the search of a task beyond the clock `reached`, or once it is stopped at a clock; `begin` is that
    /// search.
    pub fn ask(&self, task: &[u64], reached: u64, stop: Option<u64>, begin: impl FnOnce() -> S) -> Known<S::Answer> {
        let course = self.course(task, begin);
        let mut course = held(&course);
        match stop {
            None => course.beyond(reached),
            Some(stop) => Known::Answer(course.stopped(stop)),
        }
    }

    /// That of the task, which is the newest now.
    fn course(&self, task: &[u64], begin: impl FnOnce() -> S) -> Shared<S> {
        let mut recent = held(&self.0);
        let known = recent.iter().position(|(of, _)| of == task);
        let newest = match known {
            Some(place) => recent.remove(place),
            None => (task.to_vec(), Arc::new(Mutex::new(Course::new(begin())))),
        };
        let course = newest.1.clone();
        recent.push(newest);
        let gone = recent.len().saturating_sub(RECENT);
        recent.drain(..gone);
        course
    }
}

/// What a panic has left is as good as before: nothing here is changed in part.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

impl<S: Search> Course<S> {
    fn new(search: S) -> Course<S> {
        Course {
            starts: vec![search],
            next: None,
        }
    }

    fn last(&self) -> &S {
        &self.starts[self.starts.len() - 1]
    }

    /// At the end of the first window that ends beyond that clock.
    fn beyond(&mut self, reached: u64) -> Known<S::Answer> {
        while self.last().clocks() <= reached && self.last().answer().is_none() {
            self.go_on();
        }
        let window = self.starts.partition_point(|start| start.clocks() <= reached);
        let end = self.starts.get(window).unwrap_or(self.last());
        match end.answer() {
            Some(answer) => Known::Answer(answer),
            None => Known::NothingUntil(end.clocks()),
        }
    }

    /// A window more, and the one after it in a thread.
    fn go_on(&mut self) {
        let ready = self.next.take().and_then(|thread| thread.join().ok());
        let end = ready.unwrap_or_else(|| window(self.last().clone()));
        if end.answer().is_none() {
            let start = end.clone();
            // Where there are no threads it waits until it is asked for.
            self.next = thread::Builder::new().spawn(move || window(start)).ok();
        }
        self.starts.push(end);
    }

    /// The answer to a stop at that clock.
    fn stopped(&mut self, stop: u64) -> S::Answer {
        // No more clocks may have passed: `Search::stop`.
        let last = self.starts.partition_point(|start| start.clocks() <= stop + 1) - 1;
        let mut search = self.starts[last].clone();
        search.stop(stop);
        loop {
            match search.answer() {
                Some(answer) => return answer,
                None => search.run_to(u64::MAX),
            }
        }
    }
}

/// A window later.
fn window<S: Search>(mut search: S) -> S {
    search.run_to(search.clocks() + WINDOW);
    search
}

#[cfg(test)]
mod tests;
