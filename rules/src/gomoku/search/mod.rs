//! A computer player: alpha-beta search over the threats on every crossing.
//!
//! | module         | contents                                                   |
//! |----------------|------------------------------------------------------------|
//! | [`threat`]     | what a stone's four shapes threaten together               |
//! | [`weights`]    | the values of threats, and the order in which to try moves |
//! | [`position`]   | the threats on every crossing, updated incrementally       |
//! | [`alpha_beta`] | the search, with the clocks that its circuit takes         |

pub mod alpha_beta;
pub mod position;
pub mod threat;
pub mod weights;

pub use alpha_beta::{Answer, Lanes, Settings, Task, search};
pub use position::Position;
pub use threat::Threat;
pub use weights::{WEIGHTS, Weights};
