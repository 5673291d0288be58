//! The Renju judge: the trial of a stone, and its parts: what a walk along a line sees, what that makes of the line, and what
//! the four lines make of the stone.

pub mod line_judge;
pub mod line_scan;
pub mod renju_judge;
pub mod rounds;
pub mod trial;
