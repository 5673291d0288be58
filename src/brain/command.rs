//! The commands of the Gomocup protocol that this brain knows.
//!
//! A crossing is written X,Y: its column and its row, counted from 0 at the top left.

use crate::rules::gomoku::{Crossing, Rule};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a board of that many columns and rows.
    Start(u64, u64),
    Restart,
    /// The brain makes the first move.
    Begin,
    /// The opponent's stone.
    Turn(Crossing),
    /// The brain's own stone, chosen by the manager.
    Play(Crossing),
    /// Lines follow until DONE.
    Block(Block),
    TakeBack(Crossing),
    /// Asks for the forbidden crossings.
    ShowForbidden,
    /// Asks which settings there are.
    ShowInfo,
    Rule(Rule),
    /// Milliseconds per move.
    Timeout(u64),
    /// Milliseconds of this brain's for a whole game; 0: no limit.
    MatchTimeout(u64),
    /// Milliseconds of them left; `None`: no limit.
    TimeLeft(Option<u64>),
    /// A command that the brain may ignore without an answer.
    Hint,
    About,
    End,
}

/// The kind of lines before DONE.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A position, see [`stone`]; afterwards the brain moves.
    Board,
    /// A position that is only set up. Its stones are in the order of play.
    YxBoard,
    /// The lines of an unknown command.
    Unknown(&'static str),
}

impl Block {
    pub fn name(self) -> &'static str {
        match self {
            Block::Board => "BOARD",
            Block::YxBoard => "YXBOARD",
            Block::Unknown(name) => name,
        }
    }
}

/// Unknown commands with lines until DONE: those of the Gomocup protocol, and Yixin's for openings, blocked crossings
/// and databases, which user interfaces send.
const UNKNOWN_BLOCKS: [&str; 12] = [
    "SWAP2BOARD",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXQUERYDATABASEALL",
    "YXQUERYDATABASEALLT",
    "YXQUERYDATABASEONE",
    "YXQUERYDATABASETEXT",
    "YXEDITTVDDATABASE",
    "YXEDITTEXTDATABASE",
    "YXEDITLABELDATABASE",
    "YXDELETEDATABASEONE",
    "YXDELETEDATABASEALL",
];

/// The owner of a stone in a line of BOARD.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Own,
    Opponent,
}

/// Parses a line; the error is the answer to it.
pub fn parse(line: &str) -> Result<Command, String> {
    let mut words = line.split_whitespace();
    let word = words.next().unwrap_or_default().to_ascii_uppercase();
    let arguments: Vec<&str> = words.collect();
    match (word.as_str(), arguments.as_slice()) {
        ("START", [size]) => number(size).map(|size| Command::Start(size, size)),
        ("RECTSTART", [size]) => match numbers(size)?[..] {
            [columns, rows] => Ok(Command::Start(columns, rows)),
            _ => Err(wrong("RECTSTART takes columns,rows")),
        },
        ("RESTART", []) => Ok(Command::Restart),
        ("BEGIN", []) => Ok(Command::Begin),
        ("TURN", [at]) => crossing(&numbers(at)?).map(Command::Turn),
        ("PLAY", [at]) => crossing(&numbers(at)?).map(Command::Play),
        ("BOARD", []) => Ok(Command::Block(Block::Board)),
        ("YXBOARD", []) => Ok(Command::Block(Block::YxBoard)),
        ("TAKEBACK", [at]) => crossing(&numbers(at)?).map(Command::TakeBack),
        ("INFO", [key, values @ ..]) => info(key, values),
        ("YXSHOWFORBID", []) => Ok(Command::ShowForbidden),
        ("YXSHOWINFO", []) => Ok(Command::ShowInfo),
        // The brain does not think while lines are read, has no hash table, and never blocks a crossing.
        ("YXSTOP" | "STOP" | "YXHASHCLEAR" | "YXBLOCKRESET", []) => Ok(Command::Hint),
        ("ABOUT", []) => Ok(Command::About),
        ("END", []) => Ok(Command::End),
        ("START" | "RECTSTART" | "TURN" | "PLAY" | "TAKEBACK" | "INFO", []) => {
            Err(wrong(&format!("{word} takes a value")))
        }
        ("START" | "RECTSTART" | "TURN" | "PLAY" | "TAKEBACK", _) => {
            Err(wrong(&format!("{word} takes a single value")))
        }
        ("RESTART" | "BEGIN" | "BOARD" | "YXBOARD" | "ABOUT" | "END", _) => {
            Err(wrong(&format!("{word} takes no value")))
        }
        _ => match UNKNOWN_BLOCKS.into_iter().find(|block| *block == word) {
            Some(block) => Ok(Command::Block(Block::Unknown(block))),
            None => Err(unknown(&word)),
        },
    }
}

/// The answer to an unknown command.
pub fn unknown(word: &str) -> String {
    format!("UNKNOWN command {}", quoted(word))
}

/// The least `time_left` that means no limit.
const NO_LIMIT: u64 = i32::MAX as u64;

fn info(key: &str, values: &[&str]) -> Result<Command, String> {
    match (key.to_ascii_lowercase().as_str(), values) {
        ("timeout_turn", [value]) => number(value).map(Command::Timeout),
        ("timeout_match", [value]) => number(value).map(Command::MatchTimeout),
        // The greatest possible value means that there is no limit.
        ("time_left", [value]) => match value.parse::<u64>() {
            Ok(left) => Ok(Command::TimeLeft(Some(left).filter(|left| *left < NO_LIMIT))),
            Err(_) => Ok(Command::Hint),
        },
        ("rule", [value]) => match number(value)? {
            0 => Ok(Command::Rule(Rule::Freestyle)),
            1 => Ok(Command::Rule(Rule::ExactFive)),
            4 => Ok(Command::Rule(Rule::Renju)),
            _ => Err(wrong(
                "the rules played here are 0 (freestyle), 1 (exact five) and 4 (Renju)",
            )),
        },
        ("timeout_turn" | "timeout_match" | "rule", _) => Err(wrong("INFO takes a key and a value")),
        _ => Ok(Command::Hint),
    }
}

/// A line between BOARD or YXBOARD and DONE: X,Y,1 is a stone of the brain's own, X,Y,2 one of the opponent's.
pub fn stone(line: &str) -> Result<(Crossing, Side), String> {
    match *numbers(line)? {
        [x, y, 1] => Ok((crossing(&[x, y])?, Side::Own)),
        [x, y, 2] => Ok((crossing(&[x, y])?, Side::Opponent)),
        _ => Err(wrong("a stone is written X,Y,1 or X,Y,2")),
    }
}

fn crossing(numbers: &[u64]) -> Result<Crossing, String> {
    let &[x, y] = numbers else {
        return Err(wrong("a crossing is written X,Y"));
    };
    let place = |number: u64| usize::try_from(number).ok();
    let found = place(y).zip(place(x)).and_then(|(row, col)| Crossing::new(row, col));
    found.ok_or_else(|| wrong(&format!("{x},{y} is off the board")))
}

fn numbers(text: &str) -> Result<Vec<u64>, String> {
    text.split(',').map(|part| number(part.trim())).collect()
}

fn number(text: &str) -> Result<u64, String> {
    // `parse` alone would accept a plus sign.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| wrong(&format!("{} is no number", quoted(text))))
}

fn wrong(why: &str) -> String {
    format!("ERROR {why}")
}

/// The beginning of a text, without anything that could end a line.
fn quoted(text: &str) -> String {
    let mut beginning: String = text.chars().take(20).collect();
    if beginning.len() < text.len() {
        beginning += "...";
    }
    format!("{beginning:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(row: usize, col: usize) -> Crossing {
        Crossing::new(row, col).unwrap()
    }

    #[test]
    fn every_command_in_capitals_or_not() {
        for (line, command) in [
            ("START 15", Command::Start(15, 15)),
            ("RECTSTART 30,20", Command::Start(30, 20)),
            ("RESTART", Command::Restart),
            ("BEGIN", Command::Begin),
            ("TURN 3,11", Command::Turn(at(11, 3))),
            ("PLAY 3,11", Command::Play(at(11, 3))),
            ("BOARD", Command::Block(Block::Board)),
            ("YXBOARD", Command::Block(Block::YxBoard)),
            ("SWAP2BOARD", Command::Block(Block::Unknown("SWAP2BOARD"))),
            (
                "YXEDITTVDDATABASE 1 2 3",
                Command::Block(Block::Unknown("YXEDITTVDDATABASE")),
            ),
            ("YXSHOWFORBID", Command::ShowForbidden),
            ("YXSHOWINFO", Command::ShowInfo),
            ("YXSTOP", Command::Hint),
            ("TAKEBACK 14,0", Command::TakeBack(at(0, 14))),
            ("INFO timeout_turn 5000", Command::Timeout(5000)),
            ("INFO rule 0", Command::Rule(Rule::Freestyle)),
            ("INFO rule 1", Command::Rule(Rule::ExactFive)),
            ("INFO rule 4", Command::Rule(Rule::Renju)),
            ("INFO folder /a folder/of mine", Command::Hint),
            ("INFO folder", Command::Hint),
            ("INFO time_left 2147483647", Command::TimeLeft(None)),
            ("INFO time_left -5", Command::Hint),
            ("INFO time_left 90000", Command::TimeLeft(Some(90_000))),
            ("INFO timeout_match 0", Command::MatchTimeout(0)),
            ("INFO max_memory 367001600", Command::Hint),
            ("INFO game_type 0", Command::Hint),
            ("INFO game_type 4", Command::Hint),
            ("INFO evaluate 3,11", Command::Hint),
            ("INFO thread_num 4", Command::Hint),
            ("ABOUT", Command::About),
            ("END", Command::End),
        ] {
            assert_eq!(parse(line), Ok(command));
            assert_eq!(parse(&format!("  {}\t", line.to_lowercase())), Ok(command));
        }
        assert_eq!(stone("3,11,1"), Ok((at(11, 3), Side::Own)));
        assert_eq!(stone(" 14, 0, 2 "), Ok((at(0, 14), Side::Opponent)));
    }

    #[test]
    fn what_is_no_command_is_answered_in_a_line() {
        for line in [
            "",
            "SUGGEST 1,2",
            "STARTLE",
            "YXNBEST 3",
            "DONE",
            "7,7",
            "a\rEND\u{7}",
            "💥 7,7",
        ] {
            let answer = parse(line).unwrap_err();
            assert!(
                answer.starts_with("UNKNOWN ") && !answer.contains(char::is_control),
                "{line}: {answer:?}"
            );
        }
        for line in [
            "START",
            "START x",
            "START -15",
            "START +15",
            "START 15 15",
            "START 99999999999999999999",
            "RECTSTART 15",
            "RECTSTART 15,15,15",
            "RESTART 1",
            "BEGIN 7,7",
            "TURN",
            "TURN 7",
            "TURN 7,",
            "TURN 7,7,1",
            "TURN 7 7",
            "TURN 15,0",
            "TURN 0,15",
            "TURN -1,0",
            "TURN 18446744073709551615,0",
            "TURN ٣,٣",
            "PLAY",
            "PLAY 7,7 8,8",
            "BOARD 1",
            "YXBOARD 1",
            "TAKEBACK",
            "TAKEBACK x,y",
            "INFO",
            "INFO rule",
            "INFO rule 2",
            "INFO rule 5",
            "INFO rule Renju",
            "INFO timeout_turn",
            "INFO timeout_turn soon",
            "INFO timeout_turn 1 2",
            "INFO timeout_match",
            "INFO timeout_match never",
            "ABOUT you",
            "END now",
        ] {
            let answer = parse(line).unwrap_err();
            assert!(
                answer.starts_with("ERROR ") && !answer.contains(char::is_control),
                "{line}: {answer:?}"
            );
        }
        for line in ["", "7,7", "7,7,0", "7,7,3", "7,7,1,1", "15,7,1", "7,7,1 END", "7.7,1"] {
            assert!(stone(line).unwrap_err().starts_with("ERROR "), "{line}");
        }
        assert!(parse(&"x".repeat(4000)).unwrap_err().len() < 60);
    }
}
