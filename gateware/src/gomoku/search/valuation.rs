//! The static evaluation of the position: the values of the empty crossings, and what the threats of each side add to
//! them together.
//!
//! ```text
//! changes -> WorthsOf: ROMs -+-> Sum for black, for white ---------------------> + -> limit -> partial --+
//!                            '-> Groups of each colour -+-> values of the sizes -'                       |
//! standings: best threats ------------------------------+-> ROM of the outlook ------------------------- + -> value
//!
//! clock      __/‾‾\__/‾‾\__/‾‾\__
//! changes    ==< a >==============
//! standings  ========< a >========   also white_moves
//! value      ==============< a >==
//! ```
//!
//! | port          | dir | width          | meaning                                                          | initial |
//! |---------------|-----|----------------|------------------------------------------------------------------|---------|
//! | clock         | in  | 1              | rising edge                                                      | –       |
//! | clear         | in  | 1              | the empty board                                                  | –       |
//! | keep, restore | in  | 1              | keep stores what the changes before this clock make; restore brings it back | – |
//! | changes       | in  | BANKS x Change | changes of the threats, by bank                                  | –       |
//! | white_moves   | in  | 1              | the mover: 0 black, 1 white                                      | –       |
//! | own, other    | in  | Standing       | of the mover and of the opponent, a clock after the changes      | –       |
//! | value         | out | 14             | a clock later: the value to the mover, offset by 8192            | –       |

use rust_hdl::prelude::*;

use super::groups::Groups;
use super::ports::{BANKS, Change, GroupSizes, Standing};
use super::sum::Sum;
use super::weights::{self, OutlookRom, SUM_BITS, SizeTable, Worths};
use super::worths::WorthsOf;
use crate::{Circuit, Optional, Register, kernel};
use tengen_rules::gomoku::search::Lanes;
use tengen_rules::gomoku::search::weights::LIMIT;

/// The score 0, with the offset of the search.
pub const ZERO: u64 = 1 << 13;
/// The limits of the value without the outlook, as signed numbers of 13 bits.
const HIGHEST: u64 = LIMIT as u64 - 1;
const LOWEST: u64 = LIMIT as u64;

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
    worths: [Optional<WorthsOf>; BANKS],
    keeps: Register<Bit>,
    black: Sum,
    white: Sum,
    blacks: Groups,
    whites: Groups,
    // By group.
    #[init(weights::sizes(0))]
    own_sizes: [SizeTable; 2],
    #[init(weights::sizes(1))]
    other_sizes: [SizeTable; 2],
    #[init(weights::outlooks())]
    outlook: OutlookRom,
    /// The value without the outlook; signed.
    partial: Register<Bits<13>>,

    worth: Signal<Local, Worths>,
    sum: Signal<Local, Bits<SUM_BITS>>,
    mine: Signal<Local, GroupSizes>,
    theirs: Signal<Local, GroupSizes>,
    best_three: Signal<Local, Bits<2>>,
    level: Signal<Local, Bits<4>>,
    other_level: Signal<Local, Bits<4>>,
    levels: Signal<Local, Bits<8>>,
    sizes: Signal<Local, Bits<12>>,
    extended: Signal<Local, Bits<14>>,
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
        self.count_crossings();
        self.find_outlook();
        self.add_up();
    }

    /// Looks up what the crossings that change add; a clock later it is in the sums and in the groups.
    fn count_crossings(&mut self) {
        keeps.d = keep;
        black = Sum { clear, keep: keeps.q, restore };
        white = Sum { clear, keep: keeps.q, restore };
        blacks = Groups { clear, keep: keeps.q, restore };
        whites = Groups { clear, keep: keeps.q, restore };
        for i in 0..5 {
            worths[i].change = changes[i];
            worth = worths[i].now;
            black.now[i] = worth.black;
            blacks.now[i] = worth.black;
            white.now[i] = worth.white;
            whites.now[i] = worth.white;
            worth = worths[i].was;
            black.was[i] = worth.black;
            blacks.was[i] = worth.black;
            white.was[i] = worth.white;
            whites.was[i] = worth.white;
        }
        sum = black.following;
        mine = blacks.sizes;
        theirs = whites.sizes;
        if white_moves {
            sum = white.following;
            mine = whites.sizes;
            theirs = blacks.sizes;
        }
    }

    /// Looks up the outlook, which is there a clock later.
    fn find_outlook(&mut self) {
        best_three = 0;
        best_three = best_three.replace_bit(0, mine.threes.any());
        best_three = best_three.replace_bit(1, own.double_three);
        level = cat(own.best_four, best_three);
        best_three = 0;
        best_three = best_three.replace_bit(0, theirs.threes.any());
        best_three = best_three.replace_bit(1, other.double_three);
        other_level = cat(other.best_four, best_three);
        levels = cat(level, other_level);
        outlook.address = cat(levels, other.double_fours);
    }

    /// Adds what the groups add.
    fn add_up(&mut self) {
        own_sizes[0].address = mine.threes;
        own_sizes[1].address = mine.more;
        other_sizes[0].address = theirs.threes;
        other_sizes[1].address = theirs.more;
        sizes = 0;
        for group in 0..2 {
            sizes = sizes + bit_cast::<12, 10>(own_sizes[group].data) + bit_cast::<12, 10>(other_sizes[group].data);
        }
        sum = sum + bit_cast::<19, 12>(sizes);
        // Beyond the limit the bits from that of the limit on are not equal.
        let beyond = sum.get_bits::<7>(12);
        partial.d = sum.get_bits::<13>(0);
        if sum.get_bit(18) & !beyond.all() {
            partial.d = LOWEST;
        } else if !sum.get_bit(18) & beyond.any() {
            partial.d = HIGHEST;
        }
        // Signed.
        extended = bit_cast::<14, 13>(partial.q);
        extended = extended.replace_bit(13, partial.q.get_bit(12));
        value = extended + outlook.data;
    }
}
