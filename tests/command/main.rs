//! The command as users call it: every verb, the page in a browser, the book and its commands, game files, and the
//! external viewers of waves and schematics.

#[cfg(feature = "eda")]
#[path = "../common/browser.rs"]
mod browser;
#[cfg(feature = "eda")]
#[path = "../common/page.rs"]
mod page;
#[cfg(unix)]
#[path = "../common/program.rs"]
mod program;

#[cfg(feature = "play")]
mod book;
#[cfg(feature = "long")]
mod book_built;
mod brain;
mod command_line;
mod figures;
mod gtkwave;
#[cfg(target_os = "linux")]
mod line;
#[cfg(target_os = "linux")]
mod link;
mod matches;
#[cfg(feature = "eda")]
mod mutate;
#[cfg(feature = "play")]
mod play;
mod projects;
mod rate;
mod readme;
mod replay;
mod schematic;
mod sgf;
mod simulation;
