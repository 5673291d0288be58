//! The player that searches, as circuits, with the rules of the board that it needs.
//!
//! ```text
//! othello_search             the search: which position next, in which window, and when it ends; its port
//!   legal_moves, flips         where a disc may go and what it flips, all eight directions at once, along rays
//!   first_move                 which square is tried first; move_key, move_list: in which order the others follow
//!   evaluation                 the score of a leaf of the middle game
//!     features, weighted         what is counted, and what it is worth
//!   final_score                the score of a game that is over
//!   slot                       the entry of a position in the table of positions
//! squares, population        sets of squares, and how many are in one
//! ```

pub mod evaluation;
pub mod features;
pub mod final_score;
pub mod first_move;
pub mod flips;
pub mod legal_moves;
pub mod move_key;
pub mod move_list;
pub mod othello_search;
pub mod population;
pub mod rays;
pub mod slot;
pub mod squares;
pub mod weighted;

pub use othello_search::OthelloSearch;
