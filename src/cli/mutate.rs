//! `tengen mutate`: how many faults of a circuit its tests find.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{folder, progress, table};
use crate::{
    figures::mutation::{self, Line, Score},
    hdl::{
        proof::mutants::Mutant,
        tools::{self, Tools},
    },
    units::{
        self, UNITS, Unit,
        campaign::{Campaign, EQUAL},
    },
    workers::cores,
};

/// Put small faults into a circuit, one at a time, and count those that its tests and properties find
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen mutate --unit uart_receiver\n  tengen mutate --unit win_checker --count 300\n  \
    tengen mutate --keep\n  \
    tengen mutate --keep --again\n\n\
    yosys chooses the faults, evenly over the circuit. A fault is found if an output differs in the circuit's demonstration, in its \
    exercise or with random inputs, or if a property breaks. One that is proved to change nothing does not count. What nothing finds is listed.\n\n\
    Needs yosys, z3 and Verilator (\"tengen tools --install\"), and ABC (Debian: berkeley-abc)."
)]
pub struct Mutate {
    /// The circuit [default: every unit]
    #[arg(long)]
    unit: Option<String>,
    /// The number of faults in each circuit
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    count: u16,
    /// Write what finds each fault to mutation.csv in this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "reports", value_parser = folder)]
    keep: Option<PathBuf>,
    /// Judge only the faults that no test and no property found when the campaign was last kept; all, if the circuit has other faults now
    #[arg(long, requires = "keep")]
    again: bool,
}

/// The progress bar moves after so many faults for each core. One fault takes seconds and another minutes; with several between two
/// steps, the cores wait less for each other.
const AT_ONCE: usize = 8;

impl Mutate {
    pub fn run(&self) -> Result<String> {
        let units: Vec<&Unit> = match &self.unit {
            Some(name) => vec![units::find(name)?],
            None => UNITS.iter().collect(),
        };
        let tools = Tools::find();
        // All tools are looked for before anything is done.
        for tool in ["yosys", "yosys-smtbmc", "z3", "abc", "verilator"] {
            tools.command(tool)?;
        }
        let models = tools::home()?.join("models");
        let mut rows = vec![Score::HEADS.map(String::from).to_vec()];
        let mut survivors = String::new();
        for unit in units {
            let campaign = unit.campaign(&tools, self.count.into(), &models)?;
            let before = self.before(unit, &campaign)?;
            let is_known = |number: &usize| before.iter().any(|line| line.mutant.number == *number);
            let numbers: Vec<usize> = (0..campaign.len()).filter(|number| !is_known(number)).collect();
            let progress = progress::counted(numbers.len() as u64, unit.name);
            let mut mutants = vec![];
            for numbers in numbers.chunks(AT_ONCE * cores()) {
                mutants.extend(campaign.judge(&tools, numbers)?);
                progress.inc(numbers.len() as u64);
            }
            progress.finish_and_clear();
            for Mutant { number, fault, .. } in mutants.iter().filter(|mutant| mutant.broken.is_empty()) {
                let module = campaign.module(*number);
                survivors += &format!("{}: nothing finds {number}: {fault} in {module}\n", unit.name);
            }
            let line = |mutant| Line { unit: unit.name.to_string(), of: self.count.into(), mutant };
            let lines: Vec<Line> = before.into_iter().chain(mutants.into_iter().map(line)).collect();
            rows.extend(Score::of(&lines).iter().map(Score::row));
            if let Some(folder) = &self.keep {
                mutation::keep(folder, mutation::CAMPAIGN, &lines)?;
            }
        }
        Ok(table(&rows) + &survivors)
    }

    /// With `--again`: the kept lines of the faults that a test or a property found. None if the circuit has other faults now.
    fn before(&self, unit: &Unit, campaign: &Campaign) -> Result<Vec<Line>> {
        let Some(folder) = self.keep.as_ref().filter(|_| self.again) else {
            return Ok(vec![]);
        };
        let mut lines = mutation::kept(folder, mutation::CAMPAIGN)?;
        lines.retain(|line| line.unit == unit.name && line.of == usize::from(self.count));
        let is_the_same = |line: &Line| {
            let Mutant { number, fault, .. } = &line.mutant;
            *number < campaign.len() && *fault == campaign.fault(*number)
        };
        if lines.len() != campaign.len() || !lines.iter().all(is_the_same) {
            return Ok(vec![]);
        }
        lines.retain(|line| line.mutant.broken.iter().any(|(by, _)| by != EQUAL));
        Ok(lines)
    }
}
