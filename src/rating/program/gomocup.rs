//! Gomoku by the Gomocup (Piskvork) protocol (P. Lastovicka), freestyle on 15x15.
//!
//! ```text
//! START 15                  OK
//! INFO timeout_turn 1000
//! BOARD                     its first turn: every stone in the order of the moves,
//! 7,7,2                     column, row and whose it is: 1 its own, 2 its opponent's
//! 8,8,1
//! DONE                      8,7
//! TURN 9,7                  9,8    later turns: the move of its opponent
//! ```
//!
//! MESSAGE, DEBUG and UNKNOWN lines may come at any time.

use std::time::{Duration, Instant};

use super::{PATIENCE, Program, quoted};
use crate::rating::contest::Player;
use crate::rating::finish::Fault;
use crate::rules::gomoku::board::SIZE;
use crate::rules::gomoku::{Crossing, Game, Ply};

/// The additional time that a move may take to arrive.
const TOLERANCE: Duration = Duration::from_secs(1);

pub struct Gomocup {
    program: Program,
    /// The time for a move.
    time: Duration,
    begun: bool,
}

impl Gomocup {
    pub fn new(program: Program, time: Duration) -> Gomocup {
        Gomocup { program, time, begun: false }
    }

    fn begin(&mut self) -> Result<(), Fault> {
        self.program.tell(&format!("START {SIZE}"))?;
        let answer = self.answer(Instant::now() + PATIENCE)?;
        if !answer.to_ascii_uppercase().starts_with("OK") {
            return Err(Fault::new(format!("answers {} to START {SIZE}", quoted(&answer))));
        }
        let turn = self.time.as_millis();
        for info in [
            format!("timeout_turn {turn}"),
            "timeout_match 0".into(),
            format!("time_left {}", i32::MAX),
            "rule 0".into(),
        ] {
            self.program.tell(&format!("INFO {info}"))?;
        }
        Ok(())
    }

    /// The next line that is not a remark.
    fn answer(&mut self, deadline: Instant) -> Result<String, Fault> {
        loop {
            let line = self.program.hear(deadline)?;
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            if !["", "MESSAGE", "DEBUG", "UNKNOWN"].contains(&word.as_str()) {
                return Ok(line);
            }
        }
    }
}

impl Player<Game> for Gomocup {
    fn reply(&mut self, game: &Game) -> Result<Crossing, Fault> {
        let stones = game.plies().iter().filter_map(|ply| match ply {
            Ply::Stone(at) => Some(*at),
            Ply::Pass => None,
        });
        let stones: Vec<Crossing> = stones.collect();
        if !self.begun {
            self.begin()?;
            self.begun = true;
            self.program.tell("BOARD")?;
            for (number, at) in stones.iter().enumerate() {
                let whose = if (stones.len() - number).is_multiple_of(2) { 1 } else { 2 };
                self.program.tell(&format!("{},{whose}", written(*at)))?;
            }
            self.program.tell("DONE")?;
        } else if let Some(last) = stones.last() {
            self.program.tell(&format!("TURN {}", written(*last)))?;
        }
        let answer = self.answer(Instant::now() + self.time + TOLERANCE)?;
        read(&answer).ok_or_else(|| Fault::new(format!("answers {} to its turn", quoted(&answer))))
    }
}

fn written(at: Crossing) -> String {
    format!("{},{}", at.col(), at.row())
}

fn read(text: &str) -> Option<Crossing> {
    let (col, row) = text.trim().split_once(',')?;
    Crossing::new(row.trim().parse().ok()?, col.trim().parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::answering;
    use super::*;
    use crate::brain::lines::Line;
    use crate::brain::model::Model;
    use crate::brain::{Reply, gomocup::Brain};
    use crate::rating::contest::play;
    use crate::rating::gomoku::begun;
    use crate::rating::openings::openings;
    use crate::rating::own::Own;
    use crate::rules::Colour;
    use crate::rules::gomoku::Level;

    const TIME: Duration = Duration::from_secs(10);

    fn engine(level: Level) -> Program {
        let mut brain = Brain::new("a level", Model(level));
        answering(move |line| match brain.hear(Line::Text(line.into())) {
            Reply::Say(text) => Some(format!("MESSAGE thinking\n{text}\n")),
            Reply::Nothing => Some(String::new()),
            Reply::Leave => None,
        })
    }

    #[test]
    fn a_level_behind_the_protocol_plays_as_it_does_without() {
        let [sjtu, zju] = [Level::ALL[1], Level::ALL[2]];
        let [mut black_level, mut white_level] = [zju, sjtu].map(|level| (Own::Level(level), None));
        for opening in openings(20, 1).iter().map(begun) {
            let played = play(&opening, &mut black_level, &mut white_level);
            let black = &mut Gomocup::new(engine(zju), TIME);
            assert_eq!(play(&opening, black, &mut white_level), played);
            let white = &mut Gomocup::new(engine(sjtu), TIME);
            assert_eq!(play(&opening, &mut black_level, white), played);
        }
    }

    #[test]
    fn who_is_late_and_who_plays_on_a_stone_loses() {
        let opening = &openings(1, 1)[0];
        let taken = written(opening[0]);
        let colour = [Colour::Black, Colour::White][opening.len() % 2];
        let mut players: [(Box<dyn FnMut() -> Gomocup>, String); 3] = [
            (
                Box::new(move || {
                    let taken = taken.clone();
                    let program = answering(move |line| {
                        Some(match line {
                            "DONE" => taken.clone() + "\n",
                            _ if line.starts_with("START") => "OK\n".into(),
                            _ => String::new(),
                        })
                    });
                    Gomocup::new(program, TIME)
                }),
                format!(
                    "plays {}: the crossing is taken: choose an empty one",
                    written(opening[0])
                ),
            ),
            (
                Box::new(|| {
                    let started = |line: &str| Some(if line.starts_with("START") { "OK\n" } else { "" }.to_string());
                    Gomocup::new(answering(started), Duration::ZERO)
                }),
                "has not answered in time".into(),
            ),
            (
                Box::new(|| Gomocup::new(answering(|_| Some("ERROR of size\n".into())), TIME)),
                "answers \"ERROR of size\" to START 15".into(),
            ),
        ];
        for (player, fault) in &mut players {
            let mut other = (Own::Level(Level::ALL[0]), None);
            let mut player = player();
            let (_, finish) = match colour {
                Colour::Black => play(&begun(opening), &mut player, &mut other),
                Colour::White => play(&begun(opening), &mut other, &mut player),
            };
            assert_eq!(finish.winner, Some(colour.other()));
            assert_eq!(finish.fault.unwrap().to_string(), *fault);
        }
    }
}
