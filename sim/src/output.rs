//! One output file: drafted beside its place and moved there when it is whole. A device or a pipe is written into, never
//! replaced.
//!
//! Every folder of drafts is listed while it is open, so that a program that is interrupted can [`sweep`] them all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The folders of drafts that are open.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(vec![]);

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all drafts that are open, in a program that ends now. From then on whoever opens or closes one waits for that end.
pub fn sweep() {
    let open = open();
    for folder in open.iter() {
        // Nobody is left to be told if it fails.
        let _ = fs::remove_dir_all(folder);
    }
    std::mem::forget(open);
}

/// A hidden folder for what is still being written. Dropped, it is removed.
pub struct DraftFolder {
    folder: tempfile::TempDir,
}

impl DraftFolder {
    /// In the folder `parent`, from where its files can be moved to a place beside it.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn within(parent: &Path) -> io::Result<DraftFolder> {
        DraftFolder::listed(|| tempfile::Builder::new().prefix(".tengen-").tempdir_in(parent))
    }

    /// Makes a folder. It is listed before anybody can sweep.
    fn listed(make: impl FnOnce() -> io::Result<tempfile::TempDir>) -> io::Result<DraftFolder> {
        let mut open = open();
        let folder = make()?;
        open.push(folder.path().to_path_buf());
        Ok(DraftFolder { folder })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves the folder as it is: it has been moved to its place.
    pub fn keep(mut self) {
        self.folder.disable_cleanup(true);
    }
}

impl Drop for DraftFolder {
    fn drop(&mut self) {
        open().retain(|folder| folder != self.folder.path());
    }
}

/// A file that is still being written. Dropped, it leaves nothing behind.
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
            // Nothing is moved there, and /dev is no place for drafts.
            true => DraftFolder::listed(tempfile::tempdir),
            false => DraftFolder::within(beside),
        }?;
        let place = place.to_path_buf();
        Ok(Draft { folder, place })
    }

    /// Where to write it.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("draft")
    }

    /// Puts what was written in its place.
    ///
    /// # Errors
    /// If it cannot be moved there, or nobody reads on from the pipe.
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
