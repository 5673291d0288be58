//! Emitted Verilog under Verilator, for the verbs that run some.

use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use tengen_sim::{Model, Port, Verilator};

use crate::hdl::tools::{self, Tools};
use crate::units::Unit;

/// Compiles it, or finds what was compiled before.
pub fn start(unit: &Unit) -> Result<Verilator> {
    Ok(model(&unit.verilog()?, unit.name, unit.native().ports())?.start())
}

/// Compiles this Verilog with that top, or finds what was compiled before: models are kept beside the tools that made them.
pub fn model(verilog: &str, top: &str, ports: &[Port]) -> Result<Model> {
    let tool = Tools::find().verilator()?;
    let progress = ProgressBar::new_spinner().with_message("compiling the emitted Verilog (once)");
    progress.enable_steady_tick(Duration::from_millis(100));
    let model = tool.build(verilog, top, ports, &tools::home()?.join("models"));
    progress.finish_and_clear();
    model
}
