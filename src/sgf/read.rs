//! From the properties of a file to a game.

use super::record::{Outcome, Record};
use super::syntax::{Property, main_line};
use super::{Fault, crossing};
use crate::rules::gomoku::{Colour, Game, Refused, Rule};

/// Reads a game.
///
/// # Errors
/// A [`Fault`] at the first byte or property that is not understood, is of another game, or is no lawful move.
pub fn read(file: &[u8]) -> Result<Record, Fault> {
    let properties = main_line(file)?;
    let first = |name: &str| {
        let found = properties.iter().find(|property| property.name == name);
        found.map_or("", |property| &property.values[0])
    };
    let mut game = Game::new(rule(first("RU")));
    for property in &properties {
        follow(property, &mut game).map_err(|what| Fault {
            byte: property.byte,
            what,
        })?;
    }
    let mut record = Record::new(game);
    record.say(outcome(first("RE")));
    record.black = first("PB").into();
    record.white = first("PW").into();
    Ok(record)
}

/// Takes a property for what it means to the game on the board; the error says what is wrong with it.
fn follow(property: &Property, game: &mut Game) -> Result<(), String> {
    let value = property.values[0].trim();
    match property.name.as_str() {
        "GM" if value != "4" => Err(format!(
            "GM[{}] is another game; Gomoku and Renju are GM[4]",
            shown(value)
        )),
        "SZ" if value != "15" && value != "15:15" => {
            Err(format!("SZ[{}] is another board; this one is SZ[15]", shown(value)))
        }
        "AB" | "AW" | "AE" => Err(format!(
            "{} sets up a position; a game here begins on the empty board",
            property.name
        )),
        "B" => ply(Colour::Black, property, game),
        "W" => ply(Colour::White, property, game),
        _ => Ok(()),
    }
}

fn ply(colour: Colour, property: &Property, game: &mut Game) -> Result<(), String> {
    let value = property.values[0].trim();
    let (number, rule) = (game.plies().len() + 1, game.rule());
    let wrong = |why: String| Err(format!("move {number}, {}[{}]: {why}", property.name, shown(value)));
    if property.values.len() > 1 {
        return wrong("a move has one crossing".into());
    }
    if game.end().is_none() && colour != game.turn() {
        return wrong("the other side is to move; a turn that was lost is an empty move".into());
    }
    let played = match (value, crossing::named(value)) {
        ("" | "tt", _) => game.pass(),
        (_, Some(at)) => game.play(at),
        (_, None) => return wrong("no crossing; there are aa to oo, or a1 to o15".into()),
    };
    played.or_else(|refused| {
        wrong(match refused {
            Refused::Taken => "the crossing is taken".into(),
            Refused::Over => format!("the game is over by the rule, {rule}"),
        })
    })
}

/// As much of a value as an error may quote.
fn shown(value: &str) -> String {
    value.chars().take(12).flat_map(char::escape_debug).collect()
}

/// The rule a file means, by the names that programs give it.
fn rule(text: &str) -> Rule {
    let text = text.to_lowercase();
    let says = |names: &[&str]| names.iter().any(|name| text.contains(name));
    match () {
        () if says(&["renju", "rif"]) => Rule::Renju,
        () if says(&["exact", "standard"]) => Rule::ExactFive,
        () => Rule::Freestyle,
    }
}

fn outcome(text: &str) -> Option<Outcome> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "0" | "draw" => Some(Outcome::Draw),
        won if won.starts_with("b+") => Some(Outcome::Won(Colour::Black)),
        won if won.starts_with("w+") => Some(Outcome::Won(Colour::White)),
        _ => None,
    }
}
