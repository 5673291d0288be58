//! A build is planned first, as a list of files with their contents in memory, and then written to disk in one step.
//!
//! | file            | content                                                               |
//! |-----------------|-----------------------------------------------------------------------|
//! | `console.v`     | every module of the machine and of the board's display                |
//! | `top.v`         | the module with the board's pins                                      |
//! | `BOARD.*`       | pins, I/O standards, pulls, the clock's period: ucf, xdc, lpf or pcf  |
//! | `build.*` ...   | the input of the board's tools                                        |
//! | `manifest.json` | what was built, for what, by which version; hashes of all other files |
//!
//! A circuit other than the console ([`super::fit`]) is in a file of its own name and has no manifest.

use super::{top, verilog_modules};
use crate::files::{File, remove, sha256, write_whole};
use crate::misuse::Misuse;
use anyhow::{Context, Result, ensure};
use rust_hdl_bsp::{Board, Direction, Port, Wanted, bit_name, clocking::mhz, constraints, project};
use serde::Serialize;
use std::{fs, path::Path};

/// The file that describes a build.
pub const MANIFEST: &str = "manifest.json";

/// All files of a build, and how to run its tools.
#[derive(Clone, Debug)]
pub struct Build {
    pub board: &'static Board,
    /// The circuit's clock.
    pub wanted: Wanted,
    pub files: Vec<File>,
    pub project: project::Project,
}

/// `manifest.json`.
#[derive(Serialize)]
struct Manifest<'a> {
    generator: &'a str,
    version: &'a str,
    board: &'a str,
    title: &'a str,
    /// The edition of the machine.
    edition: &'a str,
    part: String,
    top: &'a str,
    clock_mhz: String,
    pixel_clock_mhz: String,
    /// Every bit of every port of the top.
    pins: Vec<ManifestPin>,
    tools: [&'a str; 1],
    /// The command to run in the folder of the files.
    command: &'a str,
    files: Vec<ManifestFile<'a>>,
}

#[derive(Serialize)]
struct ManifestPin {
    port: String,
    direction: &'static str,
    pin: &'static str,
    standard: String,
}

#[derive(Serialize)]
struct ManifestFile<'a> {
    name: &'a str,
    bytes: usize,
    sha256: String,
}

impl Build {
    /// Plans the build of an edition: of `machine`, the Verilog of `console` and of the board's display module with all
    /// their parts. Does not access the disk.
    pub fn plan(board: &'static Board, edition: &str, machine: &str) -> Result<Build> {
        board.check()?;
        let modules = verilog_modules(machine);
        for needed in top::modules(board) {
            ensure!(
                modules.contains(&needed),
                "the machine's Verilog has no module {needed}"
            );
        }
        for (i, module) in modules.iter().enumerate() {
            let again = modules[..i].contains(module) || *module == top::TOP;
            ensure!(!again, "the machine's Verilog has two modules named {module}");
        }

        let sources = [("console.v", machine.to_string()), ("top.v", top::top(board)?)];
        let mut build = Build::of(board, top::wanted(board), &top::ports(board), sources)?;
        let pixel_khz = top::clocking(board)?.output_khz();
        let manifest = manifest(board, edition, pixel_khz, &build.files, &build.project)?;
        build
            .files
            .push(File { name: MANIFEST.into(), contents: manifest.into_bytes() });
        Ok(build)
    }

    /// The build of these Verilog files, by name; the top in them has these ports of the board.
    pub(super) fn of(
        board: &'static Board,
        wanted: Wanted,
        ports: &[Port],
        sources: [(&str, String); 2],
    ) -> Result<Build> {
        let clocking = board.clocking(wanted)?;
        let names = sources.each_ref().map(|(name, _)| *name);
        let project = project::project(board, top::TOP, &names, clocking.output_khz());
        let constraints = (
            constraints::file_name(board),
            constraints::text(board, ports, &clocking),
        );
        let files = sources
            .map(|(name, text)| (name.to_string(), text))
            .into_iter()
            .chain([constraints])
            .chain(project.files.iter().cloned())
            .map(|(name, text)| File { name, contents: text.into_bytes() });
        Ok(Build { board, wanted, files: files.collect(), project })
    }

    /// Writes every file into `folder`, which is created if missing. All files are first written next to it and then
    /// moved, so that a failure leaves nothing half done. Other files in the folder stay, except products that the
    /// tools made from other inputs: a bitstream and a report always belong to the Verilog next to them.
    pub fn write(&self, folder: &Path) -> Result<()> {
        if !self.is_in(folder) {
            self.remove_products(folder)?;
        }
        write_whole(&self.files, folder).map_err(|reason| Misuse::unwritable(folder, reason).into())
    }

    /// Whether `folder` already holds every file of this build with the same contents.
    pub fn is_in(&self, folder: &Path) -> bool {
        self.files
            .iter()
            .all(|file| fs::read(folder.join(&file.name)).is_ok_and(|contents| contents == file.contents))
    }

    /// Removes the tools' products from `folder`.
    pub fn remove_products(&self, folder: &Path) -> Result<()> {
        self.project.products().try_for_each(|name| remove(folder, name))
    }

    /// All Verilog files, concatenated.
    pub fn verilog(&self) -> String {
        let sources = self.files.iter().filter(|file| file.name.ends_with(".v"));
        sources.map(|file| String::from_utf8_lossy(&file.contents)).collect()
    }
}

fn manifest(
    board: &Board,
    edition: &str,
    pixel_khz: u32,
    files: &[File],
    project: &project::Project,
) -> Result<String> {
    let pins = top::ports(board)
        .iter()
        .flat_map(|port| {
            let pin = |(index, pin)| ManifestPin {
                port: bit_name(port.name, index),
                direction: match port.direction {
                    Direction::Input => "input",
                    Direction::Output => "output",
                    Direction::Both => "inout",
                },
                pin,
                standard: port.standard.to_string(),
            };
            port.bits().map(pin).collect::<Vec<_>>()
        })
        .collect();
    let manifest = Manifest {
        generator: "tengen",
        version: env!("CARGO_PKG_VERSION"),
        board: board.name,
        title: board.title,
        edition,
        part: board.part.to_string(),
        top: top::TOP,
        clock_mhz: mhz(board.clock.khz),
        pixel_clock_mhz: mhz(pixel_khz),
        pins,
        tools: [project.tool],
        command: project.command,
        files: files
            .iter()
            .map(|file| ManifestFile { name: &file.name, bytes: file.contents.len(), sha256: sha256(&file.contents) })
            .collect(),
    };
    let text = serde_json::to_string_pretty(&manifest).context("manifest.json")?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_bsp::boards::{self, BOARDS};

    /// The least text to plan with: the plan only reads module names.
    fn machine(board: &Board) -> String {
        let module = |name| format!("module {name} (input wire clock);\nendmodule\n\n");
        top::modules(board).map(module).collect()
    }

    fn plan(name: &str) -> Build {
        let board = boards::find(name).unwrap();
        Build::plan(board, "full", &machine(board)).unwrap()
    }

    #[test]
    fn a_plan_lists_every_file_and_is_the_same_every_time() {
        let names = |name| plan(name).files.into_iter().map(|f| f.name).collect::<Vec<_>>();
        assert_eq!(
            names("nexys3"),
            [
                "console.v",
                "top.v",
                "nexys3.ucf",
                "build.tcl",
                "top.prj",
                "top.xst",
                "manifest.json"
            ]
        );
        assert_eq!(
            names("basys3"),
            ["console.v", "top.v", "basys3.xdc", "build.tcl", "manifest.json"]
        );
        assert!(names("ulx3s-85f").contains(&"ulx3s-85f.lpf".to_string()));
        assert!(names("icebreaker").contains(&"icebreaker.pcf".to_string()));
        for board in BOARDS {
            assert_eq!(plan(board.name).files, plan(board.name).files);
        }
    }

    #[test]
    fn the_manifest_holds_true_hashes_and_sizes() {
        // Known answers, to check the hash itself.
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        for board in BOARDS {
            let build = plan(board.name);
            let (last, others) = build.files.split_last().unwrap();
            let manifest: serde_json::Value = serde_json::from_slice(&last.contents).unwrap();
            let listed = manifest["files"].as_array().unwrap();
            assert_eq!(listed.len(), others.len());
            for (entry, file) in listed.iter().zip(others) {
                assert_eq!(entry["name"], file.name);
                assert_eq!(entry["bytes"], file.contents.len());
                assert_eq!(entry["sha256"], sha256(&file.contents));
            }
            assert_eq!(manifest["board"], board.name);
            assert_eq!(manifest["part"], board.part.to_string());
            assert_eq!(manifest["top"], "top");
            let pixel = match board.name {
                "icebreaker" => "25.125",
                "tang-nano-9k" | "tang-nano-20k" => "25.2",
                _ => "25",
            };
            assert_eq!(manifest["pixel_clock_mhz"], pixel, "{}", board.name);
            assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
            assert_eq!(manifest["command"], build.project.command);
            let pins: usize = top::ports(board).iter().map(|p| p.pins.len()).sum();
            assert_eq!(manifest["pins"].as_array().unwrap().len(), pins);
        }
    }

    #[test]
    fn a_wrong_board_and_a_missing_or_doubled_module_are_named() {
        let board = boards::find("nexys3").unwrap();
        let refusal = |machine: &str| Build::plan(board, "full", machine).unwrap_err().to_string();
        assert_eq!(
            refusal("module console (input wire clock);\nendmodule\n"),
            "the machine's Verilog has no module seven_segment"
        );
        let ulx3s = Build::plan(boards::find("ulx3s").unwrap(), "full", "module console;\nendmodule\n").unwrap_err();
        assert_eq!(ulx3s.to_string(), "the machine's Verilog has no module usb_or_ps2");
        let doubled = machine(board) + "module console;\nendmodule\n";
        assert_eq!(refusal(&doubled), "the machine's Verilog has two modules named console");
        let mut clockless = board.clone();
        clockless.clock.khz = 0;
        let clockless = Build::plan(Box::leak(Box::new(clockless)), "full", &machine(board)).unwrap_err();
        assert!(format!("{clockless:#}").starts_with("board nexys3: the clock is missing"));
        let top = machine(board) + "module top;\nendmodule\n";
        assert_eq!(refusal(&top), "the machine's Verilog has two modules named top");
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn writing_makes_the_folder_and_keeps_what_is_not_its_own() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("a/b");
        let build = plan("basys3");
        build.write(&folder).unwrap();
        fs::write(folder.join("notes.txt"), "mine").unwrap();
        fs::write(folder.join("top.v"), "old").unwrap();
        build.write(&folder).unwrap();
        for file in &build.files {
            assert_eq!(
                fs::read(folder.join(&file.name)).unwrap(),
                file.contents,
                "{}",
                file.name
            );
        }
        assert_eq!(
            names_in(&folder),
            [
                "basys3.xdc",
                "build.tcl",
                "console.v",
                "manifest.json",
                "notes.txt",
                "top.v"
            ]
        );
        assert_eq!(names_in(&home.path().join("a")), ["b"]);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("file"), "").unwrap();
        let under_a_file = home.path().join("file/build");
        let error = plan("nexys3").write(&under_a_file).unwrap_err();
        assert!(error.downcast_ref::<Misuse>().is_some());
        assert!(
            error
                .to_string()
                .starts_with(&format!("cannot write to {}: ", under_a_file.display()))
        );

        // A file name that is impossible: the write fails half-way.
        let mut build = plan("nexys3");
        build
            .files
            .insert(3, File { name: "no/such/place".into(), contents: vec![] });
        assert!(build.write(&home.path().join("new/deep")).is_err());
        assert_eq!(names_in(home.path()), ["file"]);
        let there = home.path().join("there");
        fs::create_dir(&there).unwrap();
        assert!(build.write(&there).is_err());
        assert_eq!(names_in(&there), [""; 0]);
    }
}
