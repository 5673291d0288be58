//! Runs all tools on a batch of circuits.

use anyhow::{Context, Result};

use crate::{
    compiled::{self, Finding, Libraries, Named, Recorded, Tool},
    simulators::{Verilator, checks, icarus, yosys},
};

pub struct Judges {
    libraries: Libraries,
    verilator: Verilator,
    /// Changes the texts before the tools see them, to test the tools themselves.
    pub corrupt: Option<fn(&str) -> String>,
}

impl Judges {
    pub fn new(libraries: Libraries) -> Result<Judges> {
        Ok(Judges { libraries, verilator: Verilator::new()?, corrupt: None })
    }

    /// The problems of each circuit.
    pub fn judge(&self, circuits: &[Named]) -> Result<Vec<Vec<Finding>>> {
        self.judge_with(circuits, &|_| true)
    }

    /// The same with some of the tools only.
    pub fn judge_with(&self, circuits: &[Named], wanted: &dyn Fn(Tool) -> bool) -> Result<Vec<Vec<Finding>>> {
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let folder = folder.path();
        let mut recorded = compiled::record(&self.libraries, circuits, wanted(Tool::Block), folder)?;
        if let Some(corrupt) = self.corrupt {
            recorded
                .iter_mut()
                .flat_map(|one| [&mut one.verilog, &mut one.checked])
                .for_each(|text| *text = text.as_deref().map(corrupt));
        }
        let mut findings: Vec<Vec<Finding>> = recorded.iter().map(|one: &Recorded| one.findings.clone()).collect();
        for (i, (named, recorded)) in circuits.iter().zip(&recorded).enumerate() {
            if wanted(Tool::Checks) {
                findings[i].extend(checks(named, recorded, folder)?);
            }
            for tool in [Tool::Icarus2001, Tool::Icarus2012] {
                if wanted(tool) {
                    findings[i].extend(icarus(named, recorded, tool, folder)?);
                }
            }
        }
        if wanted(Tool::Verilator) {
            for (i, finding) in self.verilator.run(circuits, &recorded, folder)? {
                findings[i].push(finding);
            }
        }
        if wanted(Tool::Yosys) {
            for (i, finding) in yosys(circuits, &recorded, folder)? {
                findings[i].push(finding);
            }
        }
        Ok(findings)
    }
}
