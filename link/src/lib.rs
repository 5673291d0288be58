//! The protocol by which two machines play each other over a serial line.
//!
//! ```text
//!  a game        the plies; each machine's own rules      the course of a game, `tengen link`
//!    | offer, answer      ^ delivered, verdict
//!    v                    |
//!  Endpoint      the session, each message exactly once   [`endpoint`]
//!    | Frame              ^ Frame
//!    v                    |
//!  bytes         flags, escapes, check sequence           [`wire`]
//!    |                    ^
//!    '-- 115200 8N1 ------'
//! ```
//!
//! The book's page `docs/link.md` describes the protocol for those who implement it. The circuits of the console are
//! compared with this crate clock by clock. It needs no standard library and no memory allocation.
#![no_std]

pub mod endpoint;
pub mod frame;
pub mod keys;
pub mod menu;
pub mod tally;
pub mod wire;

pub use endpoint::{Endpoint, Phase, Timing};
pub use frame::{Frame, Greeting, Kind, Verdict};
pub use tally::Tally;
