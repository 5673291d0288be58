//! Work for circuits that random inputs reach little of, the same in every run. What a demonstration does once, an exercise does many
//! times. Tests repeat it on the emitted Verilog. A circuit that waits for milliseconds is exercised at a slow clock, at which they
//! are few clocks.
//!
//! | unit                        | what it does                                                                    |
//! |-----------------------------|---------------------------------------------------------------------------------|
//! | gomoku_engine, gomoku_core, gomoku_search, renju_judge | places stones on an empty board; often finds a move, judges a crossing, removes a stone |
//! | win_checker                 | checks crossings of boards on which a colour has most of the stones             |
//! | screen                      | shows boards, menus and pages of random contents, each for a frame              |
//! | othello_engine              | solves positions with three to seven empty squares                              |
//! | othello_core                | finds a move of each level in positions of random games                         |
//! | sound                       | plays every tune                                                                |
//! | seven_segment_serial        | shows nothing but zero at first, then random bytes                              |
//! | uart_transmitter            | sends random bytes without a gap                                                |
//! | gamepad                     | presses and releases buttons that bounce, and pulls the plug                    |
//! | ps2_receiver, controls      | types random keys and other bytes, some with faults, while buttons are held     |
//! | tilt                        | leans a sensor in random directions                                             |
//! | usb_keyboard                | finds keyboards of several shapes and faults, hears random keys, holds some     |

use crate::{
    gateware::{
        gomoku::ports::Stone,
        keyboard::key::KEYS,
        sound::tunes::{TUNES, Tune},
    },
    noise,
    rules::{
        gomoku::board::SIZE,
        othello::{Position, Square},
    },
    timing::FRAME_CLOCKS,
};
use tengen_sim::{
    ByName, Engine, Gamepad, Keyboard, KeyboardFrame, KeyboardTiming, Random,
    adxl362::{Adxl362, SpiPins, register},
    gamepad::BUTTONS,
    usb::{Faults, Plug, Shape, UsbKeyboard},
};

/// Drives an engine from power-on, through the ports of its unit.
pub type Exercise = fn(&mut dyn Engine);

/// The exercise of the unit with that name. The others have none: random inputs exercise them.
pub fn of(unit: &str) -> Option<Exercise> {
    Some(match unit {
        "gomoku_engine" | "gomoku_core" | "gomoku_search" | "renju_judge" => games,
        "win_checker" => lines,
        "screen" => pictures,
        "othello_engine" => endings,
        "othello_core" => moves,
        "sound" => tunes,
        "seven_segment_serial" => digits,
        "uart_transmitter" => bytes,
        "gamepad" => buttons,
        "controls" | "ps2_receiver" => presses,
        "tilt" => leans,
        "usb_keyboard" => keyboards,
        _ => return None,
    })
}

/// The clock frequency, in hertz, at which the unit with that name is exercised, if it is not the machine's.
pub fn hertz(unit: &str) -> Option<u32> {
    match unit {
        "sound" => Some(SLOW_SOUND),
        "ps2_receiver" | "controls" | "gamepad" | "tilt" => Some(SLOW),
        _ => None,
    }
}

/// In hertz, a little more than the slowest clock that all of these circuits can be made for. The gamepad is then polled after an
/// odd number of clocks, seven in each beat. So a fault that inverts a bit in every clock has changed that bit at the next poll.
const SLOW: u32 = 1_166_000;
/// In hertz, a little more than the slowest clock that `sound` can be made for.
const SLOW_SOUND: u32 = 10_000_000;
/// About so many clocks are run.
const CLOCKS: u64 = 150_000;
/// The same for Othello's searches, whose memories and registers hold hundreds of bits.
const SEARCHED: u64 = 1_000_000;
/// More than any strobe takes with the budgets given here.
const PATIENCE: u64 = 200_000;
const SEED: u64 = 1;

/// The clocks that a search may take.
const BUDGETS: [u64; 3] = [1100, 2500, 6000];

/// Raises a strobe, and waits for the end of the work. Returns its clocks.
fn run(engine: &mut dyn Engine, strobe: &str) -> u64 {
    engine.strobe(strobe);
    1 + engine.clocks_while("busy", PATIENCE)
}

/// Sets an input, if the unit has it.
fn set(engine: &mut dyn Engine, name: &str, value: u64) {
    if engine.ports().iter().any(|port| port.name == name) {
        engine.drive(name, value);
    }
}

fn games(mut engine: &mut dyn Engine) {
    /// Stones are placed in a square with so many crossings a side, somewhere on the board.
    const WIDTHS: [u64; 4] = [5, 7, 9, SIZE as u64];
    /// Clocks for a circuit that does not search: each of its answers says little.
    const UNSEARCHED: u64 = 800_000;
    /// Crossings that are shown after each strobe.
    const SHOWN: u64 = 3;
    let mut random = Random::new(SEED);
    let known: Vec<&str> = engine.ports().iter().map(|port| port.name).collect();
    let questions: Vec<&str> = ["think", "judge", "survey"]
        .into_iter()
        .filter(|name| known.contains(name))
        .collect();
    let can_lift = known.contains(&"lift");
    let searches = known.contains(&"deepest");
    let mut clocks = 0;
    while clocks < if searches { CLOCKS } else { UNSEARCHED } {
        let width = random.of(&WIDTHS);
        let corner: [u64; 2] = [(); 2].map(|()| random.below(SIZE as u64 - width + 1));
        let choose = |engine: &mut dyn Engine, random: &mut Random| {
            engine.drive("row", corner[0] + random.below(width));
            engine.drive("col", corner[1] + random.below(width));
        };
        set(engine, "rule", random.below(3));
        set(engine, "shuffle", random.below(2));
        clocks += run(&mut engine, "clear");
        for ply in 0..random.below(width * width) {
            choose(engine, &mut random);
            // Sometimes a colour moves twice in a row.
            engine.drive("colour", (ply + u64::from(random.once_in(4))) % 2);
            set(engine, "label_in", random.bits(10));
            let strobe = if can_lift && random.once_in(6) { "lift" } else { "place" };
            clocks += run(&mut engine, strobe);
            if random.once_in(2) {
                choose(engine, &mut random);
                engine.drive("colour", random.below(2));
                set(engine, "profile", random.below(4));
                set(engine, "budget", random.of(&BUDGETS));
                set(engine, "deepest", random.below(8));
                engine.strobe(random.of(&questions));
                if searches && random.once_in(4) {
                    let before = random.below(BUDGETS[0]);
                    engine.steps(before);
                    clocks += before;
                    engine.drive("stop", 1);
                }
                clocks += 1 + engine.clocks_while("busy", PATIENCE);
                set(engine, "stop", 0);
            }
            for _ in 0..SHOWN {
                choose(engine, &mut random);
                engine.step();
            }
            clocks += SHOWN;
        }
    }
}

fn lines(engine: &mut dyn Engine) {
    let mut random = Random::new(SEED);
    let mut clocks = 0;
    while clocks < CLOCKS {
        let colour = random.below(2);
        let (own, other) = if colour == 0 { (Stone::Black, Stone::White) } else { (Stone::White, Stone::Black) };
        let own_of_16 = random.of(&[8, 12, 14]);
        let board: [Stone; 256] = std::array::from_fn(|_| match random.below(16) {
            sixteenth if sixteenth < own_of_16 => own,
            15 => Stone::Empty,
            _ => other,
        });
        engine.drive("row", random.below(SIZE as u64));
        engine.drive("col", random.below(SIZE as u64));
        engine.drive("colour", colour);
        engine.drive("exact", random.below(2));
        engine.drive("start", 1);
        loop {
            // The memory outputs the word at the address from before the edge; beyond the board it holds nothing of use.
            let address = engine.read("address");
            engine.step();
            clocks += 1;
            engine.drive("start", 0);
            engine.drive("stone", board[address as usize] as u64);
            if engine.read("done") == 1 {
                break;
            }
        }
    }
}

fn pictures(engine: &mut dyn Engine) {
    const FRAMES: u64 = 5;
    /// Clocks at the start of each frame in which all three memories are written.
    const WRITTEN: u64 = 30_000;
    /// Changes of the marks in the rest of the frame.
    const MARKED: u64 = 15;
    let mut random = Random::new(SEED);
    let ports = engine.ports().to_vec();
    let show = |engine: &mut dyn Engine, name: &str, random: &mut Random| {
        let number = engine.port(name);
        engine.set(number, noise::valid(&ports[number], random.bits(ports[number].width)));
    };
    for _ in 0..FRAMES {
        show(engine, "view", &mut random);
        for _ in 0..WRITTEN {
            for memory in ["board", "menu", "page"] {
                show(engine, memory, &mut random);
            }
            engine.step();
        }
        for memory in ["board", "menu", "page"] {
            engine.drive(memory, 0);
        }
        for _ in 0..MARKED {
            show(engine, "marks", &mut random);
            engine.steps((FRAME_CLOCKS - WRITTEN) / MARKED);
        }
    }
}

/// A position of Othello after that many random plies; its mover has a move.
pub fn random_position(random: &mut Random, plies: usize) -> Position {
    loop {
        let mut position = Position::START;
        for _ in 0..plies {
            let squares: Vec<Square> = Square::of(position.legal()).collect();
            position = if squares.is_empty() { position.passed() } else { position.after(random.of(&squares)) };
        }
        if position.legal() != 0 {
            return position;
        }
    }
}

fn endings(mut engine: &mut dyn Engine) {
    let mut random = Random::new(SEED);
    let mut clocks = 0;
    while clocks < SEARCHED {
        let plies = 53 + random.below(5usize);
        let Position { own, opponent } = random_position(&mut random, plies);
        let side = random.below(2);
        let (black, white) = if side == 0 { (own, opponent) } else { (opponent, own) };
        engine.drive("black", black);
        engine.drive("white", white);
        engine.drive("side", side);
        engine.strobe("load");
        clocks += 1 + run(&mut engine, "start");
    }
}

fn moves(mut engine: &mut dyn Engine) {
    let mut random = Random::new(SEED);
    let mut clocks = 0;
    while clocks < SEARCHED {
        let plies = random.below(58usize);
        let Position { own, opponent } = random_position(&mut random, plies);
        engine.drive("own", own);
        engine.drive("opponent", opponent);
        engine.strobe("load");
        for _ in 0..4 {
            engine.drive("square", random.below(64));
            engine.steps(3);
        }
        engine.drive("level", random.below(4));
        engine.drive("shuffle", random.below(2));
        engine.drive("budget", random.of(&BUDGETS));
        clocks += 13 + run(&mut engine, "think");
    }
}

fn tunes(engine: &mut dyn Engine) {
    const MS: u64 = SLOW_SOUND as u64 / 1000;
    let mut start = |tune: Tune, enabled: bool, ms: u64| {
        engine.drive("enabled", enabled.into());
        engine.drive("tune", tune as u64);
        engine.step();
        engine.drive("tune", Tune::None as u64);
        engine.steps(ms * MS);
    };
    for (tune, notes) in TUNES {
        let ms: u32 = notes.iter().map(|note| note.milliseconds).sum();
        start(tune, true, u64::from(ms) + 10);
    }
    // A tune begins in the middle of another, or the sound is off.
    let mut random = Random::new(SEED);
    for _ in 0..40 {
        let (tune, _) = random.of(&TUNES);
        start(tune, !random.once_in(4), random.below(60));
    }
}

fn digits(engine: &mut dyn Engine) {
    /// More than a transfer, which takes 1024 clocks.
    const SHOWN: u64 = 1500;
    let mut random = Random::new(SEED);
    engine.steps(2 * SHOWN);
    for _ in 0..CLOCKS / SHOWN {
        engine.drive("value", random.bits(8));
        let clocks = random.below(SHOWN);
        engine.steps(clocks);
    }
}

fn bytes(engine: &mut dyn Engine) {
    let mut random = Random::new(SEED);
    engine.drive("strobe", 1);
    for _ in 0..CLOCKS {
        if engine.read("busy") == 0 {
            engine.drive("data", random.bits(8));
        }
        engine.step();
    }
}

fn buttons(engine: &mut dyn Engine) {
    /// A little more than a poll, of which there are 60 a second.
    const POLL: u64 = SLOW as u64 * 17 / 1000;
    const BOUNCE: u64 = POLL / 3;
    const CHANGES: u64 = 200;
    const DIRECTIONS: [usize; 4] = [4, 5, 6, 7];
    /// More polls than until the second repeat.
    const REPEATED: u64 = 45;
    let mut random = Random::new(SEED);
    let mut pad = Gamepad::new(16).with_bounce(BOUNCE);
    let mut polls = |pad: &mut Gamepad, polls: u64| {
        for _ in 0..polls * POLL {
            let level = pad.next(engine.read("latch") == 1, engine.read("pad_clock") == 1);
            engine.drive("data", level.into());
            engine.step();
        }
    };
    for change in 0..CHANGES {
        for _ in 0..2 {
            let button = random.below(BUTTONS);
            if pad.is_pressed(button) { pad.release(button) } else { pad.press(button) }
        }
        pad.plug(change % 8 != 7);
        polls(&mut pad, 1 + random.below(3));
    }
    pad.plug(true);
    // Each direction repeats, and does so no longer when another is pressed after it. Other buttons do not.
    for held in DIRECTIONS.into_iter().chain([8]) {
        for button in 0..BUTTONS {
            pad.release(button);
        }
        polls(&mut pad, 3);
        pad.press(held);
        polls(&mut pad, REPEATED);
        let other = random.of(&DIRECTIONS);
        pad.press(other);
        polls(&mut pad, REPEATED);
        pad.release(other);
        polls(&mut pad, REPEATED);
    }
}

fn leans(engine: &mut dyn Engine) {
    /// Three samples of the sensor.
    const LEANING: u64 = 3 * SLOW as u64 / 100;
    const CHANGES: u64 = 180;
    /// How far the board leans at most, in thousandths of the earth's pull: a little, as in play, or as far as the sensor tells.
    const MOST: [i32; 3] = [350, 700, 1990];
    let mut random = Random::new(SEED);
    let mut sensor = Adxl362::new(SLOW);
    // The level of the line while the sensor is missing.
    let mut missing = None;
    for change in 0..CHANGES {
        // The sensor is sometimes missing, until the next change.
        missing = if missing.is_none() && random.once_in(20) { Some(random.below(2)) } else { None };
        // Sometimes one of its two settings is lost, until it is set up anew.
        if random.once_in(40) {
            sensor.forge(random.of(&[register::FILTER_CTL, register::POWER_CTL]), 0);
        }
        let most = random.of(&MOST);
        let [x, y] = [(); 2].map(|()| random.below(2 * most as u64) as i32 - most);
        // Sometimes the board is upside down.
        sensor.accelerate([x, y, if random.once_in(8) { -800 } else { 800 }]);
        engine.drive("on", u64::from(change % 20 != 9));
        // Sometimes the board leans for so long that steps repeat, the slowest too.
        let times = if random.once_in(20) { 30 } else { 1 };
        for _ in 0..times * LEANING {
            let [cs_n, sclk, copi] = ["cs_n", "sclk", "copi"].map(|name| engine.read(name) == 1);
            let level = sensor.next(SpiPins { cs_n, sclk, copi });
            let level = level.expect("the circuit keeps the sensor's timing");
            engine.drive("cipo", missing.unwrap_or(level.into()));
            engine.step();
        }
    }
}

fn keyboards(engine: &mut dyn Engine) {
    /// Frames for which a keyboard is plugged in, and between two keyboards.
    const PLUGGED: u64 = 150;
    const UNPLUGGED: u64 = 8;
    /// The keys change once in so many frames, on average.
    const REST: u64 = 4;
    let faults = Faults { busy: 5, wrong: 20, silent: 20, late: 20, deaf: 20, halted: 60, ..Faults::default() };
    let mut random = Random::new(SEED);
    let mut host = Host { plug: Plug::of(engine, ""), engine };
    for (seed, shape) in (1..).zip([
        Shape::plain(),
        Shape::with_media_keys(),
        Shape::behind_a_mouse(),
        Shape::mouse(),
    ]) {
        for faults in [Faults::default(), faults] {
            let mut device = UsbKeyboard::new(shape.clone(), Host::BIT).with_faults(faults, seed);
            for (plugged, frames) in [(true, PLUGGED), (false, UNPLUGGED)] {
                device.plug(plugged);
                for _ in 0..frames {
                    if random.once_in(REST) {
                        device.report(any_report(&mut random));
                    }
                    host.frames(&mut device, 1);
                }
            }
        }
    }
    held_keys(&mut host, &mut random);
}

/// A report of two random keys and random modifiers.
fn any_report(random: &mut Random) -> [u8; 8] {
    let keys = [(); 2].map(|()| 4 + random.below(0x6B) as u8);
    [random.bits(8) as u8, 0, keys[0], keys[1], 0, 0, 0, 0]
}

/// The USB host, and the lines to its device.
struct Host<'a> {
    engine: &'a mut dyn Engine,
    plug: Plug,
}

impl Host<'_> {
    /// Clocks a bit, in the unit `usb_keyboard`.
    const BIT: f64 = 8.0;
    /// Clocks a frame.
    const FRAME: u64 = 256 * Host::BIT as u64;

    /// Runs so many frames with this device on the lines.
    fn frames(&mut self, device: &mut UsbKeyboard, frames: u64) {
        for _ in 0..frames * Host::FRAME {
            self.plug.connect(self.engine, device);
            self.engine.step();
        }
    }
}

/// Changes one key or modifier at a time. After one change in six the keys are held until they repeat.
fn held_keys(host: &mut Host, random: &mut Random) {
    const CHANGES: u64 = 110;
    /// Frames until the keyboard is found, until a report is taken, and until a key has repeated twice.
    const FOUND: u64 = 60;
    const TAKEN: u64 = 3;
    const REPEATED: u64 = 28;
    /// Each of these usages differs from another in one bit. The last three differ from a modifier's usage only in the highest bit.
    const USAGES: [u8; 10] = [0x04, 0x05, 0x06, 0x0C, 0x14, 0x24, 0x44, 0x60, 0x64, 0x65];
    /// The usage of the key D. Each of its bits is changed once.
    const CHANGED: u8 = 0x07;
    /// ErrorRollOver in every place: more keys are down than a report can hold (HID 1.11, appendix C).
    const TOO_MANY: [u8; 6] = [1; 6];
    let mut device = UsbKeyboard::new(Shape::with_a_makers_descriptor(), Host::BIT);
    device.plug(true);
    host.frames(&mut device, FOUND);
    let mut keys = vec![];
    let mut modifiers = 0;
    for change in 0..CHANGES {
        host.engine.drive("leds", change / 10 % 8);
        let usage = random.of(&USAGES);
        if random.once_in(4) {
            modifiers ^= 1 << random.below(8u8);
        } else if let Some(place) = keys.iter().position(|key| *key == usage) {
            keys.remove(place);
        } else if keys.len() < TOO_MANY.len() {
            keys.insert(random.below(keys.len() + 1), usage);
        } else {
            keys.clear();
        }
        let mut report = [modifiers, 0, 0, 0, 0, 0, 0, 0];
        report[2..2 + keys.len()].copy_from_slice(&keys);
        if random.once_in(12) {
            report[2..].copy_from_slice(&TOO_MANY);
        }
        device.report(report);
        host.frames(&mut device, if random.once_in(6) { REPEATED } else { TAKEN });
    }
    // In one report a key goes up and another goes down. Their usages differ in one bit.
    for bit in 0..8 {
        for usage in [CHANGED, CHANGED ^ 1 << bit] {
            device.report([0, 0, usage, 0, 0, 0, 0, 0]);
            host.frames(&mut device, TAKEN);
        }
    }
}

fn presses(engine: &mut dyn Engine) {
    /// A little more than the 10 ms after which a button counts.
    const HELD: u64 = SLOW as u64 * 11 / 1000;
    const CHANGES: u64 = 800;
    /// The sequence of the Pause key.
    const PAUSE: [u8; 8] = [0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77];
    /// What a keyboard says of itself: it was plugged in, or it failed.
    const TELLING: [u8; 5] = [0xAA, 0x00, 0xFC, 0xFE, 0xFF];
    let mut random = Random::new(SEED);
    let mut keyboard = Keyboard::new(KeyboardTiming::fast());
    for change in 0..CHANGES {
        // One after the other, then several at once.
        set(engine, "buttons", if change < 5 { 1 << change } else { random.bits(5) });
        for _ in 0..HELD {
            if keyboard.idle() {
                let key = random.of(&KEYS);
                match random.below(16) {
                    0..6 => keyboard.press(key.code, key.extended),
                    6..11 => keyboard.release(key.code, key.extended),
                    // Mostly a code of no key.
                    11 => keyboard.press(random.bits(8) as u8, random.once_in(2)),
                    12 => keyboard.send(random.of(&TELLING)),
                    13 => {
                        // Half of the sequences end early.
                        let sent = if random.once_in(2) { PAUSE.len() } else { random.below(PAUSE.len()) };
                        PAUSE[..sent].iter().for_each(|byte| keyboard.send(*byte));
                    }
                    14 => keyboard.send(random.of(&[0xE0, 0xF0])),
                    _ => {
                        let frame = KeyboardFrame::new(random.bits(8) as u8);
                        keyboard.send_frame(match random.below(5) {
                            0 => frame.wrong_start(),
                            1 => frame.wrong_stop(),
                            2 => frame.cut(random.below(11)),
                            3 => frame.glitches(1),
                            _ => frame.wrong_parity(),
                        });
                    }
                }
                // Some pauses are longer than the 2 ms after which a frame is given up.
                let longest = if random.once_in(8) { 3000 } else { 300 };
                keyboard.pause(random.below(longest));
            }
            let (clock, data) = keyboard.next();
            engine.drive("ps2_clk", clock.into());
            engine.drive("ps2_data", data.into());
            engine.step();
        }
    }
}
