//! Ratings on Elo's scale, and how uncertain they are.
//!
//! The model is Bradley's and Terry's, which is Elo's: a player 400 points above another scores ten points to the other's one.
//! The ratings are those that make the results likeliest, with their mean at [`MEAN`]. One drawn game between every two
//! players is added to the results, so that a player who loses all of its games has a rating too.
//!
//! The interval is a bootstrap's: the openings are drawn anew, as many as there are and each as often as it comes, the
//! ratings found for all games of those openings, and that [`RESAMPLES`] times; 95 % of what comes out lies inside. An
//! opening is drawn with all its games, because the two with the colours swapped are not independent.

use super::Random;
use super::tournament::Played;
use crate::rules::gomoku::Profile;

pub const MEAN: f64 = 1500.0;
pub const RESAMPLES: usize = 1000;

const PLAYERS: usize = Profile::ALL.len();

/// A player's points against each other player, in the order of [`Profile::ALL`].
type Points = [[f64; PLAYERS]; PLAYERS];

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub player: Profile,
    pub elo: f64,
    /// The ends of the 95 % interval.
    pub low: f64,
    pub high: f64,
}

/// Every player's rating, in the order of [`Profile::ALL`]; the same for the same games and seed.
pub fn ratings(played: &[Played], seed: u64) -> [Rating; PLAYERS] {
    let openings = played.iter().map(|game| game.opening + 1).max().unwrap_or(0);
    let mut by_opening = vec![Points::default(); openings];
    for game in played {
        let [black, white] = [game.black, game.white].map(|player| player as usize);
        by_opening[game.opening][black][white] += game.points(game.black);
        by_opening[game.opening][white][black] += game.points(game.white);
    }
    let elo = fit(&sum(by_opening.iter()));
    let mut random = Random::new(seed);
    let resampled: Vec<[f64; PLAYERS]> = (0..RESAMPLES)
        .map(|_| fit(&sum((0..openings).map(|_| &by_opening[random.below(openings)]))))
        .collect();
    Profile::ALL.map(|player| {
        let mut found: Vec<f64> = resampled.iter().map(|elo| elo[player as usize]).collect();
        found.sort_by(f64::total_cmp);
        Rating {
            player,
            elo: elo[player as usize],
            low: found[RESAMPLES / 40],
            high: found[RESAMPLES - 1 - RESAMPLES / 40],
        }
    })
}

fn sum<'a>(parts: impl Iterator<Item = &'a Points>) -> Points {
    let mut sum = Points::default();
    for part in parts {
        for (sum, part) in sum.iter_mut().flatten().zip(part.iter().flatten()) {
            *sum += part;
        }
    }
    sum
}

/// The likeliest ratings, by the iteration of Zermelo: a player's strength is its points by what they would be worth at
/// the strengths found so far.
fn fit(points: &Points) -> [f64; PLAYERS] {
    let pair = |i: usize, j: usize| if i == j { 0.0 } else { points[i][j] + 0.5 };
    let mut strength = [1.0; PLAYERS];
    loop {
        let mut next = [0.0; PLAYERS];
        for (i, next) in next.iter_mut().enumerate() {
            let scored: f64 = (0..PLAYERS).map(|j| pair(i, j)).sum();
            let met: f64 = (0..PLAYERS)
                .map(|j| (pair(i, j) + pair(j, i)) / (strength[i] + strength[j]))
                .sum();
            *next = scored / met;
        }
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / PLAYERS as f64;
        next = next.map(|strength| strength / mean.exp());
        let moved = next.iter().zip(strength).map(|(next, last)| (next / last).ln().abs());
        let rest = moved.fold(0.0, f64::max) < 1e-9;
        strength = next;
        if rest {
            return strength.map(|strength| MEAN + 400.0 * strength.log10());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Colour;

    /// Points as they would be between players of these ratings in so many games each.
    fn expected(elo: [f64; PLAYERS], games: f64) -> Points {
        let mut points = Points::default();
        for i in 0..PLAYERS {
            for j in (0..PLAYERS).filter(|&j| j != i) {
                points[i][j] = games / (1.0 + 10f64.powf((elo[j] - elo[i]) / 400.0));
            }
        }
        points
    }

    #[test]
    fn ratings_are_found_again_from_the_points_they_make() {
        let elo = [1700.0, 1300.0, 1550.0, 1450.0];
        // The drawn game that is added makes these up.
        let points = expected(elo, 4.0).map(|points| points.map(|points| points - 0.5));
        for (found, elo) in fit(&points).into_iter().zip(elo) {
            assert!((found - elo).abs() < 1e-3, "{found} for {elo}");
        }
    }

    #[test]
    fn whoever_loses_everything_is_rated_too_and_equals_are_equal() {
        let won_from_the_later = |player| std::array::from_fn(|other| if player < other { 100.0 } else { 0.0 });
        let points: Points = std::array::from_fn(won_from_the_later);
        let found = fit(&points);
        assert!(found.iter().all(|elo| elo.is_finite()));
        assert!(found.windows(2).all(|pair| pair[0] > pair[1] + 100.0), "{found:?}");
        for found in fit(&Points::default()) {
            assert!((found - MEAN).abs() < 1e-6);
        }
    }

    #[test]
    fn more_games_make_it_surer() {
        let width = |games: usize| {
            let mut random = Random::new(3);
            let mut played = vec![];
            for opening in 0..games {
                for (black, white) in [
                    (Profile::Zju, Profile::Mcu),
                    (Profile::Thesis, Profile::Sjtu),
                    (Profile::Mcu, Profile::Sjtu),
                ] {
                    let winner = [Some(Colour::Black), Some(Colour::White), None][random.below(3)];
                    played.push(Played {
                        opening,
                        black,
                        white,
                        winner,
                    });
                }
            }
            let found = ratings(&played, 1);
            assert_eq!(found, ratings(&played, 1));
            for rating in found {
                assert!(rating.low <= rating.elo && rating.elo <= rating.high, "{rating:?}");
            }
            found[0].high - found[0].low
        };
        let (few, many) = (width(25), width(400));
        // A quarter, by the square root of the number.
        assert!(many < few / 2.5 && many > few / 6.0, "{few} {many}");
    }
}
