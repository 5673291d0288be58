//! Reads the command line, calls the library, prints; nothing else.

use std::{
    io::{ErrorKind, Write},
    process::ExitCode,
};
use tengen::{cli, misuse::Misuse};

fn main() -> ExitCode {
    let result = cli::run(std::env::args_os()).and_then(|text| print(&text));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tengen: {error:#}");
            ExitCode::from(if error.is::<Misuse>() { 2 } else { 1 })
        }
    }
}

/// A reader that has seen enough (`tengen units | head`) is no failure.
fn print(text: &str) -> anyhow::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
