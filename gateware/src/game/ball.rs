//! The picture of a stone: a ball on the board, lit from the top left. The board views store it pixel by pixel in a
//! ROM.
//!
//! ```text
//! bit       7      6       5..3          2..0
//! texel   { mark, cursor, ground[2:0], look[2:0] }
//! ```
//!
//! | field  | meaning                                                                    |
//! |--------|----------------------------------------------------------------------------|
//! | look   | how a stone looks at the pixel: see [`Look`]; 0 outside it                 |
//! | ground | what the empty board may show there; [`SHADOW`] is the same for all boards |
//! | cursor | the pixel belongs to the cursor box                                        |
//! | mark   | the pixel belongs to the mark of the last stone                            |
//!
//! The texel says only what *may* be drawn there. The cell and its position on the board decide what is drawn.

/// The part of a stone at a pixel, which determines its colour.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Look {
    Outside,
    /// Partly covered by the stone: a colour between stone and wood.
    Edge,
    /// The outermost two pixels, on the lit side; highlighted on the winning stones.
    LitRim,
    /// The outermost two pixels, on the dark side.
    DarkRim,
    Dark,
    Body,
    Light,
    Glint,
}

/// Mask of a texel's ground field.
pub const GROUND: u64 = 0b0011_1000;
/// Ground code, already shifted, for a pixel in a stone's shadow.
pub const SHADOW: u64 = 0b0011_1000;
/// Bit number of `cursor`.
pub const CURSOR_BIT: usize = 6;
/// Bit number of `mark`.
pub const MARK_BIT: usize = 7;

/// Position and size of a stone in its cell, in pixels.
#[derive(Copy, Clone, Debug)]
pub struct Ball {
    /// The pixel at its centre, in both directions.
    pub centre: usize,
    pub radius: f64,
}

impl Ball {
    /// The distance of a point from the centre.
    pub fn distance(self, x: f64, y: f64) -> f64 {
        (x - self.centre as f64).hypot(y - self.centre as f64)
    }

    /// The part of a pixel, 0 to 1, covered by a stone whose centre is moved by `shift` in both directions.
    fn coverage(self, x: usize, y: usize, shift: f64) -> f64 {
        const PARTS: usize = 8;
        let sample = |part: usize| (part as f64 + 0.5) / PARTS as f64 - 0.5 - shift;
        let covered = (0..PARTS * PARTS)
            .filter(|i| {
                let (dx, dy) = (sample(i % PARTS), sample(i / PARTS));
                self.distance(x as f64 + dx, y as f64 + dy) <= self.radius
            })
            .count();
        covered as f64 / (PARTS * PARTS) as f64
    }

    /// The stone's look at a pixel of the cell.
    pub fn look(self, x: usize, y: usize) -> Look {
        let covered = self.coverage(x, y, 0.0);
        if covered < 0.3 {
            return Look::Outside;
        }
        if covered < 0.9 {
            return Look::Edge;
        }
        // The ball's surface normal and the direction of the light: unit vectors, y downwards, z towards the eye.
        let part = |position: usize| (position as f64 - self.centre as f64) / self.radius;
        let (nx, ny) = (part(x), part(y));
        let nz = (1.0 - nx * nx - ny * ny).max(0.0).sqrt();
        let light = -0.48 * nx - 0.56 * ny + 0.675 * nz;
        if self.distance(x as f64, y as f64) > self.radius - 2.2 {
            return if nx + ny < 0.3 { Look::LitRim } else { Look::DarkRim };
        }
        match light {
            l if l > 0.975 => Look::Glint,
            l if l > 0.88 => Look::Light,
            l if l > 0.40 => Look::Body,
            _ => Look::Dark,
        }
    }

    /// Whether a stone's shadow falls on a pixel of the cell.
    pub fn shadow(self, x: usize, y: usize) -> bool {
        self.look(x, y) == Look::Outside && self.coverage(x, y, 1.5) >= 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: usize = 31;
    const BALL: Ball = Ball { centre: CELL / 2, radius: 13.4 };

    fn pixels() -> impl Iterator<Item = (usize, usize)> {
        (0..CELL).flat_map(|y| (0..CELL).map(move |x| (x, y)))
    }

    #[test]
    fn it_is_a_disc_with_a_soft_edge() {
        for (x, y) in pixels() {
            let (look, distance) = (BALL.look(x, y), BALL.distance(x as f64, y as f64));
            match look {
                Look::Outside => assert!(distance > BALL.radius - 1.0, "({x}, {y})"),
                Look::Edge => assert!((distance - BALL.radius).abs() < 1.0, "({x}, {y})"),
                _ => assert!(distance < BALL.radius, "({x}, {y})"),
            }
            let mirrored = BALL.look(CELL - 1 - x, CELL - 1 - y);
            assert_eq!(look == Look::Outside, mirrored == Look::Outside, "({x}, {y})");
        }
    }

    #[test]
    fn light_comes_from_the_top_left_and_the_shadow_falls_to_the_bottom_right() {
        let diagonal = |look: fn(usize, usize) -> bool| -> Vec<bool> {
            let (nearer, farther): (Vec<_>, Vec<_>) = pixels()
                .filter(|(x, y)| look(*x, *y) && x + y != CELL - 1)
                .partition(|(x, y)| x + y < CELL - 1);
            vec![!nearer.is_empty(), !farther.is_empty()]
        };
        assert_eq!(diagonal(|x, y| BALL.look(x, y) == Look::Glint), [true, false]);
        assert_eq!(diagonal(|x, y| BALL.look(x, y) == Look::Dark), [false, true]);
        assert_eq!(diagonal(|x, y| BALL.shadow(x, y)), [false, true]);
        assert!(pixels().all(|(x, y)| !BALL.shadow(x, y) || BALL.look(x, y) == Look::Outside));
    }
}
