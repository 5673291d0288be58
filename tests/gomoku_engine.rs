//! The Verilog written of the Gomoku circuits, under Verilator: right by itself, and clock by clock the same as the rust-hdl
//! simulation.
#![cfg(feature = "eda")]

use std::path::Path;

use rust_hdl::prelude::*;
use serde_json::Value;
use tengen::Circuit;
use tengen::gateware::gomoku::best_move::BestMove;
use tengen::gateware::gomoku::evaluator::Evaluator;
use tengen::gateware::gomoku::line::Line;
use tengen::gateware::gomoku::line_value::LineValue;
use tengen::gateware::gomoku::ring::Ring;
use tengen::gateware::gomoku::run_length::RunLength;
use tengen::gateware::gomoku::{GomokuEngine, ShapeClassifier, WinChecker};
use tengen::hdl::verilog::verilog;
use tengen::rules::gomoku::Window;
use tengen_sim::{Engine, Native, Pair, PortDirection, Verilator, VerilatorTool};

/// The longest a think may take, in clocks from the strobe to done.
const THINK_LIMIT: u32 = 260;

fn text_of<C: tengen_sim::Circuit + Default>(top: &str) -> String {
    verilog(&mut C::default(), top).unwrap_or_else(|error| panic!("{error:#}"))
}

fn start<C: tengen_sim::Circuit + Default>(text: &str, top: &str) -> Verilator {
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
    VerilatorTool::from_environment()
        .build(text, top, &C::ports(), Path::new(cache))
        .unwrap_or_else(|error| panic!("{top}: {error:#}"))
        .start()
}

fn emitted<C: tengen_sim::Circuit + Default>(top: &str) -> Verilator {
    start::<C>(&text_of::<C>(top), top)
}

struct Random(u32);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        u64::from(self.0 >> 8) % limit
    }

    /// True once in so many.
    fn once_in(&mut self, count: u64) -> u64 {
        u64::from(self.below(count) == 0)
    }

    fn bits(&mut self, width: usize) -> u64 {
        (self.below(1 << 16) << 16 | self.below(1 << 16)) & ((1 << width) - 1)
    }
}

/// Both simulations under the same inputs for so many clocks. `input` gives a port's value by its name and width. Inputs
/// that leave an output as it was all the time would prove nothing, so that is a failure too.
fn compare<C: tengen_sim::Circuit + Default>(
    text: &str,
    top: &str,
    clocks: u32,
    mut input: impl FnMut(&str, usize, &mut Random) -> u64,
) -> anyhow::Result<()> {
    let mut pair = Pair::new(Native::new(C::default()), start::<C>(text, top))?;
    let with = |direction| -> Vec<usize> {
        let ports = C::ports();
        (0..ports.len())
            .filter(|&port| ports[port].direction == direction)
            .collect()
    };
    let (inputs, outputs) = (with(PortDirection::Input), with(PortDirection::Output));
    let first: Vec<u64> = outputs.iter().map(|&port| pair.get(port)).collect();
    let mut moved = vec![false; outputs.len()];
    let mut random = Random(1);
    for _ in 0..clocks {
        for &port in &inputs {
            let (name, width) = (pair.ports()[port].name, pair.ports()[port].width);
            pair.set(port, input(name, width, &mut random));
        }
        pair.settle()?;
        pair.step()?;
        for (moved, (&port, &first)) in moved.iter_mut().zip(outputs.iter().zip(&first)) {
            *moved |= pair.get(port) != first;
        }
    }
    for (moved, port) in moved.into_iter().zip(outputs) {
        assert!(moved, "{top}: output {} never moved", C::ports()[port].name);
    }
    Ok(())
}

fn anything(_: &str, width: usize, random: &mut Random) -> u64 {
    random.bits(width)
}

#[test]
fn every_window_has_the_shape_of_the_definition() {
    let mut classifier = emitted::<ShapeClassifier>("shape_classifier");
    let [own, empty, shape] = ["own", "empty", "shape"].map(|name| classifier.port(name));
    for window in Window::all() {
        classifier.set(own, window.own.into());
        classifier.set(empty, window.empty.into());
        classifier.settle();
        assert_eq!(classifier.get(shape), window.shape() as u64, "{window:?}");
    }
}

#[test]
fn every_sample_move_of_zju_and_mcu() {
    let mut engine = emitted::<GomokuEngine>("gomoku_engine");
    let names = [
        "row", "col", "colour", "profile", "busy", "done", "illegal", "best_row", "best_col",
    ];
    let [row, col, colour, profile, busy, done, illegal, best_row, best_col] = names.map(|name| engine.port(name));
    let [clear, place, think] = ["clear", "place", "think"].map(|name| engine.port(name));
    let run = |engine: &mut Verilator, strobe| {
        engine.set(strobe, 1);
        engine.step();
        engine.set(strobe, 0);
        let mut clocks = 0;
        while engine.get(busy) == 1 {
            engine.step();
            clocks += 1;
            assert!(clocks <= THINK_LIMIT, "more than {clocks} clocks");
        }
    };

    let text = include_str!("data/gomoku_moves.jsonl");
    let number = |value: &Value| value.as_u64().expect("a number");
    let mut positions = 0;
    for line in text.lines() {
        let sample: Value = serde_json::from_str(line).expect("JSON");
        run(&mut engine, clear);
        for (ply, at) in sample["moves_row_col"].as_array().expect("a list").iter().enumerate() {
            engine.set(row, number(&at[0]));
            engine.set(col, number(&at[1]));
            engine.set(colour, ply as u64 % 2);
            run(&mut engine, place);
            assert_eq!(engine.get(illegal), 0);
        }
        engine.set(colour, number(&sample["to_move"]) - 1);
        for (number_of_profile, name) in ["zju", "mcu"].into_iter().enumerate() {
            engine.set(profile, number_of_profile as u64);
            run(&mut engine, think);
            assert_eq!(engine.get(done), 1);
            let found = [engine.get(best_row), engine.get(best_col)];
            assert_eq!(found, [0, 1].map(|i| number(&sample[name][i])), "{name}: {line}");
        }
        positions += 1;
    }
    assert_eq!(positions, 60);
}

#[test]
fn the_leaves_are_the_same_in_both_simulations() {
    fn leaf<C: tengen_sim::Circuit + Default>(top: &str) {
        compare::<C>(&text_of::<C>(top), top, 20_000, anything).unwrap_or_else(|error| panic!("{top}: {error}"));
    }
    leaf::<ShapeClassifier>("shape_classifier");
    leaf::<RunLength>("run_length");
    leaf::<LineValue>("line_value");
    leaf::<Line>("line");
}

/// The ring and the evaluator behind it, with every port in the open: a pair of simulations does not see arrays of ports.
#[derive(Circuit, Default)]
pub struct Scan {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub turn: Signal<In, Bit>,
    pub put: Signal<In, Bit>,
    pub colour: Signal<In, Bit>,
    pub profile: Signal<In, Bits<2>>,
    pub landed_in: Signal<In, Bit>,
    pub head_row: Signal<Out, Bits<4>>,
    pub head_col: Signal<Out, Bits<4>>,
    pub vacant: Signal<Out, Bit>,
    pub head_last: Signal<Out, Bit>,
    pub black_0: Signal<Out, Bits<8>>,
    pub black_1: Signal<Out, Bits<8>>,
    pub black_2: Signal<Out, Bits<8>>,
    pub black_3: Signal<Out, Bits<8>>,
    pub white_0: Signal<Out, Bits<8>>,
    pub white_1: Signal<Out, Bits<8>>,
    pub white_2: Signal<Out, Bits<8>>,
    pub white_3: Signal<Out, Bits<8>>,
    pub empty_0: Signal<Out, Bits<8>>,
    pub empty_1: Signal<Out, Bits<8>>,
    pub empty_2: Signal<Out, Bits<8>>,
    pub empty_3: Signal<Out, Bits<8>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub candidate: Signal<Out, Bit>,
    pub landed: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub mover: Signal<Out, Bits<16>>,
    pub opponent: Signal<Out, Bits<16>>,
    pub five: Signal<Out, Bit>,
    ring: Ring,
    evaluator: Evaluator,
}

impl Logic for Scan {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ring, evaluator);
        self.ring.clear.next = self.clear.val();
        self.ring.turn.next = self.turn.val();
        self.ring.put.next = self.put.val();
        self.ring.colour.next = self.colour.val();
        self.head_row.next = self.ring.row.val();
        self.head_col.next = self.ring.col.val();
        self.vacant.next = self.ring.vacant.val();
        self.head_last.next = self.ring.last.val();
        self.black_0.next = self.ring.black[0].val();
        self.black_1.next = self.ring.black[1].val();
        self.black_2.next = self.ring.black[2].val();
        self.black_3.next = self.ring.black[3].val();
        self.white_0.next = self.ring.white[0].val();
        self.white_1.next = self.ring.white[1].val();
        self.white_2.next = self.ring.white[2].val();
        self.white_3.next = self.ring.white[3].val();
        self.empty_0.next = self.ring.empty[0].val();
        self.empty_1.next = self.ring.empty[1].val();
        self.empty_2.next = self.ring.empty[2].val();
        self.empty_3.next = self.ring.empty[3].val();
        for i in 0..4 {
            self.evaluator.black[i].next = self.ring.black[i].val();
            self.evaluator.white[i].next = self.ring.white[i].val();
            self.evaluator.empty[i].next = self.ring.empty[i].val();
        }
        self.evaluator.profile.next = self.profile.val();
        self.evaluator.colour.next = self.colour.val();
        self.evaluator.row_in.next = self.ring.row.val();
        self.evaluator.col_in.next = self.ring.col.val();
        self.evaluator.candidate_in.next = self.ring.vacant.val();
        self.evaluator.landed_in.next = self.landed_in.val();
        self.evaluator.last_in.next = self.ring.last.val();
        self.row.next = self.evaluator.row.val();
        self.col.next = self.evaluator.col.val();
        self.candidate.next = self.evaluator.candidate.val();
        self.landed.next = self.evaluator.landed.val();
        self.last.next = self.evaluator.last.val();
        self.mover.next = self.evaluator.mover.val();
        self.opponent.next = self.evaluator.opponent.val();
        self.five.next = self.evaluator.five.val();
    }
}

#[test]
fn ring_and_evaluator_are_the_same_in_both_simulations() {
    let input = |name: &str, width: usize, random: &mut Random| match name {
        "clear" => random.once_in(2000),
        "turn" => 1 - random.once_in(20),
        "put" => random.once_in(10),
        _ => random.bits(width),
    };
    compare::<Scan>(&text_of::<Scan>("scan"), "scan", 100_000, input).unwrap();
}

#[test]
fn the_chooser_is_the_same_in_both_simulations() {
    let input = |name: &str, width: usize, random: &mut Random| match name {
        "start" => random.once_in(50),
        // Few different scores, so that many are equal.
        "mover" | "opponent" => random.bits(width) & [3, 7, 0xffff][random.below(3) as usize],
        _ => random.bits(width),
    };
    compare::<BestMove>(&text_of::<BestMove>("best_move"), "best_move", 50_000, input).unwrap();
}

#[test]
fn the_engine_is_the_same_in_both_simulations() {
    let input = |name: &str, width: usize, random: &mut Random| match name {
        // A few in a run: most strobes meet a busy engine.
        "clear" => random.once_in(400),
        "place" => random.once_in(3),
        "think" => random.once_in(4),
        _ => random.bits(width),
    };
    compare::<GomokuEngine>(
        &text_of::<GomokuEngine>("gomoku_engine"),
        "gomoku_engine",
        400_000,
        input,
    )
    .unwrap();
}

#[test]
fn the_win_checker_is_the_same_in_both_simulations() {
    let input = |name: &str, width: usize, random: &mut Random| match name {
        "start" => random.once_in(10),
        // Long lines of black.
        "colour" => random.once_in(8),
        "stone" => [1, 1, 1, random.bits(width)][random.below(4) as usize],
        _ => random.bits(width),
    };
    compare::<WinChecker>(&text_of::<WinChecker>("win_checker"), "win_checker", 200_000, input).unwrap();
}

#[test]
fn a_broken_verilog_is_found_out() {
    let text = text_of::<GomokuEngine>("gomoku_engine");
    let broken = text.replacen("black_stones_q[210]", "black_stones_q[209]", 1);
    assert_ne!(text, broken, "the tap one row up is in the text");
    let input = |name: &str, width: usize, random: &mut Random| match name {
        "clear" => 0,
        "place" | "think" => random.once_in(2),
        _ => random.bits(width),
    };
    let difference = compare::<GomokuEngine>(&broken, "gomoku_engine", 400_000, input).unwrap_err();
    let message = difference.to_string();
    let told = ["best_row", "best_col", "five"]
        .iter()
        .any(|port| message.contains(&format!("output {port} is")));
    assert!(told, "{message}");
}
