//! One output file: written to a draft next to its destination and moved there when complete. A device or a pipe is
//! written directly, never replaced.
//!
//! Every draft folder is listed while it is open, so that an interrupted program can remove them all with [`sweep`].

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The draft folders that are open.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all open drafts, in a program that is about to exit. Opening or closing a draft after this blocks until the
/// exit.
pub fn sweep() {
    let open = open();
    for folder in open.iter() {
        // A failure cannot be reported to anyone here.
        let _ = fs::remove_dir_all(folder);
    }
    std::mem::forget(open);
}

/// A hidden folder for unfinished files; removed when dropped.
pub struct DraftFolder {
    folder: tempfile::TempDir,
}

impl DraftFolder {
    /// Creates one in the folder `parent`, from where its files can be moved to a place in the same file system.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn within(parent: &Path) -> io::Result<DraftFolder> {
        DraftFolder::listed(|| tempfile::Builder::new().prefix(".tengen-").tempdir_in(parent))
    }

    /// Creates a folder and lists it before a sweep can run.
    fn listed(make: impl FnOnce() -> io::Result<tempfile::TempDir>) -> io::Result<DraftFolder> {
        let mut open = open();
        let folder = make()?;
        open.push(folder.path().to_path_buf());
        Ok(DraftFolder { folder })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Keeps the folder, because it has been moved to its destination.
    pub fn keep(mut self) {
        self.folder.disable_cleanup(true);
    }
}

impl Drop for DraftFolder {
    fn drop(&mut self) {
        open().retain(|folder| folder != self.folder.path());
    }
}

/// An unfinished file; removed when dropped.
pub struct Draft {
    folder: DraftFolder,
    place: PathBuf,
}

impl Draft {
    /// A draft of the file at `place`.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn of(place: &Path) -> io::Result<Draft> {
        let beside = match place.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let folder = match is_stream(place) {
            // Nothing will be moved there, and /dev must not hold drafts.
            true => DraftFolder::listed(tempfile::tempdir),
            false => DraftFolder::within(beside),
        }?;
        let place = place.to_path_buf();
        Ok(Draft { folder, place })
    }

    /// The path to write to.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("draft")
    }

    /// Moves the file to its destination.
    ///
    /// # Errors
    /// If it cannot be moved there, or nobody reads from the pipe any more.
    pub fn put(self) -> io::Result<()> {
        if is_stream(&self.place) {
            let mut stream = OpenOptions::new().write(true).open(&self.place)?;
            io::copy(&mut File::open(self.path())?, &mut stream)?;
            return Ok(());
        }
        fs::rename(self.path(), &self.place)
    }
}

/// Whether `place` is a device, a pipe or a socket, such as /dev/null or /dev/stdout.
pub fn is_stream(place: &Path) -> bool {
    fs::metadata(place).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<std::ffi::OsString> {
        fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name())
            .collect()
    }

    #[test]
    fn a_draft_replaces_a_file_when_it_is_put_there_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("picture");
        fs::write(&place, "old").unwrap();
        let draft = Draft::of(&place).unwrap();
        fs::write(draft.path(), "new").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"old");
        draft.put().unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"new");
        drop(Draft::of(&place).unwrap());
        assert_eq!(names(folder.path()), ["picture"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_into_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt;
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("pipe");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &place,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RWXU,
            0,
        )
        .unwrap();
        let reader = std::thread::spawn({
            let place = place.clone();
            move || fs::read(place).unwrap()
        });
        let draft = Draft::of(&place).unwrap();
        fs::write(draft.path(), "heard").unwrap();
        draft.put().unwrap();
        assert_eq!(reader.join().unwrap(), b"heard");
        assert!(fs::metadata(&place).unwrap().file_type().is_fifo());
        assert_eq!(names(folder.path()), ["pipe"]);
    }
}
