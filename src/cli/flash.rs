//! `tengen flash`: loads a bitstream into a board.

use super::{
    build::{board, default_folder},
    folder,
};
use crate::{
    hdl::{tools::Tools, top},
    misuse::Misuse,
};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use rust_hdl_bsp::project;
use std::path::PathBuf;

/// The loader that can also write a board's flash memory, and its option for that.
const KEEPS: (&str, &str) = ("openFPGALoader", "-f");

/// Load a board with the bitstream that `tengen build --run` made
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen flash --board ulx3s\n  tengen flash --board ulx3s --permanent\n  \
    tengen flash --board basys3 --out /tmp/basys3\n\n\
    Calls openFPGALoader; where that is not installed, it fails and says what would be called."
)]
pub struct Flash {
    /// The board, one of `tengen boards`
    #[arg(long)]
    board: String,
    /// The folder of the build [default: build/BOARD]
    #[arg(long, value_parser = folder)]
    out: Option<PathBuf>,
    /// Write the board's flash memory, so that the machine is there again after switching off
    #[arg(long)]
    permanent: bool,
}

impl Flash {
    pub fn run(&self) -> Result<String> {
        let board = board(&self.board)?;
        let out = self.out.clone().unwrap_or_else(|| default_folder(board));
        let bitstream = out.join(project::project(board, top::TOP, &[], top::PIXEL_KHZ).bitstream);
        let make = format!(
            "make it with: tengen build --board {} --out {} --run",
            board.name,
            out.display()
        );

        let (program, arguments) = board.loader.split_first().context("a board has a loader")?;
        let mut arguments = arguments.to_vec();
        if self.permanent {
            if *program != KEEPS.0 {
                return Err(Misuse::new(format!("{program} cannot keep a bitstream on {}", board.title)).into());
            }
            arguments.push(KEEPS.1);
        }
        let line = format!("{program} {} {}", arguments.join(" "), bitstream.display());

        let tools = Tools::find();
        let loader = tools.tool(program);
        let Ok(mut command) = loader.command() else {
            let missing = match bitstream.is_file() {
                true => String::new(),
                false => format!(" (there is no {} yet; {make})", bitstream.display()),
            };
            bail!(
                "nothing was loaded: {program} was not found; {}, or call where it is: {line}{missing}",
                loader.remedy
            );
        };
        if !bitstream.is_file() {
            return Err(Misuse::new(format!("there is no {}; {make}", bitstream.display())).into());
        }
        let status = command.args(&arguments).arg(&bitstream).status();
        let status = status.with_context(|| format!("{program} could not be started"))?;
        ensure!(
            status.success(),
            "{program} failed ({status}); it was called as: {line}"
        );
        Ok(format!("{} is loaded with {}\n", board.title, bitstream.display()))
    }
}
