//! Delays the beam's signals by the latency of the picture, so that each pixel and its syncs are output together.
//!
//! ```text
//! clock       ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! hsync       ‾‾‾‾‾‾‾‾\___________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! hsync_d4    ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾   four clocks later
//! visible     ____________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________________
//! visible_d3  ________________________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________   three
//! visible_d4  ____________________________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______   four
//! ```
//!
//! | port         | dir | width | meaning                                                         | initial |
//! |--------------|-----|-------|-----------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge                                                     | –       |
//! | hsync, vsync | in  | 1     | the beam's sync pulses                                          | –       |
//! | visible      | in  | 1     | the beam is on the picture                                      | –       |
//! | in_menu      | in  | 1     | the beam is on the menu                                         | –       |
//! | hsync_d4     | out | 1     | hsync four clocks ago: three for the views, one for the palette | 1       |
//! | vsync_d4     | out | 1     | vsync four clocks ago                                           | 1       |
//! | visible_d3   | out | 1     | visible three clocks ago, for the palette's input               | 0       |
//! | visible_d4   | out | 1     | visible four clocks ago, for the output pixel                   | 0       |
//! | in_menu_d3   | out | 1     | in_menu three clocks ago                                        | 0       |

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The previous values of each signal, the newest in bit 0.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Trail {
    hsync: Bits<4>,
    vsync: Bits<4>,
    visible: Bits<4>,
    in_menu: Bits<3>,
}

#[derive(Circuit)]
pub struct Delay {
    pub clock: Signal<In, Clock>,
    pub hsync: Signal<In, Bit>,
    pub vsync: Signal<In, Bit>,
    pub visible: Signal<In, Bit>,
    pub in_menu: Signal<In, Bit>,
    pub hsync_d4: Signal<Out, Bit>,
    pub vsync_d4: Signal<Out, Bit>,
    pub visible_d3: Signal<Out, Bit>,
    pub visible_d4: Signal<Out, Bit>,
    pub in_menu_d3: Signal<Out, Bit>,

    /// At power-on no sync pulse is in the delay line.
    #[init(Trail {
                hsync: 0xF.into(),
                vsync: 0xF.into(),
                ..Trail::default()
            })]
    trail: Register<Trail>,
}

#[kernel]
impl Logic for Delay {
    fn update(&mut self) {
        trail.d.hsync = if hsync { (trail.q.hsync << 1) | 1 } else { trail.q.hsync << 1 };
        trail.d.vsync = if vsync { (trail.q.vsync << 1) | 1 } else { trail.q.vsync << 1 };
        trail.d.visible = if visible { (trail.q.visible << 1) | 1 } else { trail.q.visible << 1 };
        trail.d.in_menu = if in_menu { (trail.q.in_menu << 1) | 1 } else { trail.q.in_menu << 1 };

        hsync_d4 = trail.q.hsync.get_bit(3);
        vsync_d4 = trail.q.vsync.get_bit(3);
        visible_d3 = trail.q.visible.get_bit(2);
        visible_d4 = trail.q.visible.get_bit(3);
        in_menu_d3 = trail.q.in_menu.get_bit(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn each_signal_comes_out_after_its_clocks() {
        let mut delay = Native::new(Delay::default());
        let lanes = [
            ("hsync_d4", 0, 4, 1),
            ("vsync_d4", 1, 4, 1),
            ("visible_d3", 2, 3, 0),
            ("visible_d4", 2, 4, 0),
            ("in_menu_d3", 3, 3, 0),
        ];
        let mut given = [const { vec![] }; 4];
        let mut random = Random::new(3);
        for clock in 0..1000 {
            for (name, input, clocks, reset) in lanes {
                let expected = if clock < clocks { reset } else { given[input][clock - clocks] };
                assert_eq!(delay.read(name), expected, "{name}, clock {clock}");
            }
            for (name, given) in ["hsync", "vsync", "visible", "in_menu"].into_iter().zip(&mut given) {
                let level = random.bits(1);
                given.push(level);
                delay.drive(name, level);
            }
            delay.step();
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            hsync    1*2 0*5 1
            visible  0*9 1*4 0
        ";
        tengen_sim::expect_waves(file!(), Delay::default(), stimulus, 0..19);
    }
}
