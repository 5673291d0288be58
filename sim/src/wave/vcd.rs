//! Waves as a value change dump (IEEE 1364): a text format that every viewer reads.

use std::io::{self, Write};

use vcd::{IdCode, ScopeType, SimulationCommand, TimescaleUnit, Value, VarType, Writer};

use super::WaveSignal;
use super::format::{Line, WaveFile, outline};

/// A dump being written to `W`.
pub struct Vcd<W: Write> {
    out: Writer<W>,
    /// The code of each signal.
    codes: Vec<IdCode>,
    /// The first moment lists all values, between two commands: `Some(true)` while in it.
    in_first: Option<bool>,
}

impl<W: Write> Vcd<W> {
    pub fn new(out: W) -> Self {
        Vcd { out: Writer::new(out), codes: vec![], in_first: None }
    }

    fn end_first(&mut self) -> io::Result<()> {
        if self.in_first == Some(true) {
            self.in_first = Some(false);
            self.out.end()?;
        }
        Ok(())
    }
}

impl<W: Write> WaveFile for Vcd<W> {
    fn head(&mut self, signals: &[WaveSignal], _: u64) -> io::Result<()> {
        let out = &mut self.out;
        out.version("tengen-sim")?;
        out.timescale(1, TimescaleUnit::NS)?;
        let (lines, codes) = outline(signals);
        let mut known = vec![];
        for line in lines {
            match line {
                Line::Open { name, .. } => out.scope_def(ScopeType::Module, name)?,
                Line::Close => out.upscope()?,
                Line::Wire { signal, like: None } => known.push(out.add_wire(signal.width as u32, &signal.name)?),
                Line::Wire { signal, like: Some(of) } => {
                    out.var_def(VarType::Wire, signal.width as u32, known[of], &signal.name, None)?
                }
            }
        }
        self.codes = codes.into_iter().map(|code| known[code]).collect();
        out.enddefinitions()
    }

    fn time(&mut self, time: u64) -> io::Result<()> {
        self.end_first()?;
        self.out.timestamp(time)?;
        if self.in_first.is_none() {
            self.in_first = Some(true);
            self.out.begin(SimulationCommand::Dumpvars)?;
        }
        Ok(())
    }

    fn change(&mut self, signal: usize, bits: &[u8]) -> io::Result<()> {
        let code = self.codes[signal];
        let value = |bit: &u8| Value::from(*bit == b'1');
        match bits {
            [bit] => self.out.change_scalar(code, value(bit)),
            bits => self.out.change_vector(code, bits.iter().map(value)),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.end_first()?;
        self.out.flush()
    }
}
