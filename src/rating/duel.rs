//! Two players against each other: every opening is played twice, with the colours swapped, and the result is
//! evaluated.
//!
//! ```text
//! pair 0   opening 0   first black   second black
//! pair 1   opening 1   first black   second black      -> points, Elo difference, its uncertainty
//! ```

use super::Random;
use super::elo::advantage;
use super::outcome::{Outcome, Tally};
use super::posterior::{DRAWS, limits, prior, weight};
use crate::workers;

/// The outcomes of an opening's two games for the first player, who has black, then white.
pub type Pair = [Outcome; 2];

/// Plays these openings, `at_once` at a time, up to the first with which the pairs of results are `enough`. `play` gets
/// the number of the opening and whether the first player has black; it is called from several threads.
pub fn duel<T: Send>(
    openings: &[usize],
    at_once: usize,
    play: impl Fn(usize, bool) -> T + Sync,
    enough: impl Fn(&[[T; 2]]) -> bool + Sync,
) -> Vec<[T; 2]> {
    let both = |opening: &usize| [true, false].map(|black| play(*opening, black));
    workers::each_until(openings, at_once, both, enough)
}

/// The first player's points, 0 to 2.
pub fn points(pair: &Pair) -> f64 {
    pair[0].points() + pair[1].points()
}

/// The result of a duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The first player's games.
    pub tally: Tally,
    /// The first player's advantage in Elo points.
    pub elo: f64,
    /// The limits of the 95 % interval.
    pub low: f64,
    pub high: f64,
}

impl Standing {
    /// The result of these pairs. As in [`elo`](super::elo) a drawn game is added, and the limits are those of the
    /// [`posterior`](super::posterior).
    pub fn of(pairs: &[Pair], seed: u64) -> Standing {
        let mut random = Random::new(seed);
        let draws = (0..DRAWS).map(|_| {
            let prior = prior(&mut random);
            let weighed = pairs.iter().map(|pair| (points(pair) / 2.0, weight(&mut random)));
            let (sum, weights) = prior
                .into_iter()
                .chain(weighed)
                .fold((0.0, 0.0), |(sum, weights), (share, weight)| {
                    (sum + share * weight, weights + weight)
                });
            advantage(sum / weights)
        });
        let [low, high] = limits(draws.collect());
        let all: f64 = pairs.iter().map(points).sum();
        Standing {
            tally: Tally::of(pairs.iter().flatten().copied()),
            elo: advantage((all + 0.5) / (2.0 * pairs.len() as f64 + 1.0)),
            low,
            high,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::*;

    #[test]
    fn every_opening_is_played_with_either_colour() {
        let play = |opening, black| match (opening, black) {
            (3, true) => Won,
            (3, false) => Lost,
            _ => Drawn,
        };
        let pairs = duel(&[0, 1, 2, 3, 4], 2, play, |_| false);
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
        // Every opening had the same result.
        assert!(standing.high - standing.low < 10.0, "{standing:?}");
    }

    /// With ten pairs that were all won the limit is not 100 %, and the interval contains what a player wins who loses one
    /// game in seven.
    #[test]
    fn few_pairs_with_the_same_result_are_not_certain() {
        let standing = Standing::of(&[[Won, Won]; 10], 1);
        assert!((150.0..350.0).contains(&standing.low), "{standing:?}");
        assert!(
            standing.high > standing.elo && standing.high.is_finite(),
            "{standing:?}"
        );
        let one = Standing::of(&[[Won, Lost]], 1);
        assert!(one.low < -150.0 && one.high > 150.0, "{one:?}");
    }

    /// Matches of so few pairs between players of known strength: the interval contains it in 95 % of them, or nearly.
    #[test]
    fn the_interval_contains_the_true_difference() {
        const TRIALS: u64 = 300;
        for (pairs, won, drawn) in [(10, 0.5, 0.1), (10, 0.8, 0.1), (20, 0.9, 0.05), (50, 0.65, 0.2)] {
            let mut random = Random::new(5);
            let truth = advantage(won + drawn / 2.0);
            let mut game = || match random.below(1000) as f64 / 1000.0 {
                chance if chance < won => Won,
                chance if chance < won + drawn => Drawn,
                _ => Lost,
            };
            let contained = (0..TRIALS).filter(|seed| {
                let pairs: Vec<Pair> = (0..pairs).map(|_| [game(), game()]).collect();
                let standing = Standing::of(&pairs, *seed);
                (standing.low..standing.high).contains(&truth)
            });
            let contained = contained.count();
            // 93 to 95 % of very many.
            assert!(
                contained as u64 * 100 >= TRIALS * 88,
                "{contained} with {pairs} pairs, {won}"
            );
        }
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
