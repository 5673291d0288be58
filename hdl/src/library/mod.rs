//! Circuits that any design needs: the building blocks of the console, for others too.

pub mod lfsr;
pub mod memory;
pub mod register;
pub mod synchroniser;
pub mod ticker;
