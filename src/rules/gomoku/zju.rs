//! The player zju: the shapes of the four lines through a crossing, for attack and for defence.

use super::player::first_best;
use super::{Board, Colour, Crossing, Direction, Player, Shape, Window};

pub struct Zju;

/// What a shape is worth.
pub fn value(shape: Shape) -> u32 {
    match shape {
        Shape::Five => 1 << 24,
        Shape::LiveFour => 1 << 19,
        Shape::RushFour => 1 << 16,
        Shape::LiveThree => 1 << 15,
        Shape::SleepingThree => 1 << 14,
        Shape::LiveTwo => 1 << 12,
        Shape::SleepingTwo => 1 << 11,
        Shape::Other => 0,
    }
}

impl Player for Zju {
    fn score(&self, board: &Board, at: Crossing, colour: Colour) -> u32 {
        Direction::ALL
            .iter()
            .map(|&direction| value(Window::of(board, at, colour, direction).shape()))
            .sum()
    }

    /// The better of the best attack and the best defence, each with the other's score to break ties; the attack only
    /// if it is strictly better.
    fn reply(&self, board: &Board, mover: Colour) -> Option<Crossing> {
        let keyed = |colour: Colour| move |at| (self.score(board, at, colour), self.score(board, at, colour.other()));
        let (attack, (gain, _)) = first_best(board, keyed(mover))?;
        let (defence, (threat, _)) = first_best(board, keyed(mover.other()))?;
        Some(if gain > threat { attack } else { defence })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn every_sample_move_and_score() {
        for sample in samples::all() {
            assert_eq!(Zju.choose(&sample.board, sample.mover), Some(sample.zju));
            for score in &sample.scores {
                let found = [sample.mover, sample.mover.other()].map(|c| Zju.score(&sample.board, score.at, c));
                assert_eq!(found, score.zju);
            }
        }
    }
}
