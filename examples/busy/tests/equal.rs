//! The circuits do the same in the rust-hdl simulation and under the fast engine, at every clock, in parts and by their
//! programs; and the processor does what its program says.

use busy::{
    filter::{COEFFICIENTS, Filter, TAPS},
    processor::{DEMONSTRATION, Processor},
};
use tengen_hdl::verilog;
use tengen_sim::{
    ByName, Circuit, Engine, Native,
    fast::{Fast, Pace},
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
