//! Games as files: SGF, the Smart Game Format `FF[4]` (red-bean.com/sgf), game type 4: Gomoku and Renju.
//!
//! ```text
//! (;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]
//! RU[Freestyle]PB[Ada]PW[Tengen, level 3 (zju)]RE[B+]
//! ;B[hh];W[ih];B[hi];W[];B[ge])
//! ```
//!
//! | property   | written as                         | read                                                             |
//! |------------|------------------------------------|------------------------------------------------------------------|
//! | GM, SZ     | 4, 15                              | the same, or missing; anything else is refused                   |
//! | RU         | Freestyle, Exact five, Renju       | Renju, RIF; Exact, Standard; anything else, or none, is freestyle |
//! | B, W       | column and row from the top left: `hh`; a lost turn is `[]` | the same, `tt` for a lost turn, and `h8`: the row from the bottom |
//! | RE         | `B+`, `W+`, `Draw`                 | the same with anything behind it, and `0`                        |
//! | PB, PW     | the players, if they have names    | the same                                                         |
//! | C          | black's foul, at the last move     | passed over, as every other property                             |
//! | AB, AW, AE |                                    | refused: a game here begins on the empty board                   |
//!
//! The specification leaves the moves of game type 4 open; these two forms are what programs write. A reader follows the
//! main line of the first game and stops at its end, so variations and further games are passed over. Every move must be
//! lawful by [`crate::rules::gomoku`]. Text is UTF-8, or else ISO 8859-1, the format's own default.

mod crossing;
mod read;
mod record;
mod syntax;
mod write;

pub use read::read;
pub use record::{Outcome, Record};

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
