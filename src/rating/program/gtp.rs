//! Othello by the Go Text Protocol, version 2 (G. Farnebäck), as Debian's `gtp-rhino` and Edax speak it.
//!
//! ```text
//! boardsize 8       =
//! clear_board       =
//! play black f5     =
//! play black pass   =           or ? from programs that pass by themselves, such as gtp-rhino
//! genmove white     = D6        and the move is made; a side without one answers PASS
//!                   ? reason    refused
//! ```
//!
//! An answer ends with an empty line. Squares are those of Othello: a1 is at the top left.

use std::time::Instant;

use super::{PATIENCE, Program, quoted};
use crate::rating::contest::{Player, Reply};
use crate::rating::finish::Fault;
use crate::rules::othello::{Game, Ply, Square};

pub struct Gtp {
    program: Program,
    /// The plies that the program knows; `None` before the first game.
    known: Option<Vec<Ply>>,
}

impl Gtp {
    pub fn new(program: Program) -> Gtp {
        Gtp { program, known: None }
    }

    /// The answer to a command, including its mark.
    fn say(&mut self, command: &str) -> Result<String, Fault> {
        self.program.tell(command)?;
        let deadline = Instant::now() + PATIENCE;
        let mut first = self.program.hear(deadline)?;
        while first.trim().is_empty() {
            first = self.program.hear(deadline)?;
        }
        while !self.program.hear(deadline)?.trim().is_empty() {}
        Ok(first)
    }

    /// The answer to a command that must not be refused.
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        let answer = self.say(command)?;
        match answer.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_string()),
            None => Err(Fault::new(format!("answers {} to {command:?}", quoted(&answer)))),
        }
    }
}

impl Player<Game> for Gtp {
    fn reply(&mut self, game: &Game) -> Result<Reply<Square>, Fault> {
        if self.known.is_none() {
            self.ask("boardsize 8")?;
        }
        let mut plies: Vec<Ply> = game.plies().collect();
        let told = match &self.known {
            Some(known) if plies.starts_with(known) => known.len(),
            // It is the first turn, or some plies have been taken back.
            _ => {
                self.ask("clear_board")?;
                0
            }
        };
        // The sides alternate if passes are counted, and the sequence ends with the side to move.
        for (number, ply) in plies.iter().enumerate().skip(told) {
            let colour = if (plies.len() - number).is_multiple_of(2) { game.turn() } else { game.turn().other() };
            match ply {
                Ply::Disc(at) => drop(self.ask(&format!("play {colour} {at}"))?),
                // Programs that pass by themselves refuse this. One that is out of step fails at the next disc.
                Ply::Pass => drop(self.say(&format!("play {colour} pass"))?),
            }
        }
        let answer = self.ask(&format!("genmove {}", game.turn()))?;
        let at: Square = answer
            .parse()
            .map_err(|_| Fault::new(format!("answers {} to genmove", quoted(&answer))))?;
        plies.push(Ply::Disc(at));
        self.known = Some(plies);
        Ok(at.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::answering;
    use super::*;
    use crate::rating::contest::{Contest, play};
    use crate::rating::othello::openings;
    use crate::rules::Colour;
    use crate::rules::othello::player::{Level, Limits};

    /// A program of that level that speaks the protocol, and refuses commands that do not fit its game.
    fn engine(level: Level) -> Program {
        let mut game = Game::new();
        answering(move |line| {
            let words: Vec<&str> = line.split(' ').collect();
            let turn = &game.turn().to_string();
            let answer = match words[..] {
                ["boardsize", "8"] => Ok(String::new()),
                ["clear_board"] => {
                    game = Game::new();
                    Ok(String::new())
                }
                ["play", colour, "pass"] if colour == turn && game.must_pass() => {
                    game.pass().unwrap();
                    Ok(String::new())
                }
                ["play", colour, at] if colour == turn => {
                    let at: Square = at.parse().unwrap();
                    game.play(at).map(|()| String::new()).map_err(|error| error.to_string())
                }
                ["genmove", colour] if colour == turn => {
                    let at = level.think(game.position(), Limits::default()).at.unwrap();
                    game.play(at).unwrap();
                    Ok(at.to_string().to_uppercase())
                }
                _ => Err(format!("not now: {line}")),
            };
            Some(match answer {
                Ok(answer) => format!("= {answer}\n\n"),
                Err(reason) => format!("? {reason}\n\n"),
            })
        })
    }

    #[test]
    fn a_level_behind_the_protocol_plays_as_it_does_without() {
        let mut passes = 0;
        for opening in openings(20, 1) {
            let mut mobility = (Level::Mobility, Limits::default());
            let mut weights = (Level::Weights, Limits::default());
            let (played, finish) = play(&opening, &mut mobility, &mut weights);
            passes += played.plies().filter(|ply| *ply == Ply::Pass).count();
            let (spoken, _) = play(&opening, &mut Gtp::new(engine(Level::Mobility)), &mut weights);
            assert_eq!(spoken, played);
            let (spoken, found) = play(&opening, &mut mobility, &mut Gtp::new(engine(Level::Weights)));
            assert_eq!((spoken, found), (played, finish));
        }
        assert!(passes > 0, "no game has a pass");
    }

    #[test]
    fn an_answer_that_is_no_lawful_move_loses() {
        let opening = &openings(1, 1)[0];
        for (said, fault) in [
            ("= PASS\n\n", "answers \"PASS\" to genmove"),
            (
                "= a1\n\n",
                "plays a1: a disc there flips nothing: choose a square where it does",
            ),
            ("? no idea\n\n", "answers \"? no idea\" to \"genmove black\""),
        ] {
            let program = answering(move |line| {
                let said = if line.starts_with("genmove") { said } else { "=\n\n" };
                Some(said.into())
            });
            let (_, finish) = play(
                opening,
                &mut Gtp::new(program),
                &mut (Level::Weights, Limits::default()),
            );
            assert_eq!(finish.winner, Some(Colour::White));
            assert_eq!(finish.fault.unwrap().to_string(), fault);
        }
    }

    #[test]
    fn plies_may_be_taken_back() {
        let mut player = Gtp::new(engine(Level::Mobility));
        let mut level = (Level::Mobility, Limits::default());
        let mut game = openings(1, 1)[0].clone();
        for back in [0, 2, 0, 4, 1] {
            (0..back).for_each(|_| _ = game.take_back());
            let at = player.reply(&game);
            assert_eq!(at, level.reply(&game));
            game.put(at.unwrap().at).unwrap();
            let at = level.reply(&game).unwrap().at;
            game.put(at).unwrap();
        }
    }
}
