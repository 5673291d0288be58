//! Every unit under Icarus Verilog, an event-driven simulator: before and after every edge every output is what it is in the
//! rust-hdl simulation, and none is ever unknown.
//!
//! Verilator and synthesis start from the registers' first values whatever the text looks like. An event-driven simulator runs
//! an `always @(*)` only when something it reads changes, so a first value that is there before the block waits is never seen
//! by it. SystemVerilog gives first values in declarations exactly so early, Verilog-2001 does not; both readings must work.
//!
//! And only here is a register without a first value unknown. Elsewhere it starts with some level, which may be the right one.
#![cfg(feature = "eda")]

use crate::codes;
use crate::icarus;

use icarus::Bench;
use tengen::simulation::demonstration;
use tengen::units::{self, UNITS, Unit};
use tengen_sim::{Engine, Port, PortDirection, Random};

/// Clocks with the inputs at rest, so that nothing but the circuit itself makes an event: longer than any pipeline from a
/// register to a pin. Not for ever: read as SystemVerilog, a block that reads nothing but pins at rest is never run.
const REST: u64 = 100;
/// Each is another power-on, and another few hundred clocks.
const SEEDS: u64 = 6;
const ROUNDS: usize = 24;

/// Rounds of random inputs, held for a while, so that machines get somewhere; in half of them the single bits are strobes.
fn random(seed: u64, engine: &mut dyn Engine) {
    let mut random = Random::new(seed);
    let ports = engine.ports().to_vec();
    let inputs: Vec<(usize, &Port)> = (ports.iter().enumerate())
        .filter(|(_, port)| port.direction == PortDirection::Input)
        .collect();
    for _ in 0..ROUNDS {
        let strobes = random.once_in(2);
        for &(number, port) in &inputs {
            let rare = if strobes && port.width == 1 {
                random.bits(1)
            } else {
                u64::MAX
            };
            engine.set(number, codes::valid(port, random.bits(port.width) & rare));
        }
        engine.step();
        for &(number, _) in inputs.iter().filter(|(_, port)| strobes && port.width == 1) {
            engine.set(number, 0);
        }
        engine.steps(random.of(&[0, 1, 30, 120]));
    }
}

/// A unit at rest, under random inputs, and as it is shown.
fn bench(unit: &'static Unit) -> Bench {
    // Keys, stones and moves, which random inputs never make.
    let shown = demonstration::of(unit.name).unwrap();
    let at_rest = Bench::new(unit.name, || unit.native()).power_on(false, |engine| engine.steps(REST));
    (1..=SEEDS)
        .fold(at_rest, |bench, seed| {
            bench.power_on(true, |engine| random(seed, engine))
        })
        .power_on(true, |engine| drop(shown(engine).unwrap()))
}

#[test]
fn every_output_is_what_it_is_in_the_rust_hdl_simulation() {
    for unit in UNITS {
        let bench = bench(unit);
        let circuit = unit.verilog().unwrap();
        for generation in ["-g2001", "-g2012"] {
            assert_eq!(bench.fault(&circuit, generation), None, "{}, {generation}", unit.name);
        }
    }
}

/// The lines of a text that give a register, not a memory, its first value.
fn first_values(circuit: &str) -> Vec<&str> {
    let mut initial = false;
    let is_one = |line: &&str| {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["initial", "begin"] => initial = true,
            ["end"] => initial = false,
            _ => {}
        }
        match words[..] {
            [register, "=", _] => initial && !register.contains('['),
            ["initial", _, "=", _] => true,
            _ => false,
        }
    };
    circuit.lines().filter(is_one).collect()
}

/// Registers whose first value nothing ever sees, unit by unit.
const SILENT: [(&str, &str); 8] = [
    ("vga_sync", ""),
    ("seven_segment", ""),
    // A number that is no note is silence too; clocks are counted anew when a tune begins.
    ("sound", "note clocks"),
    // Taken over when the first byte is, before they are looked at.
    ("seven_segment_serial", "shown lit"),
    // Taken from the pins at `start`; `own` is new on every clock.
    ("win_checker", "home_col home_row colour exact forward own"),
    // All of a pixel that is not visible, as none is that was not sent; the disparity is none after each of them.
    (
        "tmds_encoder",
        "chained_q_word chained_q_xor weighed_q_word weighed_q_xor weighed_q_balance disparity_q",
    ),
    // The pins' first levels are gone before anything has lasted long enough to be an edge. Only the first of the clock line can shift one, by a
    // clock, if the line turns just then: tests/circuits/keyboard.rs lets it. A frame's first edge sets the rest.
    ("ps2_receiver", "first_q second_q disagreed spoiled shifted quiet"),
    // While it is idle some follow the pins; the others, those of the scan along a line among them, are set where a crossing
    // and where a line begins. What the memory read before is not looked at, and nobody asks for the label.
    (
        "renju_judge",
        "read_data run before_gap before_far before_room reach far cells progress_direction progress_three progress_spare \
         too_few second_round before_tried overline four double_four operation colour label at_col at_row stone_col \
         stone_row distance forward",
    ),
];

/// Each line is left out, and the value's complement put there: an unknown condition counts as false, which may be just right.
#[test]
fn a_first_value_that_is_missing_or_wrong_is_found_out() {
    for (name, silent) in SILENT {
        let unit = units::find(name).unwrap();
        let bench = bench(unit);
        let circuit = unit.verilog().unwrap();
        let lines = first_values(&circuit);
        assert!(!lines.is_empty(), "{name} has registers");
        let unseen = lines.into_iter().filter(|line| {
            assert_eq!(circuit.matches(line).count(), 1, "{line}");
            let faulty = ["", &line.replace(" = ", " = ~")].map(|fault| circuit.replace(line, fault));
            faulty.iter().all(|circuit| bench.fault(circuit, "-g2001").is_none())
        });
        let registers: Vec<_> = unseen
            .filter_map(|line| line.trim_start_matches("  initial").split_whitespace().next())
            .map(|register| register.trim_start_matches("state_q_"))
            .collect();
        assert_eq!(registers.join(" "), silent, "{name}");
    }
}
