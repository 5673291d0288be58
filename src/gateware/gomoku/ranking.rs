//! What counts in a player's choice: from a crossing's two scores the keys by which it leads the attack and the defence.
//!
//! ```text
//! clock                      __/‾‾\__/‾‾\__/‾‾\__
//! crossing, attack, defence  ==< a >==< b >=======
//! crossing and keys out      ========< a  >< b >==   one clock later
//! ```
//!
//! With A for the attack's score and D for the defence's:
//!
//! | profile | attack key      | tie                    | defence key | tie |
//! |---------|-----------------|------------------------|-------------|-----|
//! | zju     | A               | D                      | D           | A   |
//! | mcu     | A               | 0                      | D           | 0   |
//! | thesis  | A + D + max(A, D) | A for black, D for white | 0       | 0   |
//! | sjtu    | A + D           | 0                      | 0           | 0   |
//!
//! A player with a single leader has it lead the attack, and nothing to defend. The greatest key is thesis' with four fives
//! for the mover and four for the opponent, 2 * 800000 + 160000, which fits 21 bits.
//!
//! | port                      | dir | width      | meaning                                   | initial |
//! |---------------------------|-----|------------|-------------------------------------------|---------|
//! | clock                     | in  | 1          | rising edge                               | –       |
//! | profile                   | in  | Profile    | the player; constant while crossings pass | –       |
//! | colour                    | in  | 1          | the mover, 0 black, 1 white; likewise     | –       |
//! | row_in, col_in            | in  | 4          | the crossing                              | –       |
//! | candidate_in, last_in     | in  | 1          | marks                                     | –       |
//! | attack, defence           | in  | 20         | A and D                                   | –       |
//! | row, col, candidate, last | out | 4, 4, 1, 1 | what came in with the scores              | 0       |
//! | attack_key, attack_tie    | out | 21, 20     | see above                                 | 0       |
//! | defence_key, defence_tie  | out | 20         | see above                                 | 0       |

use super::ports::Profile;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    row: Bits<4>,
    col: Bits<4>,
    candidate: Bit,
    last: Bit,
    attack_key: Bits<21>,
    attack_tie: Bits<20>,
    defence_key: Bits<20>,
    defence_tie: Bits<20>,
}

#[derive(Circuit)]
pub struct Ranking {
    pub clock: Signal<In, Clock>,
    pub profile: Signal<In, Profile>,
    pub colour: Signal<In, Bit>,
    pub row_in: Signal<In, Bits<4>>,
    pub col_in: Signal<In, Bits<4>>,
    pub candidate_in: Signal<In, Bit>,
    pub last_in: Signal<In, Bit>,
    pub attack: Signal<In, Bits<20>>,
    pub defence: Signal<In, Bits<20>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub candidate: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub attack_key: Signal<Out, Bits<21>>,
    pub attack_tie: Signal<Out, Bits<20>>,
    pub defence_key: Signal<Out, Bits<20>>,
    pub defence_tie: Signal<Out, Bits<20>>,

    ranked: Register<Ranked>,
    zju: Signal<Local, Bit>,
    thesis: Signal<Local, Bit>,
    /// The player has a single leader.
    single: Signal<Local, Bit>,
    /// The players with a single leader add the defence to the attack...
    added: Signal<Local, Bits<20>>,
    /// A + !D, with a carry if A is the greater.
    difference: Signal<Local, Bits<21>>,
    /// ...and thesis the greater of the two once more.
    doubled: Signal<Local, Bits<20>>,
}

#[kernel]
impl Logic for Ranking {
    fn update(&mut self) {
        zju = profile == Profile::Zju;
        thesis = profile == Profile::Thesis;
        single = thesis | (profile == Profile::Sjtu);

        added = 0;
        if single {
            added = defence;
        }
        difference = bit_cast::<21, 20>(attack) + bit_cast::<21, 20>(!defence);
        doubled = 0;
        if thesis {
            doubled = defence;
            if difference.get_bit(20) {
                doubled = attack;
            }
        }
        ranked.d.attack_key = (bit_cast::<21, 20>(attack) + bit_cast::<21, 20>(added)) + bit_cast::<21, 20>(doubled);

        ranked.d.attack_tie = 0;
        if zju | (thesis & colour) {
            ranked.d.attack_tie = defence;
        } else if thesis {
            ranked.d.attack_tie = attack;
        }

        ranked.d.defence_key = 0;
        if !single {
            ranked.d.defence_key = defence;
        }
        ranked.d.defence_tie = 0;
        if zju {
            ranked.d.defence_tie = attack;
        }

        ranked.d.row = row_in;
        ranked.d.col = col_in;
        ranked.d.candidate = candidate_in;
        ranked.d.last = last_in;

        row = ranked.q.row;
        col = ranked.q.col;
        candidate = ranked.q.candidate;
        last = ranked.q.last;
        attack_key = ranked.q.attack_key;
        attack_tie = ranked.q.attack_tie;
        defence_key = ranked.q.defence_key;
        defence_tie = ranked.q.defence_tie;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Profile;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn every_player_has_the_keys_of_the_table() {
        let mut ranking = Native::new(Ranking::default());
        let inputs = [
            "profile",
            "colour",
            "row_in",
            "col_in",
            "candidate_in",
            "last_in",
            "attack",
            "defence",
        ];
        let outputs = [
            "row",
            "col",
            "candidate",
            "last",
            "attack_key",
            "attack_tie",
            "defence_key",
            "defence_tie",
        ];
        let mut random = Random::new(9);
        for round in 0..20_000 {
            let profile = random.of(&Profile::ALL);
            let white = random.below(2);
            let labels = [random.below(15), random.below(15), random.below(2), random.below(2)];
            // Up to the greatest scores there are, or small ones, often equal.
            let (a, d) = match round % 3 {
                0 => (random.below(800_001), random.below(160_001)),
                1 => (random.below(160_001), random.below(160_001)),
                _ => (random.below(4), random.below(4)),
            };
            let keys = match profile {
                Profile::Zju => [a, d, d, a],
                Profile::Mcu => [a, 0, d, 0],
                Profile::Thesis => [2 * a.max(d) + a.min(d), if white == 1 { d } else { a }, 0, 0],
                Profile::Sjtu => [a + d, 0, 0, 0],
            };
            let [row, col, candidate, last] = labels;
            let values = [profile as u64, white, row, col, candidate, last, a, d];
            for (name, value) in inputs.into_iter().zip(values) {
                ranking.drive(name, value);
            }
            ranking.step();
            let found = outputs.map(|name| ranking.read(name));
            assert_eq!(found[..4], labels);
            assert_eq!(found[4..], keys, "{profile} {values:?}");
        }
    }
}
