//! The circuit does the same in the rust-hdl simulation, under the fast engine and, with their text, under Verilator; it does what it
//! says; and their text is in its Verilog, once. A board with it is placed and timed.

use foreign::Energy;
use rust_hdl::prelude::*;
use rust_hdl_bsp::{Wanted, boards};
use tengen_hdl::{Circuit, Register, circuit_file::circuit_file, fit::fit, kernel, verilog};
use tengen_sim::{
    ByName, Engine, Native, Random,
    fast::{Fast, Pace},
};

/// Gives samples with pauses; compares each sum with that of the samples.
fn measures<E: Engine>(mut engine: E) {
    let mut random = Random::new(7);
    let (mut expected, mut samples, mut sums) = (vec![], 0, 0);
    let mut sum = 0;
    for _ in 0..4000 {
        let sample = random.below(1 << 16);
        let strobe = u64::from(!random.once_in(3));
        engine.drive("sample", sample);
        engine.drive("strobe", strobe);
        engine.step();
        if strobe == 1 {
            sum += sample * sample;
            samples += 1;
            if samples % 256 == 0 {
                expected.push(sum);
                sum = 0;
            }
        }
        if engine.read("done") == 1 {
            assert_eq!(engine.read("total"), expected[sums]);
            sums += 1;
        }
    }
    // The last sum may still be on its way.
    assert!(sums >= 8 && expected.len() - sums <= 1);
}

#[test]
fn the_energy_is_the_sum_of_the_squares() {
    measures(Native::new(Energy::default()));
}

#[test]
fn the_fast_engine_runs_their_core_by_its_behaviour() {
    let netlist = verilog::netlist(&mut Energy::default(), "energy", &|_| false).unwrap();
    for pace in [Pace::Measured, Pace::Parts, Pace::Interpreted, Pace::Compiled] {
        for most in [1, 16, 800] {
            let mut native = Native::new(Energy::default());
            let mut fast = Fast::paced(netlist.clone(), Energy::ports(), most, pace);
            let mut random = Random::new(9);
            for clock in 0..3000 {
                let inputs = [
                    ("sample", random.below(1 << 16)),
                    ("strobe", u64::from(random.once_in(2))),
                ];
                for (name, value) in inputs.into_iter().filter(|_| clock % 1000 < 700) {
                    native.drive(name, value);
                    fast.drive(name, value);
                }
                native.step();
                fast.step();
                for output in ["total", "done"] {
                    let (expected, found) = (native.read(output), ByName::read(&fast, output));
                    assert_eq!(
                        found, expected,
                        "{output} at clock {clock}, {pace:?}, batches of {most}"
                    );
                }
            }
        }
    }
}

#[test]
fn their_text_is_in_the_verilog_once() {
    let board = boards::find("icebreaker").unwrap();
    let places = [("strobe", "buttons"), ("done", "leds[0]")];
    let missing = fit(
        &mut Energy::default(),
        "energy",
        board,
        Wanted::exactly(12_000),
        &places,
    );
    // A sample has sixteen bits, and nobody has said where they come from.
    assert!(format!("{:#}", missing.err().unwrap()).contains("sample"));
    let text = verilog::verilog(&mut Energy::default(), "energy").unwrap();
    assert_eq!(text.matches(include_str!("../src/mac.v").trim()).count(), 1);
    let page = circuit_file(&mut Energy::default(), "energy").unwrap_err().to_string();
    assert!(
        page.starts_with("energy: a page has no behaviour written in Rust"),
        "{page}"
    );
    // The part's own module has another name than theirs.
    assert!(text.contains("module mac_2 ("));
    assert!(text.contains("mac core (.CLK(clock), .CE(enable), .CLR(clear), .A(left), .B(right), .P(sum));"));
}

/// The sum of the squares of 0 to 255.
const RIGHT: u64 = 255 * 256 * 511 / 6;

/// Sums the squares of 0 to 255 again and again. The lamp is switched each time the sum is right.
#[derive(Circuit)]
struct Lamp {
    pub clock: Signal<In, Clock>,
    pub lamp: Signal<Out, Bit>,

    energy: Energy,
    sample: Register<Bits<8>>,
    lit: Register<Bit>,
    #[init(RIGHT)]
    right: Constant<Bits<48>>,
}

#[kernel]
impl Logic for Lamp {
    fn update(&mut self) {
        energy = Energy { sample: bit_cast::<16, 8>(sample.q), strobe: true };
        sample.d = sample.q + 1;
        lit.d = lit.q ^ (energy.done & (energy.total == right));
        lamp = lit.q;
    }
}

#[test]
fn each_right_sum_changes_the_lamp() {
    let mut engine = Native::new(Lamp::default());
    let changes = (0..2600).filter(|_| {
        let before = engine.read("lamp");
        engine.step();
        engine.read("lamp") != before
    });
    assert_eq!(changes.count(), 10);
}

#[cfg(feature = "eda")]
#[test]
fn a_board_with_their_core_is_placed_and_timed() {
    use tengen_hdl::{run::Run, tools::Tools};

    for (board, khz) in [("icebreaker", 12_000), ("ulx3s", 25_000)] {
        let board = boards::find(board).unwrap();
        let build = fit(
            &mut Lamp::default(),
            "lamp",
            board,
            Wanted::exactly(khz),
            &[("lamp", "leds[0]")],
        )
        .unwrap();
        let folder = tempfile::tempdir().unwrap();
        build.write(folder.path()).unwrap();
        let report = Run::prepare(&build, &Tools::find())
            .unwrap()
            .run(folder.path(), |_| {})
            .unwrap();
        assert!(report.met, "{report:?}");
        // 84 flip-flops: 48 of the sum, 16 of the product, 8 of the sample, 8 of the count, and 4 single bits. Those of the product may
        // be in a multiplier of the chip.
        let ffs = report.ffs.unwrap();
        assert!((80..=100).contains(&ffs), "{report:?}");
    }
}

#[cfg(feature = "eda")]
#[test]
fn their_verilog_does_the_same() {
    use tengen_sim::VerilatorTool;

    let text = verilog::verilog(&mut Energy::default(), "energy").unwrap();
    let cache = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let model = VerilatorTool::from_environment()
        .build(&text, "energy", &Energy::ports(), &cache)
        .unwrap();
    measures(model.start());
    // Another core is found out.
    let other = text.replace("CLR ? m : P + m", "CLR ? 0 : P + m");
    assert_ne!(text, other);
    let model = VerilatorTool::from_environment()
        .build(&other, "energy", &Energy::ports(), &cache)
        .unwrap();
    assert!(std::panic::catch_unwind(|| measures(model.start())).is_err());
}
