//! The USB keyboard's host against a model of keyboards, with their faults: natively, in the fast engine, and as emitted
//! Verilog.

use std::collections::BTreeSet;

use tengen::gateware::keyboard::key::KEYS;
use tengen::gateware::usb::scan_codes::{self, scan_code};
use tengen::gateware::usb::{UsbKeyboard, UsbState};
use tengen::hdl::verilog::netlist;
use tengen_sim::usb::{Faults, Plug, Shape, UsbKeyboard as Device};
use tengen_sim::{Circuit, Engine, Random, fast};

/// Clocks in a bit of [`UsbKeyboard::fast`], and in a frame.
const BIT: f64 = 8.0;
const FRAME: u64 = 256 * 8;
/// Frames in which every keyboard is found, whatever its faults.
const PATIENCE: u64 = 600;
/// Frames after which nothing is known any more of a keyboard that was pulled out.
const GONE: u64 = 8;

const PLUGS: u64 = if cfg!(feature = "long") { 10_000 } else { 60 };
/// Every so many bits of the answers is wrong once. Four bits in a row are an endpoint's number.
const BITS_APART: usize = if cfg!(feature = "long") { 1 } else { 3 };
const REPORTS: u64 = if cfg!(feature = "long") { 1_000_000 } else { 1_500 };

/// One in so many times.
const FAULTS: Faults = Faults {
    busy: 5,
    wrong: 40,
    silent: 40,
    late: 40,
    deaf: 40,
    halted: 100,
    refuses: false,
    waits_for_report_descriptor: false,
};

/// A host with a device on its line.
struct Bench {
    host: Box<dyn Engine>,
    device: Device,
    plug: Plug,
    /// The ports of the status, the code and its strobe.
    ports: [usize; 3],
    codes: Vec<u64>,
}

impl Bench {
    fn new() -> Bench {
        let netlist = netlist(&mut UsbKeyboard::fast(), "usb_keyboard", &|_| false).unwrap();
        let host = fast::start(netlist, UsbKeyboard::ports());
        let ports = ["status", "code", "strobe"].map(|name| host.port(name));
        let plug = Plug::of(&*host, "");
        Bench { host, plug, device: Device::new(Shape::plain(), BIT), ports, codes: vec![] }
    }

    fn clock(&mut self) {
        let [_, code, strobe] = self.ports;
        self.plug.connect(&mut *self.host, &mut self.device);
        self.host.step();
        if self.host.get(strobe) == 1 {
            self.codes.push(self.host.get(code));
        }
    }

    fn frames(&mut self, frames: u64) {
        for _ in 0..frames * FRAME {
            self.clock();
        }
    }

    fn is(&self, state: UsbState) -> bool {
        self.host.get(self.ports[0]) == state as u64
    }

    /// Runs until it is ready, for that many clocks at most.
    fn until_ready(&mut self, most: u64) -> bool {
        for _ in 0..most {
            self.clock();
            if self.is(UsbState::Ready) {
                return true;
            }
        }
        false
    }

    /// Runs until the host has taken all reports and told their keys.
    fn until_told(&mut self) {
        let mut clocks = 0..PATIENCE * FRAME;
        while self.device.waiting() > 0 {
            assert!(clocks.next().is_some(), "the report is never taken");
            self.clock();
        }
        self.frames(1);
    }
}

/// The keys that are down after these bytes of a PS/2 keyboard.
fn held(codes: &[u64]) -> BTreeSet<u64> {
    let (mut held, mut prefix, mut breaking) = (BTreeSet::new(), 0, false);
    for &code in codes {
        match code {
            0xAA => held.clear(),
            0xE0 => prefix = 0x100,
            0xF0 => breaking = true,
            _ => {
                if breaking {
                    held.remove(&(prefix | code))
                } else {
                    held.insert(prefix | code)
                };
                (prefix, breaking) = (0, false);
            }
        }
    }
    held
}

/// A report of up to four keys, each another one.
fn report(random: &mut Random) -> [u8; 8] {
    let mut report = [0; 8];
    report[0] = random.bits(8) as u8 & random.bits(8) as u8;
    // Usage 0x32 is the same key as 0x31; some from 0x66 on have no code.
    let keys: BTreeSet<u8> = (0..random.below(5))
        .map(|_| 4 + random.below(0x6B) as u8)
        .filter(|key| *key != 0x32)
        .collect();
    report
        .iter_mut()
        .skip(2)
        .zip(keys)
        .for_each(|(place, key)| *place = key);
    report
}

/// The keys that a report says are down.
fn told(report: [u8; 8]) -> BTreeSet<u64> {
    let modifiers = (0..8).filter(|modifier| report[0] >> modifier & 1 == 1);
    let usages = modifiers
        .map(|modifier| scan_codes::FIRST_MODIFIER + modifier)
        .chain(report[2..].iter().copied());
    usages
        .filter_map(scan_code)
        .map(|key| u64::from(key.extended) << 8 | u64::from(key.code))
        .collect()
}

/// The usage of a key of the machine, by its name: HID Usage Tables 1.5, chapter 10.
fn usage(name: &str) -> u8 {
    match name {
        "up" => 0x52,
        "down" => 0x51,
        "left" => 0x50,
        "right" => 0x4F,
        "enter" => 0x28,
        "keypad_enter" => 0x58,
        "space" => 0x2C,
        "esc" => 0x29,
        "ctrl" => 0xE0,
        "right_ctrl" => 0xE4,
        "f1" => 0x3A,
        _ => match name.as_bytes() {
            [letter @ b'a'..=b'z'] => 0x04 + letter - b'a',
            [digit @ b'1'..=b'9'] => 0x1E + digit - b'1',
            _ => panic!("{name}"),
        },
    }
}

#[test]
fn the_machines_keys_have_the_codes_that_a_ps2_keyboard_sends() {
    for key in KEYS {
        let code = scan_code(usage(key.name)).unwrap();
        assert_eq!((code.extended, code.code), (key.extended, key.code), "{}", key.name);
    }
}

#[test]
fn a_keyboard_is_found_whenever_it_was_pulled_out_and_whatever_its_faults() {
    let mut random = Random::new(5);
    let mut bench = Bench::new();
    let (mut interrupted, mut resets) = (0, 0_u64);
    for plug in 0..PLUGS {
        // Within 1.5 % of the rate, as the standard allows.
        let rate = 1.0 + (random.below(31) as f64 - 15.0) / 1000.0;
        let faults = if plug % 2 == 0 { FAULTS } else { Faults::default() };
        let shape = random.of(&Shape::KEYBOARDS)();
        bench.device = Device::new(shape, BIT * rate).with_faults(faults, plug);
        bench.device.plug(true);
        let pulled = random.once_in(2);
        let stays = if pulled { random.below(80 * FRAME) } else { PATIENCE * FRAME };
        let ready = bench.until_ready(stays);
        assert!(ready || pulled, "{plug}: {:?}", bench.device.objections());
        interrupted += u64::from(!ready);
        if ready {
            bench.codes.clear();
            let report = report(&mut random);
            bench.device.report(report);
            bench.until_told();
            assert_eq!(held(&bench.codes), told(report), "{plug}: {report:02x?}");
        }
        resets += u64::from(bench.device.resets());
        assert_eq!(bench.device.objections(), [""; 0], "{plug}");
        bench.device.plug(false);
        bench.frames(GONE);
        assert!(bench.is(UsbState::Absent), "{plug}");
    }
    println!("{PLUGS} plugs, {interrupted} pulled out before they were found, {resets} resets");
    assert!(interrupted > PLUGS / 8 && resets > PLUGS / 2);
}

/// Whatever bit of an answer is wrong, nothing of that answer is kept.
#[test]
fn a_keyboard_is_found_whichever_bit_of_its_answers_is_wrong() {
    let mut sent = usize::MAX;
    let mut number = 0;
    let mut bench = Bench::new();
    while number < sent {
        bench.device = Device::new(Shape::behind_a_mouse(), BIT).with_wrong_bit(number);
        bench.device.plug(true);
        assert!(bench.until_ready(PATIENCE * FRAME), "{number}");
        sent = bench.device.sent();
        bench.codes.clear();
        let report = [0, 0, 4, 0, 0, 0, 0, 0];
        bench.device.report(report);
        bench.until_told();
        assert_eq!(held(&bench.codes), told(report), "{number}");
        assert_eq!(bench.device.objections(), [""; 0], "{number}");
        bench.device.plug(false);
        bench.frames(GONE);
        number += BITS_APART;
    }
    println!("one of {sent} bits was wrong, {BITS_APART} apart");
}

#[test]
fn every_report_counts_exactly_once_whatever_happens_to_its_packets() {
    let mut random = Random::new(6);
    let mut bench = Bench::new();
    bench.device = Device::new(Shape::behind_a_mouse(), BIT * 1.015).with_faults(FAULTS, 3);
    bench.device.plug(true);
    assert!(bench.until_ready(PATIENCE * FRAME));
    let (mut last, mut expected, mut pressed) = ([0; 8], BTreeSet::new(), 0);
    for number in 0..REPORTS {
        let next = report(&mut random);
        bench.device.report(next);
        bench.until_told();
        expected = told(next);
        assert_eq!(held(&bench.codes), expected, "{number}: {last:02x?}, {next:02x?}");
        pressed += expected.len();
        last = next;
        // Presses of what is held stand for what went before. A reset in between counts as a new keyboard (AA).
        bench.codes = expected
            .iter()
            .flat_map(|key| [(key >> 8) * 0xE0, key & 0xFF])
            .filter(|code| *code > 0)
            .collect();
    }
    println!(
        "{REPORTS} reports, {pressed} keys down in all, {:?} at the end",
        expected
    );
    assert_eq!(bench.device.taken(), REPORTS);
    assert!(bench.device.resets() > 5);
    assert_eq!(bench.device.objections(), [""; 0]);
}

#[cfg(feature = "eda")]
#[test]
fn the_emitted_verilog_is_equal_in_every_clock() {
    use std::path::Path;
    use tengen::hdl::verilog::verilog;
    use tengen_sim::{Native, Pair, VerilatorTool};

    const CLOCKS: u64 = 1_000_000;
    /// A keyboard is pulled out, and plugged in again, after so many clocks.
    const VISIT: u64 = 400_000;
    let text = verilog(&mut UsbKeyboard::fast(), "usb_keyboard").unwrap();
    let models = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/models"));
    let model = VerilatorTool::from_environment()
        .build(&text, "usb_keyboard", &UsbKeyboard::ports(), models)
        .unwrap();
    let mut pair = Pair::new(Native::new(UsbKeyboard::fast()), model.start()).unwrap();
    let names = ["plus", "minus", "leds", "plus_out", "minus_out", "drive", "strobe"];
    let [plus, minus, leds, plus_out, minus_out, drive, strobe] = names.map(|name| pair.port(name));
    let mut device = Device::new(Shape::plain(), BIT).with_faults(FAULTS, 3);
    let mut random = Random::new(9);
    let mut bytes = 0;
    for clock in 0..CLOCKS {
        match clock % VISIT {
            0 => device.plug(true),
            399_000 => device.plug(false),
            _ if random.once_in(10_000) && device.waiting() < 3 => device.report(report(&mut random)),
            _ if random.once_in(50_000) => pair.set(leds, random.bits(3)),
            _ => {}
        }
        let driven = (pair.get(plus_out) == 1, pair.get(minus_out) == 1);
        let levels = device.next((pair.get(drive) == 1).then_some(driven));
        pair.set(plus, levels.0.into());
        pair.set(minus, levels.1.into());
        pair.step().unwrap();
        bytes += pair.get(strobe);
    }
    assert!(bytes > 100, "{bytes}");
}
