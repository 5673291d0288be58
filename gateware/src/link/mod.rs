//! The serial line: frames, and what they carry. The protocol is that of the crate `tengen-link`; docs/link.md tells it.
//!
//! ```text
//! rx -> UartReceiver -- bytes --> FrameReceiver -- frames --> LineKeys -- key events -->
//!                                                                |
//! tx <- UartTransmitter <- bytes -- FrameSender <--- answers ----'
//! ```
//!
//! `Endpoint` is one end of a session between two machines, and `Tally` the check of its game. They are held against the
//! protocol's by their tests; the console has no seat for them yet.

pub mod check_sequence;
pub mod endpoint;
pub mod frame_receiver;
pub mod frame_sender;
pub mod line_keys;
pub mod ports;
pub mod serial_line;
pub mod session;
pub mod tally;

pub use frame_receiver::FrameReceiver;
pub use frame_sender::FrameSender;
pub use line_keys::LineKeys;
pub use serial_line::SerialLine;
pub use session::Session;
