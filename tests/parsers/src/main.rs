//! The command `tengen-parsers`: builds the fuzzer and runs it on one parser after another, each for the same time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use indicatif::{ProgressBar, ProgressStyle};
use tengen_parsers::parsers::{PARSER, PARSERS};
use tengen_parsers::seeds::seeds;

/// The limits of one input: seconds, megabytes of the whole process, bytes.
const TIMEOUT: u32 = 10;
const MEMORY: u32 = 512;
const LONGEST: u32 = 4096;

/// What libFuzzer reads while a program runs: which edges were taken, how often, and what was compared with what.
const INSTRUMENTED: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];

/// Runs a coverage-guided fuzzer on what others send: each parser for a time, within 10 s and 512 MB an input.
///
/// What reaches new code is kept in target/parsers/corpus, and the next run begins with it.
#[derive(Parser)]
#[command(after_help = "Examples:
  cargo run -p tengen-parsers                                 each parser for a minute
  cargo run -p tengen-parsers -- --seconds 3600 sgf games     two of them for an hour each")]
struct Arguments {
    /// Seconds for each parser.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The parsers; all of them if none is named.
    #[arg(value_parser = PossibleValuesParser::new(PARSERS.iter().map(|parser| parser.name)))]
    parsers: Vec<String>,
}

/// What libFuzzer tells of a run.
struct Ended {
    status: ExitStatus,
    /// The inputs that were tried.
    tried: String,
    /// The edges that were taken.
    edges: String,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let known = || PARSERS.iter().map(|parser| parser.name.to_string()).collect();
    let parsers: Vec<String> = if arguments.parsers.is_empty() { known() } else { arguments.parsers };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/parsers");
    fs::create_dir_all(&folder)?;
    let fuzzer = build(&folder)?;
    println!("| parser | inputs | edges | |\n|---|--:|--:|---|");
    let mut failed = false;
    for parser in &parsers {
        let Ended { status, tried, edges } = run(&fuzzer, parser, arguments.seconds, &folder)?;
        let result = if status.success() { "holds" } else { "FAILS" };
        println!("| {parser} | {tried} | {edges} | {result} |");
        failed |= !status.success();
    }
    if failed {
        bail!("what fails, and how, is in {}", folder.canonicalize()?.display());
    }
    Ok(())
}

/// Builds the program that runs one parser under libFuzzer.
fn build(folder: &Path) -> Result<PathBuf> {
    let about = Command::new("rustc").arg("-vV").output().context("cannot run rustc")?;
    let about = String::from_utf8(about.stdout)?;
    let host = about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("rustc names no host")?;
    // `--target` keeps the flags away from procedural macros and build scripts.
    let built = Command::new("cargo")
        .args([
            "build",
            "--package",
            "tengen-parsers",
            "--bin",
            "fuzzer",
            "--features",
            "libfuzzer",
        ])
        .args(["--target", host, "--target-dir"])
        .arg(folder)
        .env("RUSTFLAGS", INSTRUMENTED.join(" "))
        .status()
        .context("cannot run cargo")?;
    if !built.success() {
        bail!("the fuzzer does not build");
    }
    Ok(folder.join(host).join("debug/fuzzer"))
}

fn run(fuzzer: &Path, parser: &str, seconds: u64, folder: &Path) -> Result<Ended> {
    let corpus = folder.join("corpus").join(parser);
    fs::create_dir_all(&corpus)?;
    for (number, seed) in seeds(parser).iter().enumerate() {
        fs::write(corpus.join(format!("seed-{number}")), seed)?;
    }
    let log = folder.join(format!("{parser}.log"));
    let child = Command::new(fuzzer)
        .env(PARSER, parser)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-timeout={TIMEOUT}"))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .arg(format!("-max_len={LONGEST}"))
        .arg(format!("-artifact_prefix={}/{parser}-", folder.display()))
        .arg("-print_final_stats=1")
        .arg(&corpus)
        .stderr(File::create(&log)?)
        .spawn()
        .context("cannot run the fuzzer")?;
    let status = waited(child, parser, seconds)?;
    let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let after = |mark: &str| {
        let rest = said.rsplit_once(mark).map_or("", |(_, rest)| rest);
        rest.split_whitespace().next().unwrap_or("?").to_string()
    };
    Ok(Ended { status, tried: after("number_of_executed_units:"), edges: after(" cov:") })
}

/// Waits for the end of a run, and shows how far it is.
fn waited(mut child: Child, parser: &str, seconds: u64) -> Result<ExitStatus> {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} s")?;
    let bar = ProgressBar::new(seconds)
        .with_style(style)
        .with_message(parser.to_string());
    loop {
        if let Some(status) = child.try_wait()? {
            bar.finish_and_clear();
            return Ok(status);
        }
        bar.set_position(bar.elapsed().as_secs().min(seconds));
        thread::sleep(Duration::from_millis(200));
    }
}
