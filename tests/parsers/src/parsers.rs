//! The parsers, each with a function that gives it an input and checks what comes out.

use std::io::{self, BufReader};
use std::time::Duration;

use tengen::brain::allowance::Allowance;
use tengen::brain::lines::Line;
use tengen::brain::{self, Answer, Reply, Thinker, gomocup, nboard};
use tengen::rating::contest::{Contest, Player};
use tengen::rating::program::Program;
use tengen::rating::program::{gomocup::Gomocup, gtp::Gtp, nboard::NBoard};
use tengen::simulation::script;
use tengen_link::wire::{self, Decoder};
use tengen_page::evaluation::Begun;
use tengen_page::game_file;
use tengen_page::order::Order;
use tengen_page::saved::Kept;
use tengen_rules::gomoku;
use tengen_rules::gomoku::{Board, Colour, Rule};
use tengen_rules::notation::{self, Format, Record, sgf};
use tengen_rules::othello::player::{Level, Limits};
use tengen_rules::othello::{self, Position, search};

/// The name of the variable that names a parser to the fuzzer.
pub const PARSER: &str = "TENGEN_PARSER";

/// The answer to a page may be so many times as long as its message, and so many bytes longer.
const TIMES: usize = 200;
const LONGER: usize = 1000;
/// The longest game that is asked of a program.
const PLIES: usize = 20;

pub struct Parser {
    pub name: &'static str,
    /// Panics if something does not hold; whether the input was taken, or some of it.
    pub check: fn(&[u8]) -> bool,
}

pub const PARSERS: &[Parser] = &[
    Parser { name: "sgf", check: tree },
    Parser { name: "games", check: game },
    Parser { name: "script", check: words },
    Parser { name: "orders", check: order },
    Parser { name: "saved", check: saved },
    Parser { name: "frames", check: frames },
    Parser { name: "gomocup-brain", check: gomocup_brain },
    Parser { name: "nboard-brain", check: nboard_brain },
    Parser { name: "gomocup-program", check: gomocup_program },
    Parser { name: "nboard-program", check: nboard_program },
    Parser { name: "gtp-program", check: gtp_program },
];

/// The parser of that name.
pub fn named(name: &str) -> Option<&'static Parser> {
    PARSERS.iter().find(|parser| parser.name == name)
}

/// A tree of variations. The game up to its last node is written and read again.
fn tree(file: &[u8]) -> bool {
    let Ok(tree) = sgf::read_tree(file) else {
        return false;
    };
    if let Some(last) = tree.nodes.len().checked_sub(1) {
        same(&tree.record(last).into());
    }
    true
}

/// A game of either kind.
fn game(file: &[u8]) -> bool {
    let Ok(record) = notation::read(file) else {
        return false;
    };
    same(&record);
    true
}

/// Checks that a game has the same moves once it is written and read again.
fn same(record: &Record) {
    for format in Format::ALL {
        // A transcript cannot say everything.
        let Ok(text) = record.write(format) else { continue };
        let read = notation::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text} is refused: {error:#}"));
        assert_eq!(read.moves(), record.moves(), "{text}");
    }
}

/// A script: its words, written and read again.
fn words(script: &[u8]) -> bool {
    let Ok(words) = std::str::from_utf8(script)
        .map_err(drop)
        .and_then(|text| script::parse(text).map_err(drop))
    else {
        return false;
    };
    let written: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    let read = script::parse(&written.join(" ")).expect("its own words");
    let again: Vec<String> = read.iter().map(|word| word.to_string()).collect();
    assert_eq!(again, written);
    true
}

/// A page's message, and what is read for the page.
fn order(message: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(message) else {
        return false;
    };
    match Order::parse(text) {
        Err(why) => {
            assert!(why.len() <= LONGER + TIMES * text.len());
            return false;
        }
        Ok(Order::Read { text }) => {
            let tree = game_file::tree(&text);
            assert!(tree.len() <= LONGER + TIMES * text.len(), "{} bytes", tree.len());
        }
        Ok(Order::Sgf { text, node }) => {
            if let Ok(record) = game_file::load(&text, node) {
                same(&record);
            }
        }
        Ok(Order::Evaluate(position)) => drop(Begun::new(position)),
        Ok(order) => {
            let json = serde_json::to_string(&order).expect("JSON");
            assert_eq!(Order::parse(&json), Ok(order));
        }
    }
    true
}

/// A saved machine.
fn saved(json: &[u8]) -> bool {
    Kept::read(json, "").is_ok()
}

/// Bytes of a line between two machines: each frame among them is the same once it is sent again.
fn frames(bytes: &[u8]) -> bool {
    let mut decoder = Decoder::default();
    let found: Vec<_> = bytes.iter().filter_map(|byte| decoder.push(*byte)?.ok()).collect();
    for frame in &found {
        let mut decoder = Decoder::default();
        let sent: Vec<_> = wire::encode(*frame).filter_map(|byte| decoder.push(byte)).collect();
        assert_eq!(sent, [Ok(*frame)]);
    }
    !found.is_empty()
}

/// The first free crossing.
struct First;

impl Thinker for First {
    fn think(&mut self, _: Rule, board: &Board, _: Colour, _: Allowance) -> Option<Answer> {
        let free = board.vacant().next()?;
        Some(free.into())
    }
}

impl nboard::Player for First {
    fn think(&mut self, position: Position, limits: Limits) -> search::Answer {
        Level::Weights.think(position, limits)
    }
}

/// Lines of a manager; whether one has an answer that is no refusal.
fn answered(input: &[u8], hear: impl FnMut(Line) -> Reply) -> bool {
    let mut output = vec![];
    brain::converse(BufReader::new(input), &mut output, hear).expect("it is written into memory");
    let text = String::from_utf8(output).expect("text");
    text.lines()
        .any(|line| !line.starts_with("ERROR") && !line.starts_with("UNKNOWN"))
}

fn gomocup_brain(input: &[u8]) -> bool {
    let mut brain = gomocup::Brain::new("fuzzed", First);
    answered(input, |line| brain.hear(line))
}

fn nboard_brain(input: &[u8]) -> bool {
    let mut brain = nboard::Brain::new("fuzzed", First);
    answered(input, |line| brain.hear(line))
}

/// A program that says what it says, whatever it is told.
fn program(says: &[u8]) -> Program {
    Program::speaking(io::sink(), io::Cursor::new(says.to_vec()))
}

/// Asks for moves until one is none: whether there was one.
fn moves<G: Contest>(mut game: G, player: &mut dyn Player<G>) -> bool {
    let mut taken = 0;
    while taken < PLIES && game.result().is_none() && player.reply(&game).and_then(|reply| game.put(reply.at)).is_ok() {
        taken += 1;
    }
    taken > 0
}

fn gomocup_program(says: &[u8]) -> bool {
    let game = gomoku::Game::new(Rule::Freestyle);
    moves(game, &mut Gomocup::new(program(says), Duration::from_secs(1)))
}

fn nboard_program(says: &[u8]) -> bool {
    moves(othello::Game::new(), &mut NBoard::new(program(says), None))
}

fn gtp_program(says: &[u8]) -> bool {
    moves(othello::Game::new(), &mut Gtp::new(program(says)))
}
