//! The gamepad, the two buttons, the SPI master and the tilt sensor: their rust-hdl simulation against the emitted
//! Verilog, with models of a pad and of a sensor on their pins.

use std::path::Path;

use tengen::gateware::{
    keyboard::{Gamepad, TwoButtons, key::Key},
    sensors::Tilt,
    usb::UsbOrPs2,
};
use tengen::hdl::{library::spi::SpiMaster, verilog::verilog};
use tengen_sim::adxl362::{Adxl362, SpiPins};
use tengen_sim::{Circuit, Gamepad as Pad, Native, Pair, Random, Verilator, VerilatorTool};

/// Intended: a shifted word loses a bit, and an output may be unused.
const HARMLESS: [&str; 2] = ["UNUSEDSIGNAL", "PINCONNECTEMPTY"];

fn pair<C: Circuit>(circuit: fn() -> C, name: &str) -> Pair<Native<C>, Verilator> {
    let text = verilog(&mut circuit(), name).unwrap();
    let tool = VerilatorTool::from_environment();
    let mut warnings = tool.lint(&text, name).unwrap();
    warnings.retain(|warning| !HARMLESS.iter().any(|kind| warning.starts_with(kind)));
    assert!(warnings.is_empty(), "{warnings:#?}");
    let models = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"));
    let model = tool.build(&text, name, &C::ports(), models).unwrap();
    Pair::new(Native::new(circuit()), model.start()).unwrap()
}

#[test]
fn gamepad() {
    let mut pair = pair(Gamepad::fast, "gamepad");
    let [data, latch, pad_clock, strobe] = ["data", "latch", "pad_clock", "strobe"].map(|name| pair.port(name));
    let (mut random, mut pad) = (Random::new(2), Pad::new(16).with_bounce(80));
    let mut events = 0;
    for _ in 0..300_000 {
        match random.below(4_000) {
            0 => pad.plug(false),
            1 => pad.plug(true),
            2..8 => {
                let button = random.below(12);
                if pad.is_pressed(button) { pad.release(button) } else { pad.press(button) }
            }
            _ => {}
        }
        let level = pad.next(pair.get(latch) == 1, pair.get(pad_clock) == 1);
        pair.set(data, level.into());
        pair.step().unwrap();
        events += pair.get(strobe);
    }
    assert!(events > 200, "{events}");
}

#[test]
fn two_buttons() {
    const HOLD: u32 = 5;
    let mut pair = pair(|| TwoButtons::with_hold(HOLD), "two_buttons");
    let [pressed, buttons] = ["pressed", "buttons"].map(|name| pair.port(name));
    let mut random = Random::new(4);
    let mut seen = [0; 5];
    for _ in 0..3_000 {
        // Bounces, short presses, and long ones with repeats.
        let most: u64 = [u64::from(HOLD), 100, 600][random.below(3) as usize];
        pair.set(pressed, random.bits(2) & random.bits(2));
        for _ in 0..=random.below(most) {
            let before = pair.get(buttons);
            pair.step().unwrap();
            let rose = pair.get(buttons) & !before;
            seen.iter_mut()
                .enumerate()
                .for_each(|(button, times)| *times += rose >> button & 1);
        }
    }
    assert!(seen.iter().all(|times| *times > 20), "{seen:?}");
}

#[test]
fn usb_or_ps2() {
    let mut pair = pair(UsbOrPs2::<2>::default, "usb_or_ps2");
    let pulls = ["plus_pull", "minus_pull"].map(|name| pair.port(name));
    let [plus, minus, usb_plus] = ["plus", "minus", "usb_plus"].map(|name| pair.port(name));
    let mut random = Random::new(8);
    let mut kinds = [0_u64; 2];
    for _ in 0..400 {
        // What pulls the lines up from outside, and for how long it stays.
        let there = random.bits(2);
        for _ in 0..random.below(3_000) {
            let moves = random.once_in(500);
            pair.set(plus, (pair.get(pulls[0]) | there & 1) & u64::from(!moves));
            pair.set(minus, pair.get(pulls[1]) | there >> 1);
            pair.step().unwrap();
            kinds[pair.get(usb_plus) as usize] += 1;
        }
    }
    assert!(kinds.iter().all(|clocks| *clocks > 10_000), "{kinds:?}");
}

#[test]
fn spi_master() {
    let mut pair = pair(|| SpiMaster::<5>::new(3), "spi_master");
    let [start, data, last, cipo, done] = ["start", "data", "last", "cipo", "done"].map(|name| pair.port(name));
    let mut random = Random::new(3);
    let mut bytes = 0;
    for _ in 0..200_000 {
        pair.set(start, random.once_in(30).into());
        pair.set(data, random.bits(8));
        pair.set(last, random.bits(1));
        pair.set(cipo, random.bits(1));
        pair.step().unwrap();
        bytes += pair.get(done);
    }
    assert!(bytes > 1_000, "{bytes}");
}

#[test]
fn tilt() {
    const HERTZ: u32 = 1_000_000;
    let mut pair = pair(|| <Tilt>::at(HERTZ), "tilt");
    let [cs_n, sclk, copi, cipo] = ["cs_n", "sclk", "copi", "cipo"].map(|name| pair.port(name));
    let [on, key, strobe, present] = ["on", "key", "strobe", "present"].map(|name| pair.port(name));
    let mut sensor = Adxl362::new(HERTZ);
    let mut steps = vec![];
    pair.set(on, 1);
    for (x, y) in [(0, 0), (-500, 30), (0, 0), (20, 700)] {
        sensor.accelerate([x, y, 700]);
        for _ in 0..HERTZ / 5 {
            let pins = [cs_n, sclk, copi].map(|pin| pair.get(pin) == 1);
            let pins = SpiPins { cs_n: pins[0], sclk: pins[1], copi: pins[2] };
            pair.set(cipo, sensor.next(pins).unwrap().into());
            pair.step().unwrap();
            if pair.get(strobe) == 1 {
                steps.push(pair.get(key));
            }
        }
    }
    assert_eq!(steps, [Key::Right, Key::Down, Key::Down].map(|key| key as u64));
    sensor.power_cycle();
    for _ in 0..HERTZ / 50 {
        let pins = [cs_n, sclk, copi].map(|pin| pair.get(pin) == 1);
        let pins = SpiPins { cs_n: pins[0], sclk: pins[1], copi: pins[2] };
        pair.set(cipo, sensor.next(pins).unwrap().into());
        pair.step().unwrap();
    }
    assert_eq!(pair.get(present), 0);
}
