//! Random inputs for a circuit, the same in every run.
//!
//! Each input keeps a random value for a random time. A run begins with short pulses and ends with long rests. A value is often all
//! zeros, all ones or a single one: these are critical for carries and shifts.
//!
//! ```text
//! clock   _/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! start   ____/‾‾‾\_______________/‾‾‾‾‾‾‾‾
//! row     = 3 ====X 0 ====X 14 =========X 8
//! ```

use crate::gateware::gomoku::ports::{BoardMarks, BoardWrite, Cell, Stone};
use tengen_sim::{Encoded, Engine, Port, PortDirection, Random};

/// The longest times for which a value is kept, as powers of two of clocks: one for each part of a run. The last is longer than the
/// 2 ms after which a receiver gives up a frame.
const LONGEST: [u32; 4] = [4, 8, 12, 17];
/// The clocks of each part.
const PART: u64 = 50_000;
/// The clocks of a run.
pub const CLOCKS: u64 = PART * LONGEST.len() as u64;
const SEED: u64 = 1;

/// Drives an engine with random inputs for [`CLOCKS`].
pub fn drive(engine: &mut dyn Engine) {
    let ports = engine.ports().to_vec();
    let inputs = ports.iter().enumerate();
    let inputs = inputs.filter(|(_, port)| port.direction == PortDirection::Input);
    // Each input, with the clock in which it gets its next value.
    let mut inputs: Vec<(usize, &Port, u64)> = inputs.map(|(number, port)| (number, port, 0)).collect();
    let mut random = Random::new(SEED);
    for clock in 0..CLOCKS {
        for (number, port, until) in &mut inputs {
            if *until <= clock {
                engine.set(*number, valid(port, telling(&mut random, port.width)));
                // Each power of two is equally frequent.
                let longest = LONGEST[(clock / PART) as usize];
                let longest = 1 << random.below(longest + 1);
                *until = clock + 1 + random.below::<u64>(longest);
            }
        }
        engine.step();
    }
}

/// A random value of that many bits, at most 64; sometimes all zeros, all ones, or a single one.
pub fn telling(random: &mut Random, width: usize) -> u64 {
    let width = width.min(64);
    match random.below(32) {
        0 => 0,
        1 => u64::MAX >> (64 - width),
        2 => 1 << random.below(width),
        _ => random.bits(width),
    }
}

/// The number as a value of a port. An enumeration of three states has two bits, and no state for the fourth code: an invalid code is
/// replaced by a valid one.
pub fn valid(port: &Port, number: u64) -> u64 {
    let number = number & (u64::MAX >> (64 - port.width));
    let stone = |stone| {
        let cell = Cell { stone, ..Default::default() };
        let write = BoardWrite { cell, ..Default::default() };
        write.encode()
    };
    let (black, white) = (stone(Stone::Black), stone(Stone::White));
    let hollow = |hollow| BoardMarks { hollow, ..Default::default() }.encode();
    let (hollow_black, hollow_white) = (hollow(Stone::Black), hollow(Stone::White));
    match port.name {
        "rule" | "stone" => number % 3,
        "tune" => number % 5,
        "board" if number & black != 0 => number & !white,
        "marks" if number & hollow_black != 0 => number & !hollow_white,
        _ => number,
    }
}
