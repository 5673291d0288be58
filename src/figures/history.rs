//! The history of figures: `qor.csv` (quality of results) has a new line for a board or unit whenever one of its
//! figures changed.
//!
//! ```text
//! design,circuit,luts,ffs,brams,fmax_mhz
//! 3fa9c2d41b07,ulx3s,2816,1299,17,76.57      placed and timed
//! 3fa9c2d41b07,nexys3,1534,1202,19,          synthesised: nothing was timed
//! ```
//!
//! `design` identifies what was measured: the first digits of the SHA-256 of every board's Verilog
//! ([`crate::figures::measure::design`]). A line cannot name its commit, since it is part of it; but the design can be
//! computed again from any commit (`tengen report` prints it), and `git blame reports/qor.csv` gives the commit of
//! every line.

use super::Figures;
use crate::misuse::Misuse;
use anyhow::{Result, anyhow};
use std::{fs, io, path::Path};

/// The history file.
pub const FILE: &str = "qor.csv";
/// Its picture, in the same folder.
pub const PICTURE: &str = "qor.svg";

/// The greatest change of a count, in per cent of the kept one, that needs no confirmation. The limit holds in both
/// directions: an unexpected decrease may mean that something was lost.
pub const TOLERANCE_PERCENT: usize = 5;

const HEADING: &str = "design,circuit,luts,ffs,brams,fmax_mhz";

/// A line of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub design: String,
    pub circuit: String,
    pub figures: Figures,
}

/// All lines, the oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    pub lines: Vec<Line>,
}

impl Kept {
    /// Reads the lines in `folder`; none if there is no file yet. The error for a malformed line gives its number.
    pub fn read(folder: &Path) -> Result<Kept> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Kept::parse(&text).map_err(|error| Misuse::new(format!("{}, {error}", path.display())).into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Kept::default()),
            Err(error) => Err(Misuse::new(format!("cannot read {}: {error}", path.display())).into()),
        }
    }

    fn parse(text: &str) -> Result<Kept> {
        let mut lines = text.lines().zip(1..);
        match lines.next() {
            Some((HEADING, _)) => {}
            _ => return Err(anyhow!("line 1: it must be \"{HEADING}\"")),
        }
        let line = |(text, number): (&str, usize)| {
            let line = Line::parse(text);
            line.ok_or_else(|| anyhow!("line {number}: \"{text}\" is not \"{HEADING}\""))
        };
        Ok(Kept { lines: lines.map(line).collect::<Result<_>>()? })
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let lines = self.lines.iter().map(Line::text);
        std::iter::once(HEADING.to_string())
            .chain(lines)
            .map(|line| line + "\n")
            .collect()
    }

    /// The newest figures of a board or unit.
    pub fn last(&self, circuit: &str) -> Option<&Figures> {
        let line = self.lines.iter().rfind(|line| line.circuit == circuit);
        line.map(|line| &line.figures)
    }

    /// Adds a line if `figures` differ from the last ones of `circuit`; returns whether they do.
    pub fn add(&mut self, design: &str, circuit: &str, figures: &Figures) -> bool {
        let changed = self.last(circuit) != Some(figures);
        if changed {
            self.lines
                .push(Line { design: design.into(), circuit: circuit.into(), figures: figures.clone() });
        }
        changed
    }

    /// The figures that lie more than [`TOLERANCE_PERCENT`] from the kept ones, a line each; a circuit without kept
    /// figures also gives a line.
    pub fn moved(&self, circuit: &str, figures: &Figures) -> Vec<String> {
        let Some(kept) = self.last(circuit) else {
            return vec![format!("{circuit}: no figures are kept")];
        };
        let pairs = figures.counts().into_iter().zip(kept.counts());
        pairs
            .filter(|((_, now), (_, kept))| now.abs_diff(*kept) * 100 > kept * TOLERANCE_PERCENT)
            .map(|((what, now), (_, kept))| format!("{circuit}: {now} {what}, kept {kept}"))
            .collect()
    }
}

impl Line {
    fn parse(text: &str) -> Option<Line> {
        let [design, circuit, luts, ffs, brams, fmax] = text.split(',').collect::<Vec<_>>().try_into().ok()?;
        let named = |text: &str| (!text.is_empty()).then(|| text.to_string());
        Some(Line {
            design: named(design)?,
            circuit: named(circuit)?,
            figures: Figures {
                luts: luts.parse().ok()?,
                ffs: ffs.parse().ok()?,
                brams: brams.parse().ok()?,
                fmax_mhz: match fmax {
                    "" => None,
                    fmax => Some(fmax.parse().ok().filter(|fmax: &f64| fmax.is_finite())?),
                },
            },
        })
    }

    fn text(&self) -> String {
        let Figures { luts, ffs, brams, fmax_mhz } = &self.figures;
        let fmax = fmax_mhz.map(|fmax| fmax.to_string()).unwrap_or_default();
        format!("{},{},{luts},{ffs},{brams},{fmax}", self.design, self.circuit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(luts: usize, ffs: usize, brams: usize, fmax_mhz: Option<f64>) -> Figures {
        Figures { luts, ffs, brams, fmax_mhz }
    }

    #[test]
    fn only_what_changed_is_a_new_line() {
        let mut kept = Kept::default();
        assert!(kept.add("aaa", "ulx3s", &figures(100, 40, 3, Some(76.57))));
        assert!(kept.add("aaa", "nexys3", &figures(90, 40, 2, None)));
        assert!(!kept.add("bbb", "nexys3", &figures(90, 40, 2, None)));
        assert!(kept.add("bbb", "ulx3s", &figures(100, 40, 3, Some(80.0))));
        let text = "design,circuit,luts,ffs,brams,fmax_mhz\naaa,ulx3s,100,40,3,76.57\naaa,nexys3,90,40,2,\n\
                    bbb,ulx3s,100,40,3,80\n";
        assert_eq!(kept.text(), text);
        assert_eq!(Kept::parse(text).unwrap(), kept);
        assert_eq!(kept.last("ulx3s").unwrap().fmax_mhz, Some(80.0));
        assert_eq!(kept.last("basys3"), None);
    }

    #[test]
    fn a_file_that_is_not_one_is_refused_by_the_line() {
        for (text, expected) in [
            ("", "line 1"),
            ("commit,luts\n", "line 1"),
            (
                "design,circuit,luts,ffs,brams,fmax_mhz\na,b,1,2,3,\na,b,1,2,3\n",
                "line 3: \"a,b,1,2,3\"",
            ),
            ("design,circuit,luts,ffs,brams,fmax_mhz\na,b,1,2,x,\n", "line 2"),
            ("design,circuit,luts,ffs,brams,fmax_mhz\na,,1,2,3,\n", "line 2"),
            ("design,circuit,luts,ffs,brams,fmax_mhz\na,b,1,2,3,NaN\n", "line 2"),
        ] {
            let error = Kept::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_move_of_more_than_the_tolerance_is_found() {
        let mut kept = Kept::default();
        kept.add("a", "c", &figures(100, 40, 0, None));
        let moved = |luts, ffs, brams| kept.moved("c", &figures(luts, ffs, brams, Some(1.0)));
        assert_eq!(moved(105, 42, 0), [""; 0]);
        assert_eq!(moved(95, 38, 0), [""; 0]);
        assert_eq!(moved(106, 40, 0), ["c: 106 LUTs, kept 100"]);
        assert_eq!(
            moved(100, 37, 1),
            ["c: 37 flip-flops, kept 40", "c: 1 block RAMs, kept 0"]
        );
        assert_eq!(kept.moved("d", &figures(1, 1, 1, None)), ["d: no figures are kept"]);
    }
}
