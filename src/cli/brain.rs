//! `tengen brain`: the machine's player behind the Gomocup protocol, or for Othello NBoard's.

use std::io;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use super::verilated;
use crate::brain::gateware::{self, Gateware};
use crate::brain::model::Model;
use crate::brain::{Thinker, converse, gomocup, nboard};
use crate::misuse::Misuse;
use crate::rules::gomoku::Level;
use crate::rules::othello::player as othello;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Game {
    /// Behind the Gomocup (Piskvork) protocol
    Gomoku,
    /// Behind the NBoard protocol
    Othello,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum EngineKind {
    /// The rust-hdl simulation of the gateware
    Native,
    /// Its emitted Verilog; needs the tools of `tengen tools` and a C++ compiler
    Verilator,
    /// The plain reference the gateware is held against
    Model,
}

/// Play Gomoku behind the Gomocup (Piskvork) protocol, or Othello behind NBoard's
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen brain --level 2\n  \
    printf 'START 15\\nBEGIN\\nEND\\n' | tengen brain\n  \
    tengen brain --level 7\n  \
    tengen brain --game othello --level 4\n\n\
    Gomoku: it answers START, RECTSTART, RESTART, BEGIN, TURN, BOARD, PLAY, TAKEBACK, INFO, ABOUT and END on 15x15, \
    with INFO timeout_turn, timeout_match, time_left and rule: 0 (freestyle), 1 (exact five) and 4 (Renju); and of Yixin's extensions YXBOARD, \
    YXSTOP, YXSHOWFORBID and YXSHOWINFO. Another board size is refused at START, and openings (SWAP2BOARD) are with \
    UNKNOWN. A manager that wants a single program takes this one linked or copied to the name pbrain-tengen: without \
    arguments it is then the brain of level 7.\n\n\
    Levels 5 to 8 look ahead for 0.05, 0.3, 1 and 5 seconds of the machine, 25 million clocks each, if INFO leaves them so \
    long: they use 85 % of timeout_turn (30 seconds if it is not set), or of a twentieth of what is left of timeout_match. \
    What is left is counted, unless time_left tells it. Where a match is short of time, the model takes half as long for a \
    move that has long been the best, and twice as long for one that has just become it. Where a four must be blocked it \
    answers at once.\n\n\
    Othello: it answers nboard, set depth, set game, move, hint, go, ping, learn and quit; other lines are ignored. A \
    second of the machine, which level 3 may take, is less than one here.")]
pub struct Brain {
    /// The game to play
    #[arg(long, value_enum, ignore_case = true, default_value = "gomoku")]
    game: Game,
    /// Gomoku: 1 (mcu), 2 (sjtu), 3 (zju), 4 (thesis) or 5 to 8 (a search); Othello: 1 (weights), 2 (mobility), 3 (search) or
    /// 4 (deep search)
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u8).range(1..=8))]
    level: u8,
    /// What finds the moves [default: native; for levels 5 to 8 model]
    #[arg(long, value_enum, ignore_case = true)]
    engine: Option<EngineKind>,
}

impl Brain {
    pub fn run(&self) -> Result<String> {
        let talk = match self.game {
            Game::Gomoku => self.gomoku()?,
            Game::Othello => self.othello()?,
        };
        match talk {
            // If the manager is gone, there is nobody to answer.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(String::new()),
            result => result.map(|()| String::new()).context("the manager cannot be reached"),
        }
    }

    fn gomoku(&self) -> Result<io::Result<()>> {
        let level = Level::ALL[usize::from(self.level) - 1];
        let core = gateware::unit(level);
        let thinker: Box<dyn Thinker> = match (level, self.engine) {
            (Level::Dan(_), None) | (_, Some(EngineKind::Model)) => Box::new(Model::new(level)),
            (_, None | Some(EngineKind::Native)) => Box::new(Gateware::new(core.native(), level)),
            (_, Some(EngineKind::Verilator)) => Box::new(Gateware::new(verilated::start(&core)?, level)),
        };
        let mut brain = gomocup::Brain::new(&format!("Tengen {} ({level})", self.level), thinker);
        Ok(converse(io::stdin().lock(), io::stdout().lock(), |line| {
            brain.hear(line)
        }))
    }

    fn othello(&self) -> Result<io::Result<()>> {
        if !matches!(self.engine, None | Some(EngineKind::Model)) {
            return Err(Misuse::new("Othello is played by the model of its circuit: leave out --engine").into());
        }
        let Some(level) = othello::Level::ALL.get(usize::from(self.level) - 1).copied() else {
            return Err(Misuse::new(format!("--level {}: Othello has levels 1 to 4", self.level)).into());
        };
        let mut brain = nboard::Brain::new(&format!("Tengen C{}", self.level), level);
        Ok(converse(io::stdin().lock(), io::stdout().lock(), |line| {
            brain.hear(line)
        }))
    }
}
