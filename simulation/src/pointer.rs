//! Turns a click or a touch on the machine's picture into key strokes.
//!
//! | on                                                 | strokes                                                |
//! |----------------------------------------------------|--------------------------------------------------------|
//! | a crossing or a square of the board                | move the cursor there, Enter: places a stone or a disc |
//! | the board, when a person has no turn               | none; after the end, in the demo and between computers Enter |
//! | the board, while a computer thinks                 | none                                                   |
//! | the board, while the machine asks whether to leave | a key that says no                                     |
//! | a row of the menu that names a key                 | that key                                               |
//! | a line of the game's page                          | choose the line; a click on its value changes it, on the left half backwards |
//! | `ENTER START`, the line of the mode                | Enter, M                                               |
//! | the list of games                                  | choose the game of the line; Enter                     |
//! | the club's page                                    | choose the line; Enter. On `C BACK`, C. Once it has ended, Enter |
//! | the club's question about a choice that loses      | Enter, which says yes; elsewhere a key that says no    |
//! | beside the bring-up page                           | F1, which closes it                                    |
//!
//! Positions come from the same tables as the painters' ROMs, so they match what the picture shows.

use super::machine::State;
use super::stroke::{Stroke, let_go, press, way};
use crate::gateware::club;
use crate::gateware::director::home;
use crate::gateware::edition::Edition;
use crate::gateware::text::page_text::ADVANCE;
use crate::gateware::text::words::{GameWords, Item, Pick};
use crate::gateware::video::{font, menu_block, menu_row};
use crate::gateware::{gomoku, othello};
use crate::rules;

/// Screen pixels per pixel of a page.
pub(super) const PAGE_PIXEL: usize = 4;
/// A key that answers "no" when the machine asks, and otherwise does nothing.
const NO: &str = "1";

/// The layout of a game's board on the screen.
struct Face {
    /// The number of rows and of columns.
    size: usize,
    /// The board's first pixel from the left and from the top.
    margin: usize,
    /// The size of a place in pixels.
    cell: usize,
    words: GameWords,
}

/// The layouts of the games, in the order of the list.
fn faces() -> [Face; 2] {
    let edition = Edition::FULL;
    [
        Face {
            size: rules::gomoku::board::SIZE,
            margin: 0,
            cell: gomoku::view::sprite::CELL,
            words: gomoku::words::words(&edition),
        },
        Face {
            size: rules::othello::square::SIZE,
            margin: othello::view::axis::MARGIN as usize,
            cell: othello::view::sprite::CELL,
            words: othello::words::words(&edition),
        },
    ]
}

impl Face {
    /// The layout of the chosen game.
    fn of(state: &State) -> Face {
        let [gomoku, othello] = faces();
        if state.game == "othello" { othello } else { gomoku }
    }

    /// Row and column of the place at a pixel; `None` outside the board.
    fn place(&self, x: usize, y: usize) -> Option<(usize, usize)> {
        let along = |pixel: usize| Some(pixel.checked_sub(self.margin)? / self.cell).filter(|place| *place < self.size);
        along(y).zip(along(x))
    }
}

/// The strokes for a click on a pixel of the picture, in order, with the machine in that state; `thinks` says whether a
/// computer is thinking. All keys are released at the end.
pub fn strokes(state: &State, thinks: bool, x: usize, y: usize) -> Vec<Stroke> {
    match state.page {
        "game" if x >= menu_block::LEFT => menu(&Face::of(state), y),
        "game" if state.asking => press(NO).collect(),
        "game" if thinks => vec![],
        "game" => board(state, x, y),
        "mode" => page(&items(state), x / PAGE_PIXEL, y / PAGE_PIXEL),
        "bring_up" if x >= menu_block::LEFT => press("f1").collect(),
        "home" => list(&items(state), y / PAGE_PIXEL),
        "club" if state.asking => answer(&items(state), x / PAGE_PIXEL, y / PAGE_PIXEL),
        "club" if state.club_ended.is_some() => press("enter").collect(),
        "club" => of_club(&items(state), x / PAGE_PIXEL, y / PAGE_PIXEL),
        _ => vec![],
    }
}

/// The texts on the page that a machine in that state shows; none on a board.
pub(super) fn items(state: &State) -> Vec<Item> {
    match state.page {
        "mode" => Face::of(state).words.page,
        "home" => {
            let mut names = faces().map(|face| face.words.name).to_vec();
            if state.club.is_some() {
                names.push(club::words::NAME);
            }
            home::page(&names)
        }
        "club" => {
            let [open, won, died] = club::words::pages();
            match state.club_ended {
                None => open,
                Some("won") => won,
                Some(_) => died,
            }
        }
        _ => vec![],
    }
}

fn board(state: &State, x: usize, y: usize) -> Vec<Stroke> {
    let computers = state.seats == ["computer"; 2];
    let turn = usize::from(state.turn == "white");
    if state.winner.is_some() || computers {
        return press("enter").collect();
    }
    let face = Face::of(state);
    let Some(at) = face.place(x, y).filter(|_| state.seats[turn] == "person") else {
        return vec![];
    };
    let mut strokes = way((state.cursor.0 as usize, state.cursor.1 as usize), at, face.size);
    strokes.extend(press("enter"));
    let_go(strokes)
}

/// The strokes of the key that a row of the menu begins with: `↵`, or a word such as `U` or `ESC`.
fn menu(face: &Face, y: usize) -> Vec<Stroke> {
    let rows = &face.words.menu;
    let at = menu_row::place(y).map(|(row, ..)| row);
    let row = rows
        .iter()
        .find(|row| Some(row.row) == at && matches!(row.pick, Pick::Keys | Pick::Club));
    let texts = row.into_iter().flat_map(|row| &row.texts);
    let named = texts.filter_map(|text| match text.split_whitespace().next()? {
        "↵" => Some("enter".to_owned()),
        word => Some(word.to_lowercase()),
    });
    let mut strokes = named.map(|name| press(&name).collect::<Vec<_>>());
    strokes.find(|strokes| !strokes.is_empty()).unwrap_or_default()
}

/// On the list of games, with the position in pixels of the page.
fn list(page: &[Item], y: usize) -> Vec<Stroke> {
    let mut strokes: Vec<Stroke> = line(page, y).into_iter().flat_map(choose).collect();
    strokes.extend(press("enter"));
    strokes
}

/// On the club's page while it asks whether a choice is meant: its question says yes, anything else no.
fn answer(page: &[Item], x: usize, y: usize) -> Vec<Stroke> {
    let asks = |item: &Item| item.pick == Pick::Question && is_at(item, y) && is_over(item, x);
    press(if page.iter().any(asks) { "enter" } else { NO }).collect()
}

/// On the club's page otherwise, with the position in pixels of the page.
fn of_club(page: &[Item], x: usize, y: usize) -> Vec<Stroke> {
    let mut on = page.iter().filter(|item| is_at(item, y) && is_over(item, x));
    match on.next() {
        Some(Item { line: Some(line), .. }) => choose(*line).into_iter().chain(press("enter")).collect(),
        Some(item) if item.texts.iter().any(|text| text.starts_with("C ")) => press("c").collect(),
        _ => vec![],
    }
}

/// The line of a page at that height.
fn line(items: &[Item], y: usize) -> Option<u64> {
    items.iter().filter(|item| is_at(item, y)).find_map(|item| item.line)
}

/// Whether a height on the page is in the item's line. Lines reach half-way to the next one, so that a finger finds
/// them.
fn is_at(item: &Item, y: usize) -> bool {
    let middle = item.y as usize + font::HEIGHT / 2;
    y.abs_diff(middle) <= font::HEIGHT / 2 + 1
}

/// Whether x lies within the item's widest text.
fn is_over(item: &Item, x: usize) -> bool {
    let width = item.texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) * ADVANCE as usize;
    (item.x as usize..item.x as usize + width).contains(&x)
}

/// On the page of a game, with the position in pixels of the page.
fn page(page: &[Item], x: usize, y: usize) -> Vec<Stroke> {
    let row = |item: &&Item| is_at(item, y);
    let on = |item: &&Item| is_over(item, x);
    let mut strokes = vec![];
    if let Some(line) = line(page, y) {
        strokes.extend(choose(line));
        if let Some(value) = page
            .iter()
            .filter(row)
            .find(|item| !matches!(item.pick, Pick::Fixed | Pick::Cursor) && on(item))
        {
            let half = value.texts[0].chars().count() * ADVANCE as usize / 2;
            let back = x < value.x as usize + half;
            strokes.extend(press(if back { "left" } else { "right" }));
        }
    } else if let Some(item) = page.iter().filter(row).find(on) {
        let key = match item.pick {
            Pick::Mode => Some("m"),
            _ if item.texts.iter().any(|text| text.starts_with("ENTER")) => Some("enter"),
            _ => None,
        };
        strokes.extend(key.into_iter().flat_map(press));
    }
    strokes
}

/// The strokes that choose a line: the keys 1 to 4, and down for the lines after them.
fn choose(line: u64) -> Vec<Stroke> {
    let number = (line + 1).min(4);
    let mut strokes: Vec<Stroke> = press(&number.to_string()).collect();
    for _ in number..line + 1 {
        strokes.extend(press("down"));
    }
    strokes
}
