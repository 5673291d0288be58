use super::*;

/// A clock is 10 ns.
const HERTZ: u32 = 100_000_000;
/// 5 ms.
const POWER_ON_CLOCKS: u32 = HERTZ / 200;

/// The times of a frame, in clocks.
#[derive(Clone, Copy)]
struct Times {
    /// From CS falling to the first bit.
    lead: u32,
    low: u32,
    high: u32,
    /// From the last falling edge to CS rising, and how long it stays high.
    hold: u32,
    rest: u32,
    /// How long before the rising edge COPI changes, and how long after it.
    setup: u32,
    after: Option<u32>,
}

/// What the data sheet allows at the least: 5, 10, 2 and 2 clocks; a period of 13.
const LEAST: Times = Times { lead: 5, low: 5, high: 8, hold: 2, rest: 2, setup: 2, after: None };

/// A controller that says whatever it is told to.
struct Controller {
    sensor: Adxl362,
    times: Times,
    pins: SpiPins,
}

impl Controller {
    fn new(times: Times) -> Self {
        let pins = SpiPins { cs_n: true, sclk: false, copi: false };
        let mut controller = Controller { sensor: Adxl362::new(HERTZ), times, pins };
        controller.hold(POWER_ON_CLOCKS).unwrap();
        controller
    }

    fn hold(&mut self, clocks: u32) -> Result<bool> {
        let mut level = true;
        for _ in 0..clocks {
            level = self.sensor.next(self.pins)?;
        }
        Ok(level)
    }

    /// Sends so many bits of the bytes, and returns the bytes received.
    fn bits(&mut self, bytes: &[u8], count: usize) -> Result<Vec<u8>> {
        let Times { lead, low, high, hold, rest, setup, after } = self.times;
        self.pins.cs_n = false;
        self.hold(lead)?;
        let mut received = vec![0; bytes.len()];
        for bit in 0..count {
            let (byte, place) = (bit / 8, 7 - bit % 8);
            self.hold(low - setup)?;
            self.pins.copi = bytes[byte] >> place & 1 == 1;
            let level = self.hold(setup)?;
            received[byte] |= u8::from(level) << place;
            self.pins.sclk = true;
            if let Some(after) = after {
                self.hold(after)?;
                self.pins.copi = !self.pins.copi;
                self.hold(high - after)?;
            } else {
                self.hold(high)?;
            }
            self.pins.sclk = false;
        }
        self.hold(hold)?;
        self.pins.cs_n = true;
        self.hold(rest)?;
        Ok(received)
    }

    fn frame(&mut self, bytes: &[u8]) -> Result<Vec<u8>> {
        self.bits(bytes, 8 * bytes.len())
    }
}

fn identity(times: Times) -> Result<Vec<u8>> {
    let mut controller = Controller::new(times);
    controller.frame(&[command::READ, 0, 0, 0, 0])?;
    Ok(controller.frame(&[command::READ, 0, 0, 0, 0])?[2..].to_vec())
}

#[test]
fn the_identity_is_read_at_the_limits_of_the_timing() {
    assert_eq!(identity(LEAST).unwrap(), IDENTITY);
}

#[test]
fn each_limit_is_told_when_it_is_broken() {
    for (name, times) in [
        ("fCLK", Times { high: 7, ..LEAST }),
        ("tHIGH", Times { low: 10, high: 4, ..LEAST }),
        ("tLOW", Times { lead: 6, low: 4, high: 10, ..LEAST }),
        ("tCSS", Times { lead: 4, ..LEAST }),
        ("tCSH", Times { hold: 1, ..LEAST }),
        ("tCSD", Times { rest: 1, ..LEAST }),
        ("tSU", Times { setup: 1, ..LEAST }),
        ("tHD", Times { after: Some(1), ..LEAST }),
    ] {
        let error = identity(times).expect_err(name).to_string();
        assert!(error.starts_with(&format!("{name}: ")), "{name}: {error}");
    }
}

#[test]
fn cipo_is_valid_35_ns_after_the_falling_edge() {
    let mut controller = Controller::new(LEAST);
    controller.pins.cs_n = false;
    controller.hold(LEAST.lead).unwrap();
    for bit in (0..16).rev() {
        controller.pins.copi = u16::from_be_bytes([command::READ, 0]) >> bit & 1 == 1;
        controller.hold(5).unwrap();
        controller.pins.sclk = true;
        controller.hold(8).unwrap();
        controller.pins.sclk = false;
    }
    // The first bit of AD is 1.
    let levels = [(); 6].map(|()| controller.hold(1).unwrap());
    assert_eq!(levels, [false, false, false, true, true, true]);
}

#[test]
fn what_the_sensor_does_not_know_is_told() {
    for (bytes, error) in [
        (&[0x0C, 0, 0][..], "no command 0C: 0A writes and 0B reads"),
        (&[command::WRITE, register::PARTID, 1], "register 02 cannot be written"),
        (
            &[command::WRITE, register::SELF_TEST, 0, 0],
            "register 2F cannot be written",
        ),
        (&[command::READ, register::SELF_TEST, 0, 0], "there is no register 2F"),
        (&[command::READ, 0], "a frame of 16 bits"),
    ] {
        assert_eq!(Controller::new(LEAST).frame(bytes).unwrap_err().to_string(), error);
    }
    let cut = Controller::new(LEAST).bits(&[command::READ, 0, 0], 23).unwrap_err();
    assert_eq!(cut.to_string(), "a frame of 23 bits");
}

#[test]
fn it_needs_5_ms_after_power_on_and_half_of_one_after_a_reset() {
    let mut sensor = Adxl362::new(HERTZ);
    let error = sensor
        .next(SpiPins { cs_n: false, sclk: false, copi: false })
        .unwrap_err();
    assert!(error.to_string().starts_with("power-on: "), "{error}");

    let reset = [command::WRITE, register::SOFT_RESET, RESET_CODE];
    let mut controller = Controller::new(LEAST);
    controller.frame(&reset).unwrap();
    let error = controller.frame(&reset).unwrap_err().to_string();
    assert!(error.starts_with("reset: "), "{error}");
    let mut controller = Controller::new(LEAST);
    controller.frame(&[command::WRITE, register::SOFT_RESET, 0]).unwrap();
    controller
        .frame(&[command::WRITE, register::FILTER_CTL, 0x51, MEASURE])
        .unwrap();
    controller.frame(&reset).unwrap();
    let settings = |sensor: &Adxl362| [register::FILTER_CTL, register::POWER_CTL].map(|at| sensor.register(at));
    assert_eq!(settings(&controller.sensor), [FILTER_2_G_100_HZ, 0]);
    controller.hold(HERTZ / 2_000).unwrap();
    controller.frame(&reset).unwrap();
}

#[test]
fn it_measures_at_its_rate_in_its_range_once_it_is_told_to() {
    for (filter, clocks, divisor) in [(0x13, HERTZ / 100, 1), (0x55, HERTZ / 400, 2), (0xD4, HERTZ / 200, 4)] {
        let mut controller = Controller::new(LEAST);
        let acceleration = [1_000, -1_000, 400];
        controller.sensor.accelerate(acceleration);
        controller.hold(HERTZ / 50).unwrap();
        assert_eq!(controller.sensor.samples(), 0, "in standby");
        controller
            .frame(&[command::WRITE, register::FILTER_CTL, filter, MEASURE])
            .unwrap();
        controller.hold(4 * clocks).unwrap();
        assert_eq!(controller.sensor.samples(), 1);
        controller.hold(3 * clocks).unwrap();
        assert_eq!(controller.sensor.samples(), 4);
        assert_eq!(controller.sensor.register(register::STATUS), DATA_READY);

        let data = controller.frame(&[command::READ, register::XDATA, 0, 0, 0]).unwrap();
        let all = [[command::READ, register::XDATA_L].as_slice(), &[0; 6]].concat();
        let all = controller.frame(&all).unwrap();
        for axis in 0..3 {
            let value = acceleration[axis] / divisor;
            let words = [all[2 + 2 * axis], all[3 + 2 * axis]];
            assert_eq!(i32::from(i16::from_le_bytes(words)), value);
            assert_eq!(i32::from(data[2 + axis] as i8), value >> 4);
        }
        assert_eq!(controller.sensor.register(register::STATUS), 0, "the sample was read");
        controller.sensor.power_cycle();
        assert_eq!(controller.sensor.register(register::POWER_CTL), 0);
    }
}
