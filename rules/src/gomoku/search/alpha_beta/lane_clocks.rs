//! The sizes of the circuit, and the clocks that each takes for a stone.

use super::{NEXT, SURVEY};

/// How many of a stone's lines the circuit examines in a clock. With fewer it is smaller and slower, with the same
/// result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// The rows and columns first, then the diagonals.
    Two,
    #[default]
    Four,
}

impl Lanes {
    /// Every size.
    pub const ALL: [Lanes; 2] = [Lanes::Two, Lanes::Four];

    /// The extra clocks for a stone compared with four lanes: half of its 32 crossings again, and one for the stone
    /// itself.
    pub const fn longer(self) -> u64 {
        match self {
            Lanes::Two => 9,
            Lanes::Four => 0,
        }
    }

    /// The clocks a survey waits for a stone that is being placed, so that it reaches each row after the stone's
    /// update.
    pub const fn wait(self) -> u64 {
        match self {
            Lanes::Two => 7,
            Lanes::Four => 0,
        }
    }

    /// The clocks of a placed stone's walk, after the step that starts it.
    pub(super) fn walk(self) -> u64 {
        10 + self.longer()
    }

    /// The clocks to take a stone back.
    pub(super) fn back(self) -> u64 {
        8 + self.longer()
    }

    /// The clocks for which an aborted search lets its walk finish.
    pub(super) fn drain(self) -> u64 {
        10 + self.longer()
    }

    /// The clocks that remain, when the node is entered, of a survey that began with the stone's walk. If it need not
    /// wait, the row of the stone's own candidate is surveyed in between.
    pub(super) fn survey_left(self, advanced: bool) -> u64 {
        SURVEY + self.wait() - self.walk() - 1 + u64::from(advanced && self.wait() == 0) * NEXT
    }

    /// The same after the stone has been taken back.
    pub(super) fn survey_left_after_back(self) -> u64 {
        SURVEY + self.wait() - self.back()
    }
}
