//! `tengen page`: the machine, or a circuit, as a page of files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use tengen_page::files::Shows;
use tengen_sim::stored::CircuitFile;

use super::progress::Progress;
use super::{expect_folder, folder, list};
use crate::editions;
use crate::files::{File, write_file, write_whole};
use crate::misuse::Misuse;
use crate::play::page_files;
use crate::units;

/// Write the machine, or a circuit, as a page that runs by itself
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen page --out site\n  tengen page --out site --edition gomoku\n  \
    tengen page --out . --single\n  tengen page --unit ps2_receiver --out . --single\n  \
    tengen page --circuit blinker.circuit --out site\n\n\
    The page needs no server, no network and no Rust where it is opened: any static host will do, and so does the disk. The \
    machine plays as in tengen play, clock by clock, in a worker of the browser. A circuit has its ports as switches and \
    lamps, its clock by steps, its signals, and its Verilog beside its kernel; docs/your-circuit.md tells how a circuit of \
    your own becomes a file. The page's program is compiled from Tengen's sources by Cargo, once; for that Rust's target for \
    browsers is needed: rustup target add wasm32-unknown-unknown"
)]
pub struct Page {
    /// The folder to write to
    #[arg(long, value_parser = folder)]
    out: PathBuf,
    /// Write one HTML file that can be sent and opened: tengen.html, or that of the circuit's name
    #[arg(long)]
    single: bool,
    /// The edition of the machine: see tengen build --help
    #[arg(long, default_value = "full")]
    edition: String,
    /// A unit in place of the machine: see tengen units
    #[arg(long, conflicts_with_all = ["edition", "circuit"])]
    unit: Option<String>,
    /// A circuit's file in place of the machine
    #[arg(long, conflicts_with = "edition")]
    circuit: Option<PathBuf>,
}

impl Page {
    pub fn run(&self) -> Result<String> {
        expect_folder(&self.out)?;
        let circuit = match (&self.unit, &self.circuit) {
            (Some(unit), _) => Some(units::find(unit)?.circuit_file()?),
            (None, Some(file)) => Some(read(file)?),
            (None, None) => None,
        };
        let (shows, name, machine) = match &circuit {
            Some(circuit) => {
                let machine = page_files::circuit(&program()?, circuit)?;
                (Shows::Circuit, circuit.name.as_str(), machine)
            }
            None => {
                let edition = editions::find(&self.edition)?.holds;
                (Shows::Machine, "tengen", page_files::machine(&program()?, edition)?)
            }
        };
        let files = if self.single {
            let contents = page_files::single(shows, &machine).into_bytes();
            vec![File { name: format!("{name}.html"), contents }]
        } else {
            page_files::folder(shows, machine)
        };
        match &files[..] {
            [file] => write_file(&self.out.join(&file.name), &file.contents),
            files => write_whole(files, &self.out),
        }
        .map_err(|reason| Misuse::unwritable(&self.out, reason))?;
        Ok(list(&files, &self.out))
    }
}

/// Reads a circuit's file.
fn read(file: &Path) -> Result<CircuitFile> {
    let bytes = fs::read(file).map_err(|reason| Misuse::new(format!("{}: {reason}", file.display())))?;
    let circuit = CircuitFile::read(&bytes);
    Ok(circuit.map_err(|error| Misuse::new(format!("{}: {error:#}", file.display())))?)
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
