//! A key press: as bytes on the keyboard's two lines, and as the console sees it.

use anyhow::{Context, Result, ensure};
use tengen_sim::gtkwave::Marker;
use tengen_sim::{Engine, Keyboard, KeyboardTiming};

use super::{PATIENCE, Shown, Stage};
use crate::gateware::keyboard::key::{self, PhysicalKey};
use crate::machine::Machine;

/// The clocks of a frame of the fast keyboard, including the pause around it.
const FRAME: u64 = 1000;

fn named(name: &str) -> Result<&'static PhysicalKey> {
    key::named(name).with_context(|| format!("no key is called {name}"))
}

/// Presses and releases the up key, in five frames. The marker is at the strobe of the last frame that has one.
pub fn up(engine: &mut dyn Engine) -> Result<Shown> {
    let mut stage = Stage::new(engine);
    let mut keyboard = Keyboard::new(KeyboardTiming::fast());
    let up = named("up")?;
    keyboard.pause(200);
    keyboard.press(up.code, up.extended);
    keyboard.release(up.code, up.extended);
    keyboard.pause(200);
    let mut seen = None;
    while !keyboard.idle() {
        stage.type_on(&mut keyboard);
        if stage.get("strobe") == 1 {
            seen = Some(stage.marker("strobe", FRAME));
        }
    }
    Ok(stage.shown(seen.context("there is no strobe")?))
}

/// Begins a game of Gomoku and presses up. The marker is where the cursor moves.
pub fn the_cursor_moves(engine: &mut dyn Engine) -> Result<Shown> {
    let row = engine.port("cursor_row");
    let mut machine = Machine::new(engine)?;
    machine.settle()?;
    for name in ["1", "enter", "enter"] {
        machine.press(named(name)?);
        machine.settle()?;
    }
    let (from, before) = (machine.clocks(), machine.engine().get(row));
    let up = named("up")?;
    machine.keyboard().press(up.code, up.extended);
    while machine.engine().get(row) == before {
        ensure!(machine.clocks() < from + PATIENCE, "the cursor does not move");
        machine.step();
    }
    let marker = Marker { cycle: machine.clocks() - 1, label: "cursor".into(), span: FRAME };
    Ok(Shown { from, marker })
}
