//! The demonstrations of `tengen wave`: at the marker each unit's outputs must be what its demonstration promises, and
//! the emitted Verilog must be equal in every clock (feature `eda`).

use tengen::gateware::director::SECOND;
use tengen::gateware::keyboard::key::Key;
use tengen::gateware::usb::UsbState;
use tengen::gateware::video::colour::Colour as Ink;
use tengen::hdl::library::uart::BAUD;
use tengen::rules::gomoku::renju::Verdict;
use tengen::rules::gomoku::{Board, Colour, Crossing, Direction, Profile, Shape};
use tengen::simulation::{
    demonstration::{self, Shown},
    exercise,
};
use tengen::units::{self, UNITS, Unit};
use tengen_sim::tmds::{Word, decode};
use tengen_sim::{Engine, PortDirection, SerialReceiver, SerialTiming, hand_on};

/// An engine whose outputs are recorded after every clock.
struct Record<E: Engine> {
    engine: E,
    outputs: Vec<usize>,
    clocks: Vec<Vec<u64>>,
}

impl<E: Engine> Record<E> {
    fn new(engine: E) -> Self {
        let ports = engine.ports().iter().enumerate();
        let outputs = ports.filter(|(_, port)| port.direction == PortDirection::Output);
        Record { outputs: outputs.map(|(number, _)| number).collect(), engine, clocks: vec![] }
    }

    /// The value of an output in that cycle, after the edge.
    fn at(&self, cycle: u64, name: &str) -> u64 {
        let port = self.engine.port(name);
        let place = self.outputs.iter().position(|&output| output == port).unwrap();
        self.clocks[cycle as usize][place]
    }
}

impl<E: Engine> Engine for Record<E> {
    hand_on!(engine: ports, set, get, settle);
    fn step(&mut self) {
        self.engine.step();
        let values = self.outputs.iter().map(|&port| self.engine.get(port));
        self.clocks.push(values.collect());
    }
}

/// Runs the unit's demonstration on an engine of that unit.
fn play<E: Engine>(unit: &str, engine: E) -> (Shown, Record<E>) {
    let mut record = Record::new(engine);
    let demonstration = demonstration::of(unit).unwrap_or_else(|| panic!("nothing is shown of {unit}"));
    let shown = demonstration(&mut record).unwrap_or_else(|error| panic!("{unit}: {error:#}"));
    (shown, record)
}

/// The recorded outputs of a unit around its marker.
struct Moment {
    unit: &'static str,
    cycle: u64,
    record: Record<Box<dyn Engine>>,
}

impl Moment {
    fn of(unit: &'static str) -> Moment {
        let (shown, record) = play(unit, units::find(unit).unwrap().demonstrated().native());
        let cycle = shown.marker.cycle;
        assert!(
            shown.from <= cycle && cycle < record.clocks.len() as u64,
            "{unit}: {shown:?}"
        );
        Moment { unit, cycle, record }
    }

    /// Checks an output against its promised values in the clock before the marker and at the marker.
    fn turns(&self, output: &str, before: u64, at: u64) {
        let found = [self.cycle - 1, self.cycle].map(|cycle| self.record.at(cycle, output));
        assert_eq!(found, [before, at], "{}: {output}", self.unit);
    }

    fn is(&self, output: &str, value: u64) {
        let found = self.record.at(self.cycle, output);
        assert_eq!(found, value, "{}: {output}", self.unit);
    }
}

#[test]
fn every_unit_has_one_and_no_two_runs_differ() {
    for unit in UNITS.iter().map(Unit::demonstrated) {
        let [(shown, first), (_, second)] = [(); 2].map(|()| play(unit.name, unit.native()));
        assert!(first.clocks == second.clocks, "{} is not the same twice", unit.name);
        assert!(!shown.marker.label.contains(char::is_whitespace), "{shown:?}");
        let worth = first.clocks.len() as u64 - shown.from;
        assert!((10..20_000).contains(&worth), "{}: a dump of {worth} cycles", unit.name);
    }
}

#[test]
fn the_vertical_sync_begins_with_line_490() {
    let moment = Moment::of("vga_sync");
    moment.turns("vsync", 1, 0);
    moment.turns("y", 489, 490);
    moment.is("x", 0);
}

#[test]
fn the_key_up_is_received_and_understood() {
    let receiver = Moment::of("ps2_receiver");
    receiver.turns("strobe", 0, 1);
    receiver.is("code", 0x75);
    let strobes = receiver.record.clocks.len() as u64;
    let strobes = (0..strobes).filter(|&cycle| receiver.record.at(cycle, "strobe") == 1);
    let codes: Vec<u64> = strobes.map(|cycle| receiver.record.at(cycle, "code")).collect();
    assert_eq!(codes, [0xE0, 0x75, 0xE0, 0xF0, 0x75]);

    let controls = Moment::of("controls");
    controls.turns("strobe", 0, 1);
    controls.is("key", Key::Up as u64);

    let console = Moment::of("console");
    console.turns("cursor_row", 7, 6);
    console.is("cursor_col", 7);
    console.is("key_code", 0x75);
    console.is("page", 1);
}

#[test]
fn the_beam_meets_a_white_stone() {
    let moment = Moment::of("screen");
    let [red, green, blue] = Ink::Ivory.levels([4; 3]).map(u64::from);
    for (output, level) in [("red", red), ("green", green), ("blue", blue), ("visible", 1)] {
        moment.is(output, level);
    }
    // Four clocks after the scan position, on line 16; column 3 begins at x = 96, its stone two pixels later.
    assert_eq!(moment.cycle - 16 * 800 - 4, 96 + 2);
    let ebony = Ink::Ebony.levels([4; 3]).map(u64::from);
    let black = |cycle| ["red", "green", "blue"].map(|output| moment.record.at(cycle, output)) == ebony;
    assert!(
        (moment.cycle - 32..moment.cycle).any(black),
        "no black stone left of it"
    );
}

#[test]
fn the_pads_button_is_understood_in_the_second_poll() {
    let moment = Moment::of("gamepad");
    moment.turns("strobe", 0, 1);
    moment.is("key", Key::Up as u64);
}

#[test]
fn the_key_up_of_a_usb_keyboard_is_told_as_that_of_a_ps2_keyboard() {
    let moment = Moment::of("usb_keyboard");
    moment.turns("strobe", 0, 1);
    let strobes = (0..moment.record.clocks.len() as u64).filter(|&cycle| moment.record.at(cycle, "strobe") == 1);
    let codes: Vec<u64> = strobes.map(|cycle| moment.record.at(cycle, "code")).collect();
    assert_eq!(codes, [0xAA, 0xE0, 0x75, 0xE0, 0xF0, 0x75]);
    moment.is("code", 0xE0);
    moment.is("status", UsbState::Ready as u64);
}

#[test]
fn a_byte_and_its_complement_are_exchanged() {
    let moment = Moment::of("spi_master");
    moment.turns("done", 0, 1);
    moment.is("received", 0x4D);
    let rises =
        (1..moment.cycle).filter(|&cycle| [cycle - 1, cycle].map(|cycle| moment.record.at(cycle, "sclk")) == [0, 1]);
    let sent = rises.fold(0, |sent, cycle| sent << 1 | moment.record.at(cycle, "copi"));
    assert_eq!(sent, 0xB2);
}

#[test]
fn the_sensor_is_asked_for_its_identity() {
    let moment = Moment::of("tilt");
    moment.turns("cs_n", 1, 0);
    let clocks = moment.cycle..moment.record.clocks.len() as u64;
    let rises = clocks.filter(|&cycle| [cycle - 1, cycle].map(|cycle| moment.record.at(cycle, "sclk")) == [0, 1]);
    let sent = rises
        .take(16)
        .fold(0, |sent, cycle| sent << 1 | moment.record.at(cycle, "copi"));
    assert_eq!(sent, 0x0B00, "read from register 0 on");
}

#[test]
fn the_ramp_follows_the_control_tokens() {
    let moment = Moment::of("tmds_encoder");
    let word = |cycle| decode(moment.record.at(cycle, "symbol") as u16);
    assert_eq!(word(moment.cycle - 1), Word::Control(3));
    for (later, level) in (0..=255).step_by(5).enumerate() {
        assert_eq!(word(moment.cycle + later as u64), Word::Data(level));
    }
    for control in 0..4 {
        assert!(
            (0..moment.cycle).any(|cycle| word(cycle) == Word::Control(control)),
            "{control}"
        );
    }
}

#[test]
fn every_shape_is_there_in_turn() {
    let moment = Moment::of("shape_classifier");
    moment.turns("shape", Shape::LiveFour as u64, Shape::Five as u64);
    let mut shapes: Vec<u64> = (0..moment.record.clocks.len() as u64)
        .map(|cycle| moment.record.at(cycle, "shape"))
        .collect();
    shapes.dedup();
    assert_eq!(shapes, (0..8).collect::<Vec<u64>>());
}

fn board(stones: &[(usize, usize, Colour)]) -> Board {
    let mut board = Board::new();
    for &(row, col, colour) in stones {
        board.place(Crossing::new(row, col).unwrap(), colour).unwrap();
    }
    board
}

#[test]
fn the_computer_answers_as_its_reference() {
    use Colour::{Black, White};
    let board = board(&[(7, 7, Black), (6, 7, White), (8, 8, Black)]);
    let best = Profile::Zju.player().choose(&board, White).unwrap();
    for unit in ["gomoku_engine", "gomoku_core"] {
        let moment = Moment::of(unit);
        moment.turns("done", 0, 1);
        moment.is("best_row", best.row() as u64);
        moment.is("best_col", best.col() as u64);
    }
}

#[test]
fn an_ending_is_solved_and_a_move_found() {
    use tengen::rules::othello::{Position, player::Level, player::Limits};
    let moment = Moment::of("othello_engine");
    let board = "O-XO---OOO-OXXOOO-OXXOOOOXXXOXXXOXXOXXOXOXXXXXOXOOXXXXXXOXXXXXXX";
    let discs = |side| {
        let squares = (0..).zip(board.chars()).filter(|(_, disc)| *disc == side);
        squares.fold(0, |discs, (number, _)| discs | 1u64 << number)
    };
    let ending = Position { own: discs('X'), opponent: discs('O') };
    let answer = Level::Deep.think(ending, Limits::default());
    moment.turns("done", 0, 1);
    moment.is("score", u64::from((answer.score / 16) as u8));
    moment.is("best", answer.at.unwrap().number() as u64);
    moment.is("nodes", answer.nodes);

    let moment = Moment::of("othello_core");
    let answer = Level::Mobility.think(Position::START, Limits::default());
    moment.turns("done", 0, 1);
    moment.is("best", answer.at.unwrap().number() as u64);
    // f5 flips e5.
    let flips = (0..moment.cycle).map(|cycle| moment.record.at(cycle, "flips"));
    assert!(flips.into_iter().any(|flips| flips == 1 << 36));
}

#[test]
fn the_judge_finds_two_threes() {
    let moment = Moment::of("renju_judge");
    moment.turns("done", 0, 1);
    moment.is("verdict", Verdict::DoubleThree as u64);
}

#[test]
fn the_checker_finds_the_five() {
    let moment = Moment::of("win_checker");
    moment.turns("done", 0, 1);
    moment.is("won", 1);
    moment.is("length", 5);
    moment.is("direction", Direction::DownLeft as u64);
    moment.is("first_row", 3);
    moment.is("first_col", 9);
}

/// Segments g..a of the displayed byte.
const FOUR: u64 = 0b110_0110;
const E: u64 = 0b111_1001;

#[test]
fn two_digits_are_lit_in_turn() {
    let moment = Moment::of("seven_segment");
    moment.turns("digit", 0b0001, 0b0010);
    moment.turns("segments", E, FOUR);
}

#[test]
fn the_chain_holds_the_byte_when_it_is_shown() {
    let moment = Moment::of("seven_segment_serial");
    moment.turns("show", 0, 1);
    let mut chain = 0u64;
    for cycle in 1..=moment.cycle {
        let [before, now] = [cycle - 1, cycle].map(|cycle| moment.record.at(cycle, "serial_clock"));
        if (before, now) == (0, 1) {
            chain = chain << 1 | moment.record.at(cycle, "serial_data");
        }
    }
    // Six dark digits, then two lit ones; segments are active low, and the points are dark.
    assert_eq!(!chain, FOUR << 8 | E);
}

#[test]
fn a_click_ends_when_the_sound_is_switched_off() {
    let moment = Moment::of("sound");
    moment.turns("level", 1, 0);
    let clocks = moment.record.clocks.len() as u64;
    let level = |cycle| moment.record.at(cycle, "level");
    let turns: Vec<u64> = (1..clocks).filter(|cycle| level(*cycle) != level(cycle - 1)).collect();
    let half_waves: Vec<u64> = turns.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(half_waves, [6016, 6016, 501]);
}

#[test]
fn two_bytes_are_received_and_sent() {
    let bytes = b"Go";
    let receiver = Moment::of("uart_receiver");
    receiver.turns("strobe", 0, 1);
    receiver.turns("data", bytes[0].into(), bytes[1].into());

    // The second start bit follows the stop bit of the first byte, in which the byte was taken.
    let transmitter = Moment::of("uart_transmitter");
    transmitter.turns("tx", 1, 0);
    transmitter.turns("busy", 1, 1);
    let timing = SerialTiming::new(SECOND, BAUD);
    let mut line = SerialReceiver::new(timing);
    let clocks = transmitter.record.clocks.len() as u64;
    let received = (0..clocks).filter_map(|cycle| line.next(transmitter.record.at(cycle, "tx") == 1));
    assert_eq!(received.collect::<Vec<_>>(), bytes.map(Ok));
}

#[cfg(feature = "eda")]
#[test]
fn the_emitted_verilog_does_the_same() {
    use std::path::Path;
    use tengen::units::campaign::EXERCISE;
    use tengen_sim::{Pair, VerilatorTool};
    const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    let slow = UNITS.iter().filter(|unit| exercise::hertz(unit.name).is_some());
    for unit in UNITS
        .iter()
        .map(Unit::demonstrated)
        .chain(slow.map(|unit| unit.exercised().unwrap()))
    {
        let model = VerilatorTool::from_environment()
            .build(
                &unit.verilog().unwrap(),
                unit.name,
                unit.native().ports(),
                Path::new(CACHE),
            )
            .unwrap_or_else(|error| panic!("{}: {error:#}", unit.name));
        for (what, inputs) in unit.tested_inputs().unwrap() {
            // Millions of clocks are for the fast engine.
            let simulated = if what == EXERCISE { unit.fast().unwrap() } else { unit.native() };
            let pair = Pair::new(simulated, model.start()).unwrap();
            let different = inputs.tell_apart(pair);
            assert_eq!(
                different, None,
                "{}, {what}: the first cycle that is not the same",
                unit.name
            );
        }
    }
}
