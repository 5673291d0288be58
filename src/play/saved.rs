//! Saves the machine in a file of the user's, so that the next `tengen play` continues from there:
//! `$XDG_STATE_HOME/tengen/play.json` or `~/.local/state/tengen/play.json`, or the system's equivalent.
//!
//! The file has every register and every word of memory, and the reports about the games; so the game, club, settings
//! and shown page are all preserved. It is valid only for exactly the same circuit, which a hash identifies.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tengen_sim::fast::Netlist;
use tengen_sim::output::Draft;

use crate::simulation::machine::{Past, State};

/// A saved machine.
#[derive(Serialize, Deserialize)]
pub struct Kept {
    design: String,
    pub past: Past,
    pub moment: Vec<u64>,
}

/// Saves machines of one design in the file.
pub struct Keeper {
    file: PathBuf,
    design: String,
    /// The state when it was last saved.
    last: Option<State>,
}

impl Keeper {
    /// Creates a keeper for a machine of that design.
    ///
    /// # Errors
    /// If the user has no folder for it.
    pub fn new(netlist: &Netlist) -> Result<Keeper> {
        Ok(Keeper { file: folder()?.join("play.json"), design: design(netlist), last: None })
    }

    /// The saved machine, if there is one.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn load(&self) -> Result<Option<Kept>> {
        if !self.file.exists() {
            return Ok(None);
        }
        let read = || -> Result<Kept> { Ok(serde_json::from_slice(&fs::read(&self.file)?)?) };
        let kept = read().with_context(|| format!("{} cannot be read", self.file.display()))?;
        if kept.design != self.design {
            bail!("{} is of another design", self.file.display());
        }
        Ok(Some(kept))
    }

    /// Whether a machine in this state should be saved again. Changes of only the cursor or the seconds do not count,
    /// and the demo is not saved.
    pub fn wants(&self, state: &State) -> bool {
        state.mode != "DEMO" && self.last.as_ref() != Some(&lasting(state))
    }

    /// Saves the machine.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, state: &State, past: Past, moment: Vec<u64>) -> Result<()> {
        let design = self.design.clone();
        let kept = Kept { design, past, moment };
        let write = || -> Result<()> {
            fs::create_dir_all(self.file.parent().context("it is in no folder")?)?;
            let draft = Draft::of(&self.file)?;
            fs::write(draft.path(), serde_json::to_vec(&kept)?)?;
            Ok(draft.put()?)
        };
        write().with_context(|| format!("the machine cannot be kept in {}", self.file.display()))?;
        self.last = Some(lasting(state));
        Ok(())
    }
}

fn lasting(state: &State) -> State {
    State { cursor: (0, 0), clock: None, ..state.clone() }
}

/// The user's folder for program state.
fn folder() -> Result<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = |below: &str| variable("HOME").map(|home| home.join(below));
    let folder = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home("Library/Application Support")
    } else {
        variable("XDG_STATE_HOME").or_else(|| home(".local/state"))
    };
    Ok(folder
        .context("there is no home folder to keep the machine in")?
        .join("tengen"))
}

/// The hash of the netlist. A saved state belongs to these registers and memories, and is useless for others.
fn design(netlist: &Netlist) -> String {
    struct Hashed(Sha256);
    impl Write for Hashed {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.update(text);
            Ok(())
        }
    }
    let mut hashed = Hashed(Sha256::new());
    let Netlist { nodes, registers, memories, tables, .. } = netlist;
    // Hashing never fails.
    let _ = write!(hashed, "{nodes:?} {registers:?} {memories:?} {tables:?}");
    hashed.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
