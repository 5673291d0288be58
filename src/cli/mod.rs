//! The command `tengen`: one verb per file. A verb returns its standard output, as text except for files written there;
//! progress and remarks go to standard error.
//!
//! Exit codes: 0 for success; 2 if the request must be changed ([`Misuse`]); 1 if it was valid and failed.

mod boards;
mod brain;
mod build;
mod flash;
pub mod interrupt;
mod keyboard;
mod link;
mod matches;
mod mutate;
mod pace;
#[cfg(feature = "play")]
mod page;
#[cfg(feature = "play")]
mod play;
mod players;
mod progress;
mod prove;
mod rate;
mod release;
mod report;
mod schematic;
mod sim;
mod tools;
mod units;
mod verilated;
mod verilog;
mod wave;
mod waves;

use crate::{files, misuse::Misuse};
use anyhow::Result;
use clap::{
    CommandFactory, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

#[derive(Parser)]
#[command(
    name = "tengen",
    version,
    arg_required_else_help = false,
    about = "A board-game console made of gateware: its Verilog, its boards, its simulation",
    after_help = "Examples:\n  \
        tengen build                      Verilog and project in build/nexys3\n  \
        tengen build --board ulx3s --run  for the ULX3S, with its bitstream\n  \
        tengen flash --board ulx3s        the bitstream into the board\n  \
        tengen play                       the machine without a board, in a browser\n  \
        tengen sim --png first.png        the same by a script\n  \
        tengen brain                      its player for a Gomocup manager\n\n\
        Exit codes: 0, 2 if the request must be changed, 1 if it failed."
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Boards(boards::Boards),
    Build(build::Build),
    Flash(flash::Flash),
    Report(report::Report),
    Release(release::Release),
    #[cfg(feature = "play")]
    Play(play::Play),
    #[cfg(feature = "play")]
    Page(page::Page),
    Sim(Box<sim::Sim>),
    Keyboard(keyboard::Keyboard),
    Link(link::Link),
    Brain(brain::Brain),
    Rate(rate::Rate),
    Match(matches::Match),
    Units(units::Units),
    Verilog(verilog::Verilog),
    Schematic(schematic::Schematic),
    Prove(prove::Prove),
    Mutate(mutate::Mutate),
    Wave(wave::Wave),
    Tools(tools::Tools),
}

/// A Gomocup manager starts a brain by its file name, without arguments.
const BRAIN_FILE: &str = "pbrain-tengen";
/// The arguments it then gets: level 7, which thinks for one second of the machine.
const BRAIN: [&str; 3] = ["brain", "--level", "7"];

/// Whether the command was started under a brain's name, without arguments.
fn is_brain(arguments: &[OsString]) -> bool {
    match arguments {
        [file] => Path::new(file).file_stem().is_some_and(|name| name == BRAIN_FILE),
        _ => false,
    }
}

/// Runs the command line `arguments` (the first is the program's name) and returns the standard output.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Vec<u8>> {
    let mut arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if is_brain(&arguments) {
        arguments.extend(BRAIN.map(OsString::from));
    }
    match Cli::try_parse_from(arguments) {
        Ok(cli) => cli.verb.run(),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok((error.to_string().trim_end().to_string() + "\n").into_bytes())
            }
            ErrorKind::InvalidSubcommand => Err(unknown_verb(&error).into()),
            _ => Err(Misuse::new(one_line(&error.to_string())).into()),
        },
    }
}

impl Verb {
    fn run(&self) -> Result<Vec<u8>> {
        let said = match self {
            Verb::Sim(verb) => return verb.run(),
            Verb::Keyboard(verb) => verb.run(),
            Verb::Link(verb) => verb.run(),
            Verb::Boards(verb) => verb.run(),
            Verb::Build(verb) => verb.run(),
            Verb::Flash(verb) => verb.run(),
            Verb::Report(verb) => verb.run(),
            Verb::Release(verb) => verb.run(),
            #[cfg(feature = "play")]
            Verb::Play(verb) => verb.run(),
            #[cfg(feature = "play")]
            Verb::Page(verb) => verb.run(),
            Verb::Brain(verb) => verb.run(),
            Verb::Rate(verb) => verb.run(),
            Verb::Match(verb) => verb.run(),
            Verb::Units(verb) => verb.run(),
            Verb::Verilog(verb) => verb.run(),
            Verb::Schematic(verb) => verb.run(),
            Verb::Prove(verb) => verb.run(),
            Verb::Mutate(verb) => verb.run(),
            Verb::Wave(verb) => verb.run(),
            Verb::Tools(verb) => verb.run(),
        };
        Ok(said?.into_bytes())
    }
}

/// The error for an unknown verb, in the same form as for any other unknown name.
fn unknown_verb(error: &clap::Error) -> Misuse {
    let name = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => name,
        _ => return Misuse::new(one_line(&error.to_string())),
    };
    let cli = Cli::command();
    Misuse::unknown("verb", name, cli.get_subcommands().map(|verb| verb.get_name()))
}

/// clap's messages are paragraphs; the user gets the first one and the tips, on one line.
fn one_line(message: &str) -> String {
    let lines = message.lines().map(str::trim);
    let said: Vec<&str> = lines
        .take_while(|line| !line.starts_with("Usage:"))
        .filter(|line| !line.is_empty())
        .collect();
    let said = said.join(" ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    format!(
        "{}; see --help",
        said.trim_end_matches("For more information, try '--help'.").trim_end()
    )
}

/// Rows as columns, two spaces apart; the last column has any width.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let line: String = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}  "))
            .collect();
        text += line.trim_end();
        text += "\n";
    }
    text
}

/// Whether an option gives `-` in place of a file.
fn is_standard_output(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The folder that an option names; it cannot be standard output, since there are several files.
fn folder(text: &str) -> Result<PathBuf, String> {
    match is_standard_output(Path::new(text)) {
        true => Err("it cannot be standard output: name a folder".into()),
        false => Ok(text.into()),
    }
}

/// Refuses a folder that is there and is none, before minutes are spent on what goes into it.
fn expect_folder(folder: &Path) -> Result<(), Misuse> {
    match fs::metadata(folder) {
        Ok(there) if !there.is_dir() => Err(Misuse::unwritable(folder, "it is not a folder")),
        _ => Ok(()),
    }
}

/// The paths and sizes of the files in a folder, one line for each.
fn list(files: &[files::File], folder: &Path) -> String {
    let line = |file: &files::File| format!("{}  {} bytes\n", folder.join(&file.name).display(), file.contents.len());
    files.iter().map(line).collect()
}

/// Refuses an invalid file name, and a folder that does not exist.
fn expect_place(file: &Path) -> Result<(), Misuse> {
    if is_standard_output(file) {
        return Ok(());
    }
    if file.is_dir() || file.file_name().and_then(|name| name.to_str()).is_none() {
        return Err(Misuse::unwritable(file, "it is no name for a file"));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    match fs::metadata(folder.unwrap_or(Path::new("."))) {
        Ok(_) => Ok(()),
        Err(reason) => Err(Misuse::unwritable(file, reason)),
    }
}

/// Writes the file requested with --out. Returns what to print: what was done, or the text itself.
fn write_file(out: &Path, text: String, done: String) -> Result<String, Misuse> {
    if is_standard_output(out) {
        return Ok(text);
    }
    expect_place(out)?;
    files::write_file(out, text.as_bytes()).map_err(|reason| Misuse::unwritable(out, reason))?;
    Ok(done)
}

/// A list as pretty JSON, with a line end.
fn json(value: &impl serde::Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_verb_shows_examples() {
        for verb in Cli::command().get_subcommands() {
            let help = verb.get_after_help().map(|text| text.to_string()).unwrap_or_default();
            assert!(help.starts_with("Example"), "{} has no examples", verb.get_name());
            assert!(
                help.contains(&format!("tengen {}", verb.get_name())),
                "{}",
                verb.get_name()
            );
        }
    }

    /// A line break within a paragraph would leave a ragged edge in a terminal of another width.
    #[test]
    fn a_paragraph_of_a_help_text_is_one_line() {
        let cli = Cli::command();
        for command in cli.get_subcommands().chain([&cli]) {
            let name = command.get_name();
            let after = command
                .get_after_help()
                .map(|text| text.to_string())
                .unwrap_or_default();
            let arguments = command.get_arguments().flat_map(|argument| {
                let helps = [argument.get_help(), argument.get_long_help()];
                helps.map(|help| help.map(|text| text.to_string()).unwrap_or_default())
            });
            let about = [command.get_about(), command.get_long_about()];
            let about = about.map(|text| text.map(|text| text.to_string()).unwrap_or_default());
            // The examples have lines of their own.
            let paragraphs = after.split("\n\n").skip(1).map(str::to_string);
            for paragraph in paragraphs.chain(arguments).chain(about) {
                assert!(!paragraph.contains('\n'), "{name}: {paragraph}");
            }
        }
    }

    #[test]
    fn a_mistyped_verb_is_one_line() {
        for verb in ["buidl", "BUILD"] {
            let error = run(["tengen", verb]).unwrap_err().to_string();
            let start = format!("no verb is named \"{verb}\"; the nearest is \"build\"; there are boards, build, ");
            assert!(error.starts_with(&start) && !error.contains('\n'), "{error}");
        }
    }
}
