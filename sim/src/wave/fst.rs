//! Waves as FST, GTKWave's own format: compressed while being written, and loaded signal by signal.

use std::io::{self, Seek, Write};

use fst_writer::{
    FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId, FstSignalType, FstVarDirection,
    FstVarType, FstWriteError,
};

use super::WaveSignal;
use super::format::{Line, WaveFile, outline};

/// The bytes kept in memory before a block is compressed and written. While it is made it should fit the processor's cache.
const BLOCK: usize = 1 << 20;
/// The time unit is a nanosecond: 10 to this power of a second.
const NANOSECONDS: i8 = -9;

/// An FST file being written to `W`.
pub struct Fst<W: Write + Seek> {
    stage: Stage<W>,
    /// The code of each signal.
    codes: Vec<FstSignalId>,
    block: usize,
    moments: u64,
}

enum Stage<W: Write + Seek> {
    New(W),
    Body(Box<FstBodyWriter<W>>),
    /// The file is finished, or its head could not be written.
    Over,
}

impl<W: Write + Seek> Fst<W> {
    pub fn new(out: W) -> Self {
        Fst::with_block(out, BLOCK)
    }

    /// As `new`, with another block size.
    pub fn with_block(out: W, block: usize) -> Self {
        Fst { stage: Stage::New(out), codes: vec![], block, moments: 0 }
    }

    fn body(&mut self) -> io::Result<&mut FstBodyWriter<W>> {
        match &mut self.stage {
            Stage::Body(body) => Ok(body),
            _ => Err(io::Error::other("the file has no head, or is finished")),
        }
    }
}

impl<W: Write + Seek> WaveFile for Fst<W> {
    fn head(&mut self, signals: &[WaveSignal], start: u64) -> io::Result<()> {
        let Stage::New(out) = std::mem::replace(&mut self.stage, Stage::Over) else {
            return Err(io::Error::other("the file has a head"));
        };
        let info = FstInfo {
            start_time: start,
            timescale_exponent: NANOSECONDS,
            version: "tengen-sim".into(),
            // Empty, so that the same run gives the same file.
            date: String::new(),
            file_type: FstFileType::Verilog,
        };
        let mut head = FstHeaderWriter::new(out, &info).map_err(failure)?;
        let (lines, codes) = outline(signals);
        let mut known = vec![];
        for line in lines {
            match line {
                Line::Open { name, kind } => head.scope(name, kind, FstScopeType::Module).map_err(failure)?,
                Line::Close => head.up_scope().map_err(failure)?,
                Line::Wire { signal, like } => {
                    let width = FstSignalType::bit_vec(signal.width as u32);
                    let like = like.map(|of| known[of]);
                    let name = signal.name.clone() + &signal.range();
                    let id = head.var(name, width, FstVarType::Wire, FstVarDirection::Implicit, like);
                    let id = id.map_err(failure)?;
                    if like.is_none() {
                        known.push(id);
                    }
                }
            }
        }
        self.codes = codes.into_iter().map(|code| known[code]).collect();
        self.stage = Stage::Body(Box::new(head.finish().map_err(failure)?));
        Ok(())
    }

    fn time(&mut self, time: u64) -> io::Result<()> {
        // The writer can be flushed between two moments if it holds at least two.
        let (block, full) = (self.block, self.moments >= 2);
        self.moments += 1;
        let body = self.body()?;
        if full && body.size() > block {
            body.flush().map_err(failure)?;
        }
        body.time_change(time).map_err(failure)
    }

    fn change(&mut self, signal: usize, bits: &[u8]) -> io::Result<()> {
        let code = self.codes[signal];
        self.body()?.signal_change(code, bits).map_err(failure)
    }

    fn finish(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::Body(body) => body.finish().map_err(failure)?.flush(),
            _ => Ok(()),
        }
    }
}

fn failure(error: FstWriteError) -> io::Error {
    match error {
        FstWriteError::Io(error) => error,
        other => io::Error::other(other),
    }
}
