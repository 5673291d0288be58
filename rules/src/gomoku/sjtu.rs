//! The one-ply player sjtu: it scores the length of each line through a crossing and how many of its ends are blocked.

use super::line::{FIVE, Line};
use super::player::{Scores, first_best};
use super::{Board, Colour, Crossing, Player, Scan};

pub struct Sjtu;

/// The value of a line of five or more.
pub const FIVE_OR_MORE: u32 = 1_000_000;

/// The value of a line of one, two, three or four stones, by the number of its blocked ends.
pub const VALUES: [[u32; 3]; 4] = [[200, 50, 0], [700, 200, 0], [3000, 500, 100], [300_000, 2500, 100]];

/// The number of the line's ends that are blocked, by a stone or by the edge.
fn blocked(board: &Board, line: &Line) -> usize {
    [-1, line.length as isize]
        .into_iter()
        .filter(|&steps| {
            let beyond = line.direction.walk(line.first, steps);
            beyond.is_none_or(|beyond| board.get(beyond).is_some())
        })
        .count()
}

fn score(scan: &Scan, at: Crossing, colour: Colour) -> u32 {
    let value = |line: Line| match line.length {
        FIVE.. => FIVE_OR_MORE,
        length => VALUES[length - 1][blocked(scan.board, &line)],
    };
    scan.lines(at, colour).map(value).sum()
}

impl Player for Sjtu {
    fn scores(&self, scan: &Scan, at: Crossing) -> Scores {
        Scores { attack: score(scan, at, scan.mover), defence: score(scan, at, scan.mover.other()) }
    }

    /// The crossing with the greatest sum of attack and defence.
    fn best(&self, scan: &Scan) -> Option<Crossing> {
        first_best(&self.rated(scan), |scores| scores.attack + scores.defence).map(|(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn every_sample_move_and_score() {
        for sample in samples::all() {
            assert_eq!(Sjtu.choose(&sample.board, sample.mover), Some(sample.sjtu));
            for score in &sample.scores {
                let found = [sample.mover, sample.mover.other()].map(|c| Sjtu.score(&sample.board, score.at, c));
                assert_eq!(found, score.sjtu);
            }
        }
    }
}
