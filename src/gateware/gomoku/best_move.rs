//! The best crossing so far for attack and for defence, and which of the two to play.
//!
//! ```text
//! clock       __/‾‾\__/‾‾\__/‾‾\__
//! candidate   ==< a >==< b >______    with its crossing and keys
//! row, col    ========< of a >< of a, b >
//! ```
//!
//! | profile | of equal keys is played | why                                               |
//! |---------|-------------------------|---------------------------------------------------|
//! | zju     | the defence             | it attacks only if that is strictly better        |
//! | mcu     | the attack              | it defends only if that is strictly better        |
//! | thesis, sjtu | the attack         | it is their only leader; their defence keys are 0 |
//!
//! | port                     | dir | width   | meaning                                                                 | initial |
//! |--------------------------|-----|---------|-------------------------------------------------------------------------|---------|
//! | clock                    | in  | 1       | rising edge                                                             | –       |
//! | start                    | in  | 1       | forget the candidates                                                   | –       |
//! | profile                  | in  | Profile | the player; constant while candidates pass                              | –       |
//! | candidate                | in  | 1       | the crossing below may be played                                        | –       |
//! | row, col                 | in  | 4       | the crossing                                                            | –       |
//! | attack_key, attack_tie   | in  | 21, 20  | what it is compared by as an attack                                     | –       |
//! | defence_key, defence_tie | in  | 20      | and as a defence                                                        | –       |
//! | tie_break                | in  | 8       | what it is compared by at last                                          | –       |
//! | best_row, best_col       | out | 4       | the choice among the candidates since `start`; 15, 15 if there was none | 0, 0    |

use super::leader::Leader;
use super::ports::Profile;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct BestMove {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub profile: Signal<In, Profile>,
    pub candidate: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub attack_key: Signal<In, Bits<21>>,
    pub attack_tie: Signal<In, Bits<20>>,
    pub defence_key: Signal<In, Bits<20>>,
    pub defence_tie: Signal<In, Bits<20>>,
    pub tie_break: Signal<In, Bits<8>>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,

    attack_leader: Leader,
    defence_leader: Leader,
    // {the attack's key, whether equality is enough}, and {the complement of the defence's, 1}: the attack is played if
    // they add up to a carry.
    gain: Signal<Local, Bits<22>>,
    inverted_and_one: Signal<Local, Bits<22>>,
    sum: Signal<Local, Bits<23>>,
}

#[kernel]
impl Logic for BestMove {
    fn update(&mut self) {
        attack_leader.start = start;
        attack_leader.candidate = candidate;
        attack_leader.key = attack_key;
        attack_leader.tie = attack_tie;
        attack_leader.tie_break = tie_break;
        attack_leader.row_in = row;
        attack_leader.col_in = col;
        defence_leader.start = start;
        defence_leader.candidate = candidate;
        defence_leader.key = bit_cast::<21, 20>(defence_key);
        defence_leader.tie = defence_tie;
        defence_leader.tie_break = tie_break;
        defence_leader.row_in = row;
        defence_leader.col_in = col;

        gain = bit_cast::<22, 21>(!attack_leader.inverted_key) << 1;
        gain = gain.replace_bit(0, profile != Profile::Zju);
        inverted_and_one = (bit_cast::<22, 21>(defence_leader.inverted_key) << 1) | 1;
        sum = bit_cast::<23, 22>(gain) + bit_cast::<23, 22>(inverted_and_one);
        best_row = defence_leader.row;
        best_col = defence_leader.col;
        if sum.get_bit(22) {
            best_row = attack_leader.row;
            best_col = attack_leader.col;
        }
    }
}

#[cfg(test)]
mod tests;
