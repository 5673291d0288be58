//! The scripts that drive a vendor's tools without a graphical project: one `build.tcl` that stops with an exit code, the
//! same on Linux and Windows, and the files it reads.
//!
//! | family   | tool     | files written                   | command, in the folder of the files               |
//! |----------|----------|---------------------------------|---------------------------------------------------|
//! | Spartan6 | ISE 14.7 | `build.tcl` `top.prj` `top.xst` | `xtclsh build.tcl`                                |
//! | Series7  | Vivado   | `build.tcl`                     | `vivado -mode batch -nojournal -source build.tcl` |
//!
//! Both write `report.json` (board, part, fmax_mhz, target_mhz, met, luts, ffs, brams, tools; null where a report does not
//! say) and end with exit code 1 when a step fails or when the circuit does not meet its clock; `top.bit` is written only
//! when it does.

mod ise;
mod vivado;

use crate::{Board, Family, constraints};

/// A tool chain's part of a build: what to write, and what to call.
#[derive(Clone, Debug)]
pub struct Project {
    /// How the maker calls the tool.
    pub tool: &'static str,
    /// The program to be found in the search path.
    pub program: &'static str,
    pub arguments: &'static [&'static str],
    /// Name and contents of every file.
    pub files: Vec<(String, String)>,
}

impl Project {
    /// The command as a user would type it in the folder of the files.
    pub fn command(&self) -> String {
        format!("{} {}", self.program, self.arguments.join(" "))
    }
}

/// The project for `board`, of these Verilog files with the top module `top`, with the constraint file beside them. The
/// circuit's clock, made of the board's by [`crate::Clocking`], has `clock_khz`.
pub fn project(board: &Board, top: &str, sources: &[&str], clock_khz: u32) -> Project {
    let constraints = constraints::file_name(board);
    match board.part.family {
        Family::Spartan6 => ise::project(board, top, sources, &constraints, clock_khz),
        Family::Series7 => vivado::project(board, top, sources, &constraints),
        Family::Ecp5 | Family::Ice40 => todo!("flow"),
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
            assert!(project.files.iter().any(|(name, _)| name == "build.tcl"));
            assert!(project.command().ends_with("build.tcl"));
        }
    }
}
