//! Games of the search against itself, in a file with a line for each.
//!
//! A game begins with a random opening, and some moves are random. Beside the positions of the game, the search looks
//! at some that differ from them by a few plausible moves of both sides: most positions in a search are of that kind.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use serde::{Deserialize, Serialize};
use tengen::rating::Random;
use tengen::rating::openings::{MOST, Opening, colours, openings};
use tengen::rating::shard::Shard;
use tengen::rules::gomoku::search::position::{CROSSINGS, crossing, index};
use tengen::rules::gomoku::search::{Position, Task, WEIGHTS, search};
use tengen::rules::gomoku::{Board, Colour, Rule};

/// The percentage of random moves.
const ERRATIC: usize = 6;
/// The percentage of positions beside which another one is searched.
const ASIDES: usize = 50;
/// The most moves by which that position differs.
const FARTHEST: usize = 4;
/// A random move is one of this many that the search would try first.
const PLAUSIBLE: usize = 8;

#[derive(Args)]
pub struct Options {
    #[arg(long, default_value_t = 9000)]
    games: usize,
    /// Clocks a move.
    #[arg(long, default_value_t = 50_000)]
    clocks: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only the K-th of N parts, written K/N.
    #[arg(long, default_value = "1/1")]
    shard: Shard,
    /// The file; games that are in it already are not played again.
    #[arg(long)]
    output: PathBuf,
}

#[derive(Serialize, Deserialize)]
pub struct Game {
    pub number: usize,
    /// Crossings in scan order, black's first.
    pub moves: Vec<u8>,
    /// The side that won: 0 black, 1 white; `None`: drawn.
    pub winner: Option<u8>,
    /// The winner is due to the moves from this number on: the one before is random.
    pub judged: usize,
    pub searched: Vec<Searched>,
}

/// A position that was searched.
#[derive(Serialize, Deserialize)]
pub struct Searched {
    /// The moves of the game up to the position.
    pub ply: usize,
    /// Other moves after those.
    pub aside: Vec<u8>,
    pub best: u8,
    /// For the side to move.
    pub score: i32,
}

/// Plays the games that are not in the file yet. A game depends on the seed and its number only.
pub fn play_all(options: &Options) -> Result<()> {
    let name = options.output.display().to_string();
    let text = match std::fs::read_to_string(&options.output) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.with_context(|| name.clone())?,
    };
    let done: HashSet<usize> = parse(&text)
        .with_context(|| name.clone())?
        .iter()
        .map(|game| game.number)
        .collect();
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&options.output)
        .with_context(|| name.clone())?;
    file.set_len(whole(&text).len() as u64)?;
    let openings = openings(options.games.min(MOST), options.seed);
    for number in options
        .shard
        .openings(options.games)
        .into_iter()
        .filter(|number| !done.contains(number))
    {
        let mut random = Random::new(options.seed << 32 | number as u64);
        let game = play(number, &mut random, options.clocks, &openings[number % openings.len()]);
        writeln!(file, "{}", serde_json::to_string(&game)?).with_context(|| name.clone())?;
    }
    Ok(())
}

/// All games of some files.
pub fn read_all(files: &[PathBuf]) -> Result<Vec<Game>> {
    let read = |file: &Path| parse(&std::fs::read_to_string(file)?);
    let mut games = vec![];
    for file in files {
        games.extend(read(file).with_context(|| file.display().to_string())?);
    }
    Ok(games)
}

fn parse(text: &str) -> Result<Vec<Game>> {
    whole(text)
        .lines()
        .map(|line| Ok(serde_json::from_str(line)?))
        .collect()
}

/// The complete lines; the last is not if its game was interrupted.
fn whole(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

fn play(number: usize, random: &mut Random, clocks: u64, opening: &Opening) -> Game {
    let rule = Rule::Freestyle;
    let mut board = Board::new();
    let mut game = Game { number, moves: vec![], winner: None, judged: 0, searched: vec![] };
    for mover in colours() {
        let ply = game.moves.len();
        let mut at = opening.get(ply).map(|&at| index(at) as u8);
        if at.is_none() {
            let found = look(&board, mover, clocks);
            at = found.map(|(best, _)| best);
            if let Some((best, score)) = found {
                game.searched.push(Searched { ply, aside: vec![], best, score });
            }
            if random.below(100) < ASIDES {
                game.searched.extend(beside(random, &board, mover, ply, clocks));
            }
            if random.below(100) < ERRATIC {
                at = plausible(random, &board, mover).or(at);
                game.judged = ply + 1;
            }
        }
        let Some(at) = at else { break };
        let Some(crossing) = crossing(at.into()).filter(|&crossing| board.get(crossing).is_none()) else {
            break;
        };
        game.moves.push(at);
        let won = rule.winning_line(&board, crossing, mover).is_some();
        if board.place(crossing, mover).is_err() || won {
            game.winner = won.then_some(mover as u8);
            break;
        }
    }
    game
}

/// The best move, and its score.
fn look(board: &Board, mover: Colour, clocks: u64) -> Option<(u8, i32)> {
    let task = Task { board: board.clone(), mover, rule: Rule::Freestyle, budget: clocks, deepest: 0 };
    let answer = search(&task, &WEIGHTS);
    answer.at.map(|at| (index(at) as u8, answer.score))
}

/// Searches a position that differs from this one by a few moves; `None` if they end the game.
fn beside(random: &mut Random, board: &Board, mover: Colour, ply: usize, clocks: u64) -> Option<Searched> {
    let mut board = board.clone();
    let mut mover = mover;
    let mut aside = vec![];
    for _ in 0..1 + random.below(FARTHEST) {
        let at = plausible(random, &board, mover)?;
        let crossing = crossing(at.into())?;
        if Rule::Freestyle.winning_line(&board, crossing, mover).is_some() || board.place(crossing, mover).is_err() {
            return None;
        }
        aside.push(at);
        mover = mover.other();
    }
    let (best, score) = look(&board, mover, clocks)?;
    Some(Searched { ply, aside, best, score })
}

/// One of the moves that the search would try first.
fn plausible(random: &mut Random, board: &Board, mover: Colour) -> Option<u8> {
    let position = Position::of(Rule::Freestyle, board);
    let key = |at: usize| WEIGHTS.key(position.threat(at, mover), position.threat(at, mover.other()));
    let mut vacant: Vec<usize> = (0..CROSSINGS).filter(|&at| position.stone(at).is_none()).collect();
    vacant.sort_by_key(|&at| (std::cmp::Reverse(key(at)), at));
    let tried = vacant.len().min(PLAUSIBLE);
    (tried > 0).then(|| vacant[random.below(tried)] as u8)
}
