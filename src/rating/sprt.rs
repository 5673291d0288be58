//! A sequential probability ratio test: a match ends as soon as its games show which of two differences in strength is
//! the likelier one.
//!
//! Both players play each opening once with black, so a pair of games is one observation with five outcomes, 0 to 2
//! points ("pentanomial"). The test is the generalised one: under each of the two hypotheses about the mean, the most
//! likely distribution of the five is taken. It is the test of Stockfish's Fishtest, `LLRcalc.py`, by M. Van den Bergh, "A
//! Practical Introduction to the GSPRT".

use std::str::FromStr;

use serde::Serialize;

use super::duel::{Pair, points};
use super::elo::score;
use super::posterior::SHARES;

/// The probability to take a hypothesis although the other one is true.
const ERROR: f64 = 0.05;
/// Added to the count of each outcome: one that has not come yet must not be impossible. Fishtest adds as much.
const REGULAR: f64 = 1e-3;

/// The two hypotheses: the first player's advantage in Elo points, the smaller first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
}

/// A hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hypothesis {
    Elo0,
    Elo1,
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= MOST);
        match text.split_once(',').map(|(low, high)| (number(low), number(high))) {
            Some((Some(elo0), Some(elo1))) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => Err("write two differences in Elo points, the smaller first, as in 0,50".into()),
        }
    }
}

/// The greatest difference: more is not to be told from winning everything.
const MOST: f64 = 1000.0;

impl Sprt {
    /// The logarithm of how many times likelier the results are under `elo1` than under `elo0`.
    pub fn ratio(&self, pairs: &[Pair]) -> f64 {
        let mut counts = [REGULAR; SHARES.len()];
        for pair in pairs {
            counts[(2.0 * points(pair)) as usize] += 1.0;
        }
        let [s0, s1] = [self.elo0, self.elo1].map(score);
        let [t0, t1] = [s0, s1].map(|mean| tilt(&counts, mean));
        let gained =
            |(count, share): (f64, f64)| count * ((1.0 + t0 * (share - s0)).ln() - (1.0 + t1 * (share - s1)).ln());
        counts.into_iter().zip(SHARES).map(gained).sum()
    }

    /// The hypothesis that is taken at that ratio; `None` while more games are needed.
    pub fn taken(ratio: f64) -> Option<Hypothesis> {
        match ratio {
            ratio if ratio >= Sprt::bound() => Some(Hypothesis::Elo1),
            ratio if ratio <= -Sprt::bound() => Some(Hypothesis::Elo0),
            _ => None,
        }
    }

    /// The ratio at which `elo1` is taken; `elo0` is taken at its negative.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }
}

/// Of all distributions with this mean, the likeliest one for these counts gives an outcome its count divided by
/// 1 + tilt (share - mean), up to a factor. That mean is reached where the sum below is 0; it falls as the tilt grows.
fn tilt(counts: &[f64; SHARES.len()], mean: f64) -> f64 {
    let excess = |tilt: f64| -> f64 {
        let terms = counts.iter().zip(SHARES);
        terms
            .map(|(count, share)| count * (share - mean) / (1.0 + tilt * (share - mean)))
            .sum()
    };
    // Between these every outcome has a positive probability.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..f64::MANTISSA_DIGITS {
        let middle = (low + high) / 2.0;
        match excess(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Random;
    use crate::rating::outcome::Outcome::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0 };

    /// For many pairs it is close to the formula for normally distributed results.
    #[test]
    fn the_ratio_is_that_of_a_normal_distribution_in_the_limit() {
        let pairs: Vec<Pair> = [
            (Lost, Lost, 30),
            (Lost, Drawn, 20),
            (Won, Lost, 60),
            (Won, Drawn, 40),
            (Won, Won, 50),
        ]
        .into_iter()
        .flat_map(|(one, other, count)| vec![[one, other]; count])
        .collect();
        let shares: Vec<f64> = pairs.iter().map(|pair| points(pair) / 2.0).collect();
        let count = shares.len() as f64;
        let mean = shares.iter().sum::<f64>() / count;
        let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / count;
        let [s0, s1] = [0.0, 50.0].map(score);
        let normal = (s1 - s0) * (2.0 * mean - s0 - s1) * count / (2.0 * variance);
        let exact = TEST.ratio(&pairs);
        assert!((exact - normal).abs() < 0.05 * normal, "{exact} {normal}");
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean() {
        let counts = [3.0, 1.0, 4.0, 1.0, 5.0];
        for mean in [0.2, 0.5, 0.57, 0.9] {
            let tilt = tilt(&counts, mean);
            let weights = counts
                .iter()
                .zip(SHARES)
                .map(|(count, share)| count / (1.0 + tilt * (share - mean)));
            let weights: Vec<f64> = weights.collect();
            let found: f64 = weights.iter().zip(SHARES).map(|(weight, share)| weight * share).sum();
            assert!((found / weights.iter().sum::<f64>() - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn who_wins_everything_is_taken_for_stronger_after_some_games_and_equals_for_equal() {
        let needed =
            |pair: Pair| (1..1000).find_map(|count| Some((count, Sprt::taken(TEST.ratio(&vec![pair; count]))?)));
        let (count, taken) = needed([Won, Won]).unwrap();
        // Each pair is 0.571 / 0.5 times likelier, and 19 times is enough.
        assert_eq!((count, taken), (23, Hypothesis::Elo1));
        assert_eq!(needed([Lost, Lost]).unwrap().1, Hypothesis::Elo0);
        assert_eq!(needed([Won, Lost]).unwrap().1, Hypothesis::Elo0);
        assert_eq!(Sprt::taken(TEST.ratio(&[])), None);
    }

    /// Of tests between players of equal strength about one in twenty may take the wrong hypothesis.
    #[test]
    fn it_is_seldom_wrong() {
        let mut random = Random::new(4);
        let wrong = (0..200).filter(|_| {
            let mut pairs: Vec<Pair> = vec![];
            loop {
                pairs.push([0, 1].map(|_| [Won, Drawn, Lost][random.below(3)]));
                match Sprt::taken(TEST.ratio(&pairs)) {
                    Some(taken) => break taken == Hypothesis::Elo1,
                    None => continue,
                }
            }
        });
        let wrong = wrong.count();
        assert!((2..20).contains(&wrong), "{wrong} of 200");
    }

    #[test]
    fn hypotheses_are_two_numbers_the_smaller_first() {
        assert_eq!("-10, 20.5".parse(), Ok(Sprt { elo0: -10.0, elo1: 20.5 }));
        for wrong in ["", "5", "5,5", "20,10", "a,b", "0,NaN", "0,inf", "0,5000", "1,2,3"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
