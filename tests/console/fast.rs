//! The fast engine against the rust-hdl simulation: the whole console, in batches of many lengths, with keys, faults on
//! the keyboard's lines and inputs that change in any clock; what it refuses; and its waves.

use crate::dumps;
use tengen::simulation::noise;

use dumps::{Paper, changes_in_fst, changes_in_vcd};
use rust_hdl::prelude::*;
use rust_hdl_widgets::dff_setup;
use tengen::gateware::edition::Edition;
use tengen::{
    Circuit, Register,
    gateware::{
        console::{Console, Variant},
        keyboard::key,
        video::dvi::DviOutput,
    },
    hdl::verilog::netlist,
    simulation::machine::Machine,
    units,
};
use tengen_sim::{
    Change, Engine, Fst, KeyboardFrame, Native, Pair, Port, PortDirection, Random, Seen, Trace, Vcd, WaveOptions,
    fast::{Fast, Whole, start},
    hand_on,
};

/// A short second of the game's clock, so that it runs out within the test.
const VARIANT: Variant =
    Variant { second: 30_000, shuffle: true, ponder: 0, sound: true, edition: Edition::GOMOKU.without_searches() };
type Small = Console<3, 3, 2>;

fn fast(most: usize) -> Fast {
    let netlist = netlist(&mut Small::new(VARIANT), "console", &|_| false).unwrap();
    Fast::in_batches(netlist, Small::ports(), most)
}

/// Random keys and occasional broken frames, for that many clocks.
fn keys(random: &mut Random, machine: &mut Machine<impl Engine>, clocks: u64) {
    const KEYS: [&str; 14] = [
        "up", "down", "left", "right", "enter", "space", "esc", "m", "u", "c", "h", "n", "ctrl", "f1",
    ];
    let end = machine.clocks() + clocks;
    while machine.clocks() < end {
        if machine.keyboard().idle() {
            let key = key::named(random.of(&KEYS)).unwrap();
            match random.below(12) {
                0 => machine
                    .keyboard()
                    .send_frame(KeyboardFrame::new(key.code).wrong_parity()),
                1 => machine.keyboard().send_frame(KeyboardFrame::new(key.code).cut(5)),
                2 => machine.keyboard().send_frame(KeyboardFrame::new(key.code).glitches(3)),
                _ => {
                    machine.keyboard().press(key.code, key.extended);
                    machine.keyboard().release(key.code, key.extended);
                }
            }
            machine.keyboard().pause(1 + random.below(3000));
        }
        if random.once_in(20) {
            machine.hold_buttons(random.bits(5));
        }
        machine.cycles(1 + random.below(2500));
    }
}

/// Records every output of an engine after every clock, as a checksum.
struct Recorder<E> {
    engine: E,
    outputs: Seen,
    sums: Vec<u64>,
}

impl<E: Engine> Recorder<E> {
    fn new(engine: E) -> Self {
        let ports = engine.ports().iter().enumerate();
        let outputs = ports.filter(|(_, port)| port.direction == PortDirection::Output);
        let outputs: Vec<usize> = outputs.map(|(number, _)| number).collect();
        Recorder { outputs: Seen::of(&outputs), engine, sums: vec![] }
    }
}

impl<E: Engine> Engine for Recorder<E> {
    hand_on!(engine: ports, set, get, settle, step);
    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        self.engine.watch(count, changes, &mut self.outputs);
        let columns = self.outputs.ports().count();
        for clock in 0..count {
            let values = (0..columns).map(|column| self.outputs.get(column, clock));
            self.sums.push(values.fold(0, |sum, value| {
                sum.rotate_left(7) ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }));
        }
        seen.begin(count);
        let wanted: Vec<usize> = seen.ports().collect();
        for (column, port) in wanted.iter().enumerate() {
            let source = self
                .outputs
                .ports()
                .position(|output| output == *port)
                .expect("an output");
            for clock in 0..count {
                seen.values_mut(column, clock)[0] = self.outputs.get(source, clock);
            }
        }
    }
    /// As in the fast engine, so that all engines run the same pieces.
    fn batch(&self) -> usize {
        800
    }
}

fn played(engine: impl Engine, seed: u64) -> (Vec<u64>, String) {
    let mut machine = Machine::new(Recorder::new(engine)).unwrap();
    keys(&mut Random::new(seed), &mut machine, 600_000);
    let state = format!("{:?}", machine.state());
    (machine.into_engine().sums, state)
}

#[test]
fn the_console_is_equal_at_every_output_on_every_clock_in_batches_of_any_length() {
    for (seed, batches) in [(1, [1, 800]), (2, [7, 16])] {
        let (expected, state) = played(Native::new(Small::new(VARIANT)), seed);
        for most in batches.into_iter().chain([1 + Random::new(seed).below(2000)]) {
            let (found, at_the_end) = played(fast(most), seed);
            let differs = found
                .iter()
                .zip(&expected)
                .position(|(found, expected)| found != expected);
            assert_eq!(
                (differs, found.len()),
                (None, expected.len()),
                "seed {seed}, batches of {most}"
            );
            assert_eq!(at_the_end, state, "seed {seed}, batches of {most}");
        }
    }
}

/// A circuit that runs by itself: a counter that restarts on request, one that stops at a value, and noise that is
/// added to a sum if one of its bits is looked at.
#[derive(Circuit)]
pub struct Clockwork {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub look: Signal<In, Bit>,
    pub ends: Signal<Out, Bits<8>>,
    pub seen: Signal<Out, Bits<8>>,
    /// Depends on an input and a counter combinationally.
    pub through: Signal<Out, Bit>,
    held: Signal<Local, Bit>,
    short: Register<Bits<10>>,
    long: Register<Bits<13>>,
    #[init(0xace1)]
    noise: Register<Bits<16>>,
    count: Register<Bits<8>>,
    sum: Register<Bits<8>>,
}

impl Logic for Clockwork {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, short, long, noise, count, sum);
        self.short.d.next = self.short.q.val() + 1;
        if self.start.val() | (self.short.q.val() == 999) {
            self.short.d.next = 0.into();
        }
        // The counter stops at 501 while `look` is high.
        self.held.next = self.look.val() & (self.short.q.val().get_bits::<3>(0) == 5);
        if self.held.val() & (self.short.q.val() == 501) {
            self.short.d.next = self.short.q.val();
        }
        self.long.d.next = self.long.q.val() + 3;
        if self.long.q.val() >= 6000 {
            self.long.d.next = 0.into();
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.short.q.val() == 998 {
            self.count.d.next = self.count.q.val() + 16;
        }
        self.noise.d.next = (self.noise.q.val() << 1)
            | bit_cast::<16, 1>(
                (self.noise.q.val().get_bit(15)
                    ^ self.noise.q.val().get_bit(13)
                    ^ self.noise.q.val().get_bit(12)
                    ^ self.noise.q.val().get_bit(10))
                .into(),
            );
        if self.look.val() & (self.short.q.val().get_bits::<7>(0) == 100) {
            self.sum.d.next = self.sum.q.val() + self.noise.q.val().get_bits::<8>(4);
        }
        self.ends.next = self.count.q.val();
        self.seen.next = self.sum.q.val();
        self.through.next = self.held.val();
    }
}

/// Drives both engines with the same inputs and compares every clock. Inputs change mostly at the borders between
/// batches of `most` clocks.
fn together(mut other: impl Engine, most: usize) -> Option<usize> {
    let mut native = Native::new(Clockwork::default());
    let outputs = ["ends", "seen", "through"].map(|name| native.port(name));
    let (start, look) = (native.port("start"), native.port("look"));
    let mut random = Random::new(9);
    let mut done = 0;
    while done < 60_000 {
        let count = 1 + random.below(1500);
        let mut changes = vec![];
        for clock in 0..count {
            let at_a_border = (done + clock + 1) % most <= 2 && random.once_in(6);
            if at_a_border || random.once_in(900) {
                let port = random.of(&[start, look]);
                changes.push(Change { clock, port, value: random.bits(1) });
            }
        }
        let [mut here, mut there] = [Seen::of(&outputs), Seen::of(&outputs)];
        native.watch(count, &changes, &mut here);
        other.watch(count, &changes, &mut there);
        for clock in 0..count {
            if (0..outputs.len()).any(|column| here.get(column, clock) != there.get(column, clock)) {
                return Some(done + clock);
            }
        }
        done += count;
    }
    None
}

#[test]
fn counters_and_noise_are_where_they_should_be_whenever_an_input_comes() {
    for most in [1, 7, 16, 333, 800] {
        let netlist = netlist(&mut Clockwork::default(), "clockwork", &|_| false).unwrap();
        let engine = Fast::in_batches(netlist, Clockwork::ports(), most);
        assert_eq!(together(engine, most), None, "batches of {most}");
    }
}

#[test]
fn what_it_cannot_run_it_refuses_by_name() {
    let error = netlist(&mut DviOutput::default(), "dvi", &|_| false)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("dvi."), "{error}");
    assert!(error.contains("described by Verilog text alone"), "{error}");
}

#[test]
fn every_unit_runs_and_is_equal() {
    for unit in units::UNITS {
        let native = unit.native();
        let ports = native.ports().to_vec();
        let inputs: Vec<(usize, &Port)> = (ports.iter().enumerate())
            .filter(|(_, port)| port.direction == PortDirection::Input)
            .collect();
        let mut pair = Pair::new(native, unit.fast().unwrap()).unwrap();
        let mut random = Random::new(3);
        for _ in 0..3000 {
            for &(number, port) in &inputs {
                if random.once_in(3) {
                    pair.set(number, noise::valid(port, random.bits(port.width)));
                }
            }
            pair.settle()
                .unwrap_or_else(|difference| panic!("{}: {difference}", unit.name));
            pair.step()
                .unwrap_or_else(|difference| panic!("{}: {difference}", unit.name));
        }
    }
}

/// Records waves of the console while a key arrives.
fn play(engine: Box<dyn Trace>) {
    let mut machine = Machine::new(engine).unwrap();
    machine.settle().unwrap();
    machine.press(key::named("enter").unwrap());
    machine.cycles(3000);
    machine.into_engine().finish().unwrap();
}

/// Fields and elements of Locals that nothing reads: neither the Verilog nor the fast engine has them.
const UNREAD: [&str; 9] = [
    "search.position.route.on_1",
    "search.position.tally.blacks.change_now_white",
    "search.position.tally.blacks.change_was_white",
    "search.position.tally.whites.change_now_black",
    "search.position.tally.whites.change_was_black",
    "valuation.black.worth_groups",
    "valuation.white.worth_groups",
    "valuation.blacks.worth_value",
    "valuation.whites.worth_value",
];

#[test]
fn its_waves_are_those_of_the_rust_hdl_simulation() {
    let unit = units::find("console").unwrap();
    // From the clock in which the key arrives.
    let mut machine = Machine::new(unit.fast().unwrap()).unwrap();
    machine.settle().unwrap();
    let window = machine.clocks()..machine.clocks() + 2500;
    let options = |signals: &[&str]| WaveOptions {
        signals: signals.iter().map(|signal| signal.to_string()).collect(),
        cycles: window.clone(),
        ..WaveOptions::new("console")
    };
    // Only the names: hardly any clock is run.
    let selected = |options: &WaveOptions| {
        let names = Paper::default();
        let options = WaveOptions { cycles: 0..2, ..options.clone() };
        let mut engine = unit.traced(&options, Box::new(Vcd::new(names.clone()))).unwrap();
        engine.steps(3);
        engine.finish().unwrap();
        changes_in_vcd(&names.text()).0
    };
    let everything = options(&["clock", "**"]);
    let native = Paper::default();
    play(unit.traced(&everything, Box::new(Vcd::new(native.clone()))).unwrap());
    let native = changes_in_vcd(&native.text()).0;
    assert!(
        native["console.controls.receiver.state.q_level"].len() > 2,
        "a key is sent"
    );
    // A selected signal must have the same changes as in the waves of all signals.
    for (options, least) in [
        (options(&["clock", "controls", "director.page"]), 50),
        (everything, 1000),
    ] {
        let [fast, packed] = [(); 2].map(|()| Paper::default());
        play(unit.fast_traced(&options, Box::new(Vcd::new(fast.clone()))).unwrap());
        play(unit.fast_traced(&options, Box::new(Fst::new(packed.clone()))).unwrap());
        let fast = changes_in_vcd(&fast.text()).0;
        let selected = selected(&options);
        assert!(selected.len() >= least, "{} signals", selected.len());
        let missing = selected.keys().filter(|name| !fast.contains_key(*name));
        let missing: Vec<&String> = missing
            .filter(|name| !UNREAD.iter().any(|unread| name.ends_with(unread)))
            .collect();
        assert!(
            missing.is_empty(),
            "{} of {} are missing: {missing:?}",
            missing.len(),
            selected.len()
        );
        for (name, fast) in &fast {
            assert!(selected.contains_key(name), "{name} was not selected");
            assert_eq!(fast, &native[name], "{name}");
        }
        assert_eq!(changes_in_fst(packed.bytes()).0, fast, "as FST");
    }
}

/// Two registers with different clocks; each loads the other's value.
#[derive(Circuit)]
pub struct TwoClocks {
    pub slow: Signal<In, Clock>,
    pub fast: Signal<In, Clock>,
    pub more: Signal<In, Bits<8>>,
    pub here: Signal<Out, Bits<8>>,
    pub there: Signal<Out, Bits<8>>,
    first: Register<Bits<8>>,
    second: Register<Bits<8>>,
}

impl Logic for TwoClocks {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.slow.val();
        self.second.clock.next = self.fast.val();
        self.first.d.next = self.second.q.val() + self.more.val();
        self.second.d.next = self.first.q.val() ^ 0x55;
        self.here.next = self.first.q.val();
        self.there.next = self.second.q.val();
    }
}

#[test]
fn one_clock_or_several_it_finds_the_way_to_run_it() {
    let one = netlist(&mut Clockwork::default(), "clockwork", &|_| false).unwrap();
    assert!(Fast::can(&one, &Clockwork::ports()));
    assert!(start(one, Clockwork::ports()).batch() > 1);

    let two = netlist(&mut TwoClocks::default(), "two_clocks", &|_| false).unwrap();
    assert!(!Fast::can(&two, &TwoClocks::ports()));
    let native = Native::new(TwoClocks::default());
    let [slow, fast, more] = ["slow", "fast", "more"].map(|name| native.port(name));
    let mut both = Pair::new(native, start(two, TwoClocks::ports())).unwrap();
    let mut random = Random::new(4);
    for _ in 0..5000 {
        both.set(more, random.bits(8));
        both.settle().unwrap();
        both.set(slow, random.bits(1));
        both.set(fast, random.bits(1));
        both.settle().unwrap();
    }
}

/// Every port of an engine after each of that many clocks with random inputs.
fn shown(engine: &mut dyn Engine, random: &mut Random, clocks: usize) -> Vec<u64> {
    let ports: Vec<(usize, Port)> = engine.ports().iter().cloned().enumerate().collect();
    let mut shown = vec![];
    for _ in 0..clocks {
        for (number, port) in &ports {
            if port.direction == PortDirection::Input && random.once_in(3) {
                // A port with named values has at least two.
                engine.set(*number, random.bits(1));
            }
        }
        engine.step();
        shown.extend(ports.iter().map(|(number, _)| engine.get(*number)));
    }
    shown
}

#[test]
fn what_was_gone_back_from_has_not_happened() {
    for unit in units::UNITS {
        let netlist = unit.netlist(&|_| false).unwrap();
        let ports = unit.native().ports().to_vec();
        for make in [&|| unit.native(), &|| start(netlist.clone(), ports.clone()), &|| {
            Box::new(Whole::new(&netlist, ports.clone())) as Box<dyn Engine>
        }] as [&dyn Fn() -> Box<dyn Engine>; 3]
        {
            let (mut straight, mut detour) = (make(), make());
            let (mut first, mut second) = (Random::new(7), Random::new(7));
            for round in 0..3 {
                let expected = shown(&mut *straight, &mut first, 300);
                let seen = shown(&mut *detour, &mut second, 300);
                assert!(seen == expected, "{}, round {round}", unit.name);
                assert!(detour.keep());
                let elsewhere = shown(&mut *detour, &mut Random::new(8 + round), 200);
                detour.go_back();
                assert!(!elsewhere.is_empty());
            }
        }
    }
}
