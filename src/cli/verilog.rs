//! `tengen verilog`: one circuit as plain Verilog, to be used in another design.

use super::write_file;
use crate::misuse::Misuse;
use crate::units;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Write one circuit as plain Verilog whose top module bears its name
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tengen verilog --unit shape_classifier --out shape_classifier.v\n  \
    tengen verilog --unit vga_sync | less\n  \
    tengen verilog --unit vga_sync --checks --out vga_sync.sv\n  \
    tengen verilog --unit ps2_receiver --clock 50000000 --prefix keys_ --out keys.v\n\n\
    The head of the file says what the circuit is for, what its ports are, and the clock it is made for. Units have parts \
    in common: give each a prefix of its own to put several into one design."
)]
pub struct Verilog {
    /// The circuit, one of `tengen units`
    #[arg(long)]
    unit: String,
    /// The file to write; - for standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// The clock it will run at: what counts time in it is computed for that [default: 25000000]
    #[arg(long, value_name = "HZ", value_parser = clap::value_parser!(u32).range(1..))]
    clock: Option<u32>,
    /// Put this before the name of every module, the top's too
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    prefix: String,
    /// Also write its properties, as immediate assertions between `ifdef FORMAL and `endif
    #[arg(long)]
    checks: bool,
}

impl Verilog {
    pub fn run(&self) -> Result<String> {
        let unit = units::find(&self.unit)?;
        let made = self.clock.map(|hertz| unit.at(hertz)).transpose()?;
        let made = made.as_ref().unwrap_or(unit);
        let text = match (self.checks, made.checked()) {
            (false, _) => made.file(&self.prefix, &self.command()),
            (true, Some(checked)) => checked.file(&self.prefix, &self.command()),
            (true, None) => return Err(units::unchecked(unit).into()),
        };
        // A unit can always be written, except if a prefix makes a name invalid.
        let text = text.map_err(|error| Misuse::new(error.to_string()))?;
        let done = format!("{} written to {}\n", unit.name, self.out.display());
        Ok(write_file(&self.out, text, done)?)
    }

    /// The command as it was called, without the place of the output.
    fn command(&self) -> String {
        let mut command = format!("tengen verilog --unit {}", self.unit);
        if let Some(hertz) = self.clock {
            command += &format!(" --clock {hertz}");
        }
        if self.checks {
            command += " --checks";
        }
        if !self.prefix.is_empty() {
            command += &format!(" --prefix {}", self.prefix);
        }
        command
    }
}
