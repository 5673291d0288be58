//! What a circuit does, shown: each of these drives one for a while and names the moment worth looking at. `tengen wave` writes
//! it down, and co-simulation repeats it on the emitted Verilog.

use tengen_sim::gtkwave::Marker;
use tengen_sim::{Engine, PortDirection};
use tengen_sim::{Keyboard, KeyboardTiming};

use crate::gateware::keyboard::key;

/// Drives a fresh engine.
pub type Demonstration = fn(&mut dyn Engine) -> Marker;

/// The one for the unit of that name; any other circuit gets random inputs.
pub fn of(unit: &str) -> Demonstration {
    match unit {
        "ps2_receiver" | "controls" => keyboard,
        "shape_classifier" => counting,
        "gomoku_engine" | "gomoku_core" => a_move,
        "renju_judge" => a_verdict,
        _ => random,
    }
}

/// How many clocks a circuit is shown that needs no more.
const CLOCKS: u64 = 400;
/// How long an operation may take before something is wrong.
const PATIENCE: u64 = 100_000;

fn marker(cycle: u64, label: &str) -> Marker {
    Marker {
        cycle,
        label: label.into(),
    }
}

/// Every input changes at random, one clock in four.
pub fn random(engine: &mut dyn Engine) -> Marker {
    let inputs: Vec<(usize, usize)> = inputs(engine);
    let mut seed = 1u64;
    for _ in 0..CLOCKS {
        for &(port, width) in &inputs {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            if seed >> 62 == 0 {
                engine.set(port, seed >> 8 & (u64::MAX >> (64 - width.min(64))));
            }
        }
        engine.step();
    }
    marker(0, "start")
}

/// The inputs together count up, the first one fastest.
pub fn counting(engine: &mut dyn Engine) -> Marker {
    let inputs = inputs(engine);
    for clock in 0..CLOCKS {
        let mut low = 0;
        for &(port, width) in &inputs {
            engine.set(port, clock >> low & ((1 << width) - 1));
            low += width;
        }
        engine.step();
    }
    marker(0, "start")
}

fn inputs(engine: &dyn Engine) -> Vec<(usize, usize)> {
    let ports = engine.ports().iter().enumerate();
    ports
        .filter(|(_, port)| port.direction == PortDirection::Input)
        .map(|(number, port)| (number, port.width))
        .collect()
}

/// The key up is pressed and let go, in five frames. The marker is at the strobe of the last.
pub fn keyboard(engine: &mut dyn Engine) -> Marker {
    let [clock, data, strobe] = ["ps2_clk", "ps2_data", "strobe"].map(|name| engine.port(name));
    let mut keyboard = Keyboard::new(KeyboardTiming::fast());
    let up = key::named("up").expect("the table of keys has the arrows");
    keyboard.pause(200);
    keyboard.press(up.code, up.extended);
    keyboard.release(up.code, up.extended);
    keyboard.pause(200);
    let mut seen = marker(0, "start");
    let mut cycle = 0;
    while !keyboard.idle() {
        let (level, bit) = keyboard.next();
        engine.set(clock, level.into());
        engine.set(data, bit.into());
        engine.step();
        if engine.get(strobe) == 1 {
            seen = marker(cycle, "strobe");
        }
        cycle += 1;
    }
    seen
}

/// Three stones, then white's answer by zju. The marker is where it is found.
pub fn a_move(engine: &mut dyn Engine) -> Marker {
    operate(engine, &[(7, 7, 0), (6, 7, 1), (8, 8, 0)], "think", (0, 0, 1))
}

/// Four black stones, and the crossing that makes two threes of them. The marker is where it is judged.
pub fn a_verdict(engine: &mut dyn Engine) -> Marker {
    let threes = [(7, 4, 0), (7, 5, 0), (8, 6, 0), (9, 6, 0)];
    operate(engine, &threes, "judge", (7, 6, 0))
}

/// Places stones (row, column, colour), then strobes so with these. The marker is at `done`.
fn operate(engine: &mut dyn Engine, stones: &[(u64, u64, u64)], strobe: &str, with: (u64, u64, u64)) -> Marker {
    let [place, row, col, colour, busy, done] =
        ["place", "row", "col", "colour", "busy", "done"].map(|name| engine.port(name));
    let strobe = engine.port(strobe);
    let mut cycle = 0;
    let mut step = |engine: &mut dyn Engine| {
        engine.step();
        cycle += 1;
        cycle
    };
    let set = |engine: &mut dyn Engine, (at_row, at_col, of): (u64, u64, u64)| {
        engine.set(row, at_row);
        engine.set(col, at_col);
        engine.set(colour, of);
    };
    for &stone in stones {
        set(engine, stone);
        engine.set(place, 1);
        step(engine);
        engine.set(place, 0);
        step(engine);
        while engine.get(busy) == 1 && step(engine) < PATIENCE {}
        step(engine);
    }
    set(engine, with);
    engine.set(strobe, 1);
    step(engine);
    engine.set(strobe, 0);
    while engine.get(done) == 0 && step(engine) < PATIENCE {}
    // The cycle that brought it was the one before this.
    let found = step(engine) - 2;
    marker(found, "done")
}
