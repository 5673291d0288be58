//! The blinker must blink at its stated rate, and its Verilog must do the same; the command must write the files it
//! names; and with the tools, the LED and the button are placed on an iCEBreaker and timed.

#[allow(dead_code)]
#[path = "../src/main.rs"]
mod blinker;

use blinker::Blinker;
use rust_hdl_bsp::{Wanted, boards};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};
use tengen_hdl::{circuit_file::CircuitFile, fit::fit};
use tengen_sim::{ByName, Engine, Native};

/// The waveform in the book: on and off every four clocks, and constant while the button is held, two clocks late.
const LAMP: &str = "___####____####____################____#";

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blinker"));
    command.current_dir(folder).env("RUST_BACKTRACE", "0");
    command
}

fn said(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}

#[test]
fn the_lamp_changes_every_half_second_of_12_mhz() {
    let mut blinker = Native::new(Blinker::default());
    for (clocks, expected) in [(5_999_999, 0), (1, 1), (5_999_999, 1), (1, 0)] {
        blinker.steps(clocks);
        assert_eq!(blinker.read("led"), expected);
    }
}

/// The page of the book about the blinker.
const PAGE: &str = include_str!("../../../docs/your-circuit.md");

#[test]
fn the_page_shows_what_is_said() {
    assert!(PAGE.contains(&format!("```text\n{LAMP}\n```\n")));
    let board = boards::find("icebreaker").unwrap();
    let places = [("button", "buttons"), ("led", "leds")];
    let fitted = fit(
        &mut Blinker::default(),
        "blinker",
        board,
        Wanted::exactly(12_000),
        &places,
    );
    let said = format!("{:#}", fitted.err().unwrap());
    assert!(PAGE.contains(&format!("```text\n{said}\n```\n")), "{said}");
}

/// With neither a search path nor a user's folder no tool is found.
#[test]
fn without_tools_everything_but_the_placing_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path());
    for variable in ["PATH", "TENGEN_TOOLS"] {
        command.env_remove(variable);
    }
    for variable in ["HOME", "XDG_DATA_HOME"] {
        command.env(variable, folder.path());
    }
    let output = command.output().unwrap();
    let [told, errors] = said(&output);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert_eq!(told.lines().next(), Some(LAMP));
    assert!(errors.contains("run \"tengen tools --install\""), "{errors}");
    for file in [
        "blinker.vcd",
        "blinker/blinker.v",
        "blinker/top.v",
        "blinker/icebreaker.pcf",
        "blinker/build.sh",
    ] {
        assert!(folder.path().join(file).is_file(), "{file}");
    }
    let page = CircuitFile::read(&fs::read(folder.path().join("blinker.circuit")).unwrap()).unwrap();
    let [module] = &page.modules[..] else {
        panic!("{:?}", page.modules)
    };
    assert!(module.source.contains("pub struct Blinker") && !module.pairs.is_empty());
}

#[cfg(feature = "eda")]
mod eda {
    use super::*;
    use tengen_hdl::{report::Report, verilog::verilog};
    use tengen_sim::{Pair, VerilatorTool};

    #[test]
    fn its_verilog_does_the_same() {
        let text = verilog(&mut Blinker::every(4), "blinker").unwrap();
        let native = Native::new(Blinker::every(4));
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
        let model = VerilatorTool::from_environment().build(&text, "blinker", native.ports(), &cache);
        let mut both = Pair::new(native, model.unwrap().start()).unwrap();
        let button = both.port("button");
        for clock in 0..1000_u64 {
            // Presses of 1 to 31 clocks, each followed by a different pause.
            both.set(button, u64::from(clock * clock % 961 < 300));
            both.settle().unwrap();
            both.step().unwrap();
        }
    }

    #[test]
    fn it_is_placed_and_timed_on_the_chip() {
        let folder = tempfile::tempdir().unwrap();
        let output = command(folder.path()).output().unwrap();
        let [told, errors] = said(&output);
        assert!(output.status.success(), "{errors}");
        assert_eq!(told.lines().next(), Some(LAMP));

        let build = folder.path().join("blinker");
        let report = Report::read(&build).unwrap();
        assert!(report.met && report.target_mhz == 12.0, "{report:?}");
        // A result outside these limits means that the LED or the button is missing, or that something was added.
        let (luts, ffs) = (report.luts.unwrap(), report.ffs.unwrap());
        assert!((40..=80).contains(&luts) && (30..=50).contains(&ffs), "{report:?}");
        assert!(told.ends_with(&report.json().unwrap()), "{told}");
        let figures = format!(
            "{} MHz where 12 are needed, in {luts} of the 5280 logic cells",
            report.fmax_mhz.unwrap()
        );
        assert!(
            PAGE.contains(&figures),
            "docs/your-circuit.md says other than: {figures}"
        );
        // The start of a bitstream for iCE40: Project IceStorm, format.html.
        let bits = fs::read(build.join("top.bin")).unwrap();
        assert!(bits.windows(4).take(1000).any(|four| four == [0x7e, 0xaa, 0x99, 0x7e]));
    }
}
