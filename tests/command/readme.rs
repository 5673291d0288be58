//! The README must be true. The film at its head must be what the machine shows: its script is played again, and every
//! picture of the film compared with the simulated monitor's. Its tables are compared with their sources;
//! tests/command/rate.rs checks the table of the players, tests/command/book.rs the commands.

use rust_hdl_bsp::{Picture, boards::BOARDS};
use tengen::figures::{kept::Kept, measure::Subject};
use tengen::gateware::console::Console;
use tengen::hdl::verilog::netlist_with;
use tengen::simulation::machine::Machine;
use tengen::simulation::script::{self, Word};
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::animation::load_gif;
use tengen_sim::{Circuit, Frame, fast::Fast};

const RENEW: &str = "docs/play.gif is no longer what docs/play.script shows; renew it with:\n\
    tengen sim --script \"$(cat docs/play.script)\" --gif docs/play.gif";

#[test]
fn the_film_of_the_machine_at_play_is_its_own() {
    let film = load_gif("docs/play.gif").unwrap();
    type Shown = Console<4, 4, 4>;
    let netlist = netlist_with(&mut Shown::default(), "console", &|_| false, &STAND_INS).unwrap();
    let mut machine = Machine::new(Fast::new(netlist, Shown::ports())).unwrap();
    let mut seen: Vec<Frame> = vec![];
    for word in script::parse(include_str!("../../docs/play.script")).unwrap() {
        match word {
            Word::Key(key) => machine.press(key),
            Word::Settle => {
                machine.settle().unwrap();
                seen.push(machine.frame().unwrap());
            }
            other => panic!("{other} is no part of a game"),
        }
    }
    // Adds the picture at the end, and merges equal ones.
    seen.push(machine.frame().unwrap());
    seen.dedup();
    assert_eq!(film.len(), seen.len(), "pictures; {RENEW}");
    for (number, ((kept, _), seen)) in film.iter().zip(&seen).enumerate() {
        let difference = seen.compare(kept).unwrap();
        assert_eq!(difference, None, "picture {number}; {RENEW}");
    }
    assert!(
        machine.state().unwrap().winner.is_some(),
        "the game is played to its end"
    );
}

#[test]
fn the_film_is_small() {
    let bytes = std::fs::metadata("docs/play.gif").unwrap().len();
    assert!(bytes <= 400_000, "docs/play.gif has {bytes} bytes");
}

/// The cells of all tables, by row.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split('|').map(str::trim).collect()).collect()
}

const README: &str = include_str!("../../README.md");

#[test]
fn the_figures_are_those_that_are_kept() {
    let rows = rows(README);
    let kept = Kept::read("reports".as_ref()).unwrap();
    for subject in Subject::boards().chain(Subject::units()) {
        let figures = kept.last(&subject.name()).unwrap();
        let share = subject.capacity().unwrap().map_or(String::new(), |there| {
            // Rounded to a tenth first, as in `tengen report`: 2.54 becomes 2 %.
            let tenths = (1000.0 * figures.luts as f64 / there.luts as f64).round();
            format!("{:.0} %", tenths / 10.0)
        });
        let fmax = match (figures.fmax_mhz, share.as_str()) {
            (Some(fmax), _) => format!("{fmax:.0} MHz"),
            (None, "") => String::new(),
            (None, _) => "–".to_string(),
        };
        let [luts, ffs, brams] = [figures.luts, figures.ffs, figures.brams].map(|count| count.to_string());
        let name = subject.name();
        let expected = [name.as_str(), &luts, &ffs, &brams, &share, &fmax];
        assert!(
            rows.iter().any(|row| row.starts_with(&expected)),
            "the README has no row of the figures in reports/qor.csv: {}",
            expected.join(" | ")
        );
    }
}

#[test]
fn the_table_of_boards_is_what_the_boards_are() {
    let rows = rows(README);
    for board in BOARDS {
        let name = format!("`{}`", board.name);
        let row = rows.iter().find(|row| row.len() == 5 && row[0].contains(&name));
        let row = row.unwrap_or_else(|| panic!("the README has no row of {name}"));
        let picture = match &board.picture {
            Picture::Vga(vga) => format!("VGA {}-{}-{}", vga.red.len(), vga.green.len(), vga.blue.len()),
            Picture::Dvi(_) => "DVI".into(),
        };
        assert!(row[2].starts_with(&picture), "{row:?}: {picture}");
        let placed = Subject::Board(board).placed().is_some();
        assert_eq!(row[3].contains("nextpnr"), placed, "{row:?}");
        assert_eq!(row[4] == "placed, timed, packed", placed, "{row:?}");
        assert_eq!(row[4] == "synthesised by yosys, not placed", !placed, "{row:?}");
    }
}

#[test]
fn the_book_has_the_same_table_of_speeds() {
    let head = "| the console | fast engine |";
    let table = |text: &'static str| -> Vec<&str> {
        let lines = text.lines().skip_while(|line| !line.starts_with(head));
        lines.take_while(|line| line.starts_with('|')).collect()
    };
    assert_eq!(table(README), table(include_str!("../../docs/fast.md")));
    assert_eq!(table(README).len(), 6);
}

#[test]
fn the_rust_it_asks_for_is_the_one_the_packages_ask_for() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    for text in [README, include_str!("../../docs/index.md")] {
        assert!(text.contains(&format!("Rust {version} or later")), "{version}");
    }
}
