//! `tengen verilog`: one circuit as plain Verilog.

use super::write_file;
use crate::units;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

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
        write_file(out, &text)?;
        Ok(format!("{} written to {}\n", unit.name, out.display()))
    }
}
