//! Strokes of keys: one key, one press, and the cursor's way across a board.

use crate::gateware::keyboard::key::{self, PhysicalKey};

/// A key going down or up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub key: &'static PhysicalKey,
    pub down: bool,
}

/// The strokes that press and release a key.
pub fn press(name: &str) -> impl Iterator<Item = Stroke> + use<> {
    let key = key::named(name);
    [true, false]
        .into_iter()
        .filter_map(move |down| key.map(|key| Stroke { key, down }))
}

/// The cursor's shortest path between two places on a board of `size`, across the edge if that is shorter, by keys that
/// stay down so that the keyboard repeats them.
pub fn way((row, col): (usize, usize), (to_row, to_col): (usize, usize), size: usize) -> Vec<Stroke> {
    let mut strokes = vec![];
    for (from, to, forward, back) in [(row, to_row, "s", "w"), (col, to_col, "d", "a")] {
        let steps = (size + to - from) % size;
        let (name, steps) = if steps <= size / 2 { (forward, steps) } else { (back, size - steps) };
        let down = press(name).next();
        strokes.extend(std::iter::repeat_n(down, steps).flatten());
    }
    strokes
}

/// Adds the release of every key that is still down.
pub fn let_go(mut strokes: Vec<Stroke>) -> Vec<Stroke> {
    let mut held = vec![];
    for Stroke { key, down } in &strokes {
        held.retain(|other| other != key);
        if *down {
            held.push(*key);
        }
    }
    strokes.extend(held.into_iter().map(|key| Stroke { key, down: false }));
    strokes
}
