//! A unit's emitted Verilog under Verilator, for the verbs that run one.

use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use tengen_sim::Verilator;

use crate::hdl::tools::{self, Tools};
use crate::units::Unit;

/// Compiles it, or finds what was compiled before: models are kept beside the tools that made them.
pub fn start(unit: &Unit) -> Result<Verilator> {
    let tool = Tools::find().verilator()?;
    let ports = unit.native().ports().to_vec();
    let progress = ProgressBar::new_spinner().with_message("compiling the emitted Verilog (once)");
    progress.enable_steady_tick(Duration::from_millis(100));
    let model = tool.build(&unit.verilog()?, unit.name, &ports, &tools::home()?.join("models"));
    progress.finish_and_clear();
    Ok(model?.start())
}
