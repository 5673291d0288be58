//! A release: everything that people without Rust need. A page to play in a browser, the command for the platform that it
//! is made on, an archive for every board, a list of them, and checksums.
//!
//! | file                       | content                                                                       |
//! |----------------------------|-------------------------------------------------------------------------------|
//! | `tengen-VERSION-BOARD.zip` | the files of the build, how to use them, the licences; the bitstream if built |
//! | `tengen-VERSION.html`      | the machine as a page in one file                                             |
//! | `tengen-VERSION-PLATFORM.zip` | the command that makes the release, and the licences                       |
//! | `README.md`                | these files; how each board's bitstream is made and loaded                    |
//! | `SHA256SUMS`               | for `sha256sum -c`                                                            |
//!
//! The same machine gives the same bytes: the archives' entries have a fixed order and no date.

use crate::files::{File, sha256};
use crate::hdl::{build::Build, report::Report};
use crate::{board_console, editions};
use anyhow::{Context, Result};
use rust_hdl_bsp::{Board, boards::BOARDS, project::REPORT};
use std::{
    env,
    fmt::Write as _,
    fs,
    io::{Cursor, Write as _},
    path::Path,
};
use zip::{DateTime, ZipWriter, write::SimpleFileOptions};

const LICENCES: [(&str, &str); 2] = [
    ("LICENSE-APACHE", include_str!("../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
];

/// The name of the command.
const COMMAND: &str = env!("CARGO_PKG_NAME");

/// One board's part of a release.
struct Pack {
    board: &'static Board,
    /// The name of its archive, and of the folder in the archive.
    name: String,
    /// The report of the build, if there is a bitstream.
    built: Option<Report>,
    instructions: String,
    archive: Vec<u8>,
}

/// What a release has besides its boards.
#[derive(Default)]
pub struct Extras {
    /// The machine as a page in one file.
    pub page: Option<Vec<u8>>,
    /// The command itself.
    pub command: Option<Vec<u8>>,
}

/// All files of a release. A bitstream is taken from the folder of the board's name below `builds`, if it was built
/// from exactly the files that are released.
pub fn plan(builds: &Path, extras: Extras) -> Result<Vec<File>> {
    plan_of(&BOARDS, builds, extras)
}

fn plan_of(boards: &[&'static Board], builds: &Path, extras: Extras) -> Result<Vec<File>> {
    let packs: Vec<Pack> = boards
        .iter()
        .map(|board| pack(board, &builds.join(board.name)).with_context(|| format!("board {}", board.name)))
        .collect::<Result<_>>()?;
    let extras = extra_files(extras)?;
    let mut files = vec![File { name: "README.md".into(), contents: list(&packs, &extras).into_bytes() }];
    files.extend(extras.into_iter().map(|(file, _)| file));
    files.extend(
        packs
            .into_iter()
            .map(|pack| File { name: format!("{}.zip", pack.name), contents: pack.archive }),
    );
    let sums: String = files
        .iter()
        .map(|file| format!("{}  {}\n", sha256(&file.contents), file.name))
        .collect();
    files.push(File { name: "SHA256SUMS".into(), contents: sums.into_bytes() });
    Ok(files)
}

/// The extras as files, each with a sentence about it.
fn extra_files(Extras { page, command }: Extras) -> Result<Vec<(File, String)>> {
    let name = concat!(env!("CARGO_PKG_NAME"), "-", env!("CARGO_PKG_VERSION"));
    let page = page.map(|contents| {
        let about = "The machine as a page: open it in a browser and play. It needs nothing else.";
        Ok((File { name: format!("{name}.html"), contents }, about.to_owned()))
    });
    let command = command.map(|contents| {
        let (system, processor) = (env::consts::OS, env::consts::ARCH);
        let name = format!("{name}-{processor}-{system}");
        let mut files = vec![File { name: format!("{COMMAND}{}", env::consts::EXE_SUFFIX), contents }];
        files.extend(LICENCES.map(|(name, text)| File { name: name.into(), contents: text.into() }));
        let about = format!("The command `tengen` for {system} on {processor}.");
        Ok((
            File { name: format!("{name}.zip"), contents: archive(&name, &files)? },
            about,
        ))
    });
    page.into_iter().chain(command).collect()
}

fn pack(board: &'static Board, folder: &Path) -> Result<Pack> {
    let build = board_console::plan(board, editions::of(board))?;
    let bitstream = &build.project.bitstream;
    let built = match build.is_in(folder) && folder.join(bitstream).is_file() {
        true => Some(Report::read(folder)?),
        false => None,
    };
    let instructions = instructions(board, &build, built.as_ref());
    let mut files = vec![File {
        name: "README.md".into(),
        contents: format!("# The machine for {}\n\n{instructions}", board.title).into_bytes(),
    }];
    files.extend(build.files.iter().cloned());
    if built.is_some() {
        for name in [bitstream, REPORT] {
            files.push(File { name: name.into(), contents: fs::read(folder.join(name))? });
        }
    }
    files.extend(LICENCES.map(|(name, text)| File { name: name.into(), contents: text.into() }));
    let name = format!(
        "{}-{}-{}",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        board.name
    );
    Ok(Pack { board, archive: archive(&name, &files)?, name, built, instructions })
}

/// The instructions for loading the machine onto the board, as Markdown.
fn instructions(board: &Board, build: &Build, built: Option<&Report>) -> String {
    let project = &build.project;
    let bitstream = &project.bitstream;
    let mut text = match built {
        Some(report) => format!(
            "`{bitstream}` is the bitstream for its {}{}; `report.json` has the figures. To make it again with {}:\n",
            board.part,
            report
                .fmax_mhz
                .map(|fmax| format!(", timed at {fmax} MHz of {}", report.target()))
                .unwrap_or_default(),
            project.tool
        ),
        None => format!(
            "There is no bitstream for its {} here. To make `{bitstream}` with {}:\n",
            board.part, project.tool
        ),
    };
    let _ = write!(
        text,
        "\n    {}\n\nTo load it:\n\n    {} {bitstream}\n\nEvery pin is listed in `manifest.json`.\n",
        project.command,
        board.loader.join(" ")
    );
    text
}

fn list(packs: &[Pack], extras: &[(File, String)]) -> String {
    let extras: String = extras
        .iter()
        .map(|(file, about)| format!("- `{}`: {about}\n", file.name))
        .collect();
    let mut text = format!(
        "# {name} {version}\n\nA board-game console made of gateware.\n\n{extras}\nAn archive for each board holds the Verilog, the \
         constraints and the project\nof its tools, and the bitstream where one was built. Unpack it and run the commands in \
         its folder.\n\n| board | part | archive | bitstream |\n|---|---|---|---|\n",
        name = env!("CARGO_PKG_NAME"),
        version = env!("CARGO_PKG_VERSION"),
    );
    for pack in packs {
        let state = match &pack.built {
            Some(_) => "placed, timed and packed",
            None => "to be made",
        };
        let _ = writeln!(
            text,
            "| {} | {} | `{}.zip` | {state} |",
            pack.board.title, pack.board.part, pack.name
        );
    }
    for pack in packs {
        let _ = write!(text, "\n## {}\n\n{}", pack.board.title, pack.instructions);
    }
    text
}

/// A ZIP archive of one folder. Shell scripts and the command are marked as executable.
fn archive(folder: &str, files: &[File]) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let runs = file.name.ends_with(".sh") || file.name == COMMAND;
        let rights = if runs { 0o755 } else { 0o644 };
        let options = SimpleFileOptions::default()
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(rights);
        archive.start_file(format!("{folder}/{}", file.name), options)?;
        archive.write_all(&file.contents)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn unpacked(files: &[File], board: &str) -> Vec<(String, Vec<u8>)> {
        let name = format!("-{board}.zip");
        let file = files.iter().find(|file| file.name.ends_with(&name)).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(&file.contents)).unwrap();
        (0..archive.len())
            .map(|number| {
                let mut entry = archive.by_index(number).unwrap();
                let mut contents = vec![];
                entry.read_to_end(&mut contents).unwrap();
                (entry.name().unwrap().rsplit_once('/').unwrap().1.to_string(), contents)
            })
            .collect()
    }

    #[test]
    fn an_archive_holds_the_build_and_what_was_built_of_it() {
        let builds = tempfile::tempdir().unwrap();
        let board = BOARDS[0];
        let plan = |builds| plan_of(&[board], builds, Extras::default());
        let before = plan(builds.path()).unwrap();
        let build = board_console::plan(board, editions::of(board)).unwrap();
        let has = |files: &[File], name: &str| unpacked(files, board.name).iter().any(|file| file.0 == name);
        for file in &build.files {
            let entry = (file.name.clone(), file.contents.clone());
            assert!(unpacked(&before, board.name).contains(&entry), "{}", file.name);
        }
        assert!(!has(&before, &build.project.bitstream));
        assert_eq!(before, plan(builds.path()).unwrap(), "the same bytes again");

        // A bitstream counts only if it was built from these files.
        let folder = builds.path().join(board.name);
        build.write(&folder).unwrap();
        let report = r#"{"board": "b", "part": "p", "fmax_mhz": 80.5, "target_mhz": 25, "met": true, "luts": 1, "ffs": 1,
            "brams": 1, "tools": {}}"#;
        fs::write(folder.join(REPORT), report).unwrap();
        fs::write(folder.join(&build.project.bitstream), "bits").unwrap();
        let built = plan(builds.path()).unwrap();
        assert!(has(&built, &build.project.bitstream) && has(&built, REPORT));
        let readme = String::from_utf8(unpacked(&built, board.name)[0].1.clone()).unwrap();
        assert!(readme.contains("timed at 80.5 MHz of 25 MHz needed"), "{readme}");
        fs::write(folder.join("console.v"), "another machine").unwrap();
        assert!(!has(&plan(builds.path()).unwrap(), &build.project.bitstream));
    }

    #[test]
    fn the_sums_are_those_of_the_files() {
        let extras = Extras { page: Some(b"<html>".into()), command: Some(b"ELF".into()) };
        let files = plan_of(&BOARDS[..2], Path::new("no such folder"), extras).unwrap();
        let (sums, others) = files.split_last().unwrap();
        let sums = str::from_utf8(&sums.contents).unwrap();
        assert_eq!(sums.lines().count(), others.len());
        assert_eq!(others.len(), 2 + 1 + 2);
        let readme = str::from_utf8(&others[0].contents).unwrap();
        assert!(
            others
                .iter()
                .skip(1)
                .all(|file| readme.contains(&format!("`{}`", file.name))),
            "{readme}"
        );
        let platform = format!("{}-{}", env::consts::ARCH, env::consts::OS);
        assert!(unpacked(&files, &platform).contains(&("tengen".into(), b"ELF".into())));
        for (line, file) in sums.lines().zip(others) {
            assert_eq!(line, format!("{}  {}", sha256(&file.contents), file.name));
        }
    }
}
