//! A board as text: a string per row from the top, `X` black, `O` white, `.` empty.

use crate::rules::Colour;

/// The rows of a board of `size` rows with these places, of which each has a stone or a disc or none.
pub(super) fn rows<P>(
    places: impl Iterator<Item = P>,
    size: usize,
    stone: impl Fn(P) -> Option<Colour>,
) -> Vec<String> {
    let cells: Vec<char> = places
        .map(|at| match stone(at) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        })
        .collect();
    cells.chunks(size).map(|row| row.iter().collect()).collect()
}
