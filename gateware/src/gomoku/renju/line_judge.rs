//! Judges a line through black's stone under Renju's rules: a five, an overline, one or two fours, or a possible three.
//!
//! A stone placed in a gap joins the row to the stones beyond the gap. `run` is the length of the row, `far` the number
//! of stones beyond the gap:
//!
//! ```text
//! five            run = 5
//! overline        run > 5
//! four by a gap   run + 1 + far = 5                       straight: run = 4, by both gaps
//! three by a gap  run + 1 + far = 4, room behind these, and on the other side a gap with no stone behind it
//! ```
//!
//! | port  | dir | width     | meaning                               | initial |
//! |-------|-----|-----------|---------------------------------------|---------|
//! | facts | in  | LineFacts | the result of the scan along the line | –       |
//! | kind  | out | LineKind  | the judgement; combinational          | –       |

use super::line_scan::LineFacts;
use crate::{Circuit, LogicStruct, kernel};
use rust_hdl::prelude::*;

/// The judgement of a line through black's stone.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LineKind {
    /// A row of exactly five.
    pub five: Bit,
    /// A row of six or more.
    pub overline: Bit,
    /// At least one four.
    pub four: Bit,
    /// Two fours; a straight four is one.
    pub two_fours: Bit,
    /// A stone in the gap before makes a straight four; a stone in the gap after does.
    pub three_before: Bit,
    pub three_after: Bit,
}

const LENGTH_OF_FIVE: u64 = 5;
const LENGTH_OF_FOUR: u64 = 4;
const LENGTH_OF_THREE: u64 = 3;

#[derive(Circuit)]
pub struct LineJudge {
    pub facts: Signal<In, LineFacts>,
    pub kind: Signal<Out, LineKind>,
}

#[kernel]
impl Logic for LineJudge {
    fn update(&mut self) {
        kind.five = facts.run == LENGTH_OF_FIVE;
        kind.overline = facts.run > LENGTH_OF_FIVE;

        // Length of the joined row, without the stone in the gap.
        let joined_before = facts.run + bit_cast::<4, 3>(facts.before_far);
        let joined_after = facts.run + bit_cast::<4, 3>(facts.after_far);

        let four_before = facts.before_gap & (joined_before == LENGTH_OF_FOUR);
        let four_after = facts.after_gap & (joined_after == LENGTH_OF_FOUR);
        kind.four = four_before | four_after;
        kind.two_fours = four_before & four_after & (facts.run != LENGTH_OF_FOUR);

        kind.three_before =
            facts.before_room & facts.after_gap & (facts.after_far == 0) & (joined_before == LENGTH_OF_THREE);
        kind.three_after =
            facts.after_room & facts.before_gap & (facts.before_far == 0) & (joined_after == LENGTH_OF_THREE);
    }
}

#[cfg(test)]
mod tests {
    use super::super::line_scan::{CELLS, LineScan, tests::walk};
    use super::*;
    use tengen_rules::gomoku::{Board, Colour, Direction, board::CENTRE, renju};
    use tengen_sim::{Engine, Native};

    /// Scans and judges every line of five cells on both sides and compares with the rules, whatever lies further out.
    #[test]
    fn every_line_is_what_the_rules_say() {
        let mut scan = Native::new(LineScan::default());
        let mut judge = Native::new(LineJudge::default());
        let along = Direction::AlongTheRow;
        let mut seen = [0; 6];
        for code in 0..3usize.pow(2 * CELLS as u32) {
            let cells: Vec<char> = (0..2 * CELLS as u32)
                .map(|i| ['.', 'X', 'O'][code / 3usize.pow(i) % 3])
                .collect();
            let sides: [String; 2] = [cells[..CELLS].iter().collect(), cells[CELLS..].iter().collect()];
            let mut board = Board::new();
            board.place(CENTRE, Colour::Black).unwrap();
            for (side, sign) in sides.iter().zip([-1, 1]) {
                let further = ["..", "XX", "XO", ".X"][code % 4].chars();
                for (steps, cell) in (1..).zip(side.chars().chain(further)) {
                    let at = along.walk(CENTRE, sign * steps).unwrap();
                    match cell {
                        'X' => board.place(at, Colour::Black).unwrap(),
                        'O' => board.place(at, Colour::White).unwrap(),
                        _ => {}
                    }
                }
            }
            let length = renju::row(&board, CENTRE, along).len();
            let fours = renju::fours(&board, CENTRE, along).len();
            let threes = renju::straight_fours(&board, CENTRE, along);
            let expected = [
                length == 5,
                length > 5,
                fours > 0 && length < 5,
                fours > 1 && length < 5,
                threes.iter().any(|at| at.col() < CENTRE.col()),
                threes.iter().any(|at| at.col() > CENTRE.col()),
            ];
            judge.circuit.facts.next = walk(&mut scan, [&sides[0], &sides[1]]).0;
            judge.settle();
            let kind = judge.circuit.kind.val();
            let found = [
                kind.five,
                kind.overline,
                kind.four,
                kind.two_fours,
                kind.three_before,
                kind.three_after,
            ];
            assert_eq!(found, expected, "{sides:?}");
            (0..6).for_each(|i| seen[i] += usize::from(found[i]));
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
