//! The searching player as circuits, with the rules of the board that it needs.
//!
//! ```text
//! othello_search             the control of the search, which holds its ports and drives the parts below
//!   child                      the position after the move made last
//!     legal_moves                the legal squares; rays: runs of discs in eight directions
//!     evaluation                 the score of a leaf of the middle game
//!       features, weighted         the counts, and their weighted differences
//!       patterns                   the values of what stands at the ends of the sides
//!         side, contents             a side of the board; the table addresses of what stands at its end
//!     final_score                the score of a finished game
//!   node_stack                 the current node and its ancestors
//!   next_move                  the move to make next; first_move: its order by square and parity alone
//!   flips                      the discs that a move flips
//!   move_order                 the moves of a node, sorted
//!     move_key, move_list        the sort key of a move; the sorted list
//!   window                     alpha and beta: how the score of a child updates its node
//!   position_table             the results of earlier searches, by position
//!     slot                       the table address of a position
//!   answer                     the best answer so far
//! node                       the data of a node
//! squares, population        constant sets of squares; counts the squares of a set
//! ```

pub mod answer;
pub mod child;
pub mod contents;
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
pub mod patterns;
pub mod population;
pub mod position_table;
pub mod rays;
pub mod side;
pub mod slot;
pub mod squares;
pub mod weighted;
pub mod window;

pub use othello_search::OthelloSearch;
