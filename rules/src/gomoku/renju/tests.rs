use super::*;
use Verdict::{Allowed, DoubleFour, DoubleThree, ExactFive, Overline};

/// A position drawn from the board's top left: `X` black, `O` white, anything else empty. Also gives the crossings
/// marked with a letter or a digit.
fn drawn(rows: &[&str]) -> (Board, impl Fn(char) -> Crossing) {
    let mut board = Board::new();
    let mut marks = vec![];
    for (row, cells) in rows.iter().enumerate() {
        for (col, cell) in cells.split_whitespace().enumerate() {
            let at = Crossing::new(row, col).expect("on the board");
            match cell {
                "X" => board.place(at, Colour::Black).unwrap(),
                "O" => board.place(at, Colour::White).unwrap(),
                mark => marks.push((mark.chars().next().unwrap(), at)),
            }
        }
    }
    let find = move |wanted| marks.iter().find(|(mark, _)| *mark == wanted).expect("marked").1;
    (board, find)
}

/// The verdict on the crossing marked `a`.
fn of(rows: &[&str]) -> Verdict {
    let (board, mark) = drawn(rows);
    verdict(&board, mark('a'))
}

/// Checks the same line in the middle of a row, of a column and of both diagonals.
fn in_every_direction(line: &str, expected: Verdict) {
    let cells: Vec<&str> = line.split_whitespace().collect();
    for direction in Direction::ALL {
        let start = match direction {
            Direction::DownLeft => Crossing::new(0, 14),
            Direction::DownRight => Crossing::new(0, 0),
            Direction::AlongTheRow => Crossing::new(7, 0),
            Direction::DownTheColumn => Crossing::new(0, 7),
        };
        let mut board = Board::new();
        let mut asked = None;
        for (steps, cell) in cells.iter().enumerate() {
            let at = direction.walk(start.unwrap(), steps as isize).expect("on the board");
            match *cell {
                "X" => board.place(at, Colour::Black).unwrap(),
                "O" => board.place(at, Colour::White).unwrap(),
                "a" => asked = Some(at),
                _ => {}
            }
        }
        assert_eq!(verdict(&board, asked.unwrap()), expected, "{line} {direction:?}");
    }
}

#[test]
fn fives_and_overlines() {
    in_every_direction(". X X a X X .", ExactFive);
    in_every_direction("O X X X X a O", ExactFive);
    in_every_direction("a X X X X .", ExactFive);
    in_every_direction(". X X X a X X .", Overline);
    in_every_direction("X X X X X a", Overline);
    in_every_direction("X X X X a X X X X", Overline);
    in_every_direction(". X X X a . .", Allowed);
}

#[test]
fn two_fours_on_one_line() {
    in_every_direction(". X . X a X . X .", DoubleFour);
    in_every_direction("X X . X a . X X", DoubleFour);
    in_every_direction("X X X . a . X X X", DoubleFour);
    in_every_direction("X . X a X . X", DoubleFour);
    // A straight four is a single four with two ends.
    in_every_direction(". . X X a X . .", Allowed);
    // One of the two fours is blocked, or would make an overline.
    in_every_direction("X . X a X O X", Allowed);
    in_every_direction("X X . X a X . X", Allowed);
}

#[test]
fn an_overline_blocks_a_four() {
    // The only extension makes six, so it is not a four, and the other line's four is the only one.
    assert_eq!(
        of(&[
            ". . . . . . . . .",
            "X . X X a X O . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . . . O . . . .",
        ]),
        Allowed
    );
    // Without the stone beyond, it would be a double-four.
    assert_eq!(
        of(&[
            ". . . . O . . . .",
            ". . X X a X O . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . . . . . . . .",
        ]),
        DoubleFour
    );
}

#[test]
fn an_overline_blocks_a_straight_four() {
    let crossing = |line: &str| {
        let below = ". . . . . a . . . . .".replace('a', "X");
        of(&[". . . . . . . . . . .", line, &below, &below, ". . . . . . . . . . ."])
    };
    assert_eq!(crossing(". . . . X a X . . . ."), DoubleThree);
    // Whichever way it grows, one end of the four has a stone beyond it.
    assert_eq!(crossing(". X . . X a X . . X ."), Allowed);
    assert_eq!(crossing(". X . . X a X . . . ."), DoubleThree);
    // There is room for a four, but at one end only.
    assert_eq!(crossing(". . O . X a X . O . ."), Allowed);
    assert_eq!(crossing(". . . . X a X . O . ."), DoubleThree);
}

#[test]
fn double_threes_with_and_without_gaps() {
    assert_eq!(
        of(&[
            ". . . . . . . .",
            ". . . . . . . .",
            ". . . a X . X .",
            ". . . . . . . .",
            ". . . X . . . .",
            ". . . X . . . .",
            ". . . . . . . .",
            ". . . . . . . .",
        ]),
        DoubleThree
    );
    // A four beside a three is allowed.
    assert_eq!(
        of(&[
            ". . . . . . . .",
            ". . . . . . . .",
            "O X X a X . . .",
            ". . . X . . . .",
            ". . . X . . . .",
            ". . . . . . . .",
            ". . . . . . . .",
        ]),
        Allowed
    );
}

#[test]
fn a_straight_four_needs_room_at_both_ends() {
    let column = |top: &str, below: &str| {
        let row = ". . X . a . X . .";
        of(&[
            top,
            row,
            ". . . . X . . . .",
            ". . . . X . . . .",
            below,
            ". . . . O . . . .",
        ])
    };
    let (free, taken) = (". . . . . . . . .", ". . . . O . . . .");
    // The board's edge is two rows above the column's three, and white is two rows or one below it.
    assert_eq!(column(free, free), Allowed);
    assert_eq!(column(free, taken), Allowed);
    // Here it can grow downwards.
    assert_eq!(
        of(&[
            ". . . . . . . .",
            ". X X a . . . .",
            ". . . X . . . .",
            ". . . X . . . .",
            ". . . . . . . .",
            ". . . . . . . .",
        ]),
        DoubleThree
    );
    // On the edge itself a three can only lie along it.
    assert_eq!(
        of(&[
            ". . X X a . . .",
            ". . . . X . . .",
            ". . . . X . . .",
            ". . . . . . . .",
            ". . . . . . . .",
        ]),
        Allowed
    );
}

#[test]
fn exact_five_goes_over_every_foul() {
    // Five along the row and an overline down the column.
    assert_eq!(
        of(&[
            ". . X . . . .",
            ". . X . . . .",
            ". . X . . . .",
            "X X a X X . .",
            ". . X . . . .",
            ". . X . . . ."
        ]),
        ExactFive
    );
    // Five and two fours.
    assert_eq!(
        of(&[
            "a X X X X . .",
            "X X . . . . .",
            "X . X . . . .",
            "X . . X . . .",
            ". . . . . . ."
        ]),
        ExactFive
    );
}

#[test]
fn of_several_fouls_the_first_is_named() {
    // Six along the row and two fours; then two fours and two threes.
    assert_eq!(
        of(&[
            ". . . . . . .",
            "a X X X X X .",
            "X X . . . . .",
            "X . X . . . .",
            "X . . X . . .",
            ". . . . . . ."
        ]),
        Overline
    );
    assert_eq!(
        of(&[
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". X . X a X . X .",
            ". . . X X X . . .",
            ". . X . X . X . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ]),
        DoubleFour
    );
}

/// Rule 9.3: a three whose straight four can only be made on a forbidden point does not count.
#[test]
fn a_three_that_grows_only_on_a_forbidden_point_does_not_count() {
    // The column's three can only grow on b, since white stands below it; but b would make six in a row.
    let (board, mark) = drawn(&[
        ". . . . . . . . . .",
        ". . . . . . . . . .",
        ". . X X X b X X . .",
        ". . . . . X . . . .",
        ". . . . . X . . . .",
        ". . . . . a X X . .",
        ". . . . . . . . . .",
        ". . . . . O . . . .",
    ]);
    assert_eq!(verdict(&board, mark('b')), Overline);
    assert_eq!(verdict(&board, mark('a')), Allowed);
    // Without the row it would be a double-three.
    assert_eq!(
        of(&[
            ". . . . . . . . . .",
            ". . . . . . . . . .",
            ". . . . . . . . . .",
            ". . . . . X . . . .",
            ". . . . . X . . . .",
            ". . . . . a X X . .",
            ". . . . . . . . . .",
            ". . . . . O . . . .",
        ]),
        DoubleThree
    );
}

#[test]
fn a_three_that_grows_only_into_a_five_does_not_count() {
    // A stone on b makes the column a straight four and the row a five.
    let (board, mark) = drawn(&[
        ". . . . . . . . . .",
        ". . . . . . . . . .",
        ". . . X X b X X . .",
        ". . . . . X . . . .",
        ". . . . . X . . . .",
        ". . . . . a X X . .",
        ". . . . . . . . . .",
        ". . . . . O . . . .",
    ]);
    assert_eq!(verdict(&board, mark('b')), ExactFive);
    assert_eq!(verdict(&board, mark('a')), Allowed);
}

/// The rule refers to itself: the first verdict needs the verdicts two stones ahead.
#[test]
fn nested_threes() {
    let (board, mark) = drawn(&[
        ". . . . . . . . . .",
        ". . . . . . . . . .",
        ". . . . . . X . . .",
        ". . . . . . . . . .",
        ". . X . a . . . . .",
        ". . . X X . . . . .",
        ". . . X . X . . . .",
        ". . . . X . . . . .",
        ". . . . . . . . . .",
        ". . . . . . . . . .",
    ]);
    assert_eq!(verdict(&board, mark('a')), Allowed);
}
