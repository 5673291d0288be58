//! The order of moves: a logit model of which crossing is the best move, by the threats there.

use tengen::rules::gomoku::Colour;
use tengen::rules::gomoku::search::position::CROSSINGS;
use tengen::rules::gomoku::search::threat::THREATS;
use tengen::rules::gomoku::search::weights::{HIGHEST_KEY, Keys, RANKS, rank};
use tengen::rules::gomoku::search::{Position, Threat};

use super::newton::{Features, newton, sum};
use super::{Game, each_position, pair};

/// The strength of the prior, which is 0.
const RIDGE: f64 = 3.0;
/// The number of threats below a double four: positions with greater ones leave no choice.
const KNOWN: usize = Threat::DoubleFour as usize;
/// How far the keys of a double four and of a five are above the greatest other one, in logits.
const ABOVE: [f64; THREATS - KNOWN] = [0.5, 1.0];

// The numbers of the features, by part.
const OWN: usize = 0;
const OTHER: usize = OWN + THREATS;
const BOTH: usize = OTHER + THREATS;
const FEATURES: usize = BOTH + RANKS * RANKS;

struct Choice {
    /// How many crossings have which pair of threats.
    offered: Vec<([usize; 2], f64)>,
    best: [usize; 2],
}

/// The keys of crossings.
pub fn fit(games: &[Game]) -> Keys {
    let mut choices = vec![];
    each_position(games, |position, mover, searched, _| {
        let best = pair(position, searched.best.into(), mover);
        if is_free(position, mover) && best != [0, 0] {
            choices.push(Choice { offered: offered(position, mover), best });
        }
    });
    eprintln!("{} choices", choices.len());
    let weights = newton(&[RIDGE; FEATURES], |weights, sums| {
        for Choice { offered, best } in &choices {
            let odds = |pair: [usize; 2]| sum(weights, &features(pair)).exp();
            let all: f64 = offered.iter().map(|&(pair, count)| count * odds(pair)).sum();
            let mut mean = [0.0; FEATURES];
            for &(pair, count) in offered {
                let chance = count * odds(pair) / all;
                sums.add(&features(pair), chance, chance);
                for (number, value) in features(pair) {
                    mean[usize::from(number)] += chance * value;
                }
            }
            let mean: Features = (0..).zip(mean).filter(|(_, value)| *value != 0.0).collect();
            sums.add(&mean, 0.0, -1.0);
            sums.add(&features(*best), -1.0, 0.0);
            sums.loss -= (odds(*best) / all).ln();
        }
    });
    keys(&weights)
}

/// Whether the mover may choose: neither side makes five or a double four.
fn is_free(position: &Position, mover: Colour) -> bool {
    let counts = |colour| [Threat::Five, Threat::DoubleFour].map(|threat| position.count_of(colour, threat));
    counts(mover) == [0; 2] && counts(mover.other()) == [0; 2]
}

fn offered(position: &Position, mover: Colour) -> Vec<([usize; 2], f64)> {
    let mut counts = [0.0; THREATS * THREATS];
    for at in (0..CROSSINGS).filter(|&at| position.stone(at).is_none()) {
        let [own, other] = pair(position, at, mover);
        counts[own * THREATS + other] += 1.0;
    }
    let some = counts.into_iter().enumerate().skip(1).filter(|(_, count)| *count > 0.0);
    some.map(|(pair, count)| ([pair / THREATS, pair % THREATS], count))
        .collect()
}

fn features([own, other]: [usize; 2]) -> Features {
    let numbers = [OWN + own, OTHER + other, BOTH + rank(own) * RANKS + rank(other)];
    numbers.map(|number| (number as u16, 1.0)).to_vec()
}

/// Scales logits to keys, of which the least is 1.
fn keys(weights: &[f64]) -> Keys {
    let mut logits = weights.to_vec();
    for first in [OWN, OTHER] {
        let most = logits[first..][..KNOWN].iter().copied().fold(f64::MIN, f64::max);
        for (number, above) in (first + KNOWN..).zip(ABOVE) {
            logits[number] = most + above;
        }
    }
    let part = |first: usize, count: usize| {
        let least = logits[first..][..count].iter().copied().fold(f64::MAX, f64::min);
        logits[first..][..count]
            .iter()
            .map(|logit| logit - least)
            .collect::<Vec<f64>>()
    };
    let [own, other, both] =
        [(OWN, THREATS), (OTHER, THREATS), (BOTH, RANKS * RANKS)].map(|(first, count)| part(first, count));
    let mut most = 0.0f64;
    for (mover, own) in own.iter().enumerate().take(Threat::Five as usize) {
        for (opponent, other) in other.iter().enumerate() {
            most = most.max(own + other + both[rank(mover) * RANKS + rank(opponent)]);
        }
    }
    // Each of three parts may be rounded up.
    let scale = f64::from(HIGHEST_KEY - 4) / most;
    let scaled = |part: &[f64], number: usize| (part[number] * scale).round() as i32;
    Keys::new(
        std::array::from_fn(|threat| 1 + scaled(&own, threat)),
        std::array::from_fn(|threat| scaled(&other, threat)),
        std::array::from_fn(|ranks| scaled(&both, ranks)),
    )
}
