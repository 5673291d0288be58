//! The texts of the list of games.

use crate::club::words as club;
use crate::text::words::{Item, PageInk, Pick, cursor, item};

/// Makes the page with a line for each of these names.
pub fn page(names: &[&str]) -> Vec<Item> {
    let mut items = vec![
        item(27, 8, Pick::Fixed, &["TENGEN"]).scale(3),
        item(45, 36, Pick::Fixed, &["●○●○●"]).scale(2).ink(PageInk::Red),
        item(8, 110, Pick::Fixed, &["↑↓ CHOOSE"]),
        item(98, 110, Pick::Fixed, &["↵ PLAY"]),
    ];
    let step = if names.len() > 3 { 11 } else { 14 };
    for (line, name) in (0..).zip(names) {
        let y = 62 + step * line;
        let (pick, texts) = match *name {
            club::NAME => (Pick::Club, club::NEWS.to_vec()),
            game => (Pick::Fixed, vec![game]),
        };
        items.push(cursor(43, y, line));
        items.push(item(50, y, pick, &texts).line(line));
    }
    items
}

#[cfg(test)]
mod tests;
