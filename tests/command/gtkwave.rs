//! GTKWave itself opens the output of `tengen wave`, on a virtual screen (Xvfb), and reports what it has understood.
//!
//! ```text
//! tengen wave --> unit.vcd, unit.gtkw, ..  --> gtkwave --script look.tcl --> traces, marker, values at the marker; a picture
//! ```
//!
//! GTKWave silently drops a signal that it does not find, so the traces are counted, and all of its messages are
//! compared with the view. `TENGEN_RENEW=1 cargo test --features eda --test command gtkwave` takes docs/gtkwave.png
//! again; look at it before committing it.
#![cfg(feature = "eda")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tengen::units::UNITS;

/// Longer than GTKWave takes to open anything here; it stays open if its script fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A virtual screen; removed when dropped.
struct Screen {
    server: Child,
    display: String,
}

impl Screen {
    fn new() -> Screen {
        // The server chooses a free number and prints it.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1800x1100x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Xvfb: {error}; install it (Debian: xvfb)"));
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        let display = format!(":{}", number.trim());
        assert!(display.len() > 1, "Xvfb does not start");
        Screen { server, display }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// GTKWave's interpretation of a view.
#[derive(Debug)]
struct Seen {
    /// The number of lines shown, including the starts and ends of groups.
    traces: usize,
    /// The positions of the marker and of the named marker A, in nanoseconds.
    markers: [String; 2],
    /// The values at the marker, by the signals' labels; the first one if several have the same label.
    values: BTreeMap<String, String>,
    /// Its error messages.
    complaints: Vec<String>,
}

/// Lines on standard error that are not errors.
const USUAL: [&str; 5] = [
    "GTKWave Analyzer v",
    "[",
    "FSTLOAD | ",
    "GTKWAVE | Executing Tcl script",
    "GTKWAVE | Filename",
];

/// Opens these files (the view, or the waves and the view), saves a picture of the window, and returns what GTKWave
/// reports.
fn open(screen: &Screen, folder: &Path, files: &[&str], picture: &Path) -> Seen {
    let view = files.join(" ");
    let script = folder.join("look.tcl");
    let look = format!(
        "puts \"traces [gtkwave::getTotalNumTraces]\"\n\
         puts \"marker [gtkwave::getMarker]\"\n\
         puts \"named [gtkwave::getNamedMarker A]\"\n\
         for {{set i 0}} {{$i < [gtkwave::getTotalNumTraces]}} {{incr i}} {{\n\
         puts \"value [gtkwave::getTraceNameFromIndex $i]=[gtkwave::getTraceValueAtMarkerFromIndex $i]\"\n}}\n\
         gtkwave::/File/Grab_To_File \"{}\"\nexit\n",
        picture.display()
    );
    fs::write(&script, look).unwrap();
    let child = Command::new("gtkwave")
        .args(["--script", "look.tcl"])
        .args(files)
        .current_dir(folder)
        // No user settings, and no services of a desktop.
        .env("HOME", folder)
        .env("DISPLAY", &screen.display)
        .env("GSETTINGS_BACKEND", "memory")
        .env("NO_AT_BRIDGE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(fs::File::create(folder.join("out")).unwrap())
        .stderr(fs::File::create(folder.join("err")).unwrap())
        .spawn()
        .unwrap_or_else(|error| panic!("gtkwave: {error}; install GTKWave (Debian: gtkwave)"));
    let ended = in_time(child);
    let [out, err] = ["out", "err"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    assert!(ended, "{view}: GTKWave does not come to an end: {out}{err}");
    let told = |what: &str| {
        let line = out.lines().find_map(|line| line.strip_prefix(what)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{view}: GTKWave does not tell the {what}: {out}{err}"))
    };
    let mut values = BTreeMap::new();
    for line in out.lines().filter_map(|line| line.strip_prefix("value ")) {
        if let Some((name, value)) = line.split_once('=') {
            values
                .entry(name.to_string())
                .or_insert_with(|| value.trim().to_string());
        }
    }
    let lines = err.lines().map(str::trim).filter(|line| !line.is_empty());
    let complaints = lines.filter(|line| !USUAL.iter().any(|usual| line.starts_with(usual)));
    Seen {
        traces: told("traces").parse().unwrap(),
        markers: [told("marker"), told("named")].map(str::to_string),
        values,
        complaints: complaints.map(str::to_string).collect(),
    }
}

/// Waits for a program to succeed; kills it if it takes too long.
fn in_time(mut child: Child) -> bool {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

fn wave(folder: &Path, unit: &str, more: &[&str]) -> Output {
    let mut command = assert_cmd::Command::cargo_bin("tengen").unwrap();
    let output = command.args(["wave", "--unit", unit, "--out", "."]).args(more);
    let output = output.current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{unit}: {output:?}");
    output
}

/// The number of lines in the view, and the position of its marker.
fn asked(view: &str) -> (usize, String) {
    let traces = view.lines().filter(|line| line.starts_with(['+', '-']));
    let place = view.lines().find_map(|line| line.strip_prefix('*'));
    let marker = place.and_then(|line| line.split_whitespace().nth(1)).unwrap();
    (traces.count(), marker.to_string())
}

/// Opens a unit's waves and compares what GTKWave shows with the view.
fn check(screen: &Screen, unit: &str, more: &[&str]) -> (Seen, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    wave(folder.path(), unit, more);
    let name = format!("{unit}.gtkw");
    let seen = open(screen, folder.path(), &[&name], &folder.path().join("picture.png"));
    let (traces, marker) = asked(&fs::read_to_string(folder.path().join(&name)).unwrap());
    assert_eq!(seen.complaints, [""; 0], "{unit} {more:?}");
    assert_eq!(seen.traces, traces, "{unit} {more:?}: signals GTKWave does not find");
    assert_eq!(seen.markers, [marker.clone(), marker], "{unit} {more:?}");
    (seen, folder)
}

/// Values shown by name, at the marker.
const NAMED: [(&str, &[(&str, &str)]); 7] = [
    ("controls", &[("key", "Up"), ("strobe", "1")]),
    ("shape_classifier", &[("shape", "Five")]),
    ("renju_judge", &[("verdict", "DoubleThree"), ("done", "1")]),
    (
        "console",
        &[("page", "Game"), ("white_level", "2"), ("ply", "None"), ("key", "Up")],
    ),
    (
        "win_checker",
        &[
            ("direction", "DownLeft"),
            ("stone", "Empty"),
            ("q_phase", "Idle"),
            ("won", "1"),
        ],
    ),
    ("screen", &[("colour", "Ivory"), ("visible", "1")]),
    ("sound", &[("tune", "None"), ("level", "0")]),
];

#[test]
fn every_view_opens_without_a_complaint() {
    let screen = Screen::new();
    for unit in UNITS {
        let (seen, ..) = check(&screen, unit.name, &[]);
        for (name, value) in NAMED
            .iter()
            .filter(|named| named.0 == unit.name)
            .flat_map(|named| named.1)
        {
            assert_eq!(
                seen.values.get(*name).map(String::as_str),
                Some(*value),
                "{}: {name}",
                unit.name
            );
        }
    }
}

#[test]
fn fst_opens_as_vcd_does() {
    let screen = Screen::new();
    for unit in ["shape_classifier", "vga_sync", "console"] {
        let [(vcd, ..), (fst, ..)] = [&[][..], &["--fst"]].map(|more| check(&screen, unit, more));
        assert!(
            vcd.values == fst.values,
            "{unit}: {:?} is not {:?}",
            vcd.values,
            fst.values
        );
    }
}

#[test]
fn the_picture_shows_waves_and_is_kept() {
    let screen = Screen::new();
    let (view, folder) = check(&screen, "win_checker", &[]);
    // The title shows GTKWave's arguments: with the view alone it would be the path of this folder.
    let picture = folder.path().join("named.png");
    let files = ["win_checker.vcd", "win_checker.gtkw"];
    let named = open(&screen, folder.path(), &files, &picture);
    assert_eq!((named.traces, &named.values), (view.traces, &view.values));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/gtkwave.png");
    if std::env::var_os("TENGEN_RENEW").is_some_and(|value| value == "1") {
        fs::copy(&picture, &kept).unwrap();
    }
    // Fonts and window frames differ between machines, so the pictures cannot be equal; but each must show waves.
    for picture in [picture, kept] {
        let frame = tengen_sim::Frame::load_png(&picture).unwrap();
        let (width, height) = (frame.width, frame.height);
        let pixels = (0..width * height).map(|at| frame.pixel(at % width, at / width));
        let green = pixels
            .filter(|[red, green, blue]| *green > 100 && *red < 50 && *blue < 50)
            .count();
        assert!(green > 5000, "{}: {green} pixels of waves", picture.display());
    }
}

/// The tests above must detect a wrong view.
#[test]
fn a_broken_view_is_noticed() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    wave(folder.path(), "win_checker", &[]);
    let good = fs::read_to_string(folder.path().join("win_checker.gtkw")).unwrap();
    let (traces, marker) = asked(&good);
    let see = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} is not in the view");
        fs::write(folder.path().join("broken.gtkw"), good.replace(from, to)).unwrap();
        open(
            &screen,
            folder.path(),
            &["broken.gtkw"],
            &folder.path().join("picture.png"),
        )
    };
    assert_eq!(see("win_checker.address", "win_checker.adress").traces, traces - 1);
    assert_eq!(see("address[7:0]", "address[8:0]").traces, traces - 1);
    assert!(!see("win_checker.Phase.txt", "nowhere.txt").complaints.is_empty());
    assert_ne!(see(&marker, "40").markers[0], marker);
}
