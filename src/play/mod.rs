//! The machine in a browser: a thread that runs it, and a server of this computer alone that shows it and hears the keys.
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
//! The machine lives in the session, so pages come and go and find the same game; and what the session keeps in a file is
//! where the next one goes on. While there is no page the machine rests. A page that looks at a game asks the server what its
//! positions are worth; that is worked out beside all this.

pub mod evaluation;
pub mod kept;
pub mod order;
pub mod recorder;
pub mod running;
pub mod server;
pub mod session;
