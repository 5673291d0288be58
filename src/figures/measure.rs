//! What is measured, and how: a board whose chip has an open placer is built to its bitstream, and the figures are those of
//! the placed design; of every other board, and of the units whose ports are promised to others, yosys' cells are counted.

use super::Figures;
use crate::{
    edition,
    files::sha256,
    hdl::{
        build::Build,
        report::Report,
        run::{Event, Run},
        synthesis::{Counts, synthesise},
        tools::Tools,
        top::TOP,
    },
    machine,
    units::{self, Unit},
    workers,
};
use anyhow::{Context, Result};
use rust_hdl_bsp::{Board, Family, boards::BOARDS, part::Capacity};
use std::path::Path;

/// The units that are measured by themselves, for [`UNIT_FAMILY`].
const UNITS: [&str; 6] = [
    "gomoku_core",
    "gomoku_engine",
    "renju_judge",
    "ps2_receiver",
    "vga_sync",
    "shape_classifier",
];
const UNIT_FAMILY: Family = Family::Ice40;

/// Measured at once: each takes one core and half a gigabyte.
const AT_ONCE: usize = 2;

/// How much of a hash is kept.
const DESIGN_DIGITS: usize = 12;

/// A circuit whose figures are kept.
#[derive(Clone, Copy)]
pub enum Subject {
    /// Everything that is on a board's chip.
    Board(&'static Board),
    Unit(&'static Unit),
}

/// What was measured of it.
#[derive(Clone, Debug)]
pub struct Measured {
    pub figures: Figures,
    /// None where nothing was placed.
    pub timing: Option<Timing>,
}

#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// What the pixel clock must reach.
    pub target_mhz: f64,
    /// Whether every clock meets its own target.
    pub met: bool,
}

impl Subject {
    /// Every board, in the order of `tengen boards`.
    pub fn boards() -> impl Iterator<Item = Subject> {
        BOARDS.into_iter().map(Subject::Board)
    }

    pub fn units() -> impl Iterator<Item = Subject> {
        UNITS
            .into_iter()
            .map(|name| Subject::Unit(units::find(name).expect("a promised unit is there")))
    }

    pub fn name(&self) -> &'static str {
        match self {
            Subject::Board(board) => board.name,
            Subject::Unit(unit) => unit.name,
        }
    }

    pub fn family(&self) -> Family {
        match self {
            Subject::Board(board) => board.part.family,
            Subject::Unit(_) => UNIT_FAMILY,
        }
    }

    /// How much there is of everything on the chip; a unit stands on none.
    pub fn capacity(&self) -> Result<Option<Capacity>> {
        match self {
            Subject::Board(board) => board.part.capacity().map(Some),
            Subject::Unit(_) => Ok(None),
        }
    }

    /// Whether it is placed and timed, and not only synthesised.
    pub fn is_placed(&self) -> bool {
        matches!(self, Subject::Board(board) if matches!(board.part.family, Family::Ecp5 | Family::Ice40))
    }

    /// Fails, saying how to get it, if a tool is missing without which it cannot be measured.
    pub fn check_tools(&self, tools: &Tools) -> Result<()> {
        match self {
            Subject::Board(board) if self.is_placed() => Run::prepare(&plan(board)?, tools).map(drop),
            _ => tools.command("yosys").map(drop),
        }
    }

    /// Measures it. A board that is placed is built in the folder of its name below `builds`; what an earlier build of the
    /// same files left there is taken as it is. A missed clock is measured as well as a met one.
    pub fn measure(&self, tools: &Tools, builds: &Path, tell: impl FnMut(Event)) -> Result<Measured> {
        match self {
            Subject::Board(board) if self.is_placed() => {
                let report = placed(board, tools, &builds.join(board.name), tell)?;
                Ok(Measured {
                    figures: Figures::of_report(&report)?,
                    timing: Some(Timing {
                        target_mhz: report.target_mhz,
                        met: report.met,
                    }),
                })
            }
            _ => Ok(Measured {
                figures: Figures::of(&self.synthesise(tools)?),
                timing: None,
            }),
        }
    }

    /// The cells yosys makes of it, for its family.
    pub fn synthesise(&self, tools: &Tools) -> Result<Counts> {
        let (verilog, top) = match self {
            Subject::Board(board) => (plan(board)?.verilog(), TOP),
            Subject::Unit(unit) => (unit.verilog()?, unit.name),
        };
        synthesise(tools.command("yosys")?, &verilog, top, self.family())
    }
}

impl Figures {
    /// Of a synthesised circuit.
    pub fn of(counts: &Counts) -> Figures {
        Figures {
            luts: counts.luts(),
            ffs: counts.flip_flops(),
            brams: counts.block_rams(),
            fmax_mhz: None,
        }
    }

    /// Of a placed board.
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
    machine::plan(board, edition::of(board))
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

/// The name of the design: the first digits of the SHA-256 of every board's Verilog, in the boards' order.
pub fn design() -> Result<String> {
    let verilog: String = BOARDS
        .into_iter()
        .map(|board| Ok(plan(board)?.verilog()))
        .collect::<Result<_>>()?;
    Ok(sha256(verilog.as_bytes())[..DESIGN_DIGITS].to_string())
}

/// `measure` of each of `subjects`, two at a time, in their order.
pub fn each<S: Sync, T: Send>(subjects: &[S], measure: impl Fn(&S) -> T + Sync) -> Vec<T> {
    workers::each(subjects, AT_ONCE, measure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subject_is_measured_once_and_told_in_order() {
        let subjects: Vec<Subject> = Subject::boards().chain(Subject::units()).collect();
        let names: Vec<&str> = subjects.iter().map(Subject::name).collect();
        assert_eq!(each(&subjects, Subject::name), names);
        let mut once = names.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), names.len(), "two subjects of one name: {names:?}");
    }

    #[test]
    fn a_design_has_one_name() {
        let name = design().unwrap();
        assert_eq!(name.len(), DESIGN_DIGITS);
        assert_eq!(name, design().unwrap());
    }
}
