use super::*;
use tengen_sim::{
    ByName, Engine, Native,
    usb::{Faults, Plug, Shape, UsbKeyboard as Device},
};

/// Clocks in a bit at 12 MHz.
const BIT: f64 = 8.0;
const FRAME: u32 = 256 * 8;
/// Every device is found within so many frames.
const FOUND: u32 = 100;

/// The host with a device on its line.
struct Bench {
    host: Native<UsbKeyboard>,
    plug: Plug,
    device: Device,
    codes: Vec<u64>,
    /// The last byte.
    last: u64,
}

impl Bench {
    fn new(device: Device) -> Bench {
        let host = Native::new(UsbKeyboard::fast());
        Bench { plug: Plug::of(&host, ""), host, device, codes: vec![], last: 0 }
    }

    fn clocks(&mut self, clocks: u32) {
        for _ in 0..clocks {
            self.plug.connect(&mut self.host, &mut self.device);
            self.host.step();
            if self.host.read("strobe") == 1 {
                self.last = self.host.read("code");
                self.codes.push(self.last);
            }
            assert_eq!(self.host.read("code"), self.last, "it is held");
        }
    }

    /// The codes that come in some frames.
    fn frames(&mut self, frames: u32) -> Vec<u64> {
        self.clocks(frames * FRAME);
        std::mem::take(&mut self.codes)
    }

    fn status(&self) -> u64 {
        self.host.read("status")
    }

    fn found(shape: Shape) -> Bench {
        let mut bench = Bench::new(Device::new(shape, BIT));
        assert_eq!((bench.frames(3), bench.status()), (vec![], UsbState::Absent as u64));
        bench.device.plug(true);
        assert_eq!(bench.frames(FOUND), [0xAA], "{:?}", bench.device.objections());
        assert_eq!(bench.status(), UsbState::Ready as u64);
        bench
    }
}

const UP: u8 = 0x52;
const SPACE: u8 = 0x2C;
const A: u8 = 0x04;

#[test]
fn each_kind_of_keyboard_is_found_and_its_keys_come_once() {
    for shape in Shape::KEYBOARDS {
        let mut bench = Bench::found(shape());
        assert!(bench.device.is_configured());
        for (report, expected) in [
            ([0, 0, UP, 0, 0, 0, 0, 0], vec![0xE0, 0x75]),
            ([0, 0, UP, A, SPACE, 0, 0, 0], vec![0x1C, 0x29]),
            ([2, 0, A, SPACE, 0, 0, 0, 0], vec![0x12, 0xE0, 0xF0, 0x75]),
            ([0x20, 0, 1, 1, 1, 1, 1, 1], vec![]),
            ([0x20, 0, A, 0, 0, 0, 0, 0], vec![0xF0, 0x12, 0x59, 0xF0, 0x29]),
            ([0; 8], vec![0xF0, 0x59, 0xF0, 0x1C]),
        ] {
            bench.device.report(report);
            assert_eq!(bench.frames(5), expected, "{report:02x?}");
        }
        assert_eq!(bench.device.objections(), [""; 0]);
    }
}

#[test]
fn the_key_pressed_last_repeats_until_it_is_released() {
    let mut bench = Bench::found(Shape::plain());
    bench.device.report([0, 0, A, SPACE, 0, 0, 0, 0]);
    let codes = bench.frames(20 + 3 * 4);
    assert_eq!(codes, [0x1C, 0x29, 0x29, 0x29, 0x29]);
    bench.device.report([0, 0, A, 0, 0, 0, 0, 0]);
    let codes = bench.frames(100);
    assert!(codes.ends_with(&[0xF0, 0x29]) && codes.len() <= 4, "{codes:02x?}");
}

#[test]
fn the_lights_are_set_when_they_change() {
    let mut bench = Bench::found(Shape::with_media_keys());
    assert_eq!(bench.device.leds(), 0);
    for leds in [2, 7, 0] {
        bench.host.drive("leds", leds);
        bench.frames(8);
        assert_eq!(u64::from(bench.device.leds()), leds);
    }
    bench.device.report([0, 0, A, 0, 0, 0, 0, 0]);
    assert_eq!(bench.frames(5), [0x1C]);
    assert_eq!(bench.device.objections(), [""; 0]);
}

#[test]
fn what_a_keyboard_may_refuse_does_not_matter() {
    for faults in [
        Faults { refuses: true, ..Faults::default() },
        Faults { waits_for_report_descriptor: true, ..Faults::default() },
    ] {
        let mut bench = Bench::new(Device::new(Shape::plain(), BIT).with_faults(faults, 1));
        bench.device.plug(true);
        assert_eq!(bench.frames(FOUND), [0xAA], "{:?}", bench.device.objections());
        bench.device.report([0, 0, A, 0, 0, 0, 0, 0]);
        assert_eq!(bench.frames(5), [0x1C]);
        assert_eq!(bench.device.resets(), 1);
    }
}

#[test]
fn what_is_no_keyboard_is_told_until_it_is_gone() {
    let mut bench = Bench::new(Device::new(Shape::mouse(), BIT));
    bench.device.plug(true);
    assert_eq!(bench.frames(FOUND), [0; 0]);
    assert_eq!(bench.status(), UsbState::Refused as u64);
    bench.device.plug(false);
    bench.frames(5);
    assert_eq!(bench.status(), UsbState::Absent as u64);
    // A full-speed device holds D+ up.
    for _ in 0..FRAME * 10 {
        bench.host.drive("plus", 1);
        bench.host.drive("minus", 0);
        bench.host.step();
        assert_eq!(bench.host.read("drive"), 0);
    }
    assert_eq!(bench.status(), UsbState::Refused as u64);
}
