//! `tengen release`: the page, the command and every board's files, packed for people without Rust.

use super::{expect_folder, folder, list};
use crate::{
    files::write_whole,
    misuse::Misuse,
    release::{self, Extras},
};
use anyhow::{Context, Result};
use clap::Args;
use std::{fs, path::PathBuf};

/// Pack a page to play in, this command, and every board's Verilog, project and, where built, bitstream
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen release --out dist\n  tengen build --board ulx3s --run && tengen release --out dist\n\n\
    Writes the machine as a page in one file (see tengen page), this command for the platform it runs on, an archive for \
    each board, README.md with what to do with them, and SHA256SUMS. A bitstream is taken from the board's build if it was \
    made of the same files."
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
        expect_folder(&self.out)?;
        let command = std::env::current_exe().context("cannot find this command's own file")?;
        let command = fs::read(&command).with_context(|| format!("cannot read {}", command.display()))?;
        let files = release::plan(&self.builds, Extras { page: page()?, command: Some(command) })?;
        write_whole(&files, &self.out).map_err(|reason| Misuse::unwritable(&self.out, reason))?;
        Ok(list(&files, &self.out))
    }
}

/// The machine as a page in one file.
#[cfg(feature = "play")]
fn page() -> Result<Option<Vec<u8>>> {
    use super::page::program;
    use crate::{gateware::edition::Edition, play::page_files};
    use tengen_page::files::Shows;
    let machine = page_files::machine(&program()?, Edition::FULL)?;
    Ok(Some(page_files::single(Shows::Machine, &machine).into_bytes()))
}

#[cfg(not(feature = "play"))]
fn page() -> Result<Option<Vec<u8>>> {
    Ok(None)
}
