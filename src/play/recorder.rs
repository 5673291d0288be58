//! Recordings of a session: a film of the pictures shown, and the waves of some clocks. Each becomes a file in memory.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tengen_sim::{Animation, Frame, WaveOptions, gtkwave};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::running::Running;

/// The most pictures of a film: five minutes at ten a second.
const MOST_PICTURES: usize = 3000;
/// How long the last picture of a film is shown, in hundredths of a second.
const LAST: u32 = 200;
const DUMP: &str = "console.vcd";

/// A film being recorded.
pub struct Film {
    film: Animation,
    pictures: usize,
    /// The picture on the screen, and when it appeared.
    last: (Frame, Instant),
}

impl Film {
    /// Begins with the picture on the screen.
    pub fn new(frame: Frame) -> Film {
        Film { film: Animation::new(), pictures: 1, last: (frame, Instant::now()) }
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
        let (last, since) = std::mem::replace(&mut self.last, (frame.clone(), Instant::now()));
        self.film
            .push(&last, (since.elapsed().as_millis() / 10).max(2) as u32)?;
        self.pictures += 1;
        Ok(())
    }

    /// The film as a GIF file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        self.film.push(&self.last.0, LAST)?;
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("film.gif");
        self.film.save_gif(&file)?;
        Ok(fs::read(file)?)
    }
}

/// Waves being recorded.
pub struct Waves {
    folder: TempDir,
    options: WaveOptions,
    /// The clocks left to record.
    pub left: u64,
}

impl Waves {
    /// Begins recording.
    ///
    /// # Errors
    /// If the engine cannot write waves, or no file can be created.
    pub fn new(engine: &mut Running, clocks: u64) -> Result<Waves> {
        if !matches!(engine, Running::Native(_) | Running::Fast(_)) {
            bail!("compiled Verilog has no waves: start without --engine verilator");
        }
        let folder = tempfile::tempdir()?;
        let options = WaveOptions::new("console");
        engine.trace(&options, File::create(folder.path().join(DUMP))?)?;
        Ok(Waves { folder, options, left: clocks })
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
        let mut zip = ZipWriter::new(Cursor::new(vec![]));
        zip.start_file(DUMP, SimpleFileOptions::default())?;
        std::io::copy(&mut File::open(self.folder.path().join(DUMP))?, &mut zip)?;
        for (name, text) in gtkwave::files(DUMP, &signals, self.options.period, None) {
            zip.start_file(name, SimpleFileOptions::default())?;
            zip.write_all(text.as_bytes())?;
        }
        Ok(zip.finish()?.into_inner())
    }
}
