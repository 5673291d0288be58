//! The circuits that stand alone: each can be written as Verilog whose top module bears its name, and run by itself.
//!
//! A new one is one more row in [`UNITS`].

use crate::{
    gateware::{
        console::{Console, Variant},
        display::{SevenSegment, SevenSegmentSerial},
        edition::Edition,
        gomoku::view::board_screen::BoardScreen,
        gomoku::{GomokuCore, GomokuEngine, GomokuSearch, RenjuJudge, ShapeClassifier, WinChecker},
        keyboard::{Controls, Ps2Receiver},
        othello::{OthelloCore, OthelloEngine},
        sound::Sound,
        video::{dvi::TmdsEncoder, vga_sync::VgaSync},
    },
    hdl::verilog::{StandIn, netlist_with, verilog},
    misuse::Misuse,
    simulation::stand_in::STAND_INS,
};
use std::{collections::HashSet, marker::PhantomData};

use anyhow::Result;
use tengen_sim::{
    Circuit, Engine, FastTracer, Native, Port, Trace, Tracer, WaveFile, WaveOptions, WaveSignal, chosen,
    fast::{self, Fast, Netlist},
};

/// A row of the registry.
pub struct Unit {
    /// The name of its top module.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Of the console and of Gomoku's core: what it holds.
    edition: Edition,
    write: fn(Edition, &str) -> Result<String>,
    ports: fn() -> Vec<Port>,
    signals: fn(Edition, &WaveOptions) -> Result<Vec<WaveSignal>>,
    flatten: Flatten,
    start: fn(Edition) -> Box<dyn Engine>,
    trace: StartTraced,
}

/// Of the name of the top, of which signals can be looked at, and of what stands in for parts.
type Flatten = fn(Edition, &str, &dyn Fn(&str) -> bool, &[StandIn]) -> Result<Netlist>;
type StartTraced = fn(Edition, &WaveOptions, Box<dyn WaveFile>) -> Result<Box<dyn Trace>>;

/// How a circuit is made.
trait Maker {
    type Circuit: Circuit + 'static;
    fn make(edition: Edition) -> Self::Circuit;
}

/// A circuit that is the same in every edition.
struct Same<C>(PhantomData<C>);

impl<C: Circuit + Default + 'static> Maker for Same<C> {
    type Circuit = C;
    fn make(_: Edition) -> C {
        C::default()
    }
}

impl<const R: usize, const G: usize, const B: usize> Maker for Console<R, G, B> {
    type Circuit = Self;
    fn make(edition: Edition) -> Self {
        Console::new(Variant {
            edition,
            ..Variant::default()
        })
    }
}

impl Maker for GomokuCore {
    type Circuit = Self;
    fn make(edition: Edition) -> Self {
        GomokuCore::new(&edition)
    }
}

/// All of them. Names and ports of the first five are promised to others.
pub const UNITS: &[Unit] = &[
    Unit::of::<VgaSync>(
        "vga_sync",
        "Counts the pixels of 640x480 at 60 Hz and makes both syncs.",
    ),
    Unit::of::<Ps2Receiver>(
        "ps2_receiver",
        "Receives the bytes of a PS/2 keyboard, and flags bad frames.",
    ),
    Unit::of::<ShapeClassifier>(
        "shape_classifier",
        "Names the shape a stone makes in a line of nine cells.",
    ),
    Unit::of::<GomokuEngine>(
        "gomoku_engine",
        "Holds a Gomoku position, judges stones, finds a computer player's move.",
    ),
    Unit::of::<GomokuSearch>(
        "gomoku_search",
        "Holds a Gomoku position, and finds a move by fours alone and by alpha-beta.",
    ),
    Unit::of::<OthelloEngine>(
        "othello_engine",
        "Knows an Othello position's legal squares, and solves the end of a game.",
    ),
    Unit::of::<OthelloCore>(
        "othello_core",
        "Finds an Othello player's move, by level; knows what a disc flips.",
    ),
    Unit::of::<RenjuJudge>("renju_judge", "Judges black's stones under Renju's rules."),
    Unit::gomoku_core(Edition::FULL.without_searches()),
    Unit::of::<Controls>("controls", "Makes key events of a PS/2 keyboard and five push buttons."),
    Unit::of::<BoardScreen<4, 4, 4>>("screen", "Draws the board, the menu and the page picture."),
    Unit::of::<TmdsEncoder>("tmds_encoder", "Encodes a colour, or the syncs, for a channel of DVI."),
    Unit::of::<Console<4, 4, 4>>("console", "The whole machine, in 4096 colours."),
    Unit::of::<WinChecker>("win_checker", "Finds five or more stones in a row through a crossing."),
    Unit::of::<SevenSegment>("seven_segment", "Shows a byte on multiplexed seven-segment digits."),
    Unit::of::<SevenSegmentSerial>(
        "seven_segment_serial",
        "Shows a byte on seven-segment digits behind a shift register.",
    ),
    Unit::of::<Sound>("sound", "Plays a tune on one pin, as a square wave."),
];

impl Unit {
    pub(crate) const fn of<C: Circuit + Default + 'static>(name: &'static str, summary: &'static str) -> Unit {
        Unit::made::<Same<C>>(name, summary, Edition::FULL)
    }

    /// The console of an edition, in these bits of colour.
    pub(crate) const fn console<const R: usize, const G: usize, const B: usize>(
        summary: &'static str,
        edition: Edition,
    ) -> Unit {
        Unit::made::<Console<R, G, B>>("console", summary, edition)
    }

    /// Gomoku's core of an edition.
    pub const fn gomoku_core(edition: Edition) -> Unit {
        Unit::made::<GomokuCore>(
            "gomoku_core",
            "Holds a game's position; finds moves, fives and forbidden points under each rule.",
            edition,
        )
    }

    const fn made<M: Maker>(name: &'static str, summary: &'static str, edition: Edition) -> Unit {
        Unit {
            name,
            summary,
            edition,
            write: |edition, name| verilog(&mut M::make(edition), name),
            ports: M::Circuit::ports,
            signals: |edition, options| chosen(&M::make(edition), options),
            flatten: |edition, name, seen, stand_ins| netlist_with(&mut M::make(edition), name, seen, stand_ins),
            start: |edition| Box::new(Native::new(M::make(edition))),
            trace: |edition, options, file| Ok(Box::new(Tracer::new(Native::new(M::make(edition)), options, file)?)),
        }
    }

    /// The unit and all the modules it contains, as Verilog-2001.
    pub fn verilog(&self) -> Result<String> {
        (self.write)(self.edition, self.name)
    }

    /// The unit as a netlist of words; of the signals in it those can be looked at for which `seen` holds.
    pub fn netlist(&self, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
        (self.flatten)(self.edition, self.name, seen, &[])
    }

    /// A fresh one in the fast simulation.
    ///
    /// # Errors
    /// If it holds a part that this cannot run.
    pub fn fast(&self) -> Result<Box<dyn Engine>> {
        Ok(fast::start(self.netlist(&|_| false)?, (self.ports)()))
    }

    /// The same to be played with: for what takes long to simulate stands what gives the same at its ports.
    ///
    /// # Errors
    /// As [`Unit::fast`].
    pub fn played(&self) -> Result<Box<dyn Engine>> {
        let netlist = (self.flatten)(self.edition, self.name, &|_| false, &STAND_INS)?;
        Ok(fast::start(netlist, (self.ports)()))
    }

    /// A fresh one in the rust-hdl simulation.
    pub fn native(&self) -> Box<dyn Engine> {
        (self.start)(self.edition)
    }

    /// A fresh one in the fast simulation that writes its waves; an error if the options name a signal it has not.
    pub fn fast_traced(&self, options: &WaveOptions, file: Box<dyn WaveFile>) -> Result<Box<dyn Trace>> {
        let signals = (self.signals)(self.edition, options)?;
        let chosen: HashSet<String> = signals.iter().map(WaveSignal::path).collect();
        let fast = Fast::new(self.netlist(&|path| chosen.contains(path))?, (self.ports)());
        Ok(Box::new(FastTracer::new(fast, signals, options, file)?))
    }

    /// A fresh one in the rust-hdl simulation that writes its waves; an error if the options name a signal it has not.
    pub fn traced(&self, options: &WaveOptions, file: Box<dyn WaveFile>) -> Result<Box<dyn Trace>> {
        (self.trace)(self.edition, options, file)
    }
}

/// The unit of that name, or an error that lists them all.
pub fn find(name: &str) -> Result<&'static Unit> {
    let found = UNITS.iter().find(|unit| unit.name == name);
    Ok(found.ok_or_else(|| Misuse::unknown("unit", name, UNITS.iter().map(|unit| unit.name)))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hdl::verilog_modules;

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
