use mini::usb::{UsbKeyboard, UsbState};
use tengen_hdl::verilog::{netlist, verilog};
use tengen_sim::{
    Circuit, Engine, Native, Pair, Random, Verilator, VerilatorTool, fast,
    usb::{Faults, Shape, UsbKeyboard as Device},
};

const BIT: f64 = 8.0;
const FRAME: u32 = 400 * 8;

struct Bench<E> {
    host: E,
    device: Device,
    ports: [usize; 8],
    codes: Vec<u64>,
    clocks: u64,
}

impl<E: Engine> Bench<E> {
    fn new(host: E, device: Device) -> Self {
        let ports = ["plus", "minus", "plus_out", "minus_out", "drive", "status", "code", "strobe"].map(|name| host.port(name));
        Bench { host, device, ports, codes: vec![], clocks: 0 }
    }
    fn clock(&mut self) {
        let [plus, minus, plus_out, minus_out, drive, _, code, strobe] = self.ports;
        let driven = (self.host.get(drive) == 1).then(|| (self.host.get(plus_out) == 1, self.host.get(minus_out) == 1));
        let levels = self.device.next(driven);
        self.host.set(plus, levels.0.into());
        self.host.set(minus, levels.1.into());
        self.host.step();
        self.clocks += 1;
        if self.host.get(strobe) == 1 {
            self.codes.push(self.host.get(code));
        }
    }
    fn status(&self) -> u64 { self.host.get(self.ports[5]) }
}

fn fast_engine() -> Box<dyn Engine> {
    let list = netlist(&mut UsbKeyboard::fast(), "usb_keyboard", &|_| false).unwrap();
    fast::start(list, UsbKeyboard::ports())
}

/// What a PS/2 keyboard would hold after these codes.
fn held(codes: &[u64]) -> Vec<u64> {
    let (mut held, mut prefix, mut breaking) = (vec![], 0, false);
    for &code in codes {
        match code {
            0xAA => held.clear(),
            0xE0 => prefix = 0x100,
            0xF0 => breaking = true,
            _ => {
                let key = prefix | code;
                held.retain(|k| *k != key);
                if !breaking { held.push(key); }
                (prefix, breaking) = (0, false);
            }
        }
    }
    held.sort();
    held
}

#[test]
fn plugs() {
    let times: u32 = std::env::var("TIMES").map_or(300, |t| t.parse().unwrap());
    let mut random = Random::new(5);
    let began = std::time::Instant::now();
    let mut bench = Bench::new(fast_engine(), Device::new(Shape::plain(), BIT));
    let (mut resets, mut ready) = (0, 0);
    for time in 0..times {
        let rate = 1.0 + (random.below(31_u32) as f64 - 15.0) / 1000.0;
        let shape = random.of(&Shape::KEYBOARDS)();
        let faults = Faults { busy: 5, wrong: 40, silent: 40, late: 40, deaf: 40, ..Faults::default() };
        bench.device = Device::new(shape, BIT * rate).with_faults(if time % 2 == 0 { faults } else { Faults::default() }, u64::from(time));
        bench.device.plug(true);
        // Unplugged at any moment.
        let stays = if random.once_in(2) { random.below(100 * FRAME) } else { 400 * FRAME };
        for clock in 0..stays {
            bench.clock();
            if clock % FRAME == 0 && bench.status() == UsbState::Ready as u64 { break; }
        }
        resets += bench.device.resets();
        if bench.status() == UsbState::Ready as u64 {
            ready += 1;
            bench.codes.clear();
            // A few reports.
            for _ in 0..random.below(4_u32) {
                let mut report = [0; 8];
                for place in 2..2 + random.below(4_usize) { report[place] = 4 + random.below(90_u8); }
                bench.device.report(report);
                for _ in 0..100 * FRAME { bench.clock(); if bench.device.waiting() == 0 { break; } }
                assert_eq!(bench.device.waiting(), 0, "{time}");
                for _ in 0..FRAME / 2 { bench.clock(); }
            }
        } else if stays == 400 * FRAME {
            panic!("{time}: not found, {:?}, {}", bench.device.objections(), bench.status());
        }
        assert_eq!(bench.device.objections(), [""; 0], "{time}");
        bench.device.plug(false);
        for _ in 0..4 * FRAME { bench.clock(); }
        assert_eq!(bench.status(), UsbState::Absent as u64, "{time}");
    }
    println!("{times} plugs, {ready} ready, {resets} resets, {} clocks, {:?}", bench.clocks, began.elapsed());
}

#[test]
fn reports() {
    let times: u32 = std::env::var("REPORTS").map_or(3000, |t| t.parse().unwrap());
    let mut random = Random::new(6);
    let faults = Faults { busy: 5, wrong: 60, silent: 60, late: 60, deaf: 60, ..Faults::default() };
    let mut bench = Bench::new(fast_engine(), Device::new(Shape::behind_a_mouse(), BIT * 1.015).with_faults(faults, 3));
    bench.device.plug(true);
    while bench.status() != UsbState::Ready as u64 { bench.clock(); }
    for _ in 0..FRAME { bench.clock(); }
    let (mut keys, mut again) = (vec![], 0);
    for time in 0..times {
        let usages: Vec<u8> = (0..random.below(5_u32)).map(|_| 4 + random.below(94_u8)).filter(|u| *u != 0x48).collect();
        let mut report = [0; 8];
        report[0] = random.bits(8) as u8 & random.bits(8) as u8;
        let mut unique = usages.clone(); unique.sort(); unique.dedup();
        report[2..2 + unique.len()].copy_from_slice(&unique);
        bench.device.report(report);
        let mut wait = 0;
        while bench.device.waiting() > 0 { bench.clock(); wait += 1; assert!(wait < 300 * FRAME, "{time}"); }
        for _ in 0..FRAME { bench.clock(); }
        let code = |usage: u8| mini::usb::scan_codes::scan_code(usage).map(|c| u64::from(c.extended) << 8 | u64::from(c.code));
        let mut expected: Vec<u64> = unique.iter().copied().chain((0..8).filter(|m| report[0] >> m & 1 == 1).map(|m| 0xE0 + m)).filter_map(code).collect();
        expected.sort(); expected.dedup();
        // 0x31 and 0x32 share a code.
        if unique.contains(&0x31) || unique.contains(&0x32) { bench.device.report([0; 8]); while bench.device.waiting() > 0 { bench.clock(); } for _ in 0..FRAME { bench.clock(); } keys.clear(); bench.codes.clear(); continue; }
        keys.extend(bench.codes.drain(..));
        assert_eq!(held(&keys), expected, "{time} {report:02x?}");
        again += 1;
    }
    println!("{again} of {times} reports, taken {} clocks {} resets {} {:?}", bench.device.taken(), bench.clocks, bench.device.resets(), bench.device.objections());
}

#[test]
fn emitted() {
    let text = verilog(&mut UsbKeyboard::fast(), "usb_keyboard").unwrap();
    std::fs::write("/tmp/usb.v", verilog(&mut UsbKeyboard::default(), "usb_keyboard").unwrap()).unwrap();
    let tool = VerilatorTool::from_environment();
    println!("{:#?}", tool.lint(&text, "usb_keyboard").unwrap());
    let model = tool.build(&text, "usb_keyboard", &UsbKeyboard::ports(), std::path::Path::new("/tmp/mini/models")).unwrap();
    let mut pair: Pair<Native<UsbKeyboard>, Verilator> = Pair::new(Native::new(UsbKeyboard::fast()), model.start()).unwrap();
    let [plus, minus, plus_out, minus_out, drive, strobe] = ["plus", "minus", "plus_out", "minus_out", "drive", "strobe"].map(|name| pair.port(name));
    let faults = Faults { busy: 5, wrong: 60, silent: 60, late: 60, deaf: 60, ..Faults::default() };
    let mut device = Device::new(Shape::plain(), BIT).with_faults(faults, 3);
    let mut random = Random::new(9);
    let mut bytes = 0;
    device.plug(true);
    for clock in 0..1_000_000_u32 {
        if clock % 400_000 == 399_000 { device.plug(false); }
        if clock % 400_000 == 0 { device.plug(true); }
        if random.once_in(10_000) && device.waiting() < 3 { device.report([0, 0, random.below(90_u8), random.below(90_u8), 0, 0, 0, 0]); }
        let driven = (pair.get(drive) == 1).then(|| (pair.get(plus_out) == 1, pair.get(minus_out) == 1));
        let levels = device.next(driven);
        pair.set(plus, levels.0.into());
        pair.set(minus, levels.1.into());
        pair.step().unwrap();
        bytes += pair.get(strobe);
    }
    println!("{bytes}");
}
