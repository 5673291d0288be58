//! Game files that a page sends: read for the page, and played on the machine.

use anyhow::{Result, bail};

use super::order::refusal;
use crate::notation::{self, Record, sgf};

/// What a page is told of the game in a file, as JSON; a game of Gomoku includes its variations.
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

/// The game in a file for the machine: its main line, or the line up to a node.
///
/// # Errors
/// If it is no game, or has no such node.
pub fn load(text: &str, node: Option<usize>) -> Result<Record> {
    let file = text.as_bytes();
    let Some(node) = node else {
        return notation::read(file);
    };
    let (nodes, record): (usize, Record) = match notation::notation(file) {
        None => {
            let tree = sgf::read_tree(file)?;
            let nodes = tree.nodes.len();
            (nodes, tree.record(node.min(nodes - 1)).into())
        }
        Some(format) => {
            let record = notation::othello::read(file, format)?;
            let nodes = record.game.plies().len() + 1;
            (nodes, record.until(node).into())
        }
    };
    if node >= nodes {
        bail!("this game has no node {node}");
    }
    Ok(record)
}
