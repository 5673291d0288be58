//! The machine in a browser: a thread that runs the session, and a server on this computer that shows it and receives
//! the keys.
//!
//! The machine lives in the session, so pages can close and open and find the same game; the session is also saved in a
//! file, from which the next one continues. Without any page the machine is paused. A page that reviews a game asks
//! the server to evaluate its positions, which happens in separate threads.

mod evaluating;
pub mod kept_file;
pub mod owner;
pub mod page_files;
pub mod requests;
pub mod server;
pub mod watched;
