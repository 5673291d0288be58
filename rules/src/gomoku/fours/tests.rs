use super::*;
use tengen_sim::Random;

/// A board from rows of text: `X` black, `O` white, the rest empty.
fn drawn(rows: &[&str]) -> Board {
    let mut board = Board::new();
    for (row, cells) in rows.iter().enumerate() {
        for (col, cell) in cells.chars().enumerate() {
            let at = Crossing::new(row, col).unwrap();
            match cell {
                'X' => board.place(at, Colour::Black).unwrap(),
                'O' => board.place(at, Colour::White).unwrap(),
                _ => {}
            }
        }
    }
    board
}

fn found(rule: Rule, board: &Board, attacker: Colour) -> Found {
    solve(rule, board, attacker, 100_000).0
}

/// The number of the attacker's stones in the win found.
fn stones(found: Found) -> Option<usize> {
    match found {
        Found::Won(line) => Some(line.len().div_ceil(2)),
        Found::Unwon => None,
        Found::Unknown => panic!("the limit is too low"),
    }
}

/// Whether the attacker wins within that many stones, by the rules alone.
fn wins(rule: Rule, board: &Board, attacker: Colour, stones: usize) -> bool {
    if !fives(rule, board, attacker).is_empty() {
        return stones > 0;
    }
    let defender = attacker.other();
    let may = |board: &Board, at, colour| rule.foul(board, at, colour).is_none();
    let wins_with = |at: Crossing| {
        let mut after = board.clone();
        after.place(at, attacker).unwrap();
        let four = !fives(rule, &after, attacker).is_empty() && may(board, at, attacker);
        four && fives(rule, &after, defender).is_empty()
            && after
                .vacant()
                .filter(|&answer| may(&after, answer, defender))
                .all(|answer| {
                    let mut answered = after.clone();
                    answered.place(answer, defender).unwrap();
                    wins(rule, &answered, attacker, stones - 1)
                })
    };
    stones > 1 && board.vacant().any(wins_with)
}

#[test]
fn it_finds_what_trying_every_stone_and_every_answer_finds() {
    let mut random = Random::new(3);
    let (mut won, mut unwon) = (0, 0);
    for number in 0..240 {
        let rule = Rule::ALL[number % 3];
        let mut board = Board::new();
        let mut colour = Colour::Black;
        for _ in 0..16 + random.below(6) {
            // In a corner, so that edges matter.
            let at = Crossing::new(random.below(7), random.below(7)).unwrap();
            let five = rule.winning_line(&board, at, colour).is_some();
            if !five && board.place(at, colour).is_ok() {
                colour = colour.other();
            }
        }
        let fewest = stones(found(rule, &board, colour));
        let expected = (1..4).find(|&stones| wins(rule, &board, colour, stones));
        assert_eq!(
            fewest.filter(|&stones| stones < 4),
            expected,
            "{rule}, {colour:?}, {board:?}"
        );
        won += u32::from(expected > Some(1));
        unwon += u32::from(expected.is_none());
    }
    assert!(won > 20 && unwon > 20, "{won} won, {unwon} not");
}

#[test]
fn what_the_opponent_threatens_has_to_be_blocked_by_a_four() {
    // Black has a double four on e15.
    let rows = ["OXXX.", "....X", "....X", "....X"];
    let found = |last: &str| {
        stones(found(
            Rule::Freestyle,
            &drawn(&[&rows[..], &["", last]].concat()),
            Colour::Black,
        ))
    };
    assert_eq!(found("OOO.."), Some(2));
    // White makes five first: on e10 black blocks, but makes no four.
    assert_eq!(found("OOOO."), None);
}

#[test]
fn renju_forbids_black_a_double_four() {
    let board = drawn(&["OXXX.", "....X", "....X", "....X", "", "....O"]);
    assert_eq!(stones(found(Rule::Freestyle, &board, Colour::Black)), Some(2));
    assert_eq!(stones(found(Rule::Renju, &board, Colour::Black)), None);
}

#[test]
fn white_wins_where_black_may_not_block() {
    // The block would be the sixth stone in its column.
    let board = drawn(&[".....X", ".....X", ".....X", "XOOO..", ".....X", ".....X"]);
    let four = Crossing::new(3, 4).unwrap();
    assert_eq!(found(Rule::Renju, &board, Colour::White), Found::Won(vec![four]));
    assert_eq!(stones(found(Rule::ExactFive, &board, Colour::White)), None);
}

#[test]
fn an_overline_is_no_five_where_exactly_five_are_needed() {
    let six = drawn(&["XX.XXX"]);
    assert_eq!(stones(found(Rule::Freestyle, &six, Colour::Black)), Some(1));
    assert_eq!(stones(found(Rule::ExactFive, &six, Colour::Black)), None);
}

#[test]
fn what_takes_too_long_is_unknown() {
    let board = drawn(&["OXXX.."]);
    assert_eq!(solve(Rule::Freestyle, &board, Colour::Black, 0).0, Found::Unknown);
}
