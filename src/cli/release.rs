//! `tengen release`: every board's files, packed for people without Rust.

use super::{folder, list};
use crate::{files::write_whole, misuse::Misuse, release};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Pack every board's Verilog, constraints, project and, where built, bitstream
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen release --out dist\n  tengen build --board ulx3s --run && tengen release --out dist\n\n\
    Writes an archive for each board, README.md with what to do with them, and SHA256SUMS. A bitstream is taken from the \
    board's build if it was made of the same files."
)]
pub struct Release {
    /// The folder to write to
    #[arg(long, value_parser = folder)]
    out: PathBuf,
    /// The folder that holds the boards' builds
    #[arg(long, default_value = "build")]
    builds: PathBuf,
}

impl Release {
    pub fn run(&self) -> Result<String> {
        let files = release::plan(&self.builds)?;
        write_whole(&files, &self.out).map_err(|reason| Misuse::unwritable(&self.out, reason))?;
        Ok(list(&files, &self.out))
    }
}
