//! Signals that are looked at, and runs until one changes, against the same machine run clock by clock.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::OnceLock;

use serde_json::{Value, json};
use tengen_sim::Engine;
use tengen_sim::monitor::Mode;

use super::*;
use crate::gateware::console::Variant;
use crate::image::Image;
use crate::looking::{Ring, Written};
use crate::running::Checked;

/// A machine at power-on.
fn engine() -> Running {
    static IMAGE: OnceLock<Vec<u8>> = OnceLock::new();
    let image = IMAGE.get_or_init(|| Image::of(Variant::default()).unwrap().write().unwrap());
    Image::read(image).unwrap().engine()
}

/// The newest status of a session.
#[derive(Clone, Default)]
struct Told(Rc<RefCell<String>>);

impl Viewer for Told {
    fn watched(&self) -> bool {
        true
    }
    fn picture(&mut self, _: Arc<[u8]>) {}
    fn status(&mut self, status: String) {
        self.0.replace(status);
    }
    fn sound(&mut self, _: Vec<i8>) {}
}

/// A session that is paused at some clock.
struct Paused {
    session: Session,
    told: Told,
}

impl Paused {
    fn at(clocks: u64) -> Paused {
        let told = Told::default();
        let setup = Setup { engine: "fast", second: 25_000_000 };
        let session = Session::new(setup, engine(), Box::new(told.clone()), Arc::default()).unwrap();
        let mut paused = Paused { session, told };
        paused.order(json!({"do": "speed", "clocks": null}));
        paused.order(json!({"do": "pause"}));
        if clocks > 0 {
            paused.step(clocks);
        }
        paused
    }

    /// Follows an order, and runs until it is paused again.
    fn order(&mut self, order: Value) {
        self.session.follow(Order::parse(&order.to_string()).unwrap());
        let pauses = order["do"] != "speed";
        while pauses && self.session.turn().unwrap() != Next::AtOrder {}
    }

    fn step(&mut self, clocks: u64) {
        self.order(json!({"do": "step", "clocks": clocks}));
    }

    fn press(&mut self, name: &str) {
        for down in [true, false] {
            self.order(json!({"do": "key", "name": name, "down": down}));
        }
    }

    /// Runs until nothing is pending.
    fn settle(&mut self) {
        while self.session.machine.busy() {
            self.step(10_000);
        }
    }

    fn until(&mut self, signal: &str, value: &str) {
        self.order(json!({"do": "until", "signal": signal, "value": value}));
    }

    fn look(&mut self, signals: &[&str]) {
        self.order(json!({"do": "look", "signals": signals}));
    }

    fn ring(&self) -> Ring {
        self.session.machine.engine().ring().unwrap()
    }

    fn status(&self) -> Value {
        serde_json::from_str(&self.told.0.borrow()).unwrap()
    }

    /// The values of the signals that are looked at.
    fn looked(&self) -> Vec<String> {
        let status = self.status();
        let value = |looked: &Value| looked["value"].as_str().unwrap().to_owned();
        status["looked"].as_array().unwrap().iter().map(value).collect()
    }

    fn port(&self, name: &str) -> u64 {
        let engine = self.session.machine.engine();
        engine.get(engine.port(name))
    }

    fn clocks(&self) -> u64 {
        self.session.machine.clocks()
    }
}

/// Runs a machine clock by clock until a port changes to a value, or to any.
fn step_until(machine: &mut Machine<Running>, port: &str, value: Option<u64>) {
    let port = machine.engine().port(port);
    let mut last = machine.engine().get(port);
    loop {
        machine.step();
        let now = machine.engine().get(port);
        if now != last && value.is_none_or(|value| value == now) {
            return;
        }
        last = now;
    }
}

fn ports(machine: &Machine<Running>) -> Vec<u64> {
    let engine = machine.engine();
    (0..engine.ports().len()).map(|port| engine.get(port)).collect()
}

#[test]
fn a_run_ends_in_the_clock_that_steps_find() {
    let mut paused = Paused::at(10_000);
    let mut stepped = Machine::new(engine()).unwrap();
    stepped.cycles(10_000);
    paused.press("enter");
    let key = key::named("enter").unwrap();
    stepped.strike(&[true, false].map(|down| Stroke { key, down }));
    for (port, text, value) in [
        ("hsync", "", None),
        ("ps2_clk", "0", Some(0)),
        ("ps2_data", "", None),
        ("page", "Mode", Some(0)),
        ("hsync", "1", Some(1)),
        ("hsync", "0", Some(0)),
    ] {
        paused.until(port, text);
        step_until(&mut stepped, port, value);
        assert_eq!(paused.clocks(), stepped.clocks(), "{port} {text}");
        assert_eq!(ports(&paused.session.machine), ports(&stepped), "{port} {text}");
        let status = paused.status();
        assert_eq!((&status["paused"], &status["until"]), (&json!(true), &Value::Null));
        assert_eq!(status["clocks"], stepped.clocks());
    }
    // The monitor has seen every clock once: each line has the same length.
    paused.step(2 * 420_000);
    paused
        .session
        .monitor
        .timing()
        .unwrap()
        .check_syncs(&Mode::VGA)
        .unwrap();
}

#[test]
fn values_are_those_of_the_ports() {
    let ports = ["hsync", "vsync", "red", "key_code", "pending", "cursor_row", "page"];
    let mut paused = Paused::at(0);
    let parts: Value = serde_json::from_str(&paused.session.machine.engine().parts().unwrap()).unwrap();
    let page = parts
        .as_array()
        .unwrap()
        .iter()
        .find(|part| part["path"] == "page")
        .unwrap();
    assert_eq!(page["width"], 3);
    paused.look(&ports);
    let mut seen: [Vec<String>; 7] = Default::default();
    for number in 0..400 {
        paused.step(1237);
        if number == 2 {
            paused.press("enter");
        }
        for ((port, value), seen) in ports.iter().zip(paused.looked()).zip(&mut seen) {
            let number = match value.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
                None if *port == "page" => page["states"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .position(|state| *state == value)
                    .unwrap() as u64,
                None => value.parse().unwrap(),
            };
            assert_eq!(number, paused.port(port), "{port}");
            seen.push(value);
        }
    }
    for (port, mut seen) in ports.iter().zip(seen) {
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 1 || *port == "cursor_row", "{port} is always {seen:?}");
    }
}

/// The value of each signal in each clock of a ring.
fn unrolled(ring: &Written) -> Vec<Vec<String>> {
    let at = |clock: u64| {
        let value = |changes: &[(u64, String)]| {
            let change = changes.iter().rfind(|(since, _)| *since <= clock);
            change.map(|(_, value)| value.clone()).unwrap()
        };
        ring.signals.iter().map(|signal| value(&signal.changes)).collect()
    };
    (ring.from..=ring.to).map(at).collect()
}

#[test]
fn the_ring_has_the_value_of_every_clock() {
    const STONES: &str = "gomoku.game.referee.core.player.ring.black_stones.q";
    let signals = [
        "hsync",
        "page",
        "ps2_clk",
        "ps2_data",
        "controls.receiver.state.q_quiet",
        "controls.receiver.state.q_shifted",
        STONES,
    ];
    let [mut at_once, mut stepped] = [(); 2].map(|()| Paused::at(1000));
    for paused in [&mut at_once, &mut stepped] {
        for name in ["enter", "enter"] {
            paused.press(name);
            paused.settle();
        }
        assert_eq!(paused.status()["machine"]["page"], "game");
        paused.look(&signals);
        paused.press("enter");
    }
    // The key is being sent, and its stone is looked at.
    at_once.step(RING + 100);
    stepped.step(100);
    let mut seen = vec![stepped.looked()];
    for _ in 0..RING {
        stepped.step(1);
        seen.push(stepped.looked());
        for (number, port) in [(0, "hsync"), (2, "ps2_clk"), (3, "ps2_data")] {
            assert_eq!(seen[seen.len() - 1][number], stepped.port(port).to_string());
        }
    }
    let ring = at_once.ring().written();
    assert_eq!((ring.from, ring.to), (at_once.clocks() - RING, at_once.clocks()));
    assert_eq!(unrolled(&ring), seen);
    assert_eq!(ring, stepped.ring().written());
    let file = at_once.session.offered.file("ring.json").unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&file.bytes).unwrap(), json!(ring));
    let still: Vec<&str> = ring
        .signals
        .iter()
        .filter(|signal| signal.changes.len() == 1)
        .map(|signal| &*signal.path)
        .collect();
    assert_eq!(still, ["page"]);
}

#[test]
fn what_cannot_be_looked_at_is_refused_in_a_line() {
    let mut paused = Paused::at(1000);
    paused.look(&["hsync", "page", "hsync"]);
    assert_eq!(paused.looked(), ["1", "Home"]);
    assert_eq!(paused.status()["trouble"], Value::Null);
    let until = |signal: &str, value: &str| json!({"do": "until", "signal": signal, "value": value});
    for (order, why) in [
        (
            json!({"do": "look", "signals": ["page", "pages"]}),
            "there is no signal pages",
        ),
        (json!({"do": "look", "signals": ["clock"]}), "there is no signal clock"),
        (until("pages", ""), "there is no signal pages"),
        (until("hsync", "2"), "2 is more than the 1 bits of hsync hold"),
        (until("red", "0x10"), "0x10 is more than the 4 bits of red hold"),
        (
            until("page", "Nowhere"),
            "`Nowhere` is no value: write 31, or 0x1f, or one of Mode, Game, BringUp, Home, Club",
        ),
    ] {
        paused.order(order);
        let status = paused.status();
        assert!(
            status["trouble"].as_str().unwrap().starts_with(why),
            "{}",
            status["trouble"]
        );
        assert_eq!((&status["until"], paused.clocks()), (&Value::Null, 1000));
        assert_eq!(paused.looked(), ["1", "Home"]);
    }
    // Without any signal it is the engine of before.
    paused.look(&[]);
    assert!(matches!(paused.session.machine.engine(), Running::Fast(..)));
    assert_eq!(paused.status()["looked"], json!([]));
}

#[test]
fn a_run_excludes_waves_and_a_game_played_back() {
    let mut paused = Paused::at(1000);
    paused.look(&["hsync"]);
    let until = json!({"do": "until", "signal": "moves", "value": "200"});
    let follow = |paused: &mut Paused, order: Value| {
        paused.session.follow(Order::parse(&order.to_string()).unwrap());
        paused.session.report().unwrap();
        paused.status()
    };
    // It ends by a pause, and goes on without it when it is cancelled.
    let status = follow(&mut paused, until.clone());
    assert_eq!(status["until"], json!({"signal": "moves", "value": "200"}));
    assert_eq!(status["looked"][1]["path"], "moves");
    for other in [
        json!({"do": "waves", "thousands": 1}),
        json!({"do": "sgf", "text": "(;GM[4])"}),
    ] {
        let status = follow(&mut paused, other);
        assert!(
            status["trouble"]
                .as_str()
                .unwrap()
                .starts_with("the machine runs until")
        );
        assert_eq!((&status["waves"], &status["replay"]), (&Value::Null, &Value::Null));
    }
    paused.session.turn().unwrap();
    assert!(paused.clocks() > 1000 && paused.session.inspection.until.is_some());
    let status = follow(&mut paused, json!({"do": "until"}));
    assert_eq!((&status["until"], &status["paused"]), (&Value::Null, &json!(false)));
    follow(&mut paused, until.clone());
    let status = follow(&mut paused, json!({"do": "pause"}));
    assert_eq!((&status["until"], &status["paused"]), (&Value::Null, &json!(true)));

    let why = "no run until a signal changes";
    let status = follow(&mut paused, json!({"do": "waves", "thousands": 1}));
    assert_eq!(status["looked"][0]["value"], Value::Null);
    let status = follow(&mut paused, until.clone());
    assert!(status["trouble"].as_str().unwrap().starts_with(why));
    paused.step(1000);
    assert_eq!(paused.status()["has_waves"], true);
    assert_eq!(paused.looked(), [paused.port("hsync").to_string(), "0x00".into()]);
    assert_eq!(paused.ring().from, paused.clocks());

    let status = follow(&mut paused, json!({"do": "sgf", "text": "(;GM[4]SZ[15];B[hh])"}));
    assert!(status["replay"].is_array());
    let status = follow(&mut paused, until);
    assert!(status["trouble"].as_str().unwrap().starts_with(why));
    assert_eq!(status["until"], Value::Null);
}

/// A machine in which a fault is found, now and then.
struct Faulty {
    engine: Running,
    faults: Vec<(u64, &'static str)>,
    clocks: u64,
}

impl Engine for Faulty {
    tengen_sim::hand_on!(engine: ports, set, get, settle);

    fn step(&mut self) {
        self.engine.step();
        self.clocks += 1;
    }
}

impl Checked for Faulty {
    fn fault(&mut self) -> Option<String> {
        let (clock, fault) = self.faults.last()?;
        (*clock <= self.clocks).then(|| (*fault).to_owned()).inspect(|_| {
            self.faults.pop();
        })
    }
}

#[test]
fn a_fault_pauses_the_machine_and_is_told() {
    let faults = vec![(30_000, "the second"), (10_000, "the first")];
    let faulty = Faulty { engine: engine(), faults, clocks: 0 };
    let told = Told::default();
    let setup = Setup { engine: "checked", second: 25_000_000 };
    let running = Running::Checked(Box::new(faulty));
    let session = Session::new(setup, running, Box::new(told.clone()), Arc::default()).unwrap();
    let mut paused = Paused { session, told };
    for fault in ["the first", "the second"] {
        paused.order(json!({"do": "resume"}));
        let status = paused.status();
        assert_eq!((&status["trouble"], &status["paused"]), (&json!(fault), &json!(true)));
        // What was found is told once, and an order clears it.
        paused.step(1000);
        assert_eq!(paused.status()["trouble"], Value::Null);
    }
}
