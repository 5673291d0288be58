//! Ratings on Elo's scale, and how uncertain they are.
//!
//! The model is that of Bradley and Terry, as in Elo's system: a player 400 points above another scores ten points to
//! the other's one. The ratings are the maximum-likelihood ones, with their mean at [`MEAN`]. One drawn game between
//! every two players is added to the results, so that a player who loses all games also gets a rating.
//!
//! The interval is 95 % of their [`posterior`](super::posterior), with a prior for every two players.

use super::Random;
use super::posterior::{DRAWS, limits, prior, weight};
use super::tournament::Played;

pub const MEAN: f64 = 1500.0;

/// The share of the points expected of a player who is so many Elo points stronger.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo points by which a player with that share of the points is stronger.
pub fn advantage(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// Each player's points against each other player.
type Points = Vec<Vec<f64>>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The player's number.
    pub player: usize,
    pub elo: f64,
    /// The limits of the 95 % confidence interval.
    pub low: f64,
    pub high: f64,
}

/// The ratings of the players; the same for the same games and seed.
pub fn ratings(players: usize, played: &[Played], seed: u64) -> Vec<Rating> {
    let openings = played.iter().map(|game| game.opening + 1).max().unwrap_or(0);
    let mut by_opening = vec![nothing(players); openings];
    for game in played {
        by_opening[game.opening][game.black][game.white] += game.outcome(game.black).points();
        by_opening[game.opening][game.white][game.black] += game.outcome(game.white).points();
    }
    let mut all = nothing(players);
    by_opening.iter().for_each(|points| add(&mut all, points, 1.0));
    let elo = fit(&all);
    let mut random = Random::new(seed);
    let draws: Vec<Vec<f64>> = (0..DRAWS)
        .map(|_| {
            let mut points = some(players, &mut random);
            by_opening
                .iter()
                .for_each(|opening| add(&mut points, opening, weight(&mut random)));
            fit(&points)
        })
        .collect();
    let rating = |(player, elo)| {
        let [low, high] = limits(draws.iter().map(|elo| elo[player]).collect());
        Rating { player, elo, low, high }
    };
    elo.into_iter().enumerate().map(rating).collect()
}

/// No points for anyone.
fn nothing(players: usize) -> Points {
    vec![vec![0.0; players]; players]
}

/// The points of the prior: of a pair of games between every two players.
fn some(players: usize, random: &mut Random) -> Points {
    let mut points = nothing(players);
    let pairings = (0..players).flat_map(|one| (0..one).map(move |other| (one, other)));
    for (one, other) in pairings {
        for (share, weight) in prior(random) {
            points[one][other] += 2.0 * weight * share;
            points[other][one] += 2.0 * weight * (1.0 - share);
        }
    }
    points
}

fn add(sum: &mut Points, part: &Points, weight: f64) {
    for (sum, part) in sum.iter_mut().flatten().zip(part.iter().flatten()) {
        *sum += weight * part;
    }
}

/// The maximum-likelihood ratings by Zermelo's iteration: a player's strength is its points divided by their expected
/// value at the present strengths.
fn fit(points: &Points) -> Vec<f64> {
    let players = points.len();
    let pair = |i: usize, j: usize| if i == j { 0.0 } else { points[i][j] + 0.5 };
    let mut strength = vec![1.0; players];
    loop {
        let found = |i: usize| {
            let scored: f64 = (0..players).map(|j| pair(i, j)).sum();
            let met: f64 = (0..players)
                .map(|j| (pair(i, j) + pair(j, i)) / (strength[i] + strength[j]))
                .sum();
            scored / met
        };
        let mut next: Vec<f64> = (0..players).map(found).collect();
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / players as f64;
        next.iter_mut().for_each(|strength| *strength /= mean.exp());
        let moved = next.iter().zip(&strength).map(|(next, last)| (next / last).ln().abs());
        let rest = moved.fold(0.0, f64::max) < 1e-9;
        strength = next;
        if rest {
            return strength
                .iter()
                .map(|strength| MEAN + 400.0 * strength.log10())
                .collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Colour;

    /// The expected points between players of these ratings, in that many games each.
    fn expected(elo: &[f64], games: f64) -> Points {
        let mut points = nothing(elo.len());
        for i in 0..elo.len() {
            for j in (0..elo.len()).filter(|&j| j != i) {
                points[i][j] = games / (1.0 + 10f64.powf((elo[j] - elo[i]) / 400.0));
            }
        }
        points
    }

    #[test]
    fn ratings_are_found_again_from_the_points_they_make() {
        let elo = [1700.0, 1300.0, 1550.0, 1450.0];
        // Compensates for the drawn game that is added.
        let mut points = expected(&elo, 4.0);
        points.iter_mut().flatten().for_each(|points| *points -= 0.5);
        for (found, elo) in fit(&points).into_iter().zip(elo) {
            assert!((found - elo).abs() < 1e-3, "{found} for {elo}");
        }
    }

    #[test]
    fn whoever_loses_everything_is_rated_too_and_equals_are_equal() {
        let won_from_the_later = |player| (0..5).map(|other| if player < other { 100.0 } else { 0.0 }).collect();
        let points: Points = (0..5).map(won_from_the_later).collect();
        let found = fit(&points);
        assert!(found.iter().all(|elo| elo.is_finite()));
        assert!(found.windows(2).all(|pair| pair[0] > pair[1] + 100.0), "{found:?}");
        for found in fit(&nothing(4)) {
            assert!((found - MEAN).abs() < 1e-6);
        }
    }

    /// One opening, won with either colour, is not certain.
    #[test]
    fn few_games_with_the_same_result_are_not_certain() {
        let won = |black, white, winner| Played { opening: 0, black, white, winner: Some(winner) };
        let played = [won(0, 1, Colour::Black), won(1, 0, Colour::White)];
        for rating in ratings(2, &played, 1) {
            assert!(rating.high - rating.low > 150.0, "{rating:?}");
        }
    }

    #[test]
    fn more_games_make_it_surer() {
        let width = |games: usize| {
            let mut random = Random::new(3);
            let mut played = vec![];
            for opening in 0..games {
                for (black, white) in [(0, 1), (2, 3), (1, 3)] {
                    let winner = [Some(Colour::Black), Some(Colour::White), None][random.below(3)];
                    played.push(Played { opening, black, white, winner });
                }
            }
            let found = ratings(4, &played, 1);
            assert_eq!(found, ratings(4, &played, 1));
            for rating in &found {
                assert!(rating.low <= rating.elo && rating.elo <= rating.high, "{rating:?}");
            }
            found[0].high - found[0].low
        };
        let (few, many) = (width(25), width(400));
        // About a quarter, since the interval shrinks with the square root of the number of games.
        assert!(many < few / 2.5 && many > few / 6.0, "{few} {many}");
    }
}
