//! The command as a user calls it: every verb, the page in a browser, the book and what it tells to type, games in writing, the
//! tools that look at waves and schematics.

#[cfg(feature = "eda")]
#[path = "../common/browser.rs"]
mod browser;
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
mod matches;
#[cfg(feature = "play")]
mod play;
mod projects;
mod rate;
mod readme;
mod replay;
mod schematic;
mod sgf;
mod simulation;
