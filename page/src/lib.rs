//! The machine in a browser: one session, run by a thread of `tengen play` or by a worker of a page of files.
//!
//! ```text
//!            orders: keys, pause, step, speed, film, waves
//!          .---------------------------------------------.
//!          v                                             |
//! +----- session -----+   Viewer: the newest picture  +-- server --+  WebSocket   +-- page --+
//! | Machine<Running>  |------------------------------>| or worker  |------------->| canvas,  |
//! |  eye   recorder   |   status, at news and four    +------------+  or messages | keys,    |
//! +-------------------+   times a second                                          | buttons  |
//!                                                                                 +----------+
//! ```
//!
//! The session neither waits nor draws: its owner gives it the orders, calls [`session::Session::turn`], and waits as
//! long as that says. So the same code runs in a thread, which may block, and in a worker, which may not.

pub mod bench;
pub mod clock;
pub mod evaluation;
pub mod files;
pub mod game_file;
pub mod image;
pub mod inspection;
pub mod looking;
pub mod offered;
pub mod order;
pub mod pace;
pub mod recorder;
pub mod running;
pub mod saved;
pub mod session;
pub mod status;
#[cfg(target_arch = "wasm32")]
mod worker;

use tengen_simulation::{self as simulation, gateware, notation, rules};
