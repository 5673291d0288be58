//! `tengen wave`: the waves of a circuit, which open grouped and labelled.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use tengen_sim::WaveOptions;

use super::folder;
use super::waves::{Format, Paper, view};
use crate::files::{File, write_whole};
use crate::misuse::Misuse;
use crate::simulation::demonstration;
use crate::units;

/// Show what one circuit does, as waves and a .gtkw that opens them in GTKWave
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen wave --unit ps2_receiver\n  \
    tengen wave --unit gomoku_engine --out waves --signals state --signals 'best_*'\n  \
    tengen wave --unit console --fst\n  \
    gtkwave build/waves/ps2_receiver.gtkw")]
pub struct Wave {
    /// The circuit, one of `tengen units`
    #[arg(long)]
    unit: String,
    /// The folder to write to
    #[arg(long, default_value = "build/waves", value_parser = folder)]
    out: PathBuf,
    /// Only these: a part or a signal by its dotted path, ? for a character, * within a name, ** for anything; may be repeated
    #[arg(long, visible_alias = "signal", value_name = "GLOB")]
    signals: Vec<String>,
    /// FST, GTKWave's own format, in place of VCD
    #[arg(long)]
    fst: bool,
}

impl Wave {
    pub fn run(&self) -> Result<String> {
        let unit = units::find(&self.unit)?.demonstrated();
        let demonstration =
            demonstration::of(unit.name).with_context(|| format!("nothing is known to show of {}", unit.name))?;
        // The demonstration runs twice: only its end tells which cycles to record.
        let shown = demonstration(&mut *unit.native())?;
        let options =
            WaveOptions { signals: self.signals.clone(), cycles: shown.from..u64::MAX, ..WaveOptions::new(unit.name) };
        let format = if self.fst { Format::Fst } else { Format::Vcd };
        let paper = Paper::default();
        let mut engine = unit.traced(&options, format.file(paper.clone()))?;
        let marker = demonstration(&mut *engine)?.marker;
        // GTKWave starts left of the marker only if the dump continues for the window's width after it.
        engine.steps((marker.cycle + marker.span).saturating_sub(engine.cycle()));
        let (cycles, signals) = (engine.cycle() - shown.from, engine.signals().to_vec());
        engine.finish()?;

        let dump = format!("{}.{}", unit.name, format.name());
        let beside = view(&dump, &signals, &options, Some(&marker));
        let opened = self.out.join(&beside[0].name);
        let mut files = vec![File { name: dump, contents: paper.contents() }];
        files.extend(beside);
        write_whole(&files, &self.out).map_err(|reason| Misuse::unwritable(&self.out, reason))?;
        Ok(format!(
            "{cycles} cycles, {} signals, the marker at \"{}\"; open them with: gtkwave {}\n",
            signals.len(),
            marker.label,
            opened.display()
        ))
    }
}
