//! The player mcu: how many own stones adjoin a crossing in each of the four directions.

use super::line::run;
use super::player::first_best;
use super::{Board, Colour, Crossing, Direction, Player};

pub struct Mcu;

/// What a direction is worth by the own stones that adjoin the crossing on both sides, counted up to four.
pub const VALUES: [u32; 5] = [0, 100, 400, 2000, 10000];

impl Player for Mcu {
    fn score(&self, board: &Board, at: Crossing, colour: Colour) -> u32 {
        let adjoining =
            |&direction: &Direction| run(board, at, colour, direction, -1) + run(board, at, colour, direction, 1);
        Direction::ALL
            .iter()
            .map(adjoining)
            .map(|stones| VALUES[stones.min(4)])
            .sum()
    }

    /// The best crossing for the mover, unless one is strictly better for the opponent.
    fn reply(&self, board: &Board, mover: Colour) -> Option<Crossing> {
        let (attack, gain) = first_best(board, |at| self.score(board, at, mover))?;
        let (defence, threat) = first_best(board, |at| self.score(board, at, mover.other()))?;
        Some(if threat > gain { defence } else { attack })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn every_sample_move_and_score() {
        for sample in samples::all() {
            assert_eq!(Mcu.choose(&sample.board, sample.mover), Some(sample.mcu));
            for score in &sample.scores {
                let found = [sample.mover, sample.mover.other()].map(|c| Mcu.score(&sample.board, score.at, c));
                assert_eq!(found, score.mcu);
            }
        }
    }
}
