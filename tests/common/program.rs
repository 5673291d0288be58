//! A shell script that a test puts in the place of a program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes it as a file that can be executed, in the place of what was there; its folder is made if there is none.
///
/// Another process does so, and moves the file there whole. Linux executes no file that is open for writing and opens none for
/// writing that is being executed (ETXTBSY), and a child that another test has just forked still holds our open files.
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
