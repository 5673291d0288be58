//! Runs the emitted Verilog as an [`Engine`], by way of Verilator.
//!
//! ```text
//! Verilog text ── verilator --cc ──> C++ ──┐
//! port list ───── shim() ──────────> C++ ──┴── c++ -shared ──> model.so ── libloading ──> Verilator: Engine
//! ```
//!
//! Why this is not the crate marlin (examined in version 0.21.1): it expects `verilator --version` to print `Verilator
//! 5.x`, but the pinned build from PyPI prints ` rev vUNKNOWN-..`, which marlin refuses. That build also needs
//! `VERILATOR_ROOT` for each call, which marlin only takes from the process. marlin accesses models chosen at run time
//! by name, with a symbol lookup and a call per port. A console of twenty ports at six million clocks a second has 160
//! ns per clock, so here a port is a number and a step is a single call. Finally, marlin offers no choice of
//! optimisation for its C++.
//!
//! A model is stored in the cache folder under the hash of all its inputs, so it is built once. Two processes may build
//! the same one at once: each works in its own folder, and the first to finish moves it into place. The folder is
//! locked meanwhile; a lock ends with its process, so an unlocked folder was abandoned and is removed.
//!
//! Registers without an initial value start with random contents (repeatable), so that co-simulation detects a missing
//! initial value instead of passing it as zero.

use std::ffi::c_void;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use libloading::Library;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::{Clocks, Engine, Port, PortDirection, fast::Running};

/// The flags of Verilator: write one C++ class `Model`, and start registers without an initial value at random.
const VERILATOR_FLAGS: &[&str] = &[
    "--cc",
    "--prefix",
    "Model",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    FAULTY_OPTIMISATIONS[0],
    FAULTY_OPTIMISATIONS[1],
    "--no-assert",
    "--no-timing",
    // Needed to keep a state.
    "--savable",
    "-Wno-fatal",
];

/// Switched off, because Verilator 5.48 and 5.50 add the two amounts of `(a << b) << c` in their own width, where the
/// sum may overflow (<https://github.com/verilator/verilator/issues/7955>).
pub const FAULTY_OPTIMISATIONS: [&str; 2] = [
    "-fno-dfg-peephole-replace-shiftl-shiftl",
    "-fno-dfg-peephole-replace-shiftr-shiftr",
];

/// The environment variable for a level of C++ optimisation other than `-O3`: `-O1` compiles a model in half the time,
/// which pays if the model runs for less than a minute.
pub const CXX_LEVEL_VARIABLE: &str = "TENGEN_CXX_LEVEL";
const CXX_LEVEL: &str = "-O3";

fn cxx_level() -> String {
    std::env::var(CXX_LEVEL_VARIABLE).unwrap_or_else(|_| CXX_LEVEL.into())
}

/// The flags of the C++ compiler, at any level. Hidden symbols allow several models in one process.
const CXX_FLAGS: &[&str] = &[
    "-std=c++20",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-plt",
    "-DVL_TIME_CONTEXT",
    "-DVL_IGNORE_UNKNOWN_ARCH",
    "-w",
];

/// Precedes the sources that Verilator calls slow: they run once, at power-on, but would take half of the compiler's
/// time.
const RUNS_ONCE: &str = "#pragma GCC optimize(\"O0\")";

/// The C++ compiler, unless the environment variable `CXX` names another.
const DEFAULT_CXX: &str = "g++";

/// The location of Verilator.
#[derive(Clone, Debug)]
pub struct VerilatorTool {
    /// The program, `verilator` or a path to it.
    pub program: PathBuf,
    /// The value of `VERILATOR_ROOT`: the folder with `include/verilated.h`. `None` if the program finds it itself.
    pub root: Option<PathBuf>,
}

impl VerilatorTool {
    /// The Verilator inside an unpacked Python package (`.../site-packages/verilator`), or in any other root folder.
    /// The program itself is called, not the Perl script beside it.
    pub fn at_root(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        VerilatorTool { program: root.join("bin/verilator_bin"), root: Some(root) }
    }

    /// The Verilator of the environment variable `VERILATOR_ROOT`, otherwise the one on the search path.
    pub fn from_environment() -> Self {
        match std::env::var_os("VERILATOR_ROOT") {
            Some(root) => VerilatorTool::at_root(root),
            None => VerilatorTool { program: "verilator".into(), root: None },
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        if let Some(root) = &self.root {
            command.env("VERILATOR_ROOT", root);
        }
        command
    }

    /// The version that the program reports. The pinned build gives no number, only the date of its build.
    pub fn version(&self) -> Result<String> {
        let text = run(self.command().arg("--version"))?;
        Ok(text.lines().next().unwrap_or_default().trim().to_string())
    }

    /// The folder with `verilated.h`.
    fn include_folder(&self) -> Result<PathBuf> {
        let root = match &self.root {
            Some(root) => root.clone(),
            None => run(self.command().args(["--getenv", "VERILATOR_ROOT"]))?.trim().into(),
        };
        let include = root.join("include");
        if !include.join("verilated.h").is_file() {
            bail!(
                "no include/verilated.h in {}: VERILATOR_ROOT must name Verilator's own folder",
                root.display()
            );
        }
        Ok(include)
    }

    /// Every warning of `verilator --lint-only -Wall`, one line each, as `WIDTHTRUNC: top.v:12:3: ...`.
    ///
    /// Only DECLFILENAME is excluded: it asks for a file per module. Errors in the Verilog are an `Err`.
    pub fn lint(&self, verilog: &str, top: &str) -> Result<Vec<String>> {
        let folder = tempfile::tempdir().context("cannot make a folder for the lint")?;
        let file = folder.path().join(format!("{top}.v"));
        fs::write(&file, verilog).with_context(|| format!("cannot write {}", file.display()))?;
        let output = self
            .command()
            .args([
                "--lint-only",
                "-Wall",
                "-Wno-DECLFILENAME",
                "-Wno-fatal",
                "--top-module",
                top,
            ])
            .arg(&file)
            .output()
            .with_context(|| cannot_run(&self.program.to_string_lossy()))?;
        let text = String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", folder.path().display()), "");
        if !output.status.success() {
            bail!("{}", first_error(&text));
        }
        Ok(text
            .lines()
            .filter_map(|line| line.strip_prefix("%Warning-"))
            .map(str::to_string)
            .collect())
    }

    /// Builds a model of `verilog`, whose top module is `top` with exactly these ports, or takes it from `cache`.
    ///
    /// Ports of up to 64 bits are driven and read completely, wider ones in their low 64 bits.
    pub fn build(&self, verilog: &str, top: &str, ports: &[Port], cache: &Path) -> Result<Model> {
        let shim = shim(ports)?;
        let version = self.version()?;
        let key = key(&[
            verilog,
            top,
            &shim,
            &version,
            &VERILATOR_FLAGS.join(" "),
            &CXX_FLAGS.join(" "),
            &cxx_level(),
            RUNS_ONCE,
        ]);
        let place = cache.join(format!("{top}-{key}"));
        if !place.join(LIBRARY).is_file() {
            fs::create_dir_all(cache).with_context(|| format!("cannot make the folder {}", cache.display()))?;
            let runtime = self.runtime(&version, cache)?;
            build_aside(&place, |folder| {
                let source = folder.join(format!("{top}.v"));
                fs::write(&source, verilog)?;
                fs::write(folder.join("shim.cpp"), &shim)?;
                let mut verilator = self.command();
                verilator
                    .args(VERILATOR_FLAGS)
                    .args(["--top-module", top, "--Mdir"])
                    .arg(folder);
                run(verilator.arg(&source)).context("Verilator refuses the Verilog")?;
                fs::write(folder.join("all.cpp"), all_sources(folder)?)?;
                let mut cxx = self.compiler()?;
                cxx.arg("-shared")
                    .arg("-include")
                    .arg(runtime.join(HEADERS))
                    .arg("-I")
                    .arg(folder)
                    .arg("-o")
                    .arg(folder.join(LIBRARY));
                run(cxx.arg(folder.join("all.cpp")).arg(runtime.join(RUNTIME)))
                    .context("the C++ compiler refuses the model")?;
                Ok(())
            })?;
        }
        Model::load(&place.join(LIBRARY), ports)
    }

    /// The folder with Verilator's own support code and headers, compiled once per cache: they are the same for all
    /// models, and the headers take the compiler longer than a small model does.
    fn runtime(&self, version: &str, cache: &Path) -> Result<PathBuf> {
        let include = self.include_folder()?;
        let place = cache.join(format!(
            "runtime-{}",
            key(&[
                version,
                &CXX_FLAGS.join(" "),
                &cxx_level(),
                &RUNTIME_SOURCES.join(" "),
                INCLUDES,
            ])
        ));
        if !place.join(RUNTIME).is_file() {
            build_aside(&place, |folder| {
                let mut text = String::new();
                for file in RUNTIME_SOURCES {
                    writeln!(text, "#include \"{}\"", include.join(file).display())?;
                }
                fs::write(folder.join("runtime.cpp"), text)?;
                let mut cxx = self.compiler()?;
                cxx.arg("-c")
                    .arg("-o")
                    .arg(folder.join(RUNTIME))
                    .arg(folder.join("runtime.cpp"));
                run(&mut cxx).context("the C++ compiler refuses Verilator's runtime")?;
                fs::write(folder.join(HEADERS), INCLUDES)?;
                let mut cxx = self.compiler()?;
                cxx.args(["-x", "c++-header", "-o"])
                    .arg(folder.join(COMPILED_HEADERS))
                    .arg(folder.join(HEADERS));
                run(&mut cxx).context("the C++ compiler refuses Verilator's headers")?;
                Ok(())
            })?;
        }
        Ok(place)
    }

    fn compiler(&self) -> Result<Command> {
        let include = self.include_folder()?;
        let mut command = Command::new(std::env::var("CXX").unwrap_or_else(|_| DEFAULT_CXX.into()));
        command
            .args(CXX_FLAGS)
            .arg(cxx_level())
            .arg("-I")
            .arg(&include)
            .arg("-I")
            .arg(include.join("vltstd"));
        Ok(command)
    }
}

const LIBRARY: &str = "model.so";
const RUNTIME: &str = "runtime.o";
/// The headers, and their compiled form, which a compiler uses instead if it lies beside them under this name.
const HEADERS: &str = "headers.h";
const COMPILED_HEADERS: &str = "headers.h.gch";
/// The headers that every model and its [`shim`] include.
const INCLUDES: &str = r#"#include "verilated.h"
#include "verilated_save.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>
"#;
const RUNTIME_SOURCES: &[&str] = &["verilated.cpp", "verilated_threads.cpp", "verilated_save.cpp"];

/// The prefix of a folder in which something is being built.
const UNFINISHED: &str = "building-";

/// Fills a folder next to `place`, then moves it there as a whole. A second process finds it done.
fn build_aside(place: &Path, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let parent = place.parent().context("a cache needs a folder")?;
    let (aside, _lock) = unfinished(parent).with_context(|| format!("cannot make a folder in {}", parent.display()))?;
    // An absolute path for the compiler's messages and #includes, which would break if relative to the compiler's
    // folder.
    let folder = fs::canonicalize(aside.path())?;
    fill(&folder)?;
    match fs::rename(&folder, place) {
        Err(error) if !place.is_dir() => {
            Err(error).with_context(|| format!("cannot move the finished model to {}", place.display()))
        }
        _ => Ok(()),
    }
}

/// Creates a new folder in `parent`, locked; removes what others have abandoned there. If the file system has no locks
/// nothing is removed.
#[cfg(unix)]
fn unfinished(parent: &Path) -> io::Result<(TempDir, fs::File)> {
    use rustix::fs::{FlockOperation as Lock, flock};
    // One process at a time removes and creates folders, so that nobody sees a folder before it is locked.
    let turn = fs::File::open(parent)?;
    let _ = flock(&turn, Lock::LockExclusive);
    for entry in fs::read_dir(parent)?.flatten() {
        let left = entry.file_name().to_string_lossy().starts_with(UNFINISHED)
            && fs::File::open(entry.path()).is_ok_and(|folder| flock(&folder, Lock::NonBlockingLockExclusive).is_ok());
        if left {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    let folder = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(parent)?;
    let lock = fs::File::open(folder.path())?;
    let _ = flock(&lock, Lock::LockExclusive);
    Ok((folder, lock))
}

/// Other systems have no folder locks, so nothing is removed.
#[cfg(not(unix))]
fn unfinished(parent: &Path) -> io::Result<(TempDir, ())> {
    let folder = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(parent)?;
    Ok((folder, ()))
}

fn key(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize()[..10].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One translation unit of everything Verilator wrote, so that the compiler sees the whole model.
fn all_sources(folder: &Path) -> Result<String> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("Model") && name.ends_with(".cpp"))
        .collect();
    names.push("shim.cpp".into());
    let is_slow = |name: &String| name.ends_with("Slow.cpp");
    names.sort_by_key(|name| (is_slow(name), name.clone()));
    let mut lines: Vec<String> = names.iter().map(|name| format!("#include \"{name}\"\n")).collect();
    lines.insert(names.partition_point(|name| !is_slow(name)), format!("{RUNS_ONCE}\n"));
    Ok(lines.concat())
}

/// Runs a tool and returns its standard output; a failure is one line with the tool's first message.
fn run(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| cannot_run(&program))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        return Err(anyhow!("{}", first_error(&text)).context(format!("{program} failed")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn cannot_run(program: &str) -> String {
    format!("cannot run {program} (is it installed? VERILATOR_ROOT names Verilator's folder, CXX the C++ compiler)")
}

fn first_error(text: &str) -> String {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().next();
    lines
        .find(|line| line.starts_with("%Error") || line.contains("error:"))
        .or(first)
        .unwrap_or("it gave no message")
        .to_string()
}

/// The C++ code of the C functions that [`Functions`] names.
fn shim(ports: &[Port]) -> Result<String> {
    let mut set = String::new();
    let mut get = String::new();
    let (mut fall, mut rise) = (String::new(), String::new());
    let mut zero = String::new();
    for (number, Port { name, direction, width }) in ports.iter().enumerate() {
        if *direction != PortDirection::Output {
            writeln!(zero, "        std::memset(&model->{name}, 0, sizeof model->{name});")?;
        }
        match direction {
            PortDirection::Clock => {
                write!(fall, "m.{name} = 0; ")?;
                write!(rise, "m.{name} = 1; ")?;
                writeln!(set, "    case {number}: m.{name} = value & 1; break;")?;
            }
            PortDirection::InOut => bail!("port {name} goes both ways: a model has inputs and outputs only"),
            PortDirection::Input if *width <= 64 => {
                let mask = u64::MAX >> (64 - width);
                writeln!(set, "    case {number}: m.{name} = value & {mask:#x}u; break;")?;
            }
            PortDirection::Input => writeln!(
                set,
                "    case {number}: m.{name}[0] = value; m.{name}[1] = value >> 32; break;"
            )?,
            PortDirection::Output => {}
        }
        if *width <= 64 {
            writeln!(get, "    case {number}: return m.{name};")?;
        } else {
            writeln!(
                get,
                "    case {number}: return m.{name}[0] | uint64_t(m.{name}[1]) << 32;"
            )?;
        }
    }
    let several = ports
        .iter()
        .filter(|port| port.direction == PortDirection::Clock)
        .count()
        > 1;
    let run = if several { RUN } else { "" };
    let step = if rise.is_empty() { "m.eval();".to_string() } else { format!("{fall}m.eval(); {rise}m.eval();") };
    Ok(format!(
        r#"{INCLUDES}#include "Model.h"

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {{
using Moment = std::vector<uint8_t>;

struct Writer final : VerilatedSerialize {{
    Moment& to;
    explicit Writer(Moment& place) : to(place) {{ m_isOpen = true; }}
    void flush() override {{
        to.insert(to.end(), m_bufp, m_cp);
        m_cp = m_bufp;
    }}
}};

struct Reader final : VerilatedDeserialize {{
    const Moment& from;
    size_t at = 0;
    explicit Reader(const Moment& place) : from(place) {{
        m_isOpen = true;
        m_endp = m_bufp;
    }}
    // What is left goes to the front of the buffer; behind it comes as much as there is place for.
    void fill() override {{
        const size_t left = m_endp - m_cp;
        std::memmove(m_bufp, m_cp, left);
        const size_t more = std::min(bufferSize() - left, from.size() - at);
        std::memcpy(m_bufp + left, from.data() + at, more);
        at += more;
        m_cp = m_bufp;
        m_endp = m_bufp + left + more;
    }}
}};

struct Instance {{
    VerilatedContext context;
    Model* model;
    Moment kept;
    Instance() {{
        context.randReset(2);
        context.randSeed(1);
        model = new Model(&context);
{zero}        model->eval();
    }}
    ~Instance() {{
        model->final();
        delete model;
    }}
}};
}}

EXPORT Instance* create() {{ return new Instance; }}
EXPORT void destroy(Instance* it) {{ delete it; }}
EXPORT void settle(Instance* it) {{ it->model->eval(); }}

EXPORT void keep(Instance* it) {{
    it->kept.clear();
    Writer writer{{it->kept}};
    writer << *it->model;
    writer.flush();
}}

EXPORT void go_back(Instance* it) {{
    Reader reader{{it->kept}};
    reader >> *it->model;
}}

EXPORT void step(Instance* it, uint64_t count) {{
    Model& m = *it->model;
    for (; count; --count) {{ {step} }}
}}

EXPORT void set(Instance* it, uint32_t port, uint64_t value) {{
    Model& m = *it->model;
    switch (port) {{
{set}    }}
}}

EXPORT uint64_t get(Instance* it, uint32_t port) {{
    Model& m = *it->model;
    switch (port) {{
{get}    }}
    return 0;
}}
{run}"#
    ))
}

/// The loop over the edges of several clocks, for a model that has several; `Running` is that of `tengen_fast`.
const RUN: &str = r"
struct Running { uint64_t port, half_period, next_edge, level; };

EXPORT void run_until(Instance* it, Running* clocks, uint64_t count, uint64_t end) {
    for (;;) {
        uint64_t now = end;
        for (uint64_t i = 0; i < count; ++i) now = std::min(now, clocks[i].next_edge);
        if (now >= end) return;
        for (uint64_t i = 0; i < count; ++i) {
            Running& clock = clocks[i];
            if (clock.next_edge != now) continue;
            clock.level ^= 1;
            clock.next_edge += clock.half_period;
            set(it, clock.port, clock.level);
        }
        it->model->eval();
    }
}
";

/// An instance of the model, known to the C++ side alone.
type Instance = *mut c_void;

/// The functions of a model's library. The pointers stay valid as long as the library is loaded.
#[derive(Clone, Copy)]
struct Functions {
    create: unsafe extern "C" fn() -> Instance,
    destroy: unsafe extern "C" fn(Instance),
    settle: unsafe extern "C" fn(Instance),
    step: unsafe extern "C" fn(Instance, u64),
    set: unsafe extern "C" fn(Instance, u32, u64),
    get: unsafe extern "C" fn(Instance, u32) -> u64,
    keep: unsafe extern "C" fn(Instance),
    go_back: unsafe extern "C" fn(Instance),
    /// Of a model with several clocks.
    run_until: Option<unsafe extern "C" fn(Instance, *mut Running, u64, u64)>,
}

/// A compiled model, ready to be started any number of times.
#[derive(Clone)]
pub struct Model {
    functions: Functions,
    ports: Arc<[Port]>,
    library: Arc<Library>,
}

impl Model {
    fn load(path: &Path, ports: &[Port]) -> Result<Self> {
        // SAFETY: the library was compiled from `shim`, so its functions have these names and types, and loading it
        // runs nothing but the constructors of Verilator's runtime.
        let (library, functions) = unsafe {
            let library = Library::new(path).with_context(|| format!("cannot load the model {}", path.display()))?;
            let functions = Functions {
                create: *library.get(b"create")?,
                destroy: *library.get(b"destroy")?,
                settle: *library.get(b"settle")?,
                step: *library.get(b"step")?,
                set: *library.get(b"set")?,
                get: *library.get(b"get")?,
                keep: *library.get(b"keep")?,
                go_back: *library.get(b"go_back")?,
                run_until: library.get(b"run_until").ok().map(|function| *function),
            };
            (library, functions)
        };
        Ok(Model { functions, ports: ports.into(), library: Arc::new(library) })
    }

    /// A new instance at power-on, settled with every input at zero.
    pub fn start(&self) -> Verilator {
        // SAFETY: `create` takes nothing and returns an instance that only this `Verilator` uses.
        let instance = unsafe { (self.functions.create)() };
        Verilator {
            functions: self.functions,
            instance,
            ports: self.ports.clone(),
            has_kept: false,
            _library: self.library.clone(),
        }
    }
}

/// One running instance of a [`Model`].
pub struct Verilator {
    functions: Functions,
    instance: Instance,
    ports: Arc<[Port]>,
    /// Whether the instance has a kept state.
    has_kept: bool,
    /// Keeps the code of `functions` in memory.
    _library: Arc<Library>,
}

impl Verilator {
    fn check(&self, port: usize) -> u32 {
        assert!(port < self.ports.len(), "there is no port number {port}");
        port as u32
    }
}

// SAFETY (all calls below): the instance is alive until `drop` and belongs to this value alone; `&mut self`, or the
// plain read of `get`, prevents concurrent calls.
impl Engine for Verilator {
    fn ports(&self) -> &[Port] {
        &self.ports
    }

    #[inline]
    fn set(&mut self, port: usize, value: u64) {
        let port = self.check(port);
        unsafe { (self.functions.set)(self.instance, port, value) }
    }

    #[inline]
    fn get(&self, port: usize) -> u64 {
        let port = self.check(port);
        unsafe { (self.functions.get)(self.instance, port) }
    }

    #[inline]
    fn settle(&mut self) {
        unsafe { (self.functions.settle)(self.instance) }
    }

    #[inline]
    fn step(&mut self) {
        unsafe { (self.functions.step)(self.instance, 1) }
    }

    #[inline]
    fn steps(&mut self, count: u64) {
        unsafe { (self.functions.step)(self.instance, count) }
    }

    fn run_until(&mut self, clocks: &mut Clocks, end: u64) {
        for (port, level) in clocks.levels() {
            self.set(port, level);
        }
        self.settle();
        let Some(run_until) = self.functions.run_until else {
            return clocks.drive(self, end);
        };
        clocks.hand_over(|running| {
            running.iter().for_each(|clock| _ = self.check(clock.port as usize));
            unsafe { run_until(self.instance, running.as_mut_ptr(), running.len() as u64, end) }
        });
    }

    fn keep(&mut self) -> bool {
        unsafe { (self.functions.keep)(self.instance) }
        self.has_kept = true;
        true
    }

    fn go_back(&mut self) {
        if self.has_kept {
            unsafe { (self.functions.go_back)(self.instance) }
        }
    }
}

impl Drop for Verilator {
    fn drop(&mut self) {
        // SAFETY: as above, and nothing uses the instance afterwards.
        unsafe { (self.functions.destroy)(self.instance) }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_unfinished_is_swept_away_and_what_others_make_is_not() {
        let cache = tempfile::tempdir().unwrap();
        let names = || {
            let mut names: Vec<_> = fs::read_dir(cache.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        let left = cache.path().join("building-left");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("all.cpp"), "half").unwrap();
        fs::create_dir(cache.path().join("model-kept")).unwrap();
        build_aside(&cache.path().join("model-slow"), |slow| {
            build_aside(&cache.path().join("model-quick"), |quick| {
                assert!(!left.exists() && slow.is_dir() && quick.is_dir());
                Ok(())
            })
        })
        .unwrap();
        assert_eq!(names(), ["model-kept", "model-quick", "model-slow"]);
        let failed = build_aside(&cache.path().join("model-bad"), |_| bail!("a fault"));
        assert!(failed.is_err() && names().len() == 3);
    }
}
