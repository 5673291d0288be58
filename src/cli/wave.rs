//! `tengen wave`: what a circuit does, as waves that open grouped and labelled.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::Result;
use clap::Args;
use tengen_sim::{WaveOptions, gtkwave};

use crate::hdl::build::{File, write_whole};
use crate::misuse::Misuse;
use crate::simulation::demonstration;
use crate::units;

/// Clocks after the last of what is shown: GTKWave begins at the marker only if a window's width follows it.
const AFTERMATH: u64 = 100;

/// Show what one circuit does, as a VCD and a .gtkw for GTKWave
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen wave --unit ps2_receiver\n  \
    tengen wave --unit gomoku_engine --out waves --signal state --signal 'best_*'\n  \
    gtkwave build/waves/ps2_receiver.gtkw")]
pub struct Wave {
    /// The circuit, one of `tengen units`
    #[arg(long)]
    unit: String,
    /// The folder to write to
    #[arg(long, default_value = "build/waves")]
    out: PathBuf,
    /// Only these: a part or a signal by its dotted path, ? for a character, * within a name, ** for anything; may be repeated
    #[arg(long, value_name = "GLOB")]
    signal: Vec<String>,
}

impl Wave {
    pub fn run(&self) -> Result<String> {
        let unit = units::find(&self.unit)?;
        let options = WaveOptions {
            signals: self.signal.clone(),
            ..WaveOptions::new(unit.name)
        };
        let paper = Paper::default();
        let traced = unit.traced(&options, paper.clone());
        // Nothing can fail there but a glob of the user's.
        let mut engine = traced.map_err(|error| Misuse::new(error.to_string()))?;
        let marker = demonstration::of(unit.name)(&mut *engine);
        engine.steps(AFTERMATH);
        let (cycles, signals) = (engine.cycle(), engine.signals().to_vec());
        engine.finish()?;

        let dump = format!("{}.vcd", unit.name);
        let beside = gtkwave::files(&dump, &signals, options.period, Some(&marker));
        let mut files = vec![File {
            name: dump,
            contents: paper.0.take(),
        }];
        for (name, text) in beside {
            files.push(File {
                name,
                contents: text.into_bytes(),
            });
        }
        write_whole(&files, &self.out).map_err(|reason| Misuse::unwritable(&self.out, reason))?;
        Ok(format!(
            "{cycles} cycles, {} signals; open them with: gtkwave {}\n",
            signals.len(),
            self.out.join(&files[1].name).display()
        ))
    }
}

/// A writer whose text can be taken when the tracer that owned it is gone.
#[derive(Clone, Default)]
struct Paper(Rc<RefCell<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
