//! What is to happen on some pins: a queue of levels, each for a number of clocks.

use std::collections::VecDeque;

/// Levels of type `T`, in their order.
#[derive(Clone, Debug)]
pub struct Levels<T> {
    queue: VecDeque<(T, u32)>,
    /// The clocks that have passed of the first level in the queue.
    over: u32,
}

impl<T> Default for Levels<T> {
    fn default() -> Self {
        Levels { queue: VecDeque::new(), over: 0 }
    }
}

impl<T: Copy + PartialEq> Levels<T> {
    /// Adds a level for that many clocks, which may be none.
    pub fn push(&mut self, level: T, clocks: u32) {
        if clocks > 0 {
            self.queue.push_back((level, clocks));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// The number of clocks until the queue is empty.
    pub fn left(&self) -> u64 {
        let all: u64 = self.queue.iter().map(|(_, clocks)| u64::from(*clocks)).sum();
        all - u64::from(self.over)
    }

    /// Takes the next level and for how many clocks the pins stay at it, at most `most`; `rest` if the queue is empty.
    pub fn hold(&mut self, rest: T, most: u64) -> (T, u64) {
        let Some(&(pins, _)) = self.queue.front() else {
            return (rest, most);
        };
        let mut clocks = 0;
        while clocks < most
            && let Some(&(level, length)) = self.queue.front()
            && level == pins
        {
            let taken = u64::from(length - self.over).min(most - clocks);
            clocks += taken;
            self.over += taken as u32;
            if self.over == length {
                self.over = 0;
                self.queue.pop_front();
            }
        }
        (pins, clocks)
    }
}
