//! Two players against each other: every opening is played twice, with the colours swapped, and the result is
//! evaluated.
//!
//! ```text
//! pair 0   opening 0   first black   second black
//! pair 1   opening 1   first black   second black      -> points, Elo difference, its uncertainty
//! ```

use super::Random;
use super::elo::RESAMPLES;
use super::outcome::{Outcome, Tally};
use crate::workers;

/// The outcomes of an opening's two games for the first player, who has black, then white.
pub type Pair = [Outcome; 2];

/// Plays these openings, `at_once` at a time. `play` gets the number of the opening and whether the first player has
/// black; it is called from several threads.
pub fn duel(openings: &[usize], at_once: usize, play: impl Fn(usize, bool) -> Outcome + Sync) -> Vec<Pair> {
    workers::each(openings, at_once, |opening| {
        [true, false].map(|black| play(*opening, black))
    })
}

/// The result of a duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The first player's games.
    pub tally: Tally,
    /// The first player's advantage in Elo points.
    pub elo: f64,
    /// The limits of the 95 % confidence interval.
    pub low: f64,
    pub high: f64,
}

impl Standing {
    /// The result of these pairs. As in [`elo`](super::elo) a drawn game is added, and the interval is a bootstrap over
    /// the openings.
    pub fn of(pairs: &[Pair], seed: u64) -> Standing {
        let points = |pair: &Pair| pair[0].points() + pair[1].points();
        let difference = |points: f64| {
            let share = (points + 0.5) / (2.0 * pairs.len() as f64 + 1.0);
            400.0 * (share / (1.0 - share)).log10()
        };
        let mut random = Random::new(seed);
        let mut resampled: Vec<f64> = (0..RESAMPLES)
            .map(|_| difference(pairs.iter().map(|_| points(&pairs[random.below(pairs.len())])).sum()))
            .collect();
        resampled.sort_by(f64::total_cmp);
        Standing {
            tally: Tally::of(pairs.iter().flatten().copied()),
            elo: difference(pairs.iter().map(points).sum()),
            low: resampled[RESAMPLES / 40],
            high: resampled[RESAMPLES - 1 - RESAMPLES / 40],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::*;

    #[test]
    fn every_opening_is_played_with_either_colour() {
        let pairs = duel(&[0, 1, 2, 3, 4], 2, |opening, black| match (opening, black) {
            (3, true) => Won,
            (3, false) => Lost,
            _ => Drawn,
        });
        let mut expected = [[Drawn; 2]; 5];
        expected[3] = [Won, Lost];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn three_points_of_four_are_191_elo() {
        // 10^(191/400) is 3; the added drawn game reduces it a little.
        let pairs = [[Won, Drawn]; 500];
        let standing = Standing::of(&pairs, 1);
        assert_eq!(standing.tally, Tally { won: 500, drawn: 500, lost: 0 });
        assert_eq!(standing.tally.percent(), 75.0);
        assert!((standing.elo - 190.85).abs() < 0.5, "{standing:?}");
        // Every opening had the same result, so there is no uncertainty.
        assert_eq!((standing.low, standing.high), (standing.elo, standing.elo));
    }

    #[test]
    fn the_interval_narrows_and_the_loser_of_all_has_a_number() {
        let pairs = |count: usize| -> Vec<Pair> {
            let mut random = Random::new(9);
            (0..count)
                .map(|_| [0, 1].map(|_| [Won, Drawn, Lost][random.below(3)]))
                .collect()
        };
        let width = |count| {
            let standing = Standing::of(&pairs(count), 1);
            assert!(
                standing.low < standing.elo && standing.elo < standing.high,
                "{standing:?}"
            );
            standing.high - standing.low
        };
        assert!(width(1600) < width(100) / 3.0);
        let beaten = Standing::of(&[[Lost, Lost]; 10], 1);
        assert!(beaten.elo.is_finite() && beaten.elo < -400.0, "{beaten:?}");
    }
}
