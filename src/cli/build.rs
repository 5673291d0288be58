//! `tengen build`: everything that a board's tools need, the machine's first picture, and with `--run` also the tools'
//! run.

use super::{expect_folder, folder, progress::Progress};
use crate::{
    board_console::{console, plan},
    editions,
    hdl::{
        report::{Report, excess},
        run::{Event, Run},
        tools::Tools,
    },
    misuse::Misuse,
    simulation::machine::Machine,
};
use anyhow::{Result, anyhow};
use clap::Args;
use rust_hdl_bsp::{
    Board,
    boards::{self, BOARDS},
    project::{Project, REPORT},
};
use std::path::{Path, PathBuf};

/// The picture a monitor shows when the machine is switched on.
const FIRST_FRAME: &str = "first_frame.png";

/// Write Verilog, constraints and a tool project for a board
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen build\n  tengen build --board basys3 --out /tmp/basys3\n  \
    tengen build --board nexys-a7 --run\n  tengen build --board icebreaker --edition full"
)]
pub struct Build {
    /// The board, one of `tengen boards`
    #[arg(long, default_value = "nexys3")]
    board: String,
    /// What the machine holds, one of the editions that `tengen boards` lists [default: the board's own]
    #[arg(long)]
    edition: Option<String>,
    /// The folder to write to [default: build/BOARD]
    #[arg(long, value_parser = folder)]
    out: Option<PathBuf>,
    /// Then make the bitstream with the board's tools: yosys and nextpnr, Xilinx ISE, or Vivado
    #[arg(long)]
    run: bool,
}

impl Build {
    pub fn run(&self) -> Result<String> {
        let board = board(&self.board)?;
        let out = self.out.clone().unwrap_or_else(|| default_folder(board));
        expect_folder(&out)?;
        let edition = match &self.edition {
            Some(name) => editions::find(name)?,
            None => editions::of(board),
        };
        let plan = plan(board, edition)?;
        let tools = Tools::find();
        // A missing tool is reported before anything is done or the folder is created.
        let run = self.run.then(|| Run::prepare(&plan, &tools)).transpose();
        let run = run.map_err(|missing| {
            let (command, folder) = (plan.project.command, out.display());
            anyhow!("{missing}, or leave out --run and call \"{command}\" in {folder} where there are such tools")
        })?;
        plan.write(&out)?;
        let mut said = String::new();
        for file in &plan.files {
            said += &format!("{}  {} bytes\n", out.join(&file.name).display(), file.contents.len());
        }
        let picture = out.join(FIRST_FRAME);
        let mut machine = Machine::new(console(board, edition)?.fast()?)?;
        machine.settle()?;
        machine.frame()?.save_png(&picture)?;
        said += &format!("{}  what it shows when it is switched on\n", picture.display());
        match run {
            Some(run) => {
                let progress = Progress::new();
                let report =
                    run.run(&out, |event| tell(&progress, "", event))
                        .map_err(|failure| match excess(board, &out) {
                            Some(excess) => failure.context(format!(
                                "edition {} does not fit {}: {excess}",
                                edition.name, board.name
                            )),
                            None => failure,
                        })?;
                said += &summary(&report, &out, &plan.project);
            }
            None => {
                said += &format!(
                    "To make the bitstream with {}: cd {} && {}\n",
                    plan.project.tool,
                    out.display(),
                    plan.project.command
                );
            }
        }
        Ok(said)
    }
}

/// The board with that name, or an error that lists them all.
pub fn board(name: &str) -> Result<&'static Board> {
    let found = boards::find(name);
    Ok(found.ok_or_else(|| Misuse::unknown("board", name, BOARDS.into_iter().map(|board| board.name)))?)
}

/// The default folder of a board's build.
pub fn default_folder(board: &Board) -> PathBuf {
    Path::new("build").join(board.name)
}

/// Reports the progress of a run; `who` precedes every line.
pub fn tell(progress: &Progress, who: &str, event: Event) {
    match event {
        Event::Begins(step) => progress.begin(&format!("{who}{} with {}", step.name, step.tool)),
        Event::Ends(step, took) => progress.end(&format!("{who}{}", step.name), took),
    }
}

fn summary(report: &Report, out: &Path, project: &Project) -> String {
    let mut said = String::new();
    if let Some(fmax) = report.fmax_mhz {
        said += &format!("pixel clock: {fmax} MHz of {}\n", report.target());
    }
    for (what, count) in [("LUTs", report.luts), ("flip-flops", report.ffs)] {
        if let Some(count) = count {
            said += &format!("{what}: {count}\n");
        }
    }
    if let Some(brams) = report.brams {
        said += &format!("block RAMs: {brams}\n");
    }
    for file in [REPORT, &project.bitstream] {
        said += &format!("{}\n", out.join(file).display());
    }
    said
}
