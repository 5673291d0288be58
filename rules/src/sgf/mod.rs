//! Games as files: SGF, the Smart Game Format `FF[4]` (red-bean.com/sgf), game type 4: Gomoku and Renju.
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]
//! RU[Freestyle]PB[Ada]PW[Tengen, level 3 (zju)]DT[2026-11-22]EV[Friends]RE[B+]
//! ;B[hh];W[ih]C[A usual answer];B[hi];W[];B[ge])
//! ```
//!
//! | property   | written as                       | read                                                        |
//! |------------|----------------------------------|-------------------------------------------------------------|
//! | GM, SZ     | 4, 15                            | the same, or missing; GM 1 (Go) with SZ 15; else refused    |
//! | RU         | Freestyle, Exact five, Renju     | the same; Gomoku, Standard, RIF; 0, 1, 4                    |
//! |            |                                  | nothing is freestyle; others are, with a remark             |
//! | B, W       | column and row from the top left: `hh` | the same, `HH`, and `h8`: the row from the bottom     |
//! |            | a lost turn: nothing             | the same, and `tt`                                          |
//! | RE         | `B+`, `W+`, `Draw`               | the same with anything behind it, and `0`                   |
//! | PB, PW, DT, EV | players, date, event, if known | the same                                                  |
//! | C          | the comment of a move, or before the first; black's foul is a line before it | the same        |
//! | AB, AW     |                                  | at the root: the first plies; else refused                  |
//! | AE         |                                  | at the root nothing; else refused                           |
//! | PL         |                                  | refused if by the stones it is the other side's turn        |
//! | others     |                                  | passed over                                                 |
//!
//! The specification leaves the moves of game type 4 open; these forms are what programs write. Of a collection the
//! first game is read: [`read`] takes its main line and [`read_tree`] all variations. Every move must be lawful by
//! [`crate::gomoku`]; a variation that is not is cut there. What is read otherwise than the file says it is
//! among the remarks. Stones that are set up must be such that they can be put down in turns and none ends the game; no
//! lost turn is made up to even them out. Text is UTF-8, or else ISO 8859-1, the format's own default.

mod crossing;
mod read;
mod record;
mod setup;
pub(crate) mod syntax;
mod tree;
mod write;

pub use crossing::{coordinates, named};
pub(crate) use read::outcome;
pub use read::{read, read_tree};
pub(crate) use record::fill;
pub use record::{Outcome, Record};
pub use tree::{Node, Tree};
pub(crate) use write::escaped;

/// What makes a file no game that can be played here, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How many bytes of the file stand before the place.
    pub byte: usize,
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "byte {}: {}", self.byte, self.what)
    }
}

impl std::error::Error for Fault {}
