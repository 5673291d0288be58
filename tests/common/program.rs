//! Shell scripts as stand-ins for programs, for tests of the tools' steps on Unix.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes an executable file, which replaces an existing one; creates its folder if needed.
///
/// Another process writes the file and moves it to its place. On Linux a file that is open for writing cannot be
/// executed, and vice versa (ETXTBSY): a script that is running cannot be overwritten, and one written by this process
/// could not be executed while a child forked by another test still has it open.
pub fn put_program(path: &Path, script: &str) {
    let steps = r#"mkdir -p "${0%/*}" && cat >"$0.new" && chmod 755 "$0.new" && mv -f "$0.new" "$0""#;
    let mut shell = Command::new("/bin/sh")
        .args(["-c", steps])
        .arg(path)
        .env("PATH", "/usr/bin:/bin")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = shell.stdin.take().unwrap();
    input.write_all(script.as_bytes()).unwrap();
    drop(input);
    assert!(shell.wait().unwrap().success(), "{}", path.display());
}
