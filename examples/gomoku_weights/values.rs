//! The values: a logistic regression on the scores of the search and on who won.
//!
//! An outlook, and the value of a pair of threats, is a sum of coarse parts, which are learned from few samples, and a
//! fine part, which must earn its place.

use std::ops::Range;

use tengen::rules::gomoku::Colour;
use tengen::rules::gomoku::search::position::CROSSINGS;
use tengen::rules::gomoku::search::threat::THREATS;
use tengen::rules::gomoku::search::weights::{DOUBLES, GROUPS, LEVELS, OUTLOOKS, Pairs, SIZES, outlook, size};
use tengen::rules::gomoku::search::{Position, Threat};

use super::newton::{Features, newton, sum};
use super::{Game, each_position, pair};

/// A logit of the mover's chance, in units of the values.
const LOGIT: f64 = 200.0;
/// The weight of the search's score in a sample; that of the winner is the rest.
const SCORE: f64 = 0.85;
/// The limit of a score's chance, which no score proves.
const SURE: f64 = 0.997;
/// The strength of the prior, which is 0, of a coarse part and of a fine one.
const RIDGE: [f64; 2] = [2.0, 25.0];
/// The greatest value of a part. The circuit stores the value of a pair less the least one in ten bits, so no two may
/// differ by more than this either.
const MOST: i32 = 1023;

// The numbers of the features, by part.
const OWN: usize = 0;
const OTHER: usize = OWN + THREATS;
const OWN_LEVEL: usize = OTHER + THREATS;
const OTHER_LEVEL: usize = OWN_LEVEL + LEVELS;
const OTHER_DOUBLES: usize = OTHER_LEVEL + LEVELS;
const SIZE: usize = OTHER_DOUBLES + DOUBLES + 1;
const PAIR: usize = SIZE + 2 * GROUPS.len() * (SIZES - 1);
const OUTLOOK: usize = PAIR + THREATS * THREATS;
const FEATURES: usize = OUTLOOK + OUTLOOKS;

struct Sample {
    features: Features,
    /// The mover's chance.
    chance: f64,
}

/// What makes up the value of a position.
pub struct Values {
    pub pairs: Pairs,
    pub outlook: Vec<i32>,
    pub sizes: [[[i32; SIZES]; GROUPS.len()]; 2],
}

pub fn fit(games: &[Game]) -> Values {
    let mut samples = vec![];
    each_position(games, |position, mover, searched, game| {
        if is_valued(position, mover) {
            let score = 1.0 / (1.0 + (f64::from(-searched.score) / LOGIT).exp());
            let score = score.clamp(1.0 - SURE, SURE);
            let judged = searched.aside.is_empty() && searched.ply >= game.judged;
            let chance = match game.winner.filter(|_| judged) {
                Some(winner) => SCORE * score + (1.0 - SCORE) * f64::from(u8::from(winner == mover as u8)),
                None => score,
            };
            samples.push(Sample { features: features(position, mover), chance });
        }
    });
    eprintln!("{} positions", samples.len());
    let ridge: Vec<f64> = (0..FEATURES).map(|number| RIDGE[usize::from(number >= PAIR)]).collect();
    let weights = newton(&ridge, |weights, sums| {
        for Sample { features, chance } in &samples {
            let found = 1.0 / (1.0 + (-sum(weights, features)).exp());
            sums.loss -= chance * found.ln() + (1.0 - chance) * (1.0 - found).ln();
            sums.add(features, found - chance, found * (1.0 - found));
        }
    });
    let rounded = |logits: f64| ((logits * LOGIT).round() as i32).clamp(-MOST, MOST);
    let sizes = |side: usize, group: usize| {
        let steps = &weights[group_features(side, group)];
        std::array::from_fn(|size| rounded(steps[..size].iter().sum()))
    };
    let mut outlooks = vec![0; OUTLOOKS];
    for own in 0..LEVELS {
        for other in 0..LEVELS {
            for doubles in 0..=DOUBLES {
                let number = outlook(own, other, doubles);
                let coarse = weights[OWN_LEVEL + own] + weights[OTHER_LEVEL + other] + weights[OTHER_DOUBLES + doubles];
                outlooks[number] = rounded(coarse + weights[OUTLOOK + number]);
            }
        }
    }
    let pair = |own: usize, other: usize| {
        let coarse = weights[OWN + own] + weights[OTHER + other];
        rounded(coarse + weights[PAIR + own * THREATS + other])
    };
    let pairs: Pairs = std::array::from_fn(|own| std::array::from_fn(|other| pair(own, other)));
    let greatest = pairs.iter().flatten().copied().max().unwrap_or_default();
    Values {
        pairs: pairs.map(|row| row.map(|value| value.max(greatest - MOST))),
        outlook: outlooks,
        sizes: std::array::from_fn(|side| std::array::from_fn(|group| sizes(side, group))),
    }
}

/// What each further crossing of a group adds: neighbouring sizes differ little.
fn group_features(side: usize, group: usize) -> Range<usize> {
    let first = SIZE + (side * GROUPS.len() + group) * (SIZES - 1);
    first..first + SIZES - 1
}

/// Whether the search asks for the position's value: no threat decides it.
fn is_valued(position: &Position, mover: Colour) -> bool {
    use Threat::{DoubleFour, DoubleThree, Five, Four, FourMore, FourThree};
    let has = |colour, threats: &[Threat]| threats.iter().any(|&threat| position.count_of(colour, threat) > 0);
    let other = mover.other();
    let unanswered = !has(other, &[Four, FourMore, FourThree, DoubleFour]);
    let wins = has(mover, &[Five, DoubleFour]) || unanswered && has(mover, &[FourThree, DoubleThree]);
    !wins && !has(other, &[Five])
}

fn features(position: &Position, mover: Colour) -> Features {
    let mut counts = vec![0.0; FEATURES];
    for at in (0..CROSSINGS).filter(|&at| position.stone(at).is_none()) {
        let [own, other] = pair(position, at, mover);
        // No threat of either side has no value.
        for (number, counted) in [
            (OWN + own, own > 0),
            (OTHER + other, other > 0),
            (PAIR + own * THREATS + other, own + other > 0),
        ] {
            counts[number] += f64::from(u8::from(counted));
        }
    }
    let outlook = position.outlook(mover);
    let (levels, doubles) = (outlook / (DOUBLES + 1), outlook % (DOUBLES + 1));
    for number in [
        OWN_LEVEL + levels / LEVELS,
        OTHER_LEVEL + levels % LEVELS,
        OTHER_DOUBLES + doubles,
        OUTLOOK + outlook,
    ] {
        counts[number] = 1.0;
    }
    for (side, colour) in [mover, mover.other()].into_iter().enumerate() {
        for (group, threats) in GROUPS.iter().enumerate() {
            let size = size(position.counts(colour), threats);
            counts[group_features(side, group)][..size].fill(1.0);
        }
    }
    let features = counts.into_iter().enumerate().filter(|(_, count)| *count != 0.0);
    features.map(|(number, count)| (number as u16, count)).collect()
}
