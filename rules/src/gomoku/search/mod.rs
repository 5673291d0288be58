//! A player that searches: alpha-beta over what every crossing threatens.
//!
//! | module       | knows                                                         |
//! |--------------|---------------------------------------------------------------|
//! | [`threat`]   | what a stone's four shapes threaten together                  |
//! | [`weights`]  | what that is worth, and in which order crossings are tried    |
//! | [`position`] | the threats of every crossing, kept up to date                |
//! | [`alpha_beta`] | the search, with the clocks that its circuit takes          |

pub mod alpha_beta;
pub mod position;
pub mod threat;
pub mod weights;

pub use alpha_beta::{Answer, Lanes, Settings, Task, search};
pub use position::Position;
pub use threat::Threat;
pub use weights::{WEIGHTS, Weights};
