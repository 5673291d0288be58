//! A shell script that a test puts in the place of a program: for the tests of the tools' steps, on Unix.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes it as a file that can be executed, in the place of what was there; its folder is made if there is none.
///
/// Another process writes the file and moves it there whole. On Linux a file is never open for writing and executed at once
/// (ETXTBSY): a script that still runs cannot be overwritten, and one that this process wrote could not be executed as long as
/// a child that another test has just forked holds it open.
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
