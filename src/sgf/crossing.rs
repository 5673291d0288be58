//! Crossings as files write them.
//!
//! | text | column         | row                     |
//! |------|----------------|-------------------------|
//! | `hc` | h, from a at the left | c, from a at the top |
//! | `h13`, `H13` | the same | 13, from 1 at the bottom |

use crate::rules::gomoku::{Crossing, board::SIZE};

/// Two letters, as they are written.
pub fn letters(at: Crossing) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(at.col()), letter(at.row())].into_iter().collect()
}

/// The crossing of that name in either form; `None` if it is none of the board's.
pub fn named(text: &str) -> Option<Crossing> {
    let (first, rest) = text.as_bytes().split_first()?;
    let column = |letter: u8| usize::from(letter).checked_sub(b'a'.into());
    match rest {
        [row] if row.is_ascii_lowercase() => Crossing::new(column(*row)?, column(*first)?),
        digits if (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) => {
            let number: usize = text[1..].parse().ok()?;
            Crossing::new(SIZE.checked_sub(number)?, column(first.to_ascii_lowercase())?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crossing_is_found_under_its_names() {
        for at in Crossing::all() {
            assert_eq!(named(&letters(at)), Some(at));
            for first in ['a', 'A'] {
                let column = char::from(first as u8 + at.col() as u8);
                assert_eq!(named(&format!("{column}{}", SIZE - at.row())), Some(at));
            }
        }
        assert_eq!(named("aa"), Crossing::new(0, 0));
        assert_eq!(named("ba"), Crossing::new(0, 1));
        assert_eq!(named("a1"), Crossing::new(14, 0));
        assert_eq!(named("h8"), Crossing::new(7, 7));
    }

    #[test]
    fn what_is_off_the_board_has_no_name() {
        for text in [
            "", "a", "pa", "ap", "tt", "HH", "a0", "a16", "p1", "a+1", "a 1", "1a", "aaa", "a100", "é8", "aé",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
