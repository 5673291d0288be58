//! A game from a file as JSON for the page, in the form of [`crate::notation::sgf::Tree`].
//!
//! | key | value |
//! |---|---|
//! | black, white, date, event, result, remarks | as there |
//! | setup | `[]`: the four discs are known |
//! | nodes | one per ply after the root, each the only child of the one before |
//!
//! A move is `"f5"`; a pass or a lost turn is `""`.

use serde_json::{Value, json};

use super::Record;
use crate::notation::{self, Outcome};

impl Record {
    /// As JSON. The number of a node is the number of plies up to it.
    pub fn tree(&self) -> Value {
        let moves = notation::Record::from(self.clone()).moves();
        let node = |number: usize| {
            json!({
                "parent": number.checked_sub(1),
                "move": number.checked_sub(1).map(|ply| &moves[ply]),
                "comment": self.head.comments.get(&number).map_or("", String::as_str),
                "children": if number < moves.len() { vec![number + 1] } else { vec![] },
            })
        };
        let mut tree = json!(self.head);
        tree["result"] = json!(Outcome::text(self.outcome()));
        tree["setup"] = json!([]);
        tree["nodes"] = (0..=moves.len()).map(node).collect();
        tree
    }
}
