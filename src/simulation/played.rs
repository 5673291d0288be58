//! The game so far, from the plies and the endings the console reports.

use anyhow::{Context, Result};
use tengen_sim::Encoded;

use crate::gateware::ports::{Outcome, PlyKind};
use crate::rules::gomoku::{Board, Colour, Crossing, Game, Profile, Rule, game::Ply};
use crate::sgf::Record;

/// The plies, and how the game was set at the last of them: behind its page the settings change.
#[derive(Default)]
pub(super) struct Played {
    plies: Vec<Ply>,
    board: Board,
    settings: Settings,
    ending: Option<Ending>,
}

/// What a game is set to.
#[derive(Clone, Copy, Default)]
pub(super) struct Settings {
    /// The computer shows a game.
    pub demo: bool,
    /// The number of the rule.
    pub rule: u64,
    /// Black's and white's.
    pub seats: [Seat; 2],
}

#[derive(Clone, Copy, Default)]
pub(super) struct Seat {
    pub computer: bool,
    /// From 1.
    pub level: u64,
}

/// How a game has ended.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    /// `black`, `white` or `draw`; `None`: it was abandoned.
    pub winner: Option<&'static str>,
    /// The foul by which black has lost.
    pub reason: Option<&'static str>,
    /// A person has taken a ply back, or asked for a hint.
    pub helped: bool,
}

impl Settings {
    /// From the console's outputs: whether it is the demo, the rule, and of each seat whether it is a computer, and the level.
    pub fn of([demo, rule, black, black_level, white, white_level]: [u64; 6]) -> Settings {
        let seat = |computer, level| Seat {
            computer: computer == 1,
            level: level + 1,
        };
        Settings {
            demo: demo == 1,
            rule,
            seats: [seat(black, black_level), seat(white, white_level)],
        }
    }

    /// In one word.
    pub fn mode(&self) -> &'static str {
        match self.seats.map(|seat| seat.computer) {
            _ if self.demo => "DEMO",
            [false, false] => "PVP",
            [false, true] => "PVC",
            [true, false] => "CVP",
            [true, true] => "CVC",
        }
    }

    /// The computer's level; where there is none, or two, that of white's seat.
    pub fn level(&self) -> u64 {
        let [black, white] = self.seats;
        if black.computer && !white.computer {
            black.level
        } else {
            white.level
        }
    }
}

impl Played {
    /// What the console says of a ply: its kind, whose it is, and the crossing of a stone.
    pub fn hear_ply(&mut self, [kind, white, row, col]: [u64; 4], settings: Settings) {
        let at = Crossing::new(row as usize, col as usize);
        match (PlyKind::decode(kind), at) {
            (PlyKind::None, _) => return,
            (PlyKind::Begin, _) => {
                (self.plies, self.board) = Default::default();
                self.ending = None;
            }
            (PlyKind::Pass, _) => self.plies.push(Ply::Pass),
            (PlyKind::UndoPass, _) => _ = self.plies.pop(),
            (PlyKind::Place, Some(at)) => {
                self.plies.push(Ply::Stone(at));
                let colour = [Colour::Black, Colour::White][white as usize];
                _ = self.board.place(at, colour);
            }
            (PlyKind::UndoPlace, Some(at)) => {
                // Of very many turns lost in a row the machine forgets some.
                while self.plies.pop() == Some(Ply::Pass) {}
                self.board.lift(at);
            }
            _ => {}
        }
        self.settings = settings;
    }

    /// What the console says of an ending: whether there is one, the outcome, the reason, and whether a person had help.
    pub fn hear_ending(&mut self, [ended, outcome, reason, helped]: [u64; 4]) {
        if ended == 1 {
            self.ending = Some(Ending {
                winner: match Outcome::decode(outcome) {
                    Outcome::None => None,
                    Outcome::BlackWins => Some("black"),
                    Outcome::WhiteWins => Some("white"),
                    Outcome::Draw => Some("draw"),
                },
                reason: match reason {
                    1 => Some("OVERLINE"),
                    2 => Some("DOUBLE FOUR"),
                    3 => Some("DOUBLE THREE"),
                    _ => None,
                },
                helped: helped == 1,
            });
        }
    }

    /// How the game on the board has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The game so far.
    fn game(&self) -> Result<Game> {
        let rule = Rule::ALL
            .get(self.settings.rule as usize)
            .context("the machine plays no rule")?;
        let mut game = Game::new(*rule);
        for (index, ply) in self.plies.iter().enumerate() {
            match ply {
                Ply::Stone(at) => game.play(*at),
                Ply::Pass => game.pass(),
            }
            .with_context(|| format!("move {}", index + 1))?;
        }
        Ok(game)
    }

    /// The same with the names of the players.
    pub fn record(&self) -> Result<Record> {
        let mut record = Record::new(self.game()?);
        [record.black, record.white] = self
            .settings
            .seats
            .map(|seat| match seat.computer || self.settings.demo {
                true => machine(seat.level),
                false => String::new(),
            });
        Ok(record)
    }
}

/// The machine under its own name; a person's is not known.
fn machine(level: u64) -> String {
    match Profile::LEVELS.get(level as usize - 1) {
        Some(profile) => format!("Tengen, level {level} ({profile})"),
        None => "Tengen".into(),
    }
}
