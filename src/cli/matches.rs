//! `tengen match`: two players of a game against each other.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use serde::{Deserialize, Serialize};

use super::players::{self, Game, Limits, Rule, Seat};
use super::progress::counted;
use super::{folder, json, table};
use crate::files::read_at_most;
use crate::misuse::Misuse;
use crate::rating::balanced::balanced;
use crate::rating::claim::{Claim, Noted};
use crate::rating::contest::{Contest, play};
use crate::rating::duel::{Pair, Standing, duel};
use crate::rating::finish::Finish;
use crate::rating::games::{Ended, Games};
use crate::rating::outcome::{Outcome, Tally};
use crate::rating::shard::{Part, Shard, join};
use crate::rating::sprt::{Hypothesis, Sprt};
use crate::rating::{gomoku, openings, othello};
use crate::rules::Colour;
use crate::workers::cores;

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
    tengen match --game gomoku dan2 dan1 --balanced --games 400 --sprt 0,50\n  \
    tengen match --game gomoku dan3 'gomocup:./pbrain-pela' --balanced --games 40 --turn-time 300 --games-to games\n  \
    tengen match --game gomoku --rule renju dan2 thesis --games 20\n  \
    tengen match c3 'gtp:gtp-rhino --level=3 --book=0' --games 20\n  \
    tengen match c3 c2 --shard 1/2 > 1.json\n  tengen match c3 c2 --shard 2/2 > 2.json\n  \
    tengen match --merge 1.json 2.json\n\n\
    Othello's players are the levels C1 to C4, and an opening is 8 random plies.\n\n\
    Gomoku's are the levels 1 to 8: mcu, sjtu, zju and thesis, and the searches dan1 to dan4; and sjtu1 to sjtu3, sjtu as \
    it was first built, so many plies deep. The first four rebuild the players of four earlier machines: mcu ran on \
    a microcontroller with 2 KB of memory, sjtu (Shanghai Jiao Tong University) on a processor in a Nexys 3, zju (Zhejiang \
    University) in Verilog on a SWORD board, and thesis is the one that a thesis describes, on a PC.\n\n\
    The openings of Gomoku are those of `tengen rate`, or of them with --balanced the even ones: use it between searches, \
    for which many of the others are won from the start. They are a fixed set, even under freestyle rules.\n\n\
    Each opening is played twice, with the colours swapped. The players are the plain models, which the gateware's equal \
    move by move. The 95 % interval is a Bayesian one over the pairs of games, with Perks' prior for the five results of a \
    pair: it is wide while there are few. Same seed, same games.\n\n\
    --sprt ELO0,ELO1 ends the match as soon as one of two differences in strength is shown to be the likelier one, with an \
    error of 5 % either way (Fishtest's test over pairs of games); --games is then the most that are played.\n\n\
    A search that proves a win claims it with its move. Claims are counted, and those that were not followed by a win are \
    false; --json tells where they were made.\n\n\
    A player may be another program, started anew for each game: gtp:COMMAND or nboard:COMMAND for Othello, \
    gomocup:COMMAND for Gomoku. COMMAND is split at spaces. One that answers no lawful move, or none in time, loses the \
    game, and such games are counted as faults. With a program one game is played at a time for every two cores, since \
    it may count real time; else as many as there are cores. --jobs changes that."
)]
pub struct Match {
    /// What is played
    #[arg(long, value_enum, ignore_case = true, default_value = "othello")]
    game: Game,
    /// Gomoku: the rule [default: freestyle]
    #[arg(long, value_enum, ignore_case = true)]
    rule: Option<Rule>,
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
    /// Gomoku: only openings of a fixed set in which a search sees no advantage
    #[arg(long)]
    balanced: bool,
    /// End the match once the first player is ELO1 points stronger rather than ELO0, or the opposite
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "shard")]
    sprt: Option<Sprt>,
    /// How many games are played at once [default: see below]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write each game to this folder as SGF, which `tengen sim` plays; a claim is a comment of its move
    #[arg(long, value_name = "FOLDER", value_parser = folder)]
    games_to: Option<PathBuf>,
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
        conflicts_with_all = [
            "game", "rule", "first", "second", "games", "seed", "balanced", "sprt", "jobs", "games_to", "clocks",
            "turn_time", "depth", "shard"
        ]
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
    /// `None` for Othello.
    rule: Option<Rule>,
    first: String,
    second: String,
    games: u32,
    seed: u64,
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
    claims: usize,
    false_claims: Vec<Claim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<Tested>,
}

/// The end of a sequential test.
#[derive(Serialize)]
struct Tested {
    #[serde(flatten)]
    test: Sprt,
    /// The logarithm of the likelihood ratio.
    ratio: f64,
    /// `None` if the games were too few.
    taken: Option<Hypothesis>,
}

/// A played game for the first player.
struct Played {
    outcome: Outcome,
    fault: bool,
    claims: Vec<Claim>,
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
                    true => balanced(self.pairs(), self.seed)
                        .map_err(|reason| Misuse::new(format!("--balanced --games {}: {reason}", self.games)))?,
                    false => openings::openings(self.pairs(), self.seed),
                };
                let rule = self.rule.unwrap_or(Rule::Freestyle);
                let begun: Vec<_> = openings
                    .iter()
                    .map(|opening| gomoku::begun_under(rule.into(), opening))
                    .collect();
                self.played(|name| players::gomoku(name, self.limits), Some(rule), &begun)?
            }
            Game::Othello if self.balanced => {
                return Err(Misuse::new("--balanced: of Gomoku's openings alone").into());
            }
            Game::Othello if self.rule.is_some() => return Err(Misuse::new("--rule: of Gomoku alone").into()),
            Game::Othello => {
                let openings = othello::openings(self.pairs(), self.seed);
                self.played(|name| players::othello(name, self.limits), None, &openings)?
            }
        };
        match self.shard {
            Some(_) => json(&part),
            None => self.report(part),
        }
    }

    fn pairs(&self) -> usize {
        self.games as usize / 2
    }

    /// Plays the games of the shard.
    fn played<G: Contest + Sync>(
        &self,
        seat: impl Fn(&str) -> Result<Seat<G>, Misuse>,
        rule: Option<Rule>,
        openings: &[G],
    ) -> Result<Part<Terms>> {
        let [first, second] = [&self.first, &self.second].map(|name| name.as_deref().unwrap_or_default());
        let (first, second) = (seat(first)?, seat(second)?);
        for seat in [&first, &second] {
            // Before the first game.
            seat.try_out()?;
        }
        let games = self.games_to.as_deref().map(games_within).transpose()?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let numbers = shard.openings(self.pairs());
        let with_program = first.is_program || second.is_program;
        let jobs = match self.jobs {
            Some(jobs) => jobs.into(),
            None if with_program => (cores() / 2).max(1),
            None => cores(),
        };
        if with_program {
            // Also to a log: the result may depend on it.
            eprintln!("games at once: {jobs} (--jobs)");
        }
        let progress = counted(2 * numbers.len() as u64, &format!("games, {jobs} at once"));
        let one = |opening: usize, first_black: bool| {
            let seats = if first_black { [&first, &second] } else { [&second, &first] };
            let (game, finish, claims) = one_game(&openings[opening], seats);
            let claims: Vec<Claim> = claims
                .into_iter()
                .map(|(colour, ply, wins_in)| Claim {
                    opening,
                    first_black,
                    player: seats[colour as usize].name.clone(),
                    ply,
                    wins_in,
                    won: finish.winner == Some(colour),
                })
                .collect();
            if let (Some(fault), Some(winner)) = (&finish.fault, finish.winner) {
                let loser = &seats[winner.other() as usize].name;
                progress.suspend(|| eprintln!("opening {opening}: {loser} {fault}"));
            }
            if let Some(games) = &games {
                let (record, names) = (game.record(), seats.map(|seat| seat.name.as_str()));
                games.add(Ended { opening, first_black, record, names, finish: &finish, claims: &claims });
            }
            progress.inc(1);
            Played {
                outcome: Outcome::of(finish.winner, if first_black { Colour::Black } else { Colour::White }),
                fault: finish.fault.is_some(),
                claims,
            }
        };
        let enough = |played: &[[Played; 2]]| {
            let decided = |test: Sprt| Sprt::taken(test.ratio(&outcomes(played))).is_some();
            games.as_ref().is_some_and(Games::have_failed) || self.sprt.is_some_and(decided)
        };
        let played = duel(&numbers, jobs, one, enough);
        progress.finish_and_clear();
        games.map_or(Ok(()), Games::end)?;
        Ok(Part {
            terms: Terms {
                game: self.game,
                rule,
                first: first.name,
                second: second.name,
                games: if self.sprt.is_some() { 2 * played.len() as u32 } else { self.games },
                seed: self.seed,
                balanced: self.balanced,
                clocks: self.limits.clocks,
                turn_time: self.limits.turn_time,
                depth: self.limits.depth,
            },
            shard,
            pairs: outcomes(&played),
            faults: played.iter().flatten().filter(|game| game.fault).count(),
            claims: played.into_iter().flatten().flat_map(|game| game.claims).collect(),
        })
    }

    /// Merges the named parts of a match.
    fn merged(&self) -> Result<Part<Terms>, Misuse> {
        let parts: Result<Vec<Part<Terms>>, Misuse> = self.merge.iter().map(|file| part(file)).collect();
        join(&parts?, Terms::pairs).map_err(|reason| Misuse::new(format!("--merge: {reason}")))
    }

    fn report(&self, part: Part<Terms>) -> Result<String> {
        let standing = Standing::of(&part.pairs, part.terms.seed);
        let tested = self.sprt.map(|test| {
            let ratio = test.ratio(&part.pairs);
            Tested { test, ratio, taken: Sprt::taken(ratio) }
        });
        let report = Report {
            tally: standing.tally,
            faults: part.faults,
            percent: (10.0 * standing.tally.percent()).round() / 10.0,
            elo: standing.elo.round() as i64,
            low: standing.low.round() as i64,
            high: standing.high.round() as i64,
            claims: part.claims.len(),
            false_claims: part.claims.into_iter().filter(|claim| !claim.won).collect(),
            sprt: tested,
            terms: part.terms,
        };
        if self.json { json(&report) } else { Ok(report.text()) }
    }
}

/// Plays on from an opening, with black's seat first. Returns the claims too: whose each is, the number of its ply, and
/// the plies to the win.
fn one_game<G: Contest>(opening: &G, seats: [&Seat<G>; 2]) -> (G, Finish, Vec<(Colour, usize, u32)>) {
    let [mut black, mut white] = match seats.map(|seat| (seat.enter)()) {
        [Ok(black), Ok(white)] => [black, white],
        [Err(error), _] => return (opening.clone(), Finish::lost(Colour::Black, error.into()), vec![]),
        [_, Err(error)] => return (opening.clone(), Finish::lost(Colour::White, error.into()), vec![]),
    };
    let (mut black, mut white) = (Noted::new(&mut *black), Noted::new(&mut *white));
    let (game, finish) = play(opening, &mut black, &mut white);
    let sides = [(Colour::Black, black.claims), (Colour::White, white.claims)];
    let claims = sides
        .into_iter()
        .flat_map(|(colour, claims)| claims.into_iter().map(move |(ply, wins_in)| (colour, ply, wins_in)));
    (game, finish, claims.collect())
}

fn outcomes(played: &[[Played; 2]]) -> Vec<Pair> {
    played.iter().map(|pair| [pair[0].outcome, pair[1].outcome]).collect()
}

fn games_within(folder: &Path) -> Result<Games, Misuse> {
    Games::within(folder).map_err(|reason| {
        let folder = folder.display();
        Misuse::new(format!(
            "cannot write to {folder}: {reason}; name a folder you may write to with --games-to"
        ))
    })
}

fn part(file: &Path) -> Result<Part<Terms>, Misuse> {
    let wrong = |reason: String| Misuse::new(format!("cannot read the part {}: {reason}", file.display()));
    let text = read_at_most(file, LARGEST_PART).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))
}

impl Report {
    fn text(&self) -> String {
        let cells = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<String>>();
        let head = cells(&["player", "against", "games", "won", "drawn", "lost", "%", "Elo", "95 %"]);
        let row = vec![
            self.terms.first.clone(),
            self.terms.second.clone(),
            self.terms.games.to_string(),
            self.tally.won.to_string(),
            self.tally.drawn.to_string(),
            self.tally.lost.to_string(),
            format!("{:.1}", self.percent),
            format!("{:+}", self.elo),
            format!("{:+} to {:+}", self.low, self.high),
        ];
        let mut text = table(&[head, row]);
        if self.faults > 0 {
            text += &format!("{} of the games were lost by a fault, not by the rules\n", self.faults);
        }
        if self.claims > 0 {
            text += &format!(
                "{} claims of a win, {} of them false\n",
                self.claims,
                self.false_claims.len()
            );
        }
        if let Some(Tested { test: Sprt { elo0, elo1 }, ratio, taken }) = &self.sprt {
            let taken = match taken {
                Some(Hypothesis::Elo0) => format!("{elo0:+} Elo is taken"),
                Some(Hypothesis::Elo1) => format!("{elo1:+} Elo is taken"),
                None => "neither is taken, it needs more games".into(),
            };
            let bound = Sprt::bound();
            text += &format!(
                "SPRT of {elo0:+} against {elo1:+} Elo: {taken}; log-likelihood ratio {ratio:.2} of -{bound:.2} to {bound:.2}\n"
            );
        }
        text
    }
}
