//! A mouse or a finger on the machine's picture, as strokes of the keys that do what is meant.
//!
//! | on                                   | strokes                                                      |
//! |--------------------------------------|--------------------------------------------------------------|
//! | a crossing of the board              | the cursor's way there, Enter: a stone is put                |
//! | the board, when a person has no turn | none; after the end, in the demo and between computers Enter |
//! | the board, while the machine asks whether to leave | one that says no                               |
//! | a row of the menu that names a key   | that key                                                     |
//! | a line of the game's page            | the line is chosen; on its value it changes, on the left half back |
//! | `ENTER START`, the line of the mode  | Enter, M                                                     |
//! | the list of games                    | Enter                                                        |
//! | beside the bring-up page             | F1, which closes it                                          |
//!
//! Where things are is taken from the tables that the painters' ROMs are made of, so the pointer cannot miss what it shows.

use super::machine::State;
use super::replay::{Stroke, press, way};
use crate::gateware::edition::Edition;
use crate::gateware::gomoku::view::sprite::CELL;
use crate::gateware::gomoku::words;
use crate::gateware::text::page_text::ADVANCE;
use crate::gateware::text::words::{Item, Pick};
use crate::gateware::video::{font, menu_block, menu_row};
use crate::rules::gomoku::Crossing;

/// Screen pixels a pixel of a page.
const PAGE_PIXEL: usize = 4;
/// A key that answers "no" when the machine asks, and does nothing besides.
const NO: &str = "1";

/// The strokes for a pixel of the picture of a machine in that state, one after another. They leave no key down.
pub fn strokes(state: &State, x: usize, y: usize) -> Vec<Stroke> {
    match state.page {
        "game" if x >= menu_block::LEFT => menu(y),
        "game" => board(state, x, y),
        "mode" => page(x / PAGE_PIXEL, y / PAGE_PIXEL),
        "bring_up" if x >= menu_block::LEFT => press("f1").collect(),
        "home" => press("enter").collect(),
        _ => vec![],
    }
}

fn board(state: &State, x: usize, y: usize) -> Vec<Stroke> {
    let computers = state.seats == ["computer"; 2];
    let turn = usize::from(state.turn == "white");
    if state.asking {
        return press(NO).collect();
    }
    if state.winner.is_some() || computers {
        return press("enter").collect();
    }
    let Some(at) = Crossing::new(y / CELL, x / CELL).filter(|_| state.seats[turn] == "person") else {
        return vec![];
    };
    let mut strokes = way((state.cursor.0 as usize, state.cursor.1 as usize), at);
    strokes.extend(press("enter"));
    let_go(strokes)
}

/// With every key that is still down let go of at the end.
fn let_go(mut strokes: Vec<Stroke>) -> Vec<Stroke> {
    let mut held = vec![];
    for Stroke { key, down } in &strokes {
        held.retain(|other| other != key);
        if *down {
            held.push(*key);
        }
    }
    strokes.extend(held.into_iter().map(|key| Stroke { key, down: false }));
    strokes
}

/// The key that a row of the menu names, as it begins: `↵`, or a word such as `U` or `ESC`.
fn menu(y: usize) -> Vec<Stroke> {
    let rows = words::words(&Edition::FULL).menu;
    let row = rows
        .iter()
        .find(|row| row.row == y / menu_row::HEIGHT && row.pick == Pick::Keys);
    let texts = row.into_iter().flat_map(|row| &row.texts);
    let named = texts.filter_map(|text| match text.split_whitespace().next()? {
        "↵" => Some("enter".to_owned()),
        word => Some(word.to_lowercase()),
    });
    let mut strokes = named.map(|name| press(&name).collect::<Vec<_>>());
    strokes.find(|strokes| !strokes.is_empty()).unwrap_or_default()
}

/// On the page of a game, in pixels of the page.
fn page(x: usize, y: usize) -> Vec<Stroke> {
    let page = words::words(&Edition::FULL).page;
    // A line is as high as the way to the next one, so that a finger finds it.
    let row = |item: &&Item| {
        let middle = item.y as usize + font::HEIGHT / 2;
        y.abs_diff(middle) <= font::HEIGHT / 2 + 1
    };
    let on = |item: &&Item| {
        let width = item.texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) * ADVANCE as usize;
        (item.x as usize..item.x as usize + width).contains(&x)
    };
    let mut strokes = vec![];
    if let Some(line) = page.iter().filter(row).find_map(|item| item.line) {
        strokes.extend(choose(line));
        if let Some(value) = page
            .iter()
            .filter(row)
            .find(|item| item.pick != Pick::Fixed && on(item))
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

/// The keys 1 to 4 choose a line, and down goes on from there.
fn choose(line: u64) -> Vec<Stroke> {
    let number = (line + 1).min(4);
    let mut strokes: Vec<Stroke> = press(&number.to_string()).collect();
    for _ in number..line + 1 {
        strokes.extend(press("down"));
    }
    strokes
}
