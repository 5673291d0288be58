//! Checks the book in docs/: its commands run, its links are valid, every page is in its contents, and the errors and
//! pictures it shows are the real ones.
//!
//! | block      | treatment of its lines                                                  |
//! |------------|-------------------------------------------------------------------------|
//! | ```sh      | run one after another in a folder for the page, next to a copy of docs/ |
//! | ```sh,eda  | run with the feature `eda`; otherwise treated like the next row         |
//! | ```console | every `tengen` command is run with `--help` added, to check its options |
//! | any other  | must contain no command                                                 |
//!
//! A block whose lines are not always run says so in its first line, where a reader sees it. The commands of README.md and
//! CONTRIBUTING.md are checked as those of a console: some build for minutes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

/// The circuits shown in docs/language.md.
mod digit {
    use rust_hdl::prelude::*;
    use tengen::{Circuit, Optional, Register, kernel};

    include!("book/digit.rs");
    include!("book/two_digits.rs");
}

/// The circuit that docs/memories.md shows.
mod squares {
    use rust_hdl::prelude::*;
    use tengen::{Circuit, hdl::library::memory::Rom, kernel};

    include!("book/squares.rs");
}

#[path = "book/walker.rs"]
mod walker;

const CHECKOUT: &str = env!("CARGO_MANIFEST_DIR");
/// The first line of a block that is not run.
const NOT_RUN: &str = "# not run by the tests";
/// The first line of a block that is run only with the external tools.
const RUN_WITH_TOOLS: &str = "# run by the tests where the external tools are";

#[derive(Clone, Copy, PartialEq, Debug)]
enum Treatment {
    Run,
    RunWithTools,
    Parse,
}

/// A line of a block, and its place.
#[derive(Debug)]
struct Line {
    place: String,
    text: String,
    treatment: Treatment,
}

fn docs() -> PathBuf {
    Path::new(CHECKOUT).join("docs")
}

/// The files of the book except its contents.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(docs())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md") && !path.ends_with("SUMMARY.md"))
        .collect();
    pages.sort();
    assert!(pages.len() >= 12, "{pages:?}");
    pages
}

fn name(page: &Path) -> String {
    page.file_name().unwrap().to_string_lossy().into_owned()
}

/// What is beside the book, for whoever comes to the repository.
fn front() -> Vec<PathBuf> {
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .map(|name| Path::new(CHECKOUT).join(name))
        .into()
}

/// The lines of a page's blocks; an error is a block that is not as the table above says.
fn lines(page: &str, text: &str) -> Result<Vec<Line>, String> {
    let mut found = vec![];
    // The kind of the present block, and whether its first line is still to come.
    let mut block: Option<(&str, bool)> = None;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{page}:{}", number + 1);
        match (line.strip_prefix("```"), block) {
            (Some(kind), None) => block = Some((kind, true)),
            (Some(_), Some(_)) => block = None,
            (None, None) => {}
            (None, Some((kind, first))) => {
                block = Some((kind, false));
                let treatment = match kind {
                    "sh" => Treatment::Run,
                    "sh,eda" => Treatment::RunWithTools,
                    "console" => Treatment::Parse,
                    "text" | "rust" | "verilog" => {
                        let command = ["tengen ", "cargo "].iter().any(|word| line.starts_with(word));
                        match command {
                            true => return Err(format!("{place}: a command in a block of {kind}")),
                            false => continue,
                        }
                    }
                    _ => return Err(format!("{place}: a block of {kind:?}")),
                };
                let said = match treatment {
                    Treatment::Run => true,
                    Treatment::RunWithTools => line.starts_with(RUN_WITH_TOOLS),
                    Treatment::Parse => line.starts_with(NOT_RUN),
                };
                if first && !said {
                    return Err(format!(
                        "{place}: the block does not say that it is not always run, and why"
                    ));
                }
                if !line.is_empty() && !line.starts_with('#') {
                    let text = line.to_owned();
                    found.push(Line { place, text, treatment });
                }
            }
        }
    }
    match block {
        Some((kind, _)) => Err(format!("{page}: a block of {kind:?} without an end")),
        None => Ok(found),
    }
}

/// The command without its trailing comment, with `tengen` in place of what builds and calls it. `None` if it does not
/// call `tengen` last, because then --help would go to another program.
fn help_of(line: &str) -> Option<String> {
    let line = line.split(" # ").next().unwrap().trim_end();
    let line = line.replace("cargo run --release --", "tengen");
    let last = line.rsplit(" | ").next().unwrap();
    let last = last.split(" > ").next().unwrap();
    last.starts_with("tengen ").then(|| format!("{last} --help"))
}

/// Runs a line in a shell; returns the error, if any.
fn run(line: &str, folder: &Path) -> Result<(), String> {
    let tengen = assert_cmd::cargo::cargo_bin!("tengen");
    let mut path = tengen.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    if std::env::var_os("TENGEN_TOOLS").is_none() {
        shell.env("TENGEN_TOOLS", format!("{CHECKOUT}/.tools"));
    }
    // Compiled models are kept there instead of in the user's folder.
    shell
        .env_remove("XDG_DATA_HOME")
        .env("HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = shell
        .args(["-c", line])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .unwrap();
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "`{line}` ends with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}

/// Treats each line as its block demands. Returns the errors, and the numbers of lines run and of lines checked with
/// --help.
fn check(lines: &[Line]) -> (Vec<String>, [usize; 2]) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    for entry in fs::read_dir(docs()).unwrap() {
        let path = entry.unwrap().path();
        // The commands use none of the pictures in subfolders.
        if path.is_file() {
            fs::copy(&path, folder.path().join("docs").join(path.file_name().unwrap())).unwrap();
        }
    }
    let (mut wrong, mut done) = (vec![], [0, 0]);
    for Line { place, text, treatment } in lines {
        let runs = match treatment {
            Treatment::Run => true,
            Treatment::RunWithTools => cfg!(feature = "eda"),
            Treatment::Parse => false,
        };
        let line = if runs { Some(text.clone()) } else { help_of(text) };
        if let Some(line) = line {
            done[usize::from(!runs)] += 1;
            if let Err(reason) = run(&line, folder.path()) {
                wrong.push(format!("{place}: {reason}"));
            }
        }
    }
    (wrong, done)
}

#[test]
#[cfg(unix)]
fn every_command_runs() {
    let results: Vec<_> = thread::scope(|scope| {
        let pages: Vec<_> = pages()
            .into_iter()
            .map(|page| {
                scope.spawn(move || {
                    let text = fs::read_to_string(&page).unwrap();
                    match lines(&name(&page), &text) {
                        Ok(lines) => check(&lines),
                        Err(reason) => (vec![reason], [0, 0]),
                    }
                })
            })
            .collect();
        pages.into_iter().map(|page| page.join().unwrap()).collect()
    });
    let wrong: Vec<String> = results.iter().flat_map(|(wrong, _)| wrong.clone()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let [ran, asked] = [0, 1].map(|i| results.iter().map(|(_, done)| done[i]).sum::<usize>());
    assert!(ran >= 35 && asked >= 8, "{ran} were run, {asked} only asked");
}

/// Files that pages name by path but that do not exist, since the pages say how to create them.
const TO_BE_MADE: [&str; 1] = ["gateware/src/video/blink.rs"];

#[test]
fn every_file_that_a_page_names_by_its_path_is_there() {
    let mut count = 0;
    for page in pages().into_iter().chain(front()) {
        let text = fs::read_to_string(&page).unwrap();
        let spans = text
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|span| !span.contains([' ', '\n']));
        let folders = [
            "src/",
            "benches/",
            "bsp/",
            "constraints/",
            "gateware/",
            "hdl/",
            "reports/",
            "rules/",
            "sim/",
            "tests/",
            "examples/",
            "docs/",
        ];
        for path in spans.filter(|span| folders.iter().any(|folder| span.starts_with(folder))) {
            count += 1;
            let is_there = Path::new(CHECKOUT).join(path).exists();
            assert_eq!(is_there, !TO_BE_MADE.contains(&path), "{}: {path}", name(&page));
        }
    }
    assert!(count >= 50, "{count}");
}

#[test]
#[cfg(unix)]
fn every_command_beside_the_book_takes_its_options() {
    let mut found = vec![];
    for page in front() {
        let text = fs::read_to_string(&page).unwrap();
        found.extend(lines(&name(&page), &text).unwrap());
    }
    for line in &mut found {
        line.treatment = Treatment::Parse;
    }
    let (wrong, [_, asked]) = check(&found);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked >= 4, "{asked}");
}

#[test]
#[cfg(unix)]
fn a_wrong_command_is_found() {
    let page = "```sh\ntengen units > units.txt\ntengen unit\n```\n\n```console\n# not run by the tests: a window\n\
                tengen play --brwser   # none\ngtkwave a.gtkw\n```\n";
    let (wrong, done) = check(&lines("page.md", page).unwrap());
    assert_eq!(done, [2, 1]);
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    assert!(
        wrong[0].starts_with("page.md:3: `tengen unit` ends with"),
        "{}",
        wrong[0]
    );
    assert!(
        wrong[1].starts_with("page.md:8: `tengen play --brwser --help` ends with"),
        "{}",
        wrong[1]
    );
    for (page, reason) in [
        ("```console\ntengen play\n```\n", "p:2: the block does not say"),
        ("```sh,eda\ntengen sim\n```\n", "p:2: the block does not say"),
        ("```text\ntengen sim\n```\n", "p:2: a command in a block of text"),
        ("```shell\ntengen sim\n```\n", "p:2: a block of \"shell\""),
        ("```sh\ntengen sim\n", "p: a block of \"sh\" without an end"),
    ] {
        let said = lines("p", page).unwrap_err();
        assert!(said.starts_with(reason), "{said}");
    }
}

/// The places a page's links and pictures name, without those elsewhere in the world: a file, and a heading in it.
fn links(text: &str) -> Vec<(&str, &str)> {
    text.match_indices("](")
        .map(|(at, start)| &text[at + start.len()..])
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
        .map(|link| link.split_once('#').unwrap_or((link, "")))
        .collect()
}

/// The headings of a page, as links call them.
fn headings(text: &str) -> BTreeSet<String> {
    let called = |c: char| match c {
        ' ' => Some('-'),
        _ => (c.is_alphanumeric() || c == '-' || c == '_').then_some(c),
    };
    let lines = text.lines().filter_map(|line| line.strip_prefix('#'));
    let found = lines.map(|rest| rest.trim_start_matches('#').trim().to_lowercase());
    found
        .map(|heading| heading.chars().filter_map(called).collect())
        .collect()
}

#[test]
fn every_link_leads_somewhere_and_every_page_is_in_the_contents() {
    let mut count = 0;
    for page in pages().into_iter().chain([docs().join("SUMMARY.md")]).chain(front()) {
        let text = fs::read_to_string(&page).unwrap();
        for (file, heading) in links(&text) {
            count += 1;
            let place = format!("{}: {file}#{heading}", name(&page));
            // mdbook takes along what is in docs/, and nothing from beside it.
            assert!(!file.contains(".."), "{place} leaves the book");
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.is_file(), "{place}: no such file");
            if !heading.is_empty() {
                let there = headings(&fs::read_to_string(&target).unwrap());
                assert!(there.contains(heading), "{place}: no such heading in {there:?}");
            }
        }
    }
    assert!(count >= 40, "{count}");
    let contents = fs::read_to_string(docs().join("SUMMARY.md")).unwrap();
    let listed: Vec<String> = links(&contents).into_iter().map(|(file, _)| file.to_owned()).collect();
    let there: BTreeSet<String> = pages().iter().map(|page| name(page)).collect();
    assert_eq!(listed.len(), there.len(), "{listed:?}");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), there);
}

/// The letters of code that fit the book's column on a screen of 1200 pixels; docs/book.css has the sizes.
const COLUMN: usize = 107;

/// What is wrong with the source of a page: code that has to be scrolled, and what is loaded from elsewhere. The long
/// form looks at the built pages in a browser.
fn misprints(text: &str) -> Vec<String> {
    let mut in_code = false;
    let wide = text.lines().filter(|line| match line.starts_with("```") {
        true => {
            in_code = !in_code;
            false
        }
        false => in_code && line.chars().count() > COLUMN,
    });
    let pictures = text.split("![").skip(1).filter_map(|rest| rest.split_once("]("));
    let loaded = pictures.map(|(_, rest)| rest).chain(text.split(" src=\"").skip(1));
    let places = loaded.filter_map(|rest| rest.split([')', '"']).next());
    wide.chain(places.filter(|place| place.contains("//")))
        .map(str::to_owned)
        .collect()
}

#[test]
fn code_fits_the_column_and_nothing_is_loaded_from_elsewhere() {
    for page in pages() {
        let found = misprints(&fs::read_to_string(&page).unwrap());
        assert!(found.is_empty(), "{}: {found:#?}", name(&page));
    }
    let wide = "wide ".repeat(30);
    let page = format!(
        "{wide}\n```text\n{wide}\n```\n[x](https://x.example) ![x](https://x.example/x.png)<img alt=\"\" src=\"//x.example/y.png\">"
    );
    assert_eq!(
        misprints(&page),
        [&wide, "https://x.example/x.png", "//x.example/y.png"]
    );
}

/// The table of boards must agree with `tengen boards`.
#[test]
fn the_table_of_boards_is_the_commands_own() {
    use rust_hdl_bsp::{Picture, boards::BOARDS};

    let page = fs::read_to_string(docs().join("boards.md")).unwrap();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(rows.len(), BOARDS.len());
    for board in BOARDS {
        let row = rows
            .iter()
            .find(|row| row.starts_with(&format!("| `{}`: ", board.name)));
        let row = row.unwrap_or_else(|| panic!("no {}", board.name));
        let picture = match &board.picture {
            Picture::Vga(vga) => format!("| VGA {}-{}-{} |", vga.red.len(), vga.green.len(), vga.blue.len()),
            Picture::Dvi(_) => "| DVI 8-8-8 |".into(),
        };
        assert!(row.contains(&picture), "{row}");
        let placed = row.contains("yosys and nextpnr");
        assert_eq!(row.contains("| placed and timed |"), placed, "{row}");
        assert_eq!(row.contains("| synthesised, not placed |"), !placed, "{row}");
    }
}

/// The page must contain the whole file, in pieces.
#[test]
fn the_example_of_a_circuit_of_your_own_is_its_file() {
    let page = fs::read_to_string(docs().join("your-circuit.md")).unwrap();
    let pieces = page.split("```rust\n").skip(1);
    let pieces: Vec<&str> = pieces.map(|piece| piece.split("```\n").next().unwrap()).collect();
    assert_eq!(pieces.join("\n"), include_str!("../../examples/blinker/src/main.rs"));
}

#[test]
fn the_head_that_is_shown_is_that_of_the_unit() {
    let page = fs::read_to_string(docs().join("your-circuit.md")).unwrap();
    let command = "tengen verilog --unit ps2_receiver --clock 50000000 --prefix keys_";
    let unit = tengen::units::find("ps2_receiver").unwrap().at(50_000_000).unwrap();
    let file = unit.file("keys_", command).unwrap();
    let head = file.split("//\n// ps2_receiver, in Verilog").next().unwrap();
    assert!(page.contains(&format!("```text\n{head}```\n")), "{head}");
}

#[test]
fn the_circuit_that_is_shown_is_this_one_and_counts_to_nine() {
    use tengen::hdl::verilog::verilog;
    use tengen_sim::{Engine, Native};

    let page = fs::read_to_string(docs().join("language.md")).unwrap();
    assert!(page.contains(&format!("```rust\n{}```\n", include_str!("book/digit.rs"))));
    let mut digit = Native::new(digit::Digit::default());
    let [count, value] = ["count", "digit"].map(|name| digit.port(name));
    let mut next = |counting: u64| {
        digit.set(count, counting);
        digit.step();
        digit.get(value)
    };
    let found: Vec<u64> = [1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1].into_iter().map(&mut next).collect();
    assert_eq!(found, [1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
    assert!(
        verilog(&mut digit::Digit::default(), "digit")
            .unwrap()
            .contains("module digit (")
    );
}

#[test]
fn the_circuit_that_does_without_a_part_is_this_one_and_counts_with_it_or_without() {
    use tengen::hdl::verilog::verilog;
    use tengen_sim::{ByName, Engine, Native};

    let page = fs::read_to_string(docs().join("language.md")).unwrap();
    assert!(page.contains(&format!("```rust\n{}```\n", include_str!("book/two_digits.rs"))));
    for (two, digits) in [(true, [3, 2]), (false, [3, 0])] {
        let mut counter = Native::new(digit::TwoDigits::new(two));
        counter.drive("count", 1);
        counter.steps(23);
        assert_eq!(["ones", "tens"].map(|name| counter.read(name)), digits);
        let text = verilog(&mut digit::TwoDigits::new(two), "two_digits").unwrap();
        assert_eq!(text.contains("digit second ("), two);
        assert_eq!(text.contains("localparam [3:0] second_digit = 4'd0;"), !two);
    }
}

#[test]
fn the_memory_that_is_shown_is_this_one_and_knows_the_squares() {
    use tengen_sim::{ByName, Engine, Native};

    let page = fs::read_to_string(docs().join("memories.md")).unwrap();
    assert!(page.contains(&format!("```rust\n{}```\n", include_str!("book/squares.rs"))));
    let mut squares = Native::new(squares::Squares::default());
    for number in 0..16 {
        squares.drive("number", number);
        squares.step();
        assert_eq!(squares.read("square"), number * number);
    }
}

/// A page's block that shows what is said when something is wrong holds what is really said.
#[test]
fn the_difference_between_two_drawings_is_shown_as_it_comes() {
    use tengen::hdl::library::ticker::Ticker;
    use tengen_sim::expect_waves;

    let page = fs::read_to_string(docs().join("language.md")).unwrap();
    assert!(page.contains("expect_waves(file!(), Ticker::<3>::new(7), \"restart 0*18 1 0\", 0..36);"));
    // A copy, which is not replaced when drawings are accepted.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ticker.rs");
    fs::copy(Path::new(CHECKOUT).join("hdl/src/library/ticker.rs"), &file).unwrap();
    let file = file.to_string_lossy();
    let said = std::panic::catch_unwind(|| {
        expect_waves(&file, Ticker::<3>::new(6), "restart 0*18 1 0", 0..36);
    });
    if std::env::var_os("TENGEN_WRITE_WAVES").is_some() {
        return;
    }
    let said = said.unwrap_err();
    let said = said.downcast_ref::<String>().unwrap();
    let (_, difference) = said.split_once("\n\n").unwrap();
    let difference = difference.split_once("\n\n").unwrap().0;
    assert!(page.contains(&format!("```text\n{difference}\n```\n")), "{difference}");
}

#[test]
fn the_error_of_a_circuit_is_shown_as_it_comes() {
    use tengen::hdl::verilog::verilog;

    let page = fs::read_to_string(docs().join("language.md")).unwrap();
    let said = verilog(&mut walker::Walker::default(), "walker")
        .unwrap_err()
        .to_string();
    assert!(page.contains(&format!("```text\n{said}\n```\n")), "{said}");
}

/// The last column of the table must contain the real message for each mistake.
#[test]
fn what_is_said_of_a_wrong_board_is_on_its_page() {
    use rust_hdl_bsp::{Board, Held, Keys, Level, Picture, Pull, Standard, boards};
    use tengen::hdl::top;

    const SECOND: Held = Held {
        name: "leds",
        pin: "L2",
        level: Level::High,
        reason: "none",
        standard: Standard::Lvcmos33,
        drive_ma: None,
    };
    let blind = |board: &mut Board| {
        let Picture::Vga(vga) = &mut board.picture else {
            panic!("{} has no VGA", board.name)
        };
        vga.blue = &[];
    };
    type Mistake<'a> = (&'a str, &'a dyn Fn(&mut Board));
    let mistakes: [Mistake; 7] = [
        ("icebreaker", &|board| {
            board.buttons.as_mut().unwrap().keys = Keys::One { centre: "11" }
        }),
        ("icebreaker", &|board| board.clock.khz = 0),
        ("icebreaker", &blind),
        ("ulx3s", &|board| board.held = &[SECOND]),
        ("nexys3", &|board| board.part.device = "xc6slx17"),
        ("icebreaker", &|board| board.ps2.as_mut().unwrap().pull = Pull::Down),
        ("icebreaker", &|board| board.clock.khz = 9000),
    ];
    let page = fs::read_to_string(docs().join("adding-a-board.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| mistake")).skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), mistakes.len());
    for (row, (name, change)) in rows.into_iter().zip(mistakes) {
        let mut board = boards::find(name).unwrap().clone();
        change(&mut board);
        let said = board
            .check()
            .and_then(|()| top::clocking(&board).map(drop))
            .unwrap_err();
        let said = format!("{said:#}");
        let shown = row.split('`').nth(1).unwrap();
        let is_shortened = row.contains("` ...");
        assert!(
            said == shown || is_shortened && said.starts_with(shown),
            "{row}\n{said}"
        );
    }
}

/// The picture that the script saves besides the film must equal the film's last picture.
#[test]
#[cfg(unix)]
fn the_picture_that_ends_the_film_is_its_last() {
    use tengen_sim::{Frame, animation::load_gif};

    let page = fs::read_to_string(docs().join("play.md")).unwrap();
    let line = page.lines().find(|line| line.contains("--png last.png")).unwrap();
    assert!(line.ends_with("# how the film on the first page ends"), "{line}");
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("docs")).unwrap();
    fs::copy(docs().join("play.script"), folder.path().join("docs/play.script")).unwrap();
    run(line, folder.path()).unwrap();
    let last = Frame::load_png(folder.path().join("last.png")).unwrap();
    let film = load_gif(docs().join("play.gif")).unwrap();
    assert_eq!(last.compare(&film.last().unwrap().0).unwrap(), None);
}

/// The tests that the page on players names must exist in the files it names.
#[test]
fn what_fails_of_a_wrong_player_is_a_test() {
    let page = fs::read_to_string(docs().join("adding-a-player.md")).unwrap();
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| what is wrong"))
        .skip(2);
    let mut count = 0;
    for row in rows.take_while(|line| line.starts_with('|')) {
        let spans: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let Some(test) = spans.iter().find(|span| span.matches('_').count() > 2) else {
            continue;
        };
        count += 1;
        let file = spans.iter().find(|span| span.ends_with(".rs")).unwrap_or(&"weights.rs");
        let folder = Path::new(CHECKOUT).join("gateware/src/gomoku/player");
        let beside = file.replace(".rs", "/tests.rs");
        let is_there = [*file, &beside].iter().any(|file| {
            let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
            text.contains(&format!("#[test]\n    fn {test}()")) || text.contains(&format!("#[test]\nfn {test}()"))
        });
        assert!(is_there, "{row}");
    }
    assert_eq!(count, 5);
}
