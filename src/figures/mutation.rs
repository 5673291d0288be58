//! Files of mutants: what finds the faults of each circuit.
//!
//! ```text
//! unit,mutant,of,fault,found
//! spi_master,17,100,const1 state_q_clocks[2],always_quiet@4 always_framed@2
//! ```
//!
//! `mutant` is the number in the choice of `of` mutants, from 0. `found` has what finds it, each with the first clock in which it does;
//! or with `-` where there is no clock, as when only an induction fails.
//!
//! - [`PROPERTIES`] tells which properties break in each mutant of a circuit that is proved.
//! - [`CAMPAIGN`] tells for every unit what finds a mutant first, its tests or its properties.

use std::{fs, io, path::Path, slice};

use anyhow::{Context, Result};

use crate::{
    files::{File, write_whole},
    hdl::proof::mutants::Mutant,
    misuse::Misuse,
    units::campaign::{DEMONSTRATION, EQUAL, EXERCISE, NOISE},
};

pub const PROPERTIES: &str = "properties.csv";
pub const CAMPAIGN: &str = "mutation.csv";

/// In place of a clock.
const NEVER: &str = "-";
const HEAD: &str = "unit,mutant,of,fault,found";

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub unit: String,
    pub of: usize,
    pub mutant: Mutant,
}

impl Line {
    fn read(text: &str) -> Option<Line> {
        let mut cells = text.splitn(5, ',');
        let unit = cells.next()?.to_string();
        let number = cells.next()?.parse().ok()?;
        let of = cells.next()?.parse().ok()?;
        let fault = cells.next()?.to_string();
        let found = cells.next()?.split_whitespace().map(|found| {
            let (name, clock) = found.split_once('@')?;
            let clock = if clock == NEVER { None } else { Some(clock.parse().ok()?) };
            Some((name.to_string(), clock))
        });
        Some(Line { unit, of, mutant: Mutant { number, fault, broken: found.collect::<Option<_>>()? } })
    }

    fn written(&self) -> String {
        let Mutant { number, fault, broken } = &self.mutant;
        let found: Vec<String> = broken
            .iter()
            .map(|(name, clock)| format!("{name}@{}", clock.map_or(NEVER.into(), |clock| clock.to_string())))
            .collect();
        format!("{},{number},{},{fault},{}\n", self.unit, self.of, found.join(" "))
    }
}

/// How many faults of a unit were found, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    pub unit: String,
    pub faults: usize,
    pub demonstration: usize,
    pub exercise: usize,
    pub noise: usize,
    pub properties: usize,
    /// Proved to change nothing.
    pub equal: usize,
    pub survive: usize,
}

impl Score {
    /// The heads of the columns of [`Score::row`].
    pub const HEADS: [&str; 9] = [
        "unit",
        "faults",
        "demonstration",
        "exercise",
        "random inputs",
        "properties",
        "equal",
        "survive",
        "found",
    ];

    /// The scores of the units in these lines of a campaign, which are sorted by unit.
    #[must_use]
    pub fn of(lines: &[Line]) -> Vec<Score> {
        let units = lines.chunk_by(|a, b| a.unit == b.unit);
        units.map(|lines| Score::counted(&lines[0].unit, lines)).collect()
    }

    /// The score of all these lines together.
    #[must_use]
    pub fn of_all(lines: &[Line]) -> Score {
        Score::counted("all", lines)
    }

    fn counted(unit: &str, lines: &[Line]) -> Score {
        let by = |name: &str| {
            lines
                .iter()
                .filter(|line| line.mutant.broken.iter().any(|(by, _)| by == name))
                .count()
        };
        let (demonstration, exercise, noise, equal) = (by(DEMONSTRATION), by(EXERCISE), by(NOISE), by(EQUAL));
        let survive = lines.iter().filter(|line| line.mutant.broken.is_empty()).count();
        let properties = lines.len() - demonstration - exercise - noise - equal - survive;
        Score { unit: unit.into(), faults: lines.len(), demonstration, exercise, noise, properties, equal, survive }
    }

    /// The share that was found of the faults that change something.
    #[must_use]
    pub fn share(&self) -> f64 {
        let real = self.faults - self.equal;
        (real - self.survive) as f64 / real as f64
    }

    /// Its cells in a table; the last is its share.
    #[must_use]
    pub fn row(&self) -> Vec<String> {
        let Score { unit, faults, demonstration, exercise, noise, properties, equal, survive } = self;
        let share = format!("{:.1} %", 100.0 * self.share());
        let counts = [faults, demonstration, exercise, noise, properties, equal, survive];
        let counts = counts.map(|count| count.to_string());
        [slice::from_ref(unit), &counts[..], slice::from_ref(&share)].concat()
    }
}

/// Parses the text of a file.
///
/// # Errors
/// If a line is not as described.
pub fn read(text: &str) -> Result<Vec<Line>> {
    let lines = text.lines().enumerate().skip(1);
    let line = |(number, text): (usize, &str)| {
        Line::read(text).with_context(|| format!("line {} is no mutant: {text}", number + 1))
    };
    lines.map(line).collect()
}

/// Reads the lines of a file in the folder. There are none if the file does not exist.
///
/// # Errors
/// If the file is there and cannot be read.
pub fn kept(folder: &Path, name: &str) -> Result<Vec<Line>> {
    let file = folder.join(name);
    match fs::read_to_string(&file) {
        Ok(text) => read(&text).with_context(|| file.display().to_string()),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(vec![]),
        Err(reason) => Err(reason).with_context(|| format!("cannot read {}", file.display())),
    }
}

/// Writes a file anew, with these lines in place of those of the same units.
///
/// # Errors
/// If the file is there and cannot be read, or cannot be written.
pub fn keep(folder: &Path, name: &str, lines: &[Line]) -> Result<()> {
    let contents = written(&kept(folder, name)?, lines).into_bytes();
    write_whole(&[File { name: name.into(), contents }], folder)
        .map_err(|reason| Misuse::unwritable(folder, reason).into())
}

/// The text of a file in which these `new` lines replace all `before` of the same units.
pub fn written(before: &[Line], new: &[Line]) -> String {
    let kept = before
        .iter()
        .filter(|line| new.iter().all(|newer| newer.unit != line.unit));
    let mut lines: Vec<&Line> = kept.chain(new).collect();
    lines.sort_by(|a, b| (&a.unit, a.mutant.number).cmp(&(&b.unit, b.mutant.number)));
    let lines: String = lines.iter().map(|line| line.written()).collect();
    format!("{HEAD}\n{lines}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(unit: &str, number: usize, broken: &[(&str, Option<usize>)]) -> Line {
        let broken = broken.iter().map(|(name, clock)| (name.to_string(), *clock)).collect();
        Line { unit: unit.into(), of: 100, mutant: Mutant { number, fault: "inv a[0]".into(), broken } }
    }

    #[test]
    fn a_score_counts_what_finds_each_fault_first() {
        let lines = [
            line("a", 0, &[(DEMONSTRATION, Some(3))]),
            line("a", 1, &[(NOISE, Some(3))]),
            line("a", 2, &[("always_a", Some(3)), ("always_b", None)]),
            line("a", 3, &[(EQUAL, None)]),
            line("a", 4, &[]),
            line("a", 5, &[(EXERCISE, Some(7))]),
            line("b", 0, &[(NOISE, Some(0))]),
        ];
        let rows: Vec<_> = Score::of(&lines).iter().map(Score::row).collect();
        assert_eq!(rows[0], ["a", "6", "1", "1", "1", "1", "1", "1", "80.0 %"]);
        assert_eq!(rows[1], ["b", "1", "0", "0", "1", "0", "0", "0", "100.0 %"]);
        assert_eq!(
            Score::of_all(&lines).row(),
            ["all", "7", "1", "1", "2", "1", "1", "1", "83.3 %"]
        );
    }

    #[test]
    fn what_is_written_is_read_again_and_a_unit_is_replaced_whole() {
        let before = [
            line("b", 0, &[]),
            line("b", 1, &[("always_a", Some(3)), ("always_b", None)]),
            line("c", 0, &[]),
        ];
        let text = written(&[], &before);
        assert_eq!(read(&text).unwrap(), before);
        let new = [line("a", 0, &[]), line("b", 7, &[])];
        assert_eq!(
            read(&written(&before, &new)).unwrap(),
            [new[0].clone(), new[1].clone(), before[2].clone()]
        );
        assert!(read("unit\nb,0").unwrap_err().to_string().contains("line 2"));
    }
}
