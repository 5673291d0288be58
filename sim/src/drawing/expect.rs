//! A drawing as an expected value: the diagram in a circuit's file must equal the simulation.
//!
//! The drawing is the first block marked `text` in the file's `//!` comment. Its labels say what to draw:
//!
//! ```text
//! label  ____/‾‾‾\___   a remark: all after two blanks
//!              ^ a note: a line that begins with a blank
//! ```
//!
//! Labels, remarks and notes are kept, and the waves are compared.

use std::env;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::{draw, states};
use crate::{Circuit, Native};

/// If this environment variable is set, a drawing that differs is replaced.
const WRITE: &str = "TENGEN_WRITE_WAVES";

/// Runs the circuit, as [`draw`] describes, and compares the result with the drawing at the head of its file. `file` is
/// the test's `file!()`; the circuit of a `name/tests.rs` is in `name.rs`.
///
/// # Panics
/// If they differ; the message shows both, and how to accept the new one. Also if the file has no drawing, or one of
/// other ports.
#[track_caller]
pub fn expect_waves<C: Circuit>(file: &str, circuit: C, stimulus: &str, clocks: impl IntoIterator<Item = usize>) {
    let write = env::var_os(WRITE).is_some();
    let states = states(&circuit);
    let mut engine = Native::new(circuit);
    let draw = |labels: &[&str]| draw(&mut engine, &states, stimulus, labels, clocks);
    if let Err(difference) = check(&described(file), write, draw) {
        panic!("{difference}");
    }
}

/// The file of the circuit that a test in `file` is about. Paths start at the workspace, but tests run in their
/// package's folder.
fn described(file: &str) -> PathBuf {
    let file = Path::new(file);
    let file = match file.parent() {
        Some(module) if file.ends_with("tests.rs") => module.with_extension("rs"),
        _ => file.into(),
    };
    let package = env::current_dir().unwrap_or_default();
    let mut found = package.ancestors().map(|folder| folder.join(&file));
    found.find(|path| path.exists()).unwrap_or(file)
}

/// Compares the drawing in a file, or replaces it; the error shows the difference.
fn check(file: &Path, write: bool, draw: impl FnOnce(&[&str]) -> Vec<String>) -> Result<(), String> {
    let shown = file.display();
    let source = fs::read_to_string(file).map_err(|error| format!("cannot read {shown}: {error}"))?;
    let lines: Vec<&str> = source.lines().collect();
    let block = block(&lines).ok_or_else(|| format!("no waves open {shown}"))?;
    let old = &lines[block.clone()];
    let new = redrawn(old, draw);
    if old == new {
        return Ok(());
    }
    if write {
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        let text = [&lines[..block.start], &new, &lines[block.end..]].concat().join("\n");
        return fs::write(file, text + "\n").map_err(|error| format!("cannot write {shown}: {error}"));
    }
    let difference = difference(old, &new);
    Err(format!(
        "{shown} does not open with what the simulation draws:\n\n{difference}\n\
         - stands in the file, + is drawn. To accept it: {WRITE}=1 cargo test\n"
    ))
}

/// The range of the drawing's lines, if it contains a wave.
fn block(lines: &[&str]) -> Option<Range<usize>> {
    let head = lines.iter().take_while(|line| line.starts_with("//!")).count();
    let start = 1 + lines[..head].iter().position(|line| *line == "//! ```text")?;
    let length = lines[start..head].iter().position(|line| *line == "//! ```")?;
    let block = start..start + length;
    let drawn = lines[block.clone()].iter().any(|line| label_and_remark(line).is_some());
    drawn.then_some(block)
}

/// The block with its waves redrawn.
fn redrawn(block: &[&str], draw: impl FnOnce(&[&str]) -> Vec<String>) -> Vec<String> {
    let parts: Vec<Option<(&str, &str)>> = block.iter().map(|line| label_and_remark(line)).collect();
    let labels: Vec<&str> = parts.iter().flatten().map(|(label, _)| *label).collect();
    let waves = draw(&labels);
    let longest = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
    let label_width = longest(&mut labels.iter().copied());
    let wave_width = longest(&mut waves.iter().map(String::as_str));
    let mut waves = waves.iter();
    let line = |(line, part): (&&str, &Option<(&str, &str)>)| match part {
        Some((label, remark)) => {
            let wave = waves.next().map_or("", String::as_str);
            let line = format!("//! {label:<label_width$}  {wave:<wave_width$}   {remark}");
            line.trim_end().to_string()
        }
        None => line.to_string(),
    };
    block.iter().zip(&parts).map(line).collect()
}

/// The label and the remark of a line; `None` for a note.
fn label_and_remark(line: &str) -> Option<(&str, &str)> {
    let line = text(line);
    if line.is_empty() || line.starts_with(' ') {
        return None;
    }
    let (label, rest) = line.split_once("  ").unwrap_or((line, ""));
    let remark = rest
        .trim_start()
        .split_once("  ")
        .map_or("", |(_, remark)| remark.trim());
    Some((label, remark))
}

/// A comment line without its marker.
fn text(line: &str) -> &str {
    line.strip_prefix("//! ").unwrap_or("")
}

/// Both drawings line by line, with a mark under each line that differs.
fn difference(old: &[&str], new: &[String]) -> String {
    let mut difference = String::new();
    for (old, new) in old.iter().zip(new) {
        let (old, new) = (text(old), text(new));
        if old == new {
            difference += &format!("  {old}\n");
        } else {
            let ends = [' '].into_iter().cycle();
            let length = old.chars().count().max(new.chars().count());
            let pairs = old.chars().chain(ends.clone()).zip(new.chars().chain(ends));
            let marks: String = pairs
                .take(length)
                .map(|(a, b)| if a == b { ' ' } else { '^' })
                .collect();
            difference += &format!("- {old}\n+ {new}\n  {}\n", marks.trim_end());
        }
    }
    difference
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
//! A part.
//!
//! ```text
//! a   ____   old
//! longer  ____
//!      ^ a note
//! ```

struct Part;
";

    fn waves(labels: &[&str]) -> Vec<String> {
        assert_eq!(labels, ["a", "longer"]);
        vec!["__/‾‾".into(), "_____".into()]
    }

    #[test]
    fn a_drawing_that_differs_is_shown_and_replaced_if_asked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("part.rs");
        fs::write(&file, SOURCE).unwrap();
        let message = check(&file, false, waves).unwrap_err();
        let expected = "
- a   ____   old
+ a       __/‾‾   old
      ^^^^^^^^^^  ^^^
- longer  ____
+ longer  _____
              ^
       ^ a note
";
        assert!(message.contains(expected), "{message}");
        assert_eq!(fs::read_to_string(&file).unwrap(), SOURCE);

        check(&file, true, waves).unwrap();
        let replaced = SOURCE.replace("a   ____   old", "a       __/‾‾   old");
        let replaced = replaced.replace("longer  ____", "longer  _____");
        assert_eq!(fs::read_to_string(&file).unwrap(), replaced);
        check(&file, false, waves).unwrap();
    }

    #[test]
    fn a_file_without_a_drawing_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("part.rs");
        let notes = SOURCE.replace("//! a ", "//!  a ").replace("//! longer", "//!  longer");
        for source in [SOURCE.replace("//! A part.", "struct First;"), notes] {
            fs::write(&file, source).unwrap();
            assert!(check(&file, true, waves).unwrap_err().starts_with("no waves open"));
        }
    }

    #[test]
    fn tests_beside_a_circuit_are_about_it() {
        let test = file!();
        let beside = test.replace("expect.rs", "expect/tests.rs");
        assert_eq!(described(test), described(&beside));
        assert!(described(test).is_absolute());
    }
}
