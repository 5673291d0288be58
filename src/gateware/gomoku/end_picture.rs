//! Paints the end of a game over the board: WIN in the winner's stones, DRAW in both colours.
//!
//! ```text
//! start    __/‾‾\____________________________________ ... __
//! busy     _____/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ ... \_
//! write    ________/‾‾\____/‾‾\____/‾‾\____/‾‾\______ ... __    every second clock a crossing, 512 clocks in all
//! ```
//!
//! | port    | dir | width | meaning                                                | reset |
//! |---------|-----|-------|--------------------------------------------------------|-------|
//! | clock   | in  | 1     | rising edge                                            |       |
//! | start   | in  | 1     | strobe                                                 |       |
//! | result  | in  | 2     | 1 black has won, 2 white has won, 3 a draw             |       |
//! | write   | out | 1     | the crossing below is to show this stone               | 0     |
//! | address | out | 8     | {row, column}                                          | 0     |
//! | stone   | out | 2     | 0 none, 1 black, 2 white                               | 0     |
//! | busy    | out | 1     | at work                                                | 0     |

use rust_hdl::prelude::*;

use super::picture;
use crate::gateware::memory::Rom;
use crate::{Circuit, Register};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The ROM is being asked for a crossing.
    Fetch,
    /// Its answer goes on the board.
    Draw,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    at: Bits<8>,
}

#[derive(Circuit)]
pub struct EndPicture {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub result: Signal<In, Bits<2>>,
    pub write: Signal<Out, Bit>,
    pub address: Signal<Out, Bits<8>>,
    pub stone: Signal<Out, Bits<2>>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    picture: Rom<Bits<4>, 8>,

    last: Constant<Bits<8>>,
}

impl Default for EndPicture {
    fn default() -> Self {
        EndPicture {
            clock: Default::default(),
            start: Default::default(),
            result: Default::default(),
            write: Default::default(),
            address: Default::default(),
            stone: Default::default(),
            busy: Default::default(),
            state: Default::default(),
            picture: Rom::new(picture::words()),
            last: Constant::new(255.into()),
        }
    }
}

impl Logic for EndPicture {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        clock!(self, clock, picture);

        self.picture.address.next = self.state.q.val().at;
        match self.state.q.val().phase {
            Phase::Idle => {
                self.state.d.next.at = 0.into();
                if self.start.val() {
                    self.state.d.next.phase = Phase::Fetch;
                }
            }
            Phase::Fetch => {
                self.state.d.next.phase = Phase::Draw;
            }
            Phase::Draw => {
                self.state.d.next.at = self.state.q.val().at + 1;
                self.state.d.next.phase = Phase::Fetch;
                if self.state.q.val().at == self.last.val() {
                    self.state.d.next.phase = Phase::Idle;
                }
            }
        }

        // The word of a crossing: bits 1..0 its stone in DRAW, bit 2 whether it belongs to WIN.
        self.stone.next = 0.into();
        if self.result.val() == 3 {
            self.stone.next = bit_cast::<2, 4>(self.picture.data.val());
        } else if self.picture.data.val().get_bit(2) {
            self.stone.next = self.result.val();
        }
        self.write.next = self.state.q.val().phase == Phase::Draw;
        self.address.next = self.state.q.val().at;
        self.busy.next = self.state.q.val().phase != Phase::Idle;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_crossing_is_painted_once_for_every_result() {
        let mut painter = Native::new(EndPicture::default());
        let [start, result, write, address, stone, busy] =
            ["start", "result", "write", "address", "stone", "busy"].map(|name| painter.port(name));
        for ending in 1..=3u64 {
            painter.set(result, ending);
            painter.set(start, 1);
            painter.step();
            painter.set(start, 0);
            let mut painted = vec![];
            while painter.get(busy) == 1 {
                if painter.get(write) == 1 {
                    painted.push((painter.get(address), painter.get(stone)));
                }
                painter.step();
            }
            assert!(painted.iter().map(|(at, _)| *at).eq(0..256));
            for (at, found) in painted {
                let word = u64::from(picture::words().nth(at as usize).map_or(0, |word| word.index() as u32));
                let expected = match ending {
                    3 => word & 3,
                    _ if word >> 2 & 1 == 1 => ending,
                    _ => 0,
                };
                assert_eq!(found, expected);
            }
        }
    }
}
