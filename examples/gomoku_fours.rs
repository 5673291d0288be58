//! Generates `tests/data/gomoku_fours.csv`: positions with a win by continuous fours, and positions with fours but no
//! such win.
//!
//! ```console
//! cargo run --release --example gomoku_fours > tests/data/gomoku_fours.csv
//! ```
//!
//! The positions come from games of the one-ply players, which overlook such wins, with random openings and occasional
//! random moves. `rules::gomoku::fours` finds the shortest win, or proves that there is none. From a game the hardest
//! position of each result is kept, unless there are enough of its kind. The same seed gives the same file.
//!
//! | column | meaning                                                          |
//! |--------|------------------------------------------------------------------|
//! | rule   | the rule                                                         |
//! | mover  | the side that would win                                          |
//! | result | `won`; `foul`: won by a four whose only block is a foul; `unwon` |
//! | stones | the number of the mover's stones in the shortest win; 0: no win  |
//! | moves  | the game up to the position                                      |

use std::collections::BTreeMap;

use tengen::notation::sgf::coordinates;
use tengen::rating::openings::{MOST, Opening, colours, openings};
use tengen::rules::gomoku::fours::{Found, fours, solve};
use tengen::rules::gomoku::{Board, Colour, Crossing, Profile, Rule};
use tengen_sim::Random;

const SEED: u64 = 1;
/// The most positions to search for a win.
const LIMIT: usize = 20_000;
/// One in this many moves is random.
const ERRATIC: u64 = 12;
/// The greatest distance of a random move from a stone.
const NEAR: usize = 2;
/// Of the positions with the same result, at most one in this many may have the same hardness.
const SPREAD: usize = 5;
/// Harder wins are not distinguished: the number of stones from which on they count as equal.
const LONG_VICTORY: usize = 7;
/// The same for proofs: the binary logarithm of the number of positions.
const LONG_PROOF: usize = 6;

/// The number of positions wanted for each result.
struct Wanted {
    rule: Rule,
    /// `None`: either side.
    mover: Option<Colour>,
    won: usize,
    foul: usize,
    unwon: usize,
}

const WANTED: [Wanted; 4] = [
    Wanted { rule: Rule::Freestyle, mover: None, won: 240, foul: 0, unwon: 240 },
    Wanted { rule: Rule::ExactFive, mover: None, won: 70, foul: 0, unwon: 70 },
    Wanted { rule: Rule::Renju, mover: Some(Colour::Black), won: 70, foul: 0, unwon: 70 },
    Wanted { rule: Rule::Renju, mover: Some(Colour::White), won: 70, foul: 20, unwon: 70 },
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Won,
    Foul,
    Unwon,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Won, Kind::Foul, Kind::Unwon];

    fn hardest(self) -> usize {
        match self {
            Kind::Won | Kind::Foul => LONG_VICTORY,
            Kind::Unwon => LONG_PROOF,
        }
    }
}

/// A position, and its hardness among those of its kind.
struct Row {
    kind: Kind,
    hardness: usize,
    text: String,
}

fn main() {
    let mut random = Random::new(SEED);
    println!("rule,mover,result,stones,moves");
    for wanted in WANTED {
        let mut kept: BTreeMap<(Kind, usize), Vec<String>> = BTreeMap::new();
        let mut games = 0;
        for opening in openings(MOST, SEED) {
            if Kind::ALL.iter().all(|&kind| count(&kept, kind) == wanted.of(kind)) {
                break;
            }
            games += 1;
            let mut rows = play(&mut random, &wanted, &opening);
            // The sort is stable: among equally hard positions the first one of the game comes first.
            rows.sort_by_key(|row| std::cmp::Reverse(row.hardness));
            for kind in Kind::ALL {
                if count(&kept, kind) == wanted.of(kind) {
                    continue;
                }
                let mut of_kind = rows.iter().filter(|row| row.kind == kind);
                let has_room = |row: &&Row| {
                    let equals = kept.get(&(kind, row.hardness)).map_or(0, Vec::len);
                    row.hardness == kind.hardest() || equals < wanted.of(kind).div_ceil(SPREAD)
                };
                if let Some(row) = of_kind.find(has_room) {
                    kept.entry((kind, row.hardness)).or_default().push(row.text.clone());
                }
            }
        }
        eprintln!("{}: {games} games", wanted.rule);
        for ((kind, hardness), rows) in &kept {
            eprintln!("  {kind:?}, {hardness}: {}", rows.len());
            rows.iter().for_each(|row| println!("{row}"));
        }
    }
}

impl Wanted {
    fn of(&self, kind: Kind) -> usize {
        match kind {
            Kind::Won => self.won,
            Kind::Foul => self.foul,
            Kind::Unwon => self.unwon,
        }
    }
}

fn count(kept: &BTreeMap<(Kind, usize), Vec<String>>, kind: Kind) -> usize {
    let of_kind = kept.iter().filter(|((other, _), _)| *other == kind);
    of_kind.map(|(_, rows)| rows.len()).sum()
}

/// Plays a game, and returns its positions.
fn play(random: &mut Random, wanted: &Wanted, opening: &Opening) -> Vec<Row> {
    let rule = wanted.rule;
    let mut board = Board::new();
    let mut moves = vec![];
    let mut rows = vec![];
    let players = [(); 2].map(|()| random.of(&Profile::ALL).player());
    for (number, mover) in colours().enumerate() {
        if number >= opening.len() && wanted.mover.is_none_or(|colour| colour == mover) {
            rows.extend(row(rule, &board, mover, &moves));
        }
        let at = match opening.get(number) {
            Some(&at) => Some(at),
            None if random.once_in(ERRATIC) => erratic(random, rule, &board, mover),
            None => players[mover as usize].choose_under(rule, &board, mover),
        };
        let Some(at) = at else { break };
        if board.place(at, mover).is_err() || rule.winning_line(&board, at, mover).is_some() {
            break;
        }
        moves.push(at);
    }
    rows
}

/// A random crossing near a stone.
fn erratic(random: &mut Random, rule: Rule, board: &Board, mover: Colour) -> Option<Crossing> {
    let is_near = |at: Crossing| {
        Crossing::all().any(|stone| {
            let distance = at.row().abs_diff(stone.row()).max(at.col().abs_diff(stone.col()));
            board.get(stone).is_some() && distance <= NEAR
        })
    };
    let near: Vec<Crossing> = board
        .vacant()
        .filter(|&at| is_near(at) && rule.foul(board, at, mover).is_none())
        .collect();
    (!near.is_empty()).then(|| random.of(&near))
}

/// The row of the position, if the mover has a four and no five, and the result is known.
fn row(rule: Rule, board: &Board, mover: Colour, moves: &[Crossing]) -> Option<Row> {
    if fours(rule, board, mover).is_empty() {
        return None;
    }
    let (found, positions) = solve(rule, board, mover, LIMIT);
    let (kind, hardness, stones) = match found {
        Found::Won(line) => match line.len().div_ceil(2) {
            1 if rule.winning_line(board, line[0], mover).is_some() => return None,
            stones => (last_stone(rule, board, mover, &line), stones, stones),
        },
        Found::Unwon => (Kind::Unwon, positions.ilog2() as usize, 0),
        Found::Unknown => return None,
    };
    let hardness = hardness.min(kind.hardest());
    let moves: Vec<String> = moves.iter().map(|&at| coordinates(at)).collect();
    let text = format!(
        "{},{},{},{stones},{}",
        format!("{rule:?}").to_lowercase(),
        format!("{mover:?}").to_lowercase(),
        format!("{kind:?}").to_lowercase(),
        moves.join(" ")
    );
    Some(Row { kind, hardness, text })
}

/// What the last stone of a win makes: five, or a four that black may not block.
fn last_stone(rule: Rule, board: &Board, attacker: Colour, line: &[Crossing]) -> Kind {
    let mut after = board.clone();
    for (number, &at) in line.iter().enumerate() {
        let colour = if number % 2 == 0 { attacker } else { attacker.other() };
        after.place(at, colour).expect("the line is legal");
    }
    match line.last().and_then(|&at| rule.winning_line(&after, at, attacker)) {
        Some(_) => Kind::Won,
        None => Kind::Foul,
    }
}
