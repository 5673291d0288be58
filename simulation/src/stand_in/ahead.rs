//! Searches that run while they are being asked: a caller gets the answer, or the clock until which there is none, and
//! asks again then.
//!
//! ```text
//! clock     0          250 000    500 000    750 000
//!           |  window  |  window  |  window  |
//! copies    S0         S1         S2         S3, by a thread
//!
//! asked at clock 100 000      -> no answer until 250 000; asked there, none until 500 000; and so on
//! stopped at clock 400 000    -> a copy of S1 is stopped: exact, and less than a window to compute
//! ```
//!
//! So no question takes longer than a window, and mostly the thread has the result ready. The last few searches are
//! kept whole: asking the same question again, after a take-back or in another test, costs nothing.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use crate::rules::resumable::Resumable;

/// The clocks that a search advances at a time: a few milliseconds of computation, less than a picture takes.
const WINDOW: u64 = 250_000;
/// The number of searches kept.
const RECENT: usize = 8;

/// What is known about a search so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known<A> {
    Answer(A),
    /// There is no answer before this clock, unless the search is stopped.
    NothingUntil(u64),
}

/// The most recent searches, the newest last. The words of its task identify each.
pub struct Memo<S>(Mutex<Vec<(Vec<u64>, Shared<S>)>>);

type Shared<S> = Arc<Mutex<Course<S>>>;

/// A search, computed up to some clock.
struct Course<S> {
    /// A copy of the search at the start of each window, the earliest first. The last copy may have the answer.
    starts: Vec<S>,
    /// A thread that computes the copy after the last one.
    next: Option<JoinHandle<S>>,
}

impl<S: Resumable + Send + 'static> Memo<S> {
    pub const fn new() -> Memo<S> {
        Memo(Mutex::new(vec![]))
    }

    /// Asks about the search of a task. Without `stop`: the answer, or the clock after `reached` until which there is
    /// none. With it: the answer when stopped at that clock. `begin` creates the search if it is new.
    pub fn ask(&self, task: &[u64], reached: u64, stop: Option<u64>, begin: impl FnOnce() -> S) -> Known<S::Answer> {
        let course = self.course(task, begin);
        let mut course = held(&course);
        match stop {
            None => course.beyond(reached),
            Some(stop) => Known::Answer(course.stopped(stop)),
        }
    }

    /// The course of that task, which becomes the newest.
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

/// Locks a mutex, also a poisoned one: a panic elsewhere leaves nothing half changed here.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}

impl<S: Resumable + Send + 'static> Course<S> {
    fn new(search: S) -> Course<S> {
        Course { starts: vec![search], next: None }
    }

    fn last(&self) -> &S {
        &self.starts[self.starts.len() - 1]
    }

    /// What is known at the first start of a window after that clock.
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

    /// Computes one more window, and starts a thread for the one after it.
    fn go_on(&mut self) {
        let ready = self.next.take().and_then(|thread| thread.join().ok());
        let end = ready.unwrap_or_else(|| window(self.last().clone()));
        if end.answer().is_none() {
            let start = end.clone();
            // If no thread can be started, the window is computed when it is asked for.
            self.next = thread::Builder::new().spawn(move || window(start)).ok();
        }
        self.starts.push(end);
    }

    /// The answer to a stop at that clock.
    fn stopped(&mut self, stop: u64) -> S::Answer {
        // `Resumable::stop` is exact for a copy that is no further than this.
        let last = self.starts.partition_point(|start| start.clocks() <= stop + 1) - 1;
        let mut search = self.starts[last].clone();
        search.stop(stop);
        search.finish()
    }
}

/// The search one window later.
fn window<S: Resumable>(mut search: S) -> S {
    search.run_to(search.clocks() + WINDOW);
    search
}

#[cfg(test)]
mod tests;
