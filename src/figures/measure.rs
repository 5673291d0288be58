//! How the figures are measured. A board whose chip has an open placer is built to its bitstream, and the figures are
//! those of the placed design. For every other board, for the editions listed for comparison, and for the units with
//! promised ports, the cells of yosys are counted.

use super::{
    Figures,
    results::{Measured, Outcome},
};
use crate::{
    board_console,
    editions::{self, Named},
    files::sha256,
    hdl::{
        build::{Build, MANIFEST},
        report::Report,
        run::{Event, Run},
        synthesis::{Counts, pass, synthesise},
        tools::Tools,
        top::TOP,
    },
    units::{self, Unit},
    workers,
};
use anyhow::{Context, Result};
use rust_hdl_bsp::{
    Board, Family,
    boards::{self, BOARDS},
    part::Capacity,
    project::PLACED,
};
use std::{collections::BTreeMap, fs, path::Path, sync::Mutex};

/// The units that are measured separately, for [`UNIT_FAMILY`].
const UNITS: [&str; 12] = [
    "gomoku_core",
    "gomoku_engine",
    "renju_judge",
    "ps2_receiver",
    "gamepad",
    "usb_keyboard",
    "tilt",
    "spi_master",
    "uart_receiver",
    "uart_transmitter",
    "vga_sync",
    "shape_classifier",
];
const UNIT_FAMILY: Family = Family::Ice40;

/// The number of measurements at a time: each takes one core and half a gigabyte.
const AT_ONCE: usize = 2;

/// The editions that are counted on the board with the smallest Spartan-6, besides its own. docs/boards.md lists them.
const EDITIONS: [&str; 5] = ["tiny", "compact", "gomoku", "deep-gomoku", "small-othello"];
const EDITIONS_ON: &str = "nexys3";

/// The number of digits of a hash that are kept.
const DIGITS: usize = 12;

/// A circuit whose figures are kept.
#[derive(Clone, Copy)]
pub enum Subject {
    /// Everything on a board's chip, in the board's own edition.
    Board(&'static Board),
    /// Another edition on a board; only its cells are counted.
    Edition(&'static Board, &'static Named),
    Unit(&'static Unit),
}

impl Subject {
    /// Every board, in the order of `tengen boards`.
    pub fn boards() -> impl Iterator<Item = Subject> {
        BOARDS.into_iter().map(Subject::Board)
    }

    pub fn editions() -> impl Iterator<Item = Subject> {
        let board = boards::find(EDITIONS_ON).expect("the board is there");
        EDITIONS
            .into_iter()
            .map(move |name| Subject::Edition(board, editions::find(name).expect("the edition is there")))
    }

    pub fn units() -> impl Iterator<Item = Subject> {
        UNITS
            .into_iter()
            .map(|name| Subject::Unit(units::find(name).expect("a promised unit is there")))
    }

    /// Everything whose results are kept.
    pub fn all() -> impl Iterator<Item = Subject> {
        Subject::boards().chain(Subject::editions()).chain(Subject::units())
    }

    /// The name of a board or unit, or of an edition after its board: `nexys3 tiny`.
    pub fn name(&self) -> String {
        match self {
            Subject::Board(board) => board.name.into(),
            Subject::Edition(board, edition) => format!("{} {}", board.name, edition.name),
            Subject::Unit(unit) => unit.name.into(),
        }
    }

    pub fn family(&self) -> Family {
        match self {
            Subject::Board(board) | Subject::Edition(board, _) => board.part.family,
            Subject::Unit(_) => UNIT_FAMILY,
        }
    }

    /// The capacity of the chip; `None` for a unit, which has no chip.
    pub fn capacity(&self) -> Result<Option<Capacity>> {
        match self {
            Subject::Board(board) | Subject::Edition(board, _) => board.part.capacity().map(Some),
            Subject::Unit(_) => Ok(None),
        }
    }

    /// The board, if it is placed and timed; `None` if only synthesised.
    pub fn placed(&self) -> Option<&'static Board> {
        match self {
            Subject::Board(board) if board.part.family.has_open_tools() => Some(board),
            _ => None,
        }
    }

    /// An error that says how to get a tool, if one is missing that the measurement needs.
    pub fn check_tools(&self, tools: &Tools) -> Result<()> {
        match self.placed() {
            Some(board) => Run::prepare(&plan(board)?, tools).map(drop),
            None => tools.command("yosys").map(drop),
        }
    }

    /// Identifies what is measured: the first digits of the SHA-256 of all inputs and of the tools' versions. The
    /// inputs of a placed board are its files, including constraints and scripts; those of any other circuit are its
    /// Verilog and the yosys pass.
    pub fn design(&self, versions: &Versions) -> Result<String> {
        let mut text = String::new();
        if let Some(board) = self.placed() {
            let build = plan(board)?;
            // The manifest repeats the others' hashes and has the generator's version.
            for file in build.files.iter().filter(|file| file.name != MANIFEST) {
                text += &format!("{} {}\n", file.name, sha256(&file.contents));
            }
            for step in &build.project.steps {
                text += &format!(
                    "{} {} {}\n",
                    step.tool,
                    versions.of(step.tool)?,
                    step.arguments.join(" ")
                );
            }
        } else {
            let (verilog, top) = self.verilog()?;
            let version = versions.of("yosys")?;
            text += &format!(
                "{} {top} {} yosys {version}\n",
                sha256(verilog.as_bytes()),
                pass(self.family())
            );
        }
        Ok(digits(text.as_bytes()))
    }

    /// Measures the subject. A placed board is built in the folder of its name below `builds`; the products of an
    /// earlier build of the same files are reused. A missed clock is measured like a met one.
    pub fn measure(
        &self,
        tools: &Tools,
        versions: &Versions,
        builds: &Path,
        tell: impl FnMut(Event),
    ) -> Result<Outcome> {
        let (measured, log) = match self.placed() {
            Some(board) => {
                let folder = builds.join(board.name);
                let report = placed(board, tools, &folder, tell)?;
                let log = folder.join(PLACED);
                let log = fs::read(&log).with_context(|| format!("cannot read {}", log.display()))?;
                (Measured::Placed(report), log)
            }
            None => {
                let counts = self.synthesise(tools)?;
                let log = serde_json::to_vec(&counts)?;
                (Measured::Counted(counts), log)
            }
        };
        Ok(Outcome { circuit: self.name(), design: self.design(versions)?, log: digits(&log), measured })
    }

    /// The cells that yosys makes of it, for its family.
    pub fn synthesise(&self, tools: &Tools) -> Result<Counts> {
        let (verilog, top) = self.verilog()?;
        synthesise(tools.command("yosys")?, &verilog, top, self.family())
    }

    /// Its Verilog, and the name of the top module.
    fn verilog(&self) -> Result<(String, &'static str)> {
        Ok(match self {
            Subject::Board(board) => (plan(board)?.verilog(), TOP),
            Subject::Edition(board, edition) => (board_console::plan(board, edition)?.verilog(), TOP),
            Subject::Unit(unit) => (unit.verilog()?, unit.name),
        })
    }
}

/// The versions of the tools, each asked once.
pub struct Versions<'a> {
    tools: &'a Tools,
    known: Mutex<BTreeMap<String, String>>,
}

impl<'a> Versions<'a> {
    pub fn of_tools(tools: &'a Tools) -> Versions<'a> {
        Versions { tools, known: Mutex::default() }
    }

    /// Empty for a tool without a version.
    fn of(&self, name: &str) -> Result<String> {
        let mut known = self.known.lock().expect("nobody panics while holding it");
        if let Some(version) = known.get(name) {
            return Ok(version.clone());
        }
        self.tools.command(name)?;
        let version = self.tools.tool(name).version().unwrap_or_default();
        known.insert(name.into(), version.clone());
        Ok(version)
    }
}

fn digits(contents: &[u8]) -> String {
    sha256(contents)[..DIGITS].to_string()
}

impl Figures {
    /// The figures of a synthesised circuit.
    pub fn of(counts: &Counts) -> Figures {
        Figures { luts: counts.luts(), ffs: counts.flip_flops(), brams: counts.block_rams(), fmax_mhz: None }
    }

    /// The figures of a placed board.
    pub fn of_report(report: &Report) -> Result<Figures> {
        let said = |what: &str, count: Option<usize>| {
            count.with_context(|| format!("the report of {} does not say how many {what} there are", report.board))
        };
        Ok(Figures {
            luts: said("LUTs", report.luts)?,
            ffs: said("flip-flops", report.ffs)?,
            brams: said("block RAMs", report.brams.map(|blocks| blocks.ceil() as usize))?,
            fmax_mhz: report.fmax_mhz,
        })
    }
}

fn plan(board: &'static Board) -> Result<Build> {
    board_console::plan(board, editions::of(board))
}

fn placed(board: &'static Board, tools: &Tools, folder: &Path, tell: impl FnMut(Event)) -> Result<Report> {
    let build = plan(board)?;
    let finished = build.is_in(folder) && folder.join(&build.project.bitstream).is_file();
    match Report::read(folder) {
        Ok(report) if finished => Ok(report),
        _ => {
            let run = Run::prepare(&build, tools)?;
            build.write(folder)?;
            run.run(folder, tell)
                .or_else(|failure| Report::read(folder).ok().filter(|report| !report.met).ok_or(failure))
        }
    }
}

/// Identifies the whole machine on every board: the first digits of the SHA-256 of every board's Verilog, in the order
/// of the boards.
pub fn design() -> Result<String> {
    let verilog: String = BOARDS
        .into_iter()
        .map(|board| Ok(plan(board)?.verilog()))
        .collect::<Result<_>>()?;
    Ok(digits(verilog.as_bytes()))
}

/// Applies `measure` to each of `subjects`, two at a time; results are in order.
pub fn each<S: Sync, T: Send>(subjects: &[S], measure: impl Fn(&S) -> T + Sync) -> Vec<T> {
    workers::each(subjects, AT_ONCE, measure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_is_measured_once_and_told_in_order() {
        let subjects: Vec<Subject> = Subject::all().collect();
        let names: Vec<String> = subjects.iter().map(Subject::name).collect();
        assert_eq!(each(&subjects, Subject::name), names);
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len(), "two subjects of one name: {names:?}");
    }

    #[test]
    fn a_design_has_one_name() {
        let name = design().unwrap();
        assert!(
            name.len() == DIGITS && name.bytes().all(|digit| digit.is_ascii_hexdigit()),
            "{name}"
        );
    }
}
