//! The file of the user's in which the machine is kept, so that the next `tengen play` continues from there:
//! `$XDG_STATE_HOME/tengen/play.json` or `~/.local/state/tengen/play.json`, or the system's equivalent.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, anyhow};
use tengen_page::saved::Kept;
use tengen_sim::output::Draft;

/// The path of the file.
///
/// # Errors
/// If the user has no folder for it.
pub fn path() -> Result<PathBuf> {
    Ok(folder()?.join("play.json"))
}

/// The machine in the file, if there is one.
///
/// # Errors
/// If it cannot be used.
pub fn load(file: &Path, design: &str) -> Result<Option<Kept>> {
    if !file.exists() {
        return Ok(None);
    }
    let unread = || format!("{} cannot be read", file.display());
    let kept = Kept::read(&fs::read(file).with_context(unread)?, design);
    kept.map(Some).map_err(|error| anyhow!("{} {error:#}", file.display()))
}

/// Puts a machine into the file.
///
/// # Errors
/// If it cannot be written.
pub fn store(file: &Path, json: &str) -> Result<()> {
    let write = || -> Result<()> {
        fs::create_dir_all(file.parent().context("it is in no folder")?)?;
        let draft = Draft::of(file)?;
        fs::write(draft.path(), json)?;
        Ok(draft.put()?)
    };
    write().with_context(|| format!("the machine cannot be kept in {}", file.display()))
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
