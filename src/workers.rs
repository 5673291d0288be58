//! Applies the same work to many subjects, a few at a time.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of cores.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The results of `work` for each of `subjects`, in order; `at_once` run at a time.
///
/// # Panics
/// If one of the calls does.
pub fn each<S: Sync, T: Send>(subjects: &[S], at_once: usize, work: impl Fn(&S) -> T + Sync) -> Vec<T> {
    each_until(subjects, at_once, work, |_| false)
}

/// The same up to the first result with which they are `enough`. However many run at a time, it is asked about the
/// first result, then about the first two, and so on, so the number of results does not depend on who is faster.
///
/// # Panics
/// If one of the calls does.
pub fn each_until<S: Sync, T: Send>(
    subjects: &[S],
    at_once: usize,
    work: impl Fn(&S) -> T + Sync,
    enough: impl Fn(&[T]) -> bool + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Done { results: vec![], early: BTreeMap::new(), enough: false });
    let worker = || {
        while let Some((number, subject)) = subjects.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(subject);
            let mut done = done.lock().expect("nobody panics while holding it");
            done.add(number, result, &enough);
            if done.enough {
                break;
            }
        }
    };
    thread::scope(|scope| (0..at_once).for_each(|_| drop(scope.spawn(worker))));
    done.into_inner().expect("nobody panics while holding it").results
}

struct Done<T> {
    /// Those of the first subjects, in order.
    results: Vec<T>,
    /// Results of later subjects, by number.
    early: BTreeMap<usize, T>,
    enough: bool,
}

impl<T> Done<T> {
    fn add(&mut self, number: usize, result: T, enough: impl Fn(&[T]) -> bool) {
        self.early.insert(number, result);
        while !self.enough
            && let Some(result) = self.early.remove(&self.results.len())
        {
            self.results.push(result);
            self.enough = enough(&self.results);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_has_its_turn_and_its_place() {
        let subjects: Vec<usize> = (0..100).collect();
        let squares = each(&subjects, 3, |subject| {
            thread::yield_now();
            subject * subject
        });
        assert_eq!(
            squares,
            subjects.iter().map(|subject| subject * subject).collect::<Vec<_>>()
        );
        assert!(each(&[], 2, |subject: &usize| *subject).is_empty());
    }

    #[test]
    fn it_ends_with_the_first_that_are_enough_whoever_is_faster() {
        let subjects: Vec<usize> = (0..100).collect();
        for at_once in [1, 2, 5] {
            // Every third subject takes longer than the others.
            let work = |subject: &usize| (0..subject % 3 * 20).for_each(|_| thread::yield_now());
            let results = each_until(&subjects, at_once, work, |results| results.len() == 7);
            assert_eq!(results.len(), 7);
        }
        assert_eq!(each_until(&subjects, 2, |subject| *subject, |_| false), subjects);
    }
}
