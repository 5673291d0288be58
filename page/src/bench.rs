//! A session with a circuit of one's own: inputs set by hand, its clock by steps or at a speed, its signals looked at.
//!
//! Its owner drives it as it does a [`Session`](super::session::Session). Power-on leaves it paused.
//!
//! ```text
//! owner    follow: set button 1   follow: step 4         turn            turn
//! bench    settles, says outputs                         4 clocks: Now   paused: AtOrder
//! ```
//!
//! | order               | effect                                                          |
//! |---------------------|-----------------------------------------------------------------|
//! | pause, resume, step | stops, runs at its speed, runs that many clocks and stops       |
//! | speed               | the most clocks per second                                      |
//! | set                 | drives an input from the next clock on; outputs settle at once  |
//! | look, until, waves  | as for the machine                                              |
//! | anything else       | refused: there is no keyboard, no picture and no game           |

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_sim::stored::CircuitFile;
use tengen_sim::{Engine, PortDirection, Seen, WaveSignal};

use super::clock::{now, since};
use super::inspection::{Inspection, Present, Until};
use super::looking::{RING, text, value};
use super::offered::Offered;
use super::order::Order;
use super::pace::Pace;
use super::recorder::Waves;
use super::running::Running;
use super::session::{Next, Viewer};

/// The most clocks between two checks for orders.
const SLICE: u64 = 16_000;
/// The same while waves are recorded, which is slower.
const WAVE_SLICE: u64 = 1000;
/// Slices per second at low speed: what changes is seen at once.
const SLICES: u64 = 50;
/// The time between two reports while it runs.
const REPORT: Duration = Duration::from_millis(50);
/// Its speed at first, in clocks per second: the eye follows.
pub const FIRST_PACE: u64 = 10;

/// What a bench tells its page, as JSON.
#[derive(Serialize)]
struct Status<'a> {
    circuit: &'a str,
    /// The clocks since power-on.
    clocks: u64,
    /// The clocks per second recently.
    rate: u64,
    /// The most clocks per second; `None`: no limit.
    pace: Option<u64>,
    paused: bool,
    /// The clocks of waves left to record.
    waves: Option<u64>,
    has_waves: bool,
    looked: Vec<Present>,
    until: Option<Until>,
    trouble: Option<&'a str>,
    ports: Vec<Pin>,
}

/// A port with its present value, as text.
#[derive(Serialize)]
struct Pin {
    name: String,
    width: usize,
    input: bool,
    states: Vec<String>,
    value: String,
}

/// A port that is no clock, as a signal: the type tells the names of its values.
struct Wire {
    port: usize,
    input: bool,
    signal: WaveSignal,
    /// What an input is driven with; an output's is read.
    value: u64,
}

pub struct Bench {
    name: String,
    engine: Running,
    wires: Vec<Wire>,
    viewer: Box<dyn Viewer>,
    offered: Arc<Offered>,
    /// The clocks since power-on.
    clock: u64,
    pace: Pace,
    paused: bool,
    /// The clocks until it pauses.
    steps: Option<u64>,
    inspection: Inspection,
    waves: Option<Waves>,
    trouble: Option<String>,
    /// When the last report was made; `None` if there is news.
    reported: Option<Duration>,
}

impl Bench {
    /// # Errors
    /// If the modules cannot be said as JSON.
    pub fn new(file: CircuitFile, viewer: Box<dyn Viewer>, offered: Arc<Offered>) -> Result<Bench> {
        let CircuitFile { name, netlist, ports, signals, modules } = file;
        let wire = |(port, pin): (usize, &tengen_sim::Port)| {
            let of_port = signals.iter().find(|signal| signal.path() == pin.name);
            // A struct has a signal for each field: as a port it is a number.
            let plain =
                || WaveSignal { scope: vec![], name: pin.name.into(), width: pin.width, is_clock: false, states: None };
            let signal = of_port.cloned().unwrap_or_else(plain);
            Wire { port, input: pin.direction == PortDirection::Input, signal, value: 0 }
        };
        let pins = ports.iter().enumerate();
        let pins = pins.filter(|(_, pin)| pin.direction != PortDirection::Clock);
        let wires = pins.map(wire).collect();
        let mut engine = Running::fast(netlist, ports, signals);
        engine.settle();
        offered.parts.put(engine.parts().map(|parts| parts.into_bytes().into()));
        offered.modules.put(serde_json::to_vec(&modules)?.into());
        Ok(Bench {
            name,
            engine,
            wires,
            viewer,
            offered,
            clock: 0,
            pace: Pace::new(Some(FIRST_PACE)),
            paused: true,
            steps: None,
            inspection: Inspection::default(),
            waves: None,
            trouble: None,
            reported: None,
        })
    }

    /// Runs a slice, unless it is too early for one; returns when to call again.
    ///
    /// # Errors
    /// If its status cannot be said.
    pub fn turn(&mut self) -> Result<Next> {
        if self.paused {
            self.report()?;
            return Ok(Next::AtOrder);
        }
        if let Some(ahead) = self.pace.ahead(self.clock).filter(|_| self.steps.is_none()) {
            if self.reported.is_none() {
                self.report()?;
            }
            return Ok(Next::In(ahead));
        }
        self.slice();
        if self.reported.is_none_or(|reported| since(reported) >= REPORT) {
            self.report()?;
        }
        Ok(Next::Now)
    }

    /// Obeys an order.
    pub fn follow(&mut self, order: Order) {
        self.trouble = None;
        self.reported = None;
        let obeyed = self.obey(order);
        self.said(obeyed);
    }

    fn obey(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Pause => self.pause(),
            Order::Resume => {
                (self.paused, self.steps) = (false, None);
                self.pace.begin(self.clock);
            }
            Order::Step { clocks } => {
                (self.paused, self.steps, self.inspection.until) = (false, Some(clocks), None);
            }
            Order::Speed { clocks } => self.pace.set_limit(clocks, self.clock),
            Order::Set { port, value } => self.set(&port, &value)?,
            Order::Waves { .. } | Order::Until { signal: Some(_), .. } if self.waves.is_some() => {
                bail!("waves are being recorded");
            }
            Order::Waves { thousands, signals, format } => {
                let clocks = thousands * 1000;
                self.waves = Some(Waves::new(&mut self.engine, &self.name, clocks, signals, format)?);
                // They end by themselves, and take no longer than they must.
                (self.paused, self.steps, self.inspection.until) = (false, Some(clocks), None);
            }
            Order::CancelWaves => {
                if let Some(waves) = self.waves.take() {
                    waves.cancel(&mut self.engine)?;
                    self.inspection.look_again(&mut self.engine, self.clock)?;
                    self.pause();
                }
            }
            Order::Look { signals } => self.inspection.look(&mut self.engine, self.clock, signals)?,
            Order::Until { signal: None, .. } => self.inspection.until = None,
            Order::Until { signal: Some(signal), value } => {
                self.inspection.begin(&mut self.engine, self.clock, signal, value)?;
                (self.paused, self.steps) = (false, None);
                self.pace.begin(self.clock);
            }
            _ => bail!("a circuit has no keyboard, no picture and no game"),
        }
        Ok(())
    }

    /// Drives an input.
    fn set(&mut self, port: &str, text: &str) -> Result<()> {
        let mut wires = self.wires.iter_mut().filter(|wire| wire.input);
        let wire = wires.find(|wire| wire.signal.name == port);
        let wire = wire.with_context(|| format!("there is no input {port}"))?;
        wire.value = value(&wire.signal, text)?[0];
        self.engine.set(wire.port, wire.value);
        self.engine.settle();
        Ok(())
    }

    fn pause(&mut self) {
        (self.paused, self.steps, self.inspection.until) = (true, None, None);
        self.reported = None;
    }

    /// The result; an error becomes the message to the page.
    fn said<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.trouble = Some(format!("{error:#}"))).ok()
    }

    /// Runs as many clocks as may pass before the next check for orders.
    fn slice(&mut self) {
        let paced = self.pace.limit().map_or(SLICE, |pace| (pace / SLICES).clamp(1, SLICE));
        let most = self.steps.map_or(paced, |steps| steps.min(SLICE));
        if let Some(until) = self.inspection.until.take() {
            return self.run_until(until, most);
        }
        let clocks = self
            .waves
            .as_ref()
            .map_or(most, |waves| most.min(waves.left).min(WAVE_SLICE));
        self.run(clocks);
        if let Some(mut waves) = self.waves.take() {
            waves.left -= clocks;
            if waves.left > 0 {
                self.waves = Some(waves);
            } else {
                let finished = waves.finish(&mut self.engine);
                if let Some(waves) = self.said(finished) {
                    self.offered.waves.put(waves.into());
                }
                let looked = self.inspection.look_again(&mut self.engine, self.clock);
                self.said(looked);
            }
        }
        if let Some(steps) = &mut self.steps {
            *steps -= clocks;
            if *steps == 0 {
                self.pause();
            }
        }
    }

    /// Runs that many clocks.
    fn run(&mut self, clocks: u64) {
        self.remember(self.clock + clocks);
        self.advance(clocks);
    }

    fn advance(&mut self, clocks: u64) {
        self.engine.watch(clocks as usize, &[], &mut Seen::of(&[]));
        self.clock += clocks;
    }

    /// Forgets the changes of signals that nobody can look at after that clock.
    fn remember(&mut self, clock: u64) {
        if let Some(looking) = self.engine.looking() {
            looking.remember(clock.saturating_sub(RING));
        }
    }

    /// Runs at most that many clocks, and pauses in the clock in which the end of a run is met: the engine has then run
    /// some more, so it goes back to before and runs up to there.
    fn run_until(&mut self, until: Until, most: u64) {
        let begun = self.clock;
        self.remember(begun);
        let can = self.engine.keep();
        self.advance(most);
        match until.met(&self.engine).filter(|_| can) {
            Some(end) => {
                self.engine.go_back();
                self.clock = begun;
                self.advance(end - begun);
                self.pause();
            }
            None => self.inspection.until = Some(until),
        }
    }

    fn report(&mut self) -> Result<()> {
        self.reported = Some(now());
        if let Some(ring) = self.engine.ring() {
            self.offered.ring.put(Arc::new(ring));
        }
        let pin = |wire: &Wire| {
            let present = if wire.input { wire.value } else { self.engine.get(wire.port) };
            Pin {
                name: wire.signal.name.clone(),
                width: wire.signal.width,
                input: wire.input,
                states: wire.signal.states.as_ref().map_or(vec![], |states| states.1.clone()),
                value: text(&wire.signal, &[present]),
            }
        };
        let status = Status {
            circuit: &self.name,
            clocks: self.clock,
            rate: self.pace.rate(self.clock),
            pace: self.pace.limit(),
            paused: self.paused,
            waves: self.waves.as_ref().map(|waves| waves.left),
            has_waves: self.offered.waves.exists(),
            looked: self.inspection.present(&self.engine),
            until: self.inspection.until.clone(),
            trouble: self.trouble.as_deref(),
            ports: self.wires.iter().map(pin).collect(),
        };
        self.viewer.status(serde_json::to_string(&status)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
