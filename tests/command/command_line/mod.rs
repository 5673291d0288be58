//! The command from a user's point of view: what it prints, what it refuses and how, and which files it leaves.

mod builds;
mod lists;
mod missing_tools;
mod refusals;
#[cfg(unix)]
mod stand_ins;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The command in an empty folder of its own, with no tools except those that a test puts there.
struct Desk {
    folder: tempfile::TempDir,
}

/// The output of a run, as text.
struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tengen"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("PATH", self.path().join("programs"))
            .env("HOME", self.path());
        for variable in ["XDG_DATA_HOME", "TENGEN_TOOLS", "CXX"] {
            command.env_remove(variable);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let output = self.command(arguments).output().unwrap();
        Said {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a command that must be refused as misuse: code 2, nothing on standard output, one line on standard error.
    fn refused(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.err);
        assert_eq!(said.out, "", "{arguments:?}");
        assert_eq!(said.err.lines().count(), 1, "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with("tengen: "), "{}", said.err);
        said.err.trim_end().trim_start_matches("tengen: ").to_string()
    }

    /// The files in the folder, at any depth.
    fn files(&self) -> BTreeSet<String> {
        fn walk(folder: &Path, base: &Path, found: &mut BTreeSet<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                found.insert(path.strip_prefix(base).unwrap().to_string_lossy().replace('\\', "/"));
                if path.is_dir() {
                    walk(&path, base, found);
                }
            }
        }
        let mut found = BTreeSet::new();
        walk(self.path(), self.path(), &mut found);
        found
    }
}
