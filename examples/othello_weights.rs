//! Fits the weights and the tables of Othello's evaluation: plays games against itself, solves their ends, and finds what
//! best predicts the result.
//!
//! ```console
//! cargo run --release --example othello_weights -- FOLDER
//! ```
//!
//! It writes `weights.csv` and `patterns.csv` into the folder. A round plays games with the evaluation of the round before:
//! a random opening, then moves of a shallow search and some random ones. From [`SOLVED`] empty squares on, the result of
//! perfect play is known; every position of the game is labelled with it. Weights and tables are fitted together by
//! stochastic gradient descent, each with a step of its own that becomes shorter the further it has gone (J. Duchi,
//! E. Hazan and Y. Singer: Adaptive Subgradient Methods, 2011). The same seed gives the same files.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tengen::rules::othello::evaluation::{
    CONTENTS, DISC, End, FEATURES, NAMES, PATTERN_MOST, PATTERNS, PHASES, Weights, differences, patterns, phase,
};
use tengen::rules::othello::search::{By, Task, search};
use tengen::rules::othello::{Position, Square};
use tengen_sim::Random;

const SEED: u64 = 1;
/// The games and the search depth, in plies, of each round.
const ROUNDS: [(u64, u32); 3] = [(4000, 3), (12_000, 3), (50_000, 4)];
/// One in this many moves is random.
const ERRATIC: usize = 12;
/// The number of empty squares from which a game is solved.
const SOLVED: u32 = 13;
/// One game in this many is not fitted to; it tells the error.
const HELD_OUT: usize = 20;
/// The passes over all samples.
const PASSES: usize = 30;
/// The first step of a value, in discs.
const STEP: f32 = 0.5;
/// The share of a table's value by which each sample that has it adds to its slope, towards 0.
const DECAY: f32 = 0.02;

/// The number of ends of the board's four sides.
const ENDS: usize = 8;

/// What the evaluation sees of a position, and the result in discs.
#[derive(Clone)]
struct Sample {
    phase: usize,
    /// The differences, and 1 for the constant.
    counts: [f32; FEATURES + 1],
    patterns: [End<usize>; ENDS],
    result: f32,
}

fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    // The games of the first round are judged by mobility and corners alone.
    let mut first = [0; FEATURES + 1];
    let at = |name| NAMES.iter().position(|other| *other == name).expect("a feature");
    (first[at("mobility")], first[at("corners")]) = (2 * DISC, 10 * DISC);
    let mut weights = Weights { rows: [first; PHASES], patterns: vec![[0; PATTERNS.len()]; CONTENTS] };
    let mut seed = SEED << 32;
    for (games, depth) in ROUNDS {
        let mut samples = play_all(seed..seed + games, depth, &weights);
        seed += games;
        let held_out = samples.split_off(samples.len() - samples.len() / HELD_OUT);
        let (fitted, held_out) = (samples.concat(), held_out.concat());
        weights = fit(&fitted, &mut Random::new(seed));
        let errors = [&fitted, &held_out].map(|samples| error(samples, &weights));
        eprintln!(
            "{games} games: error {:.2} discs, {:.2} in those held out",
            errors[0], errors[1]
        );
    }
    let line = |numbers: &[i32]| numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",") + "\n";
    let rows: String = weights.rows.iter().map(|row| line(row)).collect();
    let values: String = weights.patterns.iter().map(|values| line(values)).collect();
    let folder = Path::new(&folder);
    std::fs::write(folder.join("weights.csv"), NAMES.join(",") + "\n" + &rows)?;
    std::fs::write(folder.join("patterns.csv"), PATTERNS.join(",") + "\n" + &values)?;
    Ok(())
}

/// Plays the games of these seeds on all cores; returns the samples of each.
fn play_all(seeds: std::ops::Range<u64>, depth: u32, weights: &Weights) -> Vec<Vec<Sample>> {
    let (next, played) = (AtomicU64::new(seeds.start), Mutex::new(vec![]));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        break;
                    }
                    let samples = play(&mut Random::new(seed), depth, weights);
                    played.lock().expect("no thread has failed").push((seed, samples));
                }
            });
        }
    });
    let mut played = played.into_inner().expect("no thread has failed");
    played.sort_unstable_by_key(|(seed, _)| *seed);
    played.into_iter().map(|(_, samples)| samples).collect()
}

/// Plays a game; returns its positions with the result.
fn play(random: &mut Random, depth: u32, weights: &Weights) -> Vec<Sample> {
    let opening = 60 - 4 - random.below(16) as u32;
    let mut position = Position::START;
    let mut samples = vec![];
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
            samples.extend(
                positions
                    .drain(..)
                    .map(|(position, sign)| sample(position, sign * result)),
            );
        }
        let squares: Vec<Square> = Square::of(legal).collect();
        let erratic = empties > opening || empties <= SOLVED || random.below(ERRATIC) == 0;
        let at = if erratic {
            squares[random.below(squares.len())]
        } else {
            let task = Task { position, by: By::Search { exact_from: 0, deepest: depth }, budget: 0 };
            search(task, weights).at.unwrap_or(squares[0])
        };
        position = position.after(at);
        sign = -sign;
    }
    samples
}

fn sample(position: Position, result: i32) -> Sample {
    let mut counts = [1.0; FEATURES + 1];
    for (count, difference) in counts.iter_mut().zip(differences(position)) {
        *count = difference as f32;
    }
    let mut ends = patterns(position);
    Sample {
        phase: phase(position.empties()),
        counts,
        patterns: std::array::from_fn(|_| ends.next().expect("an end")),
        result: result as f32,
    }
}

/// A value that is being fitted, and the sum of its squared slopes, which shortens its step.
#[derive(Clone, Copy)]
struct Fitted {
    value: f32,
    slopes: f32,
}

impl Fitted {
    /// The value before the first step.
    const NEW: Fitted = Fitted { value: 0.0, slopes: 1e-3 };

    /// Takes a step down the slope.
    fn descend(&mut self, slope: f32, step: f32) {
        self.slopes += slope * slope;
        self.value -= step * slope / self.slopes.sqrt();
    }

    /// The value in [`DISC`]s.
    fn rounded(self) -> i32 {
        (self.value * DISC as f32).round() as i32
    }
}

/// The weights whose squared error over the samples is least.
fn fit(samples: &[Sample], random: &mut Random) -> Weights {
    let mut rows = [[Fitted::NEW; FEATURES + 1]; PHASES];
    let mut values = vec![[Fitted::NEW; PATTERNS.len()]; CONTENTS];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    for pass in 0..PASSES {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        let step = STEP * (1.0 - pass as f32 / PASSES as f32);
        for sample in order.iter().map(|number| &samples[*number]) {
            let row = &mut rows[sample.phase];
            let counted: f32 = row
                .iter()
                .zip(sample.counts)
                .map(|(weight, count)| weight.value * count)
                .sum();
            let ends = sample.patterns.iter();
            let read: f32 = ends
                .map(|[corner, edge]| values[*corner][0].value + values[*edge][1].value)
                .sum();
            let error = counted + read - sample.result;
            for (weight, count) in row.iter_mut().zip(sample.counts).filter(|(_, count)| *count != 0.0) {
                weight.descend(error * count, step);
            }
            for end in sample.patterns {
                for (pattern, contents) in end.into_iter().enumerate() {
                    let value = &mut values[contents][pattern];
                    value.descend(error + DECAY * value.value, step);
                }
            }
        }
    }
    let values = values.into_iter();
    Weights {
        rows: rows.map(|row| row.map(Fitted::rounded)),
        patterns: values
            .map(|values| values.map(|value| value.rounded().clamp(-PATTERN_MOST, PATTERN_MOST)))
            .collect(),
    }
}

/// The root mean square error over all samples, in discs.
fn error(samples: &[Sample], weights: &Weights) -> f64 {
    let squares = samples.iter().map(|sample| {
        let row = sample.counts.iter().zip(weights.rows[sample.phase]);
        let counted: f64 = row.map(|(count, weight)| f64::from(*count) * f64::from(weight)).sum();
        let ends = sample.patterns.iter();
        let read: i32 = ends
            .map(|[corner, edge]| weights.patterns[*corner][0] + weights.patterns[*edge][1])
            .sum();
        (f64::from(sample.result) - (counted + f64::from(read)) / f64::from(DISC)).powi(2)
    });
    (squares.sum::<f64>() / samples.len() as f64).sqrt()
}
