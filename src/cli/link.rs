//! `tengen link`: a player against the machine at the other end of a serial line.

use std::collections::hash_map::RandomState;
use std::fmt::Display;
use std::fs;
use std::hash::BuildHasher;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use tengen_sim::output::{Draft, is_stream};

use super::is_standard_output;
use super::players::{self, Game, Limits, Rule, Seat};
use crate::at_end::{self, AtEnd};
use crate::files::{read_at_most, write_file};
use crate::line::game::LineGame;
use crate::line::opponent::{End, News, Opponent, Settings};
use crate::line::port::Port;
use crate::line::thinker::Thinker;
use crate::misuse::Misuse;
use crate::notation::{self, Format, Outcome, Record};
use crate::rules::{Colour, gomoku, othello};

/// The size limit of a file to which games are added, in MB.
const LARGEST: u64 = 64;
/// The time that a command which is ended by Ctrl-C has to leave the session.
const FAREWELL: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Side {
    Black,
    White,
}

/// Play against a board over its serial port
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen link --port /dev/ttyUSB1 dan1\n  \
    tengen link --port /dev/ttyUSB1 --rule renju --side black 'gomocup:./pbrain-rapfi' --turn-time 5000\n  \
    tengen link --port /dev/ttyUSB1 --game othello 'nboard:mbrain' --sgf games.sgf\n  \
    tengen link --port /dev/ttyUSB1 --games 10 thesis\n\n\
    The players are those of `tengen match`: Othello's C1 to C4, nboard:COMMAND and gtp:COMMAND; Gomoku's mcu, sjtu, zju, \
    thesis, dan1 to dan4, sjtu1 to sjtu3 and gomocup:COMMAND. A program is started anew for each game.\n\n\
    At the other end may be a board, a simulated console, or another tengen link. It must have the same game, rule and \
    opening. If both play the same side, one of them changes. Each end checks the plies of the other by its own rules.\n\n\
    Games and their plies go to standard output, the state of the line to standard error. If the port or the other machine \
    goes away, the command waits for it. If the player stops, answers no lawful move or none in time, the game is resigned, \
    and the command ends with exit code 1. Ctrl-C leaves the session.")]
pub struct Link {
    /// The serial port
    #[arg(long, value_name = "PATH")]
    port: String,
    /// What is played
    #[arg(long, value_enum, ignore_case = true, default_value = "gomoku")]
    game: Game,
    /// Gomoku: the rule [default: freestyle]
    #[arg(long, value_enum, ignore_case = true)]
    rule: Option<Rule>,
    /// Gomoku: both machines place black's first stone on the centre
    #[arg(long)]
    opening: bool,
    /// The player's side
    #[arg(long, value_enum, ignore_case = true, default_value = "white")]
    side: Side,
    /// Play so many games, and begin each but the first [default: the other machine begins them]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Add each game to this file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
    /// Who plays
    player: String,
}

impl Link {
    pub fn run(&self) -> Result<String> {
        if let Some(file) = &self.sgf {
            expect_games(file)?;
        }
        match self.game {
            Game::Gomoku if self.limits.clocks.is_some() && !players::searches(&self.player) => {
                Err(Misuse::new("--clocks: the player does not search").into())
            }
            Game::Gomoku => {
                let rule = self.rule.unwrap_or(Rule::Freestyle).into();
                self.play(players::gomoku(&self.player, self.limits)?, gomoku::Game::new(rule))
            }
            Game::Othello if self.rule.is_some() => Err(Misuse::new("--rule: of Gomoku alone").into()),
            Game::Othello if self.opening => Err(Misuse::new("--opening: of Gomoku alone").into()),
            Game::Othello => self.play(players::othello(&self.player, self.limits)?, othello::Game::new()),
        }
    }

    fn play<G: LineGame>(&self, seat: Seat<G>, game: G) -> Result<String> {
        seat.try_out()?;
        let (left, wait) = channel::<()>();
        let _leave = AtEnd::new(move || _ = wait.recv_timeout(FAREWELL));
        // Dropped before `_leave`, which waits for that.
        let left = left;
        let mut port = Port::open(&self.port)?;
        let mut thinker = Thinker::new(seat.enter);
        let mut opponent = Opponent::new(Settings {
            game,
            opening: self.opening,
            side: match self.side {
                Side::Black => Colour::Black,
                Side::White => Colour::White,
            },
            games: self.games,
            seed: RandomState::new().hash_one(0),
        });
        let mut received = vec![];
        while !opponent.has_left() {
            for _ in 0..port.ticks() {
                opponent.tick();
            }
            received.drain(..).for_each(|byte| opponent.hear(byte));
            if let Some((number, reply)) = thinker.reply() {
                opponent.reply(number, reply);
            }
            if let Some(question) = opponent.question() {
                thinker.ask(question);
            }
            if at_end::ending() {
                opponent.leave();
            }
            if let Some(change) = port.exchange(&opponent.speak(), &mut received) {
                self.remark(change);
            }
            for news in opponent.news() {
                self.tell(&seat.name, news)?;
            }
        }
        if at_end::ending() {
            drop(left);
            // The exit is near, and not by this thread.
            loop {
                thread::park();
            }
        }
        match opponent.into_fault() {
            Some(fault) => Err(anyhow!("{} {fault}: the game is lost", seat.name)),
            None => Ok(String::new()),
        }
    }

    fn remark(&self, remark: impl Display) {
        eprintln!("{}: {remark}", self.port);
    }

    fn tell<G: LineGame>(&self, player: &str, news: News<G>) -> Result<()> {
        if let News::State(state) = news {
            self.remark(state);
            return Ok(());
        }
        let told = writeln!(io::stdout(), "{news}");
        // The games go on if nobody reads of them.
        told.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
            .context("cannot write to standard output")?;
        match (news, &self.sgf) {
            (News::Ended(game, side, end), Some(file)) => add(file, &text(game.record(), player, side, end)?),
            _ => Ok(()),
        }
    }
}

/// Refuses a file to which no game can be added.
fn expect_games(file: &Path) -> Result<(), Misuse> {
    let refused = |reason: &dyn Display| {
        let file = file.display();
        Err(Misuse::new(format!(
            "cannot write to {file}: {reason}; name another file with --sgf"
        )))
    };
    if is_standard_output(file) {
        return refused(&"games go to a file");
    }
    if file.is_dir() || file.file_name().is_none() {
        return refused(&"it is no name for a file");
    }
    match Draft::of(file).and_then(|_| games(file)) {
        Err(reason) => refused(&reason),
        Ok(there) if !there.is_empty() && notation::read(&there).is_err() => {
            refused(&"what is there does not begin with a game")
        }
        Ok(_) => Ok(()),
    }
}

/// What the file has already.
fn games(file: &Path) -> io::Result<Vec<u8>> {
    if !fs::exists(file)? || is_stream(file) {
        return Ok(vec![]);
    }
    read_at_most(file, LARGEST)
}

/// Adds a game; the file is whole at any time.
fn add(file: &Path, game: &str) -> Result<()> {
    let add = || -> io::Result<()> {
        let mut all = games(file)?;
        all.extend(game.bytes());
        write_file(file, &all)
    };
    add().with_context(|| format!("cannot write to {}", file.display()))
}

/// A game as SGF, in which the player has that side.
fn text(mut record: Record, player: &str, side: Colour, end: End) -> Result<String> {
    let outcome = match end {
        End::Resigned(colour) => Some(Outcome::Won(colour.other())),
        // The others are on the board.
        _ => None,
    };
    let head = match &mut record {
        Record::Gomoku(record) => {
            record.say(outcome);
            &mut record.head
        }
        Record::Othello(record) => {
            record.say(outcome);
            &mut record.head
        }
    };
    *match side {
        Colour::Black => &mut head.black,
        Colour::White => &mut head.white,
    } = player.into();
    record.write(Format::Sgf)
}
