//! The player that searches, as circuits, with the rules of the board that it needs.
//!
//! ```text
//! othello_search             the search: which position next, in which window, and when it ends; its port
//!   legal_moves, flips         where a disc may go and what it flips, all eight directions at once, along rays
//!   first_move                 which square is tried first; move_key, move_list: in which order the others follow
//!   evaluation                 the score of a leaf of the middle game
//!     features, weighted         what is counted, and what it is worth
//!   final_score                the score of a game that is over
//!   position_table             what earlier searches found out about positions
//!     slot                       the entry of a position
//!   window                     alpha and beta: what the score of a child does to its node
//!   answer                     the answer as it is known so far
//! node                       what a node of the search is
//! squares, population        sets of squares, and how many are in one
//! ```

pub mod answer;
pub mod evaluation;
pub mod features;
pub mod final_score;
pub mod first_move;
pub mod flips;
pub mod legal_moves;
pub mod move_key;
pub mod move_list;
pub mod node;
pub mod othello_search;
pub mod population;
pub mod position_table;
pub mod rays;
pub mod slot;
pub mod squares;
pub mod weighted;
pub mod window;

pub use othello_search::OthelloSearch;
