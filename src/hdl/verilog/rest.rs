//! Parts that a simulator leaves alone while they rest.
//!
//! Most of a machine does nothing most of the time, and a simulator of every clock works it all out the same. In a model
//! ([`model`](super::model)) a circuit that is known to rest stands under a condition, with all that it holds:
//!
//! ```text
//! clock    _/‾\_/‾\_/‾\_/‾\_ ... _/‾\_/‾\_/‾\_/‾\_ ... _/‾\_/‾\_/‾\_
//! inputs   ==< new >==================================< new >=======
//! busy     ________/‾‾‾‾‾‾‾‾ ... ‾‾‾‾‾\___________ ... _____________
//! awake    __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ ... \____/‾‾‾‾‾‾‾‾
//!                                     |<- SETTLING ->|
//! ```
//!
//! While `awake` is low the logic keeps its values and the registers take none. To a synthesiser the first is a latch, so
//! a model is for simulators alone. Whoever writes down a [`Rest`] promises that by then nothing in there changes any more;
//! a co-simulation of the model holds it to that.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use super::{
    module::{Module, Part, columns},
    symbols::{Id, Role},
};

/// Clocks for which a circuit stays awake after what woke it, so that its pipelines run dry.
const SETTLING: usize = 16;

/// When a circuit rests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rest {
    /// While its inputs stay as they are and none of these of its signals is high, each of one bit.
    Unless(&'static [&'static str]),
    /// Never, though what holds it may: it runs by itself.
    Never,
}

/// When circuits rest, by their types. Of others nothing is known: they rest when what holds them does.
pub type Rests = [(&'static str, Rest)];

/// The signal under which a module that may rest works: a port where it is told, else a wire.
pub const AWAKE: &str = "awake";

/// How a module knows whether it is awake.
#[derive(Clone, Copy, PartialEq)]
pub enum Waking {
    /// It is always.
    Always,
    /// It is told at a port.
    Told,
    /// It is while it stirs, as [`Rest::Unless`] says, and a little longer.
    Stirring(&'static [&'static str]),
}

impl Waking {
    /// Of a circuit of that type; `held` if it is in one that may rest.
    pub fn of(type_name: &str, rests: &Rests, held: bool) -> Waking {
        let known = rests.iter().find(|(name, _)| *name == type_name);
        match (known.map(|(_, rest)| *rest), held) {
            (Some(Rest::Never), _) | (None, false) => Waking::Always,
            (_, true) => Waking::Told,
            (Some(Rest::Unless(signals)), false) => Waking::Stirring(signals),
        }
    }

    /// The names it takes in the module.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Waking::Always => &[],
            Waking::Told => &[AWAKE],
            Waking::Stirring(_) => &[AWAKE, "inputs", "inputs_before", "stirring", "settling"],
        }
    }
}

/// What the module works out at rest as well: all that tells whether it stirs.
///
/// # Errors
/// A signal that is to wake it is not there or not of one bit, or waits for a part; or it has not one clock and an input.
pub fn watched(module: &Module, parts: &[Part]) -> Result<BTreeSet<Id>> {
    let Waking::Stirring(signals) = module.waking else {
        return Ok(BTreeSet::new());
    };
    let path = &module.scope.path;
    if clocks(module).len() != 1 || inputs(module).is_empty() {
        bail!("{path}: to rest it needs one clock and an input");
    }
    let mut left = vec![];
    for signal in signals {
        match module.symbols.leaves(signal).as_slice() {
            [(id, leaf)] if leaf.width == 1 => left.push(*id),
            _ => bail!("{path}: no signal {signal} of one bit can wake it"),
        }
    }
    let registered = registered(module, parts);
    let mut watched = BTreeSet::new();
    while let Some(id) = left.pop() {
        let symbol = &module.symbols[id];
        match symbol.role {
            Role::Result if !registered.contains(&id) => {
                bail!("{path}: {} cannot wake it, resting itself", symbol.path)
            }
            role if role.is_written() && watched.insert(id) => {
                for process in module
                    .processes
                    .iter()
                    .filter(|process| process.targets().contains(&id))
                {
                    left.extend(process.targets());
                    process.each_expression(&mut |value| value.each_name(&mut |id| left.push(id)));
                }
            }
            _ => {}
        }
    }
    Ok(watched)
}

/// What comes out of registers and of parts that never rest, and follows nothing at once.
fn registered(module: &Module, parts: &[Part]) -> BTreeSet<Id> {
    let mut found = BTreeSet::new();
    for (scope, part) in module.scope.parts.iter().zip(parts).filter(|(_, part)| !part.told) {
        for signal in scope.signals.iter().filter(|signal| signal.is_output()) {
            let follows = |(output, inputs): (&String, &BTreeSet<String>)| {
                output.split('$').next() == Some(&signal.name) && !inputs.is_empty()
            };
            if !part.paths.iter().any(follows) {
                let leaves = module.symbols.leaves(&format!("{}${}", scope.instance, signal.name));
                found.extend(leaves.into_iter().map(|(id, _)| id));
            }
        }
    }
    found
}

fn clocks<'a>(module: &'a Module) -> Vec<&'a str> {
    let clocks = module.scope.signals.iter().filter(|s| s.is_input() && s.is_clock);
    clocks.map(|signal| signal.name.as_str()).collect()
}

fn inputs(module: &Module) -> Vec<Id> {
    let inputs = module.scope.signals.iter().filter(|s| s.is_input() && !s.is_clock);
    let leaves = inputs.flat_map(|signal| module.symbols.leaves(&signal.name));
    leaves.map(|(id, _)| id).collect()
}

/// The logic by which a module finds out whether it is awake.
pub fn logic(module: &Module) -> String {
    let Waking::Stirring(signals) = module.waking else {
        return String::new();
    };
    let inputs = inputs(module);
    let names: Vec<&str> = inputs
        .iter()
        .map(|id| module.symbols[*id].identifier.as_str())
        .collect();
    let width: usize = inputs.iter().map(|id| module.symbols[*id].width).sum();
    let stirs: Vec<&str> = ["(inputs != inputs_before)"].iter().chain(signals).copied().collect();
    let declarations = columns(vec![
        ("wire", width, "inputs".into()),
        ("reg", width, "inputs_before".into()),
        ("wire", 1, "stirring".into()),
        ("reg", SETTLING, "settling".into()),
        ("wire", 1, AWAKE.into()),
    ]);
    format!(
        "{declarations}
  assign inputs = {{{inputs}}};
  assign stirring = {stirs};
  assign {AWAKE} = stirring | settling[0];

  initial begin
    inputs_before = {width}'d0;
    settling = {{{SETTLING}{{1'b1}}}};
  end

  always @(posedge {clock}) if ({AWAKE}) begin
    inputs_before <= inputs;
    settling <= stirring ? {{{SETTLING}{{1'b1}}}} : settling >> 1;
  end
",
        inputs = names.join(", "),
        stirs = stirs.join(" | "),
        clock = clocks(module)[0],
    )
}
