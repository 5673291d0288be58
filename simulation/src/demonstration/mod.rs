//! Demonstrations: each drives one circuit through its main function and names the moment worth looking at. `tengen
//! wave` records it, and co-simulation repeats it on the emitted Verilog.
//!
//! | unit                       | what is shown                                                  | the moment        |
//! |----------------------------|----------------------------------------------------------------|-------------------|
//! | vga_sync                   | the last lines of a frame, and the vertical sync               | vsync falls       |
//! | ps2_receiver, controls     | the up key is pressed and released                             | the last strobe   |
//! | gamepad                    | the up button is pressed                                       | its event         |
//! | usb_keyboard               | a keyboard is found; the up key is pressed and released        | the first byte of the press |
//! | spi_master                 | a byte and its answer, the only one of its frame               | it is complete    |
//! | tilt                       | a sensor is reset and asked for its identity                   | the second frame begins |
//! | shape_classifier           | a line of every shape                                          | five              |
//! | gomoku_engine, gomoku_core | three stones, and the computer's answer                        | the answer        |
//! | gomoku_search              | three stones, and a search of 1700 clocks                      | the answer        |
//! | othello_engine             | six empty squares, played to the end in every way that matters | the answer        |
//! | othello_core               | the opening, what a disc flips, and the computer's move        | the move          |
//! | renju_judge                | four black stones, and a crossing that makes two threes        | the verdict       |
//! | screen                     | a line of the picture through a black and a white stone        | the white one     |
//! | tmds_encoder               | blanking with every control token, then a ramp of levels       | the ramp's first symbol |
//! | console                    | on the game page, the key up                                   | the cursor moves  |
//! | win_checker                | four stones on a diagonal, and the fifth between them          | the five is found |
//! | seven_segment              | a byte's two digits in turn                                    | the second is lit |
//! | seven_segment_serial       | a byte goes through the chain                                  | it is there and shown |
//! | sound                      | the click of a stone; the sound is switched off meanwhile      | its first half wave ends |
//! | uart_receiver              | two bytes, the second at once after the first                  | the second strobe |
//! | uart_transmitter           | two bytes, the second without a gap                            | its start bit     |

mod digits;
mod gomoku;
mod keys;
mod othello;
mod pad;
mod sound;
mod spi;
mod uart;
mod usb;
mod video;

use anyhow::{Result, bail};
use tengen_sim::gtkwave::Marker;
use tengen_sim::{ByName, Engine, Keyboard};

/// Drives a fresh engine. It is an error if the circuit does not do what is to be shown.
pub type Demonstration = fn(&mut dyn Engine) -> Result<Shown>;

/// What a demonstration shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The first cycle to record; the cycles before only prepare it.
    pub from: u64,
    pub marker: Marker,
}

/// The demonstration of the unit with that name.
pub fn of(unit: &str) -> Option<Demonstration> {
    Some(match unit {
        "vga_sync" => video::vertical_sync,
        "screen" => video::two_stones,
        "tmds_encoder" => video::ramp,
        "ps2_receiver" | "controls" => keys::up,
        "gamepad" => pad::up,
        "usb_keyboard" => usb::up,
        "spi_master" => spi::a_byte,
        "tilt" => spi::a_sensor,
        "console" => keys::the_cursor_moves,
        "shape_classifier" => gomoku::every_shape,
        "gomoku_engine" | "gomoku_core" => gomoku::a_move,
        "gomoku_search" => gomoku::a_search,
        "othello_engine" => othello::an_ending,
        "othello_core" => othello::a_move,
        "renju_judge" => gomoku::two_threes,
        "win_checker" => gomoku::a_five,
        "seven_segment" => digits::two_digits,
        "seven_segment_serial" => digits::through_the_chain,
        "sound" => sound::a_click,
        "uart_receiver" => uart::received,
        "uart_transmitter" => uart::sent,
        _ => return None,
    })
}

/// The most cycles to wait for anything.
const PATIENCE: u64 = 500_000;
/// The cycles of a window in which single cycles can be told apart.
const CLOSE: u64 = 50;

/// An engine with access to its ports by name and a count of its clocks.
struct Stage<'a> {
    engine: &'a mut dyn Engine,
    /// The next cycle.
    cycle: u64,
    from: u64,
}

impl<'a> Stage<'a> {
    fn new(engine: &'a mut dyn Engine) -> Self {
        Stage { engine, cycle: 0, from: 0 }
    }

    fn set(&mut self, name: &str, value: u64) {
        self.engine.drive(name, value);
    }

    fn get(&self, name: &str) -> u64 {
        self.engine.read(name)
    }

    fn step(&mut self) {
        self.engine.step();
        self.cycle += 1;
    }

    fn steps(&mut self, count: u64) {
        for _ in 0..count {
            self.step();
        }
    }

    /// Records from here on.
    fn begin(&mut self) {
        self.from = self.cycle;
    }

    /// Steps at least once, until the port has that value.
    fn until(&mut self, name: &str, value: u64) -> Result<()> {
        let port = self.engine.port(name);
        for _ in 0..PATIENCE {
            self.step();
            if self.engine.get(port) == value {
                return Ok(());
            }
        }
        bail!("{name} is not {value} after {PATIENCE} clocks");
    }

    /// A marker at the last clock, in a window of `span` cycles.
    fn marker(&self, label: &str, span: u64) -> Marker {
        Marker { cycle: self.cycle.saturating_sub(1), label: label.into(), span }
    }

    fn shown(&self, marker: Marker) -> Shown {
        Shown { from: self.from, marker }
    }

    /// Runs one clock with the keyboard's two lines driven.
    fn type_on(&mut self, keyboard: &mut Keyboard) {
        let (clock, data) = keyboard.next();
        self.set("ps2_clk", clock.into());
        self.set("ps2_data", data.into());
        self.step();
    }
}
