//! Messages to the page that asked: a game that was read, or why an order is refused. They need no machine.

use crate::notation::{self, sgf};

/// The game in a file, as JSON; a game of Gomoku includes its variations.
pub fn tree(file: &str) -> String {
    let file = file.as_bytes();
    let told = match notation::notation(file) {
        None => sgf::read_tree(file)
            .map(|tree| serde_json::json!({ "tree": tree, "game": "gomoku" }))
            .map_err(anyhow::Error::from),
        Some(format) => notation::othello::read(file, format)
            .map(|record| serde_json::json!({ "tree": record.tree(), "game": "othello" })),
    };
    match told {
        Ok(told) => told.to_string(),
        Err(error) => refusal(&format!("this game cannot be read: {error:#}")),
    }
}

pub fn refusal(why: &str) -> String {
    serde_json::json!({ "refused": why }).to_string()
}
