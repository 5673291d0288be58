//! Runs emitted Verilog under Verilator, for the verbs that need it.

use std::time::Duration;

use anyhow::Result;
use indicatif::ProgressBar;
use tengen_sim::{Model, Port, Verilator};

use crate::hdl::tools::{self, Tools};
use crate::units::Unit;

/// Compiles the unit, or takes it from the cache, and starts it.
pub fn start(unit: &Unit) -> Result<Verilator> {
    Ok(model(&unit.verilog()?, unit.name, unit.native().ports())?.start())
}

/// Compiles this Verilog with that top, or takes it from the cache, which is next to the tools.
pub fn model(verilog: &str, top: &str, ports: &[Port]) -> Result<Model> {
    let tool = Tools::find().verilator()?;
    let progress = ProgressBar::new_spinner().with_message("compiling the emitted Verilog (once)");
    progress.enable_steady_tick(Duration::from_millis(100));
    let model = tool.build(verilog, top, ports, &tools::home()?.join("models"));
    progress.finish_and_clear();
    model
}
