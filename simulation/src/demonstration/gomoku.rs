//! Stones on a board: the shapes of lines, a win, a forbidden move, and the computer's answer.

use anyhow::{Result, bail};
use tengen_sim::Engine;

use super::{CLOSE, PATIENCE, Shown, Stage};

/// For each shape, from 0 (nothing) to 7 (five), a line through a stone in the middle: own, empty and blocked cells.
const LINES: [&str; 8] = [
    "....X....",
    "..OXX...O",
    "...XX....",
    "..OXXX..O",
    "...XXX...",
    "..OXXXX.O",
    "...XXXX..",
    "...XXXXX.",
];

/// Shows a line of every shape for a few cycles each. The marker is at the five.
pub fn every_shape(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let mut marker = stage.marker("start", CLOSE);
    for line in LINES {
        let cells = |of: char| {
            let others = line.char_indices().filter(|(place, _)| *place != line.len() / 2);
            let bits = others.enumerate().filter(|(_, (_, cell))| *cell == of);
            bits.fold(0, |cells, (bit, _)| cells | 1 << bit)
        };
        stage.set("own", cells('X'));
        stage.set("empty", cells('.'));
        stage.step();
        marker = stage.marker("five", CLOSE);
        stage.steps(4);
    }
    Ok(stage.shown(marker))
}

/// Places three stones, then asks for white's answer with the profile zju. The marker is where it is found.
pub fn a_move(engine: &mut dyn Engine) -> Result<Shown> {
    operate(
        Stage::new(engine),
        &[(7, 7, 0), (6, 7, 1), (8, 8, 0)],
        "think",
        (0, 0, 1),
    )
}

/// Places three stones on an empty board, then searches for black. The marker is at the answer.
pub fn a_search(engine: &mut dyn Engine) -> Result<Shown> {
    // Most of these clocks empty the table; the rest search some positions.
    const BUDGET: u64 = 1700;
    let mut stage = Stage::new(engine);
    stage.set("budget", BUDGET);
    stage.set("clear", 1);
    stage.step();
    stage.set("clear", 0);
    stage.until("busy", 0)?;
    operate(stage, &[(7, 7, 0), (6, 7, 1), (8, 8, 0)], "think", (0, 0, 1))
}

/// Places four black stones and judges the crossing that makes two threes. The marker is at the verdict.
pub fn two_threes(engine: &mut dyn Engine) -> Result<Shown> {
    let threes = [(7, 4, 0), (7, 5, 0), (8, 6, 0), (9, 6, 0)];
    operate(Stage::new(engine), &threes, "judge", (7, 6, 0))
}

/// Places stones (row, column, colour), then raises `strobe` with the inputs `with`. The marker is at `done`.
fn operate(mut stage: Stage, stones: &[(u64, u64, u64)], strobe: &str, with: (u64, u64, u64)) -> Result<Shown> {
    let set = |stage: &mut Stage, (row, col, colour): (u64, u64, u64)| {
        stage.set("row", row);
        stage.set("col", col);
        stage.set("colour", colour);
    };
    for &stone in stones {
        set(&mut stage, stone);
        stage.set("place", 1);
        stage.step();
        stage.set("place", 0);
        stage.step();
        while stage.get("busy") == 1 && stage.cycle < PATIENCE {
            stage.step();
        }
        stage.step();
    }
    set(&mut stage, with);
    stage.set(strobe, 1);
    stage.step();
    stage.set(strobe, 0);
    stage.until("done", 1)?;
    let marker = stage.marker("done", CLOSE);
    stage.step();
    Ok(stage.shown(marker))
}

/// Black stones from the upper right to the lower left, as (row, column); the last one is the middle of the line.
const DIAGONAL: [(u64, u64); 5] = [(3, 9), (4, 8), (5, 7), (6, 6), (7, 5)];

/// Black completes a diagonal with a stone between two pairs, and the checker scans the position. The marker is where
/// it has found the five.
pub fn a_five(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let (row, col) = DIAGONAL[2];
    stage.steps(5);
    stage.set("row", row);
    stage.set("col", col);
    stage.set("colour", 0);
    stage.set("exact", 0);
    stage.set("start", 1);
    while stage.get("done") == 0 {
        if stage.cycle == PATIENCE {
            bail!("the checker does not come to an end");
        }
        // A memory: after an edge it outputs the word at the address from before that edge.
        let address = stage.get("address");
        stage.step();
        stage.set("start", 0);
        let stone = DIAGONAL.contains(&(address >> 4, address & 15));
        stage.set("stone", stone.into());
    }
    // Zoomed in far enough to read the names of the states, each of which lasts a clock.
    let marker = stage.marker("five", CLOSE / 3);
    stage.step();
    Ok(stage.shown(marker))
}
