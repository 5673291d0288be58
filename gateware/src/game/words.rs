//! The texts that all games share: who is to move or has won, who plays, what the keys do, and the settings page.

use super::settings::Line;
use crate::club::words as club;
use crate::edition::Edition;
use crate::text::words::{Ink, Item, PageInk, Pick, Row, cursor, item, row};

/// The menu rows with the state of the game. Rows 1 and 2 form one row of double size: whose turn it is.
pub fn standing() -> Vec<Row> {
    vec![
        row(
            1,
            Pick::Status,
            Ink::White,
            &["BLACK", "WHITE", "BLACK", "WHITE", "DRAW", "YOU", "YOU"],
        ),
        row(
            3,
            Pick::Status,
            Ink::White,
            &[" TO MOVE", " TO MOVE", " WINS", " WINS", "", " WIN", " LOSE"],
        ),
        row(5, Pick::Clock, Ink::White, &["", " CLOCK ^&"]),
    ]
}

/// The menu's question, in two rows, before leaving a game whose loss would lose the club.
fn costs(edition: &Edition) -> [&'static str; 2] {
    match edition.club {
        true => [" COSTS", " THE CLUB"],
        false => ["", ""],
    }
}

/// The name of the other machine's seat; empty in an edition without it.
fn other_machine(edition: &Edition) -> String {
    if edition.link { "LINK".into() } else { String::new() }
}

/// The values of a seat, with a text for each level of the computer.
fn players(edition: &Edition, levels: &[String]) -> Vec<String> {
    ["PERSON".into(), other_machine(edition)]
        .into_iter()
        .chain(levels.iter().cloned())
        .collect()
}

/// The menu's notes, in two rows: those of the game (the reasons of its end, and from the sixth on those of its search),
/// with the questions and the news of the line.
pub fn notes(edition: &Edition, reasons: [[&'static str; 2]; 4], search: Option<[[&'static str; 2]; 5]>) -> [Row; 2] {
    let [costs, the_club] = costs(edition);
    let mut notes = reasons.to_vec();
    notes.extend([[" AGAIN TO", " LEAVE"], [costs, the_club]]);
    if search.is_some() || edition.link {
        notes.extend(search.unwrap_or_default());
    }
    if edition.link {
        notes.extend([
            [" WAITING", " FOR LINK"],
            [" OTHER", " VERSION"],
            [" OTHER", " GAME"],
            [" OTHER", " HAS LEFT"],
            [" LINE", " LOST"],
            [" OUT OF", " STEP"],
            [" UNDO?  U", " REFUSE ↵"],
            [" UNDO IS", " ASKED"],
            [" REFUSED", ""],
            [" RESIGNED", ""],
            [" AGAIN TO", " RESIGN"],
        ]);
    }
    [0, 1].map(|line| {
        let texts: Vec<&str> = notes.iter().map(|note| note[line]).collect();
        row(6 + line, Pick::Note, Ink::Red, &texts)
    })
}

/// The menu rows that say who plays; there is a text for each level of the computer.
pub fn seats(edition: &Edition, levels: &[String]) -> Vec<Row> {
    let seat = |number, pick, stone| {
        let texts = players(edition, levels)
            .into_iter()
            .map(|player| match player.as_str() {
                "" => player,
                _ => format!(" {stone}{player}"),
            });
        Row { texts: texts.collect(), ..row(number, pick, Ink::Dim, &[]) }
    };
    vec![seat(8, Pick::Black, '●'), seat(9, Pick::White, '○')]
}

/// The menu rows that say what the keys do; with `numbers`, also the key that numbers the stones.
#[rustfmt::skip]
pub fn keys(edition: &Edition, numbers: bool) -> Vec<Row> {
    let sound = |text| if edition.sound { text } else { "" };
    let number = |text| if numbers { text } else { "" };
    let club_key = |text| if edition.club { text } else { "" };
    // The club's row takes a free place.
    let free = if numbers { 12 } else { 17 };
    let mut rows = vec![
        row(13, Pick::Keys, Ink::White, &[" SAME KEY", " ←↑↓→ AIM", " ANY KEY", "", " ANY KEY"]),
        row(14, Pick::Keys, Ink::White, &[" LEAVES", " ↵    PUT", " GOES ON", " ↵   MOVE", " ENDS"]),
        row(15, Pick::Keys, Ink::White, &[" ANOTHER", " U   UNDO", "", " U   UNDO", " THE DEMO"]),
        row(16, Pick::Keys, Ink::White, &[" STAYS", " H   HINT", "", "", ""]),
        row(17, Pick::Keys, Ink::White, &["", number(" N NUMBER"), number(" N NUMBER"), number(" N NUMBER"), ""]),
        row(18, Pick::Keys, Ink::White, &["", " P   PASS", "", "", ""]),
        row(19, Pick::Keys, Ink::White, &["", " M   MODE", " M   MODE", " M   MODE", ""]),
        row(20, Pick::Keys, Ink::White, &["", " L  LEVEL", " L  LEVEL", " L  LEVEL", ""]),
        row(21, Pick::Keys, Ink::White, &["", " CTRL NEW", " CTRL NEW", " CTRL NEW", ""]),
        row(22, Pick::Keys, Ink::White, &["", " ESC BACK", " ESC BACK", " ESC BACK", ""]),
        row(23, Pick::Keys, Ink::White, &["", sound(" V  SOUND"), sound(" V  SOUND"), sound(" V  SOUND"), ""]),
        row(free, Pick::Club, Ink::White, &["", club_key(" C   CLUB"), club_key(" CLUB END")]),
    ];
    rows.retain(|row| row.texts.iter().any(|text| !text.is_empty()));
    rows
}

/// A line of the settings page: its setting, and the values.
pub struct Choice {
    pub line: Line,
    pub name: &'static str,
    pub pick: Pick,
    pub values: Vec<String>,
}

/// The lines that all games have: who plays black and white, with a text for each level of the computer, and the
/// clock.
pub fn choices(edition: &Edition, levels: &[String]) -> [Choice; 3] {
    let choice = |line, name, pick, values| Choice { line, name, pick, values };
    let players = players(edition, levels);
    [
        choice(Line::Black, "BLACK", Pick::Black, players.clone()),
        choice(Line::White, "WHITE", Pick::White, players),
        choice(Line::Clock, "CLOCK", Pick::Clock, owned(&["OFF", "30 S"])),
    ]
}

/// The page of a game, from the top: its name and description, or the club's end; then a line for each choice, and for the
/// board's tilt if it has a sensor.
pub fn page(edition: &Edition, name: &str, [x, what_x]: [u64; 2], what: &str, choices: &[Choice]) -> Vec<Item> {
    let (pick, what) = match edition.club {
        true => (Pick::Club, [[what].as_slice(), &club::NEWS[1..]].concat()),
        false => (Pick::Fixed, vec![what]),
    };
    let mut items = vec![
        item(27, 5, Pick::Fixed, &["TENGEN"]).scale(3),
        item(x, 32, Pick::Fixed, &[name]).ink(PageInk::Red),
        item(what_x, 32, pick, &what),
    ];
    let values = owned(&["OFF", "ON"]);
    let tilt = Choice { line: Line::Tilt, name: "TILT", pick: Pick::Tilt, values };
    let choices: Vec<&Choice> = choices.iter().chain(edition.tilt.then_some(&tilt)).collect();
    // Six lines fit if they stand closer.
    let (spacing, modes_y) = if choices.len() > 5 { (9, 101) } else { (10, 99) };
    for (place, choice) in (0..).zip(choices) {
        let (y, line) = (47 + spacing * place, choice.line as u64);
        items.push(cursor(7, y, line));
        items.push(item(14, y, Pick::Fixed, &[choice.name]).line(line));
        let texts = choice.values.iter().map(|value| format!("←{value:^11}→")).collect();
        items.push(Item { texts, ..item(68, y, choice.pick, &[]).line(line) });
    }
    let modes = [
        " TWO PLAYERS",
        "YOU PLAY BLACK",
        "YOU PLAY WHITE",
        "TWO COMPUTERS",
        " TWO MACHINES",
    ];
    items.push(item(
        38,
        modes_y,
        Pick::Mode,
        if edition.link { &modes } else { &modes[..4] },
    ));
    items.push(item(8, 110, Pick::Fixed, &["←↑↓→ CHANGE"]));
    items.push(item(86, 110, Pick::Fixed, &["ENTER START"]));
    items
}

pub fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| text.to_string()).collect()
}
