//! `tengen verilog`: one circuit as plain Verilog.

use crate::{
    hdl::build::{File, write_whole},
    misuse::Misuse,
    units,
};
use anyhow::Result;
use clap::Args;
use std::path::{Path, PathBuf};

/// Write one circuit as plain Verilog whose top module bears its name
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen verilog --unit shape_classifier --out shape_classifier.v\n  \
    tengen verilog --unit vga_sync | less"
)]
pub struct Verilog {
    /// The circuit, one of `tengen units`
    #[arg(long)]
    unit: String,
    /// The file to write; without it the text goes to standard output
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Verilog {
    pub fn run(&self) -> Result<String> {
        let unit = units::find(&self.unit)?;
        let text = unit.verilog()?;
        let Some(out) = &self.out else {
            return Ok(text);
        };
        let name = out.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|_| !out.is_dir()) else {
            return Err(Misuse::unwritable(out, "it is no name for a file").into());
        };
        let folder = match out.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let file = File {
            name: name.into(),
            contents: text.into_bytes(),
        };
        write_whole(&[file], folder).map_err(|reason| Misuse::unwritable(out, reason))?;
        Ok(format!("{} written to {}\n", unit.name, out.display()))
    }
}
