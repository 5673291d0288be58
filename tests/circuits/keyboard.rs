//! The complete path of the keyboard, from the two pins to key events; with the feature `eda` also every circuit on it
//! against its Verilog.

use tengen::gateware::keyboard::Controls;
use tengen::gateware::keyboard::key::{KEYS, Key, PhysicalKey};
use tengen_sim::{Engine, Keyboard, KeyboardFrame, KeyboardTiming, Native, Random, Typematic};

/// A person at the keyboard.
struct Player {
    controls: Native<Controls>,
    keyboard: Keyboard,
}

impl Player {
    fn new(mut keyboard: Keyboard) -> Self {
        keyboard.pause(100);
        Player { controls: Native::new(Controls::default()), keyboard }
    }

    fn step(&mut self) -> Option<Key> {
        let pins = &mut self.controls.circuit;
        (pins.ps2_clk.next, pins.ps2_data.next) = self.keyboard.next();
        self.controls.settle();
        self.controls.step();
        let pins = &self.controls.circuit;
        pins.strobe.val().then(|| pins.key.val())
    }

    /// The key events until everything has been sent.
    fn events(&mut self) -> Vec<Key> {
        let mut events = vec![];
        while !self.keyboard.idle() {
            events.extend(self.step());
        }
        (0..50).for_each(|_| events.extend(self.step()));
        events
    }
}

#[test]
fn a_held_direction_moves_on_and_a_held_enter_does_not() {
    const SECOND: u32 = 25_000_000;
    let right = KEYS.iter().find(|key| key.name == "right").unwrap();
    let enter = KEYS.iter().find(|key| key.name == "enter").unwrap();
    // A press, and after half a second 10.9 repeats a second: at 0.5, 0.59, 0.68, 0.78, 0.87 and 0.96 s.
    for (key, expected) in [(right, 7), (enter, 1)] {
        let mut player = Player::new(Keyboard::new(KeyboardTiming::real()).with_typematic(Typematic::real()));
        player.keyboard.press(key.code, key.extended);
        let mut events: Vec<Key> = (0..SECOND).filter_map(|_| player.step()).collect();
        player.keyboard.release(key.code, key.extended);
        events.extend(player.events());
        events.extend((0..SECOND).filter_map(|_| player.step()));
        assert_eq!(events, vec![key.key; expected]);
    }
}

#[test]
fn pause_fake_shifts_and_a_replugged_keyboard_are_nothing() {
    let mut player = Player::new(Keyboard::new(KeyboardTiming::real()));
    let space = 0x29;
    for nothing in [
        &[0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77][..],
        &[0xE0, 0x12],
        &[0xE0, 0xF0, 0x12],
        &[0xE0, 0x59],
        &[0xE0, 0xF0, 0x59],
        &[0xE0, 0xAA],
        &[0xF0, 0x00],
        &[0xE1, 0xFF],
        &[0xFC],
        &[0xFE],
    ] {
        nothing.iter().for_each(|byte| player.keyboard.send(*byte));
        assert_eq!(player.events(), [], "{nothing:02X?}");
        player.keyboard.press(space, false);
        player.keyboard.release(space, false);
        assert_eq!(player.events(), [Key::Enter], "after {nothing:02X?}");
    }
}

#[test]
fn two_thousand_random_keys_on_the_pins_are_the_events_they_mean() {
    let mut random = Random::new(11);
    let mut player = Player::new(Keyboard::new(KeyboardTiming::fast()));
    let mut held: Vec<PhysicalKey> = vec![];
    let mut expected = vec![];
    for _ in 0..2_000 {
        let key = random.of(&KEYS);
        match random.below(5) {
            0 => {
                let faulty = KeyboardFrame::new(random.bits(8) as u8);
                player.keyboard.send_frame(faulty.wrong_parity());
            }
            1 | 2 if held.contains(&key) => {
                held.retain(|held| *held != key);
                player.keyboard.release(key.code, key.extended);
            }
            _ => {
                player.keyboard.press(key.code, key.extended);
                if !held.contains(&key) {
                    held.push(key);
                    expected.push(key.key);
                } else if key.key.is_direction() {
                    expected.push(key.key);
                }
            }
        }
    }
    assert_eq!(player.events(), expected);
    assert!(expected.len() > 500, "{}", expected.len());
}

/// The rust-hdl simulation and the emitted Verilog with the same stimulus: every output must be equal on every clock.
#[cfg(feature = "eda")]
mod cosimulation {
    use super::*;
    use std::path::Path;
    use tengen::gateware::{
        display::{HexDigit, SevenSegment, SevenSegmentSerial},
        keyboard::{Debounce, FastDebounce, Ps2Decoder, Ps2Receiver},
    };
    use tengen::hdl::verilog::verilog;
    use tengen::units;
    use tengen_sim::{Circuit, Model, Pair, Port, Verilator, VerilatorTool};

    const MODELS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");

    /// Intended: a shifted word loses a bit, and an output may be unused.
    const HARMLESS: [&str; 2] = ["UNUSEDSIGNAL", "PINCONNECTEMPTY"];

    /// The Verilog of a circuit; `broken` (a text and its replacement) may insert a fault.
    fn model<C: Circuit>(circuit: fn() -> C, name: &str, broken: Option<(&str, &str)>) -> Model {
        let mut text = verilog(&mut circuit(), name).unwrap();
        if let Some((good, bad)) = broken {
            assert_eq!(text.matches(good).count(), 1, "{good} in\n{text}");
            text = text.replace(good, bad);
        }
        compiled(&text, name, &C::ports())
    }

    fn compiled(text: &str, top: &str, ports: &[Port]) -> Model {
        let tool = VerilatorTool::from_environment();
        let mut warnings = tool.lint(text, top).unwrap();
        warnings.retain(|warning| !HARMLESS.iter().any(|kind| warning.starts_with(kind)));
        assert!(warnings.is_empty(), "{warnings:#?}");
        tool.build(text, top, ports, Path::new(MODELS)).unwrap()
    }

    /// A clock other than the machine's.
    const OTHER: u32 = 50_000_000;

    /// A unit's file for that clock, paired with its rust-hdl simulation.
    fn pair_at_the_other_clock(name: &str) -> Pair<Box<dyn Engine>, Verilator> {
        let unit = units::find(name).unwrap().at(OTHER).unwrap();
        let text = unit.file("my_", "a test").unwrap();
        let native = unit.native();
        let model = compiled(&text, &format!("my_{name}"), native.ports());
        Pair::new(native, model.start()).unwrap()
    }

    #[test]
    fn a_receiver_at_another_clock_keeps_its_times() {
        let microsecond = OTHER / 1_000_000;
        // The longest glitch is ignored, and a pulse longer by a clock is an edge; a pause in a frame may have the
        // limit, but not a clock more.
        for (pulse, edges) in [(microsecond, 0), (microsecond + 1, 1)] {
            let mut keyboard = Keyboard::new(KeyboardTiming::at(12_000, OTHER));
            keyboard.pause(10 * microsecond);
            keyboard.drive(false, false, pulse);
            keyboard.pause(2_000 * microsecond);
            keyboard.press(0x5A, false);
            let received = receive_all(&mut pair_at_the_other_clock("ps2_receiver"), keyboard).unwrap();
            assert_eq!(received, (1, edges), "{pulse} clocks");
        }
        // The rest of a dropped frame counts as another one.
        for (clocks, expected) in [(1_990 * microsecond, (1, 0)), (1_990 * microsecond + 1, (0, 2))] {
            let bits = 1 << 10 | 1 << 9 | 0x5A << 1;
            let mut keyboard = Keyboard::new(KeyboardTiming::at(12_000, OTHER));
            keyboard.pause(10 * microsecond);
            for half in 0..22 {
                let clocks = if half == 7 { clocks } else { 40 * microsecond };
                keyboard.drive(half % 2 == 1, bits >> (half / 2) & 1 == 1, clocks);
            }
            keyboard.pause(2_000 * microsecond);
            let received = receive_all(&mut pair_at_the_other_clock("ps2_receiver"), keyboard).unwrap();
            assert_eq!(received, expected, "{clocks} clocks");
        }
    }

    #[test]
    fn buttons_at_another_clock_rest_for_10_ms() {
        let mut controls = pair_at_the_other_clock("controls");
        let [buttons, strobe] = ["buttons", "strobe"].map(|name| controls.port(name));
        let rest = u64::from(OTHER / 100);
        controls.steps(rest + 10).unwrap();
        // The button bounces, and counts once it has been stable for that time.
        for level in [1, 0, 1] {
            controls.set(buttons, level);
            controls.steps(100).unwrap();
        }
        let mut clocks = 100;
        while controls.get(strobe) == 0 && clocks < 2 * rest {
            controls.step().unwrap();
            clocks += 1;
        }
        assert_eq!(clocks, rest + 3);
        // The debouncer alone, which is not a unit.
        let mut debounce = pair(|| FastDebounce::at(1_000_000), "debounce");
        let [buttons, level] = ["buttons", "level"].map(|name| debounce.port(name));
        debounce.steps(20_000).unwrap();
        debounce.set(buttons, 1);
        debounce.steps(20_000).unwrap();
        assert_eq!(debounce.get(level), 1);
    }

    #[test]
    fn digits_at_another_clock_are_lit_for_a_quarter_of_a_millisecond() {
        let mut display = pair_at_the_other_clock("seven_segment");
        let [value, digit] = ["value", "digit"].map(|name| display.port(name));
        display.set(value, 0x5A);
        let mut shown = vec![];
        for _ in 0..OTHER / 1_000 {
            display.step().unwrap();
            shown.push(display.get(digit));
        }
        let lit: Vec<usize> = shown.chunk_by(|one, next| one == next).map(<[u64]>::len).collect();
        assert_eq!(lit, [OTHER as usize / 4_000; 4]);
    }

    /// `controls` contains a receiver of its own; only prefixes keep the names apart.
    #[test]
    fn two_units_with_a_part_in_common_are_one_design() {
        let file = |name: &str, prefix: &str| units::find(name).unwrap().file(prefix, "a test").unwrap();
        let top = "module both (input wire clock, input wire [1:0] lines, input wire [4:0] buttons, output wire [1:0] strobes);
            a_ps2_receiver a (.clock(clock), .ps2_clk(lines[0]), .ps2_data(lines[1]), .code(), .strobe(strobes[0]), .error());
            b_controls b (.clock(clock), .ps2_clk(lines[0]), .ps2_data(lines[1]), .usb_used(1'b0), .usb_code(8'd0),
                .usb_strobe(1'b0), .buttons(buttons), .key(),
                .strobe(strobes[1]), .last_code(), .code_strobe(), .code_error(), .down(), .down_valid());
            endmodule\n";
        let both = |a: &str, b: &str| file("ps2_receiver", a) + &file("controls", b) + top;
        let design = both("a_", "b_");
        let tool = VerilatorTool::from_environment();
        let mut warnings = tool.lint(&design, "both").unwrap();
        warnings.retain(|warning| !HARMLESS.iter().any(|kind| warning.starts_with(kind)));
        assert!(warnings.is_empty(), "{warnings:#?}");
        let icarus = |design: &str| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("both.v");
            std::fs::write(&path, design).unwrap();
            let mut icarus = std::process::Command::new("iverilog");
            let output = icarus.args(["-g2001", "-Wall", "-Wno-timescale", "-t", "null", "-s", "both"]);
            output.arg(path).output().unwrap()
        };
        let output = icarus(&design);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{said}");
        // Without prefixes the names collide.
        let unnamed = both("", "").replace("a_ps2", "ps2").replace("b_controls", "controls");
        assert!(!icarus(&unnamed).status.success());
    }

    fn pair<C: Circuit>(circuit: fn() -> C, name: &str) -> Pair<Native<C>, Verilator> {
        Pair::new(Native::new(circuit()), model(circuit, name, None).start()).unwrap()
    }

    /// Correct and faulty bytes at three speeds, glitches, pauses, and noise.
    fn everything(random: &mut Random) -> Vec<Keyboard> {
        let timings = [
            KeyboardTiming::fast(),
            KeyboardTiming::at(16_700, 25_000_000),
            KeyboardTiming::real(),
        ];
        timings
            .map(|timing| {
                let mut keyboard = Keyboard::new(timing);
                for _ in 0..300 {
                    let frame = KeyboardFrame::new(random.bits(8) as u8);
                    match random.below(12) {
                        0 => keyboard.send_frame(frame.wrong_start()),
                        1 => keyboard.send_frame(frame.wrong_parity()),
                        2 => keyboard.send_frame(frame.wrong_stop()),
                        3 => {
                            keyboard.send_frame(frame.cut(random.below(11)));
                            keyboard.pause(49_000 + random.below(2_000));
                        }
                        4 => keyboard.send_frame(frame.glitches(random.below(30))),
                        5 => {
                            for edge in 0..100 {
                                let longest = random.of(&[60, 3_000]);
                                keyboard.drive(edge % 2 == 1, random.once_in(2), random.below(longest));
                            }
                        }
                        _ => {
                            let key = random.of(&KEYS);
                            keyboard.press(key.code, key.extended);
                            if random.once_in(2) {
                                keyboard.release(key.code, key.extended);
                            }
                        }
                    }
                }
                keyboard
            })
            .into()
    }

    /// Runs until the keyboard has sent everything; returns the numbers of bytes and of errors.
    fn receive_all(pair: &mut Pair<impl Engine, Verilator>, mut keyboard: Keyboard) -> anyhow::Result<(u64, u64)> {
        let [clk, data, strobe, error] = ["ps2_clk", "ps2_data", "strobe", "error"].map(|name| pair.port(name));
        let (mut bytes, mut errors) = (0, 0);
        while !keyboard.idle() {
            let levels = keyboard.next();
            pair.set(clk, levels.0.into());
            pair.set(data, levels.1.into());
            pair.step()?;
            bytes += pair.get(strobe);
            errors += pair.get(error);
        }
        Ok((bytes, errors))
    }

    /// The line's first level after power-on, for about as many clocks as a level needs to count, and then a falling
    /// edge.
    fn power_on(high: u32) -> Keyboard {
        let mut keyboard = Keyboard::new(KeyboardTiming::real());
        keyboard.drive(true, true, high);
        keyboard.drive(false, true, 100);
        keyboard
    }

    /// A frame, correct or with a wrong start bit, that pauses for that many clocks at each of its edges in turn,
    /// followed by silence.
    fn resting(clocks: u32, start: bool) -> Keyboard {
        let mut keyboard = Keyboard::new(KeyboardTiming::real());
        for resting in 0..22 {
            let bits = 1 << 10 | 1 << 9 | 0x5A << 1 | u16::from(start);
            for half in 0..22 {
                let clocks = if half == resting { clocks } else { 40 };
                keyboard.drive(half % 2 == 1, bits >> (half / 2) & 1 == 1, clocks);
            }
            keyboard.pause(50_000);
        }
        keyboard
    }

    fn receive(broken: Option<(&str, &str)>) -> anyhow::Result<()> {
        let model = model(Ps2Receiver::default, "ps2_receiver", broken);
        let start = || Pair::new(Native::new(Ps2Receiver::default()), model.start());
        for high in 0..40 {
            receive_all(&mut start()?, power_on(high))?;
        }
        // The limits after which a wrong frame, and any frame, is dropped: an edge at the limit is still in time, the
        // next clock is not.
        for limit in [2_400, 49_750] {
            for clocks in limit - 1..=limit + 1 {
                for start_bit in [false, true] {
                    receive_all(&mut start()?, resting(clocks, start_bit))?;
                }
            }
        }
        let mut pair = start()?;
        let (mut bytes, mut errors) = (0, 0);
        for keyboard in everything(&mut Random::new(1)) {
            let more = receive_all(&mut pair, keyboard)?;
            (bytes, errors) = (bytes + more.0, errors + more.1);
        }
        assert!(bytes > 500 && errors > 200, "{bytes} bytes, {errors} errors");
        Ok(())
    }

    #[test]
    fn ps2_receiver() {
        receive(None).unwrap();
    }

    #[test]
    fn a_broken_receiver_is_found_out() {
        let difference = receive(Some(("state_q_error <= state_d_error;", "state_q_error <= 1'b0;"))).unwrap_err();
        assert!(
            difference
                .to_string()
                .ends_with("output error is 0x1 on the left and 0x0 on the right"),
            "{difference}"
        );
        let counts_one_too_many = [
            // A counter off by one: from a falling edge, from a rising edge, at each limit; and the edge filter's first
            // values.
            (
                "if (falls) begin\n      state_d_quiet = 16'd0;",
                "if (falls) begin\n      state_d_quiet = 16'd1;",
            ),
            (
                "if (turns) begin\n        state_d_quiet = 16'd0;",
                "if (turns) begin\n        state_d_quiet = 16'd1;",
            ),
            ("stall = 16'hc255", "stall = 16'hc256"),
            ("idle = 16'd2399", "idle = 16'd2400"),
            ("first_q = 1'b0;", "first_q = 1'b1;"),
            ("state_q_level = 1'b0;", "state_q_level = 1'b1;"),
        ];
        for broken in counts_one_too_many {
            let difference = receive(Some(broken)).expect_err(broken.1).to_string();
            assert!(difference.contains(" output error is "), "{difference}");
        }
    }

    #[test]
    fn ps2_decoder() {
        let mut pair = pair(Ps2Decoder::default, "ps2_decoder");
        let ports = ["code", "strobe", "error", "pressed", "repeated", "released"];
        let [code, strobe, error, pressed, repeated, released] = ports.map(|name| pair.port(name));
        let mut random = Random::new(2);
        let mut events = [0; 3];
        for _ in 0..200_000 {
            let byte = match random.below(8) {
                0 => 0xE0,
                1 => 0xF0,
                2 => random.of(&[0xE1, 0x14, 0x77, 0xAA]),
                3 => random.bits(8) as u8,
                _ => random.of(&KEYS).code,
            };
            pair.set(code, byte.into());
            pair.set(strobe, (!random.once_in(3)).into());
            pair.set(error, random.once_in(50).into());
            pair.step().unwrap();
            for (count, port) in events.iter_mut().zip([pressed, repeated, released]) {
                *count += pair.get(port);
            }
        }
        assert!(events.iter().all(|count| *count > 1_000), "{events:?}");
    }

    #[test]
    fn controls() {
        let mut pair = pair(|| Controls::with_hold(500), "controls");
        let [clk, data, buttons, strobe] = ["ps2_clk", "ps2_data", "buttons", "strobe"].map(|name| pair.port(name));
        let mut random = Random::new(3);
        let (mut pushed, mut events) = (0, 0);
        for mut keyboard in everything(&mut Random::new(4)) {
            while !keyboard.idle() {
                let levels = keyboard.next();
                if random.once_in(2_000) {
                    pushed ^= 1 << random.below(5);
                }
                pair.set(clk, levels.0.into());
                pair.set(data, levels.1.into());
                pair.set(buttons, pushed);
                pair.step().unwrap();
                events += pair.get(strobe);
            }
        }
        assert!(events > 1_000, "{events}");
    }

    #[test]
    fn debounce() {
        let mut pair = pair(|| <Debounce>::new(20), "debounce");
        let (buttons, pressed) = (pair.port("buttons"), pair.port("pressed"));
        let mut random = Random::new(5);
        let (mut pushed, mut presses) = (0, 0);
        for _ in 0..200_000 {
            if random.once_in(25) {
                pushed ^= random.bits(5);
            }
            pair.set(buttons, pushed);
            pair.step().unwrap();
            presses += u64::from(pair.get(pressed) != 0);
        }
        assert!(presses > 1_000, "{presses}");
    }

    #[test]
    fn hex_digit() {
        let mut pair = pair(HexDigit::default, "hex_digit");
        let nibble = pair.port("nibble");
        for value in 0..16 {
            pair.set(nibble, value);
            pair.settle().unwrap();
        }
    }

    #[test]
    fn seven_segment() {
        let mut pair = pair(SevenSegment::default, "seven_segment");
        shows(&mut pair, 20_000);
    }

    #[test]
    fn seven_segment_serial() {
        let mut pair = pair(SevenSegmentSerial::default, "seven_segment_serial");
        shows(&mut pair, 700);
    }

    /// Sets every value in turn, each for that many clocks.
    fn shows<C: Circuit>(pair: &mut Pair<Native<C>, Verilator>, clocks: u64) {
        let value = pair.port("value");
        for shown in 0..256 {
            pair.set(value, shown);
            pair.steps(clocks).unwrap();
        }
    }
}
