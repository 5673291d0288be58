//! Saves the machine for the next session, where its owner keeps it: a file of the user's, or the browser's storage.
//!
//! What is saved has every register and every word of memory, and the reports about the games; so the game, club,
//! settings and shown page are all preserved. It is valid only for exactly the same circuit, which a hash identifies.

use std::fmt::Write;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tengen_sim::fast::Netlist;

use crate::simulation::machine::{Past, State};

/// A saved machine.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    design: String,
    pub past: Past,
    pub moment: Vec<u64>,
}

impl Kept {
    /// Reads a machine that was saved as JSON.
    ///
    /// # Errors
    /// If it is none, or one of another design.
    pub fn read(json: &[u8], design: &str) -> Result<Kept> {
        let kept: Kept = serde_json::from_slice(json).context("cannot be read")?;
        if kept.design != design {
            bail!("is of another design");
        }
        Ok(kept)
    }
}

/// Where a machine is kept; it gets the JSON.
pub type Store = Box<dyn FnMut(&str) -> Result<()>>;

/// Saves machines of one design.
pub struct Keeper {
    design: String,
    store: Store,
    /// The state when it was last saved.
    last: Option<State>,
}

impl Keeper {
    pub fn new(design: String, store: Store) -> Keeper {
        Keeper { design, store, last: None }
    }

    /// Whether a machine in this state should be saved again. Changes of only the cursor or the seconds do not count,
    /// and the demo is not saved.
    pub fn wants(&self, state: &State) -> bool {
        state.mode != "DEMO" && self.last.as_ref() != Some(&lasting(state))
    }

    /// Saves the machine.
    ///
    /// # Errors
    /// If its owner cannot keep it.
    pub fn keep(&mut self, state: &State, past: Past, moment: Vec<u64>) -> Result<()> {
        let kept = Kept { design: self.design.clone(), past, moment };
        (self.store)(&serde_json::to_string(&kept)?)?;
        self.last = Some(lasting(state));
        Ok(())
    }
}

fn lasting(state: &State) -> State {
    State { cursor: (0, 0), clock: None, ..state.clone() }
}

/// The hash of the netlist. A saved state belongs to these registers and memories, and is useless for others.
pub fn design(netlist: &Netlist) -> String {
    struct Hashed(Sha256);
    impl Write for Hashed {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.update(text);
            Ok(())
        }
    }
    let mut hashed = Hashed(Sha256::new());
    let Netlist { nodes, registers, memories, tables, .. } = netlist;
    // Writing into a hash cannot fail.
    let _ = write!(hashed, "{nodes:?} {registers:?} {memories:?} {tables:?}");
    hashed.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
