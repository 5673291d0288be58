//! The player that searches, as circuits.
//!
//! ```text
//! gomoku_search              the search's control: which position next, and when it ends; its port
//!   position                 what every crossing threatens, kept up to date as stones come and go
//!     route                    which crossings a stone changes, step by step, and in which bank they lie
//!     lines                    the stones by line; lane: what a stone would make of one line
//!     bank                     a fifth of the crossings
//!     pairing                  which of the banks two assessors work for
//!     assessor                 what a crossing threatens once one of its lines has changed
//!       threat, foul             what the four lines of a crossing threaten together, and whether Renju may forbid it
//!       keys_of                  what that is worth trying
//!     tally                    what the whole threatens, and is worth
//!       counts                   a colour's threats that decide (decisive: which they are; count: one of them)
//!       sum                      what the position is worth to a colour
//!   stones                   how many stones there are, and whether the node's move is among them
//!   position_key             the number that tells the position apart
//!     hash                     a random number for each stone
//!   candidates               the crossings worth trying, the best first
//!   survey                   which row of the board is scanned for candidates
//!   node_stack               the node and those between it and the root (node: what is known of a node)
//!   window                   what a score means to the node, and the window of the child
//!   entry                    what is said of a position as it is entered
//!   returned                 the score that a child has returned
//!   position_table           the positions that were searched
//!   deepening                which search comes next
//!   answer                   the move, the score and what was searched for them
//!   (crate::search) budget   the clocks of a think
//! weights                    the numbers of it all, as tables
//! ports                      what travels together
//! ```

pub mod answer;
pub mod assessor;
pub mod bank;
pub mod candidates;
pub mod count;
pub mod counts;
pub mod decisive;
pub mod deepening;
pub mod entry;
pub mod foul;
pub mod gomoku_search;
pub mod hash;
pub mod keys_of;
pub mod lane;
pub mod lines;
pub mod node;
pub mod node_stack;
pub mod pairing;
pub mod ports;
pub mod position;
pub mod position_key;
pub mod position_table;
pub mod returned;
pub mod route;
pub mod stones;
pub mod sum;
pub mod survey;
pub mod tally;
pub mod threat;
pub mod weights;
pub mod window;

pub use gomoku_search::GomokuSearch;
