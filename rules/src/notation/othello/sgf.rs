//! Games of Othello as SGF, the Smart Game Format `FF[4]` (red-bean.com/sgf), game type 2.
//!
//! ```text
//! (;FF[4]GM[2]CA[UTF-8]AP[Tengen:0.1.0]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
//! PB[Ada]PW[Tengen, C3]DT[2026-11-22]RE[B+4]
//! ;B[f5];W[d6]C[A usual answer];B[c3];W[PA])
//! ```
//!
//! | property           | written as                                 | read                                           |
//! |--------------------|--------------------------------------------|------------------------------------------------|
//! | GM, SZ             | 2, 8                                       | the same; SZ may be missing                    |
//! | AB, AW, PL         | the four discs of the start, B             | the same, or missing; another position is refused |
//! | B, W               | column and row as people say them: `f5`    | the same, `F5`, and `fe`, both letters from the top left |
//! |                    | a pass or a lost turn: `PA`                | the same, `pa`, `pass`, nothing, and `tt`      |
//! | RE                 | `B+` or `W+` and the score, `Draw`         | the same with anything behind the `+`, and `0` |
//! | PB, PW, DT, PC, EV | players, date, place, event                | the same, `?` being nothing                    |
//! | C                  | the comment of a move, or before the first | the same                                       |
//! | others             |                                            | ignored                                        |
//!
//! The specification leaves the moves of game type 2 open. This is the form that Edax writes and reads, the only
//! program we know of that does both. Only the main line is read; moves may stand in the first node, where Edax puts
//! them.

use anyhow::{Result, ensure};

use super::Record;
use super::record::{follow, known};
use crate::Colour;
use crate::notation::Outcome;
use crate::notation::sgf::syntax::{Event, Property, Reader};
use crate::notation::sgf::{Fault, escaped};
use crate::othello::{Ply, Position, Square, Squares};

/// Moves per line.
const A_LINE: usize = 10;

/// Reads the main line of the first game. Anything after its end is ignored.
///
/// # Errors
/// A [`Fault`] at the first byte or property that cannot be understood, belongs to another game, or is not a legal
/// move.
pub fn read(file: &[u8]) -> Result<Record, Fault> {
    let mut reader = Reader::new(file)?;
    let (mut record, mut said, mut moves) = (Record::default(), None, 0);
    let mut is_root = true;
    loop {
        let properties = match reader.event()? {
            Event::Open => continue,
            // The main line always takes the first subtree, so it ends here.
            Event::Close => break,
            Event::Node(properties) => properties,
        };
        if std::mem::take(&mut is_root) {
            set_up(&properties)?;
        } else if let Some(set_up) = properties.iter().find(|property| is_disc(property)) {
            let what = format!("{} changes the position within the game", set_up.shown());
            return Err(set_up.fault(what));
        }
        for property in &properties {
            let value = &property.values[0];
            match property.name.as_str() {
                "GM" if value.trim() != "2" => {
                    let what = format!("{} is another game; Othello is GM[2]", property.shown());
                    return Err(property.fault(what));
                }
                "SZ" if !["8", "8:8"].contains(&value.trim()) => {
                    let what = format!("{} is another board; this one is SZ[8]", property.shown());
                    return Err(property.fault(what));
                }
                "RE" => said = Outcome::read(value),
                "B" | "W" => {
                    moves += 1;
                    play(&mut record, property, moves)?;
                }
                name => {
                    if let Some(line) = record.head.property_mut(name) {
                        *line = known(value);
                    }
                }
            }
        }
        if let Some(comment) = properties.iter().find(|property| property.name == "C") {
            record.head.comment(record.game.plies().len(), &comment.values[0]);
        }
    }
    record.head.comments.retain(|_, comment| !comment.is_empty());
    record.say(said);
    Ok(record)
}

fn is_disc(property: &Property) -> bool {
    ["AB", "AW", "AE"].contains(&&*property.name)
}

/// Checks that the start position in a file is the usual one.
fn set_up(properties: &[Property]) -> Result<(), Fault> {
    let mut discs: [Squares; 2] = [0; 2];
    for property in properties.iter().filter(|property| is_disc(property)) {
        for value in &property.values {
            let Some(at) = square(value.trim()) else {
                return Err(property.fault(format!("{}: {NO_SQUARE}", property.shown_with(value))));
            };
            match property.name.as_str() {
                "AB" => discs[0] |= at.bit(),
                "AW" => discs[1] |= at.bit(),
                _ => {}
            }
        }
    }
    let Position { own, opponent } = Position::START;
    let place = properties.iter().find(|property| is_disc(property));
    if let Some(place) = place.filter(|_| discs != [own, opponent] && discs != [0, 0]) {
        let what = "the game begins with another position than black on d5 and e4, white on d4 and e5";
        return Err(place.fault(what.into()));
    }
    let player = properties.iter().find(|property| property.name == "PL");
    match player.filter(|player| !player.values[0].trim().to_lowercase().starts_with(['b', '1'])) {
        Some(player) => Err(player.fault(format!("{}: black is to move first", player.shown()))),
        None => Ok(()),
    }
}

const NO_SQUARE: &str = "no square; there are a1 to h8, or aa to hh";

/// The square with that name in either form; `None` if it is not on the board.
fn square(text: &str) -> Option<Square> {
    match text.to_ascii_lowercase().as_bytes() {
        [column @ b'a'..=b'h', row @ b'a'..=b'h'] => Square::new((row - b'a').into(), (column - b'a').into()),
        _ => text.parse().ok(),
    }
}

fn play(record: &mut Record, property: &Property, number: usize) -> Result<(), Fault> {
    let wrong = |why: String| property.fault(format!("move {number}, {}: {why}", property.shown()));
    if property.values.len() > 1 {
        return Err(wrong("a move has one square".into()));
    }
    let colour = match property.name.as_str() {
        "B" => Colour::Black,
        _ => Colour::White,
    };
    let value = property.values[0].trim();
    let ply = match value.to_ascii_lowercase().as_str() {
        "" | "tt" | "pa" | "pass" => Ply::Pass,
        _ => Ply::Disc(square(value).ok_or_else(|| wrong(NO_SQUARE.into()))?),
    };
    follow(&mut record.game, colour, ply).map_err(|error| wrong(error.to_string()))
}

/// The text of a file, from which [`read`] gets the same record.
///
/// # Errors
/// If the game has an unusual start position.
pub fn write(record: &Record) -> Result<String> {
    ensure!(
        record.begins_as_usual(),
        "here SGF cannot say what position the game begins with: write it as GGF"
    );
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("(;FF[4]GM[2]CA[UTF-8]AP[Tengen:{version}]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n");
    for (property, value) in record.head.properties() {
        if !value.is_empty() {
            text += &format!("{property}[{}]", escaped(value, ' '));
        }
    }
    let margin = record.score().map_or(String::new(), |score| score.abs().to_string());
    text += &match record.outcome() {
        Some(Outcome::Draw) => "RE[Draw]".into(),
        Some(won) => format!("RE[{}{margin}]", Outcome::text(Some(won))),
        None => String::new(),
    };
    let comment = |ply| match record.head.comments.get(&ply) {
        Some(comment) => format!("C[{}]", escaped(comment, '\n')),
        None => String::new(),
    };
    text += &comment(0);
    for (number, ply) in record.game.plies().enumerate() {
        let line_end = if number % A_LINE == 0 { "\n" } else { "" };
        let colour = ["B", "W"][number % 2];
        let at = match ply {
            Ply::Disc(at) => at.to_string(),
            Ply::Pass => "PA".into(),
        };
        text += &format!("{line_end};{colour}[{at}]{}", comment(number + 1));
    }
    Ok(text + ")\n")
}
