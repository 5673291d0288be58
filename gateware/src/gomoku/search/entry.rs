//! Decides whether a position's score is known as it is entered: by its threats, or because it is a leaf.
//! Combinational.
//!
//! | condition; the first that holds counts                                                    | score for the mover |
//! |-------------------------------------------------------------------------------------------|---------------------|
//! | the stone placed last made five                                                           | lost                |
//! | the mover has a five                                                                      | won in 1 ply        |
//! | the opponent has two fives                                                                | lost in 2 plies     |
//! | the mover has a double four, no five to block, and wins by six too; not if it defends     | won in 3 plies      |
//! | alpha-beta: it has a four-three or two threes, no five to block, and the opponent no four | won in 5 plies, freestyle; else likely won |
//! | the board is full                                                                         | 0                   |
//! | no plies are left or the mover defends, and no five is to be blocked; or `LONGEST` plies  | value, a clock later |
//! | the attacker of a search by fours must block, and the block makes no four                 | alpha               |
//! | the mover must block and may not play there | -4000 |
//!
//! | port        | dir | width  | meaning                                                                   |
//! |-------------|-----|--------|---------------------------------------------------------------------------|
//! | plies       | in  | 7      | plies from the root to the position, at least 1                           |
//! | fours_only  | in  | 1      | the search is by fours                                                    |
//! | attacks     | in  | 1      | the mover is the attacker of a search by fours                            |
//! | full        | in  | 1      | the board is full                                                         |
//! | depth       | in  | 6      | plies that are left                                                       |
//! | alpha       | in  | 14     | offset by 8192                                                            |
//! | fives, doubles, threatens, blocks, lost, threatened, answers, won | in  | 1      | see `Position`      |
//! | freestyle   | in  | 1      | the rule is freestyle                                                     |
//! | exact_five  | in  | 1      | the mover needs exactly five: one four of a double four may only make six |
//! | block       | in  | Key    | the mover's key on the crossing to block                                  |
//! | returns     | out | 1      | the score is known                                                        |
//! | score       | out | 14     | the score, offset by 8192                                                 |
//! | exact       | out | 1      | the score is valid for any window                                         |
//! | estimated   | out | 1      | the score is the position's value                                         |
//! | forced      | out | 1      | a five must be blocked                                                    |
//! | filter      | out | Filter | which crossings are candidates, if the score is not known                 |

use rust_hdl::prelude::*;

use super::ports::{Filter, Key};
use super::valuation::ZERO;
use crate::{Circuit, kernel};
use tengen_rules::gomoku::search::alpha_beta as model;

/// A win in n plies scores WIN - n. Scores from `WON` on are wins.
pub const WIN: u64 = model::WIN as u64;
pub const WON: u64 = model::WON as u64;
/// Greatest number of plies from the root.
pub const LONGEST: u64 = model::LONGEST as u64;
/// Score of a mover whose forced block may be a foul: almost certainly lost.
const BLOCKED: u64 = ZERO - (-model::BLOCKED) as u64;

const HIGHEST: u64 = ZERO + WIN;
const LOWEST: u64 = ZERO - WIN;
const LIKELY: u64 = ZERO + model::LIKELY as u64;

#[derive(Circuit)]
pub struct Entry {
    pub plies: Signal<In, Bits<7>>,
    pub fours_only: Signal<In, Bit>,
    pub attacks: Signal<In, Bit>,
    pub full: Signal<In, Bit>,
    pub depth: Signal<In, Bits<6>>,
    pub alpha: Signal<In, Bits<14>>,
    pub fives: Signal<In, Bit>,
    pub doubles: Signal<In, Bit>,
    pub threatens: Signal<In, Bit>,
    pub blocks: Signal<In, Bit>,
    pub lost: Signal<In, Bit>,
    pub threatened: Signal<In, Bit>,
    pub answers: Signal<In, Bit>,
    pub won: Signal<In, Bit>,
    pub freestyle: Signal<In, Bit>,
    pub exact_five: Signal<In, Bit>,
    pub block: Signal<In, Key>,
    pub returns: Signal<Out, Bit>,
    pub score: Signal<Out, Bits<14>>,
    pub exact: Signal<Out, Bit>,
    pub estimated: Signal<Out, Bit>,
    pub forced: Signal<Out, Bit>,
    pub filter: Signal<Out, Filter>,
}

#[kernel]
impl Logic for Entry {
    fn update(&mut self) {
        let defends = fours_only & !attacks;
        forced = blocks;
        let win = HIGHEST - bit_cast::<14, 7>(plies);
        let loss = LOWEST + bit_cast::<14, 7>(plies);
        let leaf = (plies == LONGEST) | (!blocks & (defends | !depth.any()));

        returns = true;
        exact = true;
        estimated = false;
        score = ZERO;
        if won {
            score = loss;
        } else if fives {
            score = win - 1;
        } else if lost {
            score = loss + 2;
        } else if !blocks & !defends & doubles & !exact_five {
            score = win - 3;
        } else if !blocks & !fours_only & threatens & !answers {
            score = if freestyle { win - 5 } else { LIKELY - bit_cast::<14, 7>(plies) };
        } else if full {
            score = ZERO;
        } else if leaf {
            estimated = true;
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
