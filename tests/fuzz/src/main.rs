//! The command: tests random circuits until one fails.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use tengen_fuzz::{
    compiled::{Libraries, Named, as_test},
    generate::{self, BATCH},
    judge::Judges,
    shrink::shrink,
};

/// Holds random circuits in the rust-hdl simulation against their Verilog in Icarus Verilog, Verilator and yosys.
///
/// The tools are found as tests/run.sh sets them up: PATH, VERILATOR_ROOT.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo run --release -p tengen-fuzz -- --circuits 3000
  cargo run --release -p tengen-fuzz -- --circuits 1 --seed 7 --first 123     that one circuit again
  cargo run --release -p tengen-fuzz -- --circuits 500 --keep-going          all that fail, none made smaller")]
struct Arguments {
    /// How many circuits.
    #[arg(long, default_value_t = 3000)]
    circuits: usize,
    /// Where the random numbers start; by default from the time.
    #[arg(long)]
    seed: Option<u64>,
    /// The number of the first circuit.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Do not stop at the first that fails, and make none smaller.
    #[arg(long)]
    keep_going: bool,
    /// Print the source of the circuits instead of running them.
    #[arg(long)]
    print: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let seed = arguments.seed.unwrap_or(time);
    println!("seed {seed}");
    let numbers: Vec<usize> = (arguments.first..arguments.first + arguments.circuits).collect();
    if arguments.print {
        for number in numbers {
            println!("// circuit {number}\n{}", as_test(&generate::circuit(seed, number)));
        }
        return Ok(());
    }
    let judges = Judges::new(Libraries::of_command()?)?;
    let mut failed = 0;
    let bar = ProgressBar::new(arguments.circuits as u64).with_style(ProgressStyle::with_template(
        "{wide_bar} {pos} of {len} circuits, {elapsed}, {eta} left",
    )?);
    for numbers in numbers.chunks(BATCH) {
        let circuits: Vec<Named> = numbers
            .iter()
            .map(|n| Named::new(*n, generate::circuit(seed, *n)))
            .collect();
        for (named, findings) in circuits.iter().zip(judges.judge(&circuits)?) {
            failed += usize::from(!findings.is_empty());
            for finding in &findings {
                bar.suspend(|| println!("{}: {}: {}", named.name, finding.tool, finding.detail));
            }
            if let Some(finding) = findings.first().filter(|_| !arguments.keep_going) {
                bar.finish_and_clear();
                println!("making it smaller");
                let (circuit, finding) = shrink(&judges, named, finding)?;
                println!("{}: {}\n\n{}", finding.tool, finding.detail, as_test(&circuit));
                std::process::exit(1);
            }
        }
        bar.inc(numbers.len() as u64);
    }
    bar.finish_and_clear();
    if failed > 0 {
        println!("{} circuits, {failed} of them with a difference", arguments.circuits);
        std::process::exit(1);
    }
    println!("{} circuits: no difference", arguments.circuits);
    Ok(())
}
