//! A counter on a bench, by its orders.

use std::cell::RefCell;
use std::rc::Rc;

use rust_hdl::prelude::*;
use serde_json::{Value, json};
use tengen_hdl::{Circuit, LogicState, Register, circuit_file::circuit_file, kernel};

use super::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Parity {
    Even,
    Odd,
}

/// Adds `by` in every clock in which it is enabled.
#[derive(Circuit)]
struct Adder {
    pub clock: Signal<In, Clock>,
    pub enable: Signal<In, Bit>,
    pub by: Signal<In, Bits<4>>,
    pub sum: Signal<Out, Bits<8>>,
    /// The sum after the next clock.
    pub next: Signal<Out, Bits<8>>,
    pub parity: Signal<Out, Parity>,

    held: Register<Bits<8>>,
    coming: Signal<Local, Bits<8>>,
}

#[kernel]
impl Logic for Adder {
    fn update(&mut self) {
        coming = held.q;
        if enable {
            coming = held.q + bit_cast::<8, 4>(by);
        }
        held.d = coming;
        sum = held.q;
        next = coming;
        parity = Parity::Even;
        if held.q.get_bit(0) {
            parity = Parity::Odd;
        }
    }
}

/// Keeps what is said.
struct Page(Rc<RefCell<Value>>);

impl Viewer for Page {
    fn watched(&self) -> bool {
        true
    }
    fn picture(&mut self, _: Arc<[u8]>) {}
    fn status(&mut self, status: String) {
        *self.0.borrow_mut() = serde_json::from_str(&status).unwrap();
    }
    fn sound(&mut self, _: Vec<i8>) {}
}

struct Desk {
    bench: Bench,
    said: Rc<RefCell<Value>>,
    offered: Arc<Offered>,
}

impl Desk {
    /// With a circuit that has been through a file.
    fn new() -> Desk {
        let file = circuit_file(&mut Adder::default(), "adder").unwrap();
        let file = CircuitFile::read(&file.to_bytes().unwrap()).unwrap();
        let said = Rc::new(RefCell::new(Value::Null));
        let offered = Arc::new(Offered::default());
        let bench = Bench::new(file, Box::new(Page(said.clone())), offered.clone()).unwrap();
        Desk { bench, said, offered }
    }

    /// Gives orders, and turns until the bench pauses.
    fn does(&mut self, orders: &[Value]) -> Value {
        for order in orders {
            self.bench.follow(Order::parse(&order.to_string()).unwrap());
        }
        while self.bench.turn().unwrap() != Next::AtOrder {}
        self.said.borrow().clone()
    }

    fn value(&self, port: &str) -> Value {
        let said = self.said.borrow();
        let ports = said["ports"].as_array().unwrap();
        ports.iter().find(|known| known["name"] == port).unwrap()["value"].clone()
    }
}

fn set(port: &str, value: &str) -> Value {
    json!({"do": "set", "port": port, "value": value})
}

#[test]
fn inputs_are_set_and_clocks_are_stepped() {
    let mut desk = Desk::new();
    let status = desk.does(&[]);
    assert_eq!((&status["clocks"], &status["paused"]), (&json!(0), &json!(true)));
    let names: Vec<&Value> = status["ports"]
        .as_array()
        .unwrap()
        .iter()
        .map(|port| &port["name"])
        .collect();
    assert_eq!(names, ["enable", "by", "sum", "next", "parity"]);
    // An output that depends on inputs alone follows at once, a register at the clock.
    desk.does(&[set("enable", "1"), set("by", "0x5")]);
    assert_eq!((desk.value("sum"), desk.value("next")), (json!("0x00"), json!("0x05")));
    let status = desk.does(&[json!({"do": "step", "clocks": 3})]);
    assert_eq!((&status["clocks"], &status["paused"]), (&json!(3), &json!(true)));
    assert_eq!((desk.value("sum"), desk.value("by")), (json!("0x0f"), json!("0x5")));
    assert_eq!(desk.value("parity"), "Odd");
    // Many clocks at once are the same clocks.
    desk.does(&[json!({"do": "step", "clocks": 100_000})]);
    assert_eq!(desk.value("sum"), json!(format!("0x{:02x}", (100_003 * 5) % 256)));
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut desk = Desk::new();
    desk.does(&[set("by", "7")]);
    for (order, why) in [
        (set("sum", "1"), "there is no input sum"),
        (set("clock", "1"), "there is no input clock"),
        (set("by", "16"), "16 is more than the 4 bits of by hold"),
        (
            set("by", "many"),
            "`many` is no value: write 31, or 0x1f: invalid digit found in string",
        ),
        (
            json!({"do": "key", "name": "up", "down": true}),
            "a circuit has no keyboard, no picture and no game",
        ),
        (
            json!({"do": "look", "signals": ["nothing"]}),
            "there is no signal nothing",
        ),
    ] {
        let status = desk.does(std::slice::from_ref(&order));
        assert_eq!(status["trouble"], why, "{order}");
        assert_eq!((desk.value("by"), &status["clocks"]), (json!("0x7"), &json!(0)));
    }
    assert_eq!(desk.does(&[set("by", "1")])["trouble"], Value::Null);
}

#[test]
fn it_runs_to_the_very_clock_in_which_a_signal_changes() {
    let mut desk = Desk::new();
    desk.does(&[
        set("enable", "1"),
        set("by", "1"),
        json!({"do": "speed", "clocks": null}),
    ]);
    let status = desk.does(&[json!({"do": "until", "signal": "held.q", "value": "200"})]);
    assert_eq!((&status["clocks"], &status["until"]), (&json!(200), &Value::Null));
    assert_eq!(desk.value("sum"), "0xc8");
    // The same value comes back after all others, past what is kept of the changes.
    let status = desk.does(&[json!({"do": "until", "signal": "sum", "value": "200"})]);
    assert_eq!(status["clocks"], 456);
    let status = desk.does(&[set("enable", "0"), json!({"do": "step", "clocks": 20_000})]);
    assert_eq!(status["clocks"], 20_456);
    let status = desk.does(&[
        set("enable", "1"),
        json!({"do": "until", "signal": "parity", "value": ""}),
    ]);
    assert_eq!(
        (&status["clocks"], &status["looked"][2]["value"]),
        (&json!(20_457), &json!("Odd"))
    );
    let ring: Value = serde_json::from_slice(&desk.offered.file("ring.json").unwrap().bytes).unwrap();
    assert_eq!((&ring["from"], &ring["to"]), (&json!(16_457), &json!(20_457)));
    assert_eq!(
        ring["signals"][0]["changes"],
        json!([[16_457, "0xc8"], [20_457, "0xc9"]])
    );
}

#[test]
fn it_keeps_to_its_speed() {
    let mut desk = Desk::new();
    desk.bench.follow(Order::Speed { clocks: Some(1) });
    desk.bench.follow(Order::Resume);
    // The first clock is due at once, the next a second later.
    assert_eq!(desk.bench.turn().unwrap(), Next::Now);
    assert!(matches!(desk.bench.turn().unwrap(), Next::In(time) if time > Duration::from_millis(500)));
    assert_eq!(desk.said.borrow()["clocks"], 1);
    // A step does not wait.
    assert_eq!(desk.does(&[json!({"do": "step", "clocks": 5})])["clocks"], 6);
}

#[test]
fn waves_end_by_themselves_and_have_the_circuits_name() {
    let mut desk = Desk::new();
    let record = json!({"do": "waves", "thousands": 3, "signals": ["sum"], "format": "vcd"});
    let status = desk.does(&[
        set("enable", "1"),
        set("by", "1"),
        json!({"do": "look", "signals": ["sum"]}),
        record,
    ]);
    assert_eq!((&status["clocks"], &status["has_waves"]), (&json!(3000), &json!(true)));
    assert_eq!(status["looked"], json!([{"path": "sum", "value": "0xb8"}]));
    let zip = desk.offered.file("waves.zip").unwrap().bytes;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&zip[..])).unwrap();
    let mut dump = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("adder.vcd").unwrap(), &mut dump).unwrap();
    assert_eq!(dump.lines().filter(|line| line.starts_with('b')).count(), 3001);
}

#[test]
fn the_kernel_stands_beside_its_verilog() {
    let desk = Desk::new();
    let modules = desk.offered.file("modules.json").unwrap().bytes;
    let modules: Value = serde_json::from_slice(&modules).unwrap();
    let [module] = &modules.as_array().unwrap()[..] else {
        panic!("{modules}")
    };
    let (kernel, verilog) = (module["source"].as_str().unwrap(), module["verilog"].as_str().unwrap());
    let line = |text: &str, number: &Value| {
        let line = text.lines().nth(number.as_u64().unwrap() as usize - 1);
        line.unwrap().trim().to_owned()
    };
    let pairs = module["pairs"].as_array().unwrap();
    let pairs: Vec<(String, Vec<String>)> = pairs
        .iter()
        .map(|pair| {
            let lines = pair[1].as_array().unwrap().iter().map(|number| line(verilog, number));
            (line(kernel, &pair[0]), lines.collect())
        })
        .collect();
    let expected: [(&str, &[&str]); 7] = [
        (
            "coming = held.q;",
            &["coming = held_q;", "coming = held_q + {4'd0, by};"],
        ),
        (
            "coming = held.q + bit_cast::<8, 4>(by);",
            &["coming = held_q;", "coming = held_q + {4'd0, by};"],
        ),
        ("held.d = coming;", &["always @(posedge clock) held_q <= coming;"]),
        ("sum = held.q;", &["assign sum = held_q;"]),
        ("next = coming;", &["assign next = coming;"]),
        (
            "parity = Parity::Even;",
            &["parity = PARITY_EVEN;", "parity = PARITY_ODD;"],
        ),
        (
            "parity = Parity::Odd;",
            &["parity = PARITY_EVEN;", "parity = PARITY_ODD;"],
        ),
    ];
    let expected =
        expected.map(|(kernel, verilog)| (kernel.to_owned(), verilog.iter().map(|line| line.to_string()).collect()));
    assert_eq!(pairs, expected);
    assert_eq!(line(kernel, &module["begins"]), "fn update(&mut self) {");
}
