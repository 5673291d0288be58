//! A brain for the Gomocup protocol, with the extensions of Yixin that user interfaces send: it keeps the position and
//! the limits that the manager gives, and answers each line.
//!
//! | line                                                               | answer                                  |
//! |--------------------------------------------------------------------|-----------------------------------------|
//! | START 15, RECTSTART 15,15                                          | OK; another size: ERROR, with the size it plays |
//! | RESTART                                                            | OK                                      |
//! | BEGIN                                                              | the brain's move X,Y; the board must be empty |
//! | TURN X,Y                                                           | the brain's move                        |
//! | BOARD ... DONE                                                     | the brain's move; the stones may come in any order |
//! | YXBOARD ... DONE                                                   | nothing; the stones come in the order played, black's first, and either side may be to move |
//! | PLAY X,Y                                                           | X,Y: the brain's move, chosen by the manager |
//! | TAKEBACK X,Y                                                       | OK; the stone must be of the side that played last |
//! | INFO key value                                                     | nothing; `timeout_turn`, `timeout_match`, `time_left` and `rule` (0, 1, 4) are obeyed, and other keys ignored |
//! | ABOUT                                                              | name="...", version="...", author="..." |
//! | YXSHOWFORBID                                                       | FORBID XXYY...YY. with the crossings that Renju forbids to black, if black is to move |
//! | YXSHOWINFO                                                         | MESSAGE INFO ... with the greatest number of threads and the largest hash table |
//! | YXSTOP, STOP, YXHASHCLEAR, YXBLOCKRESET                            | nothing: there is nothing to stop, clear or reset |
//! | SWAP2BOARD ... DONE, YXBLOCK ... DONE, those of databases ... DONE | UNKNOWN command, once                   |
//! | END                                                                | nothing: the brain exits                |
//! | an empty line                                                      | nothing                                 |
//! | anything else                                                      | UNKNOWN ... or ERROR ..., without any other effect |
//!
//! While the brain has no stone on the board it may be either side: BEGIN makes it black, TURN white. After BOARD it is
//! black if it has as many stones as the opponent, and white if it has one less.
//!
//! If the thinker finds no move in time, or an illegal one, the brain plays the allowed crossing nearest to the centre.
//! Other information about a move is sent before it as a MESSAGE line, "depth 7 score 120 nodes 5000", or "WIN IN 9"
//! and "LOSS IN 9" plies in place of the score where that is proved; one-ply players have none. If every crossing left is forbidden to black, the brain says so in a MESSAGE and plays one of them: the
//! protocol has no pass, and the game is lost.

mod block;
#[cfg(test)]
mod tests;

use std::time::Duration;

use self::block::{Position, Setup};
use super::allowance::Allowance;
use super::command::{self, Block, Command};
use super::lines::Line;
use super::{Answer, Reply, Thinker};
use crate::rules::gomoku::board::{CENTRE, SIZE};
use crate::rules::gomoku::search::alpha_beta::wins_in;
use crate::rules::gomoku::{Board, Colour, Crossing, Rule, renju};

/// The time for a move while the manager has set no limit.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time for a move if the limit is 0, which means "as fast as possible": a few times what the simulated gateware
/// takes.
const AT_ONCE: Duration = Duration::from_millis(100);
/// The longest time limit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

pub struct Brain<T> {
    name: String,
    thinker: T,
    rule: Rule,
    patience: Duration,
    /// The time for a whole game, if it is limited.
    match_time: Option<Duration>,
    /// What is left of it.
    left: Option<Duration>,
    /// `None` before the first START.
    position: Option<Position>,
    /// The lines collected between BOARD, or a similar command, and DONE.
    setup: Option<Setup>,
}

impl<T: Thinker> Brain<T> {
    /// Creates a brain; its name must not contain a quotation mark.
    pub fn new(name: &str, thinker: T) -> Self {
        Brain {
            name: name.into(),
            thinker,
            rule: Rule::Freestyle,
            patience: PATIENCE,
            match_time: None,
            left: None,
            position: None,
            setup: None,
        }
    }

    pub fn hear(&mut self, line: Line) -> Reply {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => return self.refuse("ERROR the line is too long".into()),
            Line::NoText => return self.refuse("ERROR the line is no UTF-8".into()),
        };
        let line = line.trim();
        if line.is_empty() {
            Reply::Nothing
        } else if self.setup.is_some() {
            self.set_up(line)
        } else {
            match command::parse(line) {
                Ok(command) => self.obey(command),
                Err(answer) => Reply::Say(answer),
            }
        }
    }

    /// Answers a wrong line; within BOARD only the first one, and within an unknown block none.
    fn refuse(&mut self, answer: String) -> Reply {
        match &mut self.setup {
            Some(Setup { block: Block::Unknown(_), .. }) => Reply::Nothing,
            Some(Setup { refused: true, .. }) => Reply::Nothing,
            Some(setup) => {
                setup.refused = true;
                Reply::Say(answer)
            }
            None => Reply::Say(answer),
        }
    }

    /// Handles a line after BOARD.
    fn set_up(&mut self, line: &str) -> Reply {
        if line.eq_ignore_ascii_case("DONE") {
            let Some(setup) = self.setup.take() else {
                return Reply::Nothing;
            };
            return match setup.block {
                Block::Unknown(name) => Reply::Say(command::unknown(name)),
                _ if setup.refused => Reply::Nothing,
                Block::Board => said(self.think_in(&setup)),
                Block::YxBoard => self.keep(&setup).map_or_else(Reply::Say, |()| Reply::Nothing),
            };
        }
        // A BOARD without DONE must not swallow the next game.
        if let Ok(command) = command::parse(line) {
            let setup = self.setup.take().filter(|setup| !setup.refused);
            let complaint = setup.map(|Setup { block, .. }| match block {
                Block::Unknown(name) => command::unknown(name),
                known => format!("ERROR {} was not ended with DONE", known.name()),
            });
            let reply = self.obey(command);
            let Some(complaint) = complaint else {
                return reply;
            };
            return match reply {
                Reply::Nothing => Reply::Say(complaint),
                Reply::Say(answer) => Reply::Say(format!("{complaint}\n{answer}")),
                Reply::Leave => Reply::Leave,
            };
        }
        let added = match &mut self.setup {
            Some(setup) if !setup.refused && !matches!(setup.block, Block::Unknown(_)) => {
                command::stone(line).and_then(|stone| setup.add(stone))
            }
            _ => Ok(()),
        };
        match added {
            Ok(()) => Reply::Nothing,
            Err(answer) => self.refuse(answer),
        }
    }

    fn think_in(&mut self, setup: &Setup) -> Result<String, String> {
        self.position = Some(setup.position(setup.mover()?)?);
        self.play()
    }

    fn keep(&mut self, setup: &Setup) -> Result<(), String> {
        self.position = Some(setup.position(setup.by_order()?)?);
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Reply {
        match command {
            Command::Start(columns, rows) if (columns, rows) == (SIZE as u64, SIZE as u64) => self.restart(),
            Command::Start(columns, rows) => {
                let size = if columns == rows { columns.to_string() } else { format!("{columns}x{rows}") };
                Reply::Say(format!("ERROR unsupported size {size}; this brain plays {SIZE}"))
            }
            Command::Restart if self.position.is_some() => self.restart(),
            Command::Restart => Reply::Say(NO_GAME.into()),
            Command::Begin => said(self.begin()),
            Command::Turn(at) => said(self.turn(at)),
            Command::Play(at) => said(self.imposed(at)),
            Command::Block(block) => {
                self.setup = Some(Setup::new(block));
                match self.position {
                    Some(_) => Reply::Nothing,
                    // The lines that follow are skipped.
                    None => self.refuse(NO_GAME.into()),
                }
            }
            Command::TakeBack(at) => said(self.take_back(at)),
            Command::Rule(rule) => {
                self.rule = rule;
                Reply::Nothing
            }
            Command::Timeout(milliseconds) => {
                self.patience = match milliseconds {
                    0 => AT_ONCE,
                    _ => Duration::from_millis(milliseconds).min(LONGEST),
                };
                Reply::Nothing
            }
            Command::MatchTimeout(milliseconds) => {
                let time = Some(milliseconds).filter(|time| *time > 0).map(Duration::from_millis);
                // It may be said again during a game.
                if time != self.match_time {
                    (self.match_time, self.left) = (time, time);
                }
                Reply::Nothing
            }
            Command::TimeLeft(milliseconds) => {
                self.left = milliseconds.map(Duration::from_millis);
                Reply::Nothing
            }
            Command::Hint => Reply::Nothing,
            Command::ShowForbidden => said(self.forbidden()),
            Command::ShowInfo => Reply::Say("MESSAGE INFO MAX_THREAD_NUM 1\nMESSAGE INFO MAX_HASH_SIZE 0".into()),
            Command::About => Reply::Say(format!(
                "name=\"{}\", version=\"{}\", author=\"the Tengen project\"",
                self.name,
                env!("CARGO_PKG_VERSION")
            )),
            Command::End => Reply::Leave,
        }
    }

    fn restart(&mut self) -> Reply {
        self.position = Some(Position { board: Board::new(), own: Colour::White });
        self.left = self.match_time;
        Reply::Say("OK".into())
    }

    fn game(&mut self) -> Result<&mut Position, String> {
        self.position.as_mut().ok_or(NO_GAME.into())
    }

    fn begin(&mut self) -> Result<String, String> {
        let position = self.game()?;
        if !position.board.is_empty() {
            return Err("ERROR the board is not empty".into());
        }
        position.own = Colour::Black;
        self.play()
    }

    fn turn(&mut self, at: Crossing) -> Result<String, String> {
        let position = self.game()?;
        if position.board.is_empty() {
            position.own = Colour::White;
        }
        let opponent = position.own.other();
        if position.mover() != opponent {
            return Err("ERROR it is this brain's turn".into());
        }
        let placed = position.board.place(at, opponent);
        placed.map_err(|_| format!("ERROR {} is taken", written(at)))?;
        self.play()
    }

    fn imposed(&mut self, at: Crossing) -> Result<String, String> {
        let position = self.game()?;
        if position.board.is_empty() {
            position.own = Colour::Black;
        }
        let own = position.own;
        if position.mover() != own {
            return Err("ERROR it is the other side's turn".into());
        }
        let placed = position.board.place(at, own);
        placed.map_err(|_| format!("ERROR {} is taken", written(at)))?;
        Ok(written(at))
    }

    fn forbidden(&mut self) -> Result<String, String> {
        let rule = self.rule;
        let position = self.game()?;
        let mut answer = String::from("FORBID ");
        if rule == Rule::Renju && position.mover() == Colour::Black {
            for (at, _) in renju::forbidden(&position.board) {
                answer += &format!("{:02}{:02}", at.col(), at.row());
            }
        }
        Ok(answer + ".")
    }

    fn take_back(&mut self, at: Crossing) -> Result<String, String> {
        let position = self.game()?;
        match position.board.get(at) {
            None => Err(format!("ERROR {} is empty", written(at))),
            Some(colour) if colour == position.mover() => Err("ERROR the other side has played since".into()),
            Some(_) => {
                position.board.lift(at);
                Ok("OK".into())
            }
        }
    }

    /// Finds the brain's own move, plays it and returns its text.
    fn play(&mut self) -> Result<String, String> {
        let allowed = Allowance::new(self.patience, self.left);
        let position = self.position.as_mut().ok_or(NO_GAME)?;
        let Position { board, own } = position;
        let thought = self.thinker.think(self.rule, board, *own, allowed);
        // Until the manager says how much is left.
        self.left = self.left.map(|left| left.saturating_sub(allowed.begun.elapsed()));
        let is_lawful = |at: Crossing| board.get(at).is_none() && self.rule.foul(board, at, *own).is_none();
        let thought = thought.filter(|thought| is_lawful(thought.at));
        let (at, message) = match thought {
            Some(thought) => (thought.at, message(&thought)),
            None => match nearest(self.rule, board, *own) {
                Some(at) => (at, String::new()),
                None => {
                    let any = board.vacant().next().ok_or("ERROR the board is full")?;
                    (any, "MESSAGE every crossing left is forbidden to black\n".into())
                }
            },
        };
        board.place(at, *own).expect("an empty crossing");
        Ok(format!("{message}{}", written(at)))
    }
}

const NO_GAME: &str = "ERROR there is no game: send START 15";

fn said(answer: Result<String, String>) -> Reply {
    Reply::Say(answer.unwrap_or_else(|complaint| complaint))
}

fn written(at: Crossing) -> String {
    format!("{},{}", at.col(), at.row())
}

/// The MESSAGE line with the information about a move; empty if there is none.
fn message(answer: &Answer) -> String {
    let Answer { at: _, depth, score, nodes } = answer;
    let known = [
        depth.map(|depth| format!(" depth {depth}")),
        score.map(|score| match (wins_in(score), wins_in(-score)) {
            (Some(plies), _) => format!(" WIN IN {plies}"),
            (_, Some(plies)) => format!(" LOSS IN {plies}"),
            _ => format!(" score {score}"),
        }),
        nodes.map(|nodes| format!(" nodes {nodes}")),
    ];
    let known: String = known.into_iter().flatten().collect();
    if known.is_empty() { known } else { format!("MESSAGE{known}\n") }
}

/// The crossing nearest to the centre that `mover` may play.
fn nearest(rule: Rule, board: &Board, mover: Colour) -> Option<Crossing> {
    let mut crossings: Vec<Crossing> = board.vacant().collect();
    crossings.sort_by_key(|at| at.row().abs_diff(CENTRE.row()).pow(2) + at.col().abs_diff(CENTRE.col()).pow(2));
    crossings.into_iter().find(|&at| rule.foul(board, at, mover).is_none())
}
