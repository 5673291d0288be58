//! The machine as a page of files, which needs neither a server nor an installed program: its engine is compiled to
//! WebAssembly, its circuit is a file, and both are in the page as text.
//!
//! ```text
//! page/src ──── cargo build, wasm32 ──> program ─┐
//!                                                ├─ gzip, base 64 ──> machine.js ─┐
//! Console ──── Image::of ─────────────> image ───┘                                ├──> index.html
//! page/files ─────────────────────────────────────────────────────────────────────┘
//! ```

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use tengen_page::files::{self, Place, Shows};
use tengen_page::image::Image;
use tengen_sim::stored::CircuitFile;

use crate::files::File;
use crate::gateware::console::Variant;
use crate::gateware::edition::Edition;
use crate::simulation::timing::CLOCK_HZ;

/// The target that the program is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";
/// The profile of Cargo.toml that it is compiled by; another one may be compiled sooner.
const PROFILE: &str = "page";
const OTHER_PROFILE: &str = "TENGEN_PAGE_PROFILE";

/// The text of `machine.js`: the program, and the machine with the contents of that edition.
///
/// # Errors
/// If it is no circuit.
pub fn machine(program: &[u8], edition: Edition) -> Result<String> {
    let variant = Variant { second: CLOCK_HZ as u32, sound: false, edition, ..Variant::default() };
    let image = Image::of(variant)?.write()?;
    Ok(files::machine(&packed(program)?, &packed(&image)?))
}

/// The same with a circuit.
///
/// # Errors
/// If the circuit cannot be a file.
pub fn circuit(program: &[u8], circuit: &CircuitFile) -> Result<String> {
    Ok(files::machine(&packed(program)?, &packed(&circuit.to_bytes()?)?))
}

/// The files of a page in a folder.
pub fn folder(shows: Shows, machine: String) -> Vec<File> {
    let page = files::alone(shows, Place::Beside).into_bytes();
    vec![
        File { name: "index.html".into(), contents: page },
        File { name: files::MACHINE.into(), contents: machine.into_bytes() },
    ]
}

/// A page in one file.
pub fn single(shows: Shows, machine: &str) -> String {
    files::alone(shows, Place::Inside(machine))
}

/// Bytes as text: compressed by gzip, in base 64.
fn packed(bytes: &[u8]) -> Result<String> {
    let mut packed = GzEncoder::new(vec![], Compression::best());
    packed.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(packed.finish()?))
}

/// Compiles the page's program, from the sources that this command was compiled from.
///
/// # Errors
/// If the sources have been moved, or Cargo or Rust's target for browsers is missing.
pub fn program() -> Result<Vec<u8>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !sources.join("page/src").is_dir() {
        bail!(
            "the page's program is compiled from Tengen's sources, which are no longer in {}",
            sources.display()
        );
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let profile = env::var(OTHER_PROFILE).unwrap_or_else(|_| PROFILE.into());
    let output = Command::new(&cargo)
        .current_dir(sources)
        .args(["build", "--package", "tengen-page", "--lib", "--locked"])
        .args(["--target", TARGET, "--profile", &profile, "--message-format", "json"])
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}: it compiles the page's program", cargo.display()))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str(line).ok());
    match (
        output.status.success(),
        messages.filter_map(|message| compiled(&message)).next_back(),
    ) {
        (true, Some(file)) => fs::read(&file).with_context(|| format!("cannot read {}", file.display())),
        _ => {
            let said = String::from_utf8_lossy(&output.stderr);
            if said.contains("target may not be installed") {
                bail!("Rust's target for browsers is missing; add it with: rustup target add {TARGET}");
            }
            bail!("the page's program cannot be compiled:\n{}", said.trim_end());
        }
    }
}

/// The WebAssembly file that a message of Cargo's says it has made.
fn compiled(message: &Value) -> Option<PathBuf> {
    let made = message["reason"] == "compiler-artifact" && message["target"]["name"] == "tengen_page";
    let mut files = message["filenames"]
        .as_array()
        .filter(|_| made)?
        .iter()
        .filter_map(Value::as_str);
    files.find(|file| file.ends_with(".wasm")).map(PathBuf::from)
}
