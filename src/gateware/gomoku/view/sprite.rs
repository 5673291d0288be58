//! The cell: what can lie on the 32x32 pixels around a crossing, computed here and kept in one ROM of 1024 words.
//!
//! ```text
//! bit       7      6       5..3          2..0
//! texel   { mark, cursor, ground[2:0], stone[2:0] }      at address { y[4:0], x[4:0] }, the crossing at (16, 16)
//! ```
//!
//! | field  | meaning                                             |
//! |--------|-----------------------------------------------------|
//! | stone  | how a stone looks there: see [`Look`]; 0 outside it |
//! | ground | what the bare board may show there: see [`Ground`]  |
//! | cursor | one of the four corners of the cursor box           |
//! | mark   | the ring on the stone played last                   |
//!
//! The texel says only what *may* be there; the cell in the board RAM and the place on the board decide what is.

use rust_hdl::prelude::*;

use crate::gateware::memory::Rom;

/// Pixels from one crossing to the next.
pub const CELL: usize = 32;
/// The pixel of a cell, across and down, on which its crossing lies.
pub const CENTRE: usize = 16;
/// Radius of a stone, in pixels.
pub const STONE_RADIUS: f64 = 14.0;
/// Radius of a star point, in pixels.
pub const STAR_RADIUS: f64 = 3.7;

/// How a stone looks at a pixel: a ball lit from the top left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Look {
    Outside,
    /// Partly covered: a colour between stone and wood.
    Edge,
    /// The outermost two pixels, turned to the light; they glow on the stones that won.
    LitRim,
    /// The outermost two pixels, turned away.
    DarkRim,
    Dark,
    Body,
    Light,
    Glint,
}

/// What the bare board may show at a pixel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    Plain,
    /// The half-lines that meet in the crossing: those of the outer crossings end there.
    West,
    East,
    North,
    South,
    Crossing,
    Star,
    /// Where a stone, if there is one, throws its shadow.
    Shadow,
}

/// How a texel's bits are shared out: masks and values in place, for the painters.
pub mod texel {
    /// The field of [`super::Ground`].
    pub const GROUND: u64 = 0b0011_1000;
    /// The number of the bit of the cursor box.
    pub const CURSOR_BIT: usize = 6;
    /// The number of the bit of the last stone's ring.
    pub const MARK_BIT: usize = 7;

    /// A kind of ground in its place.
    pub const fn ground(kind: super::Ground) -> u64 {
        (kind as u64) << 3
    }
}

/// The distance of a point from the crossing.
fn distance(x: f64, y: f64) -> f64 {
    (x - CENTRE as f64).hypot(y - CENTRE as f64)
}

/// The part of a pixel, 0 to 1, that a stone whose middle is moved by `shift` both ways covers.
fn coverage(x: usize, y: usize, shift: f64) -> f64 {
    const PARTS: usize = 8;
    let sample = |part: usize| (part as f64 + 0.5) / PARTS as f64 - 0.5 - shift;
    let covered = (0..PARTS * PARTS)
        .filter(|i| {
            let (dx, dy) = (sample(i % PARTS), sample(i / PARTS));
            distance(x as f64 + dx, y as f64 + dy) <= STONE_RADIUS
        })
        .count();
    covered as f64 / (PARTS * PARTS) as f64
}

/// The stone's look at a pixel of the cell.
pub fn stone(x: usize, y: usize) -> Look {
    let covered = coverage(x, y, 0.0);
    if covered < 0.3 {
        return Look::Outside;
    }
    if covered < 0.9 {
        return Look::Edge;
    }
    // The ball's surface there, and the light on it: unit vectors, y downwards, z towards the eye.
    let (nx, ny) = (
        (x as f64 - CENTRE as f64) / STONE_RADIUS,
        (y as f64 - CENTRE as f64) / STONE_RADIUS,
    );
    let nz = (1.0 - nx * nx - ny * ny).max(0.0).sqrt();
    let light = -0.48 * nx - 0.56 * ny + 0.675 * nz;
    if distance(x as f64, y as f64) > STONE_RADIUS - 2.2 {
        return if nx + ny < 0.3 { Look::LitRim } else { Look::DarkRim };
    }
    match light {
        l if l > 0.975 => Look::Glint,
        l if l > 0.88 => Look::Light,
        l if l > 0.40 => Look::Body,
        _ => Look::Dark,
    }
}

/// The bare board at a pixel of the cell.
pub fn ground(x: usize, y: usize) -> Ground {
    match (x.cmp(&CENTRE), y.cmp(&CENTRE)) {
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => Ground::Crossing,
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Ground::West,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Ground::East,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Ground::North,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Ground::South,
        _ if distance(x as f64, y as f64) <= STAR_RADIUS => Ground::Star,
        _ if stone(x, y) == Look::Outside && coverage(x, y, 1.5) >= 0.5 => Ground::Shadow,
        _ => Ground::Plain,
    }
}

/// Whether the cursor box lies on a pixel of the cell: four corners, two pixels thick.
pub fn cursor(x: usize, y: usize) -> bool {
    // Counted from the nearer side, the crossing in the middle: 1..=31 is symmetric about 16.
    let fold = |position: usize| position.min(CELL - position.max(1));
    let (x, y) = (fold(x), fold(y));
    let (near, far) = (x.min(y), x.max(y));
    (1..=2).contains(&near) && far <= 9
}

/// Whether the ring on the last stone lies on a pixel of the cell.
pub fn mark(x: usize, y: usize) -> bool {
    (3.6..6.0).contains(&distance(x as f64, y as f64))
}

/// The word of the ROM for a pixel of the cell.
pub fn texel(x: usize, y: usize) -> u8 {
    let flag = |on: bool, bit: usize| u8::from(on) << bit;
    flag(mark(x, y), texel::MARK_BIT)
        | flag(cursor(x, y), texel::CURSOR_BIT)
        | texel::ground(ground(x, y)) as u8
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
            let distance = distance(x as f64, y as f64);
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
