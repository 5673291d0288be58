//! What holds of [`VgaSync`](super::VgaSync) in every clock.
//!
//! | port                  | dir | width | meaning                                                            | initial |
//! |-----------------------|-----|-------|--------------------------------------------------------------------|---------|
//! | clock                 | in  | 1     | one pixel a clock                                                  | –       |
//! | hsync, vsync, visible | in  | 1     | as the circuit's outputs                                           | –       |
//! | x, y                  | in  | 10    | as the circuit's outputs                                           | –       |
//! | always_within         | out | 1     | x and y are within a frame                                         | 1       |
//! | always_next           | out | 1     | the next pixel of the line; after the last the next line, or frame | 1       |
//! | always_hsync          | out | 1     | hsync is low in the clocks that the standard gives it              | 1       |
//! | always_vsync          | out | 1     | vsync is low in the lines that the standard gives it               | 1       |
//! | always_visible        | out | 1     | visible in the picture alone                                       | 1       |
//! | once_hsync            | out | 1     | a pulse of hsync ends                                              | 0       |

use super::{HORIZONTAL, VERTICAL};
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct VgaSyncPast {
    /// There was a clock before this one.
    any: Bit,
    x: Bits<10>,
    y: Bits<10>,
    hsync: Bit,
}

#[derive(Circuit)]
pub struct VgaSyncChecks {
    pub clock: Signal<In, Clock>,
    pub hsync: Signal<In, Bit>,
    pub vsync: Signal<In, Bit>,
    pub visible: Signal<In, Bit>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub always_within: Signal<Out, Bit>,
    pub always_next: Signal<Out, Bit>,
    pub always_hsync: Signal<Out, Bit>,
    pub always_vsync: Signal<Out, Bit>,
    pub always_visible: Signal<Out, Bit>,
    pub once_hsync: Signal<Out, Bit>,

    state: Register<VgaSyncPast>,
}

const COLUMNS: u64 = HORIZONTAL.total() as u64;
const LINES: u64 = VERTICAL.total() as u64;
const WIDTH: u64 = HORIZONTAL.visible as u64;
const HEIGHT: u64 = VERTICAL.visible as u64;
const HSYNC: u64 = HORIZONTAL.sync_start() as u64;
const HSYNC_END: u64 = HORIZONTAL.sync_end() as u64;
const VSYNC: u64 = VERTICAL.sync_start() as u64;
const VSYNC_END: u64 = VERTICAL.sync_end() as u64;

#[kernel]
impl Logic for VgaSyncChecks {
    fn update(&mut self) {
        d = VgaSyncPast { any: true, x, y, hsync };

        always_within = (x < COLUMNS) & (y < LINES);

        let line_ended = q.x + 1 == COLUMNS;
        let frame_ended = q.y + 1 == LINES;
        let next_x = if line_ended { 0 } else { q.x + 1 };
        let next_y = if line_ended { mux(frame_ended, 0, q.y + 1) } else { q.y };
        always_next = !q.any | ((x == next_x) & (y == next_y));

        always_hsync = hsync != ((x >= HSYNC) & (x < HSYNC_END));
        always_vsync = vsync != ((y >= VSYNC) & (y < VSYNC_END));
        always_visible = visible == ((x < WIDTH) & (y < HEIGHT));
        once_hsync = q.any & hsync & !q.hsync;
    }
}

impl Checks for VgaSyncChecks {
    const DEPTH: usize = 760;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
