//! What the verbs that write waves have in common: the format, and the view beside the file.

use std::io::{Seek, Write};

use tengen_sim::gtkwave::{self, Marker};
use tengen_sim::{Fst, Vcd, WaveFile, WaveOptions, WaveSignal};

use crate::files::File;

/// How waves are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Vcd,
    Fst,
}

impl Format {
    /// The option for it, and the ending of its files.
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

/// What belongs beside the waves in the file of the name `dump`, the view that opens them first.
pub fn view(dump: &str, signals: &[WaveSignal], options: &WaveOptions, marker: Option<&Marker>) -> Vec<File> {
    let files = gtkwave::files(dump, signals, options.period, marker);
    let files = files.into_iter().map(|(name, text)| File {
        name,
        contents: text.into_bytes(),
    });
    files.collect()
}
