//! Fits the weights of Gomoku's search: plays games against itself, and finds the weights that best predict the winner
//! and the moves.
//!
//! ```console
//! cargo run --release --example gomoku_weights -- --games 5500 --output weights.csv
//! ```
//!
//! A game begins with a random opening, and some moves are random; positions before a random move do not count for the
//! result. From each quiet position, in which nobody has a five and the mover has no double four, two samples are
//! taken:
//!
//! | sample                                             | fitted to it                           | by  |
//! |----------------------------------------------------|----------------------------------------|-----|
//! | the numbers of both sides' threats, and the winner | the values of the threats, the tempo   | logistic regression |
//! | both sides' threats at each crossing, and the move | attack and defence, the order of moves | a logit model of the choice |
//!
//! The same options give the same table.
//!
//! The gateware's table, `rules/src/gomoku/search/weights.csv`, was made in this way, but not by this program: with an
//! earlier version of the search, which had no search by fours first. There were three rounds, each played with the
//! table of the round before, the first with a handmade one, the last with 5500 games of 100 000 clocks per move. This
//! program plays one more round. Its numbers are similar but not equal: the command above, ten minutes on two cores,
//! gives keys that differ by at most 2; most values of threes and fours become smaller by a tenth to a quarter, and
//! that of a four with a three greater. They correlate with the present ones by 0.996.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result};
use clap::Parser;
use tengen::rating::openings::{MOST, Opening, colours, openings};
use tengen::rules::gomoku::search::position::{CROSSINGS, crossing, index};
use tengen::rules::gomoku::search::threat::THREATS;
use tengen::rules::gomoku::search::{Position, Task, Threat, WEIGHTS, Weights, search};
use tengen::rules::gomoku::{Board, Colour, Crossing, Rule};
use tengen_sim::Random;

/// The percentage of random moves.
const ERRATIC: usize = 6;
/// The least sum of both threats' numbers at the crossing of a random move.
const WORTH_A_TRY: usize = 5;
/// A logit of the mover's chance, in units of the values.
const LOGIT: f64 = 200.0;
/// The strength of the prior for the values, which is 0.
const VALUE_RIDGE: f64 = 2.0;
/// The strength of the prior for attack and defence, which rises with the threat.
const KEY_RIDGE: f64 = 3.0;
/// The number of Newton steps.
const STEPS: usize = 12;
/// The longest Newton step.
const LONGEST_STEP: f64 = 2.0;
/// The greatest key, for a four with a three of both sides; the least is 1.
const HIGHEST_KEY: f64 = 56.0;
/// The number of threats below a double four, whose keys are fitted.
const KNOWN: usize = Threat::DoubleFour as usize;
/// Quiet positions say too little about greater threats: their keys are set this far above the others.
const ATTACK_ABOVE: [u32; THREATS - KNOWN] = [2, 3];
const DEFENCE_ABOVE: [u32; THREATS - KNOWN] = [2, 4];

#[derive(Parser)]
#[command(about = "Fits the numbers of Gomoku's search to games against itself")]
struct Options {
    #[arg(long, default_value_t = 5500)]
    games: usize,
    /// Clocks a move.
    #[arg(long, default_value_t = 100_000)]
    clocks: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file; without it, the standard output.
    #[arg(long)]
    output: Option<PathBuf>,
}

/// The numbers of each threat, the mover's first, then the opponent's.
type Counts = [u8; 2 * THREATS];

/// The threats of the mover and of the opponent at a crossing.
type Pair = [Threat; 2];

/// A quiet position, and whether its mover won.
struct Sample {
    counts: Counts,
    won: bool,
}

/// The crossings to choose from, and the one that was played.
struct Choice {
    offered: Vec<Pair>,
    played: Pair,
}

#[derive(Default)]
struct Played {
    samples: Vec<Sample>,
    choices: Vec<Choice>,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let games = play_all(&options);
    let samples: Vec<&Sample> = games.iter().flat_map(|game| &game.samples).collect();
    let choices: Vec<&Choice> = games.iter().flat_map(|game| &game.choices).collect();
    eprintln!("{} positions, {} choices", samples.len(), choices.len());
    let table = text(&fit(&samples, &choices));
    match &options.output {
        Some(file) => std::fs::write(file, table).with_context(|| format!("{}", file.display())),
        None => Ok(std::io::stdout().write_all(table.as_bytes())?),
    }
}

/// Plays all games, on all cores; results are in order.
fn play_all(options: &Options) -> Vec<Played> {
    let openings = openings(options.games.min(MOST), options.seed);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut games = vec![];
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.games {
                return games;
            }
            if number > 0 && number.is_multiple_of(options.games.div_ceil(20)) {
                eprintln!("{number} of {} games", options.games);
            }
            let mut random = Random::new(options.seed << 32 | number as u64);
            games.push((
                number,
                play(&mut random, options.clocks, &openings[number % openings.len()]),
            ));
        }
    };
    let mut games: Vec<(usize, Played)> = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = workers
            .into_iter()
            .map(|worker| worker.join().expect("a game went wrong"));
        joined.flatten().collect()
    });
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, game)| game).collect()
}

fn play(random: &mut Random, clocks: u64, opening: &Opening) -> Played {
    let rule = Rule::Freestyle;
    let mut board = Board::new();
    let mut position = Position::new(rule);
    let mut choices = vec![];
    let mut seen: Vec<(Counts, Colour)> = vec![];
    let mut winner = None;
    for (number, mover) in colours().enumerate() {
        let mut at = opening.get(number).copied();
        if at.is_none() {
            let task = Task { board: board.clone(), mover, rule, budget: clocks, deepest: 0 };
            at = search(&task, &WEIGHTS).at;
            if let Some(played) = at.filter(|_| is_quiet(&position, mover)) {
                seen.push((counts(&position, mover), mover));
                choices.extend(choice(&position, mover, played));
                if random.below(100) < ERRATIC {
                    at = erratic(random, &position, mover).or(at);
                    seen.clear();
                }
            }
        }
        let Some(at) = at.filter(|&at| board.place(at, mover).is_ok()) else {
            break;
        };
        position.place(index(at), mover);
        if rule.winning_line(&board, at, mover).is_some() {
            winner = Some(mover);
            break;
        }
    }
    // A draw says nothing about who is better.
    let samples = seen.into_iter().filter_map(|(counts, mover)| {
        let won = winner? == mover;
        Some(Sample { counts, won })
    });
    Played { samples: samples.collect(), choices }
}

fn is_quiet(position: &Position, mover: Colour) -> bool {
    let count = |colour, threat| position.count_of(colour, threat);
    count(mover, Threat::Five) + count(mover, Threat::DoubleFour) + count(mover.other(), Threat::Five) == 0
}

fn counts(position: &Position, mover: Colour) -> Counts {
    std::array::from_fn(|number| {
        let colour = if number < THREATS { mover } else { mover.other() };
        position.count_of(colour, Threat::ALL[number % THREATS]) as u8
    })
}

fn pair(position: &Position, at: usize, mover: Colour) -> Pair {
    [mover, mover.other()].map(|colour| position.threat(at, colour))
}

/// The empty crossings with their threats.
fn pairs(position: &Position, mover: Colour) -> impl Iterator<Item = (usize, Pair)> {
    let vacant = (0..CROSSINGS).filter(|&at| position.stone(at).is_none());
    vacant.map(move |at| (at, pair(position, at, mover)))
}

/// The sample of a move; none if a double four must be stopped, since that teaches nothing.
fn choice(position: &Position, mover: Colour, at: Crossing) -> Option<Choice> {
    let played = pair(position, index(at), mover);
    let is_free = position.count_of(mover.other(), Threat::DoubleFour) == 0;
    (is_free && is_something(played)).then(|| Choice {
        offered: pairs(position, mover)
            .map(|(_, pair)| pair)
            .filter(|&pair| is_something(pair))
            .collect(),
        played,
    })
}

fn is_something(pair: Pair) -> bool {
    pair != [Threat::Nothing; 2]
}

/// A random crossing among those worth a try.
fn erratic(random: &mut Random, position: &Position, mover: Colour) -> Option<Crossing> {
    let worth = |pair: Pair| pair.iter().map(|&threat| threat as usize).sum::<usize>() >= WORTH_A_TRY;
    let tries: Vec<usize> = pairs(position, mover)
        .filter(|&(_, pair)| worth(pair))
        .map(|(at, _)| at)
        .collect();
    let at = (!tries.is_empty()).then(|| random.of(&tries))?;
    crossing(at)
}

fn fit(samples: &[&Sample], choices: &[&Choice]) -> Weights {
    let values = fit_values(samples).map(|value| (value * LOGIT).round() as i32);
    let keys = fit_keys(choices);
    let [attack, defence] = [0, THREATS].map(|first| {
        let least = keys[first..][..KNOWN].iter().copied().fold(f64::MAX, f64::min);
        std::array::from_fn(|threat| keys[first + threat] - least)
    });
    let most = |side: &[f64; THREATS]| side[..KNOWN].iter().copied().fold(0.0, f64::max);
    let scale = (HIGHEST_KEY - 1.0) / (most(&attack) + most(&defence));
    let key = |side: &[f64; THREATS], threat: usize, above: [u32; THREATS - KNOWN]| match threat.checked_sub(KNOWN) {
        None => (side[threat] * scale).round() as u32,
        Some(number) => (most(side) * scale).round() as u32 + above[number],
    };
    Weights {
        mover: std::array::from_fn(|threat| values[threat]),
        opponent: std::array::from_fn(|threat| values[THREATS + threat]),
        tempo: values[MOVE],
        attack: std::array::from_fn(|threat| 1 + key(&attack, threat, ATTACK_ABOVE)),
        defence: std::array::from_fn(|threat| key(&defence, threat, DEFENCE_ABOVE)),
    }
}

/// The index of the value of having the move, after those of the threats.
const MOVE: usize = 2 * THREATS;

/// The values of the mover's threats, the opponent's, and of having the move, in logits.
fn fit_values(samples: &[&Sample]) -> [f64; MOVE + 1] {
    newton([0.0; MOVE + 1], VALUE_RIDGE, |values| {
        let mut sums = Sums::new();
        for sample in samples {
            let mut features = [0.0; MOVE + 1];
            for (feature, &count) in features.iter_mut().zip(&sample.counts) {
                *feature = count.into();
            }
            features[THREATS..MOVE]
                .iter_mut()
                .for_each(|feature| *feature = -*feature);
            // `Nothing` has no value.
            (features[0], features[THREATS]) = (0.0, 0.0);
            features[MOVE] = 1.0;
            let logit: f64 = features
                .iter()
                .zip(values)
                .map(|(feature, value)| feature * value)
                .sum();
            let chance = 1.0 / (1.0 + (-logit).exp());
            let won = f64::from(u8::from(sample.won));
            sums.loss -= if sample.won { chance } else { 1.0 - chance }.ln();
            sums.add(&features, chance - won, chance * (1.0 - chance));
        }
        sums
    })
}

/// Attack by the mover's threats and defence by the opponent's, in logits of the choice of a move.
fn fit_keys(choices: &[&Choice]) -> [f64; 2 * THREATS] {
    let features = |pair: Pair| {
        let mut features = [0.0; 2 * THREATS];
        features[pair[0] as usize] = 1.0;
        features[THREATS + pair[1] as usize] = 1.0;
        features
    };
    // The prior is greater for greater threats.
    let prior = std::array::from_fn(|number| 0.25 * (number % THREATS) as f64 - 1.5);
    newton(prior, KEY_RIDGE, |keys| {
        let mut sums = Sums::new();
        for choice in choices {
            let odds = |pair: Pair| (keys[pair[0] as usize] + keys[THREATS + pair[1] as usize]).exp();
            let all: f64 = choice.offered.iter().map(|&pair| odds(pair)).sum();
            let mut mean = [0.0; 2 * THREATS];
            for &pair in &choice.offered {
                let chance = odds(pair) / all;
                sums.add(&features(pair), chance, chance);
                mean[pair[0] as usize] += chance;
                mean[THREATS + pair[1] as usize] += chance;
            }
            sums.add(&mean, 0.0, -1.0);
            sums.add(&features(choice.played), -1.0, 0.0);
            sums.loss -= (odds(choice.played) / all).ln();
        }
        sums
    })
}

/// The loss over all samples, with its first and second derivatives by the fitted weights.
struct Sums<const N: usize> {
    loss: f64,
    slope: [f64; N],
    bend: [[f64; N]; N],
}

impl<const N: usize> Sums<N> {
    fn new() -> Sums<N> {
        Sums { loss: 0.0, slope: [0.0; N], bend: [[0.0; N]; N] }
    }

    /// Adds a term that depends on the sum of these features.
    fn add(&mut self, features: &[f64; N], slope: f64, bend: f64) {
        for (number, feature) in features.iter().enumerate().filter(|(_, feature)| **feature != 0.0) {
            self.slope[number] += slope * feature;
            let factor = bend * feature;
            let sums = self.bend[number].iter_mut().zip(features);
            sums.for_each(|(sum, other)| *sum += factor * other);
        }
    }
}

/// Minimises the loss plus a quadratic penalty for the distance from the prior (ridge).
fn newton<const N: usize>(prior: [f64; N], ridge: f64, sums: impl Fn(&[f64; N]) -> Sums<N>) -> [f64; N] {
    let mut values = prior;
    for step in 0..STEPS {
        let Sums { loss, mut slope, mut bend } = sums(&values);
        for number in 0..N {
            slope[number] += ridge * (values[number] - prior[number]);
            bend[number][number] += ridge;
        }
        for (value, change) in values.iter_mut().zip(solve(bend, slope)) {
            *value -= change.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
        eprintln!("  step {step}: loss {loss:.1}");
    }
    values
}

/// Gauss-Jordan elimination; the matrix is positive definite.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let row = matrix[pivot];
        for other in (0..N).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot] / row[pivot];
            matrix[other]
                .iter_mut()
                .zip(row)
                .for_each(|(cell, less)| *cell -= factor * less);
            right[other] -= factor * right[pivot];
        }
    }
    std::array::from_fn(|number| right[number] / matrix[number][number])
}

/// The table in the format that `Weights::parse` reads.
fn text(weights: &Weights) -> String {
    let row = |threat: Threat| {
        let number = threat as usize;
        format!(
            "{},{},{},{},{}\n",
            snake_case(threat),
            weights.mover[number],
            weights.opponent[number],
            weights.attack[number],
            weights.defence[number]
        )
    };
    let rows: String = Threat::ALL.into_iter().map(row).collect();
    format!(
        "threat,mover,opponent,attack,defence\n{rows}tempo,{},,,\n",
        weights.tempo
    )
}

/// The snake case name: `DoubleFour` becomes `double_four`.
fn snake_case(threat: Threat) -> String {
    let mut name = String::new();
    for letter in format!("{threat:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
