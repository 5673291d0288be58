//! The head of a record, whichever game it is of: who played, when and where, how it ended, and the comments.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Colour;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(Colour),
    Draw,
}

impl Outcome {
    /// The outcome as SGF writes it, `B+` or `Draw`, with anything behind the `+`; `None` if it cannot be understood.
    pub fn read(text: &str) -> Option<Outcome> {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "0" | "draw" => Some(Outcome::Draw),
            won if won.starts_with("b+") => Some(Outcome::Won(Colour::Black)),
            won if won.starts_with("w+") => Some(Outcome::Won(Colour::White)),
            _ => None,
        }
    }

    /// The same text; empty if the outcome is not known.
    pub fn text(outcome: Option<Outcome>) -> &'static str {
        match outcome {
            Some(Outcome::Won(Colour::Black)) => "B+",
            Some(Outcome::Won(Colour::White)) => "W+",
            Some(Outcome::Draw) => "Draw",
            None => "",
        }
    }
}

/// What a record says besides the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Head {
    /// The players' names, each on one line; empty if not known.
    pub black: String,
    pub white: String,
    /// The date, the place and the event, each on one line; empty if not known.
    pub date: String,
    /// Not read from Gomoku's files.
    #[serde(skip)]
    pub place: String,
    pub event: String,
    /// Comments by the number of their ply, 0 before the first. They may have several lines.
    #[serde(skip)]
    pub comments: BTreeMap<usize, String>,
    /// Remarks of the reader on how it changed what the file says, a line each. They are not written to files.
    pub remarks: Vec<String>,
}

impl Head {
    /// Black's name and white's; empty if not known.
    pub fn players(&self) -> [String; 2] {
        [self.black.clone(), self.white.clone()]
    }

    /// The names of the lines as properties of SGF, and the lines.
    pub fn properties(&self) -> [(&'static str, &String); 5] {
        [
            ("PB", &self.black),
            ("PW", &self.white),
            ("DT", &self.date),
            ("PC", &self.place),
            ("EV", &self.event),
        ]
    }

    /// The line that is this property of SGF.
    pub fn property_mut(&mut self, name: &str) -> Option<&mut String> {
        match name {
            "PB" => Some(&mut self.black),
            "PW" => Some(&mut self.white),
            "DT" => Some(&mut self.date),
            "PC" => Some(&mut self.place),
            "EV" => Some(&mut self.event),
            _ => None,
        }
    }

    /// Adds a comment below those that the ply has.
    pub fn comment(&mut self, ply: usize, text: &str) {
        let all = self.comments.entry(ply).or_default();
        let between = if all.is_empty() { "" } else { "\n" };
        *all += &format!("{between}{text}");
    }

    /// Fills each empty line from the file's, and takes over its comments on the first `plies`.
    pub fn recall(&mut self, file: &Head, plies: usize) {
        for (name, said) in file.properties() {
            let own = self.property_mut(name).expect("it has every property");
            if own.is_empty() {
                own.clone_from(said);
            }
        }
        let comments = file.comments.range(..=plies);
        self.comments.extend(comments.map(|(ply, text)| (*ply, text.clone())));
    }
}
