//! The stones by line: which lie around a crossing in each of the four directions.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! load       __/‾‾‾‾‾\_________________   row, col, placed, colour, keep: with it
//! taken      ==< of the crossing >======   at once, before the load
//! at_row     ==========< a >==< b >====   of the lines that were loaded
//! not_black  ==========< a >==< b >====   at once
//! ```
//!
//! Each line is a word of fifteen cells: a row, a column, or the two diagonals that together have fifteen crossings, the cells
//! by column in a row and by row else. Made by pairs, it shows two lines at a time in the first two places: the row and the
//! column, or the diagonals.
//!
//! | port                 | dir | width  | meaning                                                                  | initial |
//! |----------------------|-----|--------|--------------------------------------------------------------------------|---------|
//! | clock                | in  | 1      | rising edge                                                              | –       |
//! | clear                | in  | 1      | takes the stones off the lines of number `row`                           | –       |
//! | load                 | in  | 1      | strobe: takes the lines through the crossing, with its stone changed     | –       |
//! | row, col             | in  | 4      | the crossing                                                             | –       |
//! | placed               | in  | 1      | a stone comes there, or it goes                                          | –       |
//! | colour               | in  | 1      | of the stone                                                             | –       |
//! | keep                 | in  | 1      | the stones are kept so                                                   | –       |
//! | at_row               | in  | 4      | which crossing of the column and the diagonals is looked at              | –       |
//! | at_col               | in  | 4      | which of the row                                                         | –       |
//! | diagonal             | in  | 1      | by pairs: the diagonals are shown                                        | –       |
//! | not_black, not_white | out | 4 x 11 | around it by direction: cells of the other colour, or off the board      | 0       |
//! | black, white         | out | 1      | a stone of the colour lies at `row`, `col`; at once                      | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::{SmallRam, Table};
use tengen_rules::gomoku::search::Lanes;

/// The stones of a line.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Cells {
    black: Bits<15>,
    white: Bits<15>,
}

const SIZE: u64 = tengen_rules::gomoku::board::SIZE as u64;
/// Five cells off the board at either end.
const ENDS: u64 = 31 << 20 | 31;

#[derive(Circuit)]
pub struct Lines {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub load: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub placed: Signal<In, Bit>,
    pub colour: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub at_row: Signal<In, Bits<4>>,
    pub at_col: Signal<In, Bits<4>>,
    pub diagonal: Signal<In, Bit>,
    pub not_black: [Signal<Out, Bits<11>>; 4],
    pub not_white: [Signal<Out, Bits<11>>; 4],
    pub black: Signal<Out, Bit>,
    pub white: Signal<Out, Bit>,

    stones: [SmallRam<Cells, 4>; 4],
    /// The lines that were loaded, with the cells off the board as neither colour's.
    held: [Register<Cells>; 4],
    /// By number n: the cells from n on, and those up to n.
    #[init(Table::new((0..15).map(|first| Bits::from(ALL << first & ALL))))]
    from: Table<Bits<15>, 4>,
    #[init(Table::new((0..15).map(|last| Bits::from((2 << last) - 1))))]
    up_to: Table<Bits<15>, 4>,

    numbers: [Signal<Local, Bits<4>>; 4],
    off: [Signal<Local, Bits<15>>; 4],
    place: [Signal<Local, Bits<15>>; 4],
    word: Signal<Local, Cells>,
    next: Signal<Local, Cells>,
    shown: [Signal<Local, Cells>; 4],
    position: [Signal<Local, Bits<4>>; 4],
    shifted_black: [Signal<Local, Bits<25>>; 4],
    shifted_white: [Signal<Local, Bits<25>>; 4],

    #[init(1)]
    one: Constant<Bits<15>>,
    /// Two lines are shown at a time; else all four.
    #[init(false)]
    by_pairs: Constant<Bit>,
}

const ALL: u64 = (1 << 15) - 1;

impl Lines {
    /// That shows so many lines at a time.
    pub fn new(lanes: Lanes) -> Self {
        Lines { by_pairs: Constant::new(lanes == Lanes::Two), ..Default::default() }
    }
}

#[kernel]
impl Logic for Lines {
    fn update(&mut self) {
        // The numbers of the lines.
        let difference = bit_cast::<5, 4>(row) - bit_cast::<5, 4>(col);
        // The diagonal goes on to the right of the first column's crossing; from the last row.
        let wraps = difference.get_bit(4);
        let sum = bit_cast::<5, 4>(row) + bit_cast::<5, 4>(col);
        let far = sum >= SIZE;
        numbers[0] = row;
        numbers[1] = col;
        numbers[2] = if wraps { difference.get_bits::<4>(0) - 1 } else { difference.get_bits::<4>(0) };
        numbers[3] = if far { sum.get_bits::<4>(0) + 1 } else { sum.get_bits::<4>(0) };
        if clear {
            numbers[1] = row;
            numbers[2] = row;
            numbers[3] = row;
        }

        // Of two diagonals that share a word the other's cells are off the board.
        off[0] = 0;
        off[1] = 0;
        from.address = numbers[2];
        off[2] = if wraps { from.data } else { !from.data };
        up_to.address = numbers[3];
        off[3] = if far { up_to.data } else { !up_to.data };

        place[0] = one << col;
        for i in 1..4 {
            place[i] = one << row;
        }
        for i in 0..4 {
            stones[i].read_address = numbers[i];
            word = stones[i].read_data;
            next = word;
            if placed {
                if colour {
                    next.white = word.white | place[i];
                } else {
                    next.black = word.black | place[i];
                }
            } else {
                next.black = word.black & !place[i];
                next.white = word.white & !place[i];
            }
            if clear {
                next.black = 0;
                next.white = 0;
            }
            stones[i] = SmallRam { write_address: numbers[i], write_enable: clear | (load & keep), write_data: next };
            held[i].d = held[i].q;
            if load {
                next.black = next.black | off[i];
                next.white = next.white | off[i];
                held[i].d = next;
            }
        }
        black = (stones[0].read_data.black & place[0]).any();
        white = (stones[0].read_data.white & place[0]).any();

        position[0] = at_col;
        for i in 1..4 {
            position[i] = at_row;
        }
        for i in 0..4 {
            shown[i] = held[i].q;
        }
        if by_pairs & diagonal {
            position[0] = at_row;
            for i in 0..2 {
                shown[i] = held[i + 2].q;
            }
        }
        for i in 0..4 {
            word = shown[i];
            shifted_black[i] = ((bit_cast::<25, 15>(word.white) << 5) | ENDS) >> position[i];
            shifted_white[i] = ((bit_cast::<25, 15>(word.black) << 5) | ENDS) >> position[i];
            not_black[i] = shifted_black[i].get_bits::<11>(0);
            not_white[i] = shifted_white[i].get_bits::<11>(0);
        }
    }
}
