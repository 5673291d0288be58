//! The player thesis: the shapes of zju with other weights. Attack has greater weights than defence, and the larger of
//! the two scores counts double.

use super::player::{Scores, first_best};
use super::{Colour, Crossing, Player, Scan, Shape};

pub struct Thesis;

/// The value of a shape that the mover makes.
pub fn attack(shape: Shape) -> u32 {
    match shape {
        Shape::Five => 1_000_000,
        Shape::LiveFour => 24_000,
        Shape::RushFour => 2_000,
        Shape::LiveThree => 850,
        Shape::SleepingThree | Shape::LiveTwo => 125,
        Shape::SleepingTwo | Shape::Other => 0,
    }
}

/// The value of denying the opponent a shape.
pub fn defence(shape: Shape) -> u32 {
    match shape {
        Shape::Five => 200_000,
        Shape::LiveFour => 6_000,
        Shape::RushFour => 1_100,
        Shape::LiveThree => 240,
        Shape::SleepingThree | Shape::LiveTwo => 20,
        Shape::SleepingTwo | Shape::Other => 0,
    }
}

impl Player for Thesis {
    fn scores(&self, scan: &Scan, at: Crossing) -> Scores {
        Scores {
            attack: scan.shapes(at, scan.mover).map(attack).sum(),
            defence: scan.shapes(at, scan.mover.other()).map(defence).sum(),
        }
    }

    fn best(&self, scan: &Scan) -> Option<Crossing> {
        first_best(&self.rated(scan), |scores| key(scores, scan.mover)).map(|(at, _)| at)
    }
}

/// The value of a crossing, and a tie-break: black prefers the attack, white the defence.
fn key(&Scores { attack, defence }: &Scores, mover: Colour) -> (u32, u32) {
    let worth = attack + defence + attack.max(defence);
    match mover {
        Colour::Black => (worth, attack),
        Colour::White => (worth, defence),
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn of_equals_black_prefers_the_attack_and_white_the_defence() {
        let even = Scores {
            attack: attack(Shape::LiveThree),
            defence: 2 * defence(Shape::LiveThree) + defence(Shape::LiveTwo),
        };
        let sharp = Scores { attack: attack(Shape::LiveThree) + 2 * attack(Shape::LiveTwo), defence: 0 };
        for mover in [Colour::Black, Colour::White] {
            assert_eq!(key(&even, mover).0, key(&sharp, mover).0);
            assert_eq!(key(&sharp, mover) > key(&even, mover), mover == Colour::Black);
        }
    }

    #[test]
    fn every_sample_move() {
        for sample in samples::all() {
            assert_eq!(Thesis.choose(&sample.board, sample.mover), Some(sample.thesis));
        }
    }
}
