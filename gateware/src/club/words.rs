//! The club's texts on the screen: its page, and the two pages of its end. The director passes them to the page
//! painter; the simulation uses them to find what was clicked.

use super::pictures::{self, FENCE, PIGS};
use crate::text::digits;
use crate::text::figures::Figure;
use crate::text::words::{Item, PageInk, Pick, cursor, item};
use tengen_rules::club::{GROWN_PIG, PIG, PORTION};

/// The club's line on the list of games.
pub const NAME: &str = "CLUB";
/// The same line for each [`crate::ports::Standing`].
pub const NEWS: [&str; 5] = [NAME, "CLUB: WON", "CLUB: TOO WEAK", "CLUB: NO COINS", "CLUB: LOST"];
/// The reason of the club's end for each [`crate::ports::Standing`].
const REASONS: [&str; 5] = ["", "", "STRENGTH BELOW 0", " COINS BELOW 0", "30 COINS OR LESS"];

/// The pages in the painter's order: open, won, lost.
pub fn pages() -> [Vec<Item>; 3] {
    [open(), ended(true), ended(false)]
}

/// A name with a number to its right.
fn number(y: u64, name: &str, figure: Figure) -> Item {
    let text = format!("{name:9}{}", digits(figure));
    item(88, y, Pick::Fixed, &[&text])
}

fn open() -> Vec<Item> {
    let choices = [
        format!("BUY PIG   -{PIG}"),
        format!("SELL PIG +{GROWN_PIG}"),
        format!("MEAL      -{PORTION}"),
        format!("FEED      -{PORTION}"),
        "END".to_owned(),
    ];
    let numbers = [
        ("COINS", Figure::Money),
        ("STRENGTH", Figure::Strength),
        ("FEED", Figure::Feed),
        ("PIGS", Figure::Pigs),
        ("GROWN", Figure::Grown),
    ];
    let mut items = vec![
        item(56, 3, Pick::Fixed, &[NAME]).scale(2),
        item(118, 7, Pick::Fixed, &["C BACK"]),
    ];
    for (line, choice) in (0..).zip(&choices) {
        items.push(cursor(5, 24 + 10 * line, line));
        items.push(item(12, 24 + 10 * line, Pick::Fixed, &[choice]).line(line));
    }
    for (line, (name, figure)) in (0..).zip(numbers) {
        items.push(number(24 + 10 * line, name, figure));
    }
    // The yard: a pig of each age and its count, in front of a fence.
    let ages = [Figure::Newborn, Figure::Once, Figure::Twice, Figure::Grown];
    items.extend(fence(73));
    for ((x, pig), age) in [16, 48, 84, 121].into_iter().zip(PIGS).zip(ages) {
        let rows = pictures::texts(pig);
        let top = 100 - 8 * rows.len() as u64;
        for (row, text) in (0..).zip(&rows) {
            items.push(item(x, top + 8 * row, Pick::Fixed, &[text]).ink(PageInk::Red));
        }
        let middle = x + 3 * rows[0].chars().count() as u64;
        items.push(item(middle - 8, 101, Pick::Fixed, &[&digits(age)]));
    }
    items.push(item(23, 109, Pick::Question, &["WELCOME TO", "THIS LOSES"]));
    items.push(item(83, 109, Pick::Question, &[" THE FARM", " ↵ AGAIN?"]));
    items
}

/// The page of the club's end: a grown pig if won, else an empty yard.
fn ended(won: bool) -> Vec<Item> {
    let (result, ink) = match won {
        true => ("YOU WIN", PageInk::Blue),
        false => ("YOU DIE", PageInk::Red),
    };
    let mut items = vec![item(17, 20, Pick::Fixed, &[result]).scale(3).ink(ink)];
    if won {
        for (row, text) in (0..).zip(pictures::texts(PIGS[3])) {
            items.push(item(44, 54 + 24 * row, Pick::Fixed, &[&text]).scale(3));
        }
    } else {
        items.push(item(32, 52, Pick::Club, &REASONS));
        items.extend(fence(73));
    }
    items.push(item(38, 110, Pick::Fixed, &["ANY KEY: AGAIN"]));
    items
}

/// A fence across the page.
fn fence(y: u64) -> impl Iterator<Item = Item> {
    let half: String = pictures::texts(FENCE)[0].repeat(13);
    [2, 80].into_iter().map(move |x| item(x, y, Pick::Fixed, &[&half]))
}
