//! `tengen schematic`: one circuit as a drawing.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{expect_place, progress::Progress, write_file};
use crate::{
    hdl::{schematic, tools::Tools},
    units,
};

/// Draw one circuit as SVG: its parts as boxes, its registers, its logic
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen schematic --unit console --out console.svg\n  \
    tengen schematic --unit win_checker --out win_checker.svg --operators\n\n\
    Needs yosys (\"tengen tools --install\") and netlistsvg (\"npm install --global netlistsvg\").")]
pub struct Schematic {
    /// The circuit, one of `tengen units`
    #[arg(long)]
    unit: String,
    /// The file to write; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Draw its own logic operator by operator; by default more than 40 are one box
    #[arg(long)]
    operators: bool,
}

impl Schematic {
    pub fn run(&self) -> Result<String> {
        let unit = units::find(&self.unit)?;
        expect_place(&self.out)?;
        let tools = Tools::find();
        // Both tools are looked for before anything is done.
        let (yosys, netlistsvg) = (tools.command("yosys")?, tools.command("netlistsvg")?);
        let progress = Progress::new();
        progress.begin("netlist with yosys");
        let netlist = schematic::netlist(yosys, &unit.verilog()?, unit.name, self.operators)?;
        progress.begin("drawing with netlistsvg");
        let drawing = schematic::draw(netlistsvg, &netlist)?;
        let done = format!("{} drawn in {}\n", unit.name, self.out.display());
        Ok(write_file(&self.out, drawing, done)?)
    }
}
