//! Recordings of a session: a film of the pictures shown, and the waves of some clocks. Each becomes a file in memory.

use std::cell::RefCell;
use std::io::{self, BufWriter, Cursor, Seek, SeekFrom, Write};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tengen_sim::{Animation, Frame, Fst, Vcd, WaveFile, WaveOptions, gtkwave};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::clock::{now, since};
use super::running::Running;

/// The most pictures of a film: five minutes at ten a second.
const MOST_PICTURES: usize = 3000;
/// How long the last picture of a film is shown, in hundredths of a second.
const LAST: u32 = 200;

/// A film being recorded.
pub struct Film {
    film: Animation,
    pictures: usize,
    /// The picture on the screen, and when it appeared.
    last: (Frame, Duration),
}

impl Film {
    /// Begins with the picture on the screen.
    pub fn new(frame: Frame) -> Film {
        Film { film: Animation::new(), pictures: 1, last: (frame, now()) }
    }

    pub fn pictures(&self) -> usize {
        self.pictures
    }

    /// Adds a changed picture.
    ///
    /// # Errors
    /// If the film is full.
    pub fn push(&mut self, frame: &Frame) -> Result<()> {
        if self.pictures == MOST_PICTURES {
            bail!("a film has at most {MOST_PICTURES} pictures");
        }
        let (last, begun) = std::mem::replace(&mut self.last, (frame.clone(), now()));
        self.film.push(&last, (since(begun).as_millis() / 10).max(2) as u32)?;
        self.pictures += 1;
        Ok(())
    }

    /// The film as a GIF file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        self.film.push(&self.last.0, LAST)?;
        let mut file = vec![];
        self.film.write_gif(&mut file)?;
        Ok(file)
    }
}

/// The file format of recorded waves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaveFormat {
    /// A value change dump, which every viewer reads.
    #[default]
    Vcd,
    /// GTKWave's own format.
    Fst,
}

impl WaveFormat {
    /// The name of the file with the waves of that circuit.
    fn dump(self, top: &str) -> String {
        match self {
            WaveFormat::Vcd => format!("{top}.vcd"),
            WaveFormat::Fst => format!("{top}.fst"),
        }
    }
}

/// Something that is written by two owners in turn: the tracer, and afterwards whoever takes it back.
struct Shared<W>(Rc<RefCell<W>>);

impl<W> Shared<W> {
    fn new(writer: W) -> (Shared<W>, Rc<RefCell<W>>) {
        let shared = Rc::new(RefCell::new(writer));
        (Shared(shared.clone()), shared)
    }
}

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

impl<W: Seek> Seek for Shared<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow_mut().seek(to)
    }
}

type Memory = Cursor<Vec<u8>>;
type Archive = ZipWriter<Memory>;

/// The dump, as far as it is written: text is compressed while it is written, since there may be hundreds of megabytes.
enum Dump {
    Vcd(Rc<RefCell<Archive>>),
    Fst(Rc<RefCell<Memory>>),
}

/// Waves being recorded.
pub struct Waves {
    options: WaveOptions,
    format: WaveFormat,
    dump: Dump,
    /// The clocks left to record.
    pub left: u64,
}

impl Waves {
    /// Begins to record those signals of the circuit `top` that one of the globs matches, or all of them if there is none.
    ///
    /// # Errors
    /// If the engine cannot write waves, or a glob matches no signal.
    pub fn new(
        engine: &mut Running,
        top: &str,
        clocks: u64,
        signals: Vec<String>,
        format: WaveFormat,
    ) -> Result<Waves> {
        let options = WaveOptions { signals, ..WaveOptions::new(top) };
        let (file, dump): (Box<dyn WaveFile>, Dump) = match format {
            WaveFormat::Vcd => {
                let mut archive = ZipWriter::new(Cursor::new(vec![]));
                archive.start_file(format.dump(top), SimpleFileOptions::default())?;
                let (file, archive) = Shared::new(archive);
                (Box::new(Vcd::new(BufWriter::new(file))), Dump::Vcd(archive))
            }
            WaveFormat::Fst => {
                let (file, memory) = Shared::new(Cursor::new(vec![]));
                (Box::new(Fst::new(file)), Dump::Fst(memory))
            }
        };
        engine.trace(&options, file)?;
        Ok(Waves { options, format, dump, left: clocks })
    }

    /// Ends recording and drops the waves.
    ///
    /// # Errors
    /// If the dump could not be written.
    pub fn cancel(self, engine: &mut Running) -> Result<()> {
        engine.untrace().map(|_| ())
    }

    /// Ends recording: a ZIP of the dump and of the files for GTKWave.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(self, engine: &mut Running) -> Result<Vec<u8>> {
        let signals = engine.untrace().context("cannot write the waves")?;
        let dump = self.format.dump(&self.options.top);
        let mut zip = match self.dump {
            Dump::Vcd(archive) => {
                let archive = Rc::into_inner(archive).context("the waves are still being written")?;
                archive.into_inner()
            }
            Dump::Fst(memory) => {
                let mut zip = ZipWriter::new(Cursor::new(vec![]));
                zip.start_file(dump.as_str(), SimpleFileOptions::default())?;
                zip.write_all(memory.borrow().get_ref())?;
                zip
            }
        };
        for (name, text) in gtkwave::files(&dump, &signals, self.options.period, None) {
            zip.start_file(name, SimpleFileOptions::default())?;
            zip.write_all(text.as_bytes())?;
        }
        Ok(zip.finish()?.into_inner())
    }
}
