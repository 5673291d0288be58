//! A brain for the NBoard protocol, version 2 (C. Welty): it keeps the game that the interface gives, and says what it
//! would play.
//!
//! | line               | answer                                                                                |
//! |--------------------|---------------------------------------------------------------------------------------|
//! | nboard N           | set myname ...                                                                        |
//! | set depth N        | nothing; limits the depth of the search in the middle game                            |
//! | set game GGF       | nothing; if it cannot be played: a status that says why, and the game stays as it was |
//! | set contempt N     | nothing: draws get no special score                                                   |
//! | move M, move M/E/T | nothing; if it may not be played: a status that says why                              |
//! | hint N             | a search line for each of the N best moves, the best one first                        |
//! | go                 | status, nodestats, `=== MOVE/eval/time`; the interface sends the move back to play it |
//! | ping N             | pong N                                                                                |
//! | learn              | learned, although nothing is learned                                                  |
//! | quit               | nothing: the brain exits                                                              |
//! | anything else      | nothing, as the protocol requires                                                     |
//!
//! Evaluations are discs for the side to move. A side without a move passes: `=== PA`.

use std::time::Instant;

use super::Reply;
use super::lines::Line;
use crate::notation::othello::ggf;
use crate::rules::othello::evaluation::DISC;
use crate::rules::othello::player::{Level, Limits};
use crate::rules::othello::search::Answer;
use crate::rules::othello::{Game, Position, Square};

/// A player that finds moves.
pub trait Player {
    /// The move in a position; the mover must have one.
    fn think(&mut self, position: Position, limits: Limits) -> Answer;
}

/// The model of the search circuit.
impl Player for Level {
    fn think(&mut self, position: Position, limits: Limits) -> Answer {
        Level::think(*self, position, limits)
    }
}

pub struct Brain<T> {
    name: String,
    player: T,
    game: Game,
    deepest: Option<u32>,
}

impl<T: Player> Brain<T> {
    pub fn new(name: &str, player: T) -> Brain<T> {
        Brain { name: name.into(), player, game: Game::new(), deepest: None }
    }

    pub fn hear(&mut self, line: Line) -> Reply {
        let Line::Text(text) = line else {
            return Reply::Nothing;
        };
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        match (word, rest.trim()) {
            ("nboard", _) => Reply::Say(format!("set myname {}", self.name)),
            ("set", rest) => self.set(rest),
            ("move", text) => {
                let mut game = self.game.clone();
                self.keep(ggf::play(&mut game, text).map(|()| game))
            }
            ("hint", count) => match count.parse() {
                Ok(count) => self.hint(count),
                Err(_) => Reply::Nothing,
            },
            ("go", "") => self.go(),
            ("ping", number) => Reply::Say(format!("pong {number}")),
            ("learn", _) => Reply::Say("learned".into()),
            ("quit", "") => Reply::Leave,
            _ => Reply::Nothing,
        }
    }

    fn set(&mut self, text: &str) -> Reply {
        match text.split_once(' ') {
            Some(("depth", depth)) => {
                self.deepest = depth.trim().parse().ok().filter(|depth| *depth > 0);
                Reply::Nothing
            }
            Some(("game", text)) => self.keep(ggf::read(text).map(|record| record.game)),
            _ => Reply::Nothing,
        }
    }

    /// Takes over a game, or reports why it is not one.
    fn keep(&mut self, game: anyhow::Result<Game>) -> Reply {
        match game {
            Ok(game) => {
                self.game = game;
                Reply::Nothing
            }
            Err(error) => Reply::Say(format!("status {}", in_one_line(&format!("{error:#}")))),
        }
    }

    fn limits(&self) -> Limits {
        Limits { budget: None, deepest: self.deepest }
    }

    fn go(&mut self) -> Reply {
        if self.game.is_over() {
            return Reply::Say("status the game is over".into());
        }
        if self.game.must_pass() {
            return Reply::Say("=== PA".into());
        }
        let begun = Instant::now();
        let answer = self.player.think(self.game.position(), self.limits());
        let seconds = begun.elapsed().as_secs_f64();
        let Some(at) = answer.at else {
            return Reply::Say("=== PA".into());
        };
        Reply::Say(format!(
            "status {name} is thinking\nnodestats {nodes} {seconds:.2}\n=== {at}/{score:.2}/{seconds:.2}\nstatus",
            name = self.name,
            nodes = answer.nodes,
            at = written(at),
            score = discs(answer.score),
        ))
    }

    /// Searches each move separately, to one ply less than a move is searched.
    fn hint(&mut self, count: usize) -> Reply {
        if self.game.is_over() || count == 0 {
            return Reply::Nothing;
        }
        if self.game.must_pass() {
            return Reply::Say("search PA 0.00 0 1".into());
        }
        let position = self.game.position();
        let limits = Limits { deepest: self.deepest.map(|deepest| deepest.saturating_sub(1).max(1)), ..self.limits() };
        let mut found: Vec<(Square, i32, u32)> = Square::of(position.legal())
            .map(|at| {
                let (score, depth) = self.value(position.after(at), limits);
                (at, -score, depth + 1)
            })
            .collect();
        found.sort_by_key(|(_, score, _)| -score);
        let lines = found
            .into_iter()
            .take(count)
            .map(|(at, score, depth)| format!("search {} {:.2} 0 {depth}", written(at), discs(score)));
        Reply::Say(lines.collect::<Vec<String>>().join("\n"))
    }

    /// The value of a position for its mover, and the depth of the search.
    fn value(&mut self, position: Position, limits: Limits) -> (i32, u32) {
        if position.is_over() {
            (position.final_score() * DISC, 0)
        } else if position.legal() == 0 {
            let (score, depth) = self.value(position.passed(), limits);
            (-score, depth)
        } else {
            let answer = self.player.think(position, limits);
            (answer.score, answer.depth)
        }
    }
}

fn written(at: Square) -> String {
    at.to_string().to_uppercase()
}

fn discs(score: i32) -> f64 {
    f64::from(score) / f64::from(DISC)
}

/// A text without anything that could end a line.
fn in_one_line(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Shallow;

    impl Player for Shallow {
        fn think(&mut self, position: Position, limits: Limits) -> Answer {
            let deepest = limits.deepest.or(Some(2));
            Level::Search.think(position, Limits { deepest, ..limits })
        }
    }

    fn brain() -> Brain<Shallow> {
        Brain::new("Tengen", Shallow)
    }

    fn ask(brain: &mut Brain<Shallow>, line: &str) -> String {
        match brain.hear(Line::Text(line.into())) {
            Reply::Nothing => String::new(),
            Reply::Say(text) => text,
            Reply::Leave => "it leaves".into(),
        }
    }

    #[test]
    fn a_session_as_an_interface_holds_it() {
        let mut brain = brain();
        assert_eq!(ask(&mut brain, "nboard 2"), "set myname Tengen");
        assert_eq!(ask(&mut brain, "set depth 3"), "");
        let game =
            "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5];)";
        assert_eq!(ask(&mut brain, &format!("set game {game}")), "");
        assert_eq!(ask(&mut brain, "ping 7"), "pong 7");
        let answer = ask(&mut brain, "go");
        let line = answer.lines().find(|line| line.starts_with("=== ")).unwrap();
        let at: Square = line[4..6].parse().unwrap();
        assert!(brain.game.position().legal() & at.bit() != 0, "{answer}");
        // The move is not played until the interface sends it.
        assert_eq!(brain.game.plies().len(), 1);
        assert_eq!(ask(&mut brain, &format!("move {}", &line[4..])), "");
        assert_eq!(brain.game.plies().len(), 2);
        assert_eq!(ask(&mut brain, "quit"), "it leaves");
    }

    #[test]
    fn a_hint_orders_the_moves() {
        let mut brain = brain();
        ask(&mut brain, "set depth 2");
        ask(&mut brain, "move F5/1.00/2.5");
        let lines = ask(&mut brain, "hint 2");
        let scores: Vec<f64> = lines
            .lines()
            .map(|line| line.split(' ').nth(2).unwrap().parse().unwrap())
            .collect();
        assert_eq!(scores.len(), 2, "{lines}");
        assert!(scores[0] >= scores[1] && lines.starts_with("search "), "{lines}");
    }

    #[test]
    fn strange_lines_change_nothing() {
        let mut brain = brain();
        for line in [
            "",
            "go on",
            "hint",
            "hint x",
            "set",
            "set depth x",
            "set colour blue",
            "analyse",
            "NBOARD 2",
        ] {
            assert_eq!(ask(&mut brain, line), "", "{line}");
        }
        assert_eq!(brain.hear(Line::TooLong), Reply::Nothing);
        for line in ["move a1", "move PA", "move", "set game nonsense", "set game (;B[a1];)"] {
            assert!(ask(&mut brain, line).starts_with("status "), "{line}");
        }
        assert_eq!(brain.game, Game::new());
    }

    #[test]
    fn who_must_pass_passes() {
        let mut brain = brain();
        // White has no move; black has one.
        let board = format!("{} {} O", "*OO-----", "-------- ".repeat(7));
        assert_eq!(ask(&mut brain, &format!("set game (;BO[8 {board}];)")), "");
        assert_eq!(ask(&mut brain, "go"), "=== PA");
        assert_eq!(ask(&mut brain, "move PA"), "");
        assert_eq!(ask(&mut brain, "hint 1").split(' ').nth(1), Some("D1"));
    }
}
