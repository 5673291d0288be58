//! The board as a circulating shift register: a crossing a clock passes the head, and fixed taps show its neighbours in
//! all four directions.
//!
//! ```text
//! clock     ______/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__ .. /‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! turn      ____________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________
//! row, col  = 0,0 ============X 0,1 X 0,2 X 0,3= .. X14,12X14,13X14,14X 0,0 ======   225 clocks a turn; the crossing at the head
//! last      ____________________________________ .. ____________/‾‾‾‾‾\___________
//! ```
//!
//! Bit i of the two registers is the crossing i places after the head in scan order, which continues at the start of
//! the board after its end. So the neighbour k steps forward is bit k*stride, and the one k steps back is bit
//! 225 - k*stride:
//!
//! | line | direction       | stride | on the board forward if | on the board backward if |
//! |------|-----------------|--------|-------------------------|--------------------------|
//! | 0    | along the row   | 1      | right                   | left                     |
//! | 1    | down the column | 15     | down                    | up                       |
//! | 2    | down and right  | 16     | down and right          | up and left              |
//! | 3    | down and left   | 14     | down and left           | up and right             |
//!
//! Taps beyond the edge of the board are masked, so no margin cells are needed. While `turn` is low nothing changes.
//! Bits 0..4 of `mover`, `opponent` and `empty` are the cells -5..-1 of a line, bits 5..9 the cells +1..+5.
//!
//! | port                   | dir | width  | meaning                                                       | initial |
//! |------------------------|-----|--------|---------------------------------------------------------------|---------|
//! | clock                  | in  | 1      | rising edge                                                   | –       |
//! | clear                  | in  | 1      | removes all stones; not together with `turn`                  | –       |
//! | turn                   | in  | 1      | goes on to the next crossing                                  | –       |
//! | put                    | in  | 1      | with `turn`: places a stone at the head, which must be vacant | –       |
//! | lift                   | in  | 1      | with `turn`: removes the stone at the head                    | –       |
//! | colour                 | in  | 1      | 0 black, 1 white: of the stone to place, and the mover        | –       |
//! | row, col               | out | 4      | the crossing at the head                                      | 0, 0    |
//! | vacant                 | out | 1      | the crossing at the head is empty                             | 1       |
//! | last                   | out | 1      | it is the last crossing, (14, 14)                             | 0       |
//! | mover, opponent, empty | out | 4 x 10 | by line: cells open to the mover, to the opponent, and empty  | –       |

pub mod checks;

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// Crossings on the board.
const CROSSINGS: usize = tengen_rules::gomoku::search::position::CROSSINGS;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Head {
    row: Bits<4>,
    col: Bits<4>,
}

/// The last row and the last column.
const FARTHEST: u64 = 14;

#[derive(Circuit)]
pub struct Ring {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub turn: Signal<In, Bit>,
    pub put: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub colour: Signal<In, Bit>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub vacant: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub mover: [Signal<Out, Bits<10>>; 4],
    pub opponent: [Signal<Out, Bits<10>>; 4],
    pub empty: [Signal<Out, Bits<10>>; 4],

    black_stones: Register<Bits<CROSSINGS>>,
    white_stones: Register<Bits<CROSSINGS>>,
    head: Register<Head>,

    // Element k: the crossing k + 1 steps in that direction is on the board.
    up: [Signal<Local, Bit>; 5],
    down: [Signal<Local, Bit>; 5],
    left: [Signal<Local, Bit>; 5],
    right: [Signal<Local, Bit>; 5],
    /// For each line, the cells that are on the board, and the cells with a black and with a white stone.
    on_board: [Signal<Local, Bits<10>>; 4],
    black: [Signal<Local, Bits<10>>; 4],
    white: [Signal<Local, Bits<10>>; 4],
}

#[kernel]
impl Logic for Ring {
    fn update(&mut self) {
        Head { row, col, .. } = head.q;
        vacant = !(black_stones.q.get_bit(0) | white_stones.q.get_bit(0));
        last = (head.q.row == FARTHEST) & (head.q.col == FARTHEST);

        if clear {
            black_stones.d = 0;
            white_stones.d = 0;
        } else if turn {
            // The cell that leaves the head enters again at the end.
            black_stones.d =
                (black_stones.q >> 1).replace_bit(224, (black_stones.q.get_bit(0) & !lift) | (put & !colour));
            white_stones.d =
                (white_stones.q >> 1).replace_bit(224, (white_stones.q.get_bit(0) & !lift) | (put & colour));
            if head.q.col != FARTHEST {
                head.d.col = head.q.col + 1;
            } else {
                head.d.col = 0;
                head.d.row = if head.q.row != FARTHEST { head.q.row + 1 } else { 0 };
            }
        }

        up[0] = head.q.row >= 1;
        up[1] = head.q.row >= 2;
        up[2] = head.q.row >= 3;
        up[3] = head.q.row >= 4;
        up[4] = head.q.row >= 5;
        down[0] = head.q.row <= 13;
        down[1] = head.q.row <= 12;
        down[2] = head.q.row <= 11;
        down[3] = head.q.row <= 10;
        down[4] = head.q.row <= 9;
        left[0] = head.q.col >= 1;
        left[1] = head.q.col >= 2;
        left[2] = head.q.col >= 3;
        left[3] = head.q.col >= 4;
        left[4] = head.q.col >= 5;
        right[0] = head.q.col <= 13;
        right[1] = head.q.col <= 12;
        right[2] = head.q.col <= 11;
        right[3] = head.q.col <= 10;
        right[4] = head.q.col <= 9;

        for line in 0..4 {
            on_board[line] = 0;
            black[line] = 0;
            white[line] = 0;
        }
        // Element k is k + 1 steps away.
        for k in 0..5 {
            on_board[0] = on_board[0].replace_bit(4 - k, left[k]);
            on_board[0] = on_board[0].replace_bit(5 + k, right[k]);
            on_board[1] = on_board[1].replace_bit(4 - k, up[k]);
            on_board[1] = on_board[1].replace_bit(5 + k, down[k]);
            on_board[2] = on_board[2].replace_bit(4 - k, up[k] & left[k]);
            on_board[2] = on_board[2].replace_bit(5 + k, down[k] & right[k]);
            on_board[3] = on_board[3].replace_bit(4 - k, up[k] & right[k]);
            on_board[3] = on_board[3].replace_bit(5 + k, down[k] & left[k]);

            black[0] = black[0].replace_bit(4 - k, black_stones.q.get_bit(224 - k));
            white[0] = white[0].replace_bit(4 - k, white_stones.q.get_bit(224 - k));
            black[0] = black[0].replace_bit(5 + k, black_stones.q.get_bit(1 + k));
            white[0] = white[0].replace_bit(5 + k, white_stones.q.get_bit(1 + k));
            black[1] = black[1].replace_bit(4 - k, black_stones.q.get_bit(210 - k * 15));
            white[1] = white[1].replace_bit(4 - k, white_stones.q.get_bit(210 - k * 15));
            black[1] = black[1].replace_bit(5 + k, black_stones.q.get_bit(15 + k * 15));
            white[1] = white[1].replace_bit(5 + k, white_stones.q.get_bit(15 + k * 15));
            black[2] = black[2].replace_bit(4 - k, black_stones.q.get_bit(209 - k * 16));
            white[2] = white[2].replace_bit(4 - k, white_stones.q.get_bit(209 - k * 16));
            black[2] = black[2].replace_bit(5 + k, black_stones.q.get_bit(16 + k * 16));
            white[2] = white[2].replace_bit(5 + k, white_stones.q.get_bit(16 + k * 16));
            black[3] = black[3].replace_bit(4 - k, black_stones.q.get_bit(211 - k * 14));
            white[3] = white[3].replace_bit(4 - k, white_stones.q.get_bit(211 - k * 14));
            black[3] = black[3].replace_bit(5 + k, black_stones.q.get_bit(14 + k * 14));
            white[3] = white[3].replace_bit(5 + k, white_stones.q.get_bit(14 + k * 14));
        }
        for line in 0..4 {
            mover[line] = on_board[line] & !white[line];
            opponent[line] = on_board[line] & !black[line];
            if colour {
                mover[line] = on_board[line] & !black[line];
                opponent[line] = on_board[line] & !white[line];
            }
            empty[line] = on_board[line] & !(black[line] | white[line]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::{Board, Colour, Crossing, Direction};
    use tengen_sim::{ByName, Engine, Native, Random};

    /// What happens to a crossing as it passes the head.
    enum Change {
        Put(Colour),
        Lift,
    }

    /// Makes one turn with the given changes, seen by `mover`, and checks every crossing on the way.
    fn turn(
        ring: &mut Native<Ring>,
        mover: Colour,
        changes: impl Fn(Crossing) -> Option<Change>,
        mut look: impl FnMut(&Native<Ring>, Crossing),
    ) {
        ring.drive("turn", 1);
        for at in Crossing::all() {
            assert_eq!((ring.read("row"), ring.read("col")), (at.row() as u64, at.col() as u64));
            ring.drive_as("colour", mover == Colour::White);
            ring.settle();
            look(ring, at);
            let change = changes(at);
            if let Some(Change::Put(stone)) = change {
                ring.drive_as("colour", stone == Colour::White);
            }
            ring.drive_as("put", matches!(change, Some(Change::Put(_))));
            ring.drive_as("lift", matches!(change, Some(Change::Lift)));
            ring.step();
        }
        for name in ["turn", "put", "lift"] {
            ring.drive(name, 0);
        }
        ring.step();
    }

    /// The cells -5..-1 and +1..+5 in which `is` holds, in the order of the ring.
    fn cells(at: Crossing, direction: Direction, is: impl Fn(Crossing) -> bool) -> u64 {
        [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5]
            .into_iter()
            .enumerate()
            .filter(|&(_, steps)| direction.walk(at, steps).is_some_and(&is))
            .fold(0, |cells, (bit, _)| cells | 1 << bit)
    }

    /// Checks that the ring shows this board to both movers.
    fn check(ring: &mut Native<Ring>, board: &Board) {
        for mover in [Colour::Black, Colour::White] {
            let look = |ring: &Native<Ring>, at: Crossing| {
                assert_eq!(ring.read_as::<Bit>("vacant"), board.get(at).is_none());
                assert_eq!(ring.read_as::<Bit>("last"), (at.row(), at.col()) == (14, 14));
                for (line, &direction) in Direction::ALL.iter().enumerate() {
                    let without = |stone| cells(at, direction, |near| board.get(near) != Some(stone));
                    let empty = cells(at, direction, |near| board.get(near).is_none());
                    assert_eq!(ring.circuit.mover[line].val(), without(mover.other()));
                    assert_eq!(ring.circuit.opponent[line].val(), without(mover));
                    assert_eq!(ring.circuit.empty[line].val(), empty);
                }
            };
            turn(ring, mover, |_| None, look);
        }
    }

    #[test]
    fn every_crossing_shows_its_own_lines_and_a_stone_lifted_is_gone() {
        let mut ring = Native::new(Ring::default());
        let mut board = Board::new();
        let mut left = Board::new();
        let mut random = Random::new(5);
        for at in Crossing::all() {
            if let Some(colour) = random.of(&[Some(Colour::Black), Some(Colour::White), None]) {
                board.place(at, colour).unwrap();
                if !random.once_in(3) {
                    left.place(at, colour).unwrap();
                }
            }
        }
        turn(&mut ring, Colour::Black, |at| board.get(at).map(Change::Put), |_, _| {});
        check(&mut ring, &board);
        let lifted = |at| (board.get(at) != left.get(at)).then_some(Change::Lift);
        turn(&mut ring, Colour::Black, lifted, |_, _| {});
        check(&mut ring, &left);
    }

    #[test]
    fn clear_takes_every_stone_off() {
        let mut ring = Native::new(Ring::default());
        let all = |_| Some(Change::Put(Colour::White));
        turn(&mut ring, Colour::Black, all, |_, _| {});
        ring.strobe("clear");
        check(&mut ring, &Board::new());
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        tengen_sim::expect_waves(file!(), Ring::default(), "turn 0*2 1*225 0", (0..6).chain(224..229));
    }
}
