//! The serial line: frames, and what they carry. The protocol is that of the crate `tengen-link`; docs/link.md tells it.
//!
//! ```text
//! rx -> UartReceiver -- bytes --> FrameReceiver -- frames -+-> LineKeys -- key events -->
//!                                                          |-> LineMenu <-- the menu as text
//!                                                          '-> Session <-> Rival <-> the chosen game
//! tx <- UartTransmitter <- bytes -- FrameSender <- frames -----'
//! ```
//!
//! `SerialLine` holds the upper row, the sender and the transmitter. A `Session` is the end of a game between two machines:
//! an `Endpoint`, and the `Tally` of its plies. They are held against the protocol's by their tests. `Rival` is the other
//! machine as a player: it turns that machine's messages into jobs for the game.

pub mod check_sequence;
pub mod endpoint;
pub mod frame_receiver;
pub mod frame_sender;
pub mod line_keys;
pub mod line_menu;
pub mod ports;
pub mod rival;
pub mod serial_line;
pub mod session;
pub mod tally;

pub use frame_receiver::FrameReceiver;
pub use frame_sender::FrameSender;
pub use line_keys::LineKeys;
pub use rival::Rival;
pub use serial_line::SerialLine;
pub use session::Session;
