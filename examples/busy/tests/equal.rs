//! The circuits do the same in the rust-hdl simulation and under the fast engine, at every clock, in parts and by their
//! programs; the FIFO under Verilator too, at every edge of both clocks. And the processor does what its program says.

use busy::{
    fifo::{Crossing, OneClock},
    filter::{COEFFICIENTS, Filter, TAPS},
    processor::{DEMONSTRATION, Processor},
};
use tengen_hdl::verilog;
use tengen_sim::{
    ByName, Circuit, Clocks, Engine, Native, Pair, Waveform,
    fast::{self, Domains, Fast, Pace, Whole},
};

const PACES: [Pace; 4] = [Pace::Measured, Pace::Parts, Pace::Interpreted, Pace::Compiled];
const LENGTHS: [usize; 3] = [1, 16, 800];

/// Compares the outputs at every clock; the input changes now and then.
fn compare<C: Circuit>(make: fn() -> C, input: &str, outputs: &[&str], clocks: u64) {
    let netlist = verilog::netlist(&mut make(), "circuit", &|_| false).unwrap();
    for (pace, most) in PACES.iter().flat_map(|pace| LENGTHS.map(|most| (*pace, most))) {
        let mut native = Native::new(make());
        let mut fast = Fast::paced(netlist.clone(), C::ports(), most, pace);
        for clock in 0..clocks {
            if clock % 37 == 5 {
                let value = clock * 0x9E37 % 0x1_0000;
                native.drive(input, value);
                fast.drive(input, value);
            }
            native.step();
            fast.step();
            for output in outputs {
                let (expected, found) = (native.read(output), ByName::read(&fast, output));
                assert_eq!(
                    found, expected,
                    "{output} at clock {clock}, {pace:?}, batches of {most}"
                );
            }
        }
    }
}

#[test]
fn the_processor_does_the_same_everywhere() {
    compare(
        || Processor::running(&DEMONSTRATION),
        "inward",
        &["outward", "retired"],
        9000,
    );
}

#[test]
fn the_filter_does_the_same_everywhere() {
    compare(Filter::default, "seed", &["filtered"], 2000);
}

#[test]
fn the_fifo_does_the_same_on_one_clock() {
    compare(OneClock::default, "pause", &["word", "check", "count", "waits"], 2000);
}

/// Compares all outputs of the FIFO at each edge of its clocks, with half periods of which the first is faster, or the second, or
/// neither; a side pauses now and then.
fn cross(start: impl Fn() -> Box<dyn Engine>) {
    for half_periods in [[5, 7], [7, 5], [3, 3], [1, 40]] {
        let mut both = Pair::new(Native::new(Crossing::default()), start()).unwrap();
        let ports = ["write_clock", "read_clock"].map(|name| both.port(name));
        let clock = |place: usize| Waveform {
            port: ports[place],
            half_period: half_periods[place],
            first_rise: 2 * place as u64 % half_periods[0],
        };
        let mut clocks = Clocks::new(&[clock(0), clock(1)]);
        let pause = both.port("pause");
        for edge in 0..6000_u64 {
            if edge % 61 == 3 {
                both.set(pause, edge * edge % 7 % 4);
                both.settle().unwrap();
            }
            for (port, level) in clocks.next_edges() {
                both.set(*port, *level);
            }
            both.settle().unwrap();
        }
        let [waits, count] = ["waits", "count"].map(|name| both.get(both.port(name)));
        assert!(count > 40 && waits > 0, "{count} words, and {waits} waits");
    }
}

#[test]
fn the_fifo_does_the_same_at_every_edge() {
    let netlist = verilog::netlist(&mut Crossing::default(), "crossing", &|_| false).unwrap();
    cross(|| Box::new(Whole::new(&netlist, Crossing::ports())));
    for pace in [Pace::Interpreted, Pace::Compiled] {
        cross(|| Box::new(Domains::new(&netlist, Crossing::ports(), pace, None).unwrap()));
    }
}

#[test]
fn words_come_out_of_the_fifo_as_they_went_in() {
    let netlist = verilog::netlist(&mut Crossing::default(), "crossing", &|_| false).unwrap();
    let mut crossing = fast::start(netlist, Crossing::ports());
    let clock = |name: &str, half_period| Waveform { port: crossing.port(name), half_period, first_rise: 1 };
    let mut clocks = Clocks::new(&[clock("write_clock", 5), clock("read_clock", 7)]);
    let (mut noise, mut sum, mut words) = (1_u32, 0_u32, vec![(0, 0)]);
    for _ in 0..5000 {
        sum = sum.rotate_left(1).wrapping_add(noise);
        words.push((noise, sum));
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
    }
    for stop in 1..500 {
        crossing.run_until(&mut clocks, 97 * stop);
        let found = ["count", "word", "check"].map(|name| crossing.read(name));
        let (word, sum) = words[found[0] as usize];
        assert_eq!(found[1..], [word, sum].map(u64::from), "word {}", found[0]);
    }
    assert!(crossing.read("count") > 3000);
}

#[cfg(feature = "eda")]
#[test]
fn the_verilog_of_the_fifo_does_the_same_at_every_edge() {
    let text = verilog::verilog(&mut Crossing::default(), "crossing").unwrap();
    let cache = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let tool = tengen_sim::VerilatorTool::from_environment();
    let model = tool.build(&text, "crossing", &Crossing::ports(), &cache).unwrap();
    cross(|| Box::new(model.start()));
    // Its own loop over the edges makes the same of them.
    let mut both: [Box<dyn Engine>; 2] = [Box::new(model.start()), Box::new(Native::new(Crossing::default()))];
    let shown = both.each_mut().map(|engine| {
        let clock = |name: &str, half_period| Waveform { port: engine.port(name), half_period, first_rise: 1 };
        let mut clocks = Clocks::new(&[clock("write_clock", 5), clock("read_clock", 7)]);
        let ends = [1, 2, 999, 5000];
        ends.map(|end| {
            engine.run_until(&mut clocks, end);
            (
                clocks.time(),
                ["word", "check", "count", "waits"].map(|name| engine.read(name)),
            )
        })
    });
    assert_eq!(shown[0], shown[1]);
}

#[test]
fn the_processor_does_what_its_program_says() {
    let mut table = [0u32; 256];
    let (mut noise, mut sum) = (1u32, 0u32);
    let mut expected = vec![];
    for turn in 0..3 * table.len() {
        noise ^= noise << 13;
        noise ^= noise >> 17;
        noise ^= noise << 5;
        let place = turn % table.len();
        let old = std::mem::replace(&mut table[place], noise);
        let mixed = ((noise as i32) >> ((4 * place as u32) & 31)).wrapping_sub(old as i32);
        sum = sum.wrapping_add(mixed as u32);
        sum = sum.wrapping_add(u32::from(mixed < noise as i32));
        if place == table.len() - 1 {
            expected.push(u64::from(sum));
        }
    }
    let mut processor = Native::new(Processor::running(&DEMONSTRATION));
    let mut shown = vec![];
    for _ in 0..20_000 {
        processor.step();
        let output = processor.read("outward");
        if output != shown.last().copied().unwrap_or_default() {
            shown.push(output);
        }
    }
    assert_eq!(shown[..2], expected[..2]);
}

#[test]
fn the_filter_adds_what_it_has_seen() {
    let mut filter = Native::new(Filter::default());
    let mut noise = 0xACE1u64;
    let mut seen = vec![];
    for _ in 0..200 {
        seen.push(noise);
        noise = (noise << 1 & 0xFFFF) | u64::from((noise & 0xB400).count_ones() & 1);
        filter.step();
        let last = seen.iter().rev().take(TAPS).zip(COEFFICIENTS.iter().rev());
        let expected: u64 = last.map(|(sample, coefficient)| sample * coefficient).sum();
        assert_eq!(filter.read("filtered"), expected);
    }
}
