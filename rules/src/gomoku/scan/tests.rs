use super::super::renju::forbidden;
use super::super::samples;
use super::*;
use Colour::{Black, White};

#[test]
fn black_may_not_play_what_renju_forbids() {
    let mut left_out = 0;
    for sample in samples::all() {
        for rule in Rule::ALL {
            for mover in [Black, White] {
                let board = &sample.board;
                let playable: Vec<Crossing> = Scan { rule, board, mover }.playable().collect();
                let mut expected: Vec<Crossing> = board.vacant().collect();
                if rule == Rule::Renju && mover == Black {
                    let points: Vec<Crossing> = forbidden(board).map(|(at, _)| at).collect();
                    expected.retain(|at| !points.contains(at));
                    left_out += board.vacant().count() - expected.len();
                }
                assert_eq!(playable, expected);
            }
        }
    }
    assert!(left_out > 0, "no sample has a forbidden point");
}

#[test]
fn an_overlong_line_counts_where_it_wins() {
    let gap = Crossing::new(7, 6).unwrap();
    for colour in [Black, White] {
        let mut board = Board::new();
        for col in [3, 4, 5, 7, 8] {
            board.place(Crossing::new(7, col).unwrap(), colour).unwrap();
        }
        for rule in Rule::ALL {
            let scan = Scan { rule, board: &board, mover: Black };
            let lines = scan.lines(gap, colour).count();
            assert_eq!(
                lines,
                if rule.winning_line(&board, gap, colour).is_some() { 4 } else { 3 }
            );
        }
    }
}
