//! A session, or a circuit, in a page of files: the functions that the worker's program, `files/worker.js`, calls, and those it gives.
//!
//! Bytes go in by [`input`]: the worker writes them where that says, and calls one of the others, which takes them.
//!
//! | function   | takes          | effect                                                                |
//! |------------|----------------|-----------------------------------------------------------------------|
//! | `load`     | an image       | the machine is made; or a circuit, of its file                        |
//! | `begin`    | a kept machine | the session begins, from there or, if there are no bytes, at power-on |
//! | `order`    | an order       | it is followed, answered or refused                                   |
//! | `turn`     | –              | runs a slice; milliseconds until the next, or -1: when an order comes |
//! | `file`     | a name         | the file is said: its media type, its name, and itself                |
//! | `evaluate` | a position     | it is evaluated; no machine is needed                                 |
//!
//! | function of the page | meaning                                                                |
//! |----------------------|------------------------------------------------------------------------|
//! | `now`                | the time in milliseconds since some moment                             |
//! | `say`                | bytes for the page, and what they are: [`Said`]                        |
//!
//! The engine asks for two more functions, of `files/code.js`: they run the code that it generates.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use tengen_sim::stored::CircuitFile;

use super::bench::Bench;
use super::evaluation::Begun;
use super::image::Image;
use super::offered::Offered;
use super::order::{Order, refusal};
use super::saved::{Keeper, Kept};
use super::session::{Next, Session, Setup, Viewer};
use super::{game_file, gateware::keyboard::key::KEYS};

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        pub safe fn now() -> f64;
        pub safe fn say(kind: u32, from: *const u8, length: usize);
    }
}

/// What bytes for the page are.
#[derive(Clone, Copy)]
enum Said {
    /// A message as JSON, as over the WebSocket of `tengen play`.
    Text,
    /// A picture as PNG, or sound after a byte 0, likewise.
    Binary,
    /// A kept machine.
    Kept,
    /// The next part of a file: its media type, its name, its bytes.
    FilePart,
    /// Why there is no file.
    NoFile,
    /// Why the machine has stopped.
    Failure,
}

fn say(kind: Said, bytes: &[u8]) {
    page::say(kind as u32, bytes.as_ptr(), bytes.len());
}

/// The time since some moment.
pub fn now() -> Duration {
    Duration::from_secs_f64(page::now().max(0.0) / 1000.0)
}

/// What was loaded.
enum Loaded {
    Machine(Image),
    Circuit(CircuitFile),
}

/// What runs.
enum Runs {
    Machine(Box<Session>),
    Circuit(Box<Bench>),
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(vec![]) };
    static LOADED: Cell<Option<Loaded>> = const { Cell::new(None) };
    static SESSION: RefCell<Option<Runs>> = const { RefCell::new(None) };
    static OFFERED: Arc<Offered> = Arc::default();
}

/// The page that started this worker. It looks as long as the worker lives.
struct Page;

impl Viewer for Page {
    fn watched(&self) -> bool {
        true
    }
    fn picture(&mut self, png: Arc<[u8]>) {
        say(Said::Binary, &png);
    }
    fn status(&mut self, status: String) {
        say(Said::Text, status.as_bytes());
    }
    fn sound(&mut self, samples: Vec<i8>) {
        let bytes: Vec<u8> = [0]
            .into_iter()
            .chain(samples.iter().map(|sample| *sample as u8))
            .collect();
        say(Said::Binary, &bytes);
    }
}

/// The bytes that were written last.
fn taken() -> Vec<u8> {
    INPUT.take()
}

fn taken_text() -> String {
    String::from_utf8_lossy(&taken()).into_owned()
}

/// Says why something failed; a session ends then.
fn failed(error: &anyhow::Error) {
    say(Said::Failure, format!("{error:#}").as_bytes());
    SESSION.take();
}

/// Room for that many bytes, for the next function that is called.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

#[unsafe(no_mangle)]
extern "C" fn load() {
    std::panic::set_hook(Box::new(|panic| say(Said::Failure, panic.to_string().as_bytes())));
    let file = taken();
    let loaded = if CircuitFile::begins(&file) {
        CircuitFile::read(&file).map(Loaded::Circuit)
    } else {
        let names = serde_json::json!({ "keys": KEYS.map(|key| key.name) });
        say(Said::Text, names.to_string().as_bytes());
        Image::read(&file).map(Loaded::Machine)
    };
    match loaded {
        Ok(loaded) => LOADED.set(Some(loaded)),
        Err(error) => failed(&error),
    }
}

#[unsafe(no_mangle)]
extern "C" fn begin() {
    match begun(&taken()) {
        Ok(session) => SESSION.set(Some(session)),
        Err(error) => failed(&error),
    }
}

fn begun(kept: &[u8]) -> Result<Runs> {
    let offered = OFFERED.with(Arc::clone);
    let image = match LOADED.take() {
        Some(Loaded::Machine(image)) => image,
        Some(Loaded::Circuit(file)) => {
            return Ok(Runs::Circuit(Box::new(Bench::new(file, Box::new(Page), offered)?)));
        }
        None => bail!("there is no machine"),
    };
    let design = image.design.clone();
    let before = match kept {
        [] => None,
        kept => Kept::read(kept, &design).ok(),
    };
    let setup = Setup { engine: "fast", second: image.second };
    let session = Session::new(setup, image.engine(), Box::new(Page), offered)?;
    let store = |json: &str| {
        say(Said::Kept, json.as_bytes());
        Ok(())
    };
    let session = session.kept(Keeper::new(design, Box::new(store)), before);
    Ok(Runs::Machine(Box::new(session)))
}

#[unsafe(no_mangle)]
extern "C" fn order() {
    let said = match Order::parse(&taken_text()) {
        Ok(Order::Read { text }) => game_file::tree(&text),
        // A worker of its own evaluates.
        Ok(Order::Evaluate(_) | Order::CancelEvaluation) => return,
        Ok(order) => {
            return SESSION.with_borrow_mut(|runs| match runs {
                Some(Runs::Machine(session)) => session.follow(order),
                Some(Runs::Circuit(bench)) => bench.follow(order),
                None => {}
            });
        }
        Err(why) => refusal(&why),
    };
    say(Said::Text, said.as_bytes());
}

#[unsafe(no_mangle)]
extern "C" fn turn() -> f64 {
    let turned = SESSION.with_borrow_mut(|runs| match runs {
        Some(Runs::Machine(session)) => session.turn(),
        Some(Runs::Circuit(bench)) => bench.turn(),
        None => Ok(Next::AtOrder),
    });
    match turned {
        Ok(Next::Now) => 0.0,
        Ok(Next::In(time)) => time.as_secs_f64() * 1000.0,
        Ok(Next::AtOrder | Next::AtPage) => -1.0,
        Err(error) => {
            failed(&error);
            -1.0
        }
    }
}

#[unsafe(no_mangle)]
extern "C" fn file() {
    match OFFERED.with(|offered| offered.file(&taken_text())) {
        Ok(file) => {
            for part in [file.kind.as_bytes(), file.name.as_bytes(), &file.bytes] {
                say(Said::FilePart, part);
            }
        }
        Err(why) => say(Said::NoFile, why.to_string().as_bytes()),
    }
}

#[unsafe(no_mangle)]
extern "C" fn evaluate() {
    let said = match Order::parse(&taken_text()) {
        Ok(Order::Evaluate(position)) => match Begun::new(position) {
            Ok(begun) => begun.finish(&|| true).map(|told| serde_json::json!(told).to_string()),
            Err(why) => Some(refusal(&why)),
        },
        _ => None,
    };
    if let Some(said) = said {
        say(Said::Text, said.as_bytes());
    }
}

/// No random number is ever asked for: rust-hdl's library asks, and none of it runs here.
fn no_random_numbers(_: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

getrandom::register_custom_getrandom!(no_random_numbers);
