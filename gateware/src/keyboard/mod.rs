//! Turns the signals of a PS/2 keyboard and of push buttons into key events.
//!
//! ```text
//! ps2_clk, ps2_data -> Ps2Receiver -- bytes --> Ps2Decoder -- presses, repeats --> Controls -- one key event
//! buttons -----------> Debounce ---------------- presses ------------------------>          at a time
//! two buttons -> TwoButtons -> the same five
//! data --------------> Gamepad ------------------------------------------------------------> key events
//! ```

pub mod code_log;
pub mod controls;
pub mod debounce;
pub mod gamepad;
pub mod key;
pub mod key_merger;
pub mod ps2_decoder;
pub mod ps2_receiver;
pub mod two_buttons;

pub use code_log::CodeLog;
pub use controls::{Controls, FastControls};
pub use debounce::{Debounce, FastDebounce};
pub use gamepad::{FastGamepad, Gamepad};
pub use key::{Key, PhysicalKey};
pub use ps2_decoder::Ps2Decoder;
pub use ps2_receiver::{FastPs2Receiver, Ps2Receiver};
pub use two_buttons::TwoButtons;
