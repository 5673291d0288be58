//! Reads the command line, calls the library, prints; nothing else.

use std::{
    io::{ErrorKind, Write},
    process::ExitCode,
};
use tengen::{cli, misuse::Misuse};

fn main() -> ExitCode {
    cli::interrupt::sweep_when_ended();
    let result = cli::run(std::env::args_os()).and_then(|output| print(&output));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If even this cannot be written, nobody can be told.
            let _ = writeln!(std::io::stderr(), "tengen: {error:#}");
            ExitCode::from(if error.is::<Misuse>() { 2 } else { 1 })
        }
    }
}

/// It is no error if the reader stops early (`tengen units | head`).
fn print(output: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(output).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(anyhow::Error::from(error).context("cannot write to standard output"))
        }
        _ => Ok(()),
    }
}
