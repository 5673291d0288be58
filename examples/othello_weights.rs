//! Fits the weights of Othello's evaluation: plays games against itself, solves their ends, and finds the weights that
//! best predict the result.
//!
//! ```console
//! cargo run --release --example othello_weights > weights.csv
//! ```
//!
//! A round plays games with the weights of the round before: a random opening, then moves of a shallow search and some
//! random ones. From [`SOLVED`] empty squares on, the result of perfect play is known; every position of the game is
//! labelled with it. The weights of a phase are the least-squares fit over its positions and those of its neighbours.
//! The same seed gives the same table.

use std::collections::HashMap;

use tengen::rules::othello::evaluation::{DISC, FEATURES, NAMES, PHASES, Weights, differences, phase};
use tengen::rules::othello::search::{By, Task, search};
use tengen::rules::othello::{Position, Square};
use tengen_sim::Random;

const SEED: u64 = 1;
/// The games of each round.
const ROUNDS: [u32; 3] = [3000, 6000, 12000];
/// The search depth in plies.
const DEPTH: u32 = 3;
/// One in this many moves is random.
const ERRATIC: usize = 12;
/// The number of empty squares from which a game is solved.
const SOLVED: u32 = 13;
/// The strength of the prior at 0, in positions.
const RIDGE: f64 = 20.0;

/// The features of a position, the constant, and the result in discs.
struct Sample {
    counts: [f64; FEATURES + 1],
    result: f64,
}

fn main() {
    let mut random = Random::new(SEED);
    // The first weights, before any fit: mobility and corners.
    let mut first: Weights = [0; FEATURES + 1];
    (first[0], first[10]) = (10 * DISC, 2 * DISC);
    let mut weights = [first; PHASES];
    for games in ROUNDS {
        let mut samples: HashMap<usize, Vec<Sample>> = HashMap::new();
        for _ in 0..games {
            play(&mut random, &weights, &mut samples);
        }
        for (phase, row) in weights.iter_mut().enumerate() {
            *row = fit(samples.get(&phase).map_or(&[], Vec::as_slice));
        }
        eprintln!("{games} games: error {:.2} discs", error(&weights, &samples));
    }
    println!("{}", NAMES.join(","));
    for row in weights {
        println!("{}", row.map(|weight| weight.to_string()).join(","));
    }
}

/// Plays a game, and collects its positions.
fn play(random: &mut Random, weights: &[Weights; PHASES], samples: &mut HashMap<usize, Vec<Sample>>) {
    let opening = 60 - 4 - random.below(16) as u32;
    let mut position = Position::START;
    // Each with the sign that turns a result for the present mover into one for that position's mover.
    let mut positions = vec![];
    let mut sign = 1;
    while !position.is_over() {
        let legal = position.legal();
        if legal == 0 {
            position = position.passed();
            sign = -sign;
            continue;
        }
        let empties = position.empties();
        if empties <= opening {
            positions.push((position, sign));
        }
        if empties <= SOLVED {
            let task = Task { position, by: By::Search { exact_from: SOLVED, deepest: 0 }, budget: 0 };
            let result = sign * search(task, weights).score / DISC;
            for (position, sign) in positions.drain(..) {
                keep(position, sign * result, samples);
            }
        }
        let squares: Vec<Square> = Square::of(legal).collect();
        let erratic = empties > opening || empties <= SOLVED || random.below(ERRATIC) == 0;
        let at = if erratic {
            squares[random.below(squares.len())]
        } else {
            let task = Task { position, by: By::Search { exact_from: 0, deepest: DEPTH }, budget: 0 };
            search(task, weights).at.unwrap_or(squares[0])
        };
        position = position.after(at);
        sign = -sign;
    }
}

fn keep(position: Position, result: i32, samples: &mut HashMap<usize, Vec<Sample>>) {
    let mut counts = [1.0; FEATURES + 1];
    for (count, difference) in counts.iter_mut().zip(differences(position)) {
        *count = difference.into();
    }
    let own = phase(position.empties());
    for near in [own.wrapping_sub(1), own, own + 1]
        .into_iter()
        .filter(|near| *near < PHASES)
    {
        // A neighbour's positions count less: one in four.
        if near == own || position.own.is_multiple_of(4) {
            let result = result.into();
            samples.entry(near).or_default().push(Sample { counts, result });
        }
    }
}

/// The least-squares fit, in [`DISC`]s.
fn fit(samples: &[Sample]) -> Weights {
    const N: usize = FEATURES + 1;
    let mut rows = [[0.0; N + 1]; N];
    for sample in samples {
        for (row, own) in rows.iter_mut().zip(sample.counts) {
            for (sum, other) in row.iter_mut().zip(sample.counts) {
                *sum += own * other;
            }
            row[N] += own * sample.result;
        }
    }
    for (i, row) in rows.iter_mut().enumerate() {
        row[i] += RIDGE;
    }
    // Gauss-Jordan elimination; the matrix is positive definite.
    for i in 0..N {
        let pivot = rows[i][i];
        rows[i].iter_mut().for_each(|value| *value /= pivot);
        let row = rows[i];
        for (_, other) in rows.iter_mut().enumerate().filter(|(j, _)| *j != i) {
            let factor = other[i];
            other
                .iter_mut()
                .zip(row)
                .for_each(|(value, less)| *value -= factor * less);
        }
    }
    rows.map(|row| (row[N] * f64::from(DISC)).round() as i32)
}

/// The root mean square error over all samples.
fn error(weights: &[Weights; PHASES], samples: &HashMap<usize, Vec<Sample>>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (phase, samples) in samples {
        for sample in samples {
            let guess: f64 = sample
                .counts
                .iter()
                .zip(weights[*phase])
                .map(|(count, weight)| count * f64::from(weight) / f64::from(DISC))
                .sum();
            sum += (sample.result - guess).powi(2);
            count += 1.0;
        }
    }
    (sum / count).sqrt()
}
