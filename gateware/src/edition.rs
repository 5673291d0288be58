//! What a machine holds. What is left out of an edition is really gone: no circuit, no memory, no word on the screen.
//!
//! | part           | without it                                                                       |
//! |----------------|----------------------------------------------------------------------------------|
//! | gomoku         | no such game; `renju` and `levels` are then of no use                            |
//! | othello        | no such game                                                                     |
//! | othello_search | Othello's computer plays at levels C1 and C2 alone                               |
//! | renju          | no rule Renju on the page, no marks and no fouls; a player's moves are as before |
//! | levels         | Gomoku's computer does not play at that level; the others keep their numbers     |
//! | gomoku_search  | Gomoku's computer plays at levels 1 to 4 alone                                   |
//! | club           | no such line on the list, C does nothing, and the menu does not name it          |
//! | bring_up       | F1 does nothing, and the centre button held at power-on neither; no test pattern |
//! | sound          | nothing is heard, and V does nothing                                             |
//!
//! `src/edition.rs` gives editions their names and each board its own.

use tengen_rules::gomoku::search::Lanes;

/// The parts that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The games; there is one at least.
    pub gomoku: bool,
    pub othello: bool,
    /// Othello's computer looks ahead.
    pub othello_search: bool,
    /// Gomoku's computer looks ahead, at four levels more: by a circuit with so many lanes. Fewer find less in the same time.
    pub gomoku_search: Option<Lanes>,
    /// Renju's rule with its judge.
    pub renju: bool,
    /// The club, in which games against the computer count.
    pub club: bool,
    /// The bring-up page with its test pattern.
    pub bring_up: bool,
    /// The levels of Gomoku's computer that look at one ply, from the lowest.
    pub levels: [bool; 4],
    /// What is heard of a game. Of no use to a board without an audio output, and never on one.
    pub sound: bool,
}

impl Edition {
    /// Everything there is.
    pub const FULL: Edition = Edition {
        gomoku: true,
        othello: true,
        othello_search: true,
        gomoku_search: Some(Lanes::Four),
        renju: true,
        club: true,
        bring_up: true,
        levels: [true; 4],
        sound: true,
    };

    /// Gomoku alone, with everything it has.
    pub const GOMOKU: Edition = Edition { othello: false, othello_search: false, club: false, ..Edition::FULL };

    /// The same with computers that look at one ply.
    #[must_use]
    pub const fn without_searches(self) -> Edition {
        Edition { gomoku_search: None, othello_search: false, ..self }
    }

    /// The numbers of the levels of Gomoku, counted from 0.
    pub fn level_numbers(&self) -> Vec<u64> {
        let searches = [self.gomoku_search.is_some(); 4];
        (0..)
            .zip(self.levels.into_iter().chain(searches))
            .filter_map(|(level, there)| there.then_some(level))
            .collect()
    }
}
