//! The state of the machine, read from its observation outputs.

use anyhow::{Context, Result};
use serde::Serialize;
use tengen_sim::Engine;

use super::super::{club, gomoku};
use super::{Machine, OTHELLO};

/// The state of the machine, in the words of `--state`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    pub page: &'static str,
    /// The machine asks whether to leave the game: the same key confirms, any other cancels.
    pub asking: bool,
    pub game: &'static str,
    pub mode: &'static str,
    /// The computer's level; if no seat or both are computers, that of white's seat.
    pub level: u64,
    /// `None`: the game has only one rule.
    pub rule: Option<&'static str>,
    /// Who plays black and white: `person`, `computer` or `line`, the machine on the other side of the line.
    pub seats: [&'static str; 2],
    /// The levels of the seats; `None` for a person.
    pub levels: [Option<u64>; 2],
    /// A game over the line: `joined`, or what the menu tells of the line; `None`: nobody plays over the line.
    pub link: Option<&'static str>,
    pub turn: &'static str,
    /// `X` black, `O` white, `.` empty; row 0 first.
    pub board: Vec<String>,
    /// Othello only: the numbers of black's and white's discs on the board.
    pub discs: Option<[u32; 2]>,
    /// Row and column of the cursor.
    pub cursor: (u64, u64),
    pub last: Option<(u64, u64)>,
    /// `black`, `white` or `draw`.
    pub winner: Option<&'static str>,
    /// The foul by which black lost.
    pub reason: Option<&'static str>,
    /// The last game was left or restarted while in progress.
    pub abandoned: bool,
    /// A person took back a ply or asked for a hint in the game that has ended.
    pub helped: bool,
    /// Seconds left for the move, if the clock is on.
    pub clock: Option<u64>,
    pub moves: u64,
    /// Whether the sound is on.
    pub sound: bool,
    /// `None`: the machine has no club.
    pub club: Option<club::Numbers>,
    /// `won` or `died`, once the club has ended.
    pub club_ended: Option<&'static str>,
    /// Why the club is lost: `strength` or `money` below zero, or `ended` with too few coins.
    pub club_reason: Option<&'static str>,
}

/// What the menu tells of the line, in the order of `LinkNews`.
const LINK_NEWS: [&str; 11] = [
    "joined",
    "waiting",
    "other version",
    "other game",
    "gone",
    "lost",
    "out of step",
    "asked to take back",
    "has asked to take back",
    "refused",
    "resigned",
];

impl<E: Engine> Machine<E> {
    /// The present state of the machine.
    ///
    /// # Errors
    /// If an observation output has an invalid value.
    pub fn state(&self) -> Result<State> {
        let get = |pin: usize| self.engine.get(pin);
        let name = |pin: usize, names: &[&'static str]| -> Result<&'static str> {
            let (value, port) = (get(pin), self.engine.ports()[pin].name);
            names
                .get(value as usize)
                .copied()
                .with_context(|| format!("{port} is {value}, which means nothing"))
        };
        let pins = &self.pins;
        let moves = get(pins.moves);
        let settings = self.settings();
        let ending = self.ending;
        let othello = get(pins.game) == OTHELLO;
        let lines = [pins.black_line, pins.white_line].map(|pin| get(pin) == 1);
        let linked = lines.contains(&true);
        Ok(State {
            page: name(pins.page, &["mode", "game", "bring_up", "home", "club"])?,
            asking: get(pins.asking) == 1,
            game: name(pins.game, &["gomoku", "othello"])?,
            mode: if linked && !settings.demo { "LINK" } else { settings.mode() },
            level: settings.level(),
            rule: match othello {
                true => None,
                false => Some(gomoku::rule(get(pins.rule))?),
            },
            seats: [0, 1].map(|side| match (settings.seats[side].computer, lines[side]) {
                (true, _) => "computer",
                (_, true) => "line",
                _ => "person",
            }),
            link: match linked && get(pins.link_phase) > 0 {
                true => Some(name(pins.link_news, &LINK_NEWS)?),
                false => None,
            },
            levels: settings.seats.map(|seat| seat.computer.then_some(seat.level)),
            turn: name(pins.turn, &["black", "white"])?,
            board: match othello {
                true => self.othello.board(),
                false => self.played.board(),
            },
            discs: othello.then(|| self.othello.discs()),
            cursor: (get(pins.cursor_row), get(pins.cursor_col)),
            last: (moves > 0).then(|| (get(pins.last_row), get(pins.last_col))),
            winner: ending.and_then(|ending| ending.winner),
            reason: ending
                .and_then(|ending| gomoku::foul(ending.reason))
                .filter(|_| !othello),
            abandoned: ending.is_some_and(|ending| ending.winner.is_none()),
            helped: ending.is_some_and(|ending| ending.helped),
            clock: (get(pins.timed) == 1).then(|| 10 * get(pins.seconds_tens) + get(pins.seconds_ones)),
            moves,
            sound: get(pins.sound_on) == 1,
            club: (get(pins.club) > 0).then(|| club::Numbers::of(pins.club().map(get))),
            club_ended: club::ended(get(pins.club)),
            club_reason: club::reason(get(pins.club)),
        })
    }
}
