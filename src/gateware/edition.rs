//! What a machine holds. What is left out of an edition is really gone: no circuit, no memory, no word on the screen.
//!
//! | part     | without it                                                                       |
//! |----------|----------------------------------------------------------------------------------|
//! | renju    | no rule Renju on the page, no marks and no fouls; a player's moves are as before |
//! | bring_up | F1 does nothing, and the centre button held at power-on neither; no test pattern |
//! | levels   | the computer does not play at that level; the others keep their numbers          |
//!
//! `src/hdl/edition.rs` gives editions their names and each board its own.

/// The parts that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// Renju's rule with its judge.
    pub renju: bool,
    /// The bring-up page with its test pattern.
    pub bring_up: bool,
    /// The levels of Gomoku's computer, from the lowest.
    pub levels: [bool; 4],
}

impl Edition {
    /// Everything there is.
    pub const FULL: Edition = Edition {
        renju: true,
        bring_up: true,
        levels: [true; 4],
    };

    /// The numbers of the levels, counted from 0.
    pub fn level_numbers(&self) -> Vec<u64> {
        (0..)
            .zip(self.levels)
            .filter_map(|(level, there)| there.then_some(level))
            .collect()
    }
}
