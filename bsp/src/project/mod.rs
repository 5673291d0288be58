//! The tools that make a bitstream, as data: their input files and the steps that call them. This module runs nothing;
//! its users must check each step's exit code and that the promised files exist.
//!
//! | family       | tools             | files written                    | command, in the folder of the files               |
//! |--------------|-------------------|----------------------------------|---------------------------------------------------|
//! | Spartan6     | ISE 14.7          | `build.tcl` `top.prj` `top.xst`  | `xtclsh build.tcl`                                |
//! | Series7      | Vivado            | `build.tcl`                      | `vivado -mode batch -nojournal -source build.tcl` |
//! | Ecp5, Ice40  | yosys and nextpnr | `synth.ys` `build.sh`            | `sh build.sh`                                     |
//! | Gowin        | yosys and nextpnr | and `clocks.sdc`                 | `sh build.sh`                                     |
//!
//! A vendor's tool is a single step: its `build.tcl` is the same on Linux and Windows, exits with code 1 if a part
//! fails or the circuit does not meet its clock, and writes [`REPORT`] itself. The open tools are three steps; the
//! second writes [`PLACED`], from which the report must be made before the third. In either case a bitstream is written
//! only if the clock is met.

mod ise;
mod open;
mod vivado;

pub use open::{PLACED, STATISTICS, margin_percent};

use crate::{Board, Family, constraints};

/// The results of a build: board, part, fmax_mhz, target_mhz, met, luts, ffs, brams, tools; null if a tool does not
/// report a value.
pub const REPORT: &str = "report.json";

/// A tool chain's part of a build: the files to write and the programs to call.
#[derive(Clone, Debug)]
pub struct Project {
    /// The manufacturer's name of the tool chain.
    pub tool: &'static str,
    /// The whole as one command for users, in the folder of the files.
    pub command: &'static str,
    /// Name and contents of every file.
    pub files: Vec<(String, String)>,
    /// The steps in order; each needs those before it.
    pub steps: Vec<Step>,
    /// The file made by the last step.
    pub bitstream: String,
}

/// One call of one program, in the folder of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The name for progress and error messages.
    pub name: &'static str,
    /// The manufacturer's name of the program.
    pub tool: &'static str,
    pub arguments: Vec<String>,
    /// The files it makes. The step has failed if one is missing, whatever its exit code.
    pub makes: Vec<String>,
    /// The file for its output.
    pub log: &'static str,
}

impl Project {
    /// Every file that the steps make, including [`REPORT`]: none may be left from an earlier run.
    pub fn products(&self) -> impl Iterator<Item = &str> {
        let made = self.steps.iter().flat_map(|step| &step.makes);
        made.map(String::as_str).chain([REPORT])
    }
}

/// The project for `board`, with these Verilog files, the top module `top`, and the constraint file. The circuit's
/// clock, made from the board's by [`crate::Clocking`], has `clock_khz`.
pub fn project(board: &Board, top: &str, sources: &[&str], clock_khz: u32) -> Project {
    let constraints = constraints::file_name(board);
    match board.part.family {
        Family::Spartan6 => ise::project(board, top, sources, &constraints, clock_khz),
        Family::Series7 => vivado::project(board, top, sources, &constraints),
        Family::Ecp5 | Family::Ice40 | Family::Gowin => open::project(board, top, sources, &constraints, clock_khz),
    }
}

/// The only step of a vendor's tool: its script does everything.
fn script(tool: &'static str, arguments: &[&str], bitstream: &str) -> Step {
    Step {
        name: "synthesis, place and route",
        tool,
        arguments: arguments.iter().map(|word| word.to_string()).collect(),
        makes: vec![REPORT.into(), bitstream.into()],
        log: "build.log",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::BOARDS;

    #[test]
    fn a_project_names_every_file_and_the_part() {
        for board in BOARDS {
            let project = project(board, "top", &["console.v", "top.v"], 25_000);
            let all: String = project.files.iter().map(|(_, text)| text.as_str()).collect();
            for word in [
                "console.v",
                "top.v",
                &constraints::file_name(board),
                &board.part.to_string(),
                "exit 1",
            ] {
                assert!(all.contains(word), "{}: no {word}", board.name);
            }
            // The last word of the command is one of the files, and running it equals running the steps.
            let script = project.command.rsplit(' ').next().unwrap();
            assert!(project.files.iter().any(|(name, _)| name == script), "{script}");
        }
    }

    #[test]
    fn the_last_step_makes_the_bitstream_and_no_file_is_made_twice() {
        for board in BOARDS {
            let project = project(board, "top", &["console.v", "top.v"], 25_000);
            assert!(project.steps.last().unwrap().makes.contains(&project.bitstream));
            let mut made: Vec<&String> = project.steps.iter().flat_map(|step| &step.makes).collect();
            let count = made.len();
            made.sort();
            made.dedup();
            assert_eq!(made.len(), count, "{}: {made:?}", board.name);
            let written = |made: &&String| project.files.iter().any(|(name, _)| name == *made);
            assert!(!made.iter().any(written), "{}: {made:?}", board.name);
        }
    }
}
