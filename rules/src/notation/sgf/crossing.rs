//! The notation of crossings in files.
//!
//! | text | column         | row                     |
//! |------|----------------|-------------------------|
//! | `hc`, `HC` | h, from a at the left | c, from a at the top |
//! | `h13`, `H13` | the same | 13, from 1 at the bottom |

use crate::gomoku::{Crossing, board::SIZE};

/// Two letters, the form in SGF files.
pub fn letters(at: Crossing) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(at.col()), letter(at.row())].into_iter().collect()
}

/// A letter and a number, the usual form.
pub fn coordinates(at: Crossing) -> String {
    format!("{}{}", char::from(b'a' + at.col() as u8), SIZE - at.row())
}

/// The crossing with that name in either form; `None` if it is not on the board.
pub fn named(text: &str) -> Option<Crossing> {
    let (first, rest) = text.as_bytes().split_first()?;
    let place = |letter: &u8| usize::from(letter.to_ascii_lowercase()).checked_sub(b'a'.into());
    match rest {
        [row] if row.is_ascii_alphabetic() => Crossing::new(place(row)?, place(first)?),
        digits if (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) => {
            let number: usize = text[1..].parse().ok()?;
            Crossing::new(SIZE.checked_sub(number)?, place(first)?)
        }
        _ => None,
    }
}

/// The crossings of a list's entry: a single one, or all of a rectangle, `aa:cb`. `None` if one is not on the board.
pub fn all_named(text: &str) -> Option<Vec<Crossing>> {
    let Some((first, last)) = text.split_once(':') else {
        return named(text).map(|at| vec![at]);
    };
    let (first, last) = (named(first.trim())?, named(last.trim())?);
    let between = |a: usize, b: usize, at: usize| (a.min(b)..=a.max(b)).contains(&at);
    let within =
        |at: &Crossing| between(first.row(), last.row(), at.row()) && between(first.col(), last.col(), at.col());
    Some(Crossing::all().filter(within).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crossing_is_found_under_its_names() {
        for at in Crossing::all() {
            assert_eq!(named(&letters(at)), Some(at));
            assert_eq!(named(&letters(at).to_uppercase()), Some(at));
            assert_eq!(named(&coordinates(at)), Some(at));
            for first in ['a', 'A'] {
                let column = char::from(first as u8 + at.col() as u8);
                assert_eq!(named(&format!("{column}{}", SIZE - at.row())), Some(at));
            }
        }
        assert_eq!(named("aa"), Crossing::new(0, 0));
        assert_eq!(named("ba"), Crossing::new(0, 1));
        assert_eq!(named("a1"), Crossing::new(14, 0));
        assert_eq!(named("h8"), Crossing::new(7, 7));
        assert_eq!(coordinates(Crossing::new(12, 1).unwrap()), "b3");
    }

    #[test]
    fn a_rectangle_is_all_its_crossings() {
        let names = |text: &str| all_named(text).map(|all| all.into_iter().map(letters).collect::<Vec<_>>().join(" "));
        assert_eq!(names("hc").as_deref(), Some("hc"));
        assert_eq!(names("aa:cb").as_deref(), Some("aa ba ca ab bb cb"));
        assert_eq!(names("cb:aa"), names("aa:cb"));
        assert_eq!(names("aa:oo").map(|all| all.len()), Some(225 * 3 - 1));
        for text in ["", ":", "aa:", ":aa", "aa:pp", "aa:bb:cc"] {
            assert_eq!(all_named(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_off_the_board_has_no_name() {
        for text in [
            "", "a", "pa", "ap", "tt", "PP", "a0", "a16", "p1", "a+1", "a 1", "1a", "aaa", "a100", "é8", "aé",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
