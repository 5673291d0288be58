//! Applies the same work to many subjects, a few at a time.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results of `work` for each of `subjects`, in order; `at_once` run at a time.
///
/// # Panics
/// If one of the calls does.
pub fn each<S: Sync, T: Send>(subjects: &[S], at_once: usize, work: impl Fn(&S) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let worker = || {
        while let Some((number, subject)) = subjects.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(subject);
            done.lock()
                .expect("nobody panics while holding it")
                .push((number, result));
        }
    };
    thread::scope(|scope| (0..at_once).for_each(|_| drop(scope.spawn(worker))));
    let mut done = done.into_inner().expect("nobody panics while holding it");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
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
}
