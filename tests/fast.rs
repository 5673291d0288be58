//! The fast engine against the rust-hdl simulation: the whole console, in batches of many lengths, with keys, faults on the
//! keyboard's lines and inputs that change at any clock; what it refuses; and its waves.

use std::{fs::File, io::BufWriter, ops::Range, path::Path};

use rust_hdl::prelude::*;
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
    Change, Circuit as _, Engine, Fst, KeyboardFrame, Native, Pair, PortDirection, Seen, Trace, Vcd, WaveFile,
    WaveOptions,
    fast::{Fast, start},
    hand_on,
};

/// A second of the game's clock is short, so that it is seen to run out.
const VARIANT: Variant = Variant {
    second: 30_000,
    shuffle: true,
};
type Small = Console<3, 3, 2>;

fn fast(most: usize) -> Fast {
    let netlist = netlist(&mut Small::new(VARIANT), "console", &|_| false).unwrap();
    Fast::in_batches(netlist, Small::ports(), most)
}

/// Small numbers of a fixed sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// Keys as they come, now and then a frame that is broken, so many clocks.
fn keys(random: &mut Random, machine: &mut Machine<impl Engine>, clocks: u64) {
    const KEYS: [&str; 14] = [
        "up", "down", "left", "right", "enter", "space", "esc", "m", "u", "c", "h", "n", "ctrl", "f1",
    ];
    let end = machine.clocks() + clocks;
    while machine.clocks() < end {
        if machine.keyboard().idle() {
            let key = key::named(KEYS[random.below(14) as usize]).unwrap();
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
            machine.keyboard().pause(1 + random.below(3000) as u32);
        }
        if random.below(20) == 0 {
            machine.hold_buttons(random.below(32));
        }
        machine.cycles(1 + random.below(2500));
    }
}

/// Writes down what an engine shows at every output after every clock, as a sum.
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
        Recorder {
            outputs: Seen::of(&outputs),
            engine,
            sums: vec![],
        }
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
    /// As the fast engine has it, so that all are asked for the same pieces.
    fn batch(&self) -> usize {
        800
    }
}

fn played(engine: impl Engine, seed: u64) -> (Vec<u64>, String) {
    let mut machine = Machine::new(Recorder::new(engine)).unwrap();
    keys(&mut Random(seed), &mut machine, 600_000);
    let state = format!("{:?}", machine.state());
    (machine.into_engine().sums, state)
}

#[test]
fn the_console_is_equal_at_every_output_on_every_clock_in_batches_of_any_length() {
    for seed in [1, 2] {
        let (expected, state) = played(Native::new(Small::new(VARIANT)), seed);
        for most in [1, 7, 16, 800, 1 + Random(seed).below(2000) as usize] {
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

/// Runs by itself: a counter that starts anew when it is told, one that ends at a value, and noise that it adds where a bit
/// of it is looked at.
#[derive(Circuit)]
pub struct Clockwork {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub look: Signal<In, Bit>,
    pub ends: Signal<Out, Bits<8>>,
    pub seen: Signal<Out, Bits<8>>,
    /// Follows an input and a counter at once.
    pub through: Signal<Out, Bit>,
    held: Signal<Local, Bit>,
    short: Register<Bits<10>>,
    long: Register<Bits<13>>,
    noise: Register<Bits<16>>,
    count: Register<Bits<8>>,
    sum: Register<Bits<8>>,
}

impl Default for Clockwork {
    fn default() -> Self {
        Clockwork {
            clock: Default::default(),
            start: Default::default(),
            look: Default::default(),
            ends: Default::default(),
            seen: Default::default(),
            through: Default::default(),
            held: Default::default(),
            short: Default::default(),
            long: Default::default(),
            noise: Register::new(0xace1.into()),
            count: Default::default(),
            sum: Default::default(),
        }
    }
}

impl Logic for Clockwork {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, short, long, noise, count, sum);
        self.short.d.next = self.short.q.val() + 1;
        if self.start.val() | (self.short.q.val() == 999) {
            self.short.d.next = 0.into();
        }
        // The counter stands at 501 while it is looked at.
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

/// Drives both with the same and compares every clock. Inputs change where batches of `most` clocks end and begin above all.
fn together(mut other: impl Engine, most: usize) -> Option<usize> {
    let mut native = Native::new(Clockwork::default());
    let outputs = ["ends", "seen", "through"].map(|name| native.port(name));
    let (start, look) = (native.port("start"), native.port("look"));
    let mut random = Random(9);
    let mut done = 0;
    while done < 60_000 {
        let count = 1 + random.below(1500) as usize;
        let mut changes = vec![];
        for clock in 0..count {
            let at_a_border = (done + clock + 1) % most <= 2 && random.below(6) == 0;
            if at_a_border || random.below(900) == 0 {
                let port = if random.below(2) == 0 { start } else { look };
                changes.push(Change {
                    clock,
                    port,
                    value: random.below(2),
                });
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
        let inputs: Vec<(usize, usize)> = (native.ports().iter().enumerate())
            .filter(|(_, port)| port.direction == PortDirection::Input)
            .map(|(number, port)| (number, port.width))
            .collect();
        let mut pair = Pair::new(native, unit.fast().unwrap()).unwrap();
        let mut random = Random(3);
        for _ in 0..3000 {
            for &(port, width) in &inputs {
                if random.below(3) == 0 {
                    pair.set(port, random.below(1 << width.min(30)));
                }
            }
            pair.settle()
                .unwrap_or_else(|difference| panic!("{}: {difference}", unit.name));
            pair.step()
                .unwrap_or_else(|difference| panic!("{}: {difference}", unit.name));
        }
    }
}

/// The dump of what the console does when a key comes.
fn dump(
    path: &Path,
    options: &WaveOptions,
    start: impl FnOnce(&WaveOptions, Box<dyn WaveFile>) -> Box<dyn Trace>,
) -> Vec<u8> {
    let file = Box::new(Vcd::new(BufWriter::new(File::create(path).unwrap())));
    let mut machine = Machine::new(start(options, file)).unwrap();
    machine.settle().unwrap();
    machine.press(key::named("enter").unwrap());
    machine.cycles(3000);
    machine.into_engine().finish().unwrap();
    std::fs::read(path).unwrap()
}

#[test]
fn its_waves_are_those_of_the_rust_hdl_simulation() {
    let folder = tempfile::tempdir().unwrap();
    let unit = units::find("console").unwrap();
    const WINDOW: Range<u64> = 76_000..78_500;
    for signals in [vec!["clock", "controls", "director.page"], vec!["clock", "**"]] {
        let options = WaveOptions {
            signals: signals.iter().map(|signal| signal.to_string()).collect(),
            cycles: WINDOW,
            ..WaveOptions::new("console")
        };
        let native = dump(&folder.path().join("native.vcd"), &options, |options, file| {
            unit.traced(options, file).unwrap()
        });
        let fast = dump(&folder.path().join("fast.vcd"), &options, |options, file| {
            unit.fast_traced(options, file).unwrap()
        });
        let (native, fast) = (changes(&native), changes(&fast));
        let missing: Vec<&String> = native.keys().filter(|name| !fast.contains_key(*name)).collect();
        assert!(
            missing.is_empty(),
            "{} of {} are missing: {missing:?}",
            missing.len(),
            native.len()
        );
        for (name, fast) in &fast {
            assert_eq!(fast, &native[name], "{name}");
        }
    }
}

/// What each signal of a dump does, by its path: times and values.
fn changes(dump: &[u8]) -> std::collections::BTreeMap<String, Vec<(u64, String)>> {
    let text = String::from_utf8(dump.to_vec()).unwrap();
    let (mut scope, mut names, mut time) = (vec![], std::collections::BTreeMap::<String, Vec<String>>::new(), 0);
    let mut found: std::collections::BTreeMap<String, Vec<(u64, String)>> = Default::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["$scope", _, name, ..] => scope.push(name.to_string()),
            ["$upscope", ..] => _ = scope.pop(),
            ["$var", _, _, code, name, ..] => {
                let path = scope.join(".") + "." + name;
                found.insert(path.clone(), vec![]);
                names.entry(code.to_string()).or_default().push(path);
            }
            [moment] if moment.starts_with('#') => time = moment[1..].parse().unwrap(),
            [value, code] if value.starts_with('b') => {
                for name in &names[code] {
                    found
                        .get_mut(name)
                        .unwrap()
                        .push((time, value[1..].trim_start_matches('0').to_string()));
                }
            }
            [change] if change.starts_with(['0', '1']) => {
                for name in &names[&change[1..]] {
                    found.get_mut(name).unwrap().push((time, change[..1].to_string()));
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn its_waves_are_written_as_fst_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("console.fst");
    let options = WaveOptions {
        signals: vec!["director.page".to_string()],
        ..WaveOptions::new("console")
    };
    let file = Box::new(Fst::new(BufWriter::new(File::create(&path).unwrap())));
    let mut engine = units::find("console").unwrap().fast_traced(&options, file).unwrap();
    engine.steps(100_000);
    engine.finish().unwrap();
    assert!(path.metadata().unwrap().len() > 100);
}

#[test]
fn one_clock_or_several_it_finds_the_way_to_run_it() {
    let netlist = netlist(&mut Clockwork::default(), "clockwork", &|_| false).unwrap();
    assert!(Fast::can(&netlist, &Clockwork::ports()));
    let mut engine = start(netlist, Clockwork::ports());
    assert!(engine.batch() > 1);
    engine.steps(3);
}
