//! Shared by the verbs that write waves: the format, and the save file next to the dump.

use std::cell::RefCell;
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::rc::Rc;

use tengen_sim::gtkwave::{self, Marker};
use tengen_sim::{Fst, Vcd, WaveFile, WaveOptions, WaveSignal};

use crate::files::File;

/// The format of a wave file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Vcd,
    Fst,
}

impl Format {
    /// The name of its option, and the extension of its files.
    pub fn name(self) -> &'static str {
        match self {
            Format::Vcd => "vcd",
            Format::Fst => "fst",
        }
    }

    pub fn file(self, out: impl Write + Seek + 'static) -> Box<dyn WaveFile> {
        match self {
            Format::Vcd => Box::new(Vcd::new(out)),
            Format::Fst => Box::new(Fst::new(out)),
        }
    }
}

/// The files that belong to the dump with the file name `dump`, first the one that opens it.
pub fn view(dump: &str, signals: &[WaveSignal], options: &WaveOptions, marker: Option<&Marker>) -> Vec<File> {
    let files = gtkwave::files(dump, signals, options.period, marker);
    let files = files
        .into_iter()
        .map(|(name, text)| File { name, contents: text.into_bytes() });
    files.collect()
}

/// A file in memory whose contents outlive the tracer that writes it.
#[derive(Clone, Default)]
pub struct Paper(Rc<RefCell<Cursor<Vec<u8>>>>);

impl Paper {
    /// What was written; it is then empty.
    pub fn contents(&self) -> Vec<u8> {
        self.0.take().into_inner()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Paper {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow_mut().seek(to)
    }
}
