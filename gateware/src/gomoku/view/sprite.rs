//! The cell: what the 32x32 pixels around a crossing can show, computed here and stored in one ROM of 1024 words.
//!
//! A word is a texel (see `gateware/game/ball.rs`) at address {`y[4:0]`, `x[4:0]`}; the crossing is at (16, 16):
//!
//! | field  | meaning                                                        |
//! |--------|----------------------------------------------------------------|
//! | look   | the look of a stone at the pixel                               |
//! | ground | what the bare board may show at the pixel, see [`Ground`]      |
//! | cursor | the pixel belongs to one of the four corners of the cursor box |
//! | mark   | the pixel belongs to the ring on the stone played last         |

use rust_hdl::prelude::*;

pub use crate::game::ball::Look;
use crate::game::ball::{self, Ball};
use tengen_hdl::library::memory::Rom;

/// Pixels from one crossing to the next.
pub const CELL: usize = 32;
/// The column and the row of the crossing in its cell.
pub const CENTRE: usize = 16;
/// Radius of a stone, in pixels.
const STONE_RADIUS: f64 = 14.0;
/// A stone on its crossing.
const STONE: Ball = Ball { centre: CENTRE, radius: STONE_RADIUS };
/// Radius of a star point, in pixels.
pub const STAR_RADIUS: f64 = 3.7;

/// What the bare board may show at a pixel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    Plain,
    /// The half-lines that meet at the crossing. At the outer crossings some are missing.
    West,
    East,
    North,
    South,
    Crossing,
    Star,
    /// Where a stone, if there is one, casts its shadow.
    Shadow,
}

/// The code of a kind of ground, shifted to its place in a texel.
pub const fn on_ground(kind: Ground) -> u64 {
    (kind as u64) << 3
}

const _: () = assert!(on_ground(Ground::Shadow) == ball::SHADOW);

/// The look of a stone at a pixel of the cell.
pub fn stone(x: usize, y: usize) -> Look {
    STONE.look(x, y)
}

/// What the bare board may show at a pixel of the cell.
pub fn ground(x: usize, y: usize) -> Ground {
    match (x.cmp(&CENTRE), y.cmp(&CENTRE)) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => Ground::Crossing,
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Ground::West,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Ground::East,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Ground::North,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Ground::South,
        _ if STONE.distance(x as f64, y as f64) <= STAR_RADIUS => Ground::Star,
        _ if STONE.shadow(x, y) => Ground::Shadow,
        _ => Ground::Plain,
    }
}

/// Whether the cursor box lies on a pixel of the cell: four corners, two pixels thick.
pub fn cursor(x: usize, y: usize) -> bool {
    // Distance from the nearer border of the cell. 1..=31 is symmetric about the crossing at 16.
    let fold = |position: usize| position.min(CELL - position.max(1));
    let (x, y) = (fold(x), fold(y));
    let (near, far) = (x.min(y), x.max(y));
    (1..=2).contains(&near) && far <= 9
}

/// Whether the ring on the last stone lies on a pixel of the cell.
pub fn mark(x: usize, y: usize) -> bool {
    (3.6..6.0).contains(&STONE.distance(x as f64, y as f64))
}

/// The word of the ROM for a pixel of the cell.
pub fn texel(x: usize, y: usize) -> u8 {
    let flag = |on: bool, bit: usize| u8::from(on) << bit;
    flag(mark(x, y), ball::MARK_BIT)
        | flag(cursor(x, y), ball::CURSOR_BIT)
        | on_ground(ground(x, y)) as u8
        | stone(x, y) as u8
}

/// The ROM: eight bit planes of 32x32.
pub fn rom() -> Rom<Bits<8>, 10> {
    Rom::new((0..CELL * CELL).map(|place| u64::from(texel(place % CELL, place / CELL)).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_is_round_and_of_radius_14() {
        for (x, y) in (0..CELL * CELL).map(|place| (place % CELL, place / CELL)) {
            let distance = STONE.distance(x as f64, y as f64);
            if distance < STONE_RADIUS - 0.8 {
                assert!(!matches!(stone(x, y), Look::Outside | Look::Edge), "({x}, {y})");
            }
            if distance > STONE_RADIUS + 0.8 {
                assert_eq!(stone(x, y), Look::Outside, "({x}, {y})");
            }
        }
        assert_eq!(
            stone(CENTRE, CENTRE),
            Look::Body,
            "the crossing's own pixel shows the stone's colour"
        );
    }

    #[test]
    fn the_light_comes_from_the_top_left() {
        let count = |kind, half: fn(usize, usize) -> bool| {
            (0..CELL * CELL)
                .map(|place| (place % CELL, place / CELL))
                .filter(|&(x, y)| half(x, y) && stone(x, y) == kind)
                .count()
        };
        let (towards, away): (fn(_, _) -> _, fn(_, _) -> _) = (|x, y| x + y < 2 * CENTRE, |x, y| x + y > 2 * CENTRE);
        assert!(count(Look::Glint, towards) > 4 && count(Look::Glint, away) == 0);
        assert!(count(Look::Dark, away) > 20 && count(Look::Dark, towards) == 0);
    }

    #[test]
    fn nothing_drawn_over_a_stone_hides_its_middle() {
        assert!(!cursor(CENTRE, CENTRE) && !mark(CENTRE, CENTRE));
    }

    #[test]
    fn the_cursor_box_is_symmetric_about_the_crossing() {
        for (x, y) in (1..CELL).flat_map(|y| (1..CELL).map(move |x| (x, y))) {
            assert_eq!(cursor(x, y), cursor(CELL - x, y));
            assert_eq!(cursor(x, y), cursor(y, x));
        }
        assert!(cursor(1, 1) && cursor(2, 9) && !cursor(3, 3) && !cursor(0, 5) && !cursor(1, 16));
    }
}
