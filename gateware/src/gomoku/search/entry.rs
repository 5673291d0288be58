//! What is said of a position as it is entered: its score, if what is threatened decides it or it is a leaf. Combinational.
//!
//! | if, and nothing before                                              | its score for the mover             |
//! |---------------------------------------------------------------------|-------------------------------------|
//! | the stone placed last made five                                     | lost                                |
//! | the mover has a five                                                | won with the next ply               |
//! | the opponent has two                                                | lost in two                         |
//! | the mover has a double four, nothing to block, and six win as well  | won in three                        |
//! | it has a four and a three or two threes, and the opponent no four   | won in five                         |
//! | the board is full                                                   | 0                                   |
//! | no plies are left, and there is nothing to block                    | what the position is worth          |
//! | that is far above the window, with one to three plies left          | the same, as a bound                |
//! | it attacks by fours alone, and what it has to block gives it none   | the lower end of its window         |
//! | it may not block                                                    | bad                                 |
//!
//! | port       | dir | width  | meaning                                                                  |
//! |------------|-----|--------|--------------------------------------------------------------------------|
//! | plies      | in  | 7      | from the root, at least 1                                                |
//! | fours_only | in  | 1      | the root's mover plays fours alone                                       |
//! | attacks    | in  | 1      | and it is to move                                                        |
//! | full       | in  | 1      | the board is                                                             |
//! | depth      | in  | 6      | plies that are left                                                      |
//! | alpha, beta| in  | 14     | the window, and 8192 more                                                |
//! | value      | in  | 14     | what the position is worth, and 8192 more                                |
//! | fives, doubles, threatens, blocks, lost, threatened, answers, won | in | 1 | see `Position`                         |
//! | exact_five | in  | 1      | the mover needs exactly five: of two fours one may only make six         |
//! | block      | in  | Key    | of the crossing that is to be blocked, for the mover                     |
//! | returns    | out | 1      | the score is known                                                       |
//! | score      | out | 14     | and 8192 more                                                            |
//! | exact      | out | 1      | it is the same in every window                                           |
//! | forced     | out | 1      | a five is to be blocked                                                  |
//! | filter     | out | Filter | the candidates, if it does not return                                    |

use rust_hdl::prelude::*;

use super::ports::{Filter, Key};
use super::sum::ZERO;
use crate::{Circuit, kernel};
use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::alpha_beta as model;

/// A won position counts this less the plies until then; from `WON` on a score is a win.
pub const WIN: u64 = model::WIN as u64;
pub const WON: u64 = model::WON as u64;
/// Plies from the root, at most.
pub const LONGEST: u64 = model::LONGEST as u64;
/// Above the window by this for each ply that is left, at most so many, a position is given up by the opponent.
const MARGIN: u64 = model::MARGIN as u64;
const MARGIN_DEPTH: u64 = model::MARGIN_DEPTH as u64;
/// Who may not block is as good as lost, but it is not certain.
const BLOCKED: u64 = ZERO - (-model::BLOCKED) as u64;

const HIGHEST: u64 = ZERO + WIN;
const LOWEST: u64 = ZERO - WIN;
const HIGH: u64 = ZERO + WON;
const LOW: u64 = ZERO - WON;

#[derive(Circuit)]
pub struct Entry {
    pub plies: Signal<In, Bits<7>>,
    pub fours_only: Signal<In, Bit>,
    pub attacks: Signal<In, Bit>,
    pub full: Signal<In, Bit>,
    pub depth: Signal<In, Bits<6>>,
    pub alpha: Signal<In, Bits<14>>,
    pub beta: Signal<In, Bits<14>>,
    pub value: Signal<In, Bits<14>>,
    pub fives: Signal<In, Bit>,
    pub doubles: Signal<In, Bit>,
    pub threatens: Signal<In, Bit>,
    pub blocks: Signal<In, Bit>,
    pub lost: Signal<In, Bit>,
    pub threatened: Signal<In, Bit>,
    pub answers: Signal<In, Bit>,
    pub won: Signal<In, Bit>,
    pub exact_five: Signal<In, Bit>,
    pub block: Signal<In, Key>,
    pub returns: Signal<Out, Bit>,
    pub score: Signal<Out, Bits<14>>,
    pub exact: Signal<Out, Bit>,
    pub forced: Signal<Out, Bit>,
    pub filter: Signal<Out, Filter>,

    #[init(Table::new((0..=MARGIN_DEPTH).map(|depth| Bits::from(MARGIN * depth))))]
    margins: Table<Bits<9>, 2>,
}

#[kernel]
impl Logic for Entry {
    fn update(&mut self) {
        let defends = fours_only & !attacks;
        forced = blocks;
        let win = HIGHEST - bit_cast::<14, 7>(plies);
        let loss = LOWEST + bit_cast::<14, 7>(plies);
        let leaf = (plies == LONGEST) | (!blocks & (defends | !depth.any()));

        margins.address = depth.get_bits::<2>(0);
        // The window with the margin.
        let bound = bit_cast::<15, 14>(beta) + bit_cast::<15, 9>(margins.data);
        let given_up = !fours_only
            & !blocks
            & !threatened
            & (beta == (alpha + 1))
            & !depth.get_bits::<4>(2).any()
            & (bit_cast::<15, 14>(value) >= bound)
            & (beta > LOW)
            & (beta < HIGH);

        returns = true;
        exact = true;
        score = value;
        if won {
            score = loss;
        } else if fives {
            score = win - 1;
        } else if lost {
            score = loss + 2;
        } else if !blocks & !defends & doubles & !exact_five {
            score = win - 3;
        } else if !blocks & !fours_only & threatens & !answers {
            score = win - 5;
        } else if full {
            score = ZERO;
        } else if leaf {
            score = value;
        } else if given_up {
            exact = false;
        } else if blocks & attacks & !block.four {
            score = alpha;
            exact = false;
        } else if blocks & !defends & !block.key.any() {
            score = BLOCKED;
        } else {
            returns = false;
            exact = false;
        }

        filter = Filter::All;
        if attacks {
            filter = Filter::OwnFours;
        } else if threatened {
            filter = Filter::Fours;
        }
    }
}
