//! Gomoku's texts on the screen: the menu beside the board, and the page of its settings.

use super::level::LEVELS;
use crate::edition::Edition;
use crate::game::settings::Line;
use crate::game::words::{self, Choice, owned};
use crate::text::words::{GameWords, Ink, Item, Pick, Row, row};

/// The rules, in the order in which the page shows them.
const RULES: [&str; 3] = ["FREESTYLE", "EXACT 5", "RENJU"];

/// The texts of this edition.
pub fn words(edition: &Edition) -> GameWords {
    GameWords { name: "GOMOKU", menu: menu(edition), page: page(edition) }
}

#[rustfmt::skip]
fn menu(edition: &Edition) -> Vec<Row> {
    let renju = |text| if edition.renju { text } else { "" };
    let fouls = [[""; 2], [renju(" OVERLINE"), ""], [renju(" DOUBLE"), renju(" FOUR")], [renju(" DOUBLE"), renju(" THREE")]];
    let search = [
        [" THINKING", ""], [" δε: σαβγ", ""], [" δε: σαβγ", " THEN κλμ"], [" WIN IN", " δε PLY"], [" LOSS IN", " δε PLY"],
    ];
    let mut rows = words::standing();
    rows.extend([
        row(4,  Pick::Keys,   Ink::White, &[" AT   @#$", " AT   @#$", "", "", ""]),
        row(10, Pick::Rule,   Ink::Dim,   &[" FREE 5", " EXACT 5", renju(" RENJU")]),
        row(11, Pick::Rule,   Ink::Red,   &["", "", renju(" X = FOUL")]),
    ]);
    rows.extend(words::notes(edition, fouls, edition.gomoku_search.map(|_| search)));
    rows.extend(words::seats(edition, &levels(edition, |number, _| format!("LEVEL {number}"))));
    rows.extend(words::keys(edition, true));
    rows
}

fn page(edition: &Edition) -> Vec<Item> {
    let [black, white, clock] = words::choices(edition, &levels(edition, |number, name| format!("{number} {name}")));
    let rules = if edition.renju { &RULES } else { &RULES[..2] };
    let choices = [
        black,
        white,
        Choice { line: Line::Rule, name: "RULE", pick: Pick::Rule, values: owned(rules) },
        clock,
        Choice { line: Line::Opening, name: "OPENING", pick: Pick::Opening, values: owned(&["FREE", "CENTRE"]) },
    ];
    words::page(edition, "GOMOKU", [20, 62], "FIVE IN A ROW", &choices)
}

/// A text for each level, made from its number and its name; empty for levels that this edition lacks.
fn levels(edition: &Edition, text: fn(usize, &str) -> String) -> Vec<String> {
    let there = edition.level_numbers();
    let count = there.last().map_or(0, |last| *last as usize + 1);
    (1..)
        .zip(&LEVELS[..count])
        .map(|(number, level)| match there.contains(&(number as u64 - 1)) {
            true => text(number, level.name),
            false => String::new(),
        })
        .collect()
}
