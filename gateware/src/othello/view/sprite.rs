//! The ROM of a square: what its 50x50 pixels can show, one word a pixel, at address {`y[5:0]`, `x[5:0]`}.
//!
//! ```text
//! bit       3       2..0
//! word    { spot, look[2:0] }
//! ```
//!
//! | field | meaning                                                                                       |
//! |-------|-----------------------------------------------------------------------------------------------|
//! | look  | the disc's look at the pixel (`gateware/game/ball.rs`); 0 outside it                          |
//! | spot  | outside the disc: its shadow; inside: the dot of a legal square, or the mark of the last disc |

use rust_hdl::prelude::*;

use crate::game::ball::{Ball, Look};
use tengen_hdl::library::memory::Rom;

/// Pixels of a square, across and down.
pub const CELL: usize = 50;
/// The pixel at its centre.
pub const CENTRE: usize = 25;
/// The disc's position and size on the square.
const DISC: Ball = Ball { centre: CENTRE, radius: 20.0 };
/// Radius of the dot of a legal square, and of the last disc's mark, in pixels.
const DOT_RADIUS: f64 = 6.0;

/// The disc's look at a pixel of the square.
pub fn disc(x: usize, y: usize) -> Look {
    DISC.look(x, y)
}

/// Whether the disc's shadow falls on a pixel.
pub fn shadow(x: usize, y: usize) -> bool {
    DISC.shadow(x, y)
}

/// Whether the dot of a legal square covers a pixel.
pub fn dot(x: usize, y: usize) -> bool {
    DISC.distance(x as f64, y as f64) <= DOT_RADIUS
}

/// The word of a pixel of the square.
fn word(x: usize, y: usize) -> u64 {
    u64::from(shadow(x, y) || dot(x, y)) << 3 | disc(x, y) as u64
}

/// The ROM: fifty lines of 64 words; the first fifty of each are used.
pub fn rom() -> Rom<Bits<4>, 12> {
    let lines = (0..CELL).flat_map(|y| (0..64).map(move |x| if x < CELL { word(x, y) } else { 0 }));
    Rom::sized(lines.map(Bits::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_round_and_of_radius_20_and_its_dot_of_radius_6() {
        for (x, y) in (0..CELL * CELL).map(|place| (place % CELL, place / CELL)) {
            let distance = (x as f64 - 25.0).hypot(y as f64 - 25.0);
            if distance < 19.2 {
                assert!(!matches!(disc(x, y), Look::Outside | Look::Edge), "({x}, {y})");
            }
            if distance > 20.8 {
                assert_eq!(disc(x, y), Look::Outside, "({x}, {y})");
            }
            assert_eq!(dot(x, y), distance <= 6.0);
        }
    }
}
