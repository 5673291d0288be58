//! The Renju judge: the trial of a stone, and its parts: the next crossing of a line, what a walk along it sees, and what
//! that makes of the line.

pub mod line_judge;
pub mod line_scan;
pub mod neighbour;
pub mod trial;
