//! The console with a keyboard and a monitor connected, on any engine.
//!
//! ```text
//! keys -> Keyboard -> ps2_clk, ps2_data -> [ engine ] -> syncs and colours -> Monitor -> pictures
//!          bytes -> Line -> rx ------------>   |  '-> tx -> Line -> bytes, if one is connected
//!                                              |
//!                                              |-> sound -> Speaker -> samples, if one is connected
//!                                              '-> observation outputs -> State
//! ```
//!
//! Everything goes through the console's ports, so the rust-hdl simulation and the emitted Verilog are driven and read
//! alike. The plies that the game reports are recorded, since no port reads the board's memory; from them the game can
//! be written down.

mod before;
mod frames;
mod past;
mod pins;
mod state;

use anyhow::{Result, bail};
use tengen_sim::frame::Frame;
use tengen_sim::monitor::Monitor;
use tengen_sim::{Change, Encoded, Engine, Keyboard, KeyboardTiming, Seen};

pub use self::before::Before;
use self::past::Event;
pub use self::past::Past;
use self::pins::Pins;
pub use self::state::State;
use super::ending::Ending;
use super::gomoku::{self, Played};
use super::line::Line;
use super::othello;
use super::settings::Settings;
use super::speaker::Speaker;
use super::stroke::Stroke;
use super::timing::CLOCK_HZ;
use crate::gateware::keyboard::key::PhysicalKey;
use crate::gateware::ports::PlyKind;
use crate::notation::Record;

/// Nothing may be pending for this long before the machine counts as settled: longer than a key takes from the pins to
/// the game.
const QUIET_CLOCKS: u64 = 1000;
/// Painting a page and finding a one-ply move take fewer clocks; whatever is pending for longer is a search.
const BRISK_CLOCKS: u64 = 100_000;
/// On a board, what a move has turned over is shown for a tenth of a second, and that is pending too.
const SHOWING_CLOCKS: u64 = CLOCK_HZ / 8;
/// An upper limit for anything the machine does by itself: a player may think for five seconds.
const PATIENCE_CLOCKS: u64 = 6 * CLOCK_HZ;

/// The number of Othello among the games.
const OTHELLO: u64 = 1;
/// The number of a game's board among the pages.
const BOARD_PAGE: u64 = 1;

/// A running console. A clone continues independently from the same state.
#[derive(Clone)]
pub struct Machine<E: Engine> {
    engine: E,
    pins: Pins,
    /// The ports' values in the last clocks: without the picture, and with it.
    seen: [Seen; 2],
    /// The input changes for the next clocks.
    changes: Vec<Change>,
    /// The last of these clocks in which the keyboard or the line still sends.
    sent: Option<u64>,
    /// The clock within a frame's period at which the vertical pulse begins, once known.
    pulse_begins: Option<u64>,
    keyboard: Keyboard,
    speaker: Option<Speaker>,
    line: Option<Line>,
    /// The last levels of the keyboard's two lines.
    lines: Option<(bool, bool)>,
    played: Played,
    othello: othello::Played,
    /// How the last game ended, until the next one begins.
    ending: Option<Ending>,
    /// The clock in which `pending` last went high; `None` while it is low.
    pending_since: Option<u64>,
    past: Past,
}

impl<E: Engine> Machine<E> {
    /// Creates a machine at power-on with the fastest keyboard that the receiver can follow.
    ///
    /// # Errors
    /// If the engine does not run a console; the error names the missing port.
    pub fn new(mut engine: E) -> Result<Self> {
        let pins = Pins::of(&engine)?;
        // The serial line is at rest.
        engine.set(pins.rx, 1);
        Ok(Machine {
            engine,
            seen: pins.watched(false),
            changes: vec![],
            sent: None,
            pulse_begins: None,
            pins,
            keyboard: Keyboard::new(KeyboardTiming::fast()),
            speaker: None,
            line: None,
            lines: None,
            played: Played::default(),
            othello: othello::Played::default(),
            ending: None,
            pending_since: None,
            past: Past::default(),
        })
    }

    /// The same with a keyboard of another speed.
    pub fn with_keyboard(mut self, timing: KeyboardTiming) -> Self {
        self.keyboard = Keyboard::new(timing);
        self
    }

    /// The same with a speaker, which records every clock from now on.
    pub fn with_speaker(mut self) -> Self {
        self.seen = self.pins.watched(true);
        self.speaker = Some(Speaker::default());
        self
    }

    /// The same with its serial line connected.
    pub fn with_line(mut self) -> Self {
        self.line = Some(Line::default());
        self
    }

    /// The other side of its serial line, if that is connected.
    pub fn line(&mut self) -> Option<&mut Line> {
        self.line.as_mut()
    }

    /// The samples recorded since the last call; none if there is no speaker.
    pub fn heard(&mut self) -> Vec<i8> {
        self.speaker.as_mut().map(Speaker::take).unwrap_or_default()
    }

    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// The engine, so that another one with the same ports and state can replace it.
    pub fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    pub fn into_engine(self) -> E {
        self.engine
    }

    /// The keyboard, for direct use.
    pub fn keyboard(&mut self) -> &mut Keyboard {
        &mut self.keyboard
    }

    /// Holds down these push buttons from now on: up, down, left, right, centre from bit 0.
    pub fn hold_buttons(&mut self, down: u64) {
        self.engine.set(self.pins.buttons, down);
    }

    /// The number of games begun since power-on.
    pub fn games(&self) -> u64 {
        self.past.games
    }

    /// The number of clocks since power-on.
    pub fn clocks(&self) -> u64 {
        self.past.clocks
    }

    /// The state apart from the engine: with [`Machine::recall`] another machine, with an engine in the same state,
    /// continues from there.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Takes over the state of another machine.
    pub fn recall(&mut self, past: Past) {
        for event in &past.events {
            self.hear(event);
        }
        self.past = past;
    }

    /// Runs one clock.
    pub fn step(&mut self) {
        self.cycles(1);
    }

    /// Runs that many clocks.
    pub fn cycles(&mut self, count: u64) {
        let mut left = count;
        while left > 0 {
            left -= self.advance(left, false).clocks() as u64;
        }
    }

    /// Runs that many clocks with a monitor connected, and shows each picture it completes.
    pub fn watch(&mut self, count: u64, monitor: &mut Monitor, show: impl FnMut(&Frame)) {
        self.watch_while(count, monitor, show, |_| true);
    }

    /// The same while the engine fulfils a condition, which is looked at whenever it has run some clocks together. The
    /// monitor does not see the clocks after which it no longer holds; returns how many it has seen.
    pub fn watch_while(
        &mut self,
        count: u64,
        monitor: &mut Monitor,
        mut show: impl FnMut(&Frame),
        holds: impl Fn(&E) -> bool,
    ) -> u64 {
        let columns = Pins::picture(self.speaker.is_some());
        let picture = usize::from(true);
        let mut left = count;
        while left > 0 {
            let clocks = self.advance(left, true).clocks() as u64;
            if !holds(&self.engine) {
                break;
            }
            monitor.watch(&self.seen[picture], columns, &mut show);
            left -= clocks;
        }
        count - left
    }

    /// Runs at most that many clocks, as many as the engine runs together.
    fn advance(&mut self, most: u64, picture: bool) -> &Seen {
        let clocks = most.min(self.engine.batch() as u64);
        self.changes.clear();
        self.sent = None;
        let mut done = 0;
        while done < clocks {
            let sending = !self.keyboard.idle();
            let (lines, held) = self.keyboard.hold(clocks - done);
            if self.lines != Some(lines) {
                self.lines = Some(lines);
                for (port, value) in [(self.pins.ps2_clk, lines.0), (self.pins.ps2_data, lines.1)] {
                    self.changes
                        .push(Change { clock: done as usize, port, value: value.into() });
                }
            }
            done += held;
            // The keyboard is idle only after the last clock of its transmission.
            if !self.keyboard.idle() {
                self.sent = Some(done - 1);
            } else if sending && held > 1 {
                self.sent = Some(done - 2);
            }
        }
        if let Some(line) = &mut self.line
            && let Some(sent) = line.drive(clocks, self.pins.rx, &mut self.changes)
        {
            self.sent = self.sent.max(Some(sent));
        }
        let seen = &mut self.seen[usize::from(picture)];
        self.engine.watch(clocks as usize, &self.changes, seen);
        let begun = self.past.clocks;
        self.past.clocks += clocks;
        let rests = |clock: &usize| seen.get(Pins::PENDING, *clock) == 0;
        let rested = match seen.same(Pins::PENDING) {
            Some(0) => seen.clocks().checked_sub(1),
            Some(_) => None,
            None => (0..seen.clocks()).rfind(rests),
        };
        self.pending_since = match rested.map(|clock| begun + clock as u64 + 1) {
            Some(rested) => (rested < self.past.clocks).then_some(rested),
            None => self.pending_since.or(Some(begun)),
        };
        if let Some(speaker) = &mut self.speaker {
            speaker.hear(seen, Pins::SOUND);
        }
        if let Some(line) = &mut self.line {
            line.hear(seen, Pins::TX);
        }
        let events = [Pins::PLY[0], Pins::ENDING[0]];
        if events.iter().any(|event| seen.same(*event) != Some(0)) {
            let happens = |clock: &usize| events.iter().any(|event| seen.get(*event, *clock) != 0);
            let events = (0..seen.clocks()).filter(happens).map(|clock| {
                let at = |column| seen.get(column, clock);
                let event = Event {
                    game: self.engine.get(self.pins.game),
                    ply: Pins::PLY.map(at),
                    ending: Pins::ENDING.map(at),
                    settings: Pins::SETTINGS.map(at),
                };
                (begun + clock as u64 + 1, event)
            });
            for (clock, event) in events.collect::<Vec<_>>() {
                if PlyKind::decode(event.ply[0]) != PlyKind::None {
                    self.past.last_ply = clock;
                }
                self.hear(&event);
            }
        }
        &self.seen[usize::from(picture)]
    }

    fn hear(&mut self, event: &Event) {
        let settings = Settings::of(event.settings);
        if PlyKind::decode(event.ply[0]) == PlyKind::Begin {
            self.ending = None;
            self.past.games += 1;
            // A new game on a board replaces the reports about the one before.
            self.past.events.retain(|other| other.game != event.game);
        }
        match event.game {
            OTHELLO => self.othello.hear_ply(event.ply, settings),
            _ => self.played.hear_ply(event.ply, settings),
        }
        self.ending = Ending::of(event.ending).or(self.ending);
        self.past.events.push(*event);
    }

    /// Presses and releases a key; returns when the keyboard has sent both.
    pub fn press(&mut self, key: &PhysicalKey) {
        self.keyboard.press(key.code, key.extended);
        self.keyboard.release(key.code, key.extended);
        while !self.keyboard.idle() {
            self.advance(self.keyboard.left(), false);
        }
    }

    /// Queues these key strokes in the keyboard.
    pub fn strike(&mut self, strokes: &[Stroke]) {
        for Stroke { key, down } in strokes {
            match down {
                true => self.keyboard.press(key.code, key.extended),
                false => self.keyboard.release(key.code, key.extended),
            }
        }
    }

    /// Whether the keyboard is sending or the machine is busy.
    pub fn busy(&self) -> bool {
        !self.keyboard.idle() || self.engine.get(self.pins.pending) == 1
    }

    /// Whether a computer is searching for a move, or for a hint that takes long.
    pub fn computer_thinks(&self) -> bool {
        let Some(since) = self.pending_since else { return false };
        let get = |pin: usize| self.engine.get(pin);
        let mover = self.settings().seats[get(self.pins.turn) as usize];
        let on_board = get(self.pins.page) == BOARD_PAGE;
        let to_move = on_board && self.ending.is_none() && mover.computer;
        let brisk = if on_board { SHOWING_CLOCKS } else { BRISK_CLOCKS };
        to_move || self.past.clocks - since > brisk
    }

    /// The clock of the last ply, counted like [`Machine::clocks`].
    pub fn last_ply(&self) -> u64 {
        self.past.last_ply
    }

    /// The present settings of the game.
    fn settings(&self) -> Settings {
        Settings::of(self.pins.settings().map(|pin| self.engine.get(pin)))
    }

    /// The names of the players: the machine's own at its level, empty for a person.
    pub fn seated(&self) -> [String; 2] {
        self.settings().seats.map(|seat| match self.engine.get(self.pins.game) {
            OTHELLO => othello::name(seat),
            _ => gomoku::name(seat),
        })
    }

    /// Runs until the keyboard is idle and nothing is pending.
    ///
    /// # Errors
    /// If that takes more than six seconds of the machine's time.
    pub fn settle(&mut self) -> Result<()> {
        let (mut quiet, mut left) = (0, PATIENCE_CLOCKS);
        while left > 0 {
            let seen = self.advance(left.min(QUIET_CLOCKS - quiet), false);
            let clocks = seen.clocks();
            let pending = |clock: &usize| seen.get(Pins::PENDING, *clock) == 1;
            let last_pending = match seen.same(Pins::PENDING) {
                Some(0) => None,
                _ => (0..clocks).rev().find(pending),
            };
            quiet = match last_pending.max(self.sent.map(|clock| clock as usize)) {
                Some(busy) => (clocks - 1 - busy) as u64,
                None => quiet + clocks as u64,
            };
            left -= clocks as u64;
            if quiet == QUIET_CLOCKS {
                return Ok(());
            }
        }
        bail!("the machine is still busy after {PATIENCE_CLOCKS} clocks");
    }

    /// The game on the board, even if its page is not shown.
    ///
    /// # Errors
    /// If it is not a legal game, which only a faulty machine can play.
    pub fn record(&self) -> Result<Record> {
        let game = self.engine.get(self.pins.game);
        let mut record: Record = match game {
            OTHELLO => self.othello.record().into(),
            _ => self.played.record()?.into(),
        };
        let reports = self.past.events.iter().rev().filter(|event| event.game == game);
        let ending = reports.map(|event| event.ending).find_map(Ending::of);
        record.say(ending.and_then(|ending| ending.outcome()));
        Ok(record)
    }
}
