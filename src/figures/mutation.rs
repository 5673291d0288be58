//! `reports/mutation.csv`: the mutants of each circuit, and what its properties find in them.
//!
//! ```text
//! unit,mutant,of,fault,found
//! spi_master,17,100,const1 state_q_clocks[2],always_quiet@4 always_framed@2
//! ```
//!
//! `mutant` is the number in the choice of `of` mutants, from 0. `found` has the properties that break, each with the first clock in
//! which it does; or with `-` where only an induction fails.

use anyhow::{Context, Result};

use crate::hdl::proof::mutants::Mutant;

pub const FILE: &str = "mutation.csv";

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
