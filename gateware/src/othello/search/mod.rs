//! The player that searches, as circuits, with the rules of the board that it needs.
//!
//! ```text
//! othello_search             the search: which position next, in which window, and when it ends; its port
//!   child                      the position made last
//!     legal_moves                where a disc may go, all eight directions at once, along rays
//!     evaluation                 the score of a leaf of the middle game
//!       features, weighted         what is counted, and what it is worth
//!     final_score                the score of a game that is over
//!   node_stack                 the node, and those on the way to it
//!   next_move                  the move that is made next; first_move: which goes first as far as the board alone tells
//!   flips                      what it flips
//!   move_order                 the moves of a node, sorted
//!     move_key, move_list        how good a move looks; the list that sorts
//!   window                     alpha and beta: what the score of a child does to its node
//!   position_table             what earlier searches found out about positions
//!     slot                       the entry of a position
//!   answer                     the answer as it is known so far
//! node                       what a node of the search is
//! squares, population        sets of squares, and how many are in one
//! ```

pub mod answer;
pub mod child;
pub mod evaluation;
pub mod features;
pub mod final_score;
pub mod first_move;
pub mod flips;
pub mod legal_moves;
pub mod move_key;
pub mod move_list;
pub mod move_order;
pub mod next_move;
pub mod node;
pub mod node_stack;
pub mod othello_search;
pub mod population;
pub mod position_table;
pub mod rays;
pub mod slot;
pub mod squares;
pub mod weighted;
pub mod window;

pub use othello_search::OthelloSearch;
