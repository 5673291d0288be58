//! Fits the weights of Gomoku's search to games that it plays against itself.
//!
//! ```console
//! cargo run --release --example gomoku_weights -- play --output games.jsonl
//! cargo run --release --example gomoku_weights -- fit games.jsonl --output rules/src/gomoku/search
//! ```
//!
//! | module     | contents                                                     |
//! |------------|--------------------------------------------------------------|
//! | [`game`]   | the games: seeded, in parts, resumed where they were stopped |
//! | [`values`] | the values of threats and of outlooks, by logistic regression on the scores of the search and on who won |
//! | [`order`]  | the order of moves, by a logit model of the best moves       |
//! | [`newton`] | fits both                                                    |
//!
//! The same games give the same tables. Those of the repository come from 9000 games of seed 4, at 150 000 clocks a move.
//! The search that played them had the tables before these, and tried 10 moves at a node.

mod game;
mod newton;
mod order;
mod values;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use tengen::rules::gomoku::search::weights::{DOUBLES, LEVELS, RANKS, Weights, outlook};
use tengen::rules::gomoku::search::{Position, Threat};
use tengen::rules::gomoku::{Colour, Rule};

use game::{Game, Searched};
use values::Values;

#[derive(Parser)]
#[command(about = "Fits the weights of Gomoku's search to games against itself")]
enum Options {
    /// Plays games.
    Play(game::Options),
    /// Fits the weights to games.
    Fit {
        /// Files of games.
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// The folder for the tables.
        #[arg(long)]
        output: PathBuf,
    },
}

fn main() -> Result<()> {
    match Options::parse() {
        Options::Play(options) => game::play_all(&options),
        Options::Fit { games, output } => {
            let games = game::read_all(&games)?;
            let Values { pairs, outlook, sizes } = values::fit(&games);
            let weights = Weights { values: pairs, keys: order::fit(&games), outlook, sizes };
            let write = |name: &str, text: String| {
                let file = output.join(name);
                std::fs::write(&file, text).with_context(|| file.display().to_string())
            };
            write("values.csv", values_text(&weights))?;
            write("threat_keys.csv", keys_text(&weights))?;
            write("rank_keys.csv", rank_keys_text(&weights))?;
            write("outlook.csv", outlook_text(&weights))?;
            write("sizes.csv", sizes_text(&weights))
        }
    }
}

/// Calls `look` with each searched position, its side to move, and the game.
fn each_position(games: &[Game], mut look: impl FnMut(&Position, Colour, &Searched, &Game)) {
    for game in games {
        let mut position = Position::new(Rule::Freestyle);
        let mut ply = 0;
        let mover = |ply: usize| [Colour::Black, Colour::White][ply % 2];
        for searched in &game.searched {
            while ply < searched.ply {
                position.place(game.moves[ply].into(), mover(ply));
                ply += 1;
            }
            for (more, &at) in searched.aside.iter().enumerate() {
                position.place(at.into(), mover(ply + more));
            }
            look(&position, mover(ply + searched.aside.len()), searched, game);
            for _ in &searched.aside {
                position.take_back();
            }
        }
    }
}

/// The numbers of the threats of the mover and of the opponent at a crossing.
fn pair(position: &Position, at: usize, mover: Colour) -> [usize; 2] {
    [mover, mover.other()].map(|colour| position.threat(at, colour) as usize)
}

/// `values.csv`, as `Weights::parse` reads it.
fn values_text(weights: &Weights) -> String {
    let mut text = String::from("own,opponent,value\n");
    for own in Threat::ALL {
        for other in Threat::ALL {
            let value = weights.values[own as usize][other as usize];
            text += &format!("{},{},{value}\n", snake_case(own), snake_case(other));
        }
    }
    text
}

/// `threat_keys.csv`.
fn keys_text(weights: &Weights) -> String {
    let mut text = String::from("threat,own,opponent\n");
    for threat in Threat::ALL {
        let number = threat as usize;
        text += &format!(
            "{},{},{}\n",
            snake_case(threat),
            weights.keys.own[number],
            weights.keys.other[number]
        );
    }
    text
}

/// `rank_keys.csv`.
fn rank_keys_text(weights: &Weights) -> String {
    let mut text = String::from("own_rank,opponent_rank,key\n");
    for (number, key) in weights.keys.both.iter().enumerate() {
        text += &format!("{},{},{key}\n", number / RANKS, number % RANKS);
    }
    text
}

/// `outlook.csv`.
fn outlook_text(weights: &Weights) -> String {
    let mut text = String::from("own,opponent,double_fours,value\n");
    for own in 0..LEVELS {
        for other in 0..LEVELS {
            for doubles in 0..=DOUBLES {
                text += &format!(
                    "{own},{other},{doubles},{}\n",
                    weights.outlook[outlook(own, other, doubles)]
                );
            }
        }
    }
    text
}

/// `sizes.csv`.
fn sizes_text(weights: &Weights) -> String {
    let mut text = String::from("side,group,size,value\n");
    for (side, groups) in ["own", "opponent"].iter().zip(&weights.sizes) {
        for (group, values) in groups.iter().enumerate() {
            for (size, value) in values.iter().enumerate() {
                text += &format!("{side},{group},{size},{value}\n");
            }
        }
    }
    text
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
