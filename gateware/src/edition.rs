//! The parts of a machine. A part that an edition leaves out takes no logic and no memory, and has no text on the
//! screen.
//!
//! | part           | without it                                                                           |
//! |----------------|--------------------------------------------------------------------------------------|
//! | gomoku         | no Gomoku; `renju` and `levels` then have no effect                                  |
//! | othello        | no Othello                                                                           |
//! | othello_search | Othello's computer plays only at levels C1 and C2                                    |
//! | renju          | no Renju rule on the page, no marks and no fouls; the computer's moves are unchanged |
//! | levels         | Gomoku's computer does not play at that level; the others keep their numbers         |
//! | gomoku_search  | Gomoku's computer plays only at levels 1 to 4                                        |
//! | club           | no line for it on the list, no text in the menu; key C has no effect                 |
//! | bring_up       | F1 and the centre button held at power-on have no effect; no test pattern            |
//! | sound          | no sound; key V has no effect                                                        |
//! | pad            | no gamepad                                                                           |
//! | usb            | no USB keyboard                                                                      |
//! | tilt           | no line for it on the page; the sensor's outputs are at rest                         |
//! | line           | no keys over the serial line; its output stays high                                  |
//! | echo           | no menu as text over the serial line; with it the edition needs `line`               |
//! | link           | no seat LINK, no games over the serial line; with it the edition needs `line`        |
//!
//! `src/editions.rs` names the editions and chooses one for each board.

use tengen_rules::gomoku::search::Lanes;

/// The parts of an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The game Gomoku. An edition has at least one game.
    pub gomoku: bool,
    /// The game Othello.
    pub othello: bool,
    /// Othello's levels with a search.
    pub othello_search: bool,
    /// Gomoku's four levels with a search, and the number of lanes of its circuit. With fewer lanes it is slower.
    pub gomoku_search: Option<Lanes>,
    /// The Renju rule and its judge.
    pub renju: bool,
    /// The club, for which games against the computer count.
    pub club: bool,
    /// The bring-up page with its test pattern.
    pub bring_up: bool,
    /// The levels of Gomoku's computer that look at one ply, from the lowest.
    pub levels: [bool; 4],
    /// The sound. Boards without an audio output leave it out.
    pub sound: bool,
    /// Keys over the serial line. Boards without one leave it out.
    pub line: bool,
    /// The menu as text over the serial line.
    pub echo: bool,
    /// Games over the serial line.
    pub link: bool,
    /// The gamepad. No edition has it by itself: a board with pins for it adds it.
    pub pad: bool,
    /// The USB keyboard. No edition has it by itself: a board with pins for it adds it.
    pub usb: bool,
    /// The cursor follows the board's tilt. No edition has it by itself: a board with a sensor, or pins for one, adds it.
    pub tilt: bool,
}

impl Edition {
    /// The edition with all parts but the gamepad, the USB keyboard and the tilt.
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
        line: true,
        echo: true,
        link: true,
        pad: false,
        usb: false,
        tilt: false,
    };

    /// Gomoku only, with all its parts.
    pub const GOMOKU: Edition = Edition { othello: false, othello_search: false, club: false, ..Edition::FULL };

    /// The same edition without searches: computers look at one ply only.
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
