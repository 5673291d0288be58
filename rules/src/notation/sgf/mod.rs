//! Game files: SGF, the Smart Game Format `FF[4]` (red-bean.com/sgf), game type 4: Gomoku and Renju.
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]
//! RU[Freestyle]PB[Ada]PW[Tengen, level 3 (zju)]DT[2026-11-22]EV[Friends]RE[B+]
//! ;B[hh];W[ih]C[A usual answer];B[hi];W[];B[ge])
//! ```
//!
//! | property       | written as                                                                   | read     |
//! |----------------|------------------------------------------------------------------------------|----------|
//! | GM, SZ         | 4, 15                                                                        | the same, or missing; GM 1 (Go) with SZ 15; else refused |
//! | RU             | Freestyle, Exact five, Renju                                                 | the same; Gomoku, Standard, RIF; 0, 1, 4 |
//! |                |                                                                              | nothing is freestyle; others are, with a remark |
//! | B, W           | column and row from the top left: `hh`                                       | the same, `HH`, and `h8`: the row from the bottom |
//! |                | a lost turn: nothing                                                         | the same, and `tt` |
//! | RE             | `B+`, `W+`, `Draw`                                                           | the same with anything behind it, and `0` |
//! | PB, PW, DT, EV | players, date, event, if known                                               | the same |
//! | C              | the comment of a move, or before the first; black's foul is a line before it | the same |
//! | AB, AW         |                                                                              | at the root: the first plies; else refused |
//! | AE             |                                                                              | at the root nothing; else refused |
//! | PL             |                                                                              | refused if the stones show that it is the other side's turn |
//! | others         |                                                                              | ignored  |
//!
//! The specification leaves the moves of game type 4 open; these forms are the ones that programs write. Only the first
//! game of a collection is read: [`read`] takes its main line and [`read_tree`] all variations. Every move must be
//! legal by [`crate::gomoku`]; a variation is cut at an illegal move. The remarks list what was read differently from
//! what the file says. A set-up position must be one that can be reached by placing its stones in turn without ending
//! the game; no lost turns are assumed for this. Text is UTF-8, otherwise ISO 8859-1, the format's own default.

mod crossing;
mod read;
mod record;
mod setup;
pub(crate) mod syntax;
mod tree;
mod write;

pub use crossing::{coordinates, named};
pub use read::{read, read_tree};
pub use record::Record;
pub use tree::{Node, Tree};
pub(crate) use write::escaped;

/// Why and where a file is not a game that can be played here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of bytes in the file before the fault.
    pub byte: usize,
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "byte {}: {}", self.byte, self.what)
    }
}

impl std::error::Error for Fault {}
