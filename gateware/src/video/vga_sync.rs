//! The beam: counts the 800 x 525 clocks of a 640x480 picture at 60 Hz and generates the two sync pulses.
//!
//! ```text
//! x        = 0 X 1= .. X638X639X640X641 .. X654X655X656X657 .. X750X751X752X753 .. X798X799X 0 X 1=
//! y        = 0 ==== .. = 0 ============ .. = 0 ============ .. = 0 ============ .. = 0 ====X 1 ====
//! hsync    ‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾\_______ .. ________/‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! visible  ‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾\_______ .. ________________ .. ________________ .. ________/‾‾‾‾‾‾‾   in lines 0 to 479
//!          |<---- visible ---->|<----- front ----->|<------ sync ----->|<------ back ----->|
//! ```
//!
//! | port    | dir | width | meaning                                             | initial |
//! |---------|-----|-------|-----------------------------------------------------|---------|
//! | clock   | in  | 1     | one pixel a clock, 25 MHz                           | –       |
//! | hsync   | out | 1     | low for 96 clocks in every line                     | 1       |
//! | vsync   | out | 1     | low for 2 lines in every frame                      | 1       |
//! | visible | out | 1     | the pixel is part of the picture                    | 1       |
//! | x       | out | 10    | 0 to 799; while visible, the distance from the left | 0       |
//! | y       | out | 10    | 0 to 524; while visible, the distance from the top  | 0       |
//!
//! All outputs are registered and belong to the same pixel. vsync changes where x is 0. Source: the industry-standard
//! 640x480 timing (VESA DMT 1.0, 59.94 Hz at 25.175 MHz; monitors take 25).

pub mod checks;

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The parts of a line, in clocks, or of a frame, in lines, in order of time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    pub visible: usize,
    pub front_porch: usize,
    pub sync: usize,
    pub back_porch: usize,
}

impl Axis {
    /// The total length.
    pub const fn total(self) -> usize {
        self.visible + self.front_porch + self.sync + self.back_porch
    }

    /// The start of the sync pulse.
    pub const fn sync_start(self) -> usize {
        self.visible + self.front_porch
    }

    /// The end of the sync pulse.
    pub const fn sync_end(self) -> usize {
        self.sync_start() + self.sync
    }
}

/// A line, in clocks.
pub const HORIZONTAL: Axis = Axis { visible: 640, front_porch: 16, sync: 96, back_porch: 48 };

/// A frame, in lines.
pub const VERTICAL: Axis = Axis { visible: 480, front_porch: 10, sync: 2, back_porch: 33 };

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Beam {
    x: Bits<10>,
    y: Bits<10>,
    hsync: Bit,
    vsync: Bit,
    visible: Bit,
}

// The last pixel or line before each change of an output.
const LAST_VISIBLE_X: u64 = (HORIZONTAL.visible - 1) as u64;
const BEFORE_HSYNC: u64 = (HORIZONTAL.sync_start() - 1) as u64;
const LAST_HSYNC: u64 = (HORIZONTAL.sync_end() - 1) as u64;
const LAST_X: u64 = (HORIZONTAL.total() - 1) as u64;
const LAST_VISIBLE_Y: u64 = (VERTICAL.visible - 1) as u64;
const BEFORE_VSYNC: u64 = (VERTICAL.sync_start() - 1) as u64;
const LAST_VSYNC: u64 = (VERTICAL.sync_end() - 1) as u64;
const LAST_Y: u64 = (VERTICAL.total() - 1) as u64;

#[derive(Circuit)]
pub struct VgaSync {
    pub clock: Signal<In, Clock>,
    pub hsync: Signal<Out, Bit>,
    pub vsync: Signal<Out, Bit>,
    pub visible: Signal<Out, Bit>,
    pub x: Signal<Out, Bits<10>>,
    pub y: Signal<Out, Bits<10>>,

    #[init(Beam {
                hsync: true,
                vsync: true,
                visible: true,
                ..Beam::default()
            })]
    beam: Register<Beam>,
}

#[kernel]
impl Logic for VgaSync {
    fn update(&mut self) {
        // The next pixel of the line.
        beam.d.x = beam.q.x + 1;
        if beam.q.x == LAST_VISIBLE_X {
            beam.d.visible = false;
        }
        if beam.q.x == BEFORE_HSYNC {
            beam.d.hsync = false;
        }
        if beam.q.x == LAST_HSYNC {
            beam.d.hsync = true;
        }

        // The next line.
        if beam.q.x == LAST_X {
            beam.d.x = 0;
            beam.d.y = beam.q.y + 1;
            beam.d.visible = beam.q.y < LAST_VISIBLE_Y;
            if beam.q.y == BEFORE_VSYNC {
                beam.d.vsync = false;
            }
            if beam.q.y == LAST_VSYNC {
                beam.d.vsync = true;
            }
            if beam.q.y == LAST_Y {
                beam.d.y = 0;
                beam.d.visible = true;
            }
        }

        Beam { hsync, vsync, visible, x, y, .. } = beam.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_clock_of_two_frames_is_as_the_standard_says() {
        let mut sync = Native::new(VgaSync::default());
        let [hsync, vsync, visible, x, y] = ["hsync", "vsync", "visible", "x", "y"].map(|name| sync.port(name));
        for clock in 0..2 * 800 * 525 + 1000 {
            let (column, line) = (clock % 800, clock / 800 % 525);
            let expected = [
                !(656..752).contains(&column) as u64,
                !(490..492).contains(&line) as u64,
                (column < 640 && line < 480) as u64,
                column as u64,
                line as u64,
            ];
            assert_eq!(
                [hsync, vsync, visible, x, y].map(|port| sync.get(port)),
                expected,
                "clock {clock}"
            );
            sync.step();
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let ends = [0, 640, 656, 752, 800];
        let clocks = ends.into_iter().flat_map(|end: usize| end.saturating_sub(2)..end + 2);
        tengen_sim::expect_waves(file!(), VgaSync::default(), "", clocks);
    }
}
