//! The parts of the Renju judge: the next crossing of a line, what a walk along it sees, and what that makes of the line.

pub mod line_judge;
pub mod line_scan;
pub mod neighbour;
