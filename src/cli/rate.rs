//! `tengen rate`: the computer players against each other.

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use super::{json, progress::counted, table};
use crate::misuse::Misuse;
use crate::rating::balanced::balanced;
use crate::rating::elo::{Rating, ratings};
use crate::rating::openings::{MOST, openings};
use crate::rating::outcome::Tally;
use crate::rating::own::Own;
use crate::rating::tournament::{Played, tournament};
use crate::workers::cores;

/// Rate the computer players: every two play each other from many openings
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen rate\n  tengen rate --games 50 --seed 2 --json\n  \
    tengen rate --players zju,thesis,sjtu3,dan1,dan2 --clocks 250000 --games 4\n  \
    tengen rate --players dan1,dan2,dan3 --balanced --games 20\n\n\
    The players are mcu, sjtu, zju and thesis, the searches dan1 to dan4 (levels 5 to 8), and sjtu1 to sjtu3: sjtu as it \
    was first built, so many plies deep. `tengen match --help` says where the names come from. A search takes about a \
    second of a core for 20 million clocks.\n\n\
    The ratings are Elo's, with a mean of 1500, from freestyle games of the plain models, which the gateware's players \
    equal move by move. An opening has 3 to 5 stones near the centre and no threat in it; each is played with the colours \
    swapped as well. With --balanced they are a fixed set of even ones: use it between searches, for which many of the others \
    are won from the start. The 95 % interval is a Bayesian one over the openings, as that of `tengen match`. Same seed, same table."
)]
pub struct Rate {
    /// How many games every player plays with black, and with white, against each other
    #[arg(long, default_value = "200", value_parser = clap::value_parser!(u16).range(1..=MOST as i64))]
    games: u16,
    /// Chooses the openings
    #[arg(long, default_value = "1")]
    seed: u64,
    /// Only openings of a fixed set in which a search sees no advantage
    #[arg(long)]
    balanced: bool,
    /// Who plays, two or more
    #[arg(
        long,
        value_name = "NAME,...",
        value_delimiter = ',',
        default_value = "mcu,sjtu,zju,thesis"
    )]
    players: Vec<String>,
    /// Clocks of the machine that a search may take for a move [default: the level's own]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    clocks: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: u16,
    seed: u64,
    balanced: bool,
    clocks: Option<u32>,
    players: Vec<Row>,
    pairings: Vec<Pairing>,
}

/// A player; rows are sorted by strength, the strongest first.
#[derive(Serialize)]
struct Row {
    name: String,
    /// `None` for a player that is not a level of the machine.
    level: Option<usize>,
    elo: i64,
    low: i64,
    high: i64,
    #[serde(flatten)]
    tally: Tally,
}

/// The results of a player against another.
#[derive(Serialize)]
struct Pairing {
    player: String,
    opponent: String,
    colour: &'static str,
    #[serde(flatten)]
    tally: Tally,
}

impl Rate {
    pub fn run(&self) -> Result<String> {
        let players = self.players()?;
        let openings = match self.balanced {
            true => balanced(self.games.into(), self.seed)
                .map_err(|reason| Misuse::new(format!("--balanced --games {}: {reason}", self.games)))?,
            false => openings(self.games.into(), self.seed),
        };
        let pairings = players.len() * (players.len() - 1);
        let progress = counted((pairings * openings.len()) as u64, "games");
        let played = tournament(&players, &openings, self.clocks.map(u64::from), cores(), || {
            progress.inc(1)
        });
        progress.finish_and_clear();
        let report = self.report(&players, &played);
        if self.json { json(&report) } else { Ok(text(&report)) }
    }

    fn players(&self) -> Result<Vec<Own>, Misuse> {
        let mut players = vec![];
        for name in &self.players {
            let names: Vec<String> = Own::all().map(|own| own.to_string()).collect();
            let unknown = || Misuse::unknown("player", name, names.iter().map(String::as_str));
            let player = Own::named(name).ok_or_else(unknown)?;
            if players.contains(&player) {
                return Err(Misuse::new(format!("--players: {player} stands there twice")));
            }
            players.push(player);
        }
        if players.len() < 2 {
            return Err(Misuse::new("--players: two at least"));
        }
        if self.clocks.is_some() && !players.iter().any(|player| player.searches()) {
            return Err(Misuse::new("--clocks: no player searches"));
        }
        Ok(players)
    }

    fn report(&self, players: &[Own], played: &[Played]) -> Report {
        let mut ratings = ratings(players.len(), played, self.seed);
        ratings.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        let mut pairings = vec![];
        for player in ratings.iter().map(|rating| rating.player) {
            for opponent in ratings.iter().map(|rating| rating.player) {
                for (colour, black, white) in [("black", player, opponent), ("white", opponent, player)] {
                    let games = played.iter().filter(|game| (game.black, game.white) == (black, white));
                    if player != opponent {
                        pairings.push(Pairing {
                            player: players[player].to_string(),
                            opponent: players[opponent].to_string(),
                            colour,
                            tally: Tally::of(games.map(|game| game.outcome(player))),
                        });
                    }
                }
            }
        }
        let row = |rating: &Rating| Row {
            name: players[rating.player].to_string(),
            level: players[rating.player].level(),
            elo: rating.elo.round() as i64,
            low: rating.low.round() as i64,
            high: rating.high.round() as i64,
            tally: Tally::of(
                played
                    .iter()
                    .filter(|game| [game.black, game.white].contains(&rating.player))
                    .map(|game| game.outcome(rating.player)),
            ),
        };
        Report {
            games: self.games,
            seed: self.seed,
            balanced: self.balanced,
            clocks: self.clocks,
            players: ratings.iter().map(row).collect(),
            pairings,
        }
    }
}

/// A row per player; the last columns are its points against each other player, in per cent.
fn text(report: &Report) -> String {
    let cells = |cells: &[&str]| cells.iter().map(|cell| cell.to_string()).collect::<Vec<String>>();
    let mut head = cells(&["player", "level", "Elo", "95 %", "won", "drawn", "lost"]);
    head.extend(report.players.iter().map(|player| format!("% of {}", player.name)));
    let mut rows = vec![head];
    for player in &report.players {
        let Tally { won, drawn, lost } = player.tally;
        let mut row = vec![
            player.name.clone(),
            player.level.map_or("–".into(), |level| level.to_string()),
            player.elo.to_string(),
            format!("{} to {}", player.low, player.high),
        ];
        row.extend([won, drawn, lost].map(|count| count.to_string()));
        for opponent in &report.players {
            let both = |pairing: &&Pairing| (&pairing.player, &pairing.opponent) == (&player.name, &opponent.name);
            let against: Tally = report.pairings.iter().filter(both).map(|pairing| pairing.tally).sum();
            let met = player.name != opponent.name;
            row.push(if met { format!("{:.1}", against.percent()) } else { "–".into() });
        }
        rows.push(row);
    }
    table(&rows)
}
