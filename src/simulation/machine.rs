//! The console with a keyboard and a monitor connected, on any engine.
//!
//! ```text
//! keys -> Keyboard -> ps2_clk, ps2_data -> [ engine ] -> syncs and colours -> Monitor -> pictures
//!                                              |
//!                                              |-> sound -> Speaker -> samples, if one is connected
//!                                              '-> observation outputs -> State
//! ```
//!
//! Everything goes through the console's ports, so the rust-hdl simulation and the emitted Verilog are driven and read
//! alike. The plies that the game reports are recorded, since no port reads the board's memory; from them the game can
//! be written down.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};
use tengen_sim::{Change, Encoded, Engine, Seen};
use tengen_sim::{Keyboard, KeyboardTiming};

use super::club;
use super::ending::Ending;
use super::gomoku::{self, Played};
use super::othello;
use super::replay::Stroke;
use super::settings::Settings;
use super::speaker::Speaker;
use crate::gateware::keyboard::key::PhysicalKey;
use crate::gateware::ports::PlyKind;
use crate::notation::Record;

/// The frequency of the clock.
pub const CLOCK_HZ: u64 = 25_000_000;
/// The clocks of a frame.
pub const FRAME_CLOCKS: u64 = (Mode::VGA.horizontal.total() * Mode::VGA.vertical.total()) as u64;
/// The clocks of a scan line.
pub const LINE_CLOCKS: u64 = Mode::VGA.horizontal.total() as u64;
/// Nothing may be pending for this long before the machine counts as settled: longer than a key takes from the pins to
/// the game.
const QUIET_CLOCKS: u64 = 1000;
/// Painting a page and finding a one-ply move take fewer clocks; whatever is pending for longer is a search.
const BRISK_CLOCKS: u64 = 100_000;
/// An upper limit for anything the machine does by itself: a player may think for five seconds.
const PATIENCE_CLOCKS: u64 = 6 * CLOCK_HZ;

/// Defines a struct with the number of each port.
macro_rules! pins {
    ($($name:ident),*) => {
        #[derive(Clone)]
        struct Pins { $($name: usize),* }

        impl Pins {
            /// Finds every port; the error names a missing one.
            fn of(engine: &impl Engine) -> Result<Pins> {
                let find = |name: &str| {
                    engine.ports().iter().position(|port| port.name == name)
                        .with_context(|| format!("this circuit is no console: it has no port {name}"))
                };
                Ok(Pins { $($name: find(stringify!($name))?),* })
            }
        }
    };
}

pins!(
    ps2_clk,
    ps2_data,
    buttons,
    hsync,
    vsync,
    red,
    green,
    blue,
    sound,
    sound_on,
    pending,
    page,
    asking,
    game,
    demo,
    black_computer,
    white_computer,
    black_level,
    white_level,
    rule,
    turn,
    cursor_row,
    cursor_col,
    moves,
    last_row,
    last_col,
    timed,
    seconds_tens,
    seconds_ones,
    ply,
    ply_white,
    ply_row,
    ply_col,
    ended,
    ended_outcome,
    ended_reason,
    ended_helped,
    club,
    club_money,
    club_strength,
    club_feed,
    club_pigs,
    club_grown
);

/// The ports watched clock by clock. The constants are their columns in [`Seen`].
impl Pins {
    const PLY: [usize; 4] = [0, 1, 2, 3];
    const ENDING: [usize; 4] = [4, 5, 6, 7];
    const SETTINGS: [usize; 6] = [8, 9, 10, 11, 12, 13];
    const PENDING: usize = 14;
    /// Present only while a speaker is connected.
    const SOUND: usize = 15;

    /// The columns of the picture.
    fn picture(heard: bool) -> [usize; 5] {
        let first = Pins::SOUND + usize::from(heard);
        std::array::from_fn(|place| first + place)
    }

    /// The ports to watch without the picture, and with it.
    fn watched(&self, heard: bool) -> [Seen; 2] {
        let ply = [self.ply, self.ply_white, self.ply_row, self.ply_col];
        let ending = [self.ended, self.ended_outcome, self.ended_reason, self.ended_helped];
        let sound = [self.sound];
        let sound = if heard { &sound[..] } else { &[] };
        let game = [&ply[..], &ending, &self.settings(), &[self.pending], sound].concat();
        let picture = [self.hsync, self.vsync, self.red, self.green, self.blue];
        [Seen::of(&game), Seen::of(&[game, picture.to_vec()].concat())]
    }

    /// The ports of a game's settings, in the order of [`Settings::of`].
    fn settings(&self) -> [usize; 6] {
        let [black, white] = [
            [self.black_computer, self.black_level],
            [self.white_computer, self.white_level],
        ];
        [self.demo, self.rule, black[0], black[1], white[0], white[1]]
    }

    /// The ports of the club, in the order of [`club::Numbers::of`].
    fn club(&self) -> [usize; 5] {
        [
            self.club_pigs,
            self.club_feed,
            self.club_strength,
            self.club_money,
            self.club_grown,
        ]
    }
}

/// A running console. A clone continues independently from the same state.
#[derive(Clone)]
pub struct Machine<E: Engine> {
    engine: E,
    pins: Pins,
    /// The ports' values in the last clocks: without the picture, and with it.
    seen: [Seen; 2],
    /// The input changes for the next clocks.
    changes: Vec<Change>,
    /// The last of these clocks in which the keyboard still sends.
    sent: Option<u64>,
    /// The clock within a frame's period at which the vertical pulse begins, once known.
    pulse_begins: Option<u64>,
    keyboard: Keyboard,
    speaker: Option<Speaker>,
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

/// The state of a machine apart from its engine.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Past {
    /// The clocks since power-on.
    clocks: u64,
    /// The number of games begun.
    games: u64,
    /// The clock of the last reported ply.
    last_ply: u64,
    /// The reports about the games on the boards.
    events: Vec<Event>,
}

/// The console's reports in a clock in which something happens.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Event {
    /// The number of the chosen game.
    game: u64,
    ply: [u64; 4],
    ending: [u64; 4],
    settings: [u64; 6],
}

/// The number of Othello among the games.
const OTHELLO: u64 = 1;
/// The number of a game's board among the pages.
const BOARD_PAGE: u64 = 1;

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
    /// Who plays black and white.
    pub seats: [&'static str; 2],
    /// The levels of the seats; `None` for a person.
    pub levels: [Option<u64>; 2],
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

impl Past {
    /// Clocks since power-on.
    pub fn clocks(&self) -> u64 {
        self.clocks
    }
}

impl<E: Engine> Machine<E> {
    /// Creates a machine at power-on with the fastest keyboard that the receiver can follow.
    ///
    /// # Errors
    /// If the engine does not run a console; the error names the missing port.
    pub fn new(engine: E) -> Result<Self> {
        let pins = Pins::of(&engine)?;
        Ok(Machine {
            engine,
            seen: pins.watched(false),
            changes: vec![],
            sent: None,
            pulse_begins: None,
            pins,
            keyboard: Keyboard::new(KeyboardTiming::fast()),
            speaker: None,
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
    pub fn watch(&mut self, count: u64, monitor: &mut Monitor, mut show: impl FnMut(&Frame)) {
        let columns = Pins::picture(self.speaker.is_some());
        let mut left = count;
        while left > 0 {
            let seen = self.advance(left, true);
            monitor.watch(seen, columns, &mut show);
            left -= seen.clocks() as u64;
        }
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
        let to_move = get(self.pins.page) == BOARD_PAGE && self.ending.is_none() && mover.computer;
        to_move || self.past.clocks - since > BRISK_CLOCKS
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

    /// The widths of its red, green and blue outputs.
    pub fn widths(&self) -> [usize; 3] {
        [self.pins.red, self.pins.green, self.pins.blue].map(|pin| self.engine.ports()[pin].width)
    }

    /// A monitor that fits its outputs.
    pub fn monitor(&self) -> Monitor {
        Monitor::new(Mode::VGA, self.widths())
    }

    /// Runs for the time of that many pictures, and passes that many complete ones, all begun after this call, to
    /// `show`. The rest of the last picture is scanned on a copy of the state, so no additional clocks pass.
    ///
    /// # Errors
    /// If the syncs give no picture within four times the time it takes, or if `show` fails.
    pub fn frames(&mut self, count: u64, mut show: impl FnMut(&Frame) -> Result<()>) -> Result<()> {
        let (mut monitor, mut left) = (self.monitor(), count);
        let end = self.past.clocks.saturating_add(count.saturating_mul(FRAME_CLOCKS));
        while self.past.clocks < end {
            self.scan(&mut monitor, &mut left, end, &mut show)?;
            if left == 0 {
                self.cycles(end - self.past.clocks);
            }
        }
        self.aside(|machine| machine.scan(&mut monitor, &mut left, end.saturating_add(3 * FRAME_CLOCKS), &mut show))?;
        if left > 0 {
            bail!("the monitor finds no picture: its sync pulses are not those of 640x480");
        }
        Ok(())
    }

    /// Does something and then restores the machine's state from before.
    fn aside<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let before = (
            self.keyboard.clone(),
            self.lines,
            self.played.clone(),
            self.othello.clone(),
            self.ending,
            self.speaker.clone(),
            self.past.clone(),
            self.pending_since,
        );
        let kept = self.engine.keep();
        let said = does(self);
        // An engine that cannot go back, such as a test's, continues.
        if kept {
            self.engine.go_back();
            (
                self.keyboard,
                self.lines,
                self.played,
                self.othello,
                self.ending,
                self.speaker,
                self.past,
                self.pending_since,
            ) = before;
        }
        said
    }

    /// Runs until `left` more pictures have been shown, ending in the clock that completes the last one, whatever the
    /// engine; or until the clock `end`.
    fn scan(
        &mut self,
        monitor: &mut Monitor,
        left: &mut u64,
        end: u64,
        show: &mut impl FnMut(&Frame) -> Result<()>,
    ) -> Result<()> {
        let columns = Pins::picture(self.speaker.is_some());
        let mut said = Ok(());
        let pulse = u64::from(!Mode::VGA.active_low);
        let mut vsync = self.engine.get(self.pins.vsync);
        let within_pulse = vsync == pulse;
        while *left > 0 && self.past.clocks < end {
            // A picture is complete when the vertical pulse begins. Before the first pulse its phase is unknown, so
            // only a line is run at a time; after that, no further than the next pulse.
            let most = match self.pulse_begins {
                Some(phase) => (phase + FRAME_CLOCKS - 1 - self.past.clocks % FRAME_CLOCKS) % FRAME_CLOCKS + 1,
                None if within_pulse => 1,
                None => LINE_CLOCKS,
            };
            let start = self.past.clocks;
            let seen = self.advance(most.min(end - start), true);
            monitor.watch(seen, columns, |frame| {
                if *left > 0 && said.is_ok() {
                    said = show(frame);
                    *left -= 1;
                }
            });
            let mut begins = None;
            for clock in 0..seen.clocks() {
                let level = seen.get(columns[1], clock);
                if level == pulse && vsync != pulse {
                    begins = Some((start + clock as u64 + 1) % FRAME_CLOCKS);
                }
                vsync = level;
            }
            self.pulse_begins = begins.or(self.pulse_begins);
            std::mem::replace(&mut said, Ok(()))?;
        }
        Ok(())
    }

    /// The picture the machine shows now: the next complete one, scanned without any clock passing.
    ///
    /// # Errors
    /// As [`Machine::frames`].
    pub fn frame(&mut self) -> Result<Frame> {
        let mut picture = None;
        self.aside(|machine| {
            let (mut monitor, end) = (machine.monitor(), machine.past.clocks + 4 * FRAME_CLOCKS);
            machine.scan(&mut monitor, &mut 1, end, &mut |frame| {
                picture = Some(frame.clone());
                Ok(())
            })
        })?;
        picture.context("the monitor finds no picture: its sync pulses are not those of 640x480")
    }

    /// The game on the board, even if its page is not shown.
    ///
    /// # Errors
    /// If it is not a legal game, which only a faulty machine can play.
    pub fn record(&self) -> Result<Record> {
        match self.engine.get(self.pins.game) {
            OTHELLO => Ok(self.othello.record().into()),
            _ => Ok(self.played.record()?.into()),
        }
    }

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
        Ok(State {
            page: name(pins.page, &["mode", "game", "bring_up", "home", "club"])?,
            asking: get(pins.asking) == 1,
            game: name(pins.game, &["gomoku", "othello"])?,
            mode: settings.mode(),
            level: settings.level(),
            rule: match othello {
                true => None,
                false => Some(gomoku::rule(get(pins.rule))?),
            },
            seats: settings.seats.map(|seat| match seat.computer {
                true => "computer",
                false => "person",
            }),
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
