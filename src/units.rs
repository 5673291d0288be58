//! The circuits that can be used alone: each can be written as Verilog with a top module of its name, and be simulated.
//!
//! A new unit is a new row in [`UNITS`], which also says at which clock it can run.

pub mod campaign;
mod checked;
#[cfg(all(test, feature = "eda"))]
pub(crate) mod faulty;
mod monitored_model;
mod monitors;
mod parts;
mod verilog_head;

pub use checked::{Checked, Watched, all_checked, find_checked, replay, unchecked};
pub use monitored_model::{MonitoredModel, MonitoredVerilog};
pub use monitors::{Monitored, Monitors};
pub use parts::PARTS;

use crate::{
    gateware::{
        console::{Console, Variant},
        director::SECOND,
        display::{FastSevenSegment, SevenSegment, SevenSegmentSerial, seven_segment::checks::SevenSegmentChecks},
        edition::Edition,
        gomoku::search::gomoku_search::checks::GomokuSearchChecks,
        gomoku::view::board_screen::BoardScreen,
        gomoku::{GomokuCore, GomokuEngine, GomokuSearch, RenjuJudge, ShapeClassifier, WinChecker},
        keyboard::{
            Controls, FastControls, FastGamepad, FastPs2Receiver, Gamepad, Ps2Receiver,
            controls::checks::ControlsChecks, gamepad::checks::GamepadChecks, ps2_receiver::checks::Ps2ReceiverChecks,
        },
        othello::{OthelloCore, OthelloEngine},
        sensors::{FastTilt, Tilt},
        sound::Sound,
        usb::UsbKeyboard,
        video::{
            dvi::{TmdsEncoder, tmds_encoder::checks::TmdsEncoderChecks},
            vga_sync::{VgaSync, checks::VgaSyncChecks},
        },
    },
    hdl::{
        circuit_file::circuit_file,
        library::spi::{FastSpiMaster, SpiMaster, checks::SpiMasterChecks},
        library::uart::{
            BAUD, UartReceiver, UartTransmitter, uart_receiver::checks::UartReceiverChecks,
            uart_transmitter::checks::UartTransmitterChecks,
        },
        proof::{
            Checks, Handshake,
            states::{self, Machine},
        },
        tools::Tools,
        verilog::{ByModule, StandIn, by_module, netlist_with, verilog_as},
    },
    misuse::Misuse,
    simulation::{exercise, stand_in::STAND_INS},
};
use std::{collections::HashSet, marker::PhantomData, ops::RangeInclusive};

use anyhow::Result;
use checked::CheckedBy;
use tengen_sim::{
    Circuit, Engine, FastTracer, Native, Port, Trace, Tracer, WaveFile, WaveOptions, WaveSignal, chosen,
    fast::{self, Fast, Netlist},
    stored::CircuitFile,
};

/// Signals that are read from memories. They are states, because only states are written there; the proof of state machines assumes it.
const READ_FROM_MEMORY: &states::Assumed = &[
    ("board_view", "ground_paint_dot"),
    ("board_view", "stone_paint_stone"),
    ("node_stack", "current_q_filter"),
    ("trial", "marked"),
];

/// A row of the registry.
#[derive(Clone)]
pub struct Unit {
    /// The name of its top module.
    pub name: &'static str,
    /// A summary in one sentence.
    pub summary: &'static str,
    /// The source text of the circuit, with a table of its ports at the head.
    source: &'static str,
    made: Made,
    circuit: Circuits,
    /// An alternative for faster clocks.
    faster: Option<Circuits>,
    /// An alternative for demonstrations, which waits less.
    hurried: Option<Circuits>,
    /// The circuit of its checks.
    checked_by: Option<CheckedBy>,
}

/// The parameters of a circuit.
#[derive(Clone, Copy)]
struct Made {
    /// The edition; only the console and Gomoku's core depend on it.
    edition: Edition,
    /// Clocks per second.
    hertz: u32,
}

/// The clocks at which a circuit can run.
#[derive(Clone)]
enum Clocks {
    /// Any clock: nothing depends on time.
    Any,
    /// The pixel clock: it makes one pixel per clock.
    Pixels,
    /// A clock in this range, in hertz: its time constants are computed for the chosen one.
    Within(RangeInclusive<u32>),
}

/// The circuits of one type.
#[derive(Clone)]
struct Circuits {
    clocks: Clocks,
    /// The path of the circuit's type in Rust.
    type_name: fn() -> &'static str,
    write: fn(Made, &str, &str) -> Result<String>,
    ports: fn() -> Vec<Port>,
    signals: fn(Made, &WaveOptions) -> Result<Vec<WaveSignal>>,
    flatten: Flatten,
    file: fn(Made, &str) -> Result<CircuitFile>,
    by_module: fn(Made, &str) -> Result<ByModule>,
    start: fn(Made) -> Box<dyn Engine>,
    trace: StartTraced,
}

/// The arguments: the parameters, the name of the top, which signals can be read, and stand-ins for parts.
type Flatten = fn(Made, &str, &dyn Fn(&str) -> bool, &[StandIn]) -> Result<Netlist>;
type StartTraced = fn(Made, &WaveOptions, Box<dyn WaveFile>) -> Result<Box<dyn Trace>>;

/// Creates a circuit.
trait Maker {
    type Circuit: Circuit + 'static;
    const CLOCKS: Clocks;
    fn make(made: Made) -> Self::Circuit;
}

/// A circuit that is the same in every edition and at every clock.
struct Same<C>(PhantomData<C>);

impl<C: Circuit + Default + 'static> Maker for Same<C> {
    type Circuit = C;
    const CLOCKS: Clocks = Clocks::Any;
    fn make(_: Made) -> C {
        C::default()
    }
}

/// A circuit that makes the pixels of a picture, one per clock.
struct Pixels<C>(PhantomData<C>);

impl<C: Circuit + Default + 'static> Maker for Pixels<C> {
    type Circuit = C;
    const CLOCKS: Clocks = Clocks::Pixels;
    fn make(_: Made) -> C {
        C::default()
    }
}

/// A USB keyboard's host that finds its keyboard within some thousand clocks.
struct HurriedUsb;

impl Maker for HurriedUsb {
    type Circuit = UsbKeyboard;
    const CLOCKS: Clocks = Clocks::Any;
    fn make(_: Made) -> UsbKeyboard {
        UsbKeyboard::fast()
    }
}

impl<const R: usize, const G: usize, const B: usize> Maker for Console<R, G, B> {
    type Circuit = Self;
    const CLOCKS: Clocks = Clocks::Pixels;
    fn make(made: Made) -> Self {
        Console::new(Variant { edition: made.edition, ..Variant::default() })
    }
}

/// The console as `tengen play` runs it on an engine slower than the machine.
struct SlowConsole;

/// The clocks of a second of its own clock: roughly what such an engine runs in one (`cargo bench --bench console`).
pub const SLOW_SECOND: u32 = 1_000_000;

impl Maker for SlowConsole {
    type Circuit = Console<4, 4, 4>;
    const CLOCKS: Clocks = Clocks::Pixels;
    fn make(_: Made) -> Console<4, 4, 4> {
        Console::new(Variant { second: SLOW_SECOND, sound: false, ..Variant::default() })
    }
}

impl Maker for GomokuCore {
    type Circuit = Self;
    const CLOCKS: Clocks = Clocks::Any;
    fn make(made: Made) -> Self {
        GomokuCore::new(&made.edition)
    }
}

/// Makers of circuits with time constants, which depend on the chosen clock.
macro_rules! timed {
    ($($circuit:ty: $make:expr;)*) => {
        $(impl Maker for $circuit {
            type Circuit = Self;
            const CLOCKS: Clocks = Clocks::Within(<$circuit>::CLOCKS);
            fn make(made: Made) -> Self {
                $make(made.hertz)
            }
        })*
    };
}
use timed;

timed!(
    Ps2Receiver: Ps2Receiver::at;
    FastPs2Receiver: FastPs2Receiver::at;
    Controls: Controls::at;
    FastControls: FastControls::at;
    Gamepad: Gamepad::at;
    FastGamepad: FastGamepad::at;
    UsbKeyboard: UsbKeyboard::at;
    SpiMaster: SpiMaster::at;
    FastSpiMaster: FastSpiMaster::at;
    Tilt: Tilt::at;
    FastTilt: FastTilt::at;
    SevenSegment: SevenSegment::at;
    FastSevenSegment: FastSevenSegment::at;
    Sound: Sound::new;
    OthelloCore: |hertz| OthelloCore::new(true, hertz);
    UartReceiver: |hertz| UartReceiver::new(hertz, BAUD);
    UartTransmitter: |hertz| UartTransmitter::new(hertz, BAUD);
);

/// The source text of a file of the gateware, or of the library.
macro_rules! source {
    ($file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/gateware/src/", $file))
    };
    (library $file:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/hdl/src/library/", $file))
    };
}
use source;

/// All units. The names and ports of the first five are promised to others.
pub const UNITS: &[Unit] = &[
    Unit::of::<Pixels<VgaSync>>(
        "vga_sync",
        "Counts the pixels of 640x480 at 60 Hz and makes both syncs.",
        source!("video/vga_sync.rs"),
    )
    .checked_with::<VgaSyncChecks>(),
    Unit::of::<Ps2Receiver>(
        "ps2_receiver",
        "Receives the bytes of a PS/2 keyboard, and flags bad frames.",
        source!("keyboard/ps2_receiver.rs"),
    )
    .or::<FastPs2Receiver>()
    .checked_with::<Ps2ReceiverChecks>(),
    Unit::of::<Same<ShapeClassifier>>(
        "shape_classifier",
        "Names the shape a stone makes in a line of nine cells.",
        source!("gomoku/player/shape_classifier.rs"),
    ),
    Unit::of::<Same<GomokuEngine>>(
        "gomoku_engine",
        "Holds a Gomoku position, judges stones, finds a computer player's move.",
        source!("gomoku/gomoku_engine.rs"),
    )
    .with_handshake(&[("start", "think")]),
    Unit::of::<Same<GomokuSearch>>(
        "gomoku_search",
        "Holds a Gomoku position, and finds a move by fours alone and by alpha-beta.",
        source!("gomoku/search/gomoku_search.rs"),
    )
    .checked_with::<GomokuSearchChecks>(),
    Unit::of::<Same<OthelloEngine>>(
        "othello_engine",
        "Knows an Othello position's legal squares, and solves the end of a game.",
        source!("othello/othello_engine.rs"),
    )
    .with_handshake(&[]),
    Unit::of::<OthelloCore>(
        "othello_core",
        "Finds an Othello player's move, by level; knows what a disc flips.",
        source!("othello/othello_core.rs"),
    ),
    Unit::of::<Same<RenjuJudge>>(
        "renju_judge",
        "Judges black's stones under Renju's rules.",
        source!("gomoku/renju/renju_judge.rs"),
    )
    .with_handshake(&[("start", "judge")]),
    Unit::gomoku_core(Edition::FULL.without_searches()),
    Unit::of::<Controls>(
        "controls",
        "Makes key events of a PS/2 keyboard and five push buttons.",
        source!("keyboard/controls.rs"),
    )
    .or::<FastControls>()
    .checked_with::<ControlsChecks>(),
    Unit::of::<Gamepad>(
        "gamepad",
        "Makes key events of a gamepad of the SNES kind.",
        source!("keyboard/gamepad.rs"),
    )
    .or::<FastGamepad>()
    .checked_with::<GamepadChecks>(),
    Unit::of::<UsbKeyboard>(
        "usb_keyboard",
        "Finds a USB keyboard on two pins, and makes of it what a PS/2 keyboard sends.",
        source!("usb/usb_keyboard.rs"),
    )
    .hurried::<HurriedUsb>(),
    Unit::of::<SpiMaster>(
        "spi_master",
        "Sends and receives bytes over SPI, mode 0.",
        include_str!("../hdl/src/library/spi.rs"),
    )
    .or::<FastSpiMaster>()
    .checked_with::<SpiMasterChecks>(),
    Unit::of::<Tilt>(
        "tilt",
        "Makes key events of a tilted board, with an ADXL362 accelerometer.",
        source!("sensors/tilt.rs"),
    )
    .or::<FastTilt>(),
    Unit::of::<Pixels<BoardScreen<4, 4, 4>>>(
        "screen",
        "Draws the board, the menu and the page picture.",
        source!("gomoku/view/board_screen.rs"),
    ),
    Unit::of::<Same<TmdsEncoder>>(
        "tmds_encoder",
        "Encodes a colour, or the syncs, for a channel of DVI.",
        source!("video/dvi/tmds_encoder.rs"),
    )
    .checked_with::<TmdsEncoderChecks>(),
    Unit::console::<4, 4, 4>("The whole machine, in 4096 colours.", Edition::FULL),
    Unit::of::<Same<WinChecker>>(
        "win_checker",
        "Finds five or more stones in a row through a crossing.",
        source!("gomoku/referee/win_checker.rs"),
    )
    .with_handshake(&[]),
    Unit::of::<SevenSegment>(
        "seven_segment",
        "Shows a byte on multiplexed seven-segment digits.",
        source!("display/seven_segment.rs"),
    )
    .or::<FastSevenSegment>()
    .checked_with::<SevenSegmentChecks>(),
    Unit::of::<Same<SevenSegmentSerial>>(
        "seven_segment_serial",
        "Shows a byte on seven-segment digits behind a shift register.",
        source!("display/seven_segment_serial.rs"),
    ),
    Unit::of::<Sound>(
        "sound",
        "Plays a tune on one pin, as a square wave.",
        source!("sound.rs"),
    ),
    Unit::of::<UartReceiver>(
        "uart_receiver",
        "Receives bytes from a serial line, and flags bad frames and breaks.",
        source!(library "uart/uart_receiver.rs"),
    )
    .checked_with::<UartReceiverChecks>(),
    Unit::of::<UartTransmitter>(
        "uart_transmitter",
        "Sends bytes on a serial line.",
        source!(library "uart/uart_transmitter.rs"),
    )
    .checked_with::<UartTransmitterChecks>(),
];

/// The console for an engine slower than the machine: a second of the game's own clock is shorter.
pub const SLOW_CONSOLE: &Unit =
    &Unit::of::<SlowConsole>("console", "The whole machine, for slow engines.", source!("console.rs"));

impl Circuits {
    const fn of<M: Maker>() -> Circuits {
        Circuits {
            clocks: M::CLOCKS,
            type_name: std::any::type_name::<M::Circuit>,
            write: |made, name, prefix| verilog_as(&mut M::make(made), name, prefix),
            ports: M::Circuit::ports,
            signals: |made, options| chosen(&M::make(made), options),
            flatten: |made, name, seen, stand_ins| netlist_with(&mut M::make(made), name, seen, stand_ins),
            file: |made, name| circuit_file(&mut M::make(made), name),
            by_module: |made, name| by_module(&mut M::make(made), name),
            start: |made| Box::new(Native::new(M::make(made))),
            trace: |made, options, file| Ok(Box::new(Tracer::new(Native::new(M::make(made)), options, file)?)),
        }
    }

    fn runs_at(&self, hertz: u32) -> bool {
        match &self.clocks {
            Clocks::Any => true,
            Clocks::Pixels => hertz == SECOND,
            Clocks::Within(clocks) => clocks.contains(&hertz),
        }
    }
}

impl Unit {
    /// The console of an edition, with these widths of the colours.
    pub(crate) const fn console<const R: usize, const G: usize, const B: usize>(
        summary: &'static str,
        edition: Edition,
    ) -> Unit {
        Unit::of::<Console<R, G, B>>("console", summary, source!("console.rs")).with(edition)
    }

    /// Gomoku's core in an edition.
    pub const fn gomoku_core(edition: Edition) -> Unit {
        Unit::of::<GomokuCore>(
            "gomoku_core",
            "Holds a game's position; finds moves, fives and forbidden points under each rule.",
            source!("gomoku/gomoku_core.rs"),
        )
        .with(edition)
    }

    const fn of<M: Maker>(name: &'static str, summary: &'static str, source: &'static str) -> Unit {
        Unit {
            name,
            summary,
            source,
            made: Made { edition: Edition::FULL, hertz: SECOND },
            circuit: Circuits::of::<M>(),
            faster: None,
            hurried: None,
            checked_by: None,
        }
    }

    const fn or<M: Maker>(mut self) -> Unit {
        self.faster = Some(Circuits::of::<M>());
        self
    }

    const fn hurried<M: Maker>(mut self) -> Unit {
        self.hurried = Some(Circuits::of::<M>());
        self
    }

    const fn checked_with<C: Checks + 'static>(mut self) -> Unit {
        self.checked_by = Some(CheckedBy::of::<C>(C::SEEN));
        self
    }

    /// Its checks are those of a [`Handshake`]. `strobe` says which port is `start`, if it has another name.
    const fn with_handshake(mut self, strobe: &'static [(&'static str, &'static str)]) -> Unit {
        self.checked_by = Some(CheckedBy::of::<Handshake>(strobe));
        self
    }

    const fn with(mut self, edition: Edition) -> Unit {
        self.made.edition = edition;
        self
    }

    /// The file of its circuit, for a page.
    ///
    /// # Errors
    /// If it is no circuit of one clock.
    pub fn circuit_file(&self) -> Result<CircuitFile> {
        (self.circuit.file)(self.made, self.name)
    }

    /// The unit for a clock of that many hertz.
    ///
    /// # Errors
    /// If it cannot run at that clock.
    pub fn at(&self, hertz: u32) -> Result<Unit, Misuse> {
        let name = self.name;
        let all = || [Some(&self.circuit), self.faster.as_ref()].into_iter().flatten();
        let Some(circuit) = all().find(|circuit| circuit.runs_at(hertz)) else {
            let most = all().last().map(|circuit| &circuit.clocks);
            return Err(Misuse::new(match (&self.circuit.clocks, most) {
                (Clocks::Within(least), Some(Clocks::Within(most))) => format!(
                    "{name} cannot be made for a clock of {hertz} Hz: it takes {} to {} Hz",
                    least.start(),
                    most.end()
                ),
                _ => format!("{name} cannot be made for a clock of {hertz} Hz: it makes a pixel a clock, {SECOND} Hz"),
            }));
        };
        Ok(Unit { made: Made { hertz, ..self.made }, circuit: circuit.clone(), ..self.clone() })
    }

    /// The unit as demonstrations show it: one that waits for tenths of a second waits less.
    #[must_use]
    pub fn demonstrated(&self) -> Unit {
        let circuit = self.hurried.as_ref().unwrap_or(&self.circuit).clone();
        Unit { circuit, ..self.clone() }
    }

    /// The unit as its tests exercise it: made for the clock of its exercise where that is another than the machine's, and
    /// else as it is demonstrated.
    ///
    /// # Errors
    /// If it cannot be made for that clock.
    pub fn exercised(&self) -> Result<Unit, Misuse> {
        match exercise::hertz(self.name) {
            Some(hertz) => self.at(hertz),
            None => Ok(self.demonstrated()),
        }
    }

    /// The unit as a file for another design: its head says what it is and which command makes it, and every module's
    /// name begins with the prefix.
    ///
    /// # Errors
    /// If the prefix makes an invalid name.
    pub fn file(&self, prefix: &str, command: &str) -> Result<String> {
        let text = self.prefixed(prefix)?;
        Ok(self.head(command)? + &text)
    }

    fn prefixed(&self, prefix: &str) -> Result<String> {
        (self.circuit.write)(self.made, self.name, prefix)
    }

    /// The head of a file of the unit, which that command makes.
    fn head(&self, command: &str) -> Result<String> {
        let signals = self.chosen(&WaveOptions::new(self.name))?;
        Ok(verilog_head::head(self, &(self.circuit.ports)(), &signals, command))
    }

    /// The unit and all the modules it contains, as Verilog-2001.
    pub fn verilog(&self) -> Result<String> {
        self.prefixed("")
    }

    /// Its Verilog, and the netlist of each of its modules.
    pub fn by_module(&self) -> Result<ByModule> {
        (self.circuit.by_module)(self.made, self.name)
    }

    /// What is found of the unit's state machines: whether each is always in one of its states, and can leave each.
    ///
    /// # Errors
    /// If yosys is missing or fails.
    pub fn state_machines(&self, tools: &Tools) -> Result<Vec<Machine>> {
        let signals = self.chosen(&WaveOptions::new(self.name))?;
        states::judge(tools, self.name, &self.verilog()?, &signals, READ_FROM_MEMORY)
    }

    /// The unit as a netlist of words; signals for which `seen` holds can be read in it.
    pub fn netlist(&self, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
        (self.circuit.flatten)(self.made, self.name, seen, &[])
    }

    /// A fresh instance in the fast simulation.
    ///
    /// # Errors
    /// If it has a part that the fast simulation cannot run.
    pub fn fast(&self) -> Result<Box<dyn Engine>> {
        Ok(fast::start(self.netlist(&|_| false)?, (self.circuit.ports)()))
    }

    /// The same with stand-ins for parts that are slow to simulate; for playing.
    ///
    /// # Errors
    /// As [`Unit::fast`].
    pub fn played(&self) -> Result<Box<dyn Engine>> {
        let netlist = (self.circuit.flatten)(self.made, self.name, &|_| false, &STAND_INS)?;
        Ok(fast::start(netlist, (self.circuit.ports)()))
    }

    /// A fresh instance in the rust-hdl simulation.
    pub fn native(&self) -> Box<dyn Engine> {
        (self.circuit.start)(self.made)
    }

    /// A fresh instance in the fast simulation that records its waves.
    ///
    /// # Errors
    /// A [`Misuse`] if the options name an unknown signal; otherwise why nothing can be written.
    pub fn fast_traced(&self, options: &WaveOptions, file: Box<dyn WaveFile>) -> Result<Box<dyn Trace>> {
        let signals = self.chosen(options)?;
        let chosen: HashSet<String> = signals.iter().map(WaveSignal::path).collect();
        let fast = Fast::new(self.netlist(&|path| chosen.contains(path))?, (self.circuit.ports)());
        Ok(Box::new(FastTracer::new(fast, signals, options, file)?))
    }

    fn chosen(&self, options: &WaveOptions) -> Result<Vec<WaveSignal>, Misuse> {
        (self.circuit.signals)(self.made, options).map_err(|error| Misuse::new(error.to_string()))
    }

    /// A fresh instance in the rust-hdl simulation that records its waves.
    ///
    /// # Errors
    /// As [`Unit::fast_traced`].
    pub fn traced(&self, options: &WaveOptions, file: Box<dyn WaveFile>) -> Result<Box<dyn Trace>> {
        self.chosen(options)?;
        (self.circuit.trace)(self.made, options, file)
    }
}

/// The unit with that name, or an error that lists them all.
pub fn find(name: &str) -> Result<&'static Unit> {
    let found = UNITS.iter().find(|unit| unit.name == name);
    Ok(found.ok_or_else(|| Misuse::unknown("unit", name, UNITS.iter().map(|unit| unit.name)))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hdl::verilog_modules;
    use tengen_sim::PortDirection;

    const COMMAND: &str = "tengen verilog --unit that";

    #[test]
    fn the_head_of_every_file_tells_its_purpose_ports_clock_and_licence() {
        for unit in UNITS {
            let file = unit.file("", COMMAND).unwrap();
            let head = file.strip_suffix(&unit.verilog().unwrap()).expect(unit.name);
            assert!(head.lines().all(|line| line.starts_with("//")), "{head}");
            assert!(
                head.starts_with(&format!("// {}: {}\n//\n", unit.name, unit.summary)),
                "{head}"
            );
            for line in [
                "// Clock: ",
                "// Made by: tengen verilog --unit that\n",
                "// SPDX-License-Identifier: MIT OR Apache-2.0\n",
            ] {
                assert_eq!(head.matches(line).count(), 1, "{head}");
            }
            for port in unit.native().ports() {
                let row = |line: &&str| line.split_whitespace().nth(1) == Some(port.name);
                let row = head
                    .lines()
                    .find(row)
                    .unwrap_or_else(|| panic!("{}: {}", unit.name, port.name));
                let cells: Vec<&str> = row.split_whitespace().skip(2).collect();
                let direction = match port.direction {
                    PortDirection::Output => "out",
                    _ => "in",
                };
                assert_eq!(cells[..2], [direction, &port.width.to_string()], "{row}");
                assert!(cells.len() > 2 && !row.contains("see above"), "{}: {row}", unit.name);
            }
        }
    }

    #[test]
    fn a_prefix_stands_before_the_name_of_every_module() {
        for unit in UNITS {
            let plain = unit.file("", COMMAND).unwrap();
            let file = unit.file("my_", COMMAND).unwrap();
            let prefixed = verilog_modules(&plain).into_iter().map(|name| format!("my_{name}"));
            assert_eq!(verilog_modules(&file), prefixed.collect::<Vec<_>>(), "{}", unit.name);
            // Nothing but the prefix differs.
            assert_eq!(file.replace("my_", ""), plain);
        }
        let error = find("ps2_receiver")
            .unwrap()
            .file("1", COMMAND)
            .unwrap_err()
            .to_string();
        assert!(error.contains("`1synchroniser` is no Verilog name"), "{error}");
    }

    #[test]
    fn a_unit_is_made_for_the_clocks_it_can_be_made_for_and_no_others() {
        for unit in UNITS {
            let name = unit.name;
            assert!(
                unit.at(SECOND).unwrap().verilog().unwrap() == unit.verilog().unwrap(),
                "{name}"
            );
            let ends = match (&unit.circuit.clocks, &unit.faster) {
                (Clocks::Any, _) => {
                    assert!(
                        unit.at(1).unwrap().verilog().unwrap() == unit.verilog().unwrap(),
                        "{name}"
                    );
                    continue;
                }
                (Clocks::Pixels, _) => (SECOND, SECOND),
                (Clocks::Within(clocks), None) => (*clocks.start(), *clocks.end()),
                (Clocks::Within(clocks), Some(faster)) => {
                    let Clocks::Within(faster) = &faster.clocks else {
                        panic!("{name} is faster at any clock");
                    };
                    // The second range begins where the first one ends.
                    assert!(faster.contains(clocks.end()), "{name}");
                    for hertz in [*clocks.end(), clocks.end() + 1] {
                        assert!(unit.at(hertz).unwrap().verilog().is_ok(), "{name} at {hertz}");
                    }
                    (*clocks.start(), *faster.end())
                }
            };
            for hertz in [ends.0, ends.1] {
                unit.at(hertz).unwrap().verilog().unwrap();
            }
            for hertz in [ends.0 - 1, ends.1 + 1] {
                let refusal = unit.at(hertz).err().expect(name).to_string();
                let expected = format!("{name} cannot be made for a clock of {hertz} Hz: it ");
                assert!(refusal.starts_with(&expected), "{refusal}");
            }
        }
    }

    #[test]
    fn every_unit_is_written_under_its_name_and_runs() {
        for (i, unit) in UNITS.iter().enumerate() {
            assert!(
                UNITS[..i].iter().all(|other| other.name != unit.name),
                "{} is there twice",
                unit.name
            );
            assert!(
                unit.summary.ends_with('.') && !unit.summary.contains('\n'),
                "{}",
                unit.name
            );
            let text = unit.verilog().unwrap();
            assert_eq!(verilog_modules(&text).last(), Some(&unit.name));
            assert!(text == unit.verilog().unwrap(), "{} is not the same twice", unit.name);
            let mut native = unit.native();
            native.step();
            for port in native.ports().iter().map(|port| port.name) {
                assert!(text.contains(port), "{}: no {port}", unit.name);
            }
        }
    }
}
