//! The player mcu: it counts its own stones adjoining a crossing in each of the four directions.

use super::player::{Scores, first_best};
use super::{Colour, Crossing, Player, Scan};

pub struct Mcu;

/// The value of a direction by the number of own stones adjoining the crossing on both sides, counted up to four.
pub const VALUES: [u32; 5] = [0, 100, 400, 2000, 10000];

fn score(scan: &Scan, at: Crossing, colour: Colour) -> u32 {
    scan.lines(at, colour)
        .map(|line| VALUES[(line.length - 1).min(4)])
        .sum()
}

impl Player for Mcu {
    fn scores(&self, scan: &Scan, at: Crossing) -> Scores {
        Scores { attack: score(scan, at, scan.mover), defence: score(scan, at, scan.mover.other()) }
    }

    /// The best crossing for the mover, unless one is strictly better for the opponent.
    fn best(&self, scan: &Scan) -> Option<Crossing> {
        let rated = self.rated(scan);
        let (attack, gain) = first_best(&rated, |scores| scores.attack)?;
        let (defence, threat) = first_best(&rated, |scores| scores.defence)?;
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
