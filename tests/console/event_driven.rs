//! Every unit under Icarus Verilog, an event-driven simulator: before and after every edge each output must equal that
//! of the rust-hdl simulation, and never be unknown.
//!
//! Verilator and synthesis start from the registers' first values in any case. An event-driven simulator runs an
//! `always @(*)` only when something it reads changes, so it never sees a first value that is set before the block
//! first waits. SystemVerilog sets the first values in declarations that early, Verilog-2001 does not; the text must
//! work under both.
//!
//! Only here is a register without a first value unknown. Elsewhere it starts at some level, which may happen to be
//! right.
#![cfg(feature = "eda")]

use crate::icarus;
use tengen::simulation::noise;

use icarus::Bench;
use tengen::simulation::demonstration;
use tengen::units::{self, UNITS, Unit};
use tengen_sim::{Engine, Port, PortDirection, Random};

/// The clocks with constant inputs, so that only the circuit itself causes events: longer than any pipeline from a
/// register to a pin. It must end: read as SystemVerilog, a block that reads only constant pins never runs.
const REST: u64 = 100;
/// The number of power-ons.
const SEEDS: u64 = 6;
/// The number of rounds of inputs after each power-on.
const ROUNDS: usize = 24;

/// Rounds of random inputs, held for some clocks so that state machines advance; in half of the rounds single bits are
/// strobes.
fn random(seed: u64, engine: &mut dyn Engine) {
    let mut random = Random::new(seed);
    let ports = engine.ports().to_vec();
    let inputs: Vec<(usize, &Port)> = (ports.iter().enumerate())
        .filter(|(_, port)| port.direction == PortDirection::Input)
        .collect();
    for _ in 0..ROUNDS {
        let strobes = random.once_in(2);
        for &(number, port) in &inputs {
            let rare = if strobes && port.width == 1 { random.bits(1) } else { u64::MAX };
            engine.set(number, noise::valid(port, random.bits(port.width) & rare));
        }
        engine.step();
        for &(number, _) in inputs.iter().filter(|(_, port)| strobes && port.width == 1) {
            engine.set(number, 0);
        }
        engine.steps(random.of(&[0, 1, 30, 120]));
    }
}

/// A unit with constant inputs, under random inputs, and in its demonstration.
fn bench(unit: &'static Unit) -> Bench {
    // The demonstration has keys, stones and moves, which random inputs never produce.
    let shown = demonstration::of(unit.name).unwrap();
    let at_rest = Bench::new(unit.name, || unit.demonstrated().native()).power_on(false, |engine| engine.steps(REST));
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
        let circuit = unit.demonstrated().verilog().unwrap();
        for generation in ["-g2001", "-g2012"] {
            assert_eq!(bench.fault(&circuit, generation), None, "{}, {generation}", unit.name);
        }
    }
}

/// The lines of a text that set the first value of a register (not of a memory).
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

/// Registers whose first value is never observable, by unit.
const SILENT: [(&str, &str); 8] = [
    ("vga_sync", ""),
    ("seven_segment", ""),
    // A number without a note is also silence; clocks are counted anew when a tune begins.
    ("sound", "note clocks"),
    // Loaded together with the first byte, before they are used.
    ("seven_segment_serial", "shown lit"),
    // Loaded from the pins at `start`; `own` is loaded in every clock.
    ("win_checker", "home_col home_row colour exact forward own"),
    // They start as for an invisible pixel, as if nothing had been sent; the disparity is zero after such pixels.
    (
        "tmds_encoder",
        "chained_q_word chained_q_xor weighed_q_word weighed_q_xor weighed_q_balance disparity_q",
    ),
    // The pins' first levels are replaced before anything lasts long enough to be an edge. Only that of the clock line
    // can delay an edge by a clock, if the line changes just then: tests/circuits/keyboard.rs allows that. A frame's
    // first edge sets the rest.
    ("ps2_receiver", "first_q second_q disagreed spoiled shifted quiet"),
    // While idle some follow the pins; the others, including those of the scan along a line, are set where a crossing
    // or a line begins. The memory's first output is not used, and nobody asks for the label.
    (
        "renju_judge",
        "read_data run before_gap before_far before_room reach far cells progress_direction progress_three progress_spare \
         too_few second_round before_tried overline four double_four operation colour label at_col at_row stone_col \
         stone_row distance forward",
    ),
];

/// Each such line is removed, and alternatively the complement is set: an unknown condition counts as false, which may
/// happen to be right.
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
