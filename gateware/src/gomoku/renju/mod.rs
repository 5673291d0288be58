//! The Renju judge, which tries a stone: a scan along a line, the judgement of the line, and the rounds over all four
//! lines of the stone.

pub mod line_judge;
pub mod line_scan;
pub mod renju_judge;
pub mod rounds;
pub mod trial;
