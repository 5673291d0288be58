//! Files that are written whole or not at all.

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};
use std::{
    fs,
    io::{self, Read},
    path::Path,
};
use tengen_sim::output::{Draft, DraftFolder};

/// One file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub contents: Vec<u8>,
}

/// Reads a file of at most `megabytes` MB. If it is longer, or a device without an end, reading stops there.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read_at_most(place: &Path, megabytes: u64) -> io::Result<Vec<u8>> {
    let most = megabytes << 20;
    let mut contents = vec![];
    fs::File::open(place)?.take(most + 1).read_to_end(&mut contents)?;
    match contents.len() as u64 > most {
        true => Err(io::Error::other(format!("it has more than {megabytes} MB"))),
        false => Ok(contents),
    }
}

/// Writes one file; an existing one is replaced once the new one is complete. A device or a pipe is written directly.
pub fn write_file(place: &Path, contents: &[u8]) -> io::Result<()> {
    let draft = Draft::of(place)?;
    fs::write(draft.path(), contents)?;
    draft.put()
}

/// Moves `files` into `folder`: all of them or, unless the disk fails between two moves, none.
pub fn write_whole(files: &[File], folder: &Path) -> io::Result<()> {
    let exists = folder.is_dir();
    let (place, created) = if exists {
        (folder.to_path_buf(), None)
    } else {
        let parent = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
            _ => Path::new(".").to_path_buf(),
        };
        let created = first_missing(&parent);
        fs::create_dir_all(&parent)?;
        (parent, created)
    };
    let result = (|| {
        let draft = DraftFolder::within(&place)?;
        for file in files {
            fs::write(draft.path().join(&file.name), &file.contents)?;
        }
        if exists {
            for file in files {
                fs::rename(draft.path().join(&file.name), folder.join(&file.name))?;
            }
        } else {
            give_usual_rights(draft.path())?;
            fs::rename(draft.path(), folder)?;
            draft.keep();
        }
        Ok(())
    })();
    if let (Err(_), Some(created)) = (&result, created) {
        let _ = fs::remove_dir_all(created);
    }
    result
}

/// The outermost folder of `path` that does not exist yet.
fn first_missing(path: &Path) -> Option<std::path::PathBuf> {
    path.ancestors()
        .take_while(|p| !p.as_os_str().is_empty() && !p.exists())
        .last()
        .map(Path::to_path_buf)
}

/// Gives a folder the usual permissions, since a temporary folder is private to its owner.
#[cfg(unix)]
fn give_usual_rights(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let sample = folder.join(".rights");
    fs::create_dir(&sample)?;
    let usual = fs::metadata(&sample)?.permissions().mode();
    fs::remove_dir(&sample)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(usual))
}

#[cfg(not(unix))]
fn give_usual_rights(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes a file if it exists.
pub fn remove(folder: &Path, name: &str) -> Result<()> {
    let path = folder.join(name);
    match path.is_file() {
        true => fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display())),
        false => Ok(()),
    }
}

/// The hash in lower-case hexadecimal, as `sha256sum` prints it.
pub fn sha256(contents: &[u8]) -> String {
    Sha256::digest(contents)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
