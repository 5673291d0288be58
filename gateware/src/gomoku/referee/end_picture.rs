//! Paints the end of a game over the board: WIN in the winner's stones, DRAW in both colours; no stones without an
//! outcome.
//!
//! ```text
//! start     ________/‾‾‾\___________________________________ .. ________________________________________
//! busy      ____________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________
//! write     ________________/‾‾‾\___/‾‾‾\___/‾‾‾\___/‾‾‾\___ .. /‾‾‾\___/‾‾‾\___/‾‾‾\___/‾‾‾\___________   every second clock a crossing, 512 clocks in all
//! at (hex)  = 0 ================X 1 ====X 2 ====X 3 ====X 4= .. = FCX FD ===X FE ===X FF ===X 0 ========
//! ```
//!
//! | port    | dir | width    | meaning                             | initial |
//! |---------|-----|----------|-------------------------------------|---------|
//! | clock   | in  | 1        | rising edge                         |         |
//! | start   | in  | 1        | strobe: begins the picture          |         |
//! | outcome | in  | Outcome  | the outcome of the game             |         |
//! | write   | out | 1        | writes `stone` to the crossing `at` | 0       |
//! | at      | out | Crossing | the crossing to write               | 0, 0    |
//! | stone   | out | Stone    | the stone of the crossing           | Empty   |
//! | busy    | out | 1        | at work                             | 0       |

use rust_hdl::prelude::*;

use super::picture;
use crate::gomoku::ports::Stone;
use crate::ports::{Crossing, Outcome};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::Rom;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The ROM reads a crossing.
    Fetch,
    /// The ROM shows the crossing; it is written to the board.
    Draw,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    at: Bits<8>,
}

const LAST: u64 = 255;

#[derive(Circuit)]
pub struct EndPicture {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub outcome: Signal<In, Outcome>,
    pub write: Signal<Out, Bit>,
    pub at: Signal<Out, Crossing>,
    pub stone: Signal<Out, Stone>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    #[init(Rom::new(picture::words()))]
    picture: Rom<Bits<4>, 8>,
}

#[kernel]
impl Logic for EndPicture {
    fn update(&mut self) {
        picture.address = q.at;
        match q.phase {
            Phase::Idle => {
                d.at = 0;
                if start {
                    d.phase = Phase::Fetch;
                }
            }
            Phase::Fetch => d.phase = Phase::Draw,
            Phase::Draw => {
                d.at = q.at + 1;
                d.phase = if q.at == LAST { Phase::Idle } else { Phase::Fetch };
            }
        }

        // The ROM's word of a crossing: bits 1..0 the stone in DRAW, bit 2 whether it belongs to WIN.
        stone = Stone::Empty;
        match outcome {
            Outcome::None => {}
            Outcome::BlackWins => {
                if picture.data.get_bit(2) {
                    stone = Stone::Black;
                }
            }
            Outcome::WhiteWins => {
                if picture.data.get_bit(2) {
                    stone = Stone::White;
                }
            }
            Outcome::Draw => {
                if picture.data.get_bit(0) {
                    stone = Stone::Black;
                } else if picture.data.get_bit(1) {
                    stone = Stone::White;
                }
            }
        }
        write = q.phase == Phase::Draw;
        at.row = q.at.get_bits::<4>(4);
        at.col = q.at.get_bits::<4>(0);
        busy = q.phase != Phase::Idle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_crossing_is_painted_once_for_every_outcome() {
        let mut painter = Native::new(EndPicture::default());
        for ending in 0..=3u64 {
            painter.drive("outcome", ending);
            painter.strobe("start");
            let mut painted = vec![];
            while painter.read("busy") == 1 {
                if painter.read("write") == 1 {
                    painted.push((painter.read("at"), painter.read("stone")));
                }
                painter.step();
            }
            assert!(painted.iter().map(|(at, _)| *at).eq(0..256));
            for (at, found) in painted {
                let word = u64::from(picture::words().nth(at as usize).map_or(0, |word| word.index() as u32));
                let expected = match ending {
                    0 => 0,
                    3 => word & 3,
                    _ if word >> 2 & 1 == 1 => ending,
                    _ => 0,
                };
                assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            start   0*2 1 0
            outcome 1
        ";
        tengen_sim::expect_waves(file!(), EndPicture::default(), stimulus, (0..12).chain(508..518));
    }
}
