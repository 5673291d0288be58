//! The computer's side of a console's serial line, a board's or a simulated one. `docs/link.md` describes the protocol.
//!
//! ```text
//! terminal, or a script --keys--> Keyboard --bytes--> serial port --> a board
//!                      <--menu--
//! a player, on a Thinker <-----> Opponent <-'     '--> pseudo-terminal --> Plug --> a simulated console
//! ```

pub mod game;
pub mod keyboard;
pub mod menu;
pub mod opponent;
pub mod plug;
pub mod port;
pub mod terminal;
pub mod thinker;
