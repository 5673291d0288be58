//! `report.json`: the results of a build. The vendors' scripts write it themselves; for the open tools it is made here,
//! from nextpnr's report and yosys' statistics.
//!
//! | field        | ECP5                             | iCE40                       | Gowin                  | unit   |
//! |--------------|----------------------------------|-----------------------------|------------------------|--------|
//! | `fmax_mhz`   | of the circuit's clock           | the same                    | the same               | MHz    |
//! | `target_mhz` | the required frequency           | the same                    | with the margin        | MHz    |
//! | `met`        | every clock meets its own target | the same                    | the same               | –      |
//! | `luts`       | `TRELLIS_COMB`                   | `ICESTORM_LC`               | `LUT4`, `ALU`          | cells  |
//! | `ffs`        | `TRELLIS_FF`                     | `SB_DFF*`, as synthesised   | `DFF`                  | cells  |
//! | `brams`      | `DP16KD`, 18 Kbit each           | `ICESTORM_RAM`, 4 Kbit each | `BSRAM`, 18 Kbit each  | blocks |
//!
//! `luts` are the cells used on the part, to compare with its size. An ECP5 has separate LUTs and flip-flops. An iCE40
//! has logic cells of one LUT and one flip-flop; a cell counts if either is used, so there are more cells than LUTs in
//! the netlist. A Gowin's carry cell takes the place of a LUT.
//!
//! For Gowin the target is higher than the circuit needs: see [`rust_hdl_bsp::project::margin_percent`], which the report
//! repeats.

use super::synthesis::Statistics;
use anyhow::{Context, Result, ensure};
use rust_hdl_bsp::{
    Board, Family,
    project::{PLACED, REPORT, STATISTICS, margin_percent, project},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, ops::RangeInclusive, path::Path};

/// A picosecond in microseconds, the periods of 1 MHz.
const PICOSECOND: f64 = 1e-6;

/// The results of a build; `None` where the tool does not report a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub board: String,
    pub part: String,
    /// The frequency of the circuit's clock; for the console that is the pixel clock.
    pub fmax_mhz: Option<f64>,
    pub target_mhz: f64,
    /// By how many per cent the targets are above what the circuit needs, since the placer's delays are not complete; left
    /// out if 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub margin_percent: u32,
    /// Whether every clock meets its target.
    pub met: bool,
    /// See the table above.
    pub luts: Option<usize>,
    pub ffs: Option<usize>,
    /// A 7-series chip can use half a block alone.
    pub brams: Option<f64>,
    /// Every clock of the circuit; empty for the vendors' scripts, which do not list them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<Clock>,
    /// The version of every tool that reports one.
    pub tools: BTreeMap<String, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pub name: String,
    pub fmax_mhz: f64,
    pub target_mhz: f64,
    pub met: bool,
}

/// The part of nextpnr's report that is used here.
#[derive(Deserialize)]
struct Placed {
    fmax: BTreeMap<String, Fmax>,
    utilization: BTreeMap<String, Utilization>,
}

#[derive(Deserialize)]
struct Fmax {
    achieved: f64,
    constraint: f64,
}

#[derive(Deserialize)]
struct Utilization {
    used: usize,
}

impl Report {
    /// The report from what the open tools left in `folder`. The circuit's clock is the one with a frequency in
    /// `clock_mhz`.
    pub fn placed(
        board: &Board,
        folder: &Path,
        clock_mhz: RangeInclusive<f64>,
        tools: BTreeMap<String, String>,
    ) -> Result<Report> {
        let placed: Placed = read(folder, PLACED)?;
        let statistics: Statistics = read(folder, STATISTICS)?;
        let clocks: Vec<Clock> = placed.fmax.iter().map(Clock::of).collect();
        let margin_percent = margin_percent(board.part.family);
        let asked = |mhz: f64| mhz * f64::from(100 + margin_percent) / 100.0;
        // nextpnr rounds a period down to a picosecond, so its target may be slightly higher than requested.
        let highest = asked(*clock_mhz.end());
        let highest = highest / (1.0 - highest * PICOSECOND);
        let wanted = hundredths(asked(*clock_mhz.start()))..=hundredths(highest);
        let clock = clocks
            .iter()
            .filter(|clock| wanted.contains(&clock.target_mhz))
            .min_by(|a, b| a.fmax_mhz.total_cmp(&b.fmax_mhz))
            .with_context(|| {
                format!(
                    "{PLACED} names no clock of {} MHz: nothing was timed",
                    clock_mhz.start()
                )
            })?
            .clone();
        let used = |kind: &str| {
            let found = placed.utilization.get(kind).map(|found| found.used);
            found.with_context(|| format!("{PLACED} does not say how many {kind:?} are used"))
        };
        let (luts, ffs, brams) = match board.part.family {
            Family::Ice40 => (
                used("ICESTORM_LC")?,
                statistics.counts().flip_flops(),
                used("ICESTORM_RAM")?,
            ),
            Family::Gowin => (used("LUT4")? + used("ALU")?, used("DFF")?, used("BSRAM")?),
            _ => (used("TRELLIS_COMB")?, used("TRELLIS_FF")?, used("DP16KD")?),
        };
        Ok(Report {
            board: board.name.into(),
            part: board.part.to_string(),
            fmax_mhz: Some(clock.fmax_mhz),
            target_mhz: clock.target_mhz,
            margin_percent,
            met: clocks.iter().all(|clock| clock.met),
            luts: Some(luts),
            ffs: Some(ffs),
            brams: Some(brams as f64),
            clocks,
            tools,
        })
    }

    /// Reads the report in `folder`.
    pub fn read(folder: &Path) -> Result<Report> {
        read(folder, REPORT)
    }

    /// The target in words, to follow "80.5 MHz of".
    pub fn target(&self) -> String {
        match self.margin_percent {
            0 => format!("{} MHz needed", self.target_mhz),
            margin => format!("{} MHz asked for, {margin} % more than needed", self.target_mhz),
        }
    }

    /// The first clock that misses its target, as a sentence.
    pub fn miss(&self) -> Option<String> {
        if self.met {
            return None;
        }
        let missed = self.clocks.iter().find(|clock| !clock.met);
        Some(match (missed, self.fmax_mhz) {
            (Some(clock), _) => format!(
                "the clock {} is missed: {} MHz of {} MHz",
                clock.name, clock.fmax_mhz, clock.target_mhz
            ),
            (None, Some(fmax)) => format!("the clock is missed: {fmax} MHz of {} MHz", self.target_mhz),
            (None, None) => "the clock is missed".into(),
        })
    }

    /// The text of the file.
    pub fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

impl Clock {
    fn of((net, fmax): (&String, &Fmax)) -> Clock {
        // nextpnr marks a net on the chip's clock tree: "$glbnet$clock" on ECP5, "clock_$glb_clk" on iCE40.
        let name = net.trim_start_matches("$glbnet$");
        let name = name
            .split_once('$')
            .map_or(name, |(name, _)| name.trim_end_matches('_'));
        Clock {
            name: name.into(),
            fmax_mhz: hundredths(fmax.achieved),
            target_mhz: hundredths(fmax.constraint),
            met: fmax.achieved >= fmax.constraint,
        }
    }
}

fn is_zero(percent: &u32) -> bool {
    *percent == 0
}

fn hundredths(mhz: f64) -> f64 {
    (mhz * 100.0).round() / 100.0
}

fn read<T: for<'a> Deserialize<'a>>(folder: &Path, name: &str) -> Result<T> {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(!text.trim().is_empty(), "{} is empty", path.display());
    serde_json::from_str(&text).with_context(|| format!("{} is not as expected", path.display()))
}

/// By how much a design is too large for its part, from nextpnr's log; `None` if it is not, or the log does not say.
pub fn excess(board: &Board, folder: &Path) -> Option<String> {
    let log = fs::read_to_string(folder.join(board_log(board)?)).ok()?;
    too_much(&log)
}

/// The name of the placer's log, if the placer is nextpnr.
fn board_log(board: &Board) -> Option<String> {
    let steps = project(board, "top", &[], 0).steps;
    let placer = steps
        .into_iter()
        .find(|step| step.makes.iter().any(|file| file == PLACED))?;
    Some(placer.log.to_string())
}

/// Of lines such as `Info:   ICESTORM_LC:  5301/  5280   100%`, those in which the chip has too few cells.
fn too_much(log: &str) -> Option<String> {
    let line = |line: &str| {
        let (name, counts) = line.strip_prefix("Info:")?.trim().split_once(':')?;
        let (used, there) = counts.split_once('/')?;
        let (used, there): (usize, usize) = (
            used.trim().parse().ok()?,
            there.split_whitespace().next()?.parse().ok()?,
        );
        (used > there).then(|| format!("{} {name} too many ({used} of {there})", used - there))
    };
    let excess: Vec<String> = log.lines().filter_map(line).collect();
    (!excess.is_empty()).then(|| excess.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_bsp::{Part, boards};

    const STAT: &str = r#"{"design": {"num_cells_by_type": {"SB_DFFE": 7, "SB_DFF": 4, "SB_LUT4": 30}}}"#;

    fn board(family: Family) -> Board {
        let part = match family {
            Family::Ice40 => ("iCE40HX8K", "CB132", ""),
            Family::Gowin => ("GW1NR-LV9", "QN88P", "C6/I5"),
            _ => ("LFE5U-25F", "CABGA381", "6"),
        };
        let part = Part { family, device: part.0, package: part.1, speed: part.2 };
        Board { part, ..boards::find("basys3").unwrap().clone() }
    }

    fn report(family: Family, placed: &str) -> Result<Report> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(PLACED), placed).unwrap();
        fs::write(folder.path().join(STATISTICS), STAT).unwrap();
        Report::placed(&board(family), folder.path(), 25.0..=25.2, BTreeMap::new())
    }

    fn placed(shift_achieved: f64) -> String {
        format!(
            r#"{{"critical_paths": [], "fmax": {{"$glbnet$clock": {{"achieved": 76.5678, "constraint": 25.125}},
             "$glbnet$shift_clock": {{"achieved": {shift_achieved}, "constraint": 125}}}},
             "utilization": {{"TRELLIS_COMB": {{"available": 24288, "used": 2816}}, "TRELLIS_FF": {{"available": 24288,
             "used": 1299}}, "DP16KD": {{"available": 56, "used": 17}}}}}}"#
        )
    }

    #[test]
    fn the_pixel_clock_is_the_figure_and_every_clock_must_meet_its_own() {
        let good = report(Family::Ecp5, &placed(300.0)).unwrap();
        assert_eq!((good.fmax_mhz, good.target_mhz, good.met), (Some(76.57), 25.13, true));
        assert_eq!((good.luts, good.ffs, good.brams), (Some(2816), Some(1299), Some(17.0)));
        assert_eq!(good.miss(), None);
        let names: Vec<&str> = good.clocks.iter().map(|clock| clock.name.as_str()).collect();
        assert_eq!(names, ["clock", "shift_clock"]);

        let bad = report(Family::Ecp5, &placed(124.99)).unwrap();
        assert_eq!((bad.fmax_mhz, bad.met), (Some(76.57), false));
        assert_eq!(
            bad.miss().unwrap(),
            "the clock shift_clock is missed: 124.99 MHz of 125 MHz"
        );
    }

    #[test]
    fn a_gowin_is_asked_for_more_than_it_needs_and_says_so() {
        let placed = |target: f64| {
            format!(
                r#"{{"fmax": {{"clock": {{"achieved": 46.74, "constraint": {target}}}}}, "utilization":
                {{"LUT4": {{"available": 8640, "used": 5901}}, "ALU": {{"available": 6480, "used": 1410}},
                "DFF": {{"available": 6480, "used": 2572}}, "BSRAM": {{"available": 26, "used": 18}}}}}}"#
            )
        };
        let found = report(Family::Gowin, &placed(32.76)).unwrap();
        assert_eq!(
            (found.luts, found.ffs, found.brams),
            (Some(7311), Some(2572), Some(18.0))
        );
        assert_eq!((found.margin_percent, found.met), (30, true));
        assert_eq!(found.target(), "32.76 MHz asked for, 30 % more than needed");
        assert!(found.json().unwrap().contains("\"margin_percent\": 30"));
        assert_eq!(report(Family::Gowin, &placed(32.5)).unwrap().miss(), None);
        // A clock that was timed without the margin is not what was asked for.
        assert!(report(Family::Gowin, &placed(25.2)).is_err());
        let plain = report(Family::Ecp5, &self::placed(300.0)).unwrap();
        assert_eq!(plain.target(), "25.13 MHz needed");
        assert!(!plain.json().unwrap().contains("margin"));
    }

    #[test]
    fn a_clock_is_found_though_its_period_was_rounded() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(STATISTICS), STAT).unwrap();
        // 96 MHz are 10.4167 ns, 33.333 MHz are 30.0003 ns.
        for (told, aimed) in [(96.0, 96.0061), (33.333, 33.3333)] {
            fs::write(
                folder.path().join(PLACED),
                placed(300.0).replace("25.125", &aimed.to_string()),
            )
            .unwrap();
            let report = Report::placed(&board(Family::Ecp5), folder.path(), told..=told, BTreeMap::new()).unwrap();
            assert_eq!(report.target_mhz, hundredths(aimed));
        }
    }

    #[test]
    fn flip_flops_of_an_ice40_are_yosys_own() {
        let text = r#"{"fmax": {"clock_$glb_clk": {"achieved": 85.0, "constraint": 25}}, "utilization":
            {"ICESTORM_LC": {"available": 7680, "used": 3000}, "ICESTORM_RAM": {"available": 32, "used": 29}}}"#;
        let report = report(Family::Ice40, text).unwrap();
        assert_eq!(
            (report.luts, report.ffs, report.brams),
            (Some(3000), Some(11), Some(29.0))
        );
        assert_eq!(report.clocks[0].name, "clock");
    }

    #[test]
    fn a_report_that_times_nothing_or_cannot_be_read_is_refused() {
        for (text, expected) in [
            (r#"{"fmax": {}, "utilization": {}}"#, "names no clock of 25 MHz"),
            (
                r#"{"fmax": {"clock": {"achieved": 85.0, "constraint": 25}}, "utilization": {}}"#,
                "does not say how many \"TRELLIS_COMB\" are used",
            ),
            ("{\"fmax\": {", "is not as expected"),
            ("", "is empty"),
        ] {
            let error = format!("{:#}", report(Family::Ecp5, text).unwrap_err());
            assert!(error.contains("nextpnr.json") && error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_vendors_reports_are_read_as_well() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"{"board": "nexys3", "part": "p", "fmax_mhz": null, "target_mhz": 25, "met": false, "luts": 9,
            "ffs": null, "brams": 0.5, "tools": {"ise": "14.7"}}"#;
        fs::write(folder.path().join(REPORT), text).unwrap();
        let report = Report::read(folder.path()).unwrap();
        assert_eq!((report.luts, report.brams), (Some(9), Some(0.5)));
        assert_eq!(report.miss().unwrap(), "the clock is missed");
        assert_eq!(serde_json::from_str::<Report>(&report.json().unwrap()).unwrap(), report);
    }

    #[test]
    fn a_design_that_is_too_large_says_by_how_much() {
        let log = "Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  5301/  5280   100%\n\
                   Info: \t        ICESTORM_RAM:    31/    30   103%\nInfo: \t               SB_IO:    19/    96    19%\n\
                   ERROR: Unable to place cell\n";
        let said = too_much(log).unwrap();
        assert_eq!(
            said,
            "21 ICESTORM_LC too many (5301 of 5280), 1 ICESTORM_RAM too many (31 of 30)"
        );
        assert_eq!(too_much(&log.replace("5301", "5280").replace("31/", "30/")), None);
    }
}
