//! The serial line's two circuits on each engine: with the same stimulus every output is the same in every clock in the
//! rust-hdl simulation, in the fast engine, and, with the feature `eda`, in the emitted Verilog.

use tengen::{gateware::director::SECOND, hdl::library::uart::BAUD, units};
use tengen_sim::{Engine, Pair, Random, SerialFrame, SerialReceiver, SerialSender, SerialTiming};

/// Clocks: the slowest, at which most happens in a clock; one of an odd number of clocks a bit; the console's.
const CLOCKS: [u32; 3] = [32 * BAUD, 12_000_000, SECOND];

/// The unit at that clock in the rust-hdl simulation, beside each of the other engines.
fn pairs(name: &str, hertz: u32) -> Vec<Pair<Box<dyn Engine>, Box<dyn Engine>>> {
    let unit = units::find(name).unwrap().at(hertz).unwrap();
    // A model takes seconds to compile; that of the console's clock is used by other tests as well.
    let verilated = (hertz == SECOND).then(|| verilated(&unit)).flatten();
    let others = [Some(unit.fast().unwrap()), verilated];
    let pair = |other| Pair::new(unit.native(), other).unwrap();
    others.into_iter().flatten().map(pair).collect()
}

#[cfg(feature = "eda")]
fn verilated(unit: &units::Unit) -> Option<Box<dyn Engine>> {
    const MODELS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    let tool = tengen_sim::VerilatorTool::from_environment();
    let (text, native) = (unit.verilog().unwrap(), unit.native());
    let mut warnings = tool.lint(&text, unit.name).unwrap();
    // Intended: a shifted word loses a bit.
    warnings.retain(|warning| !warning.starts_with("UNUSEDSIGNAL"));
    assert!(warnings.is_empty(), "{warnings:#?}");
    let model = tool.build(&text, unit.name, native.ports(), MODELS.as_ref()).unwrap();
    Some(Box::new(model.start()))
}

#[cfg(not(feature = "eda"))]
fn verilated(_: &units::Unit) -> Option<Box<dyn Engine>> {
    None
}

/// Good bytes and bad ones, with gaps and without, glitches, breaks, and noise.
fn everything(random: &mut Random, timing: SerialTiming, frames: u32) -> SerialSender {
    let mut line = SerialSender::new(timing);
    let bit = timing.clocks(1);
    for _ in 0..frames {
        let frame = SerialFrame::new(random.bits(8) as u8).faster(30 - random.below(61u64) as i16);
        match random.below(8) {
            0 => {
                line.send_frame(frame.wrong_stop());
                line.pause(random.below(2 * bit));
            }
            1 => {
                line.drive(false, random.below(timing.clocks(20)));
                line.pause(random.below(2 * bit));
            }
            2 => (0..20).for_each(|edge| line.drive(edge % 2 == 0, random.below(bit / 2))),
            3 => line.pause(random.below(12 * bit)),
            _ => line.send_frame(frame),
        }
    }
    line
}

#[test]
fn a_receiver_is_the_same_on_each_engine() {
    for (hertz, frames) in CLOCKS.into_iter().zip([400, 60, 60]) {
        for mut pair in pairs("uart_receiver", hertz) {
            let [rx, strobe, error] = ["rx", "strobe", "error"].map(|name| pair.port(name));
            let mut line = everything(&mut Random::new(1), SerialTiming::new(hertz, BAUD), frames);
            let (mut bytes, mut errors) = (0, 0);
            while !line.idle() {
                pair.set(rx, line.next().into());
                pair.step()
                    .unwrap_or_else(|difference| panic!("{hertz} Hz: {difference}"));
                bytes += pair.get(strobe);
                errors += pair.get(error);
            }
            assert!(
                bytes > u64::from(frames / 5) && errors > 3,
                "{hertz} Hz: {bytes} bytes, {errors} errors"
            );
        }
    }
}

#[test]
fn a_transmitter_is_the_same_on_each_engine_and_sends_what_it_is_given() {
    for (hertz, count) in CLOCKS.into_iter().zip([400, 60, 40]) {
        for mut pair in pairs("uart_transmitter", hertz) {
            let [data, strobe, tx, busy] = ["data", "strobe", "tx", "busy"].map(|name| pair.port(name));
            let timing = SerialTiming::new(hertz, BAUD);
            let (mut random, mut line) = (Random::new(2), SerialReceiver::new(timing));
            let (mut given, mut received) = (vec![], vec![]);
            while received.len() < count {
                let byte = random.bits(8);
                // Also while it is busy; seldom enough that some bytes come after a gap.
                let strobed = random.once_in(timing.clocks(3).into());
                pair.set(data, byte);
                pair.set(strobe, strobed.into());
                if strobed && pair.get(busy) == 0 {
                    given.push(Ok(byte as u8));
                }
                pair.step()
                    .unwrap_or_else(|difference| panic!("{hertz} Hz: {difference}"));
                received.extend(line.next(pair.get(tx) == 1));
            }
            assert_eq!(received, given[..count], "{hertz} Hz");
        }
    }
}
