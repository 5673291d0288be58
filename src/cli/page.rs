//! `tengen page`: the machine as a page of files.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use super::progress::Progress;
use super::{folder, list};
use crate::editions;
use crate::files::{File, write_file, write_whole};
use crate::misuse::Misuse;
use crate::play::page_files;

/// The file of a page that is one file.
const SINGLE: &str = "tengen.html";

/// Write the machine as a page that plays by itself
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen page --out site\n  tengen page --out site --edition gomoku\n  \
    tengen page --out . --single\n\n\
    The page needs no server, no network and no Rust where it is opened: any static host will do, and so does the disk. It \
    plays as tengen play does, clock by clock, in a worker of the browser. Its program is compiled from Tengen's sources \
    by Cargo, once; for that Rust's target for browsers is needed: rustup target add wasm32-unknown-unknown"
)]
pub struct Page {
    /// The folder to write to
    #[arg(long, value_parser = folder)]
    out: PathBuf,
    /// Write one HTML file, tengen.html, that can be sent and opened
    #[arg(long)]
    single: bool,
    /// The edition of the machine: see tengen build --help
    #[arg(long, default_value = "full")]
    edition: String,
}

impl Page {
    pub fn run(&self) -> Result<String> {
        let edition = editions::find(&self.edition)?.holds;
        let machine = page_files::machine(&program()?, edition)?;
        let files = match self.single {
            true => vec![File { name: SINGLE.into(), contents: page_files::single(&machine).into_bytes() }],
            false => page_files::folder(machine),
        };
        match self.single {
            true => write_file(&self.out.join(SINGLE), &files[0].contents),
            false => write_whole(&files, &self.out),
        }
        .map_err(|reason| Misuse::unwritable(&self.out, reason))?;
        Ok(list(&files, &self.out))
    }
}

/// Compiles the page's program, and says so.
pub fn program() -> Result<Vec<u8>> {
    let progress = Progress::new();
    progress.begin("compiling the page's program, which takes minutes the first time");
    let began = Instant::now();
    let program = page_files::program()?;
    progress.end("compiled", began.elapsed());
    Ok(program)
}
