//! The kept campaign of mutants: its faults are found again by what is kept, and the table in the book is made from it.

use std::{collections::BTreeSet, path::Path};

use tengen::figures::mutation::{self, Line, Score};
use tengen::hdl::{
    proof::{
        mutants::{self, Subject},
        unchanged::{self, Stored},
    },
    tools::Tools,
};
use tengen::units::{
    self, UNITS,
    campaign::{DEMONSTRATION, EXERCISE, NOISE},
};

const MODELS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/models");
/// Units whose faults are judged again. Their models compile in a few seconds.
const JUDGED: [&str; 3] = ["win_checker", "tmds_encoder", "uart_receiver"];
/// So many of the faults that its tests do not find are judged again too. Each takes proofs of some seconds.
const PROOFS: usize = 3;
/// Of each of them it is tried to prove that so many faults that show change nothing.
const SHOWING: usize = 2;
/// Faults that show, and that a wrong proof would miss: a register becomes constant, two branches of a `case` apply at once, a clock
/// stands still.
const SUBTLE: (&str, [usize; 3]) = ("win_checker", [3, 16, 26]);
/// Units whose campaign takes long. It is not kept.
const LARGE: [&str; 4] = ["gomoku_search", "othello_engine", "othello_core", "console"];
/// Fewer faults would say little of a unit.
const FEWEST: usize = 100;
/// The least share of all faults that is found.
const SHARE: f64 = 0.95;

fn kept() -> Vec<Line> {
    let reports = concat!(env!("CARGO_MANIFEST_DIR"), "/reports");
    mutation::kept(Path::new(reports), mutation::CAMPAIGN).unwrap()
}

#[test]
fn faults_are_found_as_they_were() {
    let (tools, kept) = (Tools::find(), kept());
    for name in JUDGED {
        let lines: Vec<&Line> = kept.iter().filter(|line| line.unit == name).collect();
        let campaign = units::find(name)
            .unwrap()
            .campaign(&tools, lines[0].of, Path::new(MODELS))
            .unwrap();
        assert_eq!(campaign.len(), lines.len());
        let by_a_test = |line: &&&Line| {
            let by = line.mutant.broken.first().map(|(by, _)| by.as_str());
            by.is_some_and(|by| [DEMONSTRATION, EXERCISE, NOISE].contains(&by))
        };
        let (mut chosen, rest): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| by_a_test(line));
        let is_subtle = |line: &&Line| name == SUBTLE.0 && SUBTLE.1.contains(&line.mutant.number);
        let (subtle, mut others): (Vec<&Line>, Vec<&Line>) = chosen.iter().partition(|line| is_subtle(line));
        // Those that show in an early clock come first: a solver needs minutes for a late one.
        others.sort_by_key(|line| line.mutant.broken[0].1);
        assert_eq!(subtle.is_empty(), name != SUBTLE.0);
        for line in subtle.into_iter().chain(others.into_iter().take(SHOWING)) {
            let proved = campaign.is_equal(&tools, line.mutant.number).unwrap();
            assert!(!proved, "{name}: fault {} shows", line.mutant.number);
        }
        chosen.extend(rest.into_iter().take(PROOFS));
        let numbers: Vec<usize> = chosen.iter().map(|line| line.mutant.number).collect();
        for (found, line) in campaign.judge(&tools, &numbers).unwrap().iter().zip(chosen) {
            assert_eq!(found, &line.mutant, "{name}: see tengen mutate");
        }
    }
}

/// `mix` has two inputs, and here `c` is always 0. Nobody reads `unread`.
const TIED: &str = "
module tied (input wire clock, input wire a, output reg y);
  wire z;
  initial y = 0;
  mix part (.x(a), .c(1'b0), .z(z));
  always @(posedge clock) y <= z;
endmodule
module mix (input wire x, input wire c, output wire z);
  wire unread;
  assign z = x ^ c;
  assign unread = x & c;
endmodule
";

#[test]
fn a_constant_input_or_an_output_that_nobody_reads_hides_a_fault() {
    let tools = Tools::find();
    let subject = Subject { top: "tied", text: TIED, checks: None, free: &[] };
    let stored = Stored::of(&tools, subject).unwrap();
    let proofs = mutants::faults(&tools, subject, 60)
        .unwrap()
        .into_iter()
        .filter_map(|fault| {
            let at = [mutants::option(&fault, "-module"), mutants::option(&fault, "-mode")];
            let port = mutants::option(&fault, "-port");
            // `c` stuck at 0 inside `mix` changes nothing, nor does a fault of `unread`. `c` inverted where `mix` is connected is 1, and
            // shows.
            let unread = mutants::option(&fault, "-cell").starts_with("$and");
            let hidden = unread || at == ["mix", "const0"] && port == "B";
            let shows = at == ["tied", "inv"] && port == "c";
            (hidden || shows).then(|| {
                (
                    unread,
                    hidden,
                    unchanged::is_equal(&tools, subject, &stored, &fault).unwrap(),
                )
            })
        });
    let proofs: BTreeSet<(bool, bool, bool)> = proofs.collect();
    let all = [(true, true, true), (false, true, true), (false, false, false)];
    assert_eq!(proofs, BTreeSet::from(all));
}

/// `walk` counts to 2 and begins anew, so `three` is always 0.
const WALK: &str = "
module long (input wire clock, output wire y);
  walk part (.clock(clock), .three(y));
endmodule

module walk (
  input wire clock,
  output wire three
);
  reg [1:0] count;
  initial count = 0;
  assign three = count == 2'd3;
  always @(posedge clock) count <= count == 2'd2 ? 2'd0 : count + 2'd1;
endmodule
";

#[test]
fn a_module_in_a_long_circuit_is_proved_alone_from_power_on() {
    let tools = Tools::find();
    let text = format!("{WALK}// {}\n", "-".repeat(unchanged::WHOLE));
    let subject = Subject { top: "long", text: &text, checks: None, free: &[] };
    let stored = Stored::of(&tools, subject).unwrap();
    let proofs = mutants::faults(&tools, subject, 60)
        .unwrap()
        .into_iter()
        .filter(|fault| mutants::option(fault, "-module") == "walk" && mutants::option(fault, "-wire") == "three");
    let proofs = proofs.map(|fault| {
        let equal = unchanged::is_equal(&tools, subject, &stored, &fault).unwrap();
        (mutants::option(&fault, "-mode").to_string(), equal)
    });
    let proofs: BTreeSet<(String, bool)> = proofs.collect();
    let all = [("const0", true), ("const1", false), ("inv", false)].map(|(mode, equal)| (mode.to_string(), equal));
    assert_eq!(proofs, BTreeSet::from(all));
}

#[test]
fn every_unit_but_the_large_ones_has_its_campaign() {
    let scores = Score::of(&kept());
    let wanted: Vec<&str> = UNITS
        .iter()
        .map(|unit| unit.name)
        .filter(|name| !LARGE.contains(name))
        .collect();
    for name in &wanted {
        let score = scores.iter().find(|score| score.unit == *name);
        let score = score.unwrap_or_else(|| panic!("no campaign of {name} is kept"));
        assert!(score.faults >= FEWEST, "{score:?}");
    }
    assert_eq!(scores.len(), wanted.len());
}

#[test]
fn enough_faults_of_all_units_together_are_found() {
    let all = Score::of_all(&kept());
    assert!(all.share() >= SHARE, "{all:?}");
}

#[test]
fn the_table_in_the_book_is_that_of_the_kept_campaign() {
    let book = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/proofs.md")).unwrap();
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let heads = row(&Score::HEADS.map(String::from));
    // A line of dashes is below the heads.
    let rows = book.lines().skip_while(|line| **line != heads).skip(2);
    let found: Vec<&str> = rows.take_while(|line| !line.is_empty()).collect();
    let kept = kept();
    let all = Score::of_all(&kept);
    let expected: Vec<String> = Score::of(&kept)
        .iter()
        .chain([&all])
        .map(|score| row(&score.row()))
        .collect();
    assert_eq!(found, expected);
}
