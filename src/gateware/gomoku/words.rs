//! What Gomoku says on the screen: the menu beside the board, and the page of its settings.

use super::level::LEVELS;
use crate::gateware::edition::Edition;
use crate::gateware::text::words::{GameWords, Ink, Item, PageInk, Pick, Row, item, row};

/// The rules on the page, in their order.
const RULES: [&str; 3] = ["FREESTYLE", "EXACT 5", "RENJU"];

/// What this edition says.
pub fn words(edition: &Edition) -> GameWords {
    GameWords {
        name: "GOMOKU",
        menu: menu(edition),
        page: page(edition),
    }
}

/// Rows 1 and 2 are one of double size: whose turn it is.
#[rustfmt::skip]
fn menu(edition: &Edition) -> Vec<Row> {
    let renju = |text| if edition.renju { text } else { "" };
    vec![
        row(1,  Pick::Status, Ink::White, &["BLACK", "WHITE", "BLACK", "WHITE", "DRAW"]),
        row(3,  Pick::Status, Ink::White, &[" TO MOVE", " TO MOVE", " WINS", " WINS", ""]),
        row(4,  Pick::Keys,   Ink::White, &[" AT   @#$", "", " AT   @#$", "", ""]),
        row(5,  Pick::Clock,  Ink::White, &["", " CLOCK ^&"]),
        row(6,  Pick::Note,   Ink::Red,   &["", renju(" OVERLINE"), renju(" DOUBLE"), renju(" DOUBLE"), " AGAIN TO"]),
        row(7,  Pick::Note,   Ink::Red,   &["", "", renju(" FOUR"), renju(" THREE"), " LEAVE"]),
        seat(8, Pick::Black, '●', edition),
        seat(9, Pick::White, '○', edition),
        row(10, Pick::Rule,   Ink::Dim,   &[" FREE 5", " EXACT 5", renju(" RENJU")]),
        row(11, Pick::Rule,   Ink::Red,   &["", "", renju(" X = FOUL")]),
        row(13, Pick::Keys,   Ink::White, &[" ←↑↓→ AIM", " ANY KEY", " SAME KEY", " ANY KEY", ""]),
        row(14, Pick::Keys,   Ink::White, &[" ↵    PUT", " GOES ON", " LEAVES", " ENDS", " ↵   MOVE"]),
        row(15, Pick::Keys,   Ink::White, &[" U   UNDO", "", " ANOTHER", " THE DEMO", " U   UNDO"]),
        row(16, Pick::Keys,   Ink::White, &[" H   HINT", "", " STAYS", "", ""]),
        row(17, Pick::Keys,   Ink::White, &[" N NUMBER", " N NUMBER", "", "", " N NUMBER"]),
        row(19, Pick::Keys,   Ink::White, &[" M   MODE", " M   MODE", "", "", " M   MODE"]),
        row(20, Pick::Keys,   Ink::White, &[" L  LEVEL", " L  LEVEL", "", "", " L  LEVEL"]),
        row(21, Pick::Keys,   Ink::White, &[" CTRL NEW", " CTRL NEW", "", "", " CTRL NEW"]),
        row(22, Pick::Keys,   Ink::White, &[" ESC BACK", " ESC BACK", "", "", " ESC BACK"]),
    ]
}

/// Who plays the stones of that look.
fn seat(number: usize, pick: Pick, stone: char, edition: &Edition) -> Row {
    let levels = (1..).zip(edition.levels).map(|(level, there)| match there {
        true => format!(" {stone} LEVEL {level}"),
        false => String::new(),
    });
    Row {
        texts: [format!(" {stone} PERSON")].into_iter().chain(levels).collect(),
        ..row(number, pick, Ink::Dim, &[])
    }
}

fn page(edition: &Edition) -> Vec<Item> {
    let mut items = vec![
        item(27, 5, Pick::Fixed, &["TENGEN"]).scale(3),
        item(20, 32, Pick::Fixed, &["GOMOKU"]).ink(PageInk::Red),
        item(62, 32, Pick::Fixed, &["FIVE IN A ROW"]),
    ];
    let levels = (1..)
        .zip(LEVELS.iter().zip(edition.levels))
        .map(|(number, (level, there))| match there {
            true => format!("{number} {}", level.name),
            false => String::new(),
        });
    let players: Vec<String> = ["PERSON".into()].into_iter().chain(levels).collect();
    let lines = [
        ("BLACK", Pick::Black, players.clone()),
        ("WHITE", Pick::White, players),
        (
            "RULE",
            Pick::Rule,
            owned(if edition.renju { &RULES } else { &RULES[..2] }),
        ),
        ("CLOCK", Pick::Clock, owned(&["OFF", "30 S"])),
        ("OPENING", Pick::Opening, owned(&["FREE", "CENTRE"])),
    ];
    for (number, (name, pick, values)) in (0..).zip(lines) {
        let y = 47 + 10 * number;
        items.push(item(14, y, Pick::Fixed, &[name]).line(number));
        let texts = values.iter().map(|value| format!("←{value:^11}→")).collect();
        items.push(Item {
            texts,
            ..item(68, y, pick, &[]).line(number)
        });
    }
    items.push(item(
        38,
        99,
        Pick::Mode,
        &[" TWO PLAYERS", "YOU PLAY BLACK", "YOU PLAY WHITE", "TWO COMPUTERS"],
    ));
    items.push(item(8, 110, Pick::Fixed, &["←↑↓→ CHANGE"]));
    items.push(item(86, 110, Pick::Fixed, &["ENTER START"]));
    items
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}
