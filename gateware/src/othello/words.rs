//! Othello's texts on the screen: the menu beside the board, and the settings page.

use super::level::{self, LEVELS};
use crate::edition::Edition;
use crate::game::words::{self, owned};
use crate::text::words::{GameWords, Ink, Pick, Row, row};

/// The texts of this edition.
pub fn words(edition: &Edition) -> GameWords {
    let levels = owned(&LEVELS[..level::count(edition) as usize]);
    GameWords {
        name: "OTHELLO",
        menu: menu(edition, &levels),
        page: words::page(
            edition,
            "OTHELLO",
            [17, 65],
            "TURN THEM OVER",
            &words::choices(edition, &levels),
        ),
    }
}

#[rustfmt::skip]
fn menu(edition: &Edition, levels: &[String]) -> Vec<Row> {
    let ends = [[""; 2], [" WIPED", " OUT"], [" NO MOVE", " IS LEFT"], [" PASS", ""]];
    let mut rows = words::standing();
    rows.extend([
        row(4,  Pick::Keys,  Ink::White, &[" AT   @§", " AT   @§", "", "", ""]),
        row(10, Pick::Fixed, Ink::White, &[" BLACK «»"]),
        row(11, Pick::Fixed, Ink::White, &[" WHITE ‹›"]),
    ]);
    rows.extend(words::notes(edition, ends, None));
    rows.extend(words::seats(edition, levels));
    rows.extend(words::keys(edition, false));
    rows
}
