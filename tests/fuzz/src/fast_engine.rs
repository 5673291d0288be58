//! The fast engine against a circuit's recorded behaviour: clock by clock, and in batches of several lengths, in parts and
//! by its program, also without each of its optimisations; with several clocks by a program each.

use anyhow::{Result, bail};
use tengen_hdl::verilog::{netlist, verilog};
use tengen_sim::{
    Change, Engine, Port, PortDirection, Seen,
    fast::{Domains, Fast, MOST_BITS, Optimisation, Pace, Whole},
};

/// A scan line, one clock, and lengths that divide nothing.
const BATCHES: [usize; 4] = [1, 7, 16, 800];

const PACES: [Pace; 4] = [Pace::Measured, Pace::Parts, Pace::Interpreted, Pace::Compiled];

/// One of the engines, with ports of any width.
enum Either {
    Fast(Fast),
    Domains(Domains),
    Whole(Whole),
}

macro_rules! either {
    ($either:expr, $engine:ident => $does:expr) => {
        match $either {
            Either::Fast($engine) => $does,
            Either::Domains($engine) => $does,
            Either::Whole($engine) => $does,
        }
    };
}

/// The inputs and outputs of a circuit, which come after its clocks.
pub(crate) struct Layout {
    pub(crate) ports: Vec<Port>,
}

impl Layout {
    fn of(&self, direction: PortDirection) -> impl Iterator<Item = (usize, usize)> {
        let all = self.ports.iter().enumerate();
        all.filter(move |(_, port)| port.direction == direction)
            .map(|(number, port)| (number, port.width))
    }

    /// The words of each input, from a row with all of them.
    pub(crate) fn inputs(&self, row: &str) -> Vec<(usize, Vec<u64>)> {
        let mut rest = row;
        let cut = |(port, width)| {
            let (bits, left) = rest.split_at(width);
            rest = left;
            (port, words(bits))
        };
        self.of(PortDirection::Input).map(cut).collect()
    }
}

/// 64-bit words, lowest first, from bits with the highest first.
fn words(bits: &str) -> Vec<u64> {
    let digits = bits.as_bytes().rchunks(MOST_BITS);
    digits
        .map(|digits| digits.iter().fold(0, |sum, digit| sum << 1 | u64::from(digit - b'0')))
        .collect()
}

fn image(words: impl Iterator<Item = u64>, width: usize) -> String {
    let bits: Vec<bool> = words
        .flat_map(|word| (0..MOST_BITS).map(move |bit| word >> bit & 1 == 1))
        .collect();
    bits[..width]
        .iter()
        .rev()
        .map(|bit| if *bit { '1' } else { '0' })
        .collect()
}

/// Compares the engine with the recorded rows of a circuit.
pub fn compare<C: tengen_sim::Circuit>(
    mut circuit: impl FnMut() -> C,
    name: &str,
    rows: &[(String, String)],
    clocks: usize,
) -> Result<()> {
    // A refusal by the writer is reported elsewhere.
    if verilog(&mut circuit(), name).is_err() {
        return Ok(());
    }
    let netlist = netlist(&mut circuit(), name, &|_| false)?;
    let layout = Layout { ports: C::ports() };
    let row_by_row = |mut engine: Either, called: &str| -> Result<()> {
        for (number, (inputs, expected)) in rows.iter().enumerate() {
            let (levels, values) = inputs.split_at(clocks);
            for (port, words) in layout.inputs(values) {
                either!(&mut engine, engine => engine.set_wide(port, &words));
            }
            // The levels are listed with the last clock first.
            let levels = levels.bytes().rev().map(|level| level == b'1');
            if clocks > 1 {
                for ((port, _), level) in layout.of(PortDirection::Clock).zip(levels) {
                    either!(&mut engine, engine => engine.set(port, level.into()));
                }
                either!(&mut engine, engine => engine.settle());
            } else if levels.eq([true]) {
                either!(&mut engine, engine => engine.step());
            } else {
                either!(&mut engine, engine => engine.settle());
            }
            let each = layout.of(PortDirection::Output).map(|(port, width)| {
                let words =
                    (0..width.div_ceil(MOST_BITS)).map(|word| either!(&engine, engine => engine.word(port, word)));
                image(words, width)
            });
            let shown: String = each.collect();
            if shown != *expected {
                bail!("{called}: row {number}: outputs {shown}, expected {expected}, of inputs {inputs}");
            }
        }
        Ok(())
    };
    row_by_row(Either::Whole(Whole::new(&netlist, C::ports())), "by events")?;
    let without = Optimisation::ALL.map(|without| (Pace::Compiled, Some(without)));
    for (pace, without) in [(Pace::Interpreted, None), (Pace::Compiled, None)]
        .into_iter()
        .chain(without)
    {
        if let Some(domains) = Domains::new(&netlist, C::ports(), pace, without) {
            row_by_row(
                Either::Domains(domains),
                &format!("a program for each clock, {pace:?}, without {without:?}"),
            )?;
        }
    }
    if !Fast::can(&netlist, &C::ports()) {
        return Ok(());
    }
    let narrow = layout.of(PortDirection::Input).all(|(_, width)| width <= MOST_BITS);
    let paces = PACES
        .into_iter()
        .flat_map(|pace| BATCHES.map(|most| (most, pace, None)));
    let without = Optimisation::ALL.map(|without| (BATCHES[2], Pace::Compiled, Some(without)));
    for (most, pace, without) in paces.chain(without) {
        let fast = || Fast::without(netlist.clone(), C::ports(), most, pace, without);
        row_by_row(
            Either::Fast(fast()),
            &format!("in batches of {most}, {pace:?}, without {without:?}"),
        )?;
        if narrow {
            at_once(fast(), &layout, rows)?;
        }
    }
    Ok(())
}

/// All clocks in one call, with the changes of the inputs given beforehand.
fn at_once(mut engine: Fast, layout: &Layout, rows: &[(String, String)]) -> Result<()> {
    let (steps, before) = (rows.len() / 2, |step: usize| &rows[2 * step]);
    let mut changes = vec![];
    let mut last = vec![];
    for step in 0..steps {
        let inputs = layout.inputs(&before(step).0[1..]);
        for (port, words) in inputs.iter().filter(|input| !last.contains(*input)) {
            changes.push(Change { clock: step, port: *port, value: words[0] });
        }
        last = inputs;
    }
    let outputs: Vec<(usize, usize)> = layout.of(PortDirection::Output).collect();
    let ports: Vec<usize> = outputs.iter().map(|(port, _)| *port).collect();
    let mut seen = Seen::of(&ports);
    engine.watch(steps, &changes, &mut seen);
    // After a step the inputs already have the values for the next one, and so do the expected outputs.
    for step in 1..steps {
        let mut expected = before(step).1.as_str();
        for (column, (_, width)) in outputs.iter().enumerate() {
            let (bits, rest) = expected.split_at(*width);
            let (found, wanted) = (seen.get(column, step - 1), words(bits)[0]);
            if found != wanted {
                bail!("at once: output {column} after step {step} is {found:#x}, expected {wanted:#x}");
            }
            expected = rest;
        }
    }
    Ok(())
}
