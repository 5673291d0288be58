//! An Othello position: an exact search to the end of the game, and a move of the computer.

use anyhow::Result;
use tengen_sim::Engine;

use super::{CLOSE, Shown, Stage};

/// Six empty squares, black to move: row by row from the top, X black, O white.
pub const ENDING: &str = "O-XO---OOO-OXXOOO-OXXOOOOXXXOXXXOXXOXXOXOXXXXXOXOOXXXXXXOXXXXXXX";

/// The discs of a side.
pub fn discs(board: &str, side: char) -> u64 {
    let squares = (0..).zip(board.chars()).filter(|(_, disc)| *disc == side);
    squares.fold(0, |discs, (number, _)| discs | 1 << number)
}

/// Solves the end of a game. The marker is at the answer; the recording begins once the table has been emptied.
pub fn an_ending(engine: &mut dyn Engine) -> Result<Shown> {
    /// Clocks from the start strobe to the first searched position.
    const EMPTYING: u64 = 1025;
    let mut stage = Stage::new(engine);
    stage.set("black", discs(ENDING, 'X'));
    stage.set("white", discs(ENDING, 'O'));
    stage.set("side", 0);
    strobe(&mut stage, "load");
    strobe(&mut stage, "start");
    stage.steps(EMPTYING - 10);
    stage.begin();
    stage.until("done", 1)?;
    let marker = stage.marker("solved", CLOSE);
    stage.steps(3);
    Ok(stage.shown(marker))
}

/// Shows the opening position, what f5 flips, and the move by squares and mobility. The marker is at the move.
pub fn a_move(engine: &mut dyn Engine) -> Result<Shown> {
    const F5: u64 = 8 * 4 + 5;
    let mut stage = Stage::new(engine);
    // Black's d5 and e4, and white's d4 and e5.
    stage.set("own", 1 << 35 | 1 << 28);
    stage.set("opponent", 1 << 27 | 1 << 36);
    strobe(&mut stage, "load");
    stage.set("square", F5);
    stage.steps(5);
    stage.set("level", 1);
    strobe(&mut stage, "think");
    stage.until("done", 1)?;
    let marker = stage.marker("move", CLOSE);
    stage.steps(3);
    Ok(stage.shown(marker))
}

fn strobe(stage: &mut Stage, name: &str) {
    stage.set(name, 1);
    stage.step();
    stage.set(name, 0);
}
