//! Writes a circuit as Verilog-2001 with exactly the same behaviour.
//!
//! rust-hdl's own emitter leaves widths to Verilog's rules, which are not Rust's, and writes a module for every
//! instance. This writer reads the same tree and kernels, and
//!
//! - writes every expression at the width Rust computes it with;
//! - writes each distinct module once, parts before the modules that contain them, the top last;
//! - keeps the names of the source: part `ram`, port `read_data`, field `ink` is `ram_read_data_ink`;
//! - leaves out absent `Optional` parts, whose outputs become constants;
//! - splits structs, so that each field is a wire, and writes registers where they are used;
//! - refuses, with the signal's name, what Verilog would accept silently: latches, open inputs, second drivers, numbers
//!   that do not fit.
//!
//! The order of the files: `netlist` (the tree) → `symbols` (names, from `shape`s) → `kernel` (`statement`s) and
//! `operand` (`expression`s) → `checks`, `loops` → `process` (independent pieces, by `slice`) → `module` (text) →
//! `library` (all modules and their names). For the fast engine, `flat` turns the same pieces into one netlist.
//!
//! Limits: a kernel may contain what rust-hdl's `#[hdl_gen]` reads; `kernel` and `checks` say what is refused beyond
//! that.

mod beside;
mod checks;
mod expression;
mod flat;
mod index;
mod kernel;
mod keywords;
mod library;
mod loops;
mod module;
mod names;
mod netlist;
mod operand;
mod process;
mod shape;
mod slice;
mod statement;
mod symbols;
mod tree;
mod widths;

use anyhow::{Result, bail};
use tengen_sim::{Circuit, fast::Netlist, stored::ModuleText};

pub use flat::{ModuleNetlist, ModulePort, StandIn};
use library::{Library, Written};
use netlist::Scope;

/// Writes a fresh circuit (none of its clocks has ticked) as Verilog-2001 whose top module is called `top`.
///
/// The ports of the top have the names and widths of its fields; the text is the same on every run.
///
/// # Errors
/// One line that names the signal by its path from `top` and says what is wrong: it is not connected, driven twice, not
/// assigned on every path, never read, named like a keyword, given a number that does not fit, ...
pub fn verilog<C: Circuit>(circuit: &mut C, top: &str) -> Result<String> {
    verilog_as(circuit, top, "")
}

/// The same with a prefix for the name of every module, including the top, so that one design can hold several circuits
/// whose parts have the same names.
///
/// # Errors
/// As [`verilog`]; or the top's name with the prefix is not a valid identifier.
pub fn verilog_as<C: Circuit>(circuit: &mut C, top: &str, prefix: &str) -> Result<String> {
    let scope = Scope::read(circuit, top);
    let mut library = Library::default();
    let written = check(circuit, top, &scope)?;
    let last = library.add(written);
    library.print(top, last, prefix)
}

/// The modules of a circuit's Verilog, parts first, each with the source of its kernel and the lines that belong together.
///
/// # Errors
/// As [`verilog`].
pub fn beside<C: Circuit>(circuit: &mut C, top: &str) -> Result<Vec<ModuleText>> {
    let scope = Scope::read(circuit, top);
    let mut library = Library::paired();
    let written = check(circuit, top, &scope)?;
    let last = library.add(written);
    library.beside(last)
}

/// A circuit's Verilog, and the netlist of each of its modules.
pub struct ByModule {
    pub text: String,
    /// The modules by name, each with its netlist or the reason why it has none.
    pub modules: Vec<(String, Result<ModuleNetlist>)>,
}

/// A circuit's Verilog, and the netlist that the fast engine runs, one for each module.
///
/// # Errors
/// As [`verilog`].
pub fn by_module<C: Circuit>(circuit: &mut C, top: &str) -> Result<ByModule> {
    let scope = Scope::read(circuit, top);
    let mut library = Library::with_netlists();
    let written = check(circuit, top, &scope)?;
    let last = library.add(written);
    Ok(ByModule { text: library.print(top, last, "")?, modules: library.netlists(last)? })
}

/// The same circuit as a netlist of words, for the fast engine. Signals for which `seen` holds, by their path below the
/// top, can be read in it.
///
/// # Errors
/// As [`verilog`]; or a part of it is described by Verilog text alone, or a signal is bidirectional.
pub fn netlist<C: Circuit>(circuit: &mut C, top: &str, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
    netlist_with(circuit, top, seen, &[])
}

/// The same with stand-ins replacing some parts, whose inner signals then cannot be read.
///
/// # Errors
/// As [`netlist`].
///
/// # Panics
/// If a stand-in lacks an output of its part.
pub fn netlist_with<C: Circuit>(
    circuit: &mut C,
    top: &str,
    seen: &dyn Fn(&str) -> bool,
    stand_ins: &[StandIn],
) -> Result<Netlist> {
    let scope = Scope::read(circuit, top);
    let written = check(circuit, top, &scope)?;
    flat::netlist(&written, &C::ports(), seen, stand_ins)
}

/// Reads the circuit and refuses it if it has errors.
fn check<'a, C: Circuit>(circuit: &mut C, top: &str, scope: &'a Scope) -> Result<Written<'a>> {
    if let Some(objection) = names::objection(top) {
        bail!("{top}: {objection}");
    }
    if scope.absent {
        bail!("{top}: left out, so there is nothing to write");
    }
    let written = library::write_top(scope)?;
    // Connecting runs the kernels, which could panic on errors that are reported above.
    circuit.connect_all();
    checks::check_connected(&Scope::read(circuit, top))?;
    Ok(written)
}
