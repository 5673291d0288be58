//! The book as built by mdbook: its links lead to its own pages and files, nothing is loaded from the network, and on a
//! screen of 1200 pixels nothing is wider than its column.
//!
//! ```text
//! docs/ --> .github/site.sh -> pages --+--> tags: links, and what is loaded
//!                                    '--> Chromium: widths, and what was loaded
//! ```
#![cfg(feature = "eda")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::browser;
use crate::page::SOON;
use browser::Browser;

/// Builds the book with the machine in it. It calls mdbook, which tests/run.sh installs.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.github/site.sh");

/// A built book in a temporary folder, and its pages by name.
struct Book {
    folder: tempfile::TempDir,
    pages: BTreeMap<String, String>,
}

impl Book {
    fn new() -> Book {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(SITE)
            .arg(folder.path())
            .env("TENGEN", assert_cmd::cargo::cargo_bin!("tengen"))
            .envs(SOON)
            .output()
            .unwrap_or_else(|error| panic!("{SITE}: {error}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !said.contains("WARN"), "{said}");
        let paths = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "html"));
        let pages: BTreeMap<String, String> = pages
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        assert!(pages.len() >= 17, "{:?}", pages.keys());
        Book { folder, pages }
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }
}

/// The tags of a page, each starting with its name.
fn tags(page: &str) -> impl Iterator<Item = &str> {
    let starts = page.match_indices('<').map(|(at, _)| &page[at + 1..]);
    let tags = starts.filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    tags.filter_map(|rest| rest.split('>').next())
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// The target of a tag's link, or the file that it loads.
fn place(tag: &str) -> Option<&str> {
    attribute(tag, "href").or_else(|| attribute(tag, "src"))
}

fn is_elsewhere(place: &str) -> bool {
    place.contains("://") || place.starts_with("//")
}

/// The invalid links, as `page: link`.
fn astray(book: &Book) -> (Vec<String>, usize) {
    let names: BTreeMap<&str, BTreeSet<&str>> = book
        .pages
        .iter()
        .map(|(name, page)| {
            (
                name.as_str(),
                tags(page).filter_map(|tag| attribute(tag, "id")).collect(),
            )
        })
        .collect();
    let (mut wrong, mut count) = (vec![], 0);
    for (name, page) in &book.pages {
        for place in tags(page).filter_map(place).filter(|place| !is_elsewhere(place)) {
            count += 1;
            let (file, heading) = place.split_once('#').unwrap_or((place, ""));
            let file = if file.is_empty() { name } else { file };
            let is_there = !file.contains("..")
                && book.path(file).is_file()
                && (heading.is_empty() || names.get(file).is_some_and(|names| names.contains(heading)));
            if !is_there {
                wrong.push(format!("{name}: {place}"));
            }
        }
    }
    (wrong, count)
}

/// What pages load from other places; links that readers may follow do not count.
fn foreign(book: &Book) -> Vec<String> {
    let mut found = vec![];
    for (name, page) in &book.pages {
        let loading = tags(page).filter(|tag| !tag.starts_with("a "));
        let places = loading.filter_map(place).filter(|place| is_elsewhere(place));
        found.extend(places.map(|place| format!("{name}: {place}")));
    }
    found
}

#[test]
fn every_link_leads_to_a_page_or_a_file_of_the_book() {
    let mut book = Book::new();
    let (wrong, count) = astray(&book);
    assert_eq!(wrong, [""; 0]);
    assert!(count >= 500, "{count}");
    for link in ["nowhere.html", "../src/main.rs", "play.html#nothing"] {
        let page = format!("<p><a href=\"{link}\">x</a></p>");
        book.pages.insert("index.html".into(), page);
        assert_eq!(astray(&book).0, [format!("index.html: {link}")]);
    }
}

#[test]
fn no_page_names_anything_to_load_from_elsewhere() {
    let mut book = Book::new();
    assert_eq!(foreign(&book), [""; 0]);
    let page = "<a href=\"https://rustup.rs\">x</a><script async src=\"https://x.example/x.js\"></script>\
                <img alt=\"\" src=\"//x.example/x.png\"><link rel=\"stylesheet\" href=\"http://x.example/x.css\">";
    book.pages.insert("index.html".into(), page.into());
    let found = ["https://x.example/x.js", "//x.example/x.png", "http://x.example/x.css"];
    assert_eq!(foreign(&book), found.map(|place| format!("index.html: {place}")));
}

/// Elements that are wider than their place, in pixels: code in its block, tables and pictures in the column.
const TOO_WIDE: &str = "(() => {
    const column = document.querySelector('main').clientWidth, found = [];
    for (const e of document.querySelectorAll('main pre, main pre code, main table, main img, main svg')) {
        const place = e.closest('pre') ? e.clientWidth : column;
        const width = Math.max(e.scrollWidth, Math.floor(e.getBoundingClientRect().width));
        if (width > place && !e.closest('button')) found.push(`${e.tagName} ${width} of ${place}: ${e.innerText.slice(0, 60)}`);
    }
    return found; })()";

/// Everything that the page requested from the network, whether or not there was an answer.
const ASKED: &str =
    "performance.getEntriesByType('resource').map(e => e.name).filter(name => !name.startsWith('file:'))";

fn open(browser: &mut Browser, file: &Path) {
    browser.call("Page.navigate", json!({"url": format!("file://{}", file.display())}));
    browser.until(&format!(
        "location.pathname === {} && document.readyState === 'complete'",
        json!(file)
    ));
    browser.value("document.fonts.ready.then(() => true)");
}

#[test]
fn at_1200_pixels_everything_fits_its_column_and_nothing_is_asked_of_the_network() {
    let book = Book::new();
    let mut browser = Browser::open("about:blank");
    // Less the width of a scroll bar, which is missing without a window.
    let screen = json!({"width": 1200 - 15, "height": 800, "deviceScaleFactor": 1, "mobile": false});
    browser.call("Emulation.setDeviceMetricsOverride", screen);
    let mut wrong = vec![];
    // One page is for printing, one is a frame of the others.
    for name in book
        .pages
        .keys()
        .filter(|name| !["print.html", "toc.html"].contains(&name.as_str()))
    {
        open(&mut browser, &book.path(name));
        for question in [TOO_WIDE, ASKED] {
            let Value::Array(found) = browser.value(question) else {
                panic!("{name}: no answer")
            };
            wrong.extend(found.iter().map(|found| format!("{name}: {found}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let wide = format!(
        "<main><pre><code style=\"overflow-x: auto; display: block\">{}</code></pre><img width=\"1300\"></main>\
         <script src=\"http://127.0.0.1:9/x.js\"></script>",
        "wide ".repeat(100)
    );
    fs::write(book.path("index.html"), wide).unwrap();
    open(&mut browser, &book.path("index.html"));
    for (question, count) in [(TOO_WIDE, 2), (ASKED, 1)] {
        let found = browser.value(question);
        assert_eq!(found.as_array().map(Vec::len), Some(count), "{found}");
    }
}
