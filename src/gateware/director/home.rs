//! The list of games: what it says.

use crate::gateware::text::words::{Item, PageInk, Pick, item};

/// The page with a line for each of these games.
pub fn page(games: &[&str]) -> Vec<Item> {
    let mut items = vec![
        item(27, 8, Pick::Fixed, &["TENGEN"]).scale(3),
        item(45, 36, Pick::Fixed, &["●○●○●"]).scale(2).ink(PageInk::Red),
        item(8, 110, Pick::Fixed, &["↑↓ CHOOSE"]),
        item(98, 110, Pick::Fixed, &["↵ PLAY"]),
    ];
    for (line, name) in (0..).zip(games) {
        items.push(item(50, 62 + 14 * line, Pick::Fixed, &[name]).line(line));
    }
    items
}

#[cfg(test)]
mod tests;
