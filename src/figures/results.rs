//! The kept results, `reports/results.json`: the last measurement of every board, edition and unit, and the design it
//! belongs to.
//!
//! ```text
//! { "circuit": "icebreaker",
//!   "design": "5f0c…",        hash of the Verilog, constraints, scripts and tool versions
//!   "log": "c81d…",           hash of the tool's own output: yosys' counts, nextpnr's report
//!   "placed": { … } }         the report of a placed board; for other circuits "counted", yosys' cells
//! ```
//!
//! The tools are deterministic, so a result is valid as long as its design is unchanged. A result of another design is
//! stale.

use super::Figures;
use crate::{
    hdl::{report::Report, synthesis::Counts},
    misuse::Misuse,
};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::{fs, io, path::Path};

/// The file in the folder of reports.
pub const FILE: &str = "results.json";

/// The result of measuring a circuit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// See [`super::measure::Subject::name`].
    pub circuit: String,
    /// See [`super::measure::Subject::design`].
    pub design: String,
    /// The first digits of the SHA-256 of the tool's output.
    pub log: String,
    #[serde(flatten)]
    pub measured: Measured,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measured {
    /// A board, placed and timed.
    Placed(Report),
    /// The cells of any other circuit.
    Counted(Counts),
}

impl Outcome {
    pub fn figures(&self) -> Result<Figures> {
        match &self.measured {
            Measured::Placed(report) => Figures::of_report(report),
            Measured::Counted(counts) => Ok(Figures::of(counts)),
        }
    }
}

/// All results, by the names of their circuits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results(Vec<Outcome>);

impl Results {
    /// Reads the results in `folder`; none if there is no file yet.
    pub fn read(folder: &Path) -> Result<Results> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let parsed = serde_json::from_str(&text).map(Results);
                parsed.map_err(|error| Misuse::new(format!("{} is no list of results: {error}", path.display())).into())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Results::default()),
            Err(error) => Err(Misuse::new(format!("cannot read {}: {error}", path.display())).into()),
        }
    }

    /// The file's text.
    pub fn text(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(&self.0)? + "\n")
    }

    /// The kept result of a circuit, valid or stale.
    pub fn of(&self, circuit: &str) -> Option<&Outcome> {
        self.0.iter().find(|outcome| outcome.circuit == circuit)
    }

    /// The kept result of a circuit, if it is of this design.
    pub fn fresh(&self, circuit: &str, design: &str) -> Option<&Outcome> {
        self.of(circuit).filter(|outcome| outcome.design == design)
    }

    /// Replaces the kept result of this circuit.
    pub fn keep(&mut self, outcome: Outcome) {
        self.0.retain(|kept| kept.circuit != outcome.circuit);
        self.0.push(outcome);
        self.0.sort_by(|a, b| a.circuit.cmp(&b.circuit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(circuit: &str, design: &str, luts: usize) -> Outcome {
        let counts = Counts { cells: [("SB_LUT4".to_string(), luts)].into(), ..Counts::default() };
        Outcome {
            circuit: circuit.into(),
            design: design.into(),
            log: "log".into(),
            measured: Measured::Counted(counts),
        }
    }

    #[test]
    fn a_result_holds_for_its_own_design_and_gives_way_to_the_next() {
        let mut results = Results::default();
        results.keep(outcome("vga_sync", "aaa", 45));
        results.keep(outcome("sound", "aaa", 50));
        assert!(results.fresh("vga_sync", "bbb").is_none());
        assert_eq!(results.fresh("vga_sync", "aaa").unwrap().figures().unwrap().luts, 45);
        results.keep(outcome("vga_sync", "bbb", 46));
        assert!(results.fresh("vga_sync", "aaa").is_none());
        assert_eq!(results.of("vga_sync"), Some(&outcome("vga_sync", "bbb", 46)));

        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Results::read(folder.path()).unwrap(), Results::default());
        fs::write(folder.path().join(FILE), results.text().unwrap()).unwrap();
        assert_eq!(Results::read(folder.path()).unwrap(), results);
        fs::write(folder.path().join(FILE), "[{}]").unwrap();
        let error = Results::read(folder.path()).unwrap_err();
        assert!(error.is::<Misuse>(), "{error}");
    }
}
