//! From a circuit to Verilog-2001 that says exactly what the circuit does.
//!
//! rust-hdl's own emitter leaves widths to Verilog's rules, which are not Rust's, and writes every instance as a module of
//! its own. This writer walks the same tree and reads the same kernels, and
//!
//! - writes every expression at the width Rust computes it with;
//! - writes each distinct module once, parts before what holds them, the top last;
//! - keeps the names of the source: part `ram`, port `read_data`, field `ink` is `ram_read_data_ink`;
//! - leaves out what an `Optional` leaves out, whose outputs become constants;
//! - takes structs apart, so that each field is a wire, and writes registers where they are used;
//! - refuses, by name, what Verilog would take silently: latches, loose inputs, second drivers, numbers that do not fit.
//!
//! The way through the files: `netlist` (the tree) → `symbols` (names, from `shape`s) → `kernel` (`statement`s) and `operand`
//! (`expression`s) → `checks`, `loops` → `process` (independent pieces, by `slice`) → `module` (text) → `library` (all
//! modules, and what they are called).
//! The fast engine runs the same pieces without modules: `flat`.
//!
//! Limits: a kernel says what rust-hdl's `#[hdl_gen]` reads; see `kernel` and `checks` for what is refused beyond.

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
use tengen_sim::{Circuit, fast::Netlist};

pub use flat::StandIn;
use library::{Library, Written};
use netlist::Scope;

/// Writes a fresh circuit (none of its clocks has ticked) as Verilog-2001 whose top module is called `top`.
///
/// The ports of the top are its fields, as they are called and as wide as they are; the text is the same on every run.
///
/// # Errors
/// One line that names the signal by its path from `top` and says what is wrong: it is not connected, driven twice, not
/// assigned on every path, never read, called by a keyword, takes a number that does not fit, ...
pub fn verilog<C: Circuit>(circuit: &mut C, top: &str) -> Result<String> {
    verilog_as(circuit, top, "")
}

/// The same with a prefix before the name of every module, the top's too: so several circuits go into one design although
/// they have parts of one name.
///
/// # Errors
/// As [`verilog`]; or a name with the prefix is none in Verilog.
pub fn verilog_as<C: Circuit>(circuit: &mut C, top: &str, prefix: &str) -> Result<String> {
    let scope = Scope::read(circuit, top);
    let mut library = Library::default();
    let written = check(circuit, top, &scope, &library)?;
    let last = library.add(written);
    library.print(top, last, prefix)
}

/// The same circuit as a netlist of words, for the fast engine. Of the signals in it those are kept to be looked at for
/// which `seen` holds, by the path below the top.
///
/// # Errors
/// As [`verilog`]; or a part of it is described by Verilog text alone, or a value has more than 128 bits.
pub fn netlist<C: Circuit>(circuit: &mut C, top: &str, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
    netlist_with(circuit, top, seen, &[])
}

/// The same with stand-ins in the place of some parts. Of a part itself no signal can be looked at then.
///
/// # Errors
/// As [`netlist`].
///
/// # Panics
/// If a stand-in does not give what the part gives.
pub fn netlist_with<C: Circuit>(
    circuit: &mut C,
    top: &str,
    seen: &dyn Fn(&str) -> bool,
    stand_ins: &[StandIn],
) -> Result<Netlist> {
    let scope = Scope::read(circuit, top);
    let written = check(circuit, top, &scope, &Library::default())?;
    flat::netlist(&written, &C::ports(), seen, stand_ins)
}

/// Reads the circuit and refuses what is wrong with it.
fn check<'a, C: Circuit>(circuit: &mut C, top: &str, scope: &'a Scope, library: &Library) -> Result<Written<'a>> {
    if let Some(objection) = names::objection(top) {
        bail!("{top}: {objection}");
    }
    if scope.absent {
        bail!("{top}: left out, so there is nothing to write");
    }
    let written = library.write_top(scope)?;
    // Connecting runs the kernels, which would panic on some of what has just been refused in words.
    circuit.connect_all();
    checks::check_connected(&Scope::read(circuit, top))?;
    Ok(written)
}
