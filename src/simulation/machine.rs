//! The console with a keyboard plugged in and a monitor on, whichever engine runs it.
//!
//! ```text
//! keys -> Keyboard -> ps2_clk, ps2_data -> [ engine ] -> syncs and colours -> Monitor -> pictures
//!                                              |
//!                                              |-> sound -> Speaker -> samples, if one is plugged in
//!                                              '-> observation outputs -> State (the spy)
//! ```
//!
//! Everything is done through the console's ports, so the rust-hdl simulation and the emitted Verilog are driven and read
//! alike. The spy follows the plies the game reports, because a memory has no ports to read it by; so the game can be
//! written down.

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

/// The clock, in clocks a second.
pub const CLOCK_HZ: u64 = 25_000_000;
/// A picture, in clocks.
pub const FRAME_CLOCKS: u64 = (Mode::VGA.horizontal.total() * Mode::VGA.vertical.total()) as u64;
/// A line of it.
pub const LINE_CLOCKS: u64 = Mode::VGA.horizontal.total() as u64;
/// For so long nothing may be pending before it counts as settled: longer than a key takes from the pins to the game.
const QUIET_CLOCKS: u64 = 1000;
/// In clocks. Painting a page and finding a move of one ply take less; what is pending for longer is a search.
const BRISK_CLOCKS: u64 = 100_000;
/// Nothing the machine does by itself takes longer than this: a player may think for five seconds.
const PATIENCE_CLOCKS: u64 = 6 * CLOCK_HZ;

/// A port by its number, and a few of them by name.
macro_rules! pins {
    ($($name:ident),*) => {
        #[derive(Clone)]
        struct Pins { $($name: usize),* }

        impl Pins {
            /// Finds every port; an error names the one that is missing.
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

/// What is watched clock by clock: by the places in this list the columns of what was seen.
impl Pins {
    const PLY: [usize; 4] = [0, 1, 2, 3];
    const ENDING: [usize; 4] = [4, 5, 6, 7];
    const SETTINGS: [usize; 6] = [8, 9, 10, 11, 12, 13];
    const PENDING: usize = 14;
    /// Only while a speaker is plugged in.
    const SOUND: usize = 15;

    /// Where the columns of the picture are.
    fn picture(heard: bool) -> [usize; 5] {
        let first = Pins::SOUND + usize::from(heard);
        std::array::from_fn(|place| first + place)
    }

    /// Without the picture, and with it.
    fn watched(&self, heard: bool) -> [Seen; 2] {
        let ply = [self.ply, self.ply_white, self.ply_row, self.ply_col];
        let ending = [self.ended, self.ended_outcome, self.ended_reason, self.ended_helped];
        let sound = [self.sound];
        let sound = if heard { &sound[..] } else { &[] };
        let game = [&ply[..], &ending, &self.settings(), &[self.pending], sound].concat();
        let picture = [self.hsync, self.vsync, self.red, self.green, self.blue];
        [Seen::of(&game), Seen::of(&[game, picture.to_vec()].concat())]
    }

    /// What a game is set to, as [`Settings::of`] takes it.
    fn settings(&self) -> [usize; 6] {
        let [black, white] = [
            [self.black_computer, self.black_level],
            [self.white_computer, self.white_level],
        ];
        [self.demo, self.rule, black[0], black[1], white[0], white[1]]
    }

    /// The club's, as [`club::Numbers::of`] takes them.
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

/// A console at work. A copy of one goes on by itself from the same moment.
#[derive(Clone)]
pub struct Machine<E: Engine> {
    engine: E,
    pins: Pins,
    /// What was seen last: without the picture, and with it.
    seen: [Seen; 2],
    /// The inputs of these clocks, and the last of them in which the keyboard still had something to send.
    changes: Vec<Change>,
    sent: Option<u64>,
    /// The vertical pulse begins after so many clocks of each picture's time, once that is known.
    pulse_begins: Option<u64>,
    keyboard: Keyboard,
    speaker: Option<Speaker>,
    /// What the keyboard's two lines were last set to.
    lines: Option<(bool, bool)>,
    played: Played,
    othello: othello::Played,
    /// How the last game has ended, until the next one begins.
    ending: Option<Ending>,
    /// The clock in which `pending` last went high; `None` while it is low.
    pending_since: Option<u64>,
    past: Past,
}

/// What a machine remembers besides what its engine holds.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Past {
    /// Since power-on.
    clocks: u64,
    /// Games that were begun.
    games: u64,
    /// The clock of the last ply that was reported.
    last_ply: u64,
    /// What was heard of the games on the boards.
    events: Vec<Event>,
}

/// What the console says in a clock in which something happens.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Event {
    /// The game chosen.
    game: u64,
    ply: [u64; 4],
    ending: [u64; 4],
    settings: [u64; 6],
}

/// The number of Othello among the games, and of a game's board among the pages.
const OTHELLO: u64 = 1;
const BOARD_PAGE: u64 = 1;

/// Where the machine stands, in the words of `--state`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    pub page: &'static str,
    /// Whether the game is to be left: the same key again does it, any other does not.
    pub asking: bool,
    pub game: &'static str,
    pub mode: &'static str,
    /// The computer's level; where there is none, or two, that of white's seat.
    pub level: u64,
    /// `None`: the game has one rule alone.
    pub rule: Option<&'static str>,
    /// Who plays black, and white; at which level, if it is the computer.
    pub seats: [&'static str; 2],
    pub levels: [Option<u64>; 2],
    pub turn: &'static str,
    /// `X` black, `O` white, `.` empty; row 0 first.
    pub board: Vec<String>,
    /// Of Othello: black's on the board, and white's.
    pub discs: Option<[u32; 2]>,
    /// Row and column.
    pub cursor: (u64, u64),
    pub last: Option<(u64, u64)>,
    /// `black`, `white` or `draw`.
    pub winner: Option<&'static str>,
    /// The foul by which black has lost.
    pub reason: Option<&'static str>,
    /// The game was left, or begun anew, while it was in progress.
    pub abandoned: bool,
    /// In the game that has ended a person took a ply back, or asked for a hint.
    pub helped: bool,
    /// Seconds left for the move, while the clock is on.
    pub clock: Option<u64>,
    pub moves: u64,
    /// A loudspeaker would be heard.
    pub sound: bool,
    /// `None`: the machine has none.
    pub club: Option<club::Numbers>,
    /// `won` or `died`, once it has ended.
    pub club_ended: Option<&'static str>,
    /// Why it is lost: `strength` or `money` below zero, or `ended` with too few coins.
    pub club_reason: Option<&'static str>,
}

impl Past {
    /// Clocks since power-on.
    pub fn clocks(&self) -> u64 {
        self.clocks
    }
}

impl<E: Engine> Machine<E> {
    /// A machine at power-on with a keyboard as fast as the receiver follows.
    ///
    /// # Errors
    /// If the engine does not run a console: the port that is missing is named.
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

    /// The same with a keyboard of another pace.
    pub fn with_keyboard(mut self, timing: KeyboardTiming) -> Self {
        self.keyboard = Keyboard::new(timing);
        self
    }

    /// The same with a speaker plugged in, which hears every clock from now on.
    pub fn with_speaker(mut self) -> Self {
        self.seen = self.pins.watched(true);
        self.speaker = Some(Speaker::default());
        self
    }

    /// The samples the speaker has heard since the last call; none if there is no speaker.
    pub fn heard(&mut self) -> Vec<i8> {
        self.speaker.as_mut().map(Speaker::take).unwrap_or_default()
    }

    pub fn engine(&self) -> &E {
        &self.engine
    }

    /// To put another engine with the same ports and the same state in its place.
    pub fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    pub fn into_engine(self) -> E {
        self.engine
    }

    /// The keyboard, to be played by hand.
    pub fn keyboard(&mut self) -> &mut Keyboard {
        &mut self.keyboard
    }

    /// Holds these push buttons down from now on: up, down, left, right, centre from bit 0.
    pub fn hold_buttons(&mut self, down: u64) {
        self.engine.set(self.pins.buttons, down);
    }

    /// How many games were begun since power-on.
    pub fn games(&self) -> u64 {
        self.past.games
    }

    /// How many clocks have passed since power-on.
    pub fn clocks(&self) -> u64 {
        self.past.clocks
    }

    /// To go on from here in another machine, whose engine is where this one's is: see [`Machine::recall`].
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// Takes over what another machine has seen.
    pub fn recall(&mut self, past: Past) {
        for event in &past.events {
            self.hear(event);
        }
        self.past = past;
    }

    /// One clock.
    pub fn step(&mut self) {
        self.cycles(1);
    }

    /// So many clocks.
    pub fn cycles(&mut self, count: u64) {
        let mut left = count;
        while left > 0 {
            left -= self.advance(left, false).clocks() as u64;
        }
    }

    /// So many clocks before the eyes of a monitor; shows each picture it completes.
    pub fn watch(&mut self, count: u64, monitor: &mut Monitor, mut show: impl FnMut(&Frame)) {
        let columns = Pins::picture(self.speaker.is_some());
        let mut left = count;
        while left > 0 {
            let seen = self.advance(left, true);
            monitor.watch(seen, columns, &mut show);
            left -= seen.clocks() as u64;
        }
    }

    /// At most so many clocks, as many as the engine runs together.
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
                    self.changes.push(Change {
                        clock: done as usize,
                        port,
                        value: value.into(),
                    });
                }
            }
            done += held;
            // In the last clock of what it sends it has nothing to say any more.
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
            // What was heard of the game before is over.
            self.past.events.retain(|other| other.game != event.game);
        }
        match event.game {
            OTHELLO => self.othello.hear_ply(event.ply, settings),
            _ => self.played.hear_ply(event.ply, settings),
        }
        self.ending = Ending::of(event.ending).or(self.ending);
        self.past.events.push(*event);
    }

    /// Presses a key and lets it go; returns when the keyboard has said so.
    pub fn press(&mut self, key: &PhysicalKey) {
        self.keyboard.press(key.code, key.extended);
        self.keyboard.release(key.code, key.extended);
        while !self.keyboard.idle() {
            self.advance(self.keyboard.left(), false);
        }
    }

    /// Lets the keyboard make these strokes, one after another, from now on.
    pub fn strike(&mut self, strokes: &[Stroke]) {
        for Stroke { key, down } in strokes {
            match down {
                true => self.keyboard.press(key.code, key.extended),
                false => self.keyboard.release(key.code, key.extended),
            }
        }
    }

    /// Whether the keyboard has something to say or the machine something to do.
    pub fn busy(&self) -> bool {
        !self.keyboard.idle() || self.engine.get(self.pins.pending) == 1
    }

    /// Whether a computer is at work on its move, or on a hint that takes it long.
    pub fn computer_thinks(&self) -> bool {
        let Some(since) = self.pending_since else { return false };
        let get = |pin: usize| self.engine.get(pin);
        let mover = self.settings().seats[get(self.pins.turn) as usize];
        let to_move = get(self.pins.page) == BOARD_PAGE && self.ending.is_none() && mover.computer;
        to_move || self.past.clocks - since > BRISK_CLOCKS
    }

    /// The clock of the last ply, as [`Machine::clocks`] counts.
    pub fn last_ply(&self) -> u64 {
        self.past.last_ply
    }

    /// What the game is set to now.
    fn settings(&self) -> Settings {
        Settings::of(self.pins.settings().map(|pin| self.engine.get(pin)))
    }

    /// Who has the seats now: the machine's own name at its level there, nothing for a person.
    pub fn seated(&self) -> [String; 2] {
        self.settings().seats.map(|seat| match self.engine.get(self.pins.game) {
            OTHELLO => othello::name(seat),
            _ => gomoku::name(seat),
        })
    }

    /// Waits until the keyboard has nothing to say and nothing is pending.
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

    /// How many bits of red, green and blue it puts out.
    pub fn widths(&self) -> [usize; 3] {
        [self.pins.red, self.pins.green, self.pins.blue].map(|pin| self.engine.ports()[pin].width)
    }

    /// A monitor that fits its outputs.
    pub fn monitor(&self) -> Monitor {
        Monitor::new(Mode::VGA, self.widths())
    }

    /// Runs for as long as so many pictures take, and hands over as many whole ones, all of them begun after this call. What is
    /// missing of the last one is scanned aside: no clock passes for it.
    ///
    /// # Errors
    /// If the syncs show no picture within four times the time it takes, or what `show` says.
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

    /// Does something that the machine then has not done: it stands where it stood before.
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
        // An engine that cannot go back, as a test's may be, goes on.
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

    /// Runs until `left` more pictures were shown, and with the clock in which the last one is complete it ends, whatever the
    /// engine; or at the clock `end`.
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
            // A picture is complete when the vertical pulse begins. Nothing is known of that before the first one; the second
            // comes a picture later, and no clock beyond it may be run.
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

    /// What the machine shows now: the next whole picture, scanned aside, so that no clock passes for it.
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

    /// The game on the board, also behind its page.
    ///
    /// # Errors
    /// If it is no game by the rules, which only a machine that is out of order plays.
    pub fn record(&self) -> Result<Record> {
        match self.engine.get(self.pins.game) {
            OTHELLO => Ok(self.othello.record().into()),
            _ => Ok(self.played.record()?.into()),
        }
    }

    /// Where the machine stands now.
    ///
    /// # Errors
    /// If an observation output has a value that means nothing.
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
