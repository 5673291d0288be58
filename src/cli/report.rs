//! `tengen report`: what the machine costs on every board, and the file in which that is kept.

use super::{
    build::{board, tell},
    json,
    progress::Progress,
    table,
};
use crate::{
    edition,
    figures::{
        kept::{FILE, Kept, PICTURE},
        measure::{Measured, Subject, design, each},
        picture,
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
    tengen report --json\n  tengen report --keep\n\n\
    Boards with an open placer are placed and timed, in the folder of their build; one that is built already is not built \
    again. The others are synthesised by yosys and counted. --keep adds a line to reports/qor.csv for everything whose \
    figures changed, and draws reports/qor.svg anew."
)]
pub struct Report {
    /// Only these boards [default: all]
    #[arg(long)]
    board: Vec<String>,
    /// Also the units whose ports are promised, synthesised for iCE40
    #[arg(long)]
    units: bool,
    /// Keep the figures, units included, in this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "reports", conflicts_with = "board")]
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
    name: &'static str,
    /// The part; of a unit the family.
    part: String,
    /// What the machine on the board holds; a unit is the same in all.
    edition: Option<&'static str>,
    state: &'static str,
    fmax_mhz: Option<f64>,
    target_mhz: Option<f64>,
    met: Option<bool>,
    luts: usize,
    ffs: usize,
    brams: usize,
    /// Of the part, of LUTs, flip-flops and block RAMs; a unit has no part.
    percent: Option<[f64; 3]>,
    /// Names the Verilog that was measured.
    design: String,
}

impl Row {
    fn new(subject: &Subject, Measured { figures, timing }: &Measured, design: &str) -> Result<Row> {
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
                Subject::Board(board) => board.part.to_string(),
                Subject::Unit(_) => subject.family().name().into(),
            },
            edition: match subject {
                Subject::Board(board) => Some(edition::of(board).name),
                Subject::Unit(_) => None,
            },
            state: match timing {
                Some(_) => "placed and timed",
                None => "synthesised, not placed",
            },
            fmax_mhz: figures.fmax_mhz,
            target_mhz: timing.map(|timing| timing.target_mhz),
            met: timing.map(|timing| timing.met),
            luts: figures.luts,
            ffs: figures.ffs,
            brams: figures.brams,
            percent,
            design: design.into(),
        })
    }

    /// As people read it.
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
            self.name.into(),
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
        if self.units || self.keep.is_some() {
            subjects.extend(Subject::units());
        }
        // What cannot be read, and a missing tool, is said before anything long is done.
        let kept = self.keep.as_deref().map(Kept::read).transpose()?;
        let tools = Tools::find();
        subjects.iter().try_for_each(|subject| subject.check_tools(&tools))?;

        let design = design()?;
        let progress = Progress::new();
        let measured = each(&subjects, |subject| {
            let who = format!("{}: ", subject.name());
            let began = Instant::now();
            if !subject.is_placed() {
                progress.begin(&format!("{who}synthesis with yosys"));
            }
            let measured = subject.measure(&tools, &self.out, |event| tell(&progress, &who, event));
            if !subject.is_placed() {
                progress.end(&format!("{who}synthesis"), began.elapsed());
            }
            measured
        });
        drop(progress);
        let measured: Vec<Measured> = measured.into_iter().collect::<Result<_>>()?;

        let rows = subjects.iter().zip(&measured);
        let rows: Vec<Row> = rows
            .map(|(subject, measured)| Row::new(subject, measured, &design))
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
            for (subject, measured) in subjects.iter().zip(&measured) {
                changed += usize::from(kept.add(&design, subject.name(), &measured.figures));
            }
            let boards = BOARDS.map(|board| board.name);
            let files = [(FILE, kept.text()), (PICTURE, picture::svg(&kept, &boards))];
            let files = files.map(|(name, text)| File {
                name: name.into(),
                contents: text.into_bytes(),
            });
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
