//! What must be undone when the command ends, however it ends: by itself, by a panic or by Ctrl-C.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Undo = Box<dyn FnOnce() + Send>;

/// Everything that is still to be undone, each under a number of its own.
static OPEN: Mutex<(usize, Vec<(usize, Undo)>)> = Mutex::new((0, vec![]));

/// The program is about to exit.
static ENDING: AtomicBool = AtomicBool::new(false);

fn open() -> MutexGuard<'static, (usize, Vec<(usize, Undo)>)> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Undoes all, the latest first, in a program that is about to exit.
pub fn undo_all() {
    ENDING.store(true, Ordering::SeqCst);
    let all = mem::take(&mut open().1);
    all.into_iter().rev().for_each(|(_, undo)| undo());
}

/// Whether [`undo_all`] has been called: what fails from now on is being undone.
pub fn ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Undoes something when dropped, unless it has been undone.
pub struct AtEnd(usize);

impl AtEnd {
    /// Registers `undo`. Call this before the act itself: if the command ends in between, `undo` runs although nothing
    /// was done, and must be harmless then.
    pub fn new(undo: impl FnOnce() + Send + 'static) -> AtEnd {
        let (next, all) = &mut *open();
        *next += 1;
        all.push((*next, Box::new(undo)));
        AtEnd(*next)
    }
}

impl Drop for AtEnd {
    fn drop(&mut self) {
        let all = &mut open().1;
        let place = all.iter().position(|(number, _)| *number == self.0);
        let undo = place.map(|place| all.remove(place).1);
        if let Some(undo) = undo {
            undo();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn each_is_undone_once() {
        let (sender, undone) = mpsc::channel();
        let undo = |name| {
            let sender = sender.clone();
            AtEnd::new(move || sender.send(name).unwrap())
        };
        let (first, second) = (undo("first"), undo("second"));
        drop(undo("dropped"));
        assert!(!ending());
        undo_all();
        assert!(ending());
        drop((first, second));
        assert_eq!(undone.try_iter().collect::<Vec<_>>(), ["dropped", "second", "first"]);
    }
}
