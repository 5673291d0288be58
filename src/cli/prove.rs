//! `tengen prove`: the properties of a circuit, proved.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use clap::Args;
use tengen_sim::{WaveOptions, drawing, gtkwave::Marker};

use super::{
    folder,
    progress::Progress,
    table,
    waves::{Format, Paper, view},
};
use crate::{
    figures::mutation::{self, Line},
    files::{File, write_whole},
    hdl::{
        proof::{
            Kind,
            equivalence::{self, Found},
            mutants::Mutant,
            solver::Verdict,
        },
        tools::Tools,
    },
    misuse::Misuse,
    units::{self, Checked, UNITS, Unit},
};

/// Prove the properties of a circuit, or find the inputs that break them
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen prove\n  tengen prove --unit vga_sync\n  \
    tengen prove --unit ps2_receiver --draw\n  tengen prove --unit ps2_receiver --depth 60 --out proofs\n  \
    tengen prove --unit ps2_receiver --mutants 100 --keep\n  tengen prove --unit console --netlist\n  \
    tengen prove --unit win_checker --states\n\n\
    A line a property: proved for ever by induction, holds for the first so many clocks from power-on, or broken in a clock. What \
    breaks a property is written to --out as waves, which open at that clock, and as a test in Rust that replays it; the exit \
    code is then 1.\n\n\
    Needs yosys and z3 (\"tengen tools --install\").")]
pub struct Prove {
    /// The circuit: a unit, or a part of the machine that has checks [default: every one with checks]
    #[arg(long)]
    unit: Option<String>,
    /// The number of clocks that each property is tried for, and of steps of an induction [default: the circuit's own]
    #[arg(long, value_name = "CLOCKS", value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: Option<u16>,
    /// Draw the shortest way to each property that is to be reached
    #[arg(long)]
    draw: bool,
    /// In place of proofs, make so many mutants of the circuit, each with one small fault, and tell which properties break in them
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["draw", "depth"], value_parser = clap::value_parser!(u16).range(1..=10_000))]
    mutants: Option<u16>,
    /// In place of properties, prove module by module that the Verilog and the netlist that the fast simulation runs are the same
    #[arg(long, conflicts_with_all = ["draw", "depth", "mutants"])]
    netlist: bool,
    /// In place of properties, prove that every state machine is always in one of its states, and that none is a trap
    #[arg(long, conflicts_with_all = ["draw", "depth", "mutants", "netlist"])]
    states: bool,
    /// Write the properties that break in each mutant to properties.csv in this folder
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "reports", requires = "mutants", value_parser = folder)]
    keep: Option<PathBuf>,
    /// The folder for what breaks a property
    #[arg(long, default_value = "build/proofs", value_parser = folder)]
    out: PathBuf,
}

impl Prove {
    pub fn run(&self) -> Result<String> {
        if self.netlist {
            return self.netlists();
        }
        if self.states {
            return self.state_machines();
        }
        let units: Vec<&Unit> = match &self.unit {
            Some(name) => vec![units::find_checked(name)?],
            None => units::all_checked().collect(),
        };
        let tools = Tools::find();
        // All tools are looked for before anything is done.
        for tool in ["yosys", "yosys-smtbmc", "z3"] {
            tools.command(tool)?;
        }
        let progress = Progress::new();
        let mut text = String::new();
        let mut broken = 0;
        let mut lines = vec![];
        for unit in units {
            let Some(checked) = unit.proved()? else {
                return Err(units::unchecked(unit).into());
            };
            if let Some(count) = self.mutants {
                progress.begin(&format!("mutants of {} with yosys and z3", unit.name));
                let mutants = checked.mutants(&tools, count.into())?;
                let (rows, idle) = found(&checked, &mutants)?;
                let line = |mutant| Line { unit: unit.name.to_string(), of: count.into(), mutant };
                lines.extend(mutants.into_iter().map(line));
                text += &table(&rows);
                broken += idle;
                continue;
            }
            progress.begin(&format!("{} with yosys and z3", unit.name));
            let depth = self.depth.map_or(checked.depth(), usize::from);
            let judged = checked.prove(&tools, depth)?;
            let rows = judged
                .iter()
                .map(|judged| vec![unit.name.into(), judged.name.into(), judged.verdict.to_string()]);
            text += &table(&rows.collect::<Vec<_>>());
            for judged in &judged {
                match (judged.verdict, &judged.stimulus) {
                    (Verdict::Broken { clock }, Some(stimulus)) => {
                        broken += 1;
                        text += &write_counterexample(&checked, judged.name, stimulus, clock, &self.out)?;
                    }
                    (Verdict::Reached { clock }, Some(stimulus)) if self.draw => {
                        text += &format!("\n{}\n{}\n", judged.name, drawn(&checked, stimulus, clock)?);
                    }
                    (verdict, _) => broken += usize::from(!verdict.is_good()),
                }
            }
        }
        drop(progress);
        if let Some(folder) = &self.keep {
            mutation::keep(folder, mutation::PROPERTIES, &lines)?;
        }
        if broken > 0 {
            // The verdicts are wanted in a failure too. If nobody reads them, nothing is lost.
            let _ = io::stdout().write_all(text.as_bytes());
            match self.mutants {
                Some(_) => bail!("properties that find no mutant: {broken}"),
                None => bail!("properties that do not hold: {broken}"),
            }
        }
        Ok(text)
    }

    /// The unit that is asked for, which may be without checks, or all.
    fn units(&self) -> Result<Vec<&Unit>> {
        Ok(match &self.unit {
            Some(name) => vec![units::find(name).or_else(|unknown| units::find_checked(name).map_err(|_| unknown))?],
            None => UNITS.iter().collect(),
        })
    }

    /// Judges the state machines. A module of several units is judged once.
    fn state_machines(&self) -> Result<String> {
        let units = self.units()?;
        let tools = Tools::find();
        tools.command("yosys")?;
        let progress = Progress::new();
        let mut judged = BTreeMap::new();
        for unit in units {
            progress.begin(&format!("{} with yosys", unit.name));
            for machine in unit.state_machines(&tools)? {
                judged.insert((machine.module.clone(), machine.signal.clone()), machine);
            }
        }
        drop(progress);
        let faulty = judged.values().filter(|machine| !machine.found.is_empty()).count();
        let shown = judged
            .values()
            .filter(|machine| machine.is_register || !machine.found.is_empty());
        let rows = shown.map(|machine| vec![machine.module.clone(), machine.signal.clone(), machine.to_string()]);
        let text = table(&rows.collect::<Vec<_>>());
        if faulty > 0 {
            let _ = io::stdout().write_all(text.as_bytes());
            bail!("state machines with a fault: {faulty}");
        }
        Ok(text)
    }

    /// Compares the Verilog with the netlist.
    fn netlists(&self) -> Result<String> {
        let units = self.units()?;
        let tools = Tools::find();
        tools.command("yosys")?;
        let progress = Progress::new();
        let mut rows = vec![];
        let mut different = 0;
        for unit in units {
            progress.begin(&format!("{} with yosys", unit.name));
            for (module, found) in equivalence::compare(&tools, &unit.by_module()?)? {
                different += usize::from(matches!(found, Found::Different { .. }));
                rows.push(vec![unit.name.into(), module, found.to_string()]);
            }
        }
        drop(progress);
        let text = table(&rows);
        if different > 0 {
            let _ = io::stdout().write_all(text.as_bytes());
            bail!("modules whose Verilog and netlist differ: {different}");
        }
        Ok(text)
    }
}

/// Writes a counterexample as waves and as a test, after both simulations have shown that it breaks the property. Returns a line
/// that tells what was written.
fn write_counterexample(checked: &Checked, property: &str, stimulus: &str, clock: usize, out: &Path) -> Result<String> {
    let unit = &checked.unit;
    let found = checked.replay(stimulus, clock + 1)?;
    let broken = found.broken.iter().find(|broken| broken.property == property);
    let Some(broken) = broken.filter(|broken| broken.clock == clock as u64) else {
        let free = match checked.free() {
            [] => String::new(),
            parts => format!(
                "; in its proof the outputs of these parts may take any value: {}",
                parts.join(", ")
            ),
        };
        bail!(
            "{property} of {} breaks in clock {clock} of the Verilog, but not in the simulation{free}",
            unit.name
        );
    };
    let options = WaveOptions::new(unit.name);
    let paper = Paper::default();
    let mut engine = unit.traced(&options, Format::Vcd.file(paper.clone()))?;
    drawing::run(&mut *engine, stimulus, clock + 1);
    let signals = engine.signals().to_vec();
    engine.finish()?;
    let name = format!("{}_{property}", unit.name);
    let dump = format!("{name}.vcd");
    let marker = Marker { cycle: clock as u64, label: property.into(), span: clock as u64 + 1 };
    let mut files = view(&dump, &signals, &options, Some(&marker));
    let opened = out.join(&files[0].name);
    files.push(File { name: dump, contents: paper.contents() });
    let test = checked.test(property, stimulus, clock + 1);
    files.push(File { name: format!("{name}.rs"), contents: test.into_bytes() });
    write_whole(&files, out).map_err(|reason| Misuse::unwritable(out, reason))?;
    Ok(format!("  {broken}; open it with: gtkwave {}\n", opened.display()))
}

/// A row for each property: in how many mutants it breaks, and an example. Also the number of properties that break in none.
fn found(checked: &Checked, mutants: &[Mutant]) -> Result<(Vec<Vec<String>>, usize)> {
    let always = checked
        .properties()?
        .into_iter()
        .filter(|(_, kind)| *kind == Kind::Always);
    let (mut rows, mut idle) = (vec![], 0);
    for (property, _) in always {
        let finds = |mutant: &&Mutant| mutant.broken.iter().any(|(name, _)| name == property);
        let count = mutants.iter().filter(finds).count();
        let first = mutants
            .iter()
            .find(finds)
            .map(|mutant| format!(", the first by {}", mutant.fault));
        idle += usize::from(count == 0);
        let says = format!(
            "finds {count} of {} mutants{}",
            mutants.len(),
            first.unwrap_or_default()
        );
        rows.push(vec![checked.unit.name.to_string(), property.to_string(), says]);
    }
    Ok((rows, idle))
}

/// The ports on the way to a clock.
fn drawn(checked: &Checked, stimulus: &str, clock: usize) -> Result<String> {
    Ok(checked
        .drawing(stimulus, clock)?
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect())
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use super::*;
    use crate::units::faulty;

    #[test]
    fn what_breaks_a_property_is_written_as_waves_and_as_a_test() {
        let checked = faulty::UNIT.proved().unwrap().unwrap();
        let judged = checked.prove(&Tools::find(), checked.depth()).unwrap();
        let verdicts: Vec<String> = judged
            .iter()
            .map(|judged| format!("{} {}", judged.name, judged.verdict))
            .collect();
        assert_eq!(
            verdicts,
            [
                "given_no_clear assumed",
                "always_few broken in clock 5",
                "always_kept proved, by induction over 1 clock",
                "always_small holds for the first 9 clocks",
                "once_three reached in clock 3",
                "once_eight not reached in 9 clocks",
            ]
        );
        let stimulus = judged[1].stimulus.as_ref().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let said = write_counterexample(&checked, "always_few", stimulus, 5, folder.path()).unwrap();
        assert!(
            said.starts_with("  always_few does not hold in clock 5: up 1 clear 0 count 5;"),
            "{said}"
        );
        let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(text("faulty_always_few.vcd").contains("$var"));
        assert!(text("faulty_always_few.gtkw").contains("faulty_always_few.vcd"));
        let test = text("faulty_always_few.rs");
        for line in [
            "#[test]",
            "        up 1*",
            "    tengen::units::replay(\"faulty\", 25000000, \"always_few\", stimulus, 6);",
        ] {
            assert!(test.contains(line), "{line}: {test}");
        }
        // The solver and the simulation must agree on the clock.
        let error = write_counterexample(&checked, "always_few", stimulus, 4, folder.path())
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "always_few of faulty breaks in clock 4 of the Verilog, but not in the simulation"
        );
        let drawn = drawn(&checked, judged[4].stimulus.as_ref().unwrap(), 3).unwrap();
        assert!(
            drawn
                .lines()
                .any(|line| line.starts_with("  count") && line.contains(" 3")),
            "{drawn}"
        );
    }
}
