//! The machine in a browser: a thread that runs it, and a server on this computer that shows it and receives the keys.
//!
//! ```text
//!            orders: keys, pause, step, speed, film, waves
//!          .---------------------------------------------.
//!          v                                             |
//! +----- session -----+   shown: the newest picture   +-- server --+  WebSocket   +-- page --+
//! | Machine<Running>  |------------------------------>| HTTP, /ws  |------------->| canvas,  |
//! |  eye   recorder   |   status, at news and four    +------------+  (any number | keys,    |
//! +-------------------+   times a second                              of pages)   | buttons  |
//!                                                                                 +----------+
//! ```
//!
//! The machine lives in the session, so pages can close and open and find the same game; the session also saves it to a
//! file, from which the next session continues. Without any page the machine is paused. A page that reviews a game asks
//! the server to evaluate its positions, which happens in separate threads.

pub mod evaluation;
pub mod page_order;
pub mod recorder;
pub mod running;
pub mod saved;
pub mod server;
pub mod session;
