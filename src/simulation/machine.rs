//! The console with a keyboard plugged in and a monitor on, whichever engine runs it.
//!
//! ```text
//! keys -> Keyboard -> ps2_clk, ps2_data -> [ engine ] -> syncs and colours -> Monitor -> pictures
//!                                              |
//!                                              '-> observation outputs -> State (the spy)
//! ```
//!
//! Everything is done through the console's ports, so the rust-hdl simulation and the emitted Verilog are driven and read
//! alike. The spy collects the writes the game makes into its own position, because a memory has no ports to read it by,
//! and keeps their order, so that the game can be written down.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_sim::Engine;
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};
use tengen_sim::{Keyboard, KeyboardTiming};

use super::played::{Played, Table};
use crate::gateware::keyboard::key::PhysicalKey;
use crate::sgf::Record;

/// Crossings along an edge.
const SIZE: usize = 15;
/// The clock, in clocks a second.
pub const CLOCK_HZ: u64 = 25_000_000;
/// A picture, in clocks.
pub const FRAME_CLOCKS: u64 = (Mode::VGA.horizontal.total() * Mode::VGA.vertical.total()) as u64;
/// For so long nothing may be pending before it counts as settled: longer than a key takes from the pins to the game.
const QUIET_CLOCKS: u64 = 1000;
/// Nothing the machine does by itself takes longer than this.
const PATIENCE_CLOCKS: u64 = CLOCK_HZ;

/// A port by its number, and a few of them by name.
macro_rules! pins {
    ($($name:ident),*) => {
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
    pending,
    page,
    mode,
    level,
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
    result,
    reason,
    cell_write,
    cell_address,
    cell_stone
);

/// A console at work.
pub struct Machine<E: Engine> {
    engine: E,
    pins: Pins,
    keyboard: Keyboard,
    /// What the keyboard's two lines were last set to.
    lines: Option<(bool, bool)>,
    /// The position as the game wrote it, row 0 first.
    board: [[u64; SIZE]; SIZE],
    played: Played,
    clocks: u64,
}

/// Where the machine stands, in the words of `--state`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    pub page: &'static str,
    pub game: &'static str,
    pub mode: &'static str,
    pub level: u64,
    pub rule: &'static str,
    pub turn: &'static str,
    /// `X` black, `O` white, `.` empty; row 0 first.
    pub board: Vec<String>,
    /// Row and column.
    pub cursor: (u64, u64),
    pub last: Option<(u64, u64)>,
    /// `black`, `white` or `draw`.
    pub winner: Option<&'static str>,
    /// The foul by which black has lost.
    pub reason: Option<&'static str>,
    /// Seconds left for the move, while the clock is on.
    pub clock: Option<u64>,
    pub moves: u64,
    /// No console has a club yet.
    pub club: Option<()>,
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
            pins,
            keyboard: Keyboard::new(KeyboardTiming::fast()),
            lines: None,
            board: [[0; SIZE]; SIZE],
            played: Played::default(),
            clocks: 0,
        })
    }

    /// The same with a keyboard of another pace.
    pub fn with_keyboard(mut self, timing: KeyboardTiming) -> Self {
        self.keyboard = Keyboard::new(timing);
        self
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

    /// How many clocks have passed since power-on.
    pub fn clocks(&self) -> u64 {
        self.clocks
    }

    /// One clock.
    #[inline]
    pub fn step(&mut self) {
        let lines = self.keyboard.next();
        if self.lines != Some(lines) {
            self.lines = Some(lines);
            self.engine.set(self.pins.ps2_clk, lines.0.into());
            self.engine.set(self.pins.ps2_data, lines.1.into());
        }
        self.engine.step();
        self.clocks += 1;
        if self.engine.get(self.pins.cell_write) == 1 {
            self.spy();
        }
    }

    #[cold]
    fn spy(&mut self) {
        let address = self.engine.get(self.pins.cell_address) as usize;
        let (row, col) = (address >> 4, address & 15);
        let stone = self.engine.get(self.pins.cell_stone);
        if row < SIZE && col < SIZE {
            self.board[row][col] = stone;
        }
        let [mode, level, rule] = [self.pins.mode, self.pins.level, self.pins.rule].map(|pin| self.engine.get(pin));
        self.played.hear(row, col, stone, Table { mode, level, rule });
    }

    /// So many clocks.
    pub fn cycles(&mut self, count: u64) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Presses a key and lets it go; returns when the keyboard has said so.
    pub fn press(&mut self, key: &PhysicalKey) {
        self.keyboard.press(key.code, key.extended);
        self.keyboard.release(key.code, key.extended);
        while !self.keyboard.idle() {
            self.step();
        }
    }

    /// Whether the keyboard has something to say or the machine something to do.
    pub fn busy(&self) -> bool {
        !self.keyboard.idle() || self.engine.get(self.pins.pending) == 1
    }

    /// Waits until the keyboard has nothing to say and nothing is pending.
    ///
    /// # Errors
    /// If that takes more than a second of the machine's time.
    pub fn settle(&mut self) -> Result<()> {
        let mut quiet = 0;
        for _ in 0..PATIENCE_CLOCKS {
            self.step();
            quiet = if self.busy() { 0 } else { quiet + 1 };
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

    /// Shows a monitor the pins of this clock; the picture when that completes one.
    #[inline]
    pub fn show<'m>(&self, monitor: &'m mut Monitor) -> Option<&'m Frame> {
        let pins = &self.pins;
        let pins = [pins.hsync, pins.vsync, pins.red, pins.green, pins.blue];
        let [hsync, vsync, red, green, blue] = pins.map(|pin| self.engine.get(pin));
        monitor.clock(hsync == 1, vsync == 1, red, green, blue)
    }

    /// Runs until the monitor has shown so many whole pictures, all of them begun after this call, and hands over each.
    ///
    /// # Errors
    /// If the syncs show no picture within four times the time it takes, or what `show` says.
    pub fn frames(&mut self, count: u64, mut show: impl FnMut(&Frame) -> Result<()>) -> Result<()> {
        let mut monitor = self.monitor();
        let mut shown = 0;
        for _ in 0..(count + 3) * FRAME_CLOCKS {
            self.step();
            if let Some(frame) = self.show(&mut monitor) {
                show(frame)?;
                shown += 1;
                if shown == count {
                    return Ok(());
                }
            }
        }
        bail!("the monitor finds no picture: its sync pulses are not those of 640x480");
    }

    /// The next whole picture.
    ///
    /// # Errors
    /// As [`Machine::frames`].
    pub fn frame(&mut self) -> Result<Frame> {
        let mut picture = None;
        self.frames(1, |frame| {
            picture = Some(frame.clone());
            Ok(())
        })?;
        picture.context("the monitor shows nothing")
    }

    /// The game on the board, also behind the mode page. A turn that was lost is in it where it shows: two of them in a row
    /// leave the position and the turn as they were.
    ///
    /// # Errors
    /// If it is no game by the rules, which only a machine that is out of order plays.
    pub fn record(&self) -> Result<Record> {
        let settled = self.engine.get(self.pins.pending) == 0;
        self.played.record(settled.then(|| self.engine.get(self.pins.turn)))
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
        let stone = |cell: &u64| ['.', 'X', 'O', '?'][(*cell & 3) as usize];
        let moves = get(pins.moves);
        Ok(State {
            page: name(pins.page, &["mode", "game", "bring_up"])?,
            game: "gomoku",
            mode: name(pins.mode, &["PVP", "PVC", "CVP", "DEMO"])?,
            level: get(pins.level),
            rule: name(pins.rule, &["freestyle", "exact five", "renju"])?,
            turn: name(pins.turn, &["black", "white"])?,
            board: self.board.iter().map(|row| row.iter().map(stone).collect()).collect(),
            cursor: (get(pins.cursor_row), get(pins.cursor_col)),
            last: (moves > 0).then(|| (get(pins.last_row), get(pins.last_col))),
            winner: match name(pins.result, &["", "black", "white", "draw"])? {
                "" => None,
                winner => Some(winner),
            },
            reason: match name(pins.reason, &["", "OVERLINE", "DOUBLE FOUR", "DOUBLE THREE"])? {
                "" => None,
                foul => Some(foul),
            },
            clock: (get(pins.timed) == 1).then(|| 10 * get(pins.seconds_tens) + get(pins.seconds_ones)),
            moves,
            club: None,
        })
    }
}
