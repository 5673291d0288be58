//! Evaluates positions for a page, each in a thread of its own, which ends within a window when its receiver is dropped.

use std::thread;

use tengen_page::evaluation::{Begun, Position, Told};
use tokio::sync::mpsc::{self, Receiver};

/// Begins to evaluate a position.
///
/// # Errors
/// A line for the page if there is no such position.
pub fn begin(position: Position) -> Result<Receiver<Told>, String> {
    let begun = Begun::new(position)?;
    let (sender, receiver) = mpsc::channel(1);
    let work = move || {
        if let Some(told) = begun.finish(&|| !sender.is_closed()) {
            // If nobody is waiting any more, the result is dropped.
            _ = sender.blocking_send(told);
        }
    };
    thread::Builder::new()
        .spawn(work)
        .map_err(|error| format!("no position can be evaluated: {error}"))?;
    Ok(receiver)
}

/// A receiver that never gets an evaluation.
pub fn none() -> Receiver<Told> {
    mpsc::channel(1).1
}
