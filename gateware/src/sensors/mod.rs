//! Moves the cursor by tilting the board.
//!
//! ```text
//! SPI <-> Adxl362 -- X and Y, 100 times a second --> TiltSteps -- one key event at a time
//!         '------------------- Tilt: both ----------------------'
//! ```

pub mod adxl362;
pub mod tilt;
pub mod tilt_steps;

pub use adxl362::Adxl362;
pub use tilt::{FastTilt, Tilt};
pub use tilt_steps::TiltSteps;
