//! Othello by the NBoard protocol, version 2 (C. Welty), as NTest and `tengen brain --game othello` speak it.
//!
//! ```text
//! nboard 2          set myname ...
//! set depth 8
//! set game (;GM[Othello]...;)
//! go                status ..., nodestats ..., === F5/1.23/0.5
//! ```
//!
//! Other lines may come at any time and are ignored.

use std::time::Instant;

use super::{PATIENCE, Program, quoted};
use crate::notation::Format;
use crate::notation::othello::Record;
use crate::rating::contest::{Player, Reply};
use crate::rating::finish::Fault;
use crate::rules::othello::{Game, Square};

pub struct NBoard {
    program: Program,
    /// The search depth in plies, if it is set.
    depth: Option<u32>,
    begun: bool,
}

impl NBoard {
    pub fn new(program: Program, depth: Option<u32>) -> NBoard {
        NBoard { program, depth, begun: false }
    }
}

impl Player<Game> for NBoard {
    fn reply(&mut self, game: &Game) -> Result<Reply<Square>, Fault> {
        if !self.begun {
            self.program.tell("nboard 2")?;
            if let Some(depth) = self.depth {
                self.program.tell(&format!("set depth {depth}"))?;
            }
            self.begun = true;
        }
        let text = Record::new(game.clone()).write(Format::Ggf);
        let text = text.map_err(|error| Fault::new(format!("cannot be shown the game: {error}")))?;
        self.program.tell(&format!("set game {}", text.trim()))?;
        self.program.tell("go")?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let line = self.program.hear(deadline)?;
            if let Some(answer) = line.strip_prefix("===") {
                let at = answer.trim().split('/').next().unwrap_or_default();
                return match at.parse::<Square>() {
                    Ok(at) => Ok(at.into()),
                    Err(_) => Err(Fault::new(format!("answers {} to go", quoted(&line)))),
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::answering;
    use super::*;
    use crate::brain::lines::Line;
    use crate::brain::{Reply, nboard::Brain};
    use crate::rating::contest::play;
    use crate::rating::othello::openings;
    use crate::rules::othello::Ply;
    use crate::rules::othello::player::{Level, Limits};

    fn engine(level: Level) -> Program {
        let mut brain = Brain::new("a level", level);
        answering(move |line| match brain.hear(Line::Text(line.into())) {
            Reply::Say(text) => Some(text + "\n"),
            Reply::Nothing => Some(String::new()),
            Reply::Leave => None,
        })
    }

    #[test]
    fn a_level_behind_the_protocol_plays_as_it_does_without() {
        let mut passes = 0;
        for opening in openings(20, 1) {
            let mut weights = (Level::Weights, Limits::default());
            let played = play(&opening, &mut (Level::Mobility, Limits::default()), &mut weights);
            passes += played.0.plies().filter(|ply| *ply == Ply::Pass).count();
            let mut program = NBoard::new(engine(Level::Mobility), None);
            assert_eq!(play(&opening, &mut program, &mut weights), played);
        }
        assert!(passes > 0, "no game has a pass");
    }

    #[test]
    fn the_depth_is_told_and_nonsense_loses() {
        let opening = &openings(1, 1)[0];
        let mut asked = vec![];
        let program = answering(move |line| {
            asked.push(line.to_string());
            let wanted = ["nboard 2", "set depth 6"];
            Some(match line {
                "go" if asked[..2] == wanted => "status thinking\n=== Z9/0/0\n".into(),
                _ => String::new(),
            })
        });
        let mut weights = (Level::Weights, Limits::default());
        let (_, finish) = play(opening, &mut NBoard::new(program, Some(6)), &mut weights);
        assert_eq!(finish.fault.unwrap().to_string(), "answers \"=== Z9/0/0\" to go");
    }
}
