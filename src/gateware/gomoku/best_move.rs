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
//! | port                     | dir | width  | meaning                                                                 | initial |
//! |--------------------------|-----|--------|-------------------------------------------------------------------------|---------|
//! | clock                    | in  | 1      | rising edge                                                             | –       |
//! | start                    | in  | 1      | forget the candidates                                                   | –       |
//! | profile                  | in  | 2      | constant while candidates pass                                          | –       |
//! | candidate                | in  | 1      | the crossing below may be played                                        | –       |
//! | row, col                 | in  | 4      | the crossing                                                            | –       |
//! | attack_key, attack_tie   | in  | 21, 20 | what it is compared by as an attack                                     | –       |
//! | defence_key, defence_tie | in  | 20     | and as a defence                                                        | –       |
//! | ticket                   | in  | 8      | what it is compared by at last                                          | –       |
//! | best_row, best_col       | out | 4      | the choice among the candidates since `start`; 15, 15 if there was none | 0, 0    |

use super::leader::Leader;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct BestMove {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub profile: Signal<In, Bits<2>>,
    pub candidate: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub attack_key: Signal<In, Bits<21>>,
    pub attack_tie: Signal<In, Bits<20>>,
    pub defence_key: Signal<In, Bits<20>>,
    pub defence_tie: Signal<In, Bits<20>>,
    pub ticket: Signal<In, Bits<8>>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,

    attack_leader: Leader,
    defence_leader: Leader,
    // {the attack's key, whether equality is enough}, and {the complement of the defence's, 1}: the attack is played if
    // they add up to a carry.
    gain: Signal<Local, Bits<22>>,
    rest_and_one: Signal<Local, Bits<22>>,
    sum: Signal<Local, Bits<23>>,
}

#[kernel]
impl Logic for BestMove {
    fn update(&mut self) {
        attack_leader.start = start;
        attack_leader.candidate = candidate;
        attack_leader.key = attack_key;
        attack_leader.tie = attack_tie;
        attack_leader.ticket = ticket;
        attack_leader.row_in = row;
        attack_leader.col_in = col;
        defence_leader.start = start;
        defence_leader.candidate = candidate;
        defence_leader.key = bit_cast::<21, 20>(defence_key);
        defence_leader.tie = defence_tie;
        defence_leader.ticket = ticket;
        defence_leader.row_in = row;
        defence_leader.col_in = col;

        gain = bit_cast::<22, 21>(!attack_leader.rest) << 1;
        gain = gain.replace_bit(0, profile != 0);
        rest_and_one = (bit_cast::<22, 21>(defence_leader.rest) << 1) | 1;
        sum = bit_cast::<23, 22>(gain) + bit_cast::<23, 22>(rest_and_one);
        best_row = defence_leader.row;
        best_col = defence_leader.col;
        if sum.get_bit(22) {
            best_row = attack_leader.row;
            best_col = attack_leader.col;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    /// A candidate's keys.
    #[derive(Clone, Copy, Debug)]
    struct Keys {
        attack: (u64, u64),
        defence: (u64, u64),
        ticket: u64,
    }

    /// The first of those with the greatest key.
    fn leader(candidates: &[Keys], key: impl Fn(&Keys) -> (u64, u64)) -> Option<usize> {
        let key = |keys: &Keys| (key(keys), keys.ticket);
        let greatest = candidates.iter().map(key).max()?;
        candidates.iter().position(|keys| key(keys) == greatest)
    }

    /// The rule in plain Rust, from candidates whose number is their crossing.
    fn chosen(profile: u64, candidates: &[Keys]) -> Option<usize> {
        let attack = leader(candidates, |keys| keys.attack)?;
        let defence = leader(candidates, |keys| keys.defence)?;
        let (gain, threat) = (candidates[attack].attack.0, candidates[defence].defence.0);
        let attacks = gain > threat || profile != 0 && gain == threat;
        Some(if attacks { attack } else { defence })
    }

    #[test]
    fn the_choice_is_the_rules_with_many_ties() {
        let mut circuit = Native::new(BestMove::default());
        let names = [
            "start",
            "profile",
            "candidate",
            "row",
            "col",
            "attack_key",
            "attack_tie",
            "defence_key",
            "defence_tie",
            "ticket",
        ];
        let [
            start,
            profile,
            candidate,
            row,
            col,
            attack_key,
            attack_tie,
            defence_key,
            defence_tie,
            ticket,
        ] = names.map(|name| circuit.port(name));
        let [best_row, best_col] = ["best_row", "best_col"].map(|name| circuit.port(name));
        let mut seed = 3u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            u64::from((seed >> 8) % below)
        };
        for _ in 0..3000 {
            let asked = random(4);
            circuit.set(profile, asked);
            circuit.set(start, 1);
            circuit.step();
            circuit.set(start, 0);
            let (range, count) = ([3, 6, 1 << 20][random(3) as usize], random(40));
            let tickets = [1, 256][random(2) as usize];
            let mut draw = || Keys {
                attack: (random(2 * range - 1), random(range)),
                defence: (random(range), random(range)),
                ticket: random(tickets),
            };
            let candidates: Vec<_> = (0..count).map(|_| draw()).collect();
            for (i, &keys) in candidates.iter().enumerate() {
                // A crossing that may not be played changes nothing.
                let refused = draw();
                for (offered, keys) in [(0, refused), (1, keys)] {
                    circuit.set(candidate, offered);
                    circuit.set(row, i as u64 / 15);
                    circuit.set(col, i as u64 % 15);
                    circuit.set(attack_key, keys.attack.0);
                    circuit.set(attack_tie, keys.attack.1);
                    circuit.set(defence_key, keys.defence.0);
                    circuit.set(defence_tie, keys.defence.1);
                    circuit.set(ticket, keys.ticket);
                    circuit.step();
                }
            }
            circuit.set(candidate, 0);
            circuit.step();
            let expected = chosen(asked, &candidates).map_or((15, 15), |i| (i as u64 / 15, i as u64 % 15));
            assert_eq!(
                (circuit.get(best_row), circuit.get(best_col)),
                expected,
                "{candidates:?}"
            );
        }
    }
}
