//! The board as a circulating shift register: a crossing a clock passes the head, and its neighbours in all four
//! directions are fixed taps.
//!
//! ```text
//! clock        __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! turn         ______/‾‾‾‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾‾‾‾‾‾\____
//! row, col     = 0,0 ======>< 0,1 > ... < 14,14 >< 0,0 =   the crossing at the head; 225 clocks are a whole turn
//! ```
//!
//! Bit i of the two registers is the crossing i places after the head in scan order, around the end of the board, so the
//! neighbour k steps further in a direction is bit k*stride and the one k steps back is bit 225 - k*stride:
//!
//! | line | direction        | stride | forward on the board while | back on the board while |
//! |------|------------------|--------|----------------------------|-------------------------|
//! | 0    | along the row    | 1      | right                      | left                    |
//! | 1    | down the column  | 15     | down                       | up                      |
//! | 2    | down and right   | 16     | down and right             | up and left             |
//! | 3    | down and left    | 14     | down and left              | up and right            |
//!
//! Taps that lie beyond the edge are masked, so there are no margin cells. While `turn` is low nothing changes at all.
//!
//! | port    | dir | width | meaning                                                                     | reset |
//! |---------|-----|-------|-----------------------------------------------------------------------------|-------|
//! | clock   | in  | 1     | rising edge                                                                 | –     |
//! | clear   | in  | 1     | take every stone off (not together with `turn`)                             | –     |
//! | turn    | in  | 1     | on to the next crossing                                                     | –     |
//! | put     | in  | 1     | while turning: leave a stone of `colour` on the vacant crossing at the head | –     |
//! | lift    | in  | 1     | while turning: take the stone at the head off                               | –     |
//! | colour  | in  | 1     | the mover, 0 black, 1 white                                                 | –     |
//! | row, col | out | 4    | the crossing at the head                                                    | 0, 0  |
//! | vacant  | out | 1     | it holds no stone                                                           | 1     |
//! | last    | out | 1     | it is the last one, (14, 14)                                                | 0     |
//! | mover, opponent, empty | out | 4 x 10 | for each line what lies around it: bits 0..4 the cells -5..-1, bits 5..9 the cells +1..+5; in none of the three: off the board | – |

use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// Crossings on the board.
const CROSSINGS: usize = 225;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Head {
    row: Bits<4>,
    col: Bits<4>,
}

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

    // Element k: k + 1 steps that way stay on the board.
    up: [Signal<Local, Bit>; 5],
    down: [Signal<Local, Bit>; 5],
    left: [Signal<Local, Bit>; 5],
    right: [Signal<Local, Bit>; 5],
    /// For each line, its cells that lie on the board, and the taps of the two registers.
    on_board: [Signal<Local, Bits<10>>; 4],
    black: [Signal<Local, Bits<10>>; 4],
    white: [Signal<Local, Bits<10>>; 4],

    /// The last row and the last column.
    farthest: Constant<Bits<4>>,
}

impl Default for Ring {
    fn default() -> Self {
        Ring {
            clock: Default::default(),
            clear: Default::default(),
            turn: Default::default(),
            put: Default::default(),
            lift: Default::default(),
            colour: Default::default(),
            row: Default::default(),
            col: Default::default(),
            vacant: Default::default(),
            last: Default::default(),
            mover: Default::default(),
            opponent: Default::default(),
            empty: Default::default(),
            black_stones: Default::default(),
            white_stones: Default::default(),
            head: Default::default(),
            up: Default::default(),
            down: Default::default(),
            left: Default::default(),
            right: Default::default(),
            on_board: Default::default(),
            black: Default::default(),
            white: Default::default(),
            farthest: Constant::new(14.into()),
        }
    }
}

impl Logic for Ring {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, black_stones, white_stones, head);

        self.row.next = self.head.q.val().row;
        self.col.next = self.head.q.val().col;
        self.vacant.next = !(self.black_stones.q.val().get_bit(0) | self.white_stones.q.val().get_bit(0));
        self.last.next =
            (self.head.q.val().row == self.farthest.val()) & (self.head.q.val().col == self.farthest.val());

        if self.clear.val() {
            self.black_stones.d.next = 0.into();
            self.white_stones.d.next = 0.into();
        } else if self.turn.val() {
            // What leaves the head comes in again at the end.
            self.black_stones.d.next = (self.black_stones.q.val() >> 1).replace_bit(
                224,
                (self.black_stones.q.val().get_bit(0) & !self.lift.val()) | (self.put.val() & !self.colour.val()),
            );
            self.white_stones.d.next = (self.white_stones.q.val() >> 1).replace_bit(
                224,
                (self.white_stones.q.val().get_bit(0) & !self.lift.val()) | (self.put.val() & self.colour.val()),
            );
            if self.head.q.val().col != self.farthest.val() {
                self.head.d.next.col = self.head.q.val().col + 1;
            } else {
                self.head.d.next.col = 0.into();
                if self.head.q.val().row != self.farthest.val() {
                    self.head.d.next.row = self.head.q.val().row + 1;
                } else {
                    self.head.d.next.row = 0.into();
                }
            }
        }

        self.up[0].next = self.head.q.val().row >= 1;
        self.up[1].next = self.head.q.val().row >= 2;
        self.up[2].next = self.head.q.val().row >= 3;
        self.up[3].next = self.head.q.val().row >= 4;
        self.up[4].next = self.head.q.val().row >= 5;
        self.down[0].next = self.head.q.val().row <= 13;
        self.down[1].next = self.head.q.val().row <= 12;
        self.down[2].next = self.head.q.val().row <= 11;
        self.down[3].next = self.head.q.val().row <= 10;
        self.down[4].next = self.head.q.val().row <= 9;
        self.left[0].next = self.head.q.val().col >= 1;
        self.left[1].next = self.head.q.val().col >= 2;
        self.left[2].next = self.head.q.val().col >= 3;
        self.left[3].next = self.head.q.val().col >= 4;
        self.left[4].next = self.head.q.val().col >= 5;
        self.right[0].next = self.head.q.val().col <= 13;
        self.right[1].next = self.head.q.val().col <= 12;
        self.right[2].next = self.head.q.val().col <= 11;
        self.right[3].next = self.head.q.val().col <= 10;
        self.right[4].next = self.head.q.val().col <= 9;

        for line in 0..4 {
            self.on_board[line].next = 0.into();
            self.black[line].next = 0.into();
            self.white[line].next = 0.into();
        }
        // Cell k is k + 1 steps away.
        for k in 0..5 {
            self.on_board[0].next = self.on_board[0].val().replace_bit(4 - k, self.left[k].val());
            self.on_board[0].next = self.on_board[0].val().replace_bit(5 + k, self.right[k].val());
            self.on_board[1].next = self.on_board[1].val().replace_bit(4 - k, self.up[k].val());
            self.on_board[1].next = self.on_board[1].val().replace_bit(5 + k, self.down[k].val());
            self.on_board[2].next = self.on_board[2]
                .val()
                .replace_bit(4 - k, self.up[k].val() & self.left[k].val());
            self.on_board[2].next = self.on_board[2]
                .val()
                .replace_bit(5 + k, self.down[k].val() & self.right[k].val());
            self.on_board[3].next = self.on_board[3]
                .val()
                .replace_bit(4 - k, self.up[k].val() & self.right[k].val());
            self.on_board[3].next = self.on_board[3]
                .val()
                .replace_bit(5 + k, self.down[k].val() & self.left[k].val());

            self.black[0].next = self.black[0]
                .val()
                .replace_bit(4 - k, self.black_stones.q.val().get_bit(224 - k));
            self.white[0].next = self.white[0]
                .val()
                .replace_bit(4 - k, self.white_stones.q.val().get_bit(224 - k));
            self.black[0].next = self.black[0]
                .val()
                .replace_bit(5 + k, self.black_stones.q.val().get_bit(1 + k));
            self.white[0].next = self.white[0]
                .val()
                .replace_bit(5 + k, self.white_stones.q.val().get_bit(1 + k));
            self.black[1].next = self.black[1]
                .val()
                .replace_bit(4 - k, self.black_stones.q.val().get_bit(210 - k * 15));
            self.white[1].next = self.white[1]
                .val()
                .replace_bit(4 - k, self.white_stones.q.val().get_bit(210 - k * 15));
            self.black[1].next = self.black[1]
                .val()
                .replace_bit(5 + k, self.black_stones.q.val().get_bit(15 + k * 15));
            self.white[1].next = self.white[1]
                .val()
                .replace_bit(5 + k, self.white_stones.q.val().get_bit(15 + k * 15));
            self.black[2].next = self.black[2]
                .val()
                .replace_bit(4 - k, self.black_stones.q.val().get_bit(209 - k * 16));
            self.white[2].next = self.white[2]
                .val()
                .replace_bit(4 - k, self.white_stones.q.val().get_bit(209 - k * 16));
            self.black[2].next = self.black[2]
                .val()
                .replace_bit(5 + k, self.black_stones.q.val().get_bit(16 + k * 16));
            self.white[2].next = self.white[2]
                .val()
                .replace_bit(5 + k, self.white_stones.q.val().get_bit(16 + k * 16));
            self.black[3].next = self.black[3]
                .val()
                .replace_bit(4 - k, self.black_stones.q.val().get_bit(211 - k * 14));
            self.white[3].next = self.white[3]
                .val()
                .replace_bit(4 - k, self.white_stones.q.val().get_bit(211 - k * 14));
            self.black[3].next = self.black[3]
                .val()
                .replace_bit(5 + k, self.black_stones.q.val().get_bit(14 + k * 14));
            self.white[3].next = self.white[3]
                .val()
                .replace_bit(5 + k, self.white_stones.q.val().get_bit(14 + k * 14));
        }
        for line in 0..4 {
            self.mover[line].next = self.black[line].val() & self.on_board[line].val();
            self.opponent[line].next = self.white[line].val() & self.on_board[line].val();
            if self.colour.val() {
                self.mover[line].next = self.white[line].val() & self.on_board[line].val();
                self.opponent[line].next = self.black[line].val() & self.on_board[line].val();
            }
            self.empty[line].next = self.on_board[line].val() & !(self.black[line].val() | self.white[line].val());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::{Board, Colour, Crossing, Direction};
    use tengen_sim::{Engine, Native};

    /// What happens to a crossing as it passes the head.
    enum Change {
        Put(Colour),
        Lift,
    }

    /// One whole turn with its changes, seen by `mover`; every crossing is looked at on the way.
    fn turn(
        ring: &mut Native<Ring>,
        mover: Colour,
        changes: impl Fn(Crossing) -> Option<Change>,
        mut look: impl FnMut(&Native<Ring>, Crossing),
    ) {
        let [turn, put, lift, colour, row, col] =
            ["turn", "put", "lift", "colour", "row", "col"].map(|name| ring.port(name));
        ring.set(turn, 1);
        for at in Crossing::all() {
            assert_eq!((ring.get(row), ring.get(col)), (at.row() as u64, at.col() as u64));
            ring.set(colour, (mover == Colour::White).into());
            ring.settle();
            look(ring, at);
            let change = changes(at);
            if let Some(Change::Put(stone)) = change {
                ring.set(colour, (stone == Colour::White).into());
            }
            ring.set(put, matches!(change, Some(Change::Put(_))).into());
            ring.set(lift, matches!(change, Some(Change::Lift)).into());
            ring.step();
        }
        for port in [turn, put, lift] {
            ring.set(port, 0);
        }
        ring.step();
    }

    /// The cells -5..-1 and +1..+5 in which `is` holds, as the ring numbers them.
    fn cells(at: Crossing, direction: Direction, is: impl Fn(Crossing) -> bool) -> u64 {
        [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5]
            .into_iter()
            .enumerate()
            .filter(|&(_, steps)| direction.walk(at, steps).is_some_and(&is))
            .fold(0, |cells, (bit, _)| cells | 1 << bit)
    }

    /// The ring shows this board, to both movers.
    fn check(ring: &mut Native<Ring>, board: &Board) {
        let [vacant, last] = ["vacant", "last"].map(|name| ring.port(name));
        for mover in [Colour::Black, Colour::White] {
            let look = |ring: &Native<Ring>, at: Crossing| {
                assert_eq!(ring.get(vacant) == 1, board.get(at).is_none());
                assert_eq!(ring.get(last) == 1, (at.row(), at.col()) == (14, 14));
                for (line, &direction) in Direction::ALL.iter().enumerate() {
                    let holding = |stone| cells(at, direction, |near| board.get(near) == stone);
                    assert_eq!(ring.circuit.mover[line].val(), holding(Some(mover)));
                    assert_eq!(ring.circuit.opponent[line].val(), holding(Some(mover.other())));
                    assert_eq!(ring.circuit.empty[line].val(), holding(None));
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
        let mut seed = 5u32;
        for at in Crossing::all() {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            let colour = [Some(Colour::Black), Some(Colour::White), None][(seed >> 16) as usize % 3];
            if let Some(colour) = colour {
                board.place(at, colour).unwrap();
                if !(seed >> 20).is_multiple_of(3) {
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
        let clear = ring.port("clear");
        let all = |_| Some(Change::Put(Colour::White));
        turn(&mut ring, Colour::Black, all, |_, _| {});
        ring.set(clear, 1);
        ring.step();
        ring.set(clear, 0);
        check(&mut ring, &Board::new());
    }
}
