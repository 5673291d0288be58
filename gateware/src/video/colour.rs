//! The sixteen colours of the machine: each is a number of four bits, with an RGB value of eight bits each.
//!
//! | number | name   | use                                                        |
//! |--------|--------|------------------------------------------------------------|
//! | 0      | Black  | blanking; it must be number 0 and black                    |
//! | 1      | White  | text, the page's white, the brightest spot of white stones |
//! | 2      | Red    | cursor, the mark of the last stone, warnings               |
//! | 3      | Blue   | the selected line of a list                                |
//! | 4      | Wood   | the board                                                  |
//! | 5      | Line   | grid lines, star points, coordinates                       |
//! | 6      | Slate  | the background of the menu and the page picture            |
//! | 7      | Dim    | text of less importance                                    |
//! | 8..11  | Ebony* | black stones: soft edge, body, light, glint                |
//! | 12..14 | Ivory* | white stones: soft edge, shade, body                       |
//! | 15     | Gold   | the rim of winning stones                                  |
//!
//! The club's page has its own four colours: [`Colour::on_the_farm`].
//!
//! The values are chosen so that they remain distinct even on the coarsest DAC (3-3-2).

use crate::LogicState;

/// The colour of a pixel. `Palette` converts it to red, green and blue.
#[derive(LogicState, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colour {
    Black,
    White,
    Red,
    Blue,
    Wood,
    Line,
    Slate,
    Dim,
    EbonyEdge,
    Ebony,
    EbonyLight,
    EbonyGlint,
    IvoryEdge,
    IvoryShade,
    Ivory,
    Gold,
}

impl Colour {
    /// All colours, by their numbers.
    pub const ALL: [Colour; 16] = [
        Colour::Black,
        Colour::White,
        Colour::Red,
        Colour::Blue,
        Colour::Wood,
        Colour::Line,
        Colour::Slate,
        Colour::Dim,
        Colour::EbonyEdge,
        Colour::Ebony,
        Colour::EbonyLight,
        Colour::EbonyGlint,
        Colour::IvoryEdge,
        Colour::IvoryShade,
        Colour::Ivory,
        Colour::Gold,
    ];

    /// Red, green and blue, eight bits each.
    pub const fn rgb(self) -> [u8; 3] {
        match self {
            Colour::Black => [0, 0, 0],
            Colour::White => [255, 255, 255],
            Colour::Red => [224, 40, 36],
            Colour::Blue => [96, 170, 255],
            Colour::Wood => [222, 178, 100],
            Colour::Line => [92, 62, 28],
            Colour::Slate => [28, 36, 48],
            Colour::Dim => [126, 136, 150],
            Colour::EbonyEdge => [124, 98, 58],
            Colour::Ebony => [36, 36, 40],
            Colour::EbonyLight => [74, 74, 82],
            Colour::EbonyGlint => [146, 146, 160],
            Colour::IvoryEdge => [188, 160, 116],
            Colour::IvoryShade => [204, 204, 184],
            Colour::Ivory => [236, 232, 220],
            Colour::Gold => [255, 200, 0],
        }
    }

    /// The colour's levels on a converter with `widths` bits for red, green and blue: each part is rounded to the
    /// nearest of `2^width` evenly spaced levels from black to full, halves upwards.
    pub const fn levels(self, widths: [usize; 3]) -> [u8; 3] {
        levels(self.rgb(), widths)
    }

    /// Red, green and blue on the club's page: the background is meadow green, and red becomes the pigs' colour.
    pub const fn on_the_farm(self) -> [u8; 3] {
        match self {
            Colour::Slate => [24, 76, 40],
            Colour::Red => [255, 150, 170],
            Colour::White | Colour::Blue => self.rgb(),
            // Not used on pages.
            _ => [0, 0, 0],
        }
    }
}

/// The levels of red, green and blue on a converter of `widths` bits.
pub const fn levels(rgb: [u8; 3], widths: [usize; 3]) -> [u8; 3] {
    [
        level(rgb[0], widths[0]),
        level(rgb[1], widths[1]),
        level(rgb[2], widths[2]),
    ]
}

/// The level of a converter of `width` bits (1 to 8) nearest to an eight-bit value.
const fn level(value: u8, width: usize) -> u8 {
    let top = (1u32 << width) - 1;
    ((value as u32 * top * 2 + 255) / (2 * 255)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::Bits;
    use std::collections::BTreeSet;

    const DEPTHS: [[usize; 3]; 4] = [[3, 3, 2], [4, 4, 4], [5, 6, 5], [8, 8, 8]];

    #[test]
    fn a_colour_stands_at_its_number() {
        for (number, colour) in Colour::ALL.into_iter().enumerate() {
            let bits: Bits<4> = colour.into();
            assert_eq!(bits.index(), number);
        }
        assert_eq!(Colour::default().rgb(), [0, 0, 0], "blanking is colour 0");
    }

    #[test]
    fn levels_are_the_nearest() {
        for width in 1..=8 {
            let top = (1i32 << width) - 1;
            for value in 0..=255u8 {
                let distance = |level: i32| (level * 255 - value as i32 * top).abs();
                let found = level(value, width) as i32;
                assert!(
                    (0..=top).all(|other| distance(found) <= distance(other)),
                    "{value} at {width}"
                );
            }
        }
    }

    #[test]
    fn every_depth_keeps_the_colours_apart() {
        for widths in DEPTHS {
            let seen: BTreeSet<[u8; 3]> = Colour::ALL.iter().map(|c| c.levels(widths)).collect();
            assert_eq!(seen.len(), Colour::ALL.len(), "two colours fall together at {widths:?}");
            let farm = Colour::ALL.map(|colour| levels(colour.on_the_farm(), widths));
            assert_eq!(BTreeSet::from(farm).len(), 4 + 1, "two of the farm's at {widths:?}");
        }
    }
}
