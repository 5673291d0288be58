//! What Gomoku says on the screen: the menu beside the board, and the page of its settings.

use super::level::LEVELS;
use crate::gateware::text::words::{GameWords, Ink, Item, PageInk, Pick, Row, item, row};

/// Everything.
pub fn words() -> GameWords {
    GameWords {
        name: "GOMOKU",
        menu: menu(),
        page: page(),
    }
}

/// Rows 1 and 2 are one of double size: whose turn it is.
#[rustfmt::skip]
fn menu() -> Vec<Row> {
    vec![
        row(1,  Pick::Status, Ink::White, &["BLACK", "WHITE", "BLACK", "WHITE", "DRAW"]),
        row(3,  Pick::Status, Ink::White, &[" TO MOVE", " TO MOVE", " WINS", " WINS", ""]),
        row(4,  Pick::Keys,   Ink::White, &[" AT   @#$", "", " AT   @#$", "", ""]),
        row(5,  Pick::Clock,  Ink::White, &["", " CLOCK ^&"]),
        row(6,  Pick::Note,   Ink::Red,   &["", " OVERLINE", " DOUBLE", " DOUBLE", " AGAIN TO"]),
        row(7,  Pick::Note,   Ink::Red,   &["", "", " FOUR", " THREE", " LEAVE"]),
        seat(8, Pick::Black, '●'),
        seat(9, Pick::White, '○'),
        row(10, Pick::Rule,   Ink::Dim,   &[" FREE 5", " EXACT 5", " RENJU"]),
        row(11, Pick::Rule,   Ink::Red,   &["", "", " X = FOUL"]),
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
fn seat(number: usize, pick: Pick, stone: char) -> Row {
    let levels = (1..=LEVELS.len()).map(|level| format!(" {stone} LEVEL {level}"));
    Row {
        texts: [format!(" {stone} PERSON")].into_iter().chain(levels).collect(),
        ..row(number, pick, Ink::Dim, &[])
    }
}

fn page() -> Vec<Item> {
    let mut items = vec![
        item(27, 5, Pick::Fixed, &["TENGEN"]).scale(3),
        item(20, 32, Pick::Fixed, &["GOMOKU"]).ink(PageInk::Red),
        item(62, 32, Pick::Fixed, &["FIVE IN A ROW"]),
    ];
    let levels = LEVELS.iter().enumerate().map(|(at, level)| format!("{} {}", at + 1, level.name));
    let players: Vec<String> = ["PERSON".into()].into_iter().chain(levels).collect();
    let lines = [
        ("BLACK", Pick::Black, players.clone()),
        ("WHITE", Pick::White, players),
        ("RULE", Pick::Rule, owned(&["FREESTYLE", "EXACT 5", "RENJU"])),
        ("CLOCK", Pick::Clock, owned(&["OFF", "30 S"])),
        ("OPENING", Pick::Opening, owned(&["FREE", "CENTRE"])),
    ];
    for (number, (name, pick, values)) in (0..).zip(lines) {
        let y = 47 + 10 * number;
        items.push(item(14, y, Pick::Fixed, &[name]).line(number));
        let texts = values.iter().map(|value| format!("←{value:^11}→")).collect();
        items.push(Item { texts, ..item(68, y, pick, &[]).line(number) });
    }
    items.push(item(38, 99, Pick::Mode, &[" TWO PLAYERS", "YOU PLAY BLACK", "YOU PLAY WHITE", "TWO COMPUTERS"]));
    items.push(item(8, 110, Pick::Fixed, &["←↑↓→ CHANGE"]));
    items.push(item(86, 110, Pick::Fixed, &["ENTER START"]));
    items
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}
