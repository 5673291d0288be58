//! Shared by the generated programs: the stimulus for a circuit in both simulations, and the files they write.

use std::{fs, panic::AssertUnwindSafe, path::Path};

use anyhow::{Context, Result};
use rust_hdl::prelude::*;
use tengen_hdl::verilog;
use tengen_sim::{Engine, Native};

use crate::random::Random;

/// The number of clocks to run.
const CLOCKS: usize = 200;

/// Access to a circuit's ports, implemented by the generated program.
pub trait Top {
    /// Sets every input to a random value; returns the values bit by bit.
    fn drive(&mut self, random: &mut Random) -> String;
    fn set_clock(&mut self, clock: usize, level: bool);
    /// The values of all outputs, bit by bit.
    fn outputs(&self) -> String;
}

/// A type with random values.
pub trait Draw: Synth {
    fn draw(random: &mut Random) -> Self;
}

impl Draw for Bit {
    fn draw(random: &mut Random) -> Bit {
        random.chance(50)
    }
}

impl<const N: usize> Draw for Bits<N> {
    fn draw(random: &mut Random) -> Bits<N> {
        bits_from(random.value(N))
    }
}

impl<const N: usize> Draw for Signed<N> {
    fn draw(random: &mut Random) -> Signed<N> {
        signed_cast(Bits::draw(random))
    }
}

/// A value of up to 128 bits.
pub fn bits_from<const N: usize>(value: u128) -> Bits<N> {
    match N {
        0..=64 => Bits::from(value as u64),
        _ => (Bits::from((value >> 64) as u64) << 64) | Bits::from(value as u64),
    }
}

/// The bits of a value, highest first.
pub fn image<T: Synth>(value: T) -> String {
    let literal = format!("{:x}", value.verilog());
    let digits = literal.rsplit('h').next().unwrap_or_default();
    let bits: String = digits
        .chars()
        .map(|c| format!("{:04b}", c.to_digit(16).unwrap_or_default()))
        .collect();
    let padded = format!("{:0>width$}", bits, width = T::BITS);
    padded[padded.len() - T::BITS..].to_string()
}

/// A circuit in either simulation.
trait Run {
    type Top: Top;
    fn top(&mut self) -> &mut Self::Top;
    fn settle(&mut self);
    /// Makes a rising edge of its only clock.
    fn step(&mut self);
}

impl<C: tengen_sim::Circuit + Top> Run for Native<C> {
    type Top = C;
    fn top(&mut self) -> &mut C {
        &mut self.circuit
    }
    fn settle(&mut self) {
        Engine::settle(self)
    }
    fn step(&mut self) {
        Engine::step(self)
    }
}

/// rust-hdl's own simulation: complete passes until nothing changes.
struct Passes<B>(B);

impl<B: Block + Top> Run for Passes<B> {
    type Top = B;
    fn top(&mut self) -> &mut B {
        &mut self.0
    }
    fn settle(&mut self) {
        for _ in 0..1000 {
            self.0.update_all();
            if !self.0.has_changed() {
                return;
            }
        }
        panic!("does not settle");
    }
    fn step(&mut self) {
        self.0.set_clock(0, false);
        self.settle();
        self.0.set_clock(0, true);
        self.settle();
    }
}

/// The inputs and the outputs, each time everything has settled.
type Rows = Vec<(String, String)>;

fn rows(run: &mut impl Run, seed: u64, clocks: usize) -> Rows {
    let mut random = Random::new(seed);
    let mut rows = vec![];
    let mut levels = vec![false; clocks];
    let (mut inputs, mut held) = (String::new(), 0);
    for _ in 0..CLOCKS {
        let fresh = held == 0;
        if fresh {
            held = if random.chance(4) { random.between(20, 40) } else { 1 };
            inputs = run.top().drive(&mut random);
        }
        held -= 1;
        let row = |run: &mut dyn FnMut() -> String, levels: &[bool]| {
            let levels: String = levels
                .iter()
                .rev()
                .map(|level| if *level { '1' } else { '0' })
                .collect();
            (levels + &inputs, run())
        };
        match clocks {
            0 => {
                run.settle();
                rows.push(row(&mut || run.top().outputs(), &[]));
            }
            1 => {
                // While inputs are held the harness does not settle between the edges, so nothing may change there.
                if fresh {
                    run.settle();
                }
                rows.push(row(&mut || run.top().outputs(), &[false]));
                run.step();
                rows.push(row(&mut || run.top().outputs(), &[true]));
            }
            _ => {
                run.settle();
                rows.push(row(&mut || run.top().outputs(), &levels));
                let turned = random.between(1, (1 << clocks) - 1);
                for (clock, level) in levels.iter_mut().enumerate() {
                    *level ^= turned >> clock & 1 == 1;
                    run.top().set_clock(clock, *level);
                }
                run.settle();
                rows.push(row(&mut || run.top().outputs(), &levels));
            }
        }
    }
    rows
}

/// Runs code that may panic; returns the panic's message as an error.
pub(crate) fn guarded<T>(what: &str, run: impl FnOnce() -> T) -> Result<T> {
    std::panic::catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        anyhow::anyhow!("{what}: {}", said.unwrap_or("a panic").replace('\n', " "))
    })
}

/// Runs one circuit and writes to the folder its Verilog (`.v`), inputs (`.in`) and outputs (`.out`), and any failure
/// so far (`.fail`), one per line.
pub fn record<C, B>(
    folder: &Path,
    name: &str,
    seed: u64,
    clocks: usize,
    circuit: fn() -> C,
    block: fn() -> B,
) -> Result<()>
where
    C: tengen_sim::Circuit + Top,
    B: Block + Top,
{
    let write = |end: &str, text: String| {
        let path = folder.join(format!("{name}.{end}"));
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    let mut failures = vec![];
    match guarded("native", || rows(&mut Native::new(circuit()), seed, clocks)) {
        Err(error) => failures.push(format!("{error:#}")),
        Ok(rows_here) => {
            let there = guarded("block", || {
                let mut block = block();
                block.connect_all();
                rows(&mut Passes(block), seed, clocks)
            });
            match there {
                Err(error) => failures.push(format!("{error:#}")),
                Ok(there) => {
                    let differs = rows_here.iter().zip(&there).position(|(here, there)| here != there);
                    if let Some(row) = differs {
                        failures.push(format!(
                            "block: row {row}: {} in LogicBlock, {} in Circuit, of {}",
                            there[row].1, rows_here[row].1, rows_here[row].0
                        ));
                    }
                }
            }
            match guarded("fast", || {
                crate::fast_engine::compare(circuit, name, &rows_here, clocks)
            }) {
                Err(error) => failures.push(format!("{error:#}")),
                Ok(Err(difference)) => failures.push(format!("fast: {difference:#}")),
                Ok(Ok(())) => {}
            }
            let (inputs, outputs): (Vec<String>, Vec<String>) = rows_here.into_iter().unzip();
            write("in", inputs.join("\n") + "\n")?;
            write("out", outputs.join("\n") + "\n")?;
        }
    }
    match guarded("writer: panic", || verilog::verilog(&mut circuit(), name)) {
        Err(error) => failures.push(format!("{error:#}")),
        Ok(Err(error)) => failures.push(format!("writer: {error:#}")),
        Ok(Ok(text)) => write("v", text)?,
    }
    write("fail", failures.join("\n"))
}
