//! Computes the key by which a player compares crossings from a crossing's two scores.
//!
//! ```text
//! clock                      __/‾‾\__/‾‾\__/‾‾\__
//! crossing and its scores    ==< a >==< b >=======
//! crossing, key, tie out     ========< a  >< b >==   one clock later
//! ```
//!
//! A is the attack score, D the defence score.
//!
//! | profile | key                         | tie                      | in words                                 |
//! |---------|-----------------------------|--------------------------|------------------------------------------|
//! | zju     | 2 max(A, D) + (1 if D >= A) | min(A, D)                | the greater score; if equal, the defence |
//! | mcu     | 2 max(A, D) + (1 if A >= D) | 0                        | the greater score; if equal, the attack  |
//! | thesis  | 2 max(A, D) + min(A, D)     | A for black, D for white | both, the greater one doubled            |
//! | sjtu    | 2 A + D                     | 0                        | both; D is in half of A's unit           |
//!
//! zju and mcu seek the best attack and the best defence, and play the better of the two. One key gives the same
//! result: in either search a crossing can only win by the greater of its scores, and the tie is then the smaller one.
//! The lowest bit of the key tells which of the two wins if they are equal.
//!
//! The greatest key is that of thesis with four fives for each side, 2 * 800000 + 160000, which fits in 21 bits.
//!
//! | port                      | dir | width      | meaning                                        | initial |
//! |---------------------------|-----|------------|------------------------------------------------|---------|
//! | clock                     | in  | 1          | rising edge                                    | –       |
//! | profile                   | in  | Profile    | the player; constant while crossings pass      | –       |
//! | colour                    | in  | 1          | 0 black, 1 white: the mover; constant likewise | –       |
//! | row_in, col_in            | in  | 4          | the crossing                                   | –       |
//! | candidate_in, last_in     | in  | 1          | marks to delay with the key                    | –       |
//! | attack, inverted_defence  | in  | 20, 18     | A, and the complement of D                     | –       |
//! | row, col, candidate, last | out | 4, 4, 1, 1 | the crossing and marks that belong to the key  | 0       |
//! | key, tie                  | out | 21, 20     | see above                                      | 0       |

use crate::gomoku::ports::Profile;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    row: Bits<4>,
    col: Bits<4>,
    candidate: Bit,
    last: Bit,
    key: Bits<21>,
    tie: Bits<20>,
}

/// The bits of A above the width of D.
const TOP_BITS: u64 = 3 << 18;

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
    pub inverted_defence: Signal<In, Bits<18>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub candidate: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub key: Signal<Out, Bits<21>>,
    pub tie: Signal<Out, Bits<20>>,

    ranked: Register<Ranked>,
    /// A + !D, plus 1 for mcu: it carries if A > D, for mcu if A >= D.
    difference: Signal<Local, Bits<21>>,
    mcu_one: Signal<Local, Bits<21>>,
    /// A counts twice; else D does.
    attack_first: Signal<Local, Bit>,
    /// The score that counts twice.
    first: Signal<Local, Bits<20>>,
    /// The other score. If that is A, it is at most D, so it fits.
    second: Signal<Local, Bits<18>>,
    added: Signal<Local, Bits<18>>,
}

#[kernel]
impl Logic for Ranking {
    fn update(&mut self) {
        let zju = profile == Profile::Zju;
        let mcu = profile == Profile::Mcu;
        let thesis = profile == Profile::Thesis;
        let sjtu = profile == Profile::Sjtu;

        let defence = !inverted_defence;
        // The complement of D, extended to the width of A.
        let inverted = bit_cast::<20, 18>(inverted_defence) | TOP_BITS;

        mcu_one = if mcu { 1 } else { 0 };
        difference = (bit_cast::<21, 20>(attack) + bit_cast::<21, 20>(inverted)) + mcu_one;
        attack_first = difference.get_bit(20) | sjtu;
        first = bit_cast::<20, 18>(defence);
        second = attack.get_bits::<18>(0);
        if attack_first {
            first = attack;
            second = defence;
        }

        added = 0;
        if thesis | sjtu {
            added = second;
        } else if mcu == attack_first {
            added = 1;
        }
        ranked.d.key = (bit_cast::<21, 20>(first) << 1) + bit_cast::<21, 18>(added);

        ranked.d.tie = 0;
        if (zju & attack_first) | (thesis & colour) {
            ranked.d.tie = bit_cast::<20, 18>(defence);
        } else if zju | thesis {
            ranked.d.tie = attack;
        }

        ranked.d.row = row_in;
        ranked.d.col = col_in;
        ranked.d.candidate = candidate_in;
        ranked.d.last = last_in;

        Ranked { row, col, candidate, last, key, tie, .. } = ranked.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;
    use tengen_rules::gomoku::Profile;
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
            "inverted_defence",
        ];
        let outputs = ["row", "col", "candidate", "last", "key", "tie"];
        let mut random = Random::new(9);
        for round in 0..20_000 {
            let profile = random.of(&Profile::ALL);
            let white = random.below(2);
            let labels = [random.below(15), random.below(15), random.below(2), random.below(2)];
            // Any scores up to the greatest, or small ones, which are often equal.
            let (a, d) = match round % 3 {
                0 => (random.below(800_001), random.below(160_001)),
                1 => (random.below(160_001), random.below(160_001)),
                _ => (random.below(4), random.below(4)),
            };
            let keys = match profile {
                Profile::Zju => [2 * a.max(d) + u64::from(d >= a), a.min(d)],
                Profile::Mcu => [2 * a.max(d) + u64::from(a >= d), 0],
                Profile::Thesis => [2 * a.max(d) + a.min(d), if white == 1 { d } else { a }],
                Profile::Sjtu => [2 * a + d, 0],
            };
            let [row, col, candidate, last] = labels;
            let values = [profile as u64, white, row, col, candidate, last, a, (1 << 18) - 1 - d];
            for (name, value) in inputs.into_iter().zip(values) {
                ranking.drive(name, value);
            }
            ranking.step();
            let found = outputs.map(|name| ranking.read(name));
            assert_eq!(found[..4], labels);
            assert_eq!(found[4..], keys, "{profile} {values:?}");
        }
    }

    /// The index of the first candidate with the greatest key.
    fn first_of_greatest<K: Ord>(candidates: &[[u64; 3]], key: impl Fn(&[u64; 3]) -> K) -> usize {
        let greatest = candidates
            .iter()
            .enumerate()
            .max_by_key(|&(number, keys)| (key(keys), Reverse(number)));
        greatest.expect("a candidate").0
    }

    /// The choice as zju and mcu define it: the better of the best attack and the best defence. Ties are broken by a
    /// random number, then by the first.
    #[test]
    fn one_order_chooses_as_two_searches_do() {
        let mut random = Random::new(3);
        for round in 0..20_000 {
            let zju = round % 2 == 0;
            let range = random.of(&[2, 4, 100]);
            let count = 1 + random.below(12);
            let candidates: Vec<[u64; 3]> = (0..count)
                .map(|_| [random.below(range), random.below(range), random.below(3)])
                .collect();
            let tie = |score| if zju { score } else { 0 };
            let attack = first_of_greatest(&candidates, |&[a, d, chance]| (a, tie(d), chance));
            let defence = first_of_greatest(&candidates, |&[a, d, chance]| (d, tie(a), chance));
            let (gain, threat) = (candidates[attack][0], candidates[defence][1]);
            let attacks = gain > threat || !zju && gain == threat;
            let expected = if attacks { attack } else { defence };
            let found = first_of_greatest(&candidates, |&[a, d, chance]| {
                let goes_first = if zju { d >= a } else { a >= d };
                (2 * a.max(d) + u64::from(goes_first), tie(a.min(d)), chance)
            });
            assert_eq!(found, expected, "{candidates:?}");
        }
    }
}
