//! Counts the stones on the board, and tracks whether the stone of the node's move is on it.
//!
//! ```text
//! clock    __/‾\_/‾\_/‾\_/‾\_
//! start    __/‾‾‾\___________   with a stone that is only tried
//! tried    ______/‾‾‾‾‾‾‾\___
//! restore  __________/‾‾‾\___
//! stones   == n =X n + 1 X n =
//! ```
//!
//! A start may coincide with a restore: the next stone is placed in the clock in which the one before is undone. Push
//! and pop come alone.
//!
//! | port       | dir | width | meaning                                                              | initial |
//! |------------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock      | in  | 1     | rising edge                                                          | –       |
//! | clear      | in  | 1     | the board is empty                                                   | –       |
//! | at_root    | in  | 1     | a think begins: none of its moves is on the board                    | –       |
//! | start      | in  | 1     | strobe: `stone` is placed or removed                                 | –       |
//! | stone      | in  | Stone | the stone                                                            | –       |
//! | restore    | in  | 1     | strobe: the tried stone is undone                                    | –       |
//! | push       | in  | 1     | strobe: the current position becomes the node                        | –       |
//! | pop        | in  | 1     | strobe: the node's parent becomes the node; its move is on the board | –       |
//! | placed     | out | 1     | the stone of the node's move is on the board                         | 0       |
//! | tried      | out | 1     | it is there provisionally; `restore` undoes it                       | 0       |
//! | none, full | out | 1     | the board is empty; it is full                                       | 1, 0    |

use rust_hdl::prelude::*;

use super::ports::Stone;
use crate::{Circuit, LogicStruct, Register, kernel};

/// Crossings of the board.
const CROSSINGS: u64 = tengen_rules::gomoku::search::position::CROSSINGS as u64;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    placed: Bit,
    tried: Bit,
    stones: Bits<8>,
}

#[derive(Circuit)]
pub struct Stones {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub at_root: Signal<In, Bit>,
    pub start: Signal<In, Bit>,
    pub stone: Signal<In, Stone>,
    pub restore: Signal<In, Bit>,
    pub push: Signal<In, Bit>,
    pub pop: Signal<In, Bit>,
    pub placed: Signal<Out, Bit>,
    pub tried: Signal<Out, Bit>,
    pub none: Signal<Out, Bit>,
    pub full: Signal<Out, Bit>,

    state: Register<State>,
}

#[kernel]
impl Logic for Stones {
    fn update(&mut self) {
        let comes = start & stone.placed;
        let goes = (start & !stone.placed) | restore;
        if comes & !goes {
            d.stones = q.stones + 1;
        } else if goes & !comes {
            d.stones = q.stones - 1;
        }
        if clear {
            d.stones = 0;
        }

        if restore {
            d.tried = false;
        }
        if start {
            d.placed = stone.placed & !stone.tried;
            d.tried = stone.placed & stone.tried;
        }
        if push {
            d.placed = false;
        }
        if pop {
            d.placed = true;
        }
        if at_root {
            d.placed = false;
            d.tried = false;
        }

        State { placed, tried, .. } = q;
        none = !q.stones.any();
        full = q.stones == CROSSINGS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native};

    fn send(circuit: &mut Native<Stones>, placed: bool, tried: bool) {
        circuit.circuit.stone.next = Stone { placed, tried, ..Stone::default() };
        circuit.strobe("start");
    }

    fn told(circuit: &Native<Stones>) -> [u64; 4] {
        ["placed", "tried", "none", "full"].map(|port| circuit.read(port))
    }

    #[test]
    fn stones_are_counted_as_they_come_and_go() {
        let mut circuit = Native::new(Stones::default());
        circuit.strobe("clear");
        for number in 0..225 {
            assert_eq!(told(&circuit)[2..], [u64::from(number == 0), 0]);
            send(&mut circuit, true, false);
        }
        assert_eq!(told(&circuit), [1, 0, 0, 1]);
        send(&mut circuit, false, false);
        assert_eq!(told(&circuit), [0, 0, 0, 0]);
        send(&mut circuit, true, true);
        assert_eq!(told(&circuit), [0, 1, 0, 1]);
        circuit.drive("restore", 1);
        send(&mut circuit, true, true);
        assert_eq!(told(&circuit), [0, 1, 0, 1], "one for the other");
        circuit.strobe("restore");
        assert_eq!(told(&circuit), [0, 0, 0, 0]);
        circuit.strobe("clear");
        assert_eq!(told(&circuit)[2..], [1, 0]);
    }

    #[test]
    fn the_move_is_that_of_the_node() {
        let mut circuit = Native::new(Stones::default());
        send(&mut circuit, true, false);
        circuit.strobe("push");
        assert_eq!(told(&circuit)[..2], [0, 0]);
        circuit.strobe("pop");
        assert_eq!(told(&circuit)[..2], [1, 0]);
        circuit.strobe("at_root");
        assert_eq!(told(&circuit)[..2], [0, 0]);
    }
}
