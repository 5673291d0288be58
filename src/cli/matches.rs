//! `tengen match`: two players of a game against each other.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::players::{self, Game, Limits, Seat};
use super::progress::counted;
use super::{json, table};
use crate::files::read_at_most;
use crate::misuse::Misuse;
use crate::rating::balanced::balanced;
use crate::rating::contest::{Contest, play};
use crate::rating::duel::{Standing, duel};
use crate::rating::finish::Finish;
use crate::rating::outcome::{Outcome, Tally};
use crate::rating::shard::{Part, Shard, join};
use crate::rating::{gomoku, openings, othello};
use crate::rules::Colour;

/// The size limit of a file with a part of a match, in MB.
const LARGEST_PART: u64 = 64;
/// The most games that can be requested: each pair of games in Gomoku needs a different opening.
const MOST: i64 = 2 * openings::MOST as i64;

/// Play two players against each other, from many openings
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen match c2 c1\n  tengen match --games 20 --clocks 250000 c3 c2\n  \
    tengen match --game gomoku thesis mcu --json\n  \
    tengen match --game gomoku dan2 dan1 --balanced --games 40\n  \
    tengen match c3 'gtp:gtp-rhino --level=3 --book=0' --games 20\n  \
    tengen match c3 c2 --shard 1/2 > 1.json\n  tengen match c3 c2 --shard 2/2 > 2.json\n  \
    tengen match --merge 1.json 2.json\n\n\
    Othello's players are the levels C1 to C4, and an opening is 8 random plies.\n\n\
    Gomoku's are the levels 1 to 8: mcu, sjtu, zju and thesis, and the searches dan1 to dan4; and sjtu1 to sjtu3, sjtu as \
    it was first built, so many plies deep. The first four rebuild the players of four earlier machines: mcu ran on \
    a microcontroller with 2 KB of memory, sjtu (Shanghai Jiao Tong University) on a processor in a Nexys 3, zju (Zhejiang \
    University) in Verilog on a SWORD board, and thesis is the one that a thesis describes, on a PC.\n\n\
    The openings of Gomoku are those of `tengen rate`, or of them with --balanced the even ones: use it between searches, \
    for which many of the others are won from the start.\n\n\
    Each opening is played twice, with the colours swapped. The players are the plain models, which the gateware's equal \
    move by move. The 95 % interval is found by a bootstrap over the openings. Same seed, same games.\n\n\
    A player may be another program, started anew for each game: gtp:COMMAND or nboard:COMMAND for Othello, \
    gomocup:COMMAND for Gomoku. COMMAND is split at spaces. One that answers no lawful move, or none in time, loses the \
    game, and such games are counted as faults."
)]
pub struct Match {
    /// What is played
    #[arg(long, value_enum, ignore_case = true, default_value = "othello")]
    game: Game,
    /// The player whose result is told
    #[arg(required_unless_present = "merge")]
    first: Option<String>,
    /// Its opponent
    #[arg(required_unless_present = "merge")]
    second: Option<String>,
    /// How many games, half of them with each colour: an even number
    #[arg(long, default_value = "100", value_parser = clap::value_parser!(u32).range(2..=MOST))]
    games: u32,
    /// Chooses the openings
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Gomoku: only openings in which the search sees no advantage; one takes about half a second to find
    #[arg(long)]
    balanced: bool,
    #[command(flatten)]
    limits: Limits,
    /// Play only part K of N, and print it for --merge
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Join all parts of a match, and tell its result
    #[arg(
        long,
        value_name = "PART",
        num_args = 1..,
        conflicts_with_all = ["game", "first", "second", "games", "seed", "balanced", "clocks", "turn_time", "depth", "shard"]
    )]
    merge: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The terms of a match: parts with equal terms belong to the same match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Terms {
    game: Game,
    first: String,
    second: String,
    games: u32,
    seed: u64,
    #[serde(default)]
    balanced: bool,
    clocks: Option<u32>,
    turn_time: u32,
    depth: Option<u32>,
}

impl Terms {
    fn pairs(&self) -> usize {
        self.games as usize / 2
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    terms: Terms,
    #[serde(flatten)]
    tally: Tally,
    faults: usize,
    percent: f64,
    elo: i64,
    low: i64,
    high: i64,
}

impl Match {
    pub fn run(&self) -> Result<String> {
        if !self.merge.is_empty() {
            return self.report(self.merged()?);
        }
        if self.games % 2 == 1 {
            let wrong = format!(
                "--games {}: every opening is played twice, so the number is even",
                self.games
            );
            return Err(Misuse::new(wrong).into());
        }
        let part = match self.game {
            Game::Gomoku => {
                let names = [&self.first, &self.second].map(|name| name.as_deref().unwrap_or_default());
                if self.limits.clocks.is_some() && !names.into_iter().any(players::searches) {
                    return Err(Misuse::new("--clocks: neither player searches").into());
                }
                let openings = match self.balanced {
                    true => self.balanced_openings()?,
                    false => openings::openings(self.pairs(), self.seed),
                };
                let begun: Vec<_> = openings.iter().map(gomoku::begun).collect();
                self.played(|name| players::gomoku(name, self.limits), &begun)?
            }
            Game::Othello if self.balanced => {
                return Err(Misuse::new("--balanced: of Gomoku's openings alone").into());
            }
            Game::Othello => {
                let openings = othello::openings(self.pairs(), self.seed);
                self.played(|name| players::othello(name, self.limits), &openings)?
            }
        };
        match self.shard {
            Some(_) => json(&part),
            None => self.report(part),
        }
    }

    /// One balanced opening for each pair of games.
    fn balanced_openings(&self) -> Result<Vec<openings::Opening>, Misuse> {
        let progress = counted(self.pairs() as u64, "balanced openings");
        let found = balanced(self.pairs(), self.seed, |more| progress.inc(more as u64));
        progress.finish_and_clear();
        match found.len() == self.pairs() {
            true => Ok(found),
            false => Err(Misuse::new(format!(
                "--balanced: there are {} such openings, for {} games",
                found.len(),
                2 * found.len()
            ))),
        }
    }

    fn pairs(&self) -> usize {
        self.games as usize / 2
    }

    /// Plays the games of the shard, on every core.
    fn played<G: Contest + Sync>(
        &self,
        seat: impl Fn(&str) -> Result<Seat<G>, Misuse>,
        openings: &[G],
    ) -> Result<Part<Terms>> {
        let [first, second] = [&self.first, &self.second].map(|name| name.as_deref().unwrap_or_default());
        let (first, second) = (seat(first)?, seat(second)?);
        for seat in [&first, &second] {
            // Before the first game.
            seat.try_out()?;
        }
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let numbers = shard.openings(self.pairs());
        let progress = counted(2 * numbers.len() as u64, "games");
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let faults = AtomicUsize::new(0);
        let pairs = duel(&numbers, cores, |opening, first_is_black| {
            let (black, white) = match first_is_black {
                true => (&first, &second),
                false => (&second, &first),
            };
            let finish = match ((black.enter)(), (white.enter)()) {
                (Ok(mut black), Ok(mut white)) => play(&openings[opening], &mut *black, &mut *white).1,
                (Err(error), _) => Finish::lost(Colour::Black, error.into()),
                (_, Err(error)) => Finish::lost(Colour::White, error.into()),
            };
            if let Some(fault) = &finish.fault {
                faults.fetch_add(1, Ordering::Relaxed);
                let loser = match finish.winner {
                    Some(Colour::White) => black,
                    _ => white,
                };
                progress.suspend(|| eprintln!("opening {opening}: {} {fault}", loser.name));
            }
            progress.inc(1);
            Outcome::of(
                finish.winner,
                if first_is_black { Colour::Black } else { Colour::White },
            )
        });
        progress.finish_and_clear();
        Ok(Part {
            terms: Terms {
                game: self.game,
                first: first.name,
                second: second.name,
                games: self.games,
                seed: self.seed,
                balanced: self.balanced,
                clocks: self.limits.clocks,
                turn_time: self.limits.turn_time,
                depth: self.limits.depth,
            },
            shard,
            pairs,
            faults: faults.into_inner(),
        })
    }

    /// Merges the named parts of a match.
    fn merged(&self) -> Result<Part<Terms>, Misuse> {
        let parts: Result<Vec<Part<Terms>>, Misuse> = self.merge.iter().map(|file| part(file)).collect();
        join(&parts?, Terms::pairs).map_err(|reason| Misuse::new(format!("--merge: {reason}")))
    }

    fn report(&self, part: Part<Terms>) -> Result<String> {
        let standing = Standing::of(&part.pairs, part.terms.seed);
        let report = Report {
            tally: standing.tally,
            faults: part.faults,
            percent: (10.0 * standing.tally.percent()).round() / 10.0,
            elo: standing.elo.round() as i64,
            low: standing.low.round() as i64,
            high: standing.high.round() as i64,
            terms: part.terms,
        };
        if self.json { json(&report) } else { Ok(text(&report)) }
    }
}

fn part(file: &Path) -> Result<Part<Terms>, Misuse> {
    let wrong = |reason: String| Misuse::new(format!("cannot read the part {}: {reason}", file.display()));
    let text = read_at_most(file, LARGEST_PART).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))
}

fn text(report: &Report) -> String {
    let cells = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<String>>();
    let head = cells(&["player", "against", "games", "won", "drawn", "lost", "%", "Elo", "95 %"]);
    let row = vec![
        report.terms.first.clone(),
        report.terms.second.clone(),
        report.terms.games.to_string(),
        report.tally.won.to_string(),
        report.tally.drawn.to_string(),
        report.tally.lost.to_string(),
        format!("{:.1}", report.percent),
        format!("{:+}", report.elo),
        format!("{:+} to {:+}", report.low, report.high),
    ];
    let faults = match report.faults {
        0 => String::new(),
        faults => format!("{faults} of the games were lost by a fault, not by the rules\n"),
    };
    table(&[head, row]) + &faults
}
