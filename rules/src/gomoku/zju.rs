//! The player zju: it scores the shapes of the four lines through a crossing, for attack and for defence.

use super::player::{Scores, first_best};
use super::{Colour, Crossing, Player, Scan, Shape};

pub struct Zju;

/// The value of a shape.
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

fn score(scan: &Scan, at: Crossing, colour: Colour) -> u32 {
    scan.shapes(at, colour).map(value).sum()
}

impl Player for Zju {
    fn scores(&self, scan: &Scan, at: Crossing) -> Scores {
        Scores { attack: score(scan, at, scan.mover), defence: score(scan, at, scan.mover.other()) }
    }

    /// The crossing with the best attack if that is strictly better than the best defence, otherwise the one with the
    /// best defence; the other score breaks ties.
    fn best(&self, scan: &Scan) -> Option<Crossing> {
        let rated = self.rated(scan);
        let (attack, (gain, _)) = first_best(&rated, |scores| (scores.attack, scores.defence))?;
        let (defence, (threat, _)) = first_best(&rated, |scores| (scores.defence, scores.attack))?;
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
