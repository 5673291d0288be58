//! What the greedy computer players have in common: they score each empty crossing for both colours and look no further.
//!
//! Every player opens on the centre of an empty board, and has no move on a full one.

use super::board::CENTRE;
use super::{Board, Colour, Crossing};

/// A computer player of one ply.
pub trait Player {
    /// What a stone of `colour` on the empty crossing `at` is worth to that colour.
    fn score(&self, board: &Board, at: Crossing, colour: Colour) -> u32;

    /// The move on a board with at least one stone and one empty crossing.
    fn reply(&self, board: &Board, mover: Colour) -> Option<Crossing>;

    /// The player's move, or `None` on a full board.
    fn choose(&self, board: &Board, mover: Colour) -> Option<Crossing> {
        if board.is_empty() {
            Some(CENTRE)
        } else {
            self.reply(board, mover)
        }
    }
}

/// The empty crossing with the greatest key and that key; of equals the first in scan order.
pub fn first_best<K: Ord>(board: &Board, key: impl Fn(Crossing) -> K) -> Option<(Crossing, K)> {
    let mut best: Option<(Crossing, K)> = None;
    for at in board.vacant() {
        let key = key(at);
        if best.as_ref().is_none_or(|(_, greatest)| key > *greatest) {
            best = Some((at, key));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::{mcu::Mcu, zju::Zju};
    use super::*;

    #[test]
    fn both_open_on_the_centre_and_have_no_move_on_a_full_board() {
        let mut board = Board::new();
        let players: [&dyn Player; 2] = [&Zju, &Mcu];
        for player in players {
            assert_eq!(player.choose(&board, Colour::White), Some(CENTRE));
        }
        Crossing::all().for_each(|at| board.place(at, Colour::Black).unwrap());
        for player in players {
            assert_eq!(player.choose(&board, Colour::White), None);
        }
    }

    #[test]
    fn the_last_crossing_is_found_even_if_it_is_worth_nothing() {
        let last = Crossing::new(14, 14).unwrap();
        let mut board = Board::new();
        for at in Crossing::all().filter(|&at| at != last) {
            let colour = if (at.row() / 2 + at.col()) % 2 == 0 {
                Colour::Black
            } else {
                Colour::White
            };
            board.place(at, colour).unwrap();
        }
        assert_eq!(Zju.choose(&board, Colour::Black), Some(last));
        assert_eq!(Mcu.choose(&board, Colour::Black), Some(last));
    }

    #[test]
    fn of_equals_the_first_is_best() {
        let board = Board::new();
        assert_eq!(first_best(&board, |_| 0).unwrap().0, Crossing::new(0, 0).unwrap());
        let best = first_best(&board, |at| at.col()).unwrap();
        assert_eq!(best, (Crossing::new(0, 14).unwrap(), 14));
    }
}
