//! Circuits for any design: the building blocks of the console, usable by others too.

pub mod decimal_counter;
pub mod lfsr;
pub mod memory;
pub mod register;
pub mod spi;
pub mod synchroniser;
pub mod ticker;
pub mod uart;
