//! The Verilog of the Gomoku circuits under Verilator: correct by itself, and equal to the rust-hdl simulation in every
//! clock.
#![cfg(feature = "eda")]

use std::path::Path;

use rust_hdl::prelude::*;
use serde_json::Value;
use tengen::gateware::gomoku::player::evaluator::Evaluator;
use tengen::gateware::gomoku::player::leader::Leader;
use tengen::gateware::gomoku::player::line::Line;
use tengen::gateware::gomoku::player::line_class::LineClass;
use tengen::gateware::gomoku::player::ranking::Ranking;
use tengen::gateware::gomoku::player::ring::Ring;
use tengen::gateware::gomoku::player::run_classifier::RunClassifier;
use tengen::gateware::gomoku::ports::{Profile, Rule};
use tengen::gateware::gomoku::{GomokuEngine, GreedyPlayer, ShapeClassifier, WinChecker};
use tengen::hdl::library::lfsr::Lfsr;
use tengen::hdl::verilog::verilog;
use tengen::rules::gomoku::Window;
use tengen_sim::{ByName, Circuit, Engine, Native, Pair, Port, PortDirection, Random, Verilator, VerilatorTool};

/// The most clocks of a think, from the strobe to done.
const THINK_LIMIT: u64 = 260;

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

/// Compares both simulations with the same inputs for that many clocks. `input` gives a port's value from its name and
/// width.
fn compare<C: tengen_sim::Circuit + Default>(
    text: &str,
    top: &str,
    clocks: u32,
    input: impl FnMut(&str, usize, &mut Random) -> u64,
) -> anyhow::Result<()> {
    drive(
        Pair::new(Native::new(C::default()), start::<C>(text, top))?,
        clocks,
        input,
    )
}

/// Runs until the two differ. Inputs that never change an output would prove nothing, so that is also a failure.
fn drive<L: Engine, R: Engine>(
    mut pair: Pair<L, R>,
    clocks: u32,
    mut input: impl FnMut(&str, usize, &mut Random) -> u64,
) -> anyhow::Result<()> {
    let with = |direction| -> Vec<usize> {
        let ports = pair.ports();
        (0..ports.len())
            .filter(|&port| ports[port].direction == direction && ports[port].name != FAULT_PORT)
            .collect()
    };
    let (inputs, outputs) = (with(PortDirection::Input), with(PortDirection::Output));
    let first: Vec<u64> = outputs.iter().map(|&port| pair.get(port)).collect();
    let mut moved = vec![false; outputs.len()];
    let mut random = Random::new(2);
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
        assert!(moved, "output {} never moved", pair.ports()[port].name);
    }
    Ok(())
}

fn anything(_: &str, width: usize, random: &mut Random) -> u64 {
    random.bits(width)
}

#[test]
fn every_window_has_the_shape_of_the_definition() {
    let mut classifier = emitted::<ShapeClassifier>("shape_classifier");
    for window in Window::all() {
        classifier.drive("own", window.own.into());
        classifier.drive("empty", window.empty.into());
        classifier.settle();
        assert_eq!(classifier.read("shape"), window.shape() as u64, "{window:?}");
    }
}

#[test]
fn every_sample_move_of_all_four() {
    let mut engine = emitted::<GomokuEngine>("gomoku_engine");
    let run = |engine: &mut Verilator, strobe| {
        engine.strobe(strobe);
        engine.clocks_while("busy", THINK_LIMIT);
    };

    let text = include_str!("../data/gomoku_moves.jsonl");
    let number = |value: &Value| value.as_u64().expect("a number");
    let mut positions = 0;
    for line in text.lines() {
        let sample: Value = serde_json::from_str(line).expect("JSON");
        run(&mut engine, "clear");
        for (ply, at) in sample["moves_row_col"].as_array().expect("a list").iter().enumerate() {
            engine.drive("row", number(&at[0]));
            engine.drive("col", number(&at[1]));
            engine.drive("colour", ply as u64 % 2);
            run(&mut engine, "place");
            assert_eq!(engine.read("illegal"), 0);
        }
        engine.drive("colour", number(&sample["to_move"]) - 1);
        for (number_of_profile, name) in ["zju", "mcu", "thesis", "sjtu"].into_iter().enumerate() {
            engine.drive("profile", number_of_profile as u64);
            run(&mut engine, "think");
            assert_eq!(engine.read("done"), 1);
            let found = ["best_row", "best_col"].map(|name| engine.read(name));
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
    leaf::<RunClassifier>("run_classifier");
    leaf::<LineClass>("line_class");
    leaf::<Line>("line");
    leaf::<Ranking>("ranking");
    leaf::<Lfsr>("lfsr");
}

/// The ring and the evaluator behind it, with every port exposed, since a pair of simulations cannot read arrays of
/// ports.
#[derive(Circuit)]
pub struct Scan {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub turn: Signal<In, Bit>,
    pub put: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub colour: Signal<In, Bit>,
    pub profile: Signal<In, Profile>,
    pub rule: Signal<In, Rule>,
    pub landed_in: Signal<In, Bit>,
    pub veto: Signal<In, Bit>,
    pub head_row: Signal<Out, Bits<4>>,
    pub head_col: Signal<Out, Bits<4>>,
    pub vacant: Signal<Out, Bit>,
    pub head_last: Signal<Out, Bit>,
    pub mover_0: Signal<Out, Bits<10>>,
    pub mover_1: Signal<Out, Bits<10>>,
    pub mover_2: Signal<Out, Bits<10>>,
    pub mover_3: Signal<Out, Bits<10>>,
    pub opponent_0: Signal<Out, Bits<10>>,
    pub opponent_1: Signal<Out, Bits<10>>,
    pub opponent_2: Signal<Out, Bits<10>>,
    pub opponent_3: Signal<Out, Bits<10>>,
    pub empty_0: Signal<Out, Bits<10>>,
    pub empty_1: Signal<Out, Bits<10>>,
    pub empty_2: Signal<Out, Bits<10>>,
    pub empty_3: Signal<Out, Bits<10>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub candidate: Signal<Out, Bit>,
    pub landed: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub attack: Signal<Out, Bits<20>>,
    pub defence: Signal<Out, Bits<18>>,
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
        self.ring.lift.next = self.lift.val();
        self.ring.colour.next = self.colour.val();
        self.head_row.next = self.ring.row.val();
        self.head_col.next = self.ring.col.val();
        self.vacant.next = self.ring.vacant.val();
        self.head_last.next = self.ring.last.val();
        self.mover_0.next = self.ring.mover[0].val();
        self.mover_1.next = self.ring.mover[1].val();
        self.mover_2.next = self.ring.mover[2].val();
        self.mover_3.next = self.ring.mover[3].val();
        self.opponent_0.next = self.ring.opponent[0].val();
        self.opponent_1.next = self.ring.opponent[1].val();
        self.opponent_2.next = self.ring.opponent[2].val();
        self.opponent_3.next = self.ring.opponent[3].val();
        self.empty_0.next = self.ring.empty[0].val();
        self.empty_1.next = self.ring.empty[1].val();
        self.empty_2.next = self.ring.empty[2].val();
        self.empty_3.next = self.ring.empty[3].val();
        for i in 0..4 {
            self.evaluator.mover[i].next = self.ring.mover[i].val();
            self.evaluator.opponent[i].next = self.ring.opponent[i].val();
            self.evaluator.empty[i].next = self.ring.empty[i].val();
        }
        self.evaluator.profile.next = self.profile.val();
        self.evaluator.rule.next = self.rule.val();
        self.evaluator.colour.next = self.colour.val();
        self.evaluator.row_in.next = self.ring.row.val();
        self.evaluator.col_in.next = self.ring.col.val();
        self.evaluator.candidate_in.next = self.ring.vacant.val();
        self.evaluator.landed_in.next = self.landed_in.val();
        self.evaluator.last_in.next = self.ring.last.val();
        self.evaluator.veto.next = self.veto.val();
        self.row.next = self.evaluator.row.val();
        self.col.next = self.evaluator.col.val();
        self.candidate.next = self.evaluator.candidate.val();
        self.landed.next = self.evaluator.landed.val();
        self.last.next = self.evaluator.last.val();
        self.attack.next = self.evaluator.attack.val();
        self.defence.next = self.evaluator.inverted_defence.val();
        self.five.next = self.evaluator.five.val();
    }
}

#[test]
fn ring_and_evaluator_are_the_same_in_both_simulations() {
    let input = |name: &str, width: usize, random: &mut Random| match name {
        "clear" => random.once_in(2000).into(),
        "turn" => (!random.once_in(20)).into(),
        "put" => random.once_in(10).into(),
        "lift" => random.once_in(40).into(),
        "rule" => random.below(3),
        _ => random.bits(width),
    };
    compare::<Scan>(&text_of::<Scan>("scan"), "scan", 100_000, input).unwrap();
}

/// Only few different keys, so that many are equal.
fn keys(name: &str, width: usize, random: &mut Random) -> u64 {
    match name {
        "start" => random.once_in(50).into(),
        "row" | "col" | "row_in" | "col_in" => random.bits(width),
        _ => random.bits(width) & random.of(&[3, 7, u64::MAX]),
    }
}

#[test]
fn the_leader_is_the_same_in_both_simulations() {
    compare::<Leader>(&text_of::<Leader>("leader"), "leader", 50_000, keys).unwrap();
}

/// Several strobes in a row, most of which meet a busy engine. Most stones are white and most lie in one column, so
/// that some make five or more in a row.
fn strobes(name: &str, width: usize, random: &mut Random) -> u64 {
    match name {
        "clear" => random.once_in(400).into(),
        "place" => random.once_in(3).into(),
        "lift" => random.once_in(20).into(),
        "think" => random.once_in(4).into(),
        "veto" => random.once_in(5).into(),
        "colour" => (!random.once_in(4)).into(),
        // There are four codes but three rules.
        "rule" => random.below(3),
        "col" if !random.once_in(4) => 7,
        _ => random.bits(width),
    }
}

#[test]
fn the_engine_is_the_same_in_both_simulations() {
    let text = text_of::<GomokuEngine>("gomoku_engine");
    compare::<GomokuEngine>(&text, "gomoku_engine", 200_000, strobes).unwrap();
}

#[test]
fn the_player_is_the_same_in_both_simulations() {
    let text = text_of::<GreedyPlayer>("greedy_player");
    compare::<GreedyPlayer>(&text, "greedy_player", 400_000, strobes).unwrap();
}

#[test]
fn the_win_checker_is_the_same_in_both_simulations() {
    let input = |name: &str, width: usize, random: &mut Random| match name {
        "start" => random.once_in(10).into(),
        // Long lines of black stones.
        "colour" => random.once_in(8).into(),
        "stone" if !random.once_in(4) => 1,
        // There are four codes but three kinds of stones.
        "stone" => random.below(3),
        _ => random.bits(width),
    };
    compare::<WinChecker>(&text_of::<WinChecker>("win_checker"), "win_checker", 200_000, input).unwrap();
}

/// Faults in the player's Verilog: the right text, the wrong text, and what it breaks.
const FAULTS: [(&str, &str, &str); 10] = [
    ("black_stones_q[210]", "black_stones_q[209]", "the neighbour one row up"),
    ("white_stones_q[75]", "1'b0", "the one five rows down, which makes six"),
    ("!lift", "1'b1", "taking a stone off"),
    ("18'haa", "18'h0", "thesis' live three"),
    ("18'h14", "18'h0", "mcu's four"),
    ("difference[20]", "1'b0", "which of the scores counts double"),
    ("low_sum[28]", "1'b0", "ties"),
    ("!veto", "1'b1", "forbidden crossings"),
    ("state_q[12]", "1'b0", "chance"),
    ("(rule == RULE_EXACT_FIVE)", "1'b0", "the rule of exactly five"),
];
/// An additional port with a bit for each fault: low means that the place is unchanged.
const FAULT_PORT: &str = "faults";

/// A single wrong place in the Verilog, in any part of the player, must be visible at its ports. One model contains all
/// faults.
#[test]
fn a_broken_verilog_is_found_out() {
    let mut text = text_of::<GreedyPlayer>("greedy_player");
    for (number, (right, wrong, _)) in FAULTS.iter().enumerate() {
        assert!(text.contains(right), "no {right}");
        let either = format!("(greedy_player.{FAULT_PORT}[{number}] ? {wrong} : {right})");
        text = text.replacen(right, &either, 1);
    }
    let head = "module greedy_player (\n";
    assert!(text.contains(head));
    let width = FAULTS.len();
    text = text.replace(head, &format!("{head}  input  wire [{}:0] {FAULT_PORT},\n", width - 1));
    let mut ports = GreedyPlayer::ports();
    ports.push(Port { name: FAULT_PORT, direction: PortDirection::Input, width });
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let model = VerilatorTool::from_environment()
        .build(&text, "greedy_player", &ports, &cache)
        .unwrap();
    let with = |faults: u64| {
        let mut broken = model.start();
        broken.drive(FAULT_PORT, faults);
        let pair = Pair::new(model.start(), broken).unwrap();
        drive(pair, 400_000, strobes)
    };
    with(0).unwrap();
    for (number, (_, _, spoilt)) in FAULTS.iter().enumerate() {
        assert!(
            with(1 << number).is_err(),
            "nothing is seen of it when {spoilt} is wrong"
        );
    }
}
