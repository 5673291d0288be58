//! The static evaluation of the position: the values of the empty crossings, and what the threats of each side add to
//! them together.
//!
//! ```text
//! changes ---> ROMs of a crossing's value ---> Sum for black, for white --+
//! standings -> the values of the groups' sizes ---------------------------+--> partial --+
//!         '--> ROM of the outlook -------------------------------------------------------+--> limit --> value
//!
//! clock      __/‾‾\__/‾‾\__/‾‾\__
//! changes    ==< a >==============
//! standings  ========< a >========   also white_moves
//! value      ==============< a >==
//! keep       ==============< a >==   before the first change after a is in it: a clock after `keep`
//! ```
//!
//! | port          | dir | width          | meaning                                                              | initial |
//! |---------------|-----|----------------|----------------------------------------------------------------------|---------|
//! | clock         | in  | 1              | rising edge                                                          | –       |
//! | clear         | in  | 1              | the empty board                                                      | –       |
//! | keep, restore | in  | 1              | keep stores the values of the changes before this clock; restore brings them back | – |
//! | changes       | in  | BANKS x Change | changes of the threats, by bank                                      | –       |
//! | white_moves   | in  | 1              | the mover: 0 black, 1 white                                          | –       |
//! | own, other    | in  | Standing       | of the mover and of the opponent, a clock after the changes          | –       |
//! | value         | out | 14             | a clock later: the value to the mover, limited to 7500 either way, offset by 8192 | – |

use rust_hdl::prelude::*;

use super::ports::{BANKS, Change, Standing};
use super::sum::Sum;
use super::weights::{self, MIDDLE, OutlookRom, SUM_BITS, SizeTable, Worth};
use super::worths::Worths;
use crate::{Circuit, Optional, Register, kernel};
use tengen_rules::gomoku::search::{Lanes, alpha_beta};

/// Greatest absolute value of a position.
const MOST: u64 = alpha_beta::MOST as u64;
/// The score 0, with the offset of the search.
pub const ZERO: u64 = 1 << 13;

const HIGHEST_VALUE: u64 = ZERO + MOST;
const LOWEST_VALUE: u64 = ZERO - MOST;

#[derive(Circuit)]
pub struct Valuation {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub changes: [Signal<In, Change>; BANKS],
    pub white_moves: Signal<In, Bit>,
    pub own: Signal<In, Standing>,
    pub other: Signal<In, Standing>,
    pub value: Signal<Out, Bits<14>>,

    /// By bank. With two lanes there are only two changes in a clock.
    worths: [Optional<Worths>; BANKS],
    keeps: Register<Bit>,
    black: Sum,
    white: Sum,
    // By group.
    #[init(weights::sizes(0))]
    own_sizes: [SizeTable; 3],
    #[init(weights::sizes(1))]
    other_sizes: [SizeTable; 3],
    #[init(weights::outlooks())]
    outlook: OutlookRom,
    /// The value without the outlook.
    partial: Register<Bits<SUM_BITS>>,

    worth: Signal<Local, Worth>,
    side: Signal<Local, Standing>,
    level: Signal<Local, Bits<4>>,
    other_level: Signal<Local, Bits<4>>,
    levels: Signal<Local, Bits<8>>,
    sizes: Signal<Local, Bits<13>>,

    #[init(MIDDLE + MOST)]
    highest: Constant<Bits<SUM_BITS>>,
    #[init(MIDDLE - MOST)]
    lowest: Constant<Bits<SUM_BITS>>,
}

impl Valuation {
    /// Creates a circuit for the changes of so many lanes.
    pub fn new(lanes: Lanes) -> Self {
        let worths = std::array::from_fn(|bank| Optional::when(lanes == Lanes::Four || bank < 2));
        Valuation { worths, ..Default::default() }
    }
}

#[kernel]
impl Logic for Valuation {
    fn update(&mut self) {
        self.sum_crossings();
        self.add_up();
    }

    /// Looks up the values of the crossings that change; a clock later they are in the sums.
    fn sum_crossings(&mut self) {
        keeps.d = keep;
        black = Sum { clear, keep: keeps.q, restore };
        white = Sum { clear, keep: keeps.q, restore };
        for i in 0..5 {
            worths[i].change = changes[i];
            worth = worths[i].now;
            black.now[i] = worth.black;
            white.now[i] = worth.white;
            worth = worths[i].was;
            black.was[i] = worth.black;
            white.was[i] = worth.white;
        }
    }

    /// Adds what the threats of each side count together.
    fn add_up(&mut self) {
        side = own;
        own_sizes[0].address = side.threes;
        own_sizes[1].address = side.sleeping;
        own_sizes[2].address = side.more;
        level = cat(side.best_four, side.best_three);
        side = other;
        other_sizes[0].address = side.threes;
        other_sizes[1].address = side.sleeping;
        other_sizes[2].address = side.more;
        other_level = cat(side.best_four, side.best_three);
        levels = cat(level, other_level);
        outlook.address = cat(levels, side.double_fours);
        sizes = 0;
        for group in 0..3 {
            sizes = sizes + bit_cast::<13, 10>(own_sizes[group].data) + bit_cast::<13, 10>(other_sizes[group].data);
        }
        let sum = if white_moves { white.following } else { black.following };
        partial.d = sum + bit_cast::<19, 13>(sizes);

        let whole = partial.q + bit_cast::<19, 11>(outlook.data);
        value = whole.get_bits::<14>(0) ^ ZERO;
        if whole > highest {
            value = HIGHEST_VALUE;
        } else if whole < lowest {
            value = LOWEST_VALUE;
        }
    }
}
