use super::*;

/// The dots of a 16x8 box as text.
fn picture(left: bool, index: usize) -> Vec<String> {
    (0..8)
        .map(|y| {
            let (x0, y0) = if left { (0, 12) } else { (8, 2) };
            (0..16)
                .map(|x| word(left, index, (y0 + y) & 7, (x0 + x) & 15))
                .map(|dot| if dot { '#' } else { '.' })
                .collect()
        })
        .collect()
}

#[test]
fn letters_stand_above_their_column() {
    let expected = [
        "................",
        "......#...#.....",
        "......#...#.....",
        "......#...#.....",
        "......#####.....",
        "......#...#.....",
        "......#...#.....",
        "......#...#.....",
    ];
    assert_eq!(picture(false, 7), expected, "H");
}

#[test]
fn numbers_stand_beside_their_row() {
    let expected = [
        "................",
        ".....#...#####..",
        "....##...#......",
        ".....#...####...",
        ".....#.......#..",
        ".....#.......#..",
        ".....#...#...#..",
        "....###...###...",
    ];
    assert_eq!(picture(true, 0), expected, "15");
}

#[test]
fn a_stone_hides_the_labels_of_its_crossing() {
    use crate::gomoku::view::sprite::{CELL, Look, stone};
    for (x, y) in (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y))) {
        if (0..SIDE).any(|i| above_dot(i, x, y) || left_dot(i, x, y)) {
            assert_ne!(stone(x, y), Look::Outside, "({x}, {y})");
        }
    }
}

#[test]
fn word_zero_is_blank() {
    assert!(!word(false, 0, 0, 0));
}
