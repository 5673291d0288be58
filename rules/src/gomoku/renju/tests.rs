use super::*;
use Verdict::{Allowed, DoubleFour, DoubleThree, ExactFive, Overline};

/// A position drawn from the board's top left: `X` black, `O` white, anything else empty; the crossings marked with a
/// letter or a digit, by that mark.
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

/// The same line in the middle of a row, of a column and of both diagonals.
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
    // A straight four is one four with two ends.
    in_every_direction(". . X X a X . .", Allowed);
    // One of the two is blocked, or would be an overline.
    in_every_direction("X . X a X O X", Allowed);
    in_every_direction("X X . X a X . X", Allowed);
}

#[test]
fn an_overline_blocks_a_four() {
    // The one way to go on makes six: no four, so the other line's is the only one.
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
    // Without the stone beyond, it is a double-four.
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
    // However it grows, one end of the four has a stone beyond it.
    assert_eq!(crossing(". X . . X a X . . X ."), Allowed);
    assert_eq!(crossing(". X . . X a X . . . ."), DoubleThree);
    // Room for a four, but for one end only.
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
    // The column has the board's edge two rows above the three, and white two rows or one below it.
    assert_eq!(column(free, free), Allowed);
    assert_eq!(column(free, taken), Allowed);
    // Here it may grow downwards.
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
    // On the edge itself only along it.
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
    // Five along the row, and at once an overline down the column.
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
    // Five, and at once two fours.
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
    // Six along the row and two fours; two fours and two threes.
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

/// Rule 9.3: a three whose straight four can only be made on a forbidden point is none.
#[test]
fn a_three_that_grows_only_on_a_forbidden_point_does_not_count() {
    // The column's three can only grow on b, since white stands below it; on b there would be six in a row.
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
    // Without the row it is a double-three.
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
    // On b the column becomes a straight four and the row a five.
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

/// The rule asks about the rule: only with the answers two stones ahead is the first one right.
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
