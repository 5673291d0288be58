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
//! | INFO key value                                                     | nothing; `timeout_turn`, `time_left` and `rule` (0, 1, 4) are obeyed, and other keys ignored |
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
//! Other information about a move is sent before it as a MESSAGE line, "depth 7 score 120 nodes 5000"; one-ply players
//! have none. If every crossing left is forbidden to black, the brain says so in a MESSAGE and plays one of them: the
//! protocol has no pass, and the game is lost.

use super::command::{self, Block, Command, Side};
use super::lines::Line;
use super::{Answer, Reply, Thinker};
use crate::rules::gomoku::board::{CENTRE, SIZE};
use crate::rules::gomoku::{Board, Colour, Crossing, Rule, renju};
use std::time::{Duration, Instant};

/// The time for a move while the manager has set no limit.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time for a move if the limit is 0, which means "as fast as possible": a few times what the simulated gateware
/// takes.
const AT_ONCE: Duration = Duration::from_millis(100);
/// The number of moves among which the rest of the match's time is divided: that of a long game.
const MOVES_LEFT: u32 = 20;
/// The longest time limit.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

pub struct Brain<T> {
    name: String,
    thinker: T,
    rule: Rule,
    patience: Duration,
    /// The time left in the match, if the manager has given it.
    left: Option<Duration>,
    /// `None` before the first START.
    position: Option<Position>,
    /// The lines collected between BOARD, or a similar command, and DONE.
    setup: Option<Setup>,
}

/// A position in which black has as many stones as white, or one more.
struct Position {
    board: Board,
    /// The brain's colour; undecided while the board is empty.
    own: Colour,
}

impl Position {
    fn mover(&self) -> Colour {
        if self.board.stones().is_multiple_of(2) { Colour::Black } else { Colour::White }
    }
}

/// The lines before DONE.
struct Setup {
    block: Block,
    /// The owner of the first stone.
    first: Option<Side>,
    own: Vec<Crossing>,
    opponent: Vec<Crossing>,
    /// A wrong line has been reported; the rest is skipped.
    refused: bool,
}

impl Setup {
    fn new(block: Block) -> Setup {
        Setup { block, first: None, own: vec![], opponent: vec![], refused: false }
    }

    fn add(&mut self, (at, side): (Crossing, Side)) -> Result<(), String> {
        if self.own.contains(&at) || self.opponent.contains(&at) {
            return Err(format!("ERROR {} is there twice", written(at)));
        }
        self.first = self.first.or(Some(side));
        match side {
            Side::Own => self.own.push(at),
            Side::Opponent => self.opponent.push(at),
        }
        Ok(())
    }

    /// The brain's colour in a position given by BOARD.
    fn mover(&self) -> Result<Colour, String> {
        match self.opponent.len().checked_sub(self.own.len()) {
            Some(0) => Ok(Colour::Black),
            Some(1) => Ok(Colour::White),
            _ => Err("ERROR the stones must make it this brain's turn".into()),
        }
    }

    /// The brain's colour in a position given by YXBOARD.
    fn by_order(&self) -> Result<Colour, String> {
        let (own, black, white) = match self.first {
            Some(Side::Own) => (Colour::Black, &self.own, &self.opponent),
            _ => (Colour::White, &self.opponent, &self.own),
        };
        match black.len().checked_sub(white.len()) {
            Some(0 | 1) => Ok(own),
            _ => Err("ERROR the stones must be as many of both sides, or one more of the first".into()),
        }
    }

    /// The position with this colour for the brain.
    fn position(&self, own: Colour) -> Result<Position, String> {
        let mut board = Board::new();
        for (stones, colour) in [(&self.own, own), (&self.opponent, own.other())] {
            for &at in stones {
                board.place(at, colour).expect("every crossing is there once");
            }
        }
        Ok(Position { board, own })
    }
}

impl<T: Thinker> Brain<T> {
    /// Creates a brain; its name must not contain a quotation mark.
    pub fn new(name: &str, thinker: T) -> Self {
        Brain {
            name: name.into(),
            thinker,
            rule: Rule::Freestyle,
            patience: PATIENCE,
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
            Command::TimeLeft(milliseconds) => {
                self.left = Some(Duration::from_millis(milliseconds));
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
        // A tenth of the time is left for communication.
        let share = self.left.map_or(LONGEST, |left| left / MOVES_LEFT);
        let deadline = Instant::now() + self.patience.min(share) * 9 / 10;
        let position = self.position.as_mut().ok_or(NO_GAME)?;
        let Position { board, own } = position;
        let thought = self.thinker.think(self.rule, board, *own, deadline);
        let allowed = |at: Crossing| board.get(at).is_none() && self.rule.foul(board, at, *own).is_none();
        let thought = thought.filter(|thought| allowed(thought.at));
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
        score.map(|score| format!(" score {score}")),
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

#[cfg(test)]
mod tests {
    use super::super::model::Model;
    use super::*;
    use crate::rules::gomoku::{Level, Profile, renju};

    fn at(row: usize, col: usize) -> Crossing {
        Crossing::new(row, col).unwrap()
    }

    /// The brain's answers to some lines, a line each.
    fn talk(brain: &mut Brain<impl Thinker>, lines: &str) -> Vec<String> {
        let mut answers = vec![];
        for line in lines.lines() {
            match brain.hear(Line::Text(line.into())) {
                Reply::Nothing => {}
                Reply::Say(text) => answers.extend(text.lines().map(String::from)),
                Reply::Leave => answers.push("(leaves)".into()),
            }
        }
        answers
    }

    fn model() -> Brain<Model> {
        Brain::new("Tengen 3 (zju)", Model(Level::Greedy(Profile::Zju)))
    }

    /// A thinker that finds no move, or always the same one.
    struct Stubborn(Option<Crossing>);

    impl Thinker for Stubborn {
        fn think(&mut self, _: Rule, _: &Board, _: Colour, _: Instant) -> Option<Answer> {
            self.0.map(Answer::from)
        }
    }

    /// A thinker that records what it was asked.
    #[derive(Default)]
    struct Asked(Vec<(Rule, Board, Colour, Instant)>);

    impl Thinker for &mut Asked {
        fn think(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Option<Answer> {
            self.0.push((rule, board.clone(), mover, deadline));
            None
        }
    }

    #[test]
    fn a_game_with_either_colour() {
        let mut brain = model();
        assert_eq!(talk(&mut brain, "START 15\nBEGIN"), ["OK", "7,7"]);
        assert_eq!(talk(&mut brain, "TURN 7,7\nTURN 20,7\nTURN 7\nBEGIN").len(), 4);
        let answer = talk(&mut brain, "TURN 8,7");
        let mut board = Board::new();
        board.place(at(7, 7), Colour::Black).unwrap();
        board.place(at(7, 8), Colour::White).unwrap();
        let expected = |board: &Board, mover| written(Profile::Zju.player().choose(board, mover).unwrap());
        assert_eq!(answer, [expected(&board, Colour::Black)]);

        assert_eq!(talk(&mut brain, "RESTART"), ["OK"]);
        let mut board = Board::new();
        board.place(at(3, 11), Colour::Black).unwrap();
        assert_eq!(talk(&mut brain, "TURN 11,3"), [expected(&board, Colour::White)]);
    }

    #[test]
    fn other_sizes_are_refused_and_the_game_goes_on() {
        let mut brain = model();
        let answers = talk(
            &mut brain,
            "START 20\nSTART 15\nBEGIN\nRECTSTART 15,20\nRECTSTART 15,15\nBEGIN",
        );
        assert_eq!(
            answers,
            [
                "ERROR unsupported size 20; this brain plays 15",
                "OK",
                "7,7",
                "ERROR unsupported size 15x20; this brain plays 15",
                "OK",
                "7,7"
            ]
        );
    }

    #[test]
    fn nothing_is_played_before_the_first_start() {
        let mut brain = model();
        let answers = talk(
            &mut brain,
            "BEGIN\nTURN 7,7\nRESTART\nTAKEBACK 7,7\nBOARD\n7,7,2\nDONE\nPLAY 7,7\nYXBOARD\n7,7,2\nDONE\n\
             YXSHOWFORBID\nINFO rule 1",
        );
        assert_eq!(answers, [NO_GAME; 8]);
        let about = talk(&mut brain, "ABOUT");
        assert!(about[0].starts_with("name=\"Tengen 3 (zju)\", version=\""), "{about:?}");
        assert!(about[0].ends_with("\", author=\"the Tengen project\""), "{about:?}");
        assert_eq!(talk(&mut brain, "END"), ["(leaves)"]);
    }

    #[test]
    fn a_board_tells_whose_turn_it_is() {
        for (stones, colour) in [
            ("", Colour::Black),
            ("7,7,2\n", Colour::White),
            ("8,8,2\n7,7,1\n", Colour::Black),
            ("7,7,2\n8,8,1\n9,9,2\n", Colour::White),
        ] {
            let mut asked = Asked::default();
            talk(
                &mut Brain::new("Asked", &mut asked),
                &format!("START 15\nBOARD\n{stones}DONE"),
            );
            let (_, board, mover, _) = &asked.0[0];
            assert_eq!((*mover, board.stones()), (colour, stones.lines().count()));
            if board.stones() > 1 {
                assert_eq!(
                    board.get(at(8, 8)),
                    Some(if stones.starts_with('8') { colour.other() } else { colour })
                );
            }
        }
    }

    #[test]
    fn a_wrong_board_is_refused_once_and_leaves_the_game_as_it_was() {
        for wrong in [
            "BOARD\n7,7,1\nDONE",
            "BOARD\n7,7,2\n8,8,2\nDONE",
            "BOARD\n7,7,2\n7,7,1\nDONE",
            "BOARD\n15,7,2\nDONE",
            "BOARD\n7,7,3\nnonsense\n7,7\nDONE",
            "BOARD\nSTART\nBEGIN here\nDONE",
        ] {
            let mut brain = model();
            talk(&mut brain, "START 15\nTURN 0,0");
            let answers = talk(&mut brain, wrong);
            assert!(
                answers.len() == 1 && answers[0].starts_with("ERROR "),
                "{wrong}: {answers:?}"
            );
            assert_eq!(
                talk(&mut brain, "TAKEBACK 0,0"),
                ["ERROR the other side has played since"]
            );
        }
    }

    #[test]
    fn a_board_without_done_ends_at_the_next_command() {
        let mut brain = model();
        talk(&mut brain, "START 15\nBOARD\n7,7,2");
        let answers = talk(&mut brain, "START 15\nBEGIN");
        assert_eq!(answers, ["ERROR BOARD was not ended with DONE", "OK", "7,7"]);
        assert_eq!(brain.hear(Line::Text("BOARD".into())), Reply::Nothing);
        assert!(matches!(brain.hear(Line::NoText), Reply::Say(_)));
        assert_eq!(brain.hear(Line::TooLong), Reply::Nothing);
        assert_eq!(talk(&mut brain, "START 15\nBOARD\nEND"), ["OK", "(leaves)"]);
    }

    #[test]
    fn a_yixin_board_is_only_set_up() {
        let mut brain = model();
        // Black, the opponent, is to move; then the brain.
        let answers = talk(&mut brain, "START 15\nYXBOARD\n7,7,2\n8,8,1\nDONE\nTURN 7,6");
        assert_eq!(answers.len(), 2, "{answers:?}");
        let position = brain.position.as_ref().unwrap();
        assert_eq!((position.own, position.board.stones()), (Colour::White, 4));
        assert_eq!(talk(&mut brain, "YXBOARD\n7,7,1\n8,8,2\nDONE\nPLAY 7,6"), ["7,6"]);
        assert_eq!(talk(&mut brain, "PLAY 0,0"), ["ERROR it is the other side's turn"]);
        assert_eq!(talk(&mut brain, "TAKEBACK 7,6\nPLAY 8,8"), ["OK", "ERROR 8,8 is taken"]);
        // A wrong position changes nothing.
        for wrong in ["7,7,1\n8,8,1", "7,7,2\n8,8,1\n9,9,1", "7,7,1\n7,7,2", "7,7,3"] {
            let answers = talk(&mut brain, &format!("YXBOARD\n{wrong}\nDONE"));
            assert!(
                answers.len() == 1 && answers[0].starts_with("ERROR "),
                "{wrong}: {answers:?}"
            );
        }
        assert_eq!(talk(&mut brain, "PLAY 6,6"), ["6,6"]);
        // The empty board.
        assert_eq!(talk(&mut brain, "YXBOARD\nDONE\nBEGIN"), ["7,7"]);
        let unended = talk(&mut brain, "YXBOARD\n7,7,1\nRESTART");
        assert_eq!(unended, ["ERROR YXBOARD was not ended with DONE", "OK"]);
    }

    #[test]
    fn a_block_that_is_not_known_is_answered_once() {
        let mut brain = model();
        for start in ["START 15\n", ""] {
            let answers = talk(&mut brain, &format!("{start}SWAP2BOARD\n7,7\n8,8\n9,9\nDONE\nTURN"));
            let answers = &answers[usize::from(!start.is_empty())..];
            assert_eq!(answers, ["UNKNOWN command \"SWAP2BOARD\"", "ERROR TURN takes a value"]);
        }
        brain.hear(Line::Text("yxblock".into()));
        assert_eq!(
            (brain.hear(Line::NoText), brain.hear(Line::TooLong)),
            (Reply::Nothing, Reply::Nothing)
        );
        assert_eq!(talk(&mut brain, "BEGIN"), ["UNKNOWN command \"YXBLOCK\"", "7,7"]);
    }

    #[test]
    fn forbidden_crossings_are_black_s_and_renju_s() {
        let mut brain = model();
        let stones = "7,4,1\n0,0,2\n7,5,1\n0,14,2\n8,6,1\n14,0,2\n9,6,1\n14,14,2\n";
        let set_up = format!("START 15\nYXBOARD\n{stones}DONE\nYXSHOWFORBID");
        assert_eq!(talk(&mut brain, &set_up), ["OK", "FORBID ."]);
        assert_eq!(talk(&mut brain, "INFO rule 4\nYXSHOWFORBID"), ["FORBID 0706."]);
        assert_eq!(talk(&mut brain, "PLAY 1,1\nYXSHOWFORBID"), ["1,1", "FORBID ."]);
    }

    #[test]
    fn what_is_known_of_a_move_is_said_before_it() {
        struct Deep(Answer);
        impl Thinker for Deep {
            fn think(&mut self, _: Rule, _: &Board, _: Colour, _: Instant) -> Option<Answer> {
                Some(self.0)
            }
        }
        let mut deep = Answer::from(at(3, 3));
        (deep.depth, deep.score, deep.nodes) = (Some(7), Some(-120), Some(5000));
        let mut brain = Brain::new("Deep", Deep(deep));
        assert_eq!(
            talk(&mut brain, "START 15\nBEGIN"),
            ["OK", "MESSAGE depth 7 score -120 nodes 5000", "3,3"]
        );
        // An illegal move of the thinker gets no MESSAGE.
        assert_eq!(talk(&mut brain, "TURN 0,0"), ["7,7"]);
        (deep.depth, deep.nodes) = (None, None);
        let mut brain = Brain::new("Deep", Deep(deep));
        assert_eq!(talk(&mut brain, "START 15\nBEGIN"), ["OK", "MESSAGE score -120", "3,3"]);
    }

    #[test]
    fn stones_are_taken_back_from_the_last() {
        let mut brain = model();
        let own = &talk(&mut brain, "START 15\nTURN 0,0")[1];
        assert_eq!(talk(&mut brain, "TAKEBACK 14,14"), ["ERROR 14,14 is empty"]);
        assert_eq!(
            talk(&mut brain, "TAKEBACK 0,0"),
            ["ERROR the other side has played since"]
        );
        assert_eq!(talk(&mut brain, &format!("TAKEBACK {own}")), ["OK"]);
        assert_eq!(talk(&mut brain, "TURN 5,5"), ["ERROR it is this brain's turn"]);
        // With an empty board either side may move first.
        assert_eq!(talk(&mut brain, "TAKEBACK 0,0\nBEGIN"), ["OK", "7,7"]);
    }

    #[test]
    fn rule_and_time_are_obeyed_from_the_next_move_on() {
        let mut asked = Asked::default();
        let mut brain = Brain::new("Asked", &mut asked);
        let began = Instant::now();
        talk(
            &mut brain,
            "START 15\nBEGIN\nINFO rule 4\nINFO timeout_turn 1000\nTURN 0,0\nINFO rule 1",
        );
        talk(
            &mut brain,
            "INFO timeout_turn 0\nTURN 0,1\nRESTART\nINFO timeout_turn 18446744073709551615\nBEGIN",
        );
        let rules: Vec<Rule> = asked.0.iter().map(|(rule, ..)| *rule).collect();
        assert_eq!(rules, [Rule::Freestyle, Rule::Renju, Rule::ExactFive, Rule::ExactFive]);
        let mut late = Asked::default();
        let mut hurried = Brain::new("Asked", &mut late);
        talk(
            &mut hurried,
            "START 15\nINFO timeout_turn 5000\nINFO time_left 10000\nBEGIN",
        );
        // However long the lines took to be heard: what was given is no more than the first, and no less than the second.
        let over = Instant::now();
        let given =
            |deadline: &Instant| [began, over].map(|when| deadline.saturating_duration_since(when).as_secs_f64());
        assert!(given(&late.0[0].3)[1] <= 0.45, "a twentieth of what is left");
        let seconds: Vec<[f64; 2]> = asked.0.iter().map(|(.., deadline)| given(deadline)).collect();
        assert!(seconds[0][0] > 20.0 && seconds[0][1] < 30.0, "{seconds:?}");
        assert!(seconds[1][0] > 0.5 && seconds[1][1] <= 0.9, "{seconds:?}");
        assert!(seconds[2][1] < 0.1 && seconds[3][0] > 3600.0, "{seconds:?}");
    }

    #[test]
    fn whatever_the_thinker_says_the_move_is_allowed() {
        for thought in [None, Some(at(7, 7)), Some(at(0, 0))] {
            let mut brain = Brain::new("Stubborn", Stubborn(thought));
            let mut taken = vec!["0,0".to_string()];
            let mut answer = talk(&mut brain, "START 15\nTURN 0,0").remove(1);
            for turn in 1..=111 {
                assert!(!taken.contains(&answer), "{answer}");
                taken.push(answer);
                let free = Crossing::all()
                    .map(written)
                    .filter(|at| !taken.contains(at))
                    .last()
                    .unwrap();
                answer = talk(&mut brain, &format!("TURN {free}")).remove(0);
                taken.push(free);
                assert_eq!(taken.len(), 2 * turn + 1);
            }
            taken.push(answer);
            let last = Crossing::all().map(written).find(|at| !taken.contains(at)).unwrap();
            assert_eq!(talk(&mut brain, &format!("TURN {last}")), ["ERROR the board is full"]);
        }
    }

    /// At the centre black's two lines make a double-four.
    #[test]
    fn black_is_never_made_to_play_a_foul_while_there_is_another_crossing() {
        let stones = "4,7,1\n5,7,1\n6,7,1\n7,8,1\n7,9,1\n7,10,1\n0,0,2\n2,0,2\n4,0,2\n6,0,2\n8,0,2\n10,0,2\n";
        let set_up = format!("START 15\nINFO rule 4\nBOARD\n{stones}DONE");
        let answer = talk(&mut Brain::new("Stubborn", Stubborn(Some(at(7, 7)))), &set_up).remove(1);
        assert_ne!(answer, "7,7");
        assert_eq!(answer, "7,6", "the nearest that is allowed");
    }

    #[test]
    fn where_black_may_play_nowhere_it_says_so_and_plays() {
        // The only empty crossing has three black stones on either side.
        let (mut own, mut opponent) = (vec![], vec![]);
        for crossing in Crossing::all().filter(|&crossing| crossing != at(7, 7)) {
            let black =
                (crossing.row() / 2 + crossing.col()) % 2 == 0 || crossing.row() == 7 && crossing.col().abs_diff(7) < 4;
            if black { own.push(crossing) } else { opponent.push(crossing) }
        }
        let mut board = Board::new();
        own.iter().for_each(|&at| board.place(at, Colour::Black).unwrap());
        opponent.iter().for_each(|&at| board.place(at, Colour::White).unwrap());
        assert_eq!(renju::verdict(&board, at(7, 7)), renju::Verdict::Overline);
        let mut brain = model();
        brain.rule = Rule::Renju;
        brain.position = Some(Position { board, own: Colour::Black });
        let answer = brain.play().unwrap();
        assert_eq!(answer, "MESSAGE every crossing left is forbidden to black\n7,7");
    }
}
