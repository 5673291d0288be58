//! The thread that runs the machine: it follows orders, keeps the pace, and shows what there is to see.
//!
//! Between two slices of clocks it hears its orders; a slice lasts some hundredths of a second at most. While a key is on
//! its way or the machine answers it, nothing waits: the pace counts from when it rests again. It holds while a computer thinks:
//! who may take five seconds takes five. What falls far behind its pace does not run after it.
//!
//! | what is done to the picture | comes to                                                            |
//! |-----------------------------|---------------------------------------------------------------------|
//! | while a key is on its way   | what is meant, once the machine rests                               |
//! | while a computer thinks     | nothing on the board, at once what is meant on a key of the menu    |
//! | while the machine is paused | a word that says so                                                 |
//!
//! Without a page the machine rests.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Serialize;
use tengen_sim::{Frame, Monitor};
use tokio::sync::{broadcast, watch};

use super::kept::{Keeper, Kept};
use super::order::Order;
use super::recorder::{Film, Waves};
use super::running::Running;
use crate::gateware::keyboard::key::{self, KEYS};
use crate::notation::{self, Record};
use crate::sgf;
use crate::simulation::machine::{LINE_CLOCKS, Machine, State};
use crate::simulation::pointer;
use crate::simulation::reader;
use crate::simulation::replay::{Replay, Stroke};

/// Clocks between two looks at the orders, at most: whole lines of the scan.
const SLICE: u64 = 20 * LINE_CLOCKS;
/// The same while waves are written, which takes longer.
const WAVE_SLICE: u64 = 1000;
/// Between two looks at a machine that is busy.
const LOOK: u64 = 200;
/// Pieces of sound that a page may be behind; it misses older ones.
const MOST_HEARD: usize = 64;
/// Orders that may wait until a game has been played back.
const MOST_WAITING: usize = 1000;
/// Slices a second, when it is slow.
const SLICES: u64 = 50;
/// Between two pictures, and between two reports if there is no news.
const PICTURE: Duration = Duration::from_millis(20);
const REPORT: Duration = Duration::from_millis(250);
/// What is further behind its pace begins anew.
const MOST_BEHIND: Duration = Duration::from_millis(250);

/// The newest of everything, for whoever watches.
pub struct Shown {
    /// The picture as PNG.
    pub picture: watch::Sender<Arc<[u8]>>,
    /// A `Status` as JSON.
    pub status: watch::Sender<Arc<str>>,
    /// Files that were recorded.
    pub film: Mutex<Option<Arc<[u8]>>>,
    pub waves: Mutex<Option<Arc<[u8]>>>,
    /// The game on the board.
    pub game: Mutex<Option<Record>>,
    /// What is heard, some samples at a time, see [`crate::simulation::speaker`].
    pub sound: broadcast::Sender<Arc<[i8]>>,
}

impl Default for Shown {
    fn default() -> Self {
        Shown {
            picture: watch::Sender::new(Arc::new([])),
            status: watch::Sender::new("{}".into()),
            film: Mutex::default(),
            waves: Mutex::default(),
            game: Mutex::default(),
            sound: broadcast::Sender::new(MOST_HEARD),
        }
    }
}

/// What a page is told of the machine.
#[derive(Serialize)]
struct Status {
    engine: &'static str,
    /// Since power-on.
    clocks: u64,
    /// A second, of late.
    rate: u64,
    /// Clocks a second it keeps to; none is as fast as it goes.
    pace: Option<u64>,
    /// Clocks of a second of the game's own clock.
    second: u64,
    paused: bool,
    /// Pictures of the film being made.
    film: Option<usize>,
    has_film: bool,
    /// Clocks of waves still to come.
    waves: Option<u64>,
    has_waves: bool,
    /// Plies that are played back, and of how many.
    replay: Option<(usize, usize)>,
    /// What went wrong with the last order, or is to be known of it.
    trouble: Option<String>,
    /// The game so far: `h8`, or nothing for a turn that was passed or lost; and who plays it, as far as that is known.
    plies: Vec<String>,
    players: [String; 2],
    /// A computer is at work on its move, or on a hint.
    thinking: bool,
    /// The chosen line of a page, in words.
    line: Option<String>,
    /// Games that were begun.
    games: u64,
    /// The clocks in which the last key or click was heard, and the last ply was played or taken back.
    heard: u64,
    played: u64,
    machine: State,
}

/// What a page is told of at once: whether a computer thinks, and the clock of the last ply.
type News = (bool, u64);

/// What runs, and how it is seen.
pub struct Setup {
    pub engine: &'static str,
    pub second: u64,
}

pub struct Session {
    setup: Setup,
    machine: Machine<Running>,
    monitor: Monitor,
    /// The last whole picture of the scan that has not been shown yet.
    scanned: Option<Frame>,
    orders: Receiver<Order>,
    shown: Arc<Shown>,
    pace: Option<u64>,
    paused: bool,
    /// Clocks until it pauses.
    steps: Option<u64>,
    frame: Option<Frame>,
    film: Option<Film>,
    waves: Option<Waves>,
    /// A game that is being played back.
    replay: Option<Replay>,
    /// What its file says of it.
    file: Option<Record>,
    /// Keys and points that wait for that.
    waiting: VecDeque<Order>,
    /// Who keeps the machine for the next session.
    keeper: Option<Keeper>,
    trouble: Option<String>,
    /// The game on the board as it was last told, and its players.
    plies: Vec<String>,
    players: [String; 2],
    news: News,
    /// The clock in which the last key or click came.
    heard: u64,
    /// Where the pace counts from.
    origin: (Instant, u64),
    reported: (Instant, u64),
    pictured: Instant,
    rate: u64,
}

impl Session {
    /// # Errors
    /// If the engine does not run a console.
    pub fn new(setup: Setup, engine: Running, orders: Receiver<Order>, shown: Arc<Shown>) -> Result<Session> {
        let machine = Machine::new(engine)?.with_speaker();
        let now = Instant::now();
        Ok(Session {
            monitor: machine.monitor(),
            scanned: None,
            pace: Some(setup.second),
            setup,
            machine,
            orders,
            shown,
            paused: false,
            steps: None,
            frame: None,
            film: None,
            waves: None,
            replay: None,
            file: None,
            waiting: VecDeque::new(),
            keeper: None,
            trouble: None,
            plies: vec![],
            players: [const { String::new() }; 2],
            news: (false, 0),
            heard: 0,
            origin: (now, 0),
            reported: (now, 0),
            pictured: now,
            rate: 0,
        })
    }

    /// The same kept by that keeper, and going on from what was kept before.
    pub fn kept(mut self, keeper: Keeper, before: Option<Kept>) -> Session {
        self.keeper = Some(keeper);
        if let Some(Kept { past, moment, .. }) = before
            && self.machine.engine_mut().resume(past.clocks(), &moment)
        {
            self.machine.recall(past);
            // A key that was held down when the machine was kept is not held any more.
            let up = |key| Stroke { key, down: false };
            self.machine.strike(&KEYS.each_ref().map(up));
            self.begin_pace();
            self.reported = self.origin;
        }
        self
    }

    /// Until nobody can give orders any more.
    ///
    /// # Errors
    /// If the machine is in a state that means nothing.
    pub fn run(mut self) -> Result<()> {
        self.report()?;
        while self.hear() {
            if self.paused {
                self.show()?;
                self.report()?;
                // The next order is what there is to wait for.
                match self.orders.recv() {
                    Ok(order) => self.follow(order),
                    Err(_) => return Ok(()),
                }
                self.begin_pace();
                continue;
            }
            if self.unwatched() {
                self.report()?;
                if !self.rest() {
                    return Ok(());
                }
                continue;
            }
            self.play_back()?;
            self.catch_up();
            // A game that is played back goes by as fast as it goes.
            if self.replay.is_none() {
                self.slice();
            }
            let due = if self.replay.is_some() { REPORT } else { PICTURE };
            if self.pictured.elapsed() >= due {
                self.show()?;
            }
            self.sound();
            if self.reported.0.elapsed() >= REPORT || self.news != self.newest() {
                self.report()?;
            }
        }
        Ok(())
    }

    /// No page is open, and nothing is being recorded or played back.
    fn unwatched(&self) -> bool {
        let kept = self.film.is_some() || self.waves.is_some() || self.replay.is_some();
        self.shown.picture.receiver_count() == 0 && self.frame.is_some() && !kept
    }

    /// Waits for a page, or an order. False once nobody can order.
    fn rest(&mut self) -> bool {
        while self.unwatched() {
            match self.orders.recv_timeout(PICTURE) {
                Ok(order) => {
                    self.follow(order);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        self.begin_pace();
        true
    }

    fn newest(&self) -> News {
        (self.machine.computer_thinks(), self.machine.last_ply())
    }

    /// Hands on what was heard, unless it was silence. Without a page nobody listens, which is no failure.
    fn sound(&mut self) {
        let samples = self.machine.heard();
        if samples.iter().any(|sample| *sample != 0) {
            let _ = self.shown.sound.send(samples.into());
        }
    }

    /// Follows what was ordered, and waits as long as the machine is ahead of its pace. False once nobody can order.
    fn hear(&mut self) -> bool {
        loop {
            match self.orders.try_recv() {
                Ok(order) => self.follow(order),
                Err(TryRecvError::Disconnected) => return false,
                Err(TryRecvError::Empty) => break,
            }
        }
        if self.paused || self.reacts() || self.replay.is_some() {
            self.begin_pace();
            return true;
        }
        let Some(ahead) = self.ahead() else { return true };
        match self.orders.recv_timeout(ahead) {
            Ok(order) => self.follow(order),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return false,
        }
        true
    }

    /// A key is on its way, or the machine answers it.
    fn reacts(&mut self) -> bool {
        !self.machine.keyboard().idle() || self.settles()
    }

    /// The machine has something to do that is over soon, as a search is not.
    fn settles(&self) -> bool {
        self.machine.busy() && !self.machine.computer_thinks()
    }

    fn begin_pace(&mut self) {
        self.origin = (Instant::now(), self.machine.clocks());
    }

    /// How long until the next clock is due; `None`: it is.
    fn ahead(&mut self) -> Option<Duration> {
        let clocks = self.machine.clocks() - self.origin.1;
        let due = Duration::from_secs_f64(clocks as f64 / self.pace? as f64);
        let elapsed = self.origin.0.elapsed();
        if elapsed > due + MOST_BEHIND {
            self.begin_pace();
        }
        due.checked_sub(elapsed).filter(|ahead| !ahead.is_zero())
    }

    /// Does what was ordered. Keys and points wait for the end of a game that is played back, and points for a machine that will
    /// soon show what it has to do.
    fn follow(&mut self, order: Order) {
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

    /// Follows what has waited, as far as it may now.
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
        // What was wrong before is over.
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
            Order::Pause => {
                (self.paused, self.steps) = (true, None);
                self.waiting.retain(|order| !matches!(order, Order::Point { .. }));
            }
            Order::Resume => (self.paused, self.steps) = (false, None),
            Order::Step { clocks } => (self.paused, self.steps) = (false, Some(clocks)),
            Order::Speed { clocks } => {
                self.pace = clocks;
                self.begin_pace();
            }
            Order::Film { on: true } => {
                if let (None, Some(frame)) = (&self.film, &self.frame) {
                    self.film = Some(Film::new(frame.clone()));
                }
            }
            Order::Film { on: false } => self.end_film(),
            Order::Waves { thousands } if self.waves.is_none() => {
                let waves = Waves::new(self.machine.engine_mut(), thousands * 1000);
                self.waves = self.said(waves);
            }
            Order::Waves { .. } => {}
            Order::CancelWaves => {
                if let Some(waves) = self.waves.take() {
                    let ended = waves.cancel(self.machine.engine_mut());
                    self.said(ended);
                }
            }
            // The server answers the page that asks.
            Order::Read { .. } | Order::Evaluate(_) | Order::CancelEvaluation => {}
            Order::Sgf { text, node } => {
                let game = load(&text, node);
                if let Some(file) = self.said(game) {
                    self.replay = Some(Replay::new(&file));
                    self.trouble = Some(file.remarks().join("; ")).filter(|remarks| !remarks.is_empty());
                    self.file = Some(file);
                }
            }
        }
    }

    /// The result, or its error among the troubles.
    fn said<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.trouble = Some(format!("{error:#}"))).ok()
    }

    fn end_film(&mut self) {
        if let Some(film) = self.film.take() {
            let film = film.finish();
            if let Some(film) = self.said(film) {
                *self.shown.film.lock().unwrap_or_else(|poison| poison.into_inner()) = Some(film.into());
            }
        }
    }

    /// Some clocks, as many as may go by before the next look at the orders.
    fn slice(&mut self) {
        let slow = self.pace.map_or(SLICE, |pace| (pace / SLICES).clamp(1, SLICE));
        // To the end of a line, where the engines that run many clocks together pause.
        let aligned = if slow > LINE_CLOCKS {
            slow - (self.machine.clocks() + slow) % LINE_CLOCKS
        } else {
            slow
        };
        let clocks = self.steps.map_or(aligned, |steps| steps.min(SLICE));
        let clocks = self.clocks(clocks);
        if let Some(steps) = &mut self.steps {
            *steps -= clocks;
            if *steps == 0 {
                (self.paused, self.steps) = (true, None);
            }
        }
    }

    /// So many clocks before the monitor's eyes, or as many of them as waves allow; how many.
    fn clocks(&mut self, most: u64) -> u64 {
        let left = self.waves.as_ref().map_or(u64::MAX, |waves| waves.left.min(WAVE_SLICE));
        let clocks = most.min(left);
        let scanned = &mut self.scanned;
        self.machine
            .watch(clocks, &mut self.monitor, |frame| *scanned = Some(frame.clone()));
        if let Some(mut waves) = self.waves.take() {
            waves.left -= clocks;
            if waves.left > 0 {
                self.waves = Some(waves);
            } else {
                let waves = waves.finish(self.machine.engine_mut());
                if let Some(waves) = self.said(waves) {
                    *self.shown.waves.lock().unwrap_or_else(|poison| poison.into_inner()) = Some(waves.into());
                }
            }
        }
        clocks
    }

    /// Goes on with the game that is being played back, for as long as a page waits for its picture at most.
    fn play_back(&mut self) -> Result<()> {
        let begun = Instant::now();
        while self.replay.is_some() && begun.elapsed() < PICTURE {
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
            // What has waited is followed next, once nothing is left to play back.
            if let Some(Some(strokes)) = self.said(strokes) {
                self.machine.strike(&strokes);
                self.replay = Some(replay);
            }
        }
        Ok(())
    }

    /// Shows the picture if it is another.
    fn show(&mut self) -> Result<()> {
        self.pictured = Instant::now();
        let Some(frame) = self.scanned.take().filter(|frame| self.frame.as_ref() != Some(frame)) else {
            return Ok(());
        };
        let mut png = vec![];
        frame.write_png(&mut png)?;
        self.shown.picture.send_replace(png.into());
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
        let (now, clocks) = (Instant::now(), self.machine.clocks());
        let elapsed = now.duration_since(self.reported.0).as_secs_f64();
        if elapsed >= REPORT.as_secs_f64() {
            self.rate = ((clocks - self.reported.1) as f64 / elapsed) as u64;
            self.reported = (now, clocks);
        }
        self.news = self.newest();
        // In the middle of a move there may be no game by the rules; the last one is shown until there is.
        if let Ok(mut record) = self.machine.record() {
            self.plies = record.moves();
            if self.plies.is_empty() && self.replay.is_none() {
                self.file = None;
            }
            let own = record.players();
            if let Some(file) = &self.file {
                record.recall(file);
            }
            self.players = record.players();
            // Who has the seats now may be others than played the last ply.
            for ((player, own), seated) in self.players.iter_mut().zip(own).zip(self.machine.seated()) {
                if !seated.is_empty() || !own.is_empty() {
                    *player = seated;
                }
            }
            *self.shown.game.lock().unwrap_or_else(|poison| poison.into_inner()) = Some(record);
        }
        let machine = self.machine.state()?;
        self.keep(&machine);
        let has = |file: &Mutex<Option<Arc<[u8]>>>| file.lock().is_ok_and(|file| file.is_some());
        let status = Status {
            engine: self.setup.engine,
            clocks,
            rate: self.rate,
            pace: self.pace,
            second: self.setup.second,
            paused: self.paused,
            film: self.film.as_ref().map(Film::pictures),
            has_film: has(&self.shown.film),
            waves: self.waves.as_ref().map(|waves| waves.left),
            has_waves: has(&self.shown.waves),
            replay: self.replay.as_ref().map(Replay::progress),
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
        self.shown.status.send_replace(serde_json::to_string(&status)?.into());
        Ok(())
    }

    /// Keeps the machine, if it stands otherwise than when it was kept last.
    fn keep(&mut self, state: &State) {
        let wanted = self.keeper.as_ref().is_some_and(|keeper| keeper.wants(state));
        // What the keyboard has yet to send would be lost.
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

/// The game of a file: its main line, or the one to a node.
fn load(text: &str, node: Option<usize>) -> Result<Record> {
    let file = text.as_bytes();
    let Some(node) = node else {
        return notation::read(file);
    };
    let (nodes, record): (usize, Record) = match notation::notation(file) {
        None => {
            let tree = sgf::read_tree(file)?;
            let nodes = tree.nodes.len();
            (nodes, tree.record(node.min(nodes - 1)).into())
        }
        Some(format) => {
            let record = notation::othello::read(file, format)?;
            let nodes = record.game.plies().len() + 1;
            (nodes, record.until(node).into())
        }
    };
    if node >= nodes {
        bail!("this game has no node {node}");
    }
    Ok(record)
}
