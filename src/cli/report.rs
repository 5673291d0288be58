//! `tengen report`: the cost of the machine on every board, and the file that keeps these figures.

use super::{
    build::{board, tell},
    folder, json,
    progress::Progress,
    table,
};
use crate::{
    editions,
    figures::{
        chart,
        history::{FILE, Kept, PICTURE},
        measure::{Subject, Versions, design, each},
        results::{self, Measured, Outcome, Results},
    },
    files::{File, write_whole},
    hdl::tools::Tools,
    misuse::Misuse,
};
use anyhow::{Result, bail};
use clap::Args;
use rust_hdl_bsp::boards::BOARDS;
use serde::Serialize;
use std::{path::PathBuf, time::Instant};

/// Measure what the machine costs on every board, and how fast it is
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen report\n  tengen report --board ulx3s --board nexys3\n  \
    tengen report --json\n  tengen report --keep\n  tengen report --keep --board icebreaker\n\n\
    Boards with an open placer are placed and timed, in the folder of their build; one that is built already is not built \
    again. The others are synthesised by yosys and counted. --keep writes the results to reports/results.json, adds a line to \
    reports/qor.csv for everything whose figures changed, and draws reports/qor.svg anew. What is kept of the same design, \
    by the same tools, is not measured again."
)]
pub struct Report {
    /// Only these boards [default: all]
    #[arg(long)]
    board: Vec<String>,
    /// Also the units whose ports are promised, synthesised for iCE40
    #[arg(long)]
    units: bool,
    /// Keep the results in this folder; without --board those of editions and units too
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "reports", value_parser = folder)]
    keep: Option<PathBuf>,
    /// The folder that holds the boards' builds
    #[arg(long, default_value = "build")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: String,
    /// The part; for a unit, the family.
    part: String,
    /// The edition on the board; `None` for a unit, which is the same in all.
    edition: Option<&'static str>,
    state: &'static str,
    fmax_mhz: Option<f64>,
    target_mhz: Option<f64>,
    met: Option<bool>,
    luts: usize,
    ffs: usize,
    brams: usize,
    /// Per cent of the part's LUTs, flip-flops and block RAMs; `None` for a unit, which has no part.
    percent: Option<[f64; 3]>,
    /// The hash of the Verilog that was measured.
    design: String,
}

impl Row {
    fn new(subject: &Subject, outcome: &Outcome) -> Result<Row> {
        let figures = outcome.figures()?;
        let timing = match &outcome.measured {
            Measured::Placed(report) => Some((report.target_mhz, report.met)),
            Measured::Counted(_) => None,
        };
        let percent = subject.capacity()?.map(|there| {
            let pairs = [
                (figures.luts, there.luts),
                (figures.ffs, there.flip_flops),
                (figures.brams, there.block_rams),
            ];
            pairs.map(|(used, there)| (1000.0 * used as f64 / there as f64).round() / 10.0)
        });
        Ok(Row {
            name: subject.name(),
            part: match subject {
                Subject::Board(board) | Subject::Edition(board, _) => board.part.to_string(),
                Subject::Unit(_) => subject.family().name().into(),
            },
            edition: match subject {
                Subject::Board(board) => Some(editions::of(board).name),
                Subject::Edition(_, edition) => Some(edition.name),
                Subject::Unit(_) => None,
            },
            state: match timing {
                Some(_) => "placed and timed",
                None => "synthesised, not placed",
            },
            fmax_mhz: figures.fmax_mhz,
            target_mhz: timing.map(|(target, _)| target),
            met: timing.map(|(_, met)| met),
            luts: figures.luts,
            ffs: figures.ffs,
            brams: figures.brams,
            percent,
            design: outcome.design.clone(),
        })
    }

    /// The row of the table for people.
    fn cells(&self) -> Vec<String> {
        let or_dash = |value: Option<String>| value.unwrap_or("–".into());
        let [luts, ffs, brams] = [self.luts, self.ffs, self.brams].map(|count| count.to_string());
        let counts = match self.percent {
            Some(percent) => [(luts, percent[0]), (ffs, percent[1]), (brams, percent[2])]
                .map(|(count, percent)| format!("{count} ({percent:.0} %)")),
            None => [luts, ffs, brams],
        };
        let [luts, ffs, brams] = counts;
        vec![
            self.name.clone(),
            self.part.clone(),
            or_dash(self.edition.map(str::to_string)),
            or_dash(self.fmax_mhz.map(|mhz| format!("{mhz:.1}"))),
            or_dash(self.target_mhz.map(|mhz| format!("{mhz:.1}"))),
            or_dash(self.met.map(|met| if met { "yes" } else { "no" }.into())),
            luts,
            ffs,
            brams,
            self.state.into(),
        ]
    }
}

impl Report {
    pub fn run(&self) -> Result<String> {
        let mut subjects: Vec<Subject> = match self.board.as_slice() {
            [] => Subject::boards().collect(),
            names => names
                .iter()
                .map(|name| Ok(Subject::Board(board(name)?)))
                .collect::<Result<_>>()?,
        };
        let keep_all = self.keep.is_some() && self.board.is_empty();
        if keep_all {
            subjects.extend(Subject::editions());
        }
        if self.units || keep_all {
            subjects.extend(Subject::units());
        }
        // Unreadable files and missing tools are reported before anything slow is done.
        let kept = self.keep.as_deref().map(Kept::read).transpose()?;
        let mut results = self.keep.as_deref().map(Results::read).transpose()?.unwrap_or_default();
        let tools = Tools::find();
        subjects.iter().try_for_each(|subject| subject.check_tools(&tools))?;

        let design = design()?;
        let versions = Versions::of_tools(&tools);
        let progress = Progress::new();
        let outcomes = each(&subjects, |subject| {
            if let Some(outcome) = results.fresh(&subject.name(), &subject.design(&versions)?) {
                return Ok(outcome.clone());
            }
            let who = format!("{}: ", subject.name());
            let began = Instant::now();
            if subject.placed().is_none() {
                progress.begin(&format!("{who}synthesis with yosys"));
            }
            let measured = subject.measure(&tools, &versions, &self.out, |event| tell(&progress, &who, event));
            if subject.placed().is_none() {
                progress.end(&format!("{who}synthesis"), began.elapsed());
            }
            measured
        });
        drop(progress);
        let outcomes: Vec<Outcome> = outcomes.into_iter().collect::<Result<_>>()?;

        let rows = subjects.iter().zip(&outcomes);
        let rows: Vec<Row> = rows
            .map(|(subject, outcome)| Row::new(subject, outcome))
            .collect::<Result<_>>()?;
        let mut said = if self.json {
            json(&rows)?
        } else {
            let heading = [
                "name",
                "part",
                "edition",
                "MHz",
                "needed",
                "met",
                "LUTs",
                "FFs",
                "BRAMs",
                "state of proof",
            ];
            let mut lines = vec![heading.map(str::to_string).to_vec()];
            lines.extend(rows.iter().map(Row::cells));
            format!("{}\ndesign {design}\n", table(&lines))
        };
        if let (Some(folder), Some(mut kept)) = (&self.keep, kept) {
            if let Some(row) = rows.iter().find(|row| row.met == Some(false)) {
                bail!("{} misses its clock, so nothing is kept", row.name);
            }
            let mut changed = 0;
            for (subject, outcome) in subjects.iter().zip(outcomes) {
                // qor.csv is the history of boards and units; editions are counted only for comparison.
                if !matches!(subject, Subject::Edition(..)) {
                    changed += usize::from(kept.add(&design, &outcome.circuit, &outcome.figures()?));
                }
                results.keep(outcome);
            }
            let boards = BOARDS.map(|board| board.name);
            let files = [
                (FILE, kept.text()),
                (PICTURE, chart::svg(&kept, &boards)),
                (results::FILE, results.text()?),
            ];
            let files = files.map(|(name, text)| File { name: name.into(), contents: text.into_bytes() });
            write_whole(&files, folder).map_err(|reason| {
                Misuse::new(format!(
                    "cannot write to {}: {reason}; name a folder you may write to with --keep",
                    folder.display()
                ))
            })?;
            if !self.json {
                said += &format!("{changed} new lines in {}\n", folder.join(FILE).display());
            }
        }
        Ok(said)
    }
}
