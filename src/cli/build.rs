//! `tengen build`: everything a board's tools need, the machine's first picture, and with `--run` the tools themselves.

use crate::{
    hdl::{
        build,
        machine::{console, machine},
        tools,
    },
    misuse::Misuse,
    simulation::machine::Machine,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use rust_hdl_bsp::{
    boards::{self, BOARDS},
    project::Project,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

/// What the vendor's tool prints goes here, in the folder of the build.
const LOG: &str = "build.log";

/// What a monitor would show when the machine is switched on.
const FIRST_FRAME: &str = "first_frame.png";

/// Write Verilog, constraints and a tool project for a board
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen build\n  tengen build --board basys3 --out /tmp/basys3\n  \
    tengen build --board nexys-a7 --run"
)]
pub struct Build {
    /// The board, one of `tengen boards`
    #[arg(long, default_value = "nexys3")]
    board: String,
    /// The folder to write to [default: build/BOARD]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Then run the vendor's tools (Xilinx ISE or Vivado, which must be installed)
    #[arg(long)]
    run: bool,
}

impl Build {
    pub fn run(&self) -> Result<String> {
        let board = boards::find(&self.board)
            .ok_or_else(|| Misuse::unknown("board", &self.board, BOARDS.into_iter().map(|board| board.name)))?;
        let out = self.out.clone().unwrap_or_else(|| Path::new("build").join(board.name));
        let plan = build::Build::plan(board, &machine(board)?)?;
        // A missing tool is named before anything is done.
        let command = match self.run {
            true => Some(vendor_tool(&plan.project, &out)?),
            false => None,
        };
        plan.write(&out)?;
        let mut said = String::new();
        for file in &plan.files {
            said += &format!("{}  {} bytes\n", out.join(&file.name).display(), file.contents.len());
        }
        let picture = out.join(FIRST_FRAME);
        let mut machine = Machine::new(console(board)?.native())?;
        machine.settle()?;
        machine.frame()?.save_png(&picture)?;
        said += &format!("{}  what it shows when it is switched on\n", picture.display());
        match command {
            Some(command) => {
                run(command, &plan.project, &out)?;
                said += &format!(
                    "{} is done; its log is {}\n",
                    plan.project.tool,
                    out.join(LOG).display()
                );
            }
            None => {
                said += &format!(
                    "To make the bitstream with {}: cd {} && {}\n",
                    plan.project.tool,
                    out.display(),
                    plan.project.command()
                );
            }
        }
        Ok(said)
    }
}

fn vendor_tool(project: &Project, out: &Path) -> Result<std::process::Command> {
    let tools = tools::Tools::find();
    let Ok(mut command) = tools.command(project.program) else {
        bail!(
            "--run needs {tool} ({program}), which was not found; {remedy}, or build without --run and call \"{line}\" in \
             {out} where it is installed",
            tool = project.tool,
            program = project.program,
            remedy = tools.tool(project.program).remedy,
            line = project.command(),
            out = out.display()
        );
    };
    command.args(project.arguments);
    Ok(command)
}

/// Runs the tool in the folder of the files and believes its exit code.
fn run(mut command: std::process::Command, project: &Project, out: &Path) -> Result<()> {
    let path = out.join(LOG);
    let log = fs::File::create(&path).with_context(|| path.display().to_string())?;
    let progress = ProgressBar::new_spinner();
    progress.set_message(format!("{} is running; its log is {}", project.tool, path.display()));
    progress.enable_steady_tick(Duration::from_millis(100));
    let status = command
        .current_dir(out)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .status()
        .with_context(|| format!("{} could not be started", project.program));
    progress.finish_and_clear();
    if status?.success() {
        return Ok(());
    }
    let log = fs::read(&path).unwrap_or_default();
    let log = String::from_utf8_lossy(&log);
    let reason = log
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or("without a word");
    bail!("{} failed: {reason} (see {})", project.tool, path.display())
}
