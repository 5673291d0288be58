//! The editions of the machine by name, and the edition of each board: the only place that links boards with contents.
//!
//! Whether there are sound, a serial line, a gamepad and the tilt depends on the board, in every edition: see
//! [`crate::board_console::holds`].
//!
//! A board's own edition leaves about a tenth of its cells and block RAMs free. `tengen build --edition` builds another
//! one.

use anyhow::Result;
use rust_hdl_bsp::Board;

use crate::gateware::edition::Edition;
use crate::misuse::Misuse;
use crate::rules::gomoku::search::Lanes;

/// A row of the table.
#[derive(Debug)]
pub struct Named {
    pub name: &'static str,
    /// Its contents, in one sentence.
    pub summary: &'static str,
    pub holds: Edition,
    /// The boards that have it as their own; boards that no edition names get the first one.
    boards: &'static [&'static str],
}

/// Every edition, the largest first.
pub const EDITIONS: [Named; 10] = [
    Named {
        name: "full",
        summary: "Gomoku with Renju, Othello, both with their searches, the club, and the bring-up page.",
        holds: Edition::FULL,
        boards: &["basys3", "nexys-a7", "sword", "ulx3s-85f"],
    },
    Named {
        name: "deep-duo",
        summary: "Gomoku with Renju and its search, Othello without its search, the club, and the bring-up page; no games over the serial line.",
        holds: Edition { othello_search: false, link: false, ..Edition::FULL },
        boards: &["ulx3s"],
    },
    Named {
        name: "duo",
        summary: "Gomoku with Renju, Othello, both without their searches, the club, and the bring-up page.",
        holds: Edition::FULL.without_searches(),
        boards: &["nexys3"],
    },
    Named {
        name: "full-gomoku",
        summary: "Gomoku alone, with Renju, its search, games over the serial line, and the bring-up page.",
        holds: Edition::GOMOKU,
        boards: &["tang-nano-20k"],
    },
    Named {
        name: "deep-gomoku",
        summary: "Gomoku alone, with Renju and a search of half the size; no bring-up page, and no keys but the keyboard's.",
        holds: Edition {
            gomoku_search: Some(Lanes::Two),
            bring_up: false,
            line: false,
            echo: false,
            link: false,
            ..Edition::GOMOKU
        },
        boards: &[],
    },
    Named {
        name: "gomoku",
        summary: "Gomoku alone, with Renju and without its search, and the bring-up page.",
        holds: Edition::GOMOKU.without_searches(),
        boards: &["alchitry-cu", "tang-nano-9k"],
    },
    Named {
        name: "othello",
        summary: "Othello alone, with its search, and the bring-up page.",
        holds: Edition { gomoku: false, club: false, ..Edition::FULL },
        boards: &[],
    },
    Named {
        name: "small-othello",
        summary: "Othello alone, without its search and the bring-up page.",
        holds: Edition { gomoku: false, club: false, bring_up: false, ..Edition::FULL.without_searches() },
        boards: &[],
    },
    Named {
        name: "compact",
        summary: "Gomoku alone with levels 1 to 4, without Renju, games and text over the serial line, and the bring-up page.",
        holds: COMPACT,
        boards: &["icebreaker"],
    },
    Named {
        name: "tiny",
        summary: "Gomoku alone with levels 1 and 2, without Renju, games and text over the serial line, and the bring-up page.",
        holds: Edition { levels: [true, true, false, false], ..COMPACT },
        boards: &[],
    },
];

const COMPACT: Edition =
    Edition { renju: false, bring_up: false, echo: false, link: false, ..Edition::GOMOKU.without_searches() };

/// The board's own edition.
pub fn of(board: &Board) -> &'static Named {
    let own = EDITIONS.iter().find(|edition| edition.boards.contains(&board.name));
    own.unwrap_or(&EDITIONS[0])
}

/// The edition with that name.
///
/// # Errors
/// A [`Misuse`] that lists all editions.
pub fn find(name: &str) -> Result<&'static Named> {
    let found = EDITIONS.iter().find(|edition| edition.name == name);
    Ok(found.ok_or_else(|| Misuse::unknown("edition", name, EDITIONS.iter().map(|edition| edition.name)))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl_bsp::boards::{self, BOARDS};

    #[test]
    fn every_board_that_is_named_is_there_and_has_one_edition() {
        for board in EDITIONS.iter().flat_map(|edition| edition.boards) {
            assert!(boards::find(board).is_some(), "{board}");
        }
        for board in BOARDS {
            let named = EDITIONS.iter().filter(|edition| edition.boards.contains(&board.name));
            assert!(named.count() <= 1, "{}", board.name);
            assert_eq!(find(of(board).name).unwrap().name, of(board).name);
        }
        let unknown = find("huge").unwrap_err();
        assert!(unknown.is::<Misuse>(), "{unknown}");
    }
}
