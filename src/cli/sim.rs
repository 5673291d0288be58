//! `tengen sim`: runs the whole machine by a script.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use tengen_sim::animation::Animation;
use tengen_sim::output::{Draft, is_stream};
use tengen_sim::{Engine, Trace, WaveOptions, WaveSignal};

use super::pace::Pace;
use super::waves::{Format, view};
use super::{is_standard_output, verilated};
use crate::files::{read_at_most, write_file, write_whole};
use crate::line::plug::Plug;
use crate::misuse::Misuse;
use crate::notation;
use crate::simulation::machine::Machine;
use crate::simulation::replay;
use crate::simulation::script::{self, Word};
use crate::simulation::timing::{CLOCK_HZ, FRAME_CLOCKS, LINE_CLOCKS};
use crate::simulation::wav;
use crate::units::{self, Monitored, Monitors, Unit};

/// The options that write waves; at most one of them.
const WAVES: &str = "waves";
/// The unit of the whole machine.
const CONSOLE: &str = "console";
/// The time a picture of a film is shown, in hundredths of a second: with the machine at rest, and in motion. The last
/// one is shown longer.
const AT_REST: u32 = 60;
const IN_MOTION: u32 = 2;
const AT_THE_END: u32 = 240;
/// The size limit of a game file, in MB: the largest are collections of some thousand games.
const LARGEST_GAME: u64 = 64;
/// The most clocks between two looks at the other side of the serial line.
const LINK_CLOCKS: u64 = 20 * LINE_CLOCKS;
/// The time between two looks while nobody is there.
const NOBODY: Duration = Duration::from_millis(1);
/// The word of a script that saves a picture.
const SHOT: &str = "shot:";
/// These cannot go to standard output: waves have a second file for GTKWave, and a script may save several pictures.
const FILES_ALONE: [&str; 3] = ["--vcd", "--fst", SHOT];

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum EngineKind {
    /// The circuit in batches of clocks
    Fast,
    /// The rust-hdl simulation
    Native,
    /// The emitted Verilog; needs the tools of `tengen tools` and a C++ compiler
    Verilator,
}

/// Run the machine in simulation
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen sim --png home.png\n  \
    tengen sim --script 'settle enter enter settle enter settle' --png board.png --state -\n  \
    tengen sim --engine verilator --script 'settle enter enter frames:60' --gif start.gif\n  \
    tengen sim --fst keys.fst --signals controls --from 1000 --cycles 5000 --script up\n  \
    tengen sim --script 'enter enter settle enter settle' --save-sgf game.sgf\n  \
    tengen sim --sgf game.sgf --script 'n settle' --gif game.gif\n  \
    tengen sim --load othello.txt --save othello.ggf --state -\n  \
    tengen sim --checks --script 'enter enter settle enter settle'\n  \
    tengen sim --script 'enter enter settle enter frames:30' --wav click.wav\n  \
    tengen sim --link console.line --script 'settle hangup settle' --state -\n\n\
    A script is words: key names (up down left right w a s d enter space esc ctrl r u m l c h n p v 1 2 3 4 f1), frames:N, \
    cycles:N, settle (until nothing is pending), shot:FILE; with --link also hangup (until a program on the line, such as \
    tengen keyboard, has come and gone).\n\n\
    --link makes a pseudo-terminal, and at its path a symbolic link to it. If there is a port already, another console's \
    line or a board's, it is connected to that. Bytes pass at hangup, cycles:N, between words, and at frames:N without --gif.")]
pub struct Sim {
    /// What runs the machine
    #[arg(long, value_enum, ignore_case = true, default_value = "fast")]
    engine: EngineKind,
    /// What to do, see below
    #[arg(long, value_name = "TEXT", default_value = "settle")]
    script: String,
    /// A game to be played before the script, by the machine's keys: two players, the file's rule, no clock. Gomoku as SGF;
    /// Othello as SGF, GGF or a transcript
    #[arg(long, visible_alias = "load", value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// The game on the board at the end, with what the file of --sgf says of it; - for standard output. Othello is written
    /// as GGF to a file named .ggf, as a transcript to one named .txt
    #[arg(long, visible_alias = "save", value_name = "FILE")]
    save_sgf: Option<PathBuf>,
    /// The picture at the end; - for standard output
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// A film: a picture at each `settle` and each stone of --sgf, and all of `frames:N`; - for standard output
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// What is heard, as WAV: a second of it is a second of the machine's time; - for standard output
    #[arg(long, value_name = "FILE")]
    wav: Option<PathBuf>,
    /// The waves, with a .gtkw beside them
    #[arg(long, value_name = "FILE", group = WAVES)]
    vcd: Option<PathBuf>,
    /// The same as FST, GTKWave's own format: a fraction of the size
    #[arg(long, value_name = "FILE", group = WAVES)]
    fst: Option<PathBuf>,
    /// Only these in the waves: a part or a signal by its dotted path, ? for a character, * within a name, ** for anything;
    /// may be repeated
    #[arg(long, visible_alias = "signal", value_name = "GLOB", requires = WAVES)]
    signals: Vec<String>,
    /// Only from this cycle on in the waves
    #[arg(long, value_name = "CYCLE", requires = WAVES)]
    from: Option<u64>,
    /// Only so many cycles in the waves, or FROM..TO
    #[arg(long, value_name = "COUNT", requires = WAVES, value_parser = cycles)]
    cycles: Option<Cycles>,
    /// Watches every part that has checks (docs/proofs.md), and fails if a property does not hold: it is named, with the clock
    /// and the signals
    #[arg(long, conflicts_with = WAVES)]
    checks: bool,
    /// Where the machine stands at the end, as JSON; - for standard output
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Connects its serial line to this path, see below
    #[arg(long, value_name = "PATH")]
    link: Option<String>,
}

/// The value of `--cycles`.
#[derive(Clone, Debug)]
enum Cycles {
    Count(u64),
    Span(Range<u64>),
}

fn cycles(text: &str) -> Result<Cycles, String> {
    let number = |text: &str| text.parse::<u64>().ok();
    let valid = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).map(|(from, to)| Cycles::Span(from..to)),
        None => number(text).map(Cycles::Count),
    };
    let valid = valid.filter(|cycles| match cycles {
        Cycles::Count(count) => *count > 0,
        Cycles::Span(span) => span.start < span.end,
    });
    valid.ok_or_else(|| "write how many, or the first cycle and the one after the last, as in 0..50000".into())
}

impl Sim {
    pub fn run(&self) -> Result<Vec<u8>> {
        let mut words = script::parse(&self.script)?;
        if let Some(file) = &self.sgf {
            words.insert(0, Word::Game(Box::new(load(file)?)));
        }
        let unit = units::find(CONSOLE)?;
        self.check_places(&words)?;
        if words.contains(&Word::Hangup) && self.link.is_none() {
            return Err(Misuse::new("\"hangup\" in the script needs --link").into());
        }
        let waves = [(&self.vcd, Format::Vcd), (&self.fst, Format::Fst)];
        let waves = waves
            .into_iter()
            .find_map(|(file, format)| Some((file.as_deref()?, format)));
        if self.checks {
            return self.watched(unit, &words);
        }
        match (waves, self.engine) {
            (Some((_, format)), EngineKind::Verilator) => Err(Misuse::new(format!(
                "--{} needs the native engine; leave out --engine verilator",
                format.name()
            ))
            .into()),
            (Some((file, format)), EngineKind::Fast | EngineKind::Native) => self.traced(unit, file, format, &words),
            (None, EngineKind::Fast) => Ok(self.play(unit.played()?, &words)?.1),
            (None, EngineKind::Native) => Ok(self.play(unit.native(), &words)?.1),
            (None, EngineKind::Verilator) => Ok(self.play(verilated::start(unit)?, &words)?.1),
        }
    }

    /// The outputs that a run can write, by option, with their files.
    fn outputs(&self) -> [(&'static str, Option<&Path>); 7] {
        [
            ("--png", self.png.as_deref()),
            ("--gif", self.gif.as_deref()),
            ("--wav", self.wav.as_deref()),
            ("--vcd", self.vcd.as_deref()),
            ("--fst", self.fst.as_deref()),
            ("--state", self.state.as_deref()),
            ("--save-sgf", self.save_sgf.as_deref()),
        ]
    }

    /// Reports a file that cannot be written, or would be written twice, before anything slow is done.
    fn check_places(&self, words: &[Word]) -> Result<(), Misuse> {
        let asked = self.outputs().into_iter();
        let asked = asked.filter_map(|(option, place)| Some((option, place?)));
        let shots = words.iter().filter_map(|word| match word {
            Word::Shot(file) => Some((SHOT, file.as_path())),
            _ => None,
        });
        let mut taken: Vec<(&str, PathBuf)> = vec![];
        for (option, file) in asked.chain(shots) {
            if is_standard_output(file) {
                if FILES_ALONE.contains(&option) {
                    return Err(Misuse::new(format!(
                        "{option} cannot go to standard output: name a file"
                    )));
                }
            } else if file.is_dir() || file.file_name().is_none() {
                return Err(unwritable(file, "it is no name for a file"));
            } else {
                Draft::of(file).map_err(|error| unwritable(file, error))?;
            }
            let place = resolved(file).map_err(|error| unwritable(file, error))?;
            // A script's pictures may overwrite earlier ones.
            let same = |(other, known): &&(&str, PathBuf)| *known == place && *other != option;
            if let Some((other, _)) = taken.iter().find(same).filter(|_| !is_stream(file)) {
                let wrong = format!("{other} and {option} would both be written to {}", file.display());
                return Err(Misuse::new(wrong));
            }
            taken.push((option, place));
        }
        Ok(())
    }

    /// A summary of the run, for the case that nothing else is printed or written.
    fn summary(&self, words: &[Word], clocks: u64) -> String {
        let outputs = self.outputs();
        let shot = words.iter().any(|word| matches!(word, Word::Shot(_)));
        if shot || self.checks || outputs.iter().any(|(_, place)| place.is_some()) {
            return String::new();
        }
        format!(
            "The machine ran \"{}\" from power-on: {clocks} clocks, {:.3} s of its time.\n\
             Nothing is kept of it. What can be: {}.\n",
            self.script.trim(),
            clocks as f64 / CLOCK_HZ as f64,
            outputs.map(|(option, _)| option).join(", ")
        )
    }

    fn watched(&self, unit: &Unit, words: &[Word]) -> Result<Vec<u8>> {
        let (monitors, clocks, mut said) = match self.engine {
            EngineKind::Fast => self.watched_waves(unit.fast_monitored()?, words),
            EngineKind::Native => self.watched_waves(unit.monitored()?, words),
            EngineKind::Verilator => {
                let verilog = unit.monitored_verilog()?;
                let model = verilated::model(verilog.text(), verilog.top(), verilog.ports())?;
                let (engine, monitors) = verilog.watch(model.start());
                let (engine, said) = self.play(engine, words)?;
                Ok((monitors, engine.clocks(), said))
            }
        }?;
        let broken = monitors.broken();
        if !broken.is_empty() {
            // What was made of the run is wanted in a failure too. If nobody reads it, nothing is lost.
            said.extend(broken.iter().flat_map(|line| format!("{line}\n").into_bytes()));
            let _ = io::stdout().write_all(&said);
            bail!("properties that do not hold: {}", broken.len());
        }
        let (parts, properties) = (monitors.parts(), monitors.properties);
        if !self
            .outputs()
            .iter()
            .any(|(_, place)| place.is_some_and(is_standard_output))
        {
            said.extend(format!("{properties} properties of {parts} parts held for {clocks} clocks\n").into_bytes());
        }
        Ok(said)
    }

    fn watched_waves(&self, (engine, monitors): Monitored, words: &[Word]) -> Result<(Monitors, u64, Vec<u8>)> {
        let (engine, said) = self.play(engine, words)?;
        let clocks = engine.cycle();
        engine.finish()?;
        Ok((monitors, clocks, said))
    }

    fn traced(&self, unit: &Unit, place: &Path, format: Format, words: &[Word]) -> Result<Vec<u8>> {
        let options =
            WaveOptions { signals: self.signals.clone(), cycles: self.window()?, ..WaveOptions::new(unit.name) };
        // The waves may be too large for memory, so they are written to a draft and moved to their place when complete.
        let draft = Draft::of(place)?;
        let writer = BufWriter::new(File::create(draft.path())?);
        let engine: Box<dyn Trace> = match self.engine {
            EngineKind::Fast => unit.fast_traced(&options, format.file(writer)),
            _ => unit.traced(&options, format.file(writer)),
        }?;
        let (engine, said) = self.play(engine, words)?;
        let (played, from) = (engine.cycle(), options.cycles.start);
        if played <= from {
            return Err(Misuse::new(format!("the script ends after {played} cycles, before cycle {from}")).into());
        }
        let signals: Vec<WaveSignal> = engine.signals().to_vec();
        engine.finish()?;
        draft
            .put()
            .with_context(|| format!("cannot write {}", place.display()))?;
        if is_stream(place) {
            return Ok(said);
        }
        let dump = place.file_name().unwrap_or_default().to_string_lossy();
        write_whole(&view(&dump, &signals, &options, None), folder(place))
            .with_context(|| format!("cannot write beside {}", place.display()))?;
        Ok(said)
    }

    /// The cycles to record in the waves.
    fn window(&self) -> Result<Range<u64>, Misuse> {
        match (self.from, &self.cycles) {
            (from, None) => Ok(from.unwrap_or(0)..u64::MAX),
            (from, Some(Cycles::Count(count))) => {
                let from = from.unwrap_or(0);
                Ok(from..from.saturating_add(*count))
            }
            (None, Some(Cycles::Span(span))) => Ok(span.clone()),
            (Some(from), Some(Cycles::Span(span))) => Err(Misuse::new(format!(
                "--cycles {}..{} says from where; leave out --from {from}",
                span.start, span.end
            ))),
        }
    }

    /// Runs the script, then writes the requested outputs. Returns the engine and what to print.
    fn play<E: Engine>(&self, engine: E, words: &[Word]) -> Result<(E, Vec<u8>)> {
        let mut machine = Machine::new(engine)?;
        if self.wav.is_some() {
            machine = machine.with_speaker();
        }
        let mut plug = self.link.as_deref().map(Plug::at).transpose()?;
        if plug.is_some() {
            machine = machine.with_line();
        }
        let mut film = self.gif.is_some().then(Animation::new);
        let mut pace = Pace::new(words.len());
        for word in words {
            pace.begin(word, machine.clocks());
            exchange(&mut machine, plug.as_mut());
            act(&mut machine, word, film.as_mut(), plug.as_mut(), &pace)?;
        }
        exchange(&mut machine, plug.as_mut());
        let mut said = vec![];
        if let Some(place) = &self.png {
            let mut png = vec![];
            machine.frame()?.write_png(&mut png)?;
            said.extend(put(place, png)?);
        }
        if let (Some(place), Some(mut film)) = (&self.gif, film) {
            film.push(&machine.frame()?, AT_THE_END)?;
            let mut gif = vec![];
            film.write_gif(&mut gif)?;
            said.extend(put(place, gif)?);
        }
        if let Some(place) = &self.wav {
            said.extend(put(place, wav::file(&machine.heard()))?);
        }
        drop(pace);
        if let Some(place) = &self.save_sgf {
            let mut record = machine.record()?;
            if let Some(Word::Game(file)) = words.first() {
                record.recall(file);
            }
            let text = record
                .write(notation::Format::of(place))
                .map_err(|error| Misuse::new(format!("cannot write {}: {error}", place.display())))?;
            said.extend(put(place, text.into_bytes())?);
        }
        if let Some(place) = &self.state {
            let state = serde_json::to_string(&machine.state()?)? + "\n";
            said.extend(put(place, state.into_bytes())?);
        }
        said.extend(self.summary(words, machine.clocks()).into_bytes());
        Ok((machine.into_engine(), said))
    }
}

/// Reads a game that the machine's keys can play, and reports where the reader changed what the file says.
fn load(file: &Path) -> Result<notation::Record> {
    let misuse = |error: anyhow::Error| Misuse::new(format!("cannot play {}: {error:#}", file.display()));
    let bytes = read_at_most(file, LARGEST_GAME).map_err(|error| misuse(error.into()))?;
    let record = notation::read(&bytes).map_err(misuse)?;
    for remark in &record.head().remarks {
        eprintln!("{}: {remark}", file.display());
    }
    Ok(record)
}

/// Writes a file, or returns its contents if the place is standard output.
fn put(place: &Path, contents: Vec<u8>) -> Result<Vec<u8>> {
    if is_standard_output(place) {
        return Ok(contents);
    }
    write_file(place, &contents).with_context(|| format!("cannot write {}", place.display()))?;
    Ok(vec![])
}

/// The canonical path of a file that need not exist yet.
fn resolved(file: &Path) -> io::Result<PathBuf> {
    if is_standard_output(file) {
        return Ok(file.to_path_buf());
    }
    match file.canonicalize() {
        Ok(path) => Ok(path),
        Err(_) => Ok(folder(file).canonicalize()?.join(file.file_name().unwrap_or_default())),
    }
}

fn act<E: Engine>(
    machine: &mut Machine<E>,
    word: &Word,
    film: Option<&mut Animation>,
    plug: Option<&mut Plug>,
    pace: &Pace,
) -> Result<()> {
    match (word, film) {
        (Word::Key(key), _) => machine.press(key),
        (Word::Cycles(count), _) => run(machine, *count, plug, pace),
        (Word::Frames(count), None) => run(machine, count.saturating_mul(FRAME_CLOCKS), plug, pace),
        (Word::Frames(count), Some(film)) => {
            let (start, mut shown) = (machine.clocks(), 0);
            machine.frames(*count, |frame| {
                shown += 1;
                pace.tick(start + shown * FRAME_CLOCKS);
                film.push(frame, IN_MOTION)
            })?;
        }
        (Word::Settle, film) => {
            machine.settle()?;
            shoot(machine, film)?;
        }
        (Word::Hangup, _) => {
            if let Some(plug) = plug {
                hang_up(machine, plug, pace);
            }
        }
        (Word::Shot(file), _) => machine.frame()?.save_png(file)?,
        (Word::Game(record), mut film) => replay::play(machine, record, |machine, _| {
            pace.tick(machine.clocks());
            shoot(machine, film.as_deref_mut())
        })?,
    }
    Ok(())
}

/// Runs that many clocks, in pieces short enough to show progress, and to look at the line.
fn run<E: Engine>(machine: &mut Machine<E>, clocks: u64, mut plug: Option<&mut Plug>, pace: &Pace) {
    let end = machine.clocks().saturating_add(clocks);
    let piece = if plug.is_some() { LINK_CLOCKS } else { FRAME_CLOCKS };
    while machine.clocks() < end {
        // Ends at a line's end, where engines that run in batches end theirs.
        let aligned = piece - machine.clocks() % LINE_CLOCKS;
        machine.cycles((end - machine.clocks()).min(aligned));
        exchange(machine, plug.as_deref_mut());
        pace.tick(machine.clocks());
    }
}

/// Runs until somebody on the line has come and gone. While nobody is there no clock passes.
fn hang_up<E: Engine>(machine: &mut Machine<E>, plug: &mut Plug, pace: &Pace) {
    let before = plug.visits();
    loop {
        exchange(machine, Some(plug));
        if plug.visits() > before {
            return;
        }
        if plug.present() || machine.line().is_some_and(|line| !line.idle()) {
            machine.cycles(LINK_CLOCKS - machine.clocks() % LINE_CLOCKS);
            pace.tick(machine.clocks());
        } else {
            thread::sleep(NOBODY);
        }
    }
}

/// Passes bytes on between the machine's line and what that is connected to.
fn exchange<E: Engine>(machine: &mut Machine<E>, plug: Option<&mut Plug>) {
    if let (Some(line), Some(plug)) = (machine.line(), plug) {
        plug.exchange(line);
    }
}

/// Adds a picture of the machine at rest to the film, if there is one.
fn shoot<E: Engine>(machine: &mut Machine<E>, film: Option<&mut Animation>) -> Result<()> {
    match film {
        Some(film) => film.push(&machine.frame()?, AT_REST),
        None => Ok(()),
    }
}

fn folder(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// As [`Misuse::unwritable`], without a hint about --out: every file here has its own option.
fn unwritable(file: &Path, reason: impl std::fmt::Display) -> Misuse {
    Misuse::new(format!(
        "cannot write to {}: {reason}; name a file in a folder you may write to",
        file.display()
    ))
}
