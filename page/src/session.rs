//! What happens in a session: it obeys orders, keeps the machine's speed, and shows the results.
//!
//! Its owner calls [`Session::turn`] again and again, with the orders that came meanwhile by [`Session::follow`]:
//!
//! ```text
//! owner    follow  follow  turn          turn          turn ..    turn               follow  turn
//! session                  a slice: Now  a slice: Now  In(12 ms)  a slice ..  paused: AtOrder  a slice ..
//! ```
//!
//! A slice of clocks lasts some hundredths of a second at most. While a key is being sent or the machine reacts to it,
//! the machine runs at full speed, and the speed limit applies again when it is idle. The limit also applies while a
//! computer thinks: five seconds of thinking take five seconds. If the machine falls far behind its speed, it does not
//! catch up: its second then takes longer.
//!
//! | a click on the picture      | effect                                                  |
//! |-----------------------------|---------------------------------------------------------|
//! | while a key is being sent   | carried out once the machine is idle                    |
//! | while a computer thinks     | none on the board; a key of the menu is pressed at once |
//! | while the machine is paused | a message that says so                                  |
//!
//! Without a page the machine is paused, unless its serial line is connected. An engine that finds a fault in the machine pauses it
//! too.

mod until;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tengen_sim::{Frame, Monitor};

use super::clock::{now, since};
use super::game_file;
use super::inspection::Inspection;
use super::looking::RING;
use super::offered::Offered;
use super::order::Order;
use super::pace::Pace;
use super::recorder::{Film, Waves};
use super::running::Running;
use super::saved::{Keeper, Kept};
use super::status::Status;
use crate::gateware::keyboard::key::{self, KEYS};
use crate::notation::Record;
use crate::simulation::line::Line;
use crate::simulation::machine::{Machine, State};
use crate::simulation::pointer;
use crate::simulation::reader;
use crate::simulation::replay::Replay;
use crate::simulation::stroke::Stroke;
use crate::simulation::timing::LINE_CLOCKS;

/// The most clocks between two checks for orders: whole scan lines.
const SLICE: u64 = 20 * LINE_CLOCKS;
/// The same while waves are recorded, which is slower.
const WAVE_SLICE: u64 = 1000;
/// The clocks between two checks of a busy machine.
const LOOK: u64 = 200;
/// The most orders that may wait while a game is played back.
const MOST_WAITING: usize = 1000;
/// Slices per second at low speed.
const SLICES: u64 = 50;
/// The time between two pictures.
const PICTURE: Duration = Duration::from_millis(20);
/// The time between two status reports without news.
const REPORT: Duration = Duration::from_millis(250);

/// The pages of a session, which get its results.
pub trait Viewer {
    /// Whether a page is open.
    fn watched(&self) -> bool;
    /// The picture as PNG, whenever it has changed.
    fn picture(&mut self, png: Arc<[u8]>);
    /// A [`Status`] as JSON.
    fn status(&mut self, status: String);
    /// Some samples of the sound, see [`crate::simulation::speaker`].
    fn sound(&mut self, samples: Vec<i8>);
}

/// Exchanges bytes between the machine's serial line and what it is connected to.
pub type Plug = Box<dyn FnMut(&mut Line)>;

/// When a session has something to do next, unless an order comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    Now,
    /// After this time.
    In(Duration),
    /// When an order comes: the machine is paused.
    AtOrder,
    /// When a page is opened, or an order comes.
    AtPage,
}

/// Changes of these are reported at once: whether a computer thinks, and the clock of the last ply.
type News = (bool, u64);

/// The engine's name, and the clocks of one second of the game's own clock.
pub struct Setup {
    pub engine: &'static str,
    pub second: u64,
}

pub struct Session {
    setup: Setup,
    machine: Machine<Running>,
    monitor: Monitor,
    /// The last complete picture that has not been shown yet.
    scanned: Option<Frame>,
    viewer: Box<dyn Viewer>,
    offered: Arc<Offered>,
    pace: Pace,
    paused: bool,
    /// The clocks until it pauses.
    steps: Option<u64>,
    frame: Option<Frame>,
    film: Option<Film>,
    waves: Option<Waves>,
    /// The game being played back.
    replay: Option<Replay>,
    /// The record of its file.
    file: Option<Record>,
    /// Keys and clicks that wait for the end of the playback.
    waiting: VecDeque<Order>,
    inspection: Inspection,
    /// Saves the machine for the next session.
    keeper: Option<Keeper>,
    /// What its serial line is connected to.
    plug: Option<Plug>,
    trouble: Option<String>,
    /// The game on the board, as last reported.
    plies: Vec<String>,
    /// Its players.
    players: [String; 2],
    news: News,
    /// The clock of the last key or click.
    heard: u64,
    /// When the last report was made; `None` before the first.
    reported: Option<Duration>,
    pictured: Duration,
    /// What it waits for, an order or a page; its speed is measured anew from the next slice on.
    rests: Option<Next>,
}

impl Session {
    /// # Errors
    /// If the engine does not run a console.
    pub fn new(setup: Setup, engine: Running, viewer: Box<dyn Viewer>, offered: Arc<Offered>) -> Result<Session> {
        let machine = Machine::new(engine)?.with_speaker();
        let parts = machine.engine().parts();
        offered.parts.put(parts.map(|parts| parts.into_bytes().into()));
        Ok(Session {
            monitor: machine.monitor(),
            scanned: None,
            pace: Pace::new(Some(setup.second)),
            setup,
            machine,
            viewer,
            offered,
            paused: false,
            steps: None,
            frame: None,
            film: None,
            waves: None,
            replay: None,
            file: None,
            waiting: VecDeque::new(),
            inspection: Inspection::default(),
            keeper: None,
            plug: None,
            trouble: None,
            plies: vec![],
            players: [const { String::new() }; 2],
            news: (false, 0),
            heard: 0,
            reported: None,
            pictured: now(),
            rests: None,
        })
    }

    /// The same with a keeper that saves it; continues from a saved machine.
    pub fn kept(mut self, keeper: Keeper, before: Option<Kept>) -> Session {
        self.keeper = Some(keeper);
        if let Some(Kept { past, moment, .. }) = before
            && self.machine.engine_mut().resume(past.clocks(), &moment)
        {
            self.machine.recall(past);
            // A key that was held down when the machine was saved is released.
            let up = |key| Stroke { key, down: false };
            self.machine.strike(&KEYS.each_ref().map(up));
            self.begin_pace();
        }
        self
    }

    /// The same with its serial line connected.
    pub fn linked(mut self, plug: Plug) -> Session {
        self.machine = self.machine.with_line();
        self.plug = Some(plug);
        self
    }

    /// Runs a slice, unless it is too early for one; returns when to call again.
    ///
    /// # Errors
    /// If the machine's state is invalid.
    pub fn turn(&mut self) -> Result<Next> {
        if self.reported.is_none() {
            self.report()?;
        }
        if self.paused {
            self.show()?;
            self.report()?;
            self.rests = Some(Next::AtOrder);
            return Ok(Next::AtOrder);
        }
        if self.unwatched() {
            if self.rests.replace(Next::AtPage) != Some(Next::AtPage) {
                self.report()?;
            }
            return Ok(Next::AtPage);
        }
        if self.rests.take().is_some() || self.reacts() || self.replay.is_some() {
            self.begin_pace();
        } else if let Some(ahead) = self.pace.ahead(self.machine.clocks()) {
            return Ok(Next::In(ahead));
        }
        self.play_back()?;
        self.catch_up();
        // A game is played back at full speed.
        if self.replay.is_none() {
            self.slice();
        }
        let due = if self.replay.is_some() { REPORT } else { PICTURE };
        if since(self.pictured) >= due {
            self.show()?;
        }
        self.sound();
        let overdue = self.reported.is_none_or(|reported| since(reported) >= REPORT);
        if overdue || self.news != self.newest() {
            self.report()?;
        }
        Ok(Next::Now)
    }

    /// Whether no page is open, nothing is being recorded or played back, and the serial line is not connected.
    fn unwatched(&self) -> bool {
        let kept = self.film.is_some() || self.waves.is_some() || self.replay.is_some() || self.plug.is_some();
        !self.viewer.watched() && self.frame.is_some() && !kept
    }

    fn newest(&self) -> News {
        (self.machine.computer_thinks(), self.machine.last_ply())
    }

    /// Sends the sound to the pages, unless it is silent.
    fn sound(&mut self) {
        let samples = self.machine.heard();
        if samples.iter().any(|sample| *sample != 0) {
            self.viewer.sound(samples);
        }
    }

    /// Whether a key is being sent or the machine is reacting to it.
    fn reacts(&mut self) -> bool {
        !self.machine.keyboard().idle() || self.settles()
    }

    /// Whether the machine is busy with something short, not with a search.
    fn settles(&self) -> bool {
        self.machine.busy() && !self.machine.computer_thinks()
    }

    fn begin_pace(&mut self) {
        self.pace.begin(self.machine.clocks());
    }

    /// Obeys an order, or queues it: keys and clicks wait for the end of a playback, and clicks also for a machine that
    /// is about to change its picture.
    pub fn follow(&mut self, order: Order) {
        let queued = self.replay.is_some() || !self.waiting.is_empty();
        let waits = match order {
            Order::Key { .. } => queued,
            Order::Point { .. } if self.paused => false,
            Order::Point { .. } => queued || self.settles(),
            _ => false,
        };
        if waits && self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(order);
        } else {
            self.obey(order);
        }
    }

    /// Obeys queued orders, as far as possible now.
    fn catch_up(&mut self) {
        while self.replay.is_none() {
            let point = matches!(self.waiting.front(), Some(Order::Point { .. }));
            if point && self.settles() {
                return;
            }
            let Some(order) = self.waiting.pop_front() else { return };
            self.obey(order);
        }
    }

    fn obey(&mut self, order: Order) {
        // A new order clears the last message, but the release of a key does not.
        if !matches!(order, Order::Key { down: false, .. }) {
            self.trouble = None;
        }
        if matches!(order, Order::Key { .. } | Order::Point { .. }) {
            self.heard = self.machine.clocks();
        }
        match order {
            Order::Key { name, down } => match key::named(&name) {
                Some(key) => self.machine.strike(&[Stroke { key, down }]),
                None => self.trouble = Some(format!("the machine has no key {name}")),
            },
            Order::Point { .. } if self.paused => {
                self.trouble = Some("the machine is paused: a click does nothing".into());
            }
            Order::Point { x, y } => {
                let state = self.machine.state();
                if let Some(state) = self.said(state) {
                    let thinks = self.machine.computer_thinks();
                    self.machine.strike(&pointer::strokes(&state, thinks, x, y));
                }
            }
            Order::Pause => self.pause(),
            Order::Resume => (self.paused, self.steps) = (false, None),
            Order::Step { clocks } => {
                (self.paused, self.steps) = (false, Some(clocks));
                self.inspection.until = None;
            }
            Order::Speed { clocks } => self.pace.set_limit(clocks, self.machine.clocks()),
            Order::Film { on: true } => {
                if let (None, Some(frame)) = (&self.film, &self.frame) {
                    self.film = Some(Film::new(frame.clone()));
                }
            }
            Order::Film { on: false } => self.end_film(),
            Order::Waves { .. } | Order::Sgf { .. } if self.inspection.until.is_some() => {
                self.trouble = Some("the machine runs until a signal changes: pause it before".into());
            }
            Order::Waves { thousands, signals, format } if self.waves.is_none() => {
                let waves = Waves::new(self.machine.engine_mut(), "console", thousands * 1000, signals, format);
                self.waves = self.said(waves);
            }
            Order::Waves { .. } => {}
            Order::CancelWaves => {
                if let Some(waves) = self.waves.take() {
                    let ended = waves.cancel(self.machine.engine_mut());
                    self.said(ended);
                    self.look_again();
                }
            }
            Order::Look { signals } => {
                let clock = self.machine.clocks();
                let looked = self.inspection.look(self.machine.engine_mut(), clock, signals);
                self.said(looked);
            }
            Order::Until { signal: None, .. } => self.inspection.until = None,
            Order::Until { .. } if self.waves.is_some() || self.replay.is_some() => {
                self.trouble =
                    Some("no run until a signal changes while waves are recorded or a game is played back".into());
            }
            Order::Until { signal: Some(signal), value } => {
                let clock = self.machine.clocks();
                let begun = self.inspection.begin(self.machine.engine_mut(), clock, signal, value);
                if self.said(begun).is_some() {
                    (self.paused, self.steps) = (false, None);
                }
            }
            Order::Set { .. } => self.trouble = Some("the machine's inputs are its keys".into()),
            // The owner answers these itself.
            Order::Read { .. } | Order::Evaluate(_) | Order::CancelEvaluation => {}
            Order::Sgf { text, node } => {
                let game = game_file::load(&text, node);
                if let Some(file) = self.said(game) {
                    self.replay = Some(Replay::new(&file));
                    self.trouble = Some(file.head().remarks.join("; ")).filter(|remarks| !remarks.is_empty());
                    self.file = Some(file);
                }
            }
        }
    }

    fn pause(&mut self) {
        (self.paused, self.steps, self.inspection.until) = (true, None, None);
        self.waiting.retain(|order| !matches!(order, Order::Point { .. }));
    }

    /// The result; an error becomes the message to the page.
    fn said<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.trouble = Some(format!("{error:#}"))).ok()
    }

    fn end_film(&mut self) {
        if let Some(film) = self.film.take() {
            let film = film.finish();
            if let Some(film) = self.said(film) {
                self.offered.film.put(film.into());
            }
        }
    }

    /// Runs as many clocks as may pass before the next check for orders.
    fn slice(&mut self) {
        let slow = self.pace.limit().map_or(SLICE, |pace| (pace / SLICES).clamp(1, SLICE));
        // Ends at a line's end, where engines that run in batches end theirs.
        let aligned = if slow > LINE_CLOCKS { slow - (self.machine.clocks() + slow) % LINE_CLOCKS } else { slow };
        let clocks = self.steps.map_or(aligned, |steps| steps.min(SLICE));
        if let Some(until) = self.inspection.until.take() {
            return self.run_until(until, clocks);
        }
        let clocks = self.clocks(clocks);
        if let Some(steps) = &mut self.steps {
            *steps -= clocks;
            if *steps == 0 {
                (self.paused, self.steps) = (true, None);
            }
        }
    }

    /// Runs clocks with the monitor connected: `most`, or fewer if waves are recorded; returns how many.
    fn clocks(&mut self, most: u64) -> u64 {
        let left = self.waves.as_ref().map_or(u64::MAX, |waves| waves.left.min(WAVE_SLICE));
        let clocks = most.min(left);
        self.exchange();
        let end = self.machine.clocks() + clocks;
        if let Some(looking) = self.machine.engine_mut().looking() {
            looking.remember(end.saturating_sub(RING));
        }
        let scanned = &mut self.scanned;
        self.machine
            .watch(clocks, &mut self.monitor, |frame| *scanned = Some(frame.clone()));
        if let Some(fault) = self.machine.engine_mut().fault() {
            (self.paused, self.trouble) = (true, Some(fault));
        }
        if let Some(mut waves) = self.waves.take() {
            waves.left -= clocks;
            if waves.left > 0 {
                self.waves = Some(waves);
            } else {
                let waves = waves.finish(self.machine.engine_mut());
                if let Some(waves) = self.said(waves) {
                    self.offered.waves.put(waves.into());
                }
                self.look_again();
            }
        }
        clocks
    }

    /// Exchanges bytes with what the serial line is connected to.
    fn exchange(&mut self) {
        if let (Some(plug), Some(line)) = (&mut self.plug, self.machine.line()) {
            plug(line);
        }
    }

    /// Continues a playback, for at most the time between two pictures.
    fn play_back(&mut self) -> Result<()> {
        let begun = now();
        while self.replay.is_some() && since(begun) < PICTURE {
            if self.machine.busy() {
                let clocks = self.machine.keyboard().left().clamp(LOOK, SLICE);
                self.clocks(clocks);
                continue;
            }
            let Some(mut replay) = self.replay.take() else { break };
            let strokes = replay.next(&self.machine.state()?);
            if strokes.is_err() {
                self.machine.strike(&replay.let_go());
            }
            // When nothing is left to play back, the queued orders are next.
            if let Some(Some(strokes)) = self.said(strokes) {
                self.machine.strike(&strokes);
                self.replay = Some(replay);
            }
        }
        Ok(())
    }

    /// Shows the picture if it has changed.
    fn show(&mut self) -> Result<()> {
        self.pictured = now();
        let Some(frame) = self.scanned.take().filter(|frame| self.frame.as_ref() != Some(frame)) else {
            return Ok(());
        };
        let mut png = vec![];
        frame.write_png(&mut png)?;
        let png: Arc<[u8]> = png.into();
        self.offered.picture.put(png.clone());
        self.viewer.picture(png);
        if let Some(film) = &mut self.film
            && let Err(error) = film.push(&frame)
        {
            self.trouble = Some(format!("{error:#}"));
            self.end_film();
        }
        self.frame = Some(frame);
        Ok(())
    }

    fn report(&mut self) -> Result<()> {
        let clocks = self.machine.clocks();
        self.reported = Some(now());
        self.news = self.newest();
        // In the middle of a move the record may not be a legal game; the last legal one is shown until it is.
        if let Ok(mut record) = self.machine.record() {
            self.plies = record.moves();
            if self.plies.is_empty() && self.replay.is_none() {
                self.file = None;
            }
            let own = record.head().players();
            if let Some(file) = &self.file {
                record.recall(file);
            }
            self.players = record.head().players();
            // The present players may differ from those who played the last ply.
            for ((player, own), seated) in self.players.iter_mut().zip(own).zip(self.machine.seated()) {
                if !seated.is_empty() || !own.is_empty() {
                    *player = seated;
                }
            }
            self.offered.game.put(record);
        }
        let machine = self.machine.state()?;
        self.keep(&machine);
        let engine = self.machine.engine();
        if let Some(ring) = engine.ring() {
            self.offered.ring.put(Arc::new(ring));
        }
        let status = Status {
            engine: self.setup.engine,
            clocks,
            rate: self.pace.rate(clocks),
            pace: self.pace.limit(),
            second: self.setup.second,
            paused: self.paused,
            film: self.film.as_ref().map(Film::pictures),
            has_film: self.offered.film.exists(),
            waves: self.waves.as_ref().map(|waves| waves.left),
            has_waves: self.offered.waves.exists(),
            replay: self.replay.as_ref().map(Replay::progress),
            looked: self.inspection.present(engine),
            until: self.inspection.until.clone(),
            trouble: self.trouble.clone(),
            plies: self.plies.clone(),
            players: self.players.clone(),
            thinking: self.news.0,
            heard: self.heard,
            played: self.news.1,
            games: self.machine.games(),
            line: self.frame.as_ref().and_then(|frame| reader::chosen(&machine, frame)),
            machine,
        };
        self.viewer.status(serde_json::to_string(&status)?);
        Ok(())
    }

    /// Saves the machine if its state differs from when it was last saved.
    fn keep(&mut self, state: &State) {
        let wanted = self.keeper.as_ref().is_some_and(|keeper| keeper.wants(state));
        // Bytes still waiting in the keyboard would be lost.
        if !wanted || !self.machine.keyboard().idle() {
            return;
        }
        if let (Some(keeper), Some(moment)) = (&mut self.keeper, self.machine.engine().moment())
            && let Err(error) = keeper.keep(state, self.machine.past().clone(), moment)
        {
            self.trouble = Some(format!("{error:#}"));
            self.keeper = None;
        }
    }
}

#[cfg(test)]
mod tests;
