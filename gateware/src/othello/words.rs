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
        page: words::page(edition, "OTHELLO", [17, 65], "TURN THEM OVER", &words::choices(&levels)),
    }
}

#[rustfmt::skip]
fn menu(edition: &Edition, levels: &[String]) -> Vec<Row> {
    let [costs, the_club] = words::costs(edition);
    let mut rows = words::standing();
    rows.extend([
        row(4,  Pick::Keys,  Ink::White, &[" AT   @§", " AT   @§", "", "", ""]),
        row(6,  Pick::Note,  Ink::Red,   &["", " WIPED", " NO MOVE", " PASS", " AGAIN TO", costs]),
        row(7,  Pick::Note,  Ink::Red,   &["", " OUT", " IS LEFT", "", " LEAVE", the_club]),
        row(10, Pick::Fixed, Ink::White, &[" BLACK «»"]),
        row(11, Pick::Fixed, Ink::White, &[" WHITE ‹›"]),
    ]);
    rows.extend(words::seats(levels));
    rows.extend(words::keys(edition, false));
    rows
}
