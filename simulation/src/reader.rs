//! Reads the chosen line of a page from the picture, by its font, for people who cannot see it.
//!
//! The chosen line is blue and the others are white. No port tells which it is, so the picture is read, on any engine.

use tengen_sim::Frame;

use super::machine::State;
use super::pointer::{PAGE_PIXEL, items};
use crate::gateware::text::page_text::ADVANCE;
use crate::gateware::text::words::Item;
use crate::gateware::video::font;

/// The text of the chosen line, such as `RULE FREESTYLE`; `None` if there is none, or the picture does not show that
/// state yet.
pub fn chosen(state: &State, picture: &Frame) -> Option<String> {
    let items = items(state);
    let on_lines = items.iter().filter(|item| item.line.is_some());
    let words: Vec<&str> = on_lines
        .filter_map(|item| item.texts.iter().find(|text| is_chosen(item, text, picture)))
        .flat_map(|text| text.split([' ', '←', '→', '>']))
        .filter(|word| !word.is_empty())
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Whether the item shows that text in blue.
fn is_chosen(item: &Item, text: &str, picture: &Frame) -> bool {
    let length = item.texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let letters = text.chars().chain(std::iter::repeat(' ')).take(length).enumerate();
    let mut dots = letters.flat_map(|(place, letter)| {
        let code = font::glyph(letter).unwrap_or(0);
        (0..font::HEIGHT * ADVANCE as usize).map(move |dot| {
            let (x, y) = (dot % ADVANCE as usize, dot / ADVANCE as usize);
            let column = item.x as usize + place * ADVANCE as usize + x;
            let colour = picture.pixel(PAGE_PIXEL * column, PAGE_PIXEL * (item.y as usize + y));
            (font::dot(code, x as isize, y as isize), colour)
        })
    });
    let Some((_, ink)) = dots.clone().find(|(dot, _)| *dot) else {
        return false;
    };
    let [red, _, blue] = ink;
    blue > red && dots.all(|(dot, colour)| dot == (colour == ink))
}
