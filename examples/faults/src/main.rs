//! The exercises of docs/teaching.md: `faults hsync` writes the waves of one circuit to `hsync.vcd`, and `hsync.gtkw`,
//! which opens them in GTKWave at the relevant place.
//!
//! Each circuit has its own file. The comment at its head says what it should do, but it does not quite do that.

use std::env;
use std::fs::{self, File};
use std::process::ExitCode;

use anyhow::Result;
use tengen_sim::gtkwave::{self, Marker};
use tengen_sim::{ByName, Circuit, Engine, Native, Tracer, Vcd, WaveOptions};

mod button;
mod five;
mod hsync;
mod keyboard;
mod row;

/// The inputs of a circuit, clock by clock, and the moment worth looking at.
pub struct Script {
    inputs: &'static [&'static str],
    clocks: Vec<Vec<u64>>,
    marker: Marker,
}

impl Script {
    /// Plays the script. `look` is called with the circuit before every clock.
    fn play<E: Engine>(&self, engine: &mut E, mut look: impl FnMut(&E)) {
        for values in &self.clocks {
            for (input, value) in self.inputs.iter().zip(values) {
                engine.drive(input, *value);
            }
            engine.settle();
            look(engine);
            engine.step();
        }
    }
}

/// An exercise: its name, and the function that writes its waves.
type Exercise = (&'static str, fn(&str) -> Result<()>);

const EXERCISES: [Exercise; 5] = [
    ("hsync", |name| waves(name, hsync::Line::default(), &hsync::script())),
    ("keyboard", |name| {
        waves(name, keyboard::Receiver::default(), &keyboard::script())
    }),
    ("button", |name| {
        waves(name, button::Button::default(), &button::script())
    }),
    ("five", |name| waves(name, five::Five::default(), &five::script())),
    ("row", |name| waves(name, row::Row::default(), &row::script())),
];

fn waves<C: Circuit>(name: &str, circuit: C, script: &Script) -> Result<()> {
    let options = WaveOptions::new(name);
    let dump = format!("{name}.vcd");
    let mut traced = Tracer::new(Native::new(circuit), &options, Vcd::new(File::create(&dump)?))?;
    script.play(&mut traced, |_| {});
    let (_, signals) = traced.finish()?;
    for (file, text) in gtkwave::files(&dump, &signals, options.period, Some(&script.marker)) {
        fs::write(file, text)?;
    }
    Ok(())
}

/// Plays a script; returns the results of `look` before each clock.
#[cfg(test)]
fn seen<C: Circuit, T>(circuit: C, script: &Script, look: impl Fn(&Native<C>) -> T) -> Vec<T> {
    let mut seen = vec![];
    script.play(&mut Native::new(circuit), |engine| seen.push(look(engine)));
    seen
}

fn main() -> ExitCode {
    let names = EXERCISES.map(|(name, _)| name).join(", ");
    let arguments: Vec<String> = env::args().skip(1).collect();
    let exercise = EXERCISES.into_iter().find(|(name, _)| arguments == [*name]);
    let Some((name, write)) = exercise else {
        eprintln!("faults: name one exercise: {names}");
        return ExitCode::from(2);
    };
    match write(name) {
        Ok(()) => {
            println!("{name}.vcd is written; open it with: gtkwave {name}.gtkw");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("faults: {error:#}");
            ExitCode::FAILURE
        }
    }
}
