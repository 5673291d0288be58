//! An asynchronous serial line (UART), 8N1: a low start bit, eight data bits with the lowest first, and a high stop bit.

pub mod baud_generator;
pub mod uart_receiver;
pub mod uart_transmitter;

use std::ops::RangeInclusive;

pub use uart_receiver::UartReceiver;
pub use uart_transmitter::UartTransmitter;

/// The usual rate, in bits per second.
pub const BAUD: u32 = 115_200;
/// The clock for which both circuits are made by default, in Hz.
const HERTZ: u32 = 25_000_000;

/// The supported clocks of a bit. A sixteenth of a bit must have two clocks, so that a disturbance of one clock spoils
/// one sample only; from the longest bit follows how precisely the clock is divided.
const CLOCKS_PER_BIT: RangeInclusive<u32> = 32..=2048;

/// The supported clock frequencies at [`BAUD`], in Hz.
pub const CLOCKS: RangeInclusive<u32> = *CLOCKS_PER_BIT.start() * BAUD..=*CLOCKS_PER_BIT.end() * BAUD;

/// # Panics
/// If a bit would have too few or too many clocks.
fn check(hertz: u32, baud: u32) {
    let [least, most] =
        [CLOCKS_PER_BIT.start(), CLOCKS_PER_BIT.end()].map(|clocks| u64::from(*clocks) * u64::from(baud));
    assert!(
        (least..=most).contains(&u64::from(hertz)),
        "{baud} baud at {hertz} Hz: {least} to {most} Hz"
    );
}
