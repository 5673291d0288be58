//! Gomoku by the Gomocup (Piskvork) protocol (P. Lastovicka) on 15x15.
//!
//! ```text
//! START 15                  OK
//! INFO timeout_turn 1000
//! INFO rule 0               0 freestyle, 1 exact five, 4 Renju
//! BOARD                     its first turn: every stone in the order of the moves,
//! 7,7,2                     column, row and whose it is: 1 its own, 2 its opponent's
//! 8,8,1
//! DONE                      8,7
//! TURN 9,7                  9,8    later turns: the move of its opponent
//! RESTART                   OK     after an undo or a lost turn; then BOARD again
//! BEGIN                     7,7    in place of BOARD without stones
//! ```
//!
//! MESSAGE, DEBUG and UNKNOWN lines may come at any time.

use std::time::{Duration, Instant};

use super::{PATIENCE, Program, quoted};
use crate::rating::contest::{Player, Reply};
use crate::rating::finish::Fault;
use crate::rules::gomoku::board::SIZE;
use crate::rules::gomoku::{Colour, Crossing, Game, Ply, Rule};

/// The additional time that a move may take to arrive.
const TOLERANCE: Duration = Duration::from_secs(1);
/// A program that counts the processor's time may take so many times as long on a busy computer.
const BUSY: u32 = 5;

pub struct Gomocup {
    program: Program,
    /// The time for a move.
    time: Duration,
    /// The plies that the program knows, its own last; `None` before the first turn.
    known: Option<Vec<Ply>>,
}

impl Gomocup {
    pub fn new(program: Program, time: Duration) -> Gomocup {
        Gomocup { program, time, known: None }
    }

    fn begin(&mut self, rule: Rule) -> Result<(), Fault> {
        self.agree(&format!("START {SIZE}"))?;
        let turn = self.time.as_millis();
        let rule = match rule {
            Rule::Freestyle => 0,
            Rule::ExactFive => 1,
            Rule::Renju => 4,
        };
        for info in [
            format!("timeout_turn {turn}"),
            "timeout_match 0".into(),
            format!("time_left {}", i32::MAX),
            format!("rule {rule}"),
        ] {
            self.program.tell(&format!("INFO {info}"))?;
        }
        Ok(())
    }

    /// Says what is to be answered with OK.
    fn agree(&mut self, command: &str) -> Result<(), Fault> {
        self.program.tell(command)?;
        let answer = self.answer(Instant::now() + PATIENCE)?;
        match answer.to_ascii_uppercase().starts_with("OK") {
            true => Ok(()),
            false => Err(Fault::new(format!("answers {} to {command}", quoted(&answer)))),
        }
    }

    /// Asks for a move in this position.
    fn show(&mut self, game: &Game) -> Result<(), Fault> {
        if game.board().is_empty() {
            return self.program.tell("BEGIN");
        }
        self.program.tell("BOARD")?;
        // The sides alternate if lost turns are counted.
        let colours = [Colour::Black, Colour::White].into_iter().cycle();
        for (ply, colour) in game.plies().iter().zip(colours) {
            if let Ply::Stone(at) = ply {
                let whose = if colour == game.turn() { 1 } else { 2 };
                self.program.tell(&format!("{},{whose}", written(*at)))?;
            }
        }
        self.program.tell("DONE")
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
    fn reply(&mut self, game: &Game) -> Result<Reply<Crossing>, Fault> {
        match (&self.known, game.plies().split_last()) {
            (None, _) => {
                self.begin(game.rule())?;
                self.show(game)?;
            }
            (Some(known), Some((Ply::Stone(last), before))) if known == before => {
                self.program.tell(&format!("TURN {}", written(*last)))?;
            }
            _ => {
                self.agree("RESTART")?;
                self.show(game)?;
            }
        }
        let answer = self.answer(Instant::now() + BUSY * self.time + TOLERANCE)?;
        let at = read(&answer).ok_or_else(|| Fault::new(format!("answers {} to its turn", quoted(&answer))))?;
        self.known = Some([game.plies(), &[Ply::Stone(at)]].concat());
        Ok(at.into())
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
    use crate::rules::gomoku::Level;

    const TIME: Duration = Duration::from_secs(10);

    fn engine(level: Level) -> Program {
        let mut brain = Brain::new("a level", Model::new(level));
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

    #[test]
    fn after_an_undo_or_a_lost_turn_the_position_is_shown_anew() {
        let (told, lines) = std::sync::mpsc::channel();
        let mut moves = ["7,7", "6,6", "5,5", "4,4"].into_iter();
        let program = answering(move |line| {
            told.send(line.to_string()).unwrap();
            let word = line.split([' ', ',']).next().unwrap();
            Some(match word {
                "START" | "RESTART" => "OK\n".into(),
                "BEGIN" | "TURN" | "DONE" => format!("{}\n", moves.next().unwrap()),
                _ => String::new(),
            })
        });
        let mut player = Gomocup::new(program, TIME);
        let mut game = Game::new(Rule::Renju);
        let mut told = |game: &mut Game| {
            let at = player.reply(game).unwrap().at;
            game.play(at).unwrap();
            let lines: Vec<String> = lines.try_iter().filter(|line| !line.contains("time")).collect();
            lines.join("; ")
        };
        assert_eq!(told(&mut game), "START 15; INFO rule 4; BEGIN");
        game.play(Crossing::new(0, 1).unwrap()).unwrap();
        assert_eq!(told(&mut game), "TURN 1,0");
        game.pass().unwrap();
        assert_eq!(told(&mut game), "RESTART; BOARD; 7,7,1; 1,0,2; 6,6,1; DONE");
        while game.take_back().is_some() {}
        assert_eq!(told(&mut game), "RESTART; BEGIN");
    }
}
