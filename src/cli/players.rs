//! The players of `tengen match` and `tengen link`, by their names: the machine's levels, and other programs.

use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::gateware::othello::level::LEVELS;
use crate::misuse::Misuse;
use crate::rating::contest::Enter;
use crate::rating::own::Own;
use crate::rating::program::gomocup::Gomocup;
use crate::rating::program::gtp::Gtp;
use crate::rating::program::nboard::NBoard;
use crate::rating::program::{Protocol, Recipe};
use crate::rules::othello::player::Level;
use crate::rules::{gomoku as gomoku_rules, othello as othello_rules};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    Gomoku,
    Othello,
}

/// A rule of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    Freestyle,
    /// Five win, six or more are nothing
    #[value(aliases = ["standard", "exact-five"])]
    Exact,
    Renju,
}

impl From<Rule> for gomoku_rules::Rule {
    fn from(rule: Rule) -> gomoku_rules::Rule {
        match rule {
            Rule::Freestyle => gomoku_rules::Rule::Freestyle,
            Rule::Exact => gomoku_rules::Rule::ExactFive,
            Rule::Renju => gomoku_rules::Rule::Renju,
        }
    }
}

/// What a player may take for a move.
#[derive(Args, Clone, Copy)]
pub struct Limits {
    /// Clocks of the machine that a search may take for a move [default: the level's own]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub clocks: Option<u32>,
    /// Milliseconds that a gomocup: program may take for a move
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    pub turn_time: u32,
    /// Plies that an nboard: program looks ahead [default: its own]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

/// A player, which is created anew for each game.
pub struct Seat<G> {
    pub name: String,
    /// It is another program.
    pub is_program: bool,
    pub enter: Box<Enter<G>>,
}

impl<G> Seat<G> {
    /// Reports a player that cannot be started.
    pub fn try_out(&self) -> Result<(), Misuse> {
        (self.enter)().map_err(|error| Misuse::new(format!("{}: {error:#}", self.name)))?;
        Ok(())
    }
}

pub fn gomoku(name: &str, limits: Limits) -> Result<Seat<gomoku_rules::Game>, Misuse> {
    if let Some(recipe) = program(name, &[Protocol::Gomocup])? {
        let time = Duration::from_millis(limits.turn_time.into());
        return Ok(Seat {
            name: recipe.to_string(),
            is_program: true,
            enter: Box::new(move || Ok(Box::new(Gomocup::new(recipe.start()?, time)))),
        });
    }
    let own = match Own::named(name) {
        Some(own) => own,
        None if othello_level(name).is_some() => return Err(elsewhere(name, "Othello")),
        None => {
            let names: Vec<String> = Own::all().map(|own| own.to_string()).collect();
            return Err(Misuse::unknown("player", name, names.iter().map(String::as_str)));
        }
    };
    let player = (own, limits.clocks.map(u64::from));
    Ok(Seat { name: own.to_string(), is_program: false, enter: Box::new(move || Ok(Box::new(player))) })
}

pub fn othello(name: &str, limits: Limits) -> Result<Seat<othello_rules::Game>, Misuse> {
    if let Some(recipe) = program(name, &[Protocol::Gtp, Protocol::NBoard])? {
        let depth = limits.depth;
        return Ok(Seat {
            name: recipe.to_string(),
            is_program: true,
            enter: Box::new(move || {
                let program = recipe.start()?;
                Ok(match recipe.protocol {
                    Protocol::NBoard => Box::new(NBoard::new(program, depth)),
                    _ => Box::new(Gtp::new(program)),
                })
            }),
        });
    }
    let level = match othello_level(name) {
        Some(level) => level,
        None if Own::named(name).is_some() => return Err(elsewhere(name, "Gomoku")),
        None => return Err(Misuse::unknown("player", name, LEVELS)),
    };
    let limits = othello_rules::player::Limits { budget: limits.clocks.map(u64::from), deepest: None };
    Ok(Seat {
        name: LEVELS[level].into(),
        is_program: false,
        enter: Box::new(move || Ok(Box::new((Level::ALL[level], limits)))),
    })
}

/// Whether it is the name of a Gomoku player whose time is counted in clocks.
pub fn searches(name: &str) -> bool {
    Own::named(name).is_some_and(Own::searches)
}

/// The index of the level of Othello with that name.
fn othello_level(name: &str) -> Option<usize> {
    LEVELS.iter().position(|level| level.eq_ignore_ascii_case(name))
}

/// The error for a player of another game.
fn elsewhere(name: &str, game: &str) -> Misuse {
    let value = game.to_lowercase();
    Misuse::new(format!("{name} is a player of {game}: choose --game {value}"))
}

/// The program that a player's name asks for, if any; it must speak one of these protocols.
fn program(name: &str, spoken: &[Protocol]) -> Result<Option<Recipe>, Misuse> {
    let Ok(recipe) = name.parse::<Recipe>() else {
        return Ok(None);
    };
    if !spoken.contains(&recipe.protocol) {
        let known: Vec<String> = spoken.iter().map(|protocol| format!("{protocol}:")).collect();
        let wrong = format!("{name}: a program of this game begins with {}", known.join(" or "));
        return Err(Misuse::new(wrong));
    }
    Ok(Some(recipe))
}
