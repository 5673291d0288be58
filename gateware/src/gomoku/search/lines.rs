//! Stores the stones by line, and shows the cells around a crossing in each of the four directions.
//!
//! ```text
//! clock      __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! load       __/‾‾‾‾‾\_________________   with row, col, placed, colour and keep
//! taken      ==< of the crossing >======   combinational; before the load
//! at_row     ==========< a >==< b >====   a crossing of the loaded lines
//! not_black  ==========< a >==< b >====   combinational
//! ```
//!
//! Each line is a word of fifteen cells: a row, a column, or the two diagonals that together have fifteen crossings.
//! Cells are numbered by column in a row, and by row in the other lines. With `by_pairs` only two lines are shown at a
//! time, as lines 0 and 1: the row and the column, or the two diagonals.
//!
//! | port                 | dir | width  | meaning                                                         | initial |
//! |----------------------|-----|--------|-----------------------------------------------------------------|---------|
//! | clock                | in  | 1      | rising edge                                                     | –       |
//! | clear                | in  | 1      | removes the stones from the lines with number `row`             | –       |
//! | load                 | in  | 1      | strobe: loads the lines of the crossing, with the stone changed | –       |
//! | row, col             | in  | 4      | the crossing                                                    | –       |
//! | placed               | in  | 1      | the stone is placed; else it is removed                         | –       |
//! | colour               | in  | 1      | the colour of the stone                                         | –       |
//! | keep                 | in  | 1      | writes the changed lines to the memory                          | –       |
//! | at_row               | in  | 4      | the crossing to show in the column and on the diagonals         | –       |
//! | at_col               | in  | 4      | the crossing to show in the row                                 | –       |
//! | diagonal             | in  | 1      | with `by_pairs`: show the diagonals                             | –       |
//! | not_black, not_white | out | 4 x 11 | by direction: cells of the other colour, or off the board       | 0       |
//! | black, white         | out | 1      | a stone of the colour is at `row`, `col`; combinational         | 0       |

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
    /// The loaded lines. Cells off the board count as taken for both colours.
    held: [Register<Cells>; 4],
    /// By n: the cells from n on; the cells up to n.
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
    /// Shows two lines at a time; else four.
    #[init(false)]
    by_pairs: Constant<Bit>,
}

const ALL: u64 = (1 << 15) - 1;

impl Lines {
    /// Creates a circuit that shows `lanes` lines at a time.
    pub fn new(lanes: Lanes) -> Self {
        Lines { by_pairs: Constant::new(lanes == Lanes::Two), ..Default::default() }
    }
}

#[kernel]
impl Logic for Lines {
    fn update(&mut self) {
        // The line numbers.
        let difference = bit_cast::<5, 4>(row) - bit_cast::<5, 4>(col);
        // `wraps`: the diagonal lies above the main diagonal. `far`: the other one lies below the main antidiagonal.
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

        // Of two diagonals that share a word, the cells of the other one count as off the board.
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
