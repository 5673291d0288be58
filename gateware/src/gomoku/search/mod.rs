//! The player that searches: alpha-beta over threats, as circuits.
//!
//! ```text
//! gomoku_search              control of the search: the next position, the end; ports
//!   position                 the threats on every crossing, updated with each stone
//!     route                    the crossings that a stone changes in each step, and their banks
//!     lines                    the stones by line; lane: what a stone makes of one line
//!     bank                     the memory of a fifth of the crossings
//!     pairing                  which of five banks each of two assessors serves
//!     assessor                 the threats on a crossing after one of its lines has changed
//!       threat, foul             the threat of four lines together; whether it may be a foul in Renju
//!       keys_of                  the keys by which candidates are ordered
//!     tally                    the threats of the whole position, and its value
//!       counts                   a colour's decisive threats (decisive: their kinds; count: counts one kind)
//!       valuation                the value of the position (worths: of each crossing; sum: of all to one colour)
//!         groups                   the sizes of a colour's groups of threats
//!   stones                   the number of stones; whether the node's move is on the board
//!   position_key             the hash key of the position
//!     hash                     a pseudo-random number for each stone
//!   candidates               the crossings to try, best first
//!   survey                   which row of the board is scanned for candidates
//!   node_stack               the current node and its ancestors (node: the fields of a node)
//!   window                   compares a score with the node's window; the child's window
//!   entry                    decides on a position as it is entered
//!   futility                 whether a node's value is far above its window
//!   returned                 the score that a child has returned
//!   position_table           the transposition table
//!   deepening                which search comes next
//!   answer                   the move, its score and the statistics
//!   (crate::search) budget   the clocks of a think
//! weights                    the weights of the search, as tables
//! ports                      types that several circuits share
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
pub mod futility;
pub mod gomoku_search;
pub mod groups;
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
pub mod valuation;
pub mod weights;
pub mod window;
pub mod worths;

pub use gomoku_search::GomokuSearch;
