//! A game with all its variations, and its form as JSON for the page.

use serde::{Serialize, Serializer};

use super::crossing::coordinates;
use super::record::Record;
use super::write::without_foul;
use crate::gomoku::{Crossing, End, Game, Ply, Rule};
use crate::notation::{Head, Outcome};

/// The first game of a file. Every path from the root to a node is a legal game.
///
/// Its JSON is one object. A move is a letter, counted from the left, and a number from the bottom.
///
/// | key | value |
/// |---|---|
/// | black, white, date, event | text, `""` if not known |
/// | rule | `freestyle`, `exact five` or `Renju` |
/// | result | `B+`, `W+`, `Draw`, or `""` if the file says none |
/// | remarks | a list of lines: what was read differently from what the file says |
/// | setup | a list of moves in turn, black's first: the stones on the board at the root |
/// | nodes | a list, the root first and each node after its parent |
///
/// | key of a node | value |
/// |---|---|
/// | parent | its number in the list; `null` for the root |
/// | move | `"h8"`, `""` for a lost turn, or `null` for a node without a move, such as the root |
/// | comment | text, with lines |
/// | children | their numbers, the main line's first |
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tree {
    /// Its comments are at the nodes instead.
    #[serde(flatten)]
    pub head: Head,
    #[serde(serialize_with = "as_text")]
    pub rule: Rule,
    /// The result that the file gives.
    #[serde(serialize_with = "result")]
    pub result: Option<Outcome>,
    /// The first plies: the stones that are on the board at the root.
    #[serde(serialize_with = "moves")]
    pub setup: Vec<Crossing>,
    /// The root first, and each node after its parent.
    pub nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    pub parent: Option<usize>,
    /// The ply; `None` at the root, and at a node with only a comment.
    #[serde(rename = "move", serialize_with = "ply")]
    pub ply: Option<Ply>,
    /// The comment as in the file; empty if there is none.
    pub comment: String,
    /// The children; the first one continues the main line.
    pub children: Vec<usize>,
}

impl Tree {
    /// The nodes from the root on, each followed by its first child.
    pub fn main_line(&self) -> Vec<usize> {
        let first_child = |node: &usize| self.nodes[*node].children.first().copied();
        std::iter::successors(Some(0), first_child).collect()
    }

    /// The game up to a node, with the information about the whole game.
    ///
    /// # Panics
    /// If there is no such node, or its plies are not legal, which cannot happen in a tree that was read.
    pub fn record(&self, node: usize) -> Record {
        let parent = |node: &usize| self.nodes[*node].parent;
        let mut path: Vec<usize> = std::iter::successors(Some(node), parent).collect();
        path.reverse();
        let mut game = Game::new(self.rule);
        for at in &self.setup {
            game.play(*at).expect("what is set up is lawful");
        }
        let mut head = self.head.clone();
        for Node { ply, comment, .. } in path.into_iter().map(|node| &self.nodes[node]) {
            match ply {
                Some(Ply::Stone(at)) => game.play(*at),
                Some(Ply::Pass) => game.pass(),
                None => Ok(()),
            }
            .expect("every ply of a tree is lawful");
            if !comment.is_empty() {
                head.comment(game.plies().len(), comment);
            }
        }
        if let Some(End::Won { foul: Some(foul), .. }) = game.end()
            && let Some(said) = head.comments.remove(&game.plies().len())
        {
            let besides = without_foul(foul, &said);
            if !besides.is_empty() {
                head.comments.insert(game.plies().len(), besides.into());
            }
        }
        let mut record = Record::new(game);
        record.say(self.result);
        record.head = head;
        record
    }
}

fn as_text<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(rule)
}

fn result<S: Serializer>(result: &Option<Outcome>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(Outcome::text(*result))
}

fn moves<S: Serializer>(stones: &[Crossing], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(stones.iter().map(|at| coordinates(*at)))
}

fn ply<S: Serializer>(ply: &Option<Ply>, serializer: S) -> Result<S::Ok, S::Error> {
    let name = ply.map(|ply| match ply {
        Ply::Stone(at) => coordinates(at),
        Ply::Pass => String::new(),
    });
    name.serialize(serializer)
}
