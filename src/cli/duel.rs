//! `tengen match`: two players of a game against each other.

use std::thread;

use anyhow::Result;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{json, table};
use crate::gateware::othello::level::LEVELS;
use crate::misuse::Misuse;
use crate::rating::duel::{Outcome, Standing, duel};
use crate::rating::{openings, othello, tournament};
use crate::rules::Colour;
use crate::rules::gomoku::Profile;
use crate::rules::othello::player::{Level, Limits};

/// The most games that are asked for: each opening of Gomoku is another.
const MOST: i64 = 2 * openings::MOST as i64;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Game {
    Gomoku,
    Othello,
}

/// Play two players against each other, from many openings
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen match c2 c1\n  tengen match --games 20 --clocks 250000 c3 c2\n  \
    tengen match --game gomoku thesis mcu --json\n\n\
    Othello's players are the levels C1 to C4, and an opening is 8 random plies. Gomoku's are mcu, sjtu, zju and\n\
    thesis, and its openings are those of `tengen rate`. Each opening is played twice, with the colours swapped. The\n\
    players are the plain models, which the gateware's equal move by move. The 95 % interval is found by a bootstrap\n\
    over the openings. Same seed, same games."
)]
pub struct Match {
    /// What is played
    #[arg(long, value_enum, default_value = "othello")]
    game: Game,
    /// The player whose result is told
    first: String,
    /// Its opponent
    second: String,
    /// How many games, half of them with each colour: an even number
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u32).range(2..=MOST))]
    games: u32,
    /// Chooses the openings
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Clocks of the machine that a search may take for a move [default: the level's own]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    clocks: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    first: String,
    second: String,
    games: u32,
    seed: u64,
    clocks: Option<u32>,
    won: usize,
    drawn: usize,
    lost: usize,
    percent: f64,
    elo: i64,
    low: i64,
    high: i64,
}

impl Match {
    pub fn run(&self) -> Result<String> {
        if self.games % 2 == 1 {
            let wrong = format!(
                "--games {}: every opening is played twice, so the number is even",
                self.games
            );
            return Err(Misuse::new(wrong).into());
        }
        let (first, second, standing) = match self.game {
            Game::Gomoku => {
                let [first, second] = self.players(|name| {
                    let names = Profile::ALL.map(|player| player.to_string());
                    let player = names.iter().position(|known| known.eq_ignore_ascii_case(name));
                    let unknown = || Misuse::unknown("player", name, names.iter().map(String::as_str));
                    player.map(|number| Profile::ALL[number]).ok_or_else(unknown)
                })?;
                if self.clocks.is_some() {
                    return Err(Misuse::new("--clocks: no player of Gomoku searches").into());
                }
                let openings = openings::openings(self.pairs(), self.seed);
                let standing = self.played(|opening, first_is_black| {
                    let (black, white) = if first_is_black {
                        (first, second)
                    } else {
                        (second, first)
                    };
                    match tournament::play(&openings[opening], black, white) {
                        None => Outcome::Drawn,
                        Some(winner) if (winner == Colour::Black) == first_is_black => Outcome::Won,
                        Some(_) => Outcome::Lost,
                    }
                });
                (first.to_string(), second.to_string(), standing)
            }
            Game::Othello => {
                let [first, second] = self.players(|name| {
                    let level = LEVELS.iter().position(|level| level.eq_ignore_ascii_case(name));
                    level.ok_or_else(|| Misuse::unknown("player", name, LEVELS))
                })?;
                let openings = othello::openings(self.pairs(), self.seed);
                let limits = Limits {
                    budget: self.clocks.map(u64::from),
                    deepest: None,
                };
                let [one, other] = [first, second].map(|level| Level::ALL[level]);
                let standing = self.played(|opening, first_is_black| {
                    othello::play(&openings[opening], one, other, first_is_black, limits)
                });
                (LEVELS[first].to_string(), LEVELS[second].to_string(), standing)
            }
        };
        let Standing { won, drawn, lost, .. } = standing;
        let report = Report {
            game: match self.game {
                Game::Gomoku => "gomoku",
                Game::Othello => "othello",
            },
            first,
            second,
            games: self.games,
            seed: self.seed,
            clocks: self.clocks,
            won,
            drawn,
            lost,
            percent: (10.0 * standing.percent()).round() / 10.0,
            elo: standing.elo.round() as i64,
            low: standing.low.round() as i64,
            high: standing.high.round() as i64,
        };
        if self.json { json(&report) } else { Ok(text(&report)) }
    }

    fn players<P>(&self, named: impl Fn(&str) -> Result<P, Misuse>) -> Result<[P; 2], Misuse> {
        Ok([named(&self.first)?, named(&self.second)?])
    }

    fn pairs(&self) -> usize {
        self.games as usize / 2
    }

    /// All games, on every core.
    fn played(&self, play: impl Fn(usize, bool) -> Outcome + Sync) -> Standing {
        let progress = ProgressBar::new(self.games.into());
        if let Ok(style) = ProgressStyle::with_template("{pos} of {len} games, {elapsed}") {
            progress.set_style(style);
        }
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let pairs = duel(self.pairs(), cores, |opening, first_is_black| {
            let outcome = play(opening, first_is_black);
            progress.inc(1);
            outcome
        });
        progress.finish_and_clear();
        Standing::of(&pairs, self.seed)
    }
}

fn text(report: &Report) -> String {
    let cells = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<String>>();
    let head = cells(&["player", "against", "games", "won", "drawn", "lost", "%", "Elo", "95 %"]);
    let row = vec![
        report.first.clone(),
        report.second.clone(),
        report.games.to_string(),
        report.won.to_string(),
        report.drawn.to_string(),
        report.lost.to_string(),
        format!("{:.1}", report.percent),
        format!("{:+}", report.elo),
        format!("{:+} to {:+}", report.low, report.high),
    ];
    table(&[head, row])
}
