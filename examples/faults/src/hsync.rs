//! Generates the lines of a 640x480 picture: 640 pixels, a porch of 16 clocks, `hsync` low for 96, a porch of 48.
//!
//! | port    | dir | width | meaning                                        |
//! |---------|-----|-------|------------------------------------------------|
//! | clock   | in  | 1     | one pixel a clock                              |
//! | hsync   | out | 1     | low where x is 656 to 751                      |
//! | visible | out | 1     | x is below 640                                 |
//! | x       | out | 10    | 0 to 799; all outputs belong to the same pixel |

use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, kernel};
use tengen_sim::gtkwave::Marker;

use crate::Script;

#[derive(Circuit)]
pub struct Line {
    pub clock: Signal<In, Clock>,
    pub hsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub x: Signal<Out, Bits<10>>,

    place: Register<Bits<10>>,
    #[init(true)]
    shown: Register<Bit>,
    pulse: Register<Bit>,
    #[init(640 - 1)]
    last_visible: Constant<Bits<10>>,
    #[init(656)]
    first_pulse: Constant<Bits<10>>,
    #[init(752)]
    after_pulse: Constant<Bits<10>>,
    #[init(800 - 1)]
    last: Constant<Bits<10>>,
}

#[kernel]
impl Logic for Line {
    fn update(&mut self) {
        place.d = place.q + 1;
        if place.q == last_visible {
            shown.d = false;
        }
        if place.q == first_pulse {
            pulse.d = true;
        }
        if place.q == after_pulse {
            pulse.d = false;
        }
        if place.q == last {
            place.d = 0;
            shown.d = true;
        }
        hsync = !pulse.q;
        visible = shown.q;
        x = place.q;
    }
}

/// The clocks of a line.
const LINE: usize = 800;

/// Two lines.
pub fn script() -> Script {
    Script {
        inputs: &[],
        clocks: vec![vec![]; 2 * LINE],
        marker: Marker { cycle: LINE as u64 + 656, label: "x is 656".into(), span: 40 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen;
    use tengen_sim::ByName;

    #[test]
    fn the_picture_is_right_and_the_whole_pulse_a_clock_late() {
        let places = seen(Line::default(), &script(), |line| {
            ["x", "visible", "hsync"].map(|name| line.read(name))
        });
        for (clock, place) in places.into_iter().enumerate() {
            let x = clock % LINE;
            let low = (657..753).contains(&x);
            assert_eq!(place, [x as u64, u64::from(x < 640), u64::from(!low)], "clock {clock}");
        }
    }
}
