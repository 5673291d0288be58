//! The console's menu as lines of text.

use tengen_link::menu::{Cell, Reader};

use crate::gateware::video::font;

/// A line of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub ink: Ink,
}

/// The colour of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    White,
    Red,
    Blue,
    Dim,
}

const GLYPH: Cell = 0x3F;

/// The menu that has been read. Of blank lines one is left between others, and none at either end.
pub fn lines(reader: &Reader) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![];
    for row in reader.cells() {
        let text: String = row.iter().map(|cell| font::character(cell & GLYPH)).collect();
        let text = text.trim_end().to_string();
        let first = row.iter().find(|cell| *cell & GLYPH != 0);
        let ink = match first.map_or(0, |cell| cell >> 6) {
            0 => Ink::White,
            1 => Ink::Red,
            2 => Ink::Blue,
            _ => Ink::Dim,
        };
        if !text.is_empty() || lines.last().is_some_and(|line| !line.text.is_empty()) {
            lines.push(Line { text, ink });
        }
    }
    lines.pop_if(|line| line.text.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_link::{Frame, Kind};

    #[test]
    fn glyphs_are_characters_and_blank_rows_are_few() {
        let mut reader = Reader::default();
        let glyph = |character| font::glyph(character).unwrap();
        for (sequence, number, argument) in [
            (3, 0, glyph('P')),
            (3, 2, glyph('1')),
            (9, 1, 0x40 | glyph('←')),
            (10, 0, 0xC0 | glyph('u')),
        ] {
            let kind = Kind::MenuCell as u8;
            reader.receive(Frame { kind, sequence, number, argument, ..Frame::default() });
        }
        let found: Vec<_> = lines(&reader).into_iter().map(|line| (line.text, line.ink)).collect();
        let expected = [("P 1", Ink::White), ("", Ink::White), (" ←", Ink::Red), ("U", Ink::Dim)];
        assert_eq!(found, expected.map(|(text, ink)| (text.to_string(), ink)));
    }
}
