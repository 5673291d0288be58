//! How uncertain a result is: 95 % of its posterior.
//!
//! The posterior is drawn as D. B. Rubin's Bayesian bootstrap (1981): every opening, with all its games, gets a random
//! weight, for two games with swapped colours are not independent. The prior is that of W. Perks (1947) for the five
//! outcomes of a pair of games: each of them, too, has a random weight, and together they are one pair. So an interval is
//! wide while there are few games, even if all of them ended alike, where a bootstrap without a prior has no width.

use super::Random;

/// How often the posterior is drawn.
pub const DRAWS: usize = 1000;
/// The outcomes of a pair of games: one player's share of the points.
pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The weight of an opening.
pub fn weight(random: &mut Random) -> f64 {
    random.exponential()
}

/// The prior's outcomes with their weights.
pub fn prior(random: &mut Random) -> [(f64, f64); SHARES.len()] {
    SHARES.map(|share| (share, random.gamma(1.0 / SHARES.len() as f64)))
}

/// The limits of the 95 % of the draws in the middle.
pub fn limits(mut draws: Vec<f64>) -> [f64; 2] {
    draws.sort_by(f64::total_cmp);
    let outside = draws.len() / 40;
    [draws[outside], draws[draws.len() - 1 - outside]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prior_is_a_pair_on_average_and_even() {
        let mut random = Random::new(1);
        let (mut weights, mut sum) = (0.0, 0.0);
        for (share, weight) in (0..4000).flat_map(|_| prior(&mut random)) {
            weights += weight;
            sum += share * weight;
        }
        assert!((weights / 4000.0 - 1.0).abs() < 0.05, "{weights}");
        assert!((sum / weights - 0.5).abs() < 0.02, "{sum} of {weights}");
        let openings: f64 = (0..4000).map(|_| weight(&mut random)).sum();
        assert!((openings / 4000.0 - 1.0).abs() < 0.05, "{openings}");
    }

    #[test]
    fn the_limits_leave_out_a_fortieth_on_either_side() {
        assert_eq!(limits((0..80).rev().map(f64::from).collect()), [2.0, 77.0]);
    }
}
