//! Pictures, films, waves and sound are recorded.

use serde_json::{Value, json};
use std::io::Read;
use tengen_sim::Frame;

use super::{Served, local};

#[test]
fn pictures_films_and_waves_are_kept() {
    let served = Served::new();
    let head = local(&served.host);
    for path in ["/film.gif", "/waves.zip"] {
        assert!(served.get(path, &head).0.starts_with("http/1.1 404"));
    }
    let mut page = served.page();
    page.until("the picture", |page| !page.picture.is_empty());
    page.press("enter");
    page.say(json!({"do": "film", "on": true}));
    page.until("the film", |page| page.status["film"].is_u64());
    page.press("down right enter d enter");
    page.until_moves(2);
    page.say(json!({"do": "film", "on": false}));
    page.say(json!({"do": "waves", "thousands": 3}));
    page.until("both files", |page| {
        page.status["has_film"] == true && page.status["has_waves"] == true
    });
    assert_eq!(
        (&page.status["trouble"], &page.status["waves"]),
        (&Value::Null, &Value::Null)
    );
    let (head_of_film, film) = served.get("/film.gif", &head);
    assert!(head_of_film.contains("image/gif") && film.starts_with(b"GIF89a"));
    let (_, waves) = served.get("/waves.zip", &head);
    let mut waves = zip::ZipArchive::new(std::io::Cursor::new(waves)).unwrap();
    let mut dump = String::new();
    waves.by_name("console.vcd").unwrap().read_to_string(&mut dump).unwrap();
    assert!(dump.contains("$enddefinitions"));
    // 3000 clocks of 40 ns: the dump ends there.
    let last = dump.lines().rev().find_map(|line| line.strip_prefix('#')).unwrap();
    assert!((118_000..=120_000).contains(&last.parse::<u64>().unwrap()), "{last}");
    assert!(waves.by_name("console.gtkw").is_ok());
    // The machine continues.
    page.press("u");
    page.until_moves(0);
    let (_, picture) = served.get("/picture.png", &head);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.png");
    std::fs::write(&file, picture).unwrap();
    let picture = Frame::load_png(&file).unwrap();
    assert_eq!((picture.width, picture.height), (640, 480));
}

#[test]
fn waves_of_chosen_signals_come_as_fst_and_unknown_ones_are_refused() {
    let served = Served::new();
    let mut page = served.page();
    page.say(json!({"do": "waves", "thousands": 3, "signals": ["nothing.like.it"], "format": "fst"}));
    page.until("the refusal", |page| {
        page.status["trouble"]
            .as_str()
            .is_some_and(|why| why.contains("nothing.like.it"))
    });
    assert!(page.status["waves"].is_null());
    page.say(json!({"do": "waves", "thousands": 3, "signals": ["hsync", "visible"], "format": "fst"}));
    page.until("the file", |page| page.status["has_waves"] == true);
    let (_, waves) = served.get("/waves.zip", &local(&served.host));
    let mut waves = zip::ZipArchive::new(std::io::Cursor::new(waves)).unwrap();
    let mut dump = vec![];
    waves.by_name("console.fst").unwrap().read_to_end(&mut dump).unwrap();
    let mut dump = fst_reader::FstReader::open(std::io::Cursor::new(dump)).unwrap();
    let mut names = vec![];
    let name = |entry| {
        if let fst_reader::FstHierarchyEntry::Var { name, .. } = entry {
            names.push(name);
        }
    };
    dump.read_hierarchy(name).unwrap();
    assert_eq!(names, ["hsync", "visible"]);
    // 3000 clocks of 40 ns.
    let span = dump.get_header().end_time - dump.get_header().start_time;
    assert!((118_000..=120_000).contains(&span), "{span}");
}

#[test]
fn what_the_machine_sounds_like_is_heard_and_silence_is_not() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter 4 right m m enter enter");
    page.until_moves(1);
    assert_eq!(
        (&page.status["machine"]["sound"], page.sound),
        (&json!(false), 0),
        "off at first"
    );
    page.press("v up enter");
    page.until_moves(2);
    page.until("the click", |page| page.sound > 0);
    // A stone's click ends within some hundredths of a second; a sample is 1024 clocks.
    assert!(page.sound < 6000, "{} samples", page.sound);
}

#[test]
fn waves_are_cancelled_and_keys_are_answered_meanwhile() {
    let served = Served::by("native", "rust-hdl simulation");
    let mut page = served.page();
    page.press("enter");
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    page.say(json!({"do": "waves", "thousands": 1000}));
    page.until("waves", |page| page.status["waves"].is_u64());
    let before = page.status["waves"].as_u64().unwrap();
    page.until("progress", |page| {
        page.status["waves"].as_u64().is_some_and(|left| left < before)
    });
    page.press("3 right");
    page.until("the key's answer", |page| {
        page.status["machine"]["rule"] == "exact five"
    });
    page.say(json!({"do": "cancel_waves"}));
    page.until("their end", |page| page.status["waves"].is_null());
    assert_eq!(
        (&page.status["has_waves"], &page.status["trouble"]),
        (&json!(false), &Value::Null)
    );
    // Nothing of them remains, and new ones can begin.
    page.say(json!({"do": "cancel_waves"}));
    page.say(json!({"do": "waves", "thousands": 2}));
    page.until("the file", |page| page.status["has_waves"] == true);
}

#[test]
fn a_machine_with_checks_plays_and_records_no_waves() {
    let state = tempfile::tempdir().unwrap();
    let served = Served::start("0", &["--checks"], "fast, with checks", state);
    let mut page = served.page();
    page.press("enter");
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    assert_eq!(page.status["trouble"], Value::Null);
    assert_eq!(page.status["second"], 1_000_000);
    page.say(json!({"do": "waves", "thousands": 2}));
    page.until("the refusal", |page| {
        page.status["trouble"]
            .as_str()
            .is_some_and(|why| why.contains("start without --checks"))
    });
    assert_eq!(page.status["paused"], false);
}
