//! The computer's minimum thinking time: holds a move back for a number of clocks, unless it is stopped.
//!
//! ```text
//! clock  ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! start  ____/‾‾‾\___________________/‾‾‾\___________
//! stop   ________________________________/‾‾‾\_______
//! holds  ________/‾‾‾‾‾‾‾‾‾‾‾\_______________________   here for three clocks
//! ```
//!
//! On a real board it holds nothing back. Tests use it because most computer players think too fast to press a key
//! meanwhile.
//!
//! | port  | dir | width | meaning                   | initial |
//! |-------|-----|-------|---------------------------|---------|
//! | clock | in  | 1     | rising edge               |         |
//! | start | in  | 1     | strobe: the think begins  |         |
//! | stop  | in  | 1     | the think ends at once    |         |
//! | holds | out | 1     | the think may not end yet | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Ponder {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,
    pub holds: Signal<Out, Bit>,

    left: Register<Bits<24>>,
    #[given]
    clocks: Constant<Bits<24>>,
}

impl Ponder {
    /// Creates a delay of this many clocks, fewer than 2^24.
    pub fn new(clocks: u32) -> Self {
        Ponder::given(Constant::new(u64::from(clocks).into()))
    }
}

#[kernel]
impl Logic for Ponder {
    fn update(&mut self) {
        if left.q.any() {
            left.d = left.q - 1;
        }
        if stop {
            left.d = 0;
        }
        if start {
            left.d = clocks;
        }
        holds = left.q.any() & !stop;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            start  0 1 0*5 1 0
            stop   0*8 1 0
        ";
        tengen_sim::expect_waves(file!(), Ponder::new(3), stimulus, 0..11);
    }
}
