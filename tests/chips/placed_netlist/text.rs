//! Adds ports for the test to the text of a netlist, as yosys writes it: what pins of both directions drive, what DVI's
//! serialisers send, and a pin that switches flip-flops off.

use anyhow::{Context, Result, ensure};
use tengen::hdl::top::TOP;
use tengen_sim::tmds::SYMBOL_BITS;

use super::cells::Driver;

/// A flip-flop that is lost on trial.
pub struct Lost {
    /// The start of its name.
    pub name: &'static str,
    /// The number of the game with which its loss begins.
    pub game: usize,
}

/// The pin with a bit for each flip-flop that can be lost.
pub const LOSE: &str = "lose";

/// The text with another port of its top.
fn with_port(netlist: &str, name: &str, declaration: &str) -> Result<String> {
    let mut text = netlist.replacen(&format!("module {TOP}("), &format!("module {TOP}({name}, "), 1);
    let header = text.find(";\n").context("no module")? + 2;
    text.insert_str(header, &format!("  {declaration} {name};\n"));
    Ok(text)
}

/// The cell that begins with the line at `from`, up to its end.
fn cell_at(netlist: &str, from: usize) -> Result<&str> {
    let length = netlist[from..].find(");\n").context("no end")? + ");\n".len();
    Ok(&netlist[from..from + length])
}

/// What a port of a cell is connected to.
fn connected<'a>(cell: &'a str, port: &str) -> Result<&'a str> {
    let (_, from) = cell
        .split_once(&format!(".{port}("))
        .with_context(|| format!("no port {port}"))?;
    let line = from.lines().next().unwrap_or_default();
    line.trim_end_matches(',').strip_suffix(')').context("no end")
}

/// The netlist with a line of both directions, an input from now on, and with what its pin drives on it as two more ports.
///
/// ```text
/// inout usb_plus;            input usb_plus; output usb_plus_out, usb_plus_drive;
/// $_TBUF_ NAME (             assign usb_plus_out = NET;
///   .A(NET),                 assign usb_plus_drive = ON;
///   .E(ON),
///   .Y(usb_plus)
/// );
/// ```
pub fn split(netlist: &str, (line, [out, drive]): &(&str, [&str; 2]), driver: &Driver) -> Result<String> {
    let declared = format!("inout {line};\n");
    let there = netlist.contains(&declared);
    ensure!(there, "the netlist has no line {line} of both directions");
    let text = netlist.replacen(&declared, &format!("input {line};\n"), 1);
    let text = with_port(&text, out, "output")?;
    let text = with_port(&text, drive, "output")?;
    let pin = text.find(&format!(".{}({line})", driver.pin)).context("no driver")?;
    let from = text[..pin]
        .rfind(&format!("  {} ", driver.cell))
        .context("no driver of both directions")?;
    let cell = cell_at(&text, from)?;
    let not = if driver.enable_low { "~" } else { "" };
    let mut assigned = format!(
        "  assign {out} = {};\n  assign {drive} = {not}{};\n",
        connected(cell, driver.level)?,
        connected(cell, driver.enable)?
    );
    if let Some(read) = driver.read {
        assigned += &format!("  assign {} = {line};\n", connected(cell, read)?);
    }
    Ok(text.replacen(cell, &assigned, 1))
}

/// The netlist with ten more outputs for each serialiser of DVI: what it sends in a pixel, bit 0 first.
///
/// ```text
/// OSER10 NAME (              assign symbol_0 = {N9, N8, .. N0};
///   .D0(N0),
///   ..
/// ```
pub fn with_symbols(netlist: &str, symbols: &[&str; 3]) -> Result<String> {
    let mut text = netlist.to_string();
    for (channel, name) in symbols.iter().enumerate() {
        text = with_port(&text, name, &format!("output [{}:0]", SYMBOL_BITS - 1))?;
        let from = text
            .find(&format!("  OSER10 \\dvi.pins_{channel}."))
            .with_context(|| format!("the netlist has no serialiser of channel {channel}"))?;
        let cell = cell_at(&text, from)?;
        let bits = (0..SYMBOL_BITS).rev().map(|bit| connected(cell, &format!("D{bit}")));
        let bits = bits.collect::<Result<Vec<_>>>()?.join(", ");
        text.insert_str(from, &format!("  assign {name} = {{{bits}}};\n"));
    }
    Ok(text)
}

/// Checks that both ports of each block RAM have one clock, as its model takes it.
pub fn check_clocks(netlist: &str) -> Result<()> {
    for (at, _) in netlist.match_indices(".CLKA(") {
        let from = netlist[..at].rfind("\n  ) ").context("no cell")?;
        let cell = cell_at(netlist, from)?;
        let [a, b] = [connected(cell, "CLKA")?, connected(cell, "CLKB")?];
        ensure!(a == b, "a block RAM has two clocks, {a} and {b}");
    }
    Ok(())
}

/// The netlist with an additional pin, [`LOSE`]: while bit `k` is high, the first flip-flop whose name begins with
/// that of `lost[k]` outputs 0. `flip_flop` is what the type of every flip-flop begins with.
///
/// ```text
/// SB_DFF NAME (             SB_DFF NAME (
///   ..                        ..
///   .Q(NET)                   .Q(kept_0)
/// );                        );
///                           assign NET = kept_0 & ~lose[0];
/// ```
pub fn losing(netlist: &str, lost: &[Lost], flip_flop: &str) -> Result<String> {
    let mut text = with_port(netlist, LOSE, &format!("input [{}:0]", lost.len() - 1))?;
    let header = text.find(";\n").context("no module")? + 2;
    for (number, Lost { name, .. }) in lost.iter().enumerate() {
        let missing =
            || format!("the netlist has no flip-flop named {name}..: was it swept away, or is its name another?");
        let cell = text
            .match_indices(&format!(" \\{name}"))
            .map(|(at, _)| at)
            .find(|at| {
                text[..*at]
                    .rsplit_once('\n')
                    .is_some_and(|(_, line)| line.trim_start().starts_with(flip_flop))
            })
            .with_context(missing)?;
        let cell = cell_at(&text, cell)?;
        let net = connected(cell, "Q").with_context(missing)?;
        let other = cell.replacen(&format!(".Q({net})"), &format!(".Q(kept_{number})"), 1)
            + &format!("  assign {net} = kept_{number} & ~{LOSE}[{number}];\n");
        text = text.replacen(cell, &other, 1);
        text.insert_str(header, &format!("  wire kept_{number};\n"));
    }
    Ok(text)
}
