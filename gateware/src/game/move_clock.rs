//! The move clock: counts thirty seconds down, in decimal for display.
//!
//! ```text
//! restart     ________________________ .. __________________________/‾\___
//! tick        ______/‾\_____/‾\_____/‾ .. __/‾\_____/‾\_____/‾\___________
//! tens, ones  = 3,0 ==X 2,9 ==X 2,8 == .. =0,3X 0,2 ==X 0,1 ==X 0,0 ==X3,0
//! expired     ________________________ .. ____________________/‾‾‾‾‾‾‾\___   until the next restart
//! ```
//!
//! | port    | dir | width | meaning                  | initial |
//! |---------|-----|-------|--------------------------|---------|
//! | clock   | in  | 1     | rising edge              |         |
//! | restart | in  | 1     | back to thirty seconds   |         |
//! | run     | in  | 1     | ticks are counted        |         |
//! | tick    | in  | 1     | one clock a second       |         |
//! | tens    | out | 2     | tens of the seconds left | 3       |
//! | ones    | out | 4     | ones of the seconds left | 0       |
//! | expired | out | 1     | no seconds are left      | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

/// Tens of the seconds allowed for a move (docs/play.md).
const TENS: u64 = 3;

const NINE: u64 = 9;

#[derive(Circuit)]
pub struct MoveClock {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub run: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub tens: Signal<Out, Bits<2>>,
    pub ones: Signal<Out, Bits<4>>,
    pub expired: Signal<Out, Bit>,

    #[init(TENS)]
    tens_left: Register<Bits<2>>,
    ones_left: Register<Bits<4>>,
}

#[kernel]
impl Logic for MoveClock {
    fn update(&mut self) {
        let none_left = !tens_left.q.any() & !ones_left.q.any();
        if run & tick & !none_left {
            ones_left.d = ones_left.q - 1;
            if !ones_left.q.any() {
                ones_left.d = NINE;
                tens_left.d = tens_left.q - 1;
            }
        }
        if restart {
            tens_left.d = TENS;
            ones_left.d = 0;
        }
        tens = tens_left.q;
        ones = ones_left.q;
        expired = none_left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn thirty_ticks_while_it_runs() {
        let mut clock = Native::new(MoveClock::default());
        let shown = |clock: &Native<MoveClock>| (clock.read("tens"), clock.read("ones"), clock.read("expired"));
        clock.drive("tick", 1);
        for seconds in [30u64, 12, 35] {
            clock.drive("run", 1);
            for passed in 1..=seconds {
                clock.step();
                let left = 30u64.saturating_sub(passed);
                assert_eq!(shown(&clock), (left / 10, left % 10, u64::from(left == 0)));
            }
            let before = shown(&clock);
            clock.drive("run", 0);
            clock.step();
            assert_eq!(shown(&clock), before, "stopped");
            clock.drive("run", 1);
            clock.drive("tick", 0);
            clock.step();
            assert_eq!(shown(&clock), before, "between two ticks");
            clock.drive("tick", 1);
            clock.strobe("restart");
            assert_eq!(shown(&clock), (3, 0, 0));
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            restart  0*123 1 0
            run      1
            tick     {ticks}0
        ";
        let stimulus = stimulus.replace("{ticks}", &"0*3 1 ".repeat(30));
        tengen_sim::expect_waves(file!(), MoveClock::default(), &stimulus, (0..12).chain(110..126));
    }
}
