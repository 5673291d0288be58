//! Which readers to mark when a value changes.
//!
//! ```text
//! value   its readers    word of marks   bits
//!   7     12, 13, 40           0         0001000000000000000000000000011000000000000
//!   8     13, 70               0         ...1000...
//!                              1         ...1000000
//! ```
//!
//! The readers of a value often lie close together, so one word of marks sets several of them at a time.

const BITS: usize = u64::BITS as usize;

#[derive(Clone)]
pub struct Readers {
    /// Words of marks: each word's index and the bits to set.
    words: Vec<(u32, u64)>,
    /// The entries of value `v` are `words[first[v] .. first[v + 1]]`.
    first: Vec<u32>,
}

impl Readers {
    /// Builds the table from the list of marks that each value sets.
    pub fn of(marks: Vec<Vec<u32>>) -> Readers {
        let mut readers = Readers { words: vec![], first: vec![0] };
        for mut marks in marks {
            marks.sort_unstable();
            for same in marks.chunk_by(|a, b| a / u64::BITS == b / u64::BITS) {
                let bits = same.iter().fold(0, |bits, mark| bits | 1 << (mark % u64::BITS));
                readers.words.push((same[0] / u64::BITS, bits));
            }
            readers.first.push(readers.words.len() as u32);
        }
        readers
    }

    /// Marks the readers of a value.
    #[inline(always)]
    pub fn mark(&self, value: usize, marks: &mut [u64]) {
        for (word, bits) in &self.words[self.first[value] as usize..self.first[value + 1] as usize] {
            marks[*word as usize] |= bits;
        }
    }
}

/// Sets one mark.
#[inline]
pub fn mark(marks: &mut [u64], mark: usize) {
    marks[mark / BITS] |= 1 << (mark % BITS);
}
