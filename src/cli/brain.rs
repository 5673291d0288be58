//! `tengen brain`: the machine's player behind the Gomocup protocol.

use std::io;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use super::verilated;
use crate::brain::gateware::{self, Gateware};
use crate::brain::model::Model;
use crate::brain::{Thinker, converse};
use crate::misuse::Misuse;
use crate::rules::gomoku::Profile;
use crate::units;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Game {
    Gomoku,
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

/// Play Gomoku against any manager that speaks the Gomocup (Piskvork) protocol
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen brain --level 2\n  \
    printf 'START 15\\nBEGIN\\nEND\\n' | tengen brain\n\n\
    It answers START, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO, ABOUT and END on\n\
    15x15, with INFO timeout_turn and INFO rule 0 (freestyle), 1 (exact five) and 4 (Renju). A\n\
    manager that wants a single program takes a script with this command in it.")]
pub struct Brain {
    /// The game to play
    #[arg(long, value_enum, default_value = "gomoku")]
    game: Game,
    /// 1 (mcu), 2 (sjtu), 3 (zju) or 4 (thesis)
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u8).range(1..=4))]
    level: u8,
    /// What finds the moves
    #[arg(long, value_enum, default_value = "native")]
    engine: EngineKind,
}

impl Brain {
    pub fn run(&self) -> Result<String> {
        if self.game == Game::Othello {
            return Err(Misuse::new("there is no Othello yet; leave out --game othello").into());
        }
        let profile = Profile::LEVELS[usize::from(self.level) - 1];
        let thinker: Box<dyn Thinker> = match self.engine {
            EngineKind::Native => Box::new(Gateware::new(units::find(gateware::UNIT)?.native(), profile)),
            EngineKind::Verilator => Box::new(Gateware::new(verilated::start(units::find(gateware::UNIT)?)?, profile)),
            EngineKind::Model => Box::new(Model(profile)),
        };
        match converse(io::stdin().lock(), io::stdout().lock(), thinker) {
            // A manager that is gone needs no answer.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(String::new()),
            result => result.map(|()| String::new()).context("the manager cannot be reached"),
        }
    }
}
