//! The best crossing so far for attack and for defence, and which of the two to play.
//!
//! ```text
//! clock       __/‾‾\__/‾‾\__/‾‾\__
//! candidate   ==< a >==< b >______    with its crossing and scores
//! row, col    ========< of a >< of a, b >
//! ```
//!
//! The attack is the candidate with the greatest score for the mover, the defence the one with the greatest for the
//! opponent. A later candidate takes the lead only if it is strictly greater, so of equals the first stays.
//!
//! | profile | of equal scores leads               | the attack is played if its score is       |
//! |---------|-------------------------------------|--------------------------------------------|
//! | 1 (mcu) | the first                           | at least the opponent's for the defence    |
//! | others  | the greater score of the other side | greater than the opponent's for the defence |
//!
//! | port     | dir | width | meaning                                             | reset |
//! |----------|-----|-------|-----------------------------------------------------|-------|
//! | clock    | in  | 1     | rising edge                                         | –     |
//! | start    | in  | 1     | forget the candidates                               | –     |
//! | profile  | in  | 2     | constant while candidates pass                      | –     |
//! | candidate | in | 1     | the crossing below may be played                    | –     |
//! | row, col | in  | 4     | the crossing                                        | –     |
//! | mover, opponent | in | 16 | its scores                                      | –     |
//! | best_row, best_col | out | 4 | the choice among the candidates since `start`; 15, 15 if there was none | 0, 0 |

use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// The two leaders: score, score of the other side (to break ties), and crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Leaders {
    found: Bit,
    attack: Bits<16>,
    attack_tie: Bits<16>,
    attack_row: Bits<4>,
    attack_col: Bits<4>,
    defence: Bits<16>,
    defence_tie: Bits<16>,
    defence_row: Bits<4>,
    defence_col: Bits<4>,
}

#[derive(Circuit, Default)]
pub struct BestMove {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub profile: Signal<In, Bits<2>>,
    pub candidate: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub mover: Signal<In, Bits<16>>,
    pub opponent: Signal<In, Bits<16>>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,

    leaders: Register<Leaders>,
    mcu: Signal<Local, Bit>,
    better_attack: Signal<Local, Bit>,
    better_defence: Signal<Local, Bit>,
    play_attack: Signal<Local, Bit>,
}

impl Logic for BestMove {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, leaders);

        self.mcu.next = self.profile.val() == 1;
        self.better_attack.next = !self.leaders.q.val().found
            | (self.mover.val() > self.leaders.q.val().attack)
            | (!self.mcu.val()
                & (self.mover.val() == self.leaders.q.val().attack)
                & (self.opponent.val() > self.leaders.q.val().attack_tie));
        self.better_defence.next = !self.leaders.q.val().found
            | (self.opponent.val() > self.leaders.q.val().defence)
            | (!self.mcu.val()
                & (self.opponent.val() == self.leaders.q.val().defence)
                & (self.mover.val() > self.leaders.q.val().defence_tie));

        if self.start.val() {
            // Off the board: what is answered if no candidate comes.
            self.leaders.d.next.found = false;
            self.leaders.d.next.attack = 0.into();
            self.leaders.d.next.attack_row = 15.into();
            self.leaders.d.next.attack_col = 15.into();
            self.leaders.d.next.defence = 0.into();
            self.leaders.d.next.defence_row = 15.into();
            self.leaders.d.next.defence_col = 15.into();
        } else if self.candidate.val() {
            self.leaders.d.next.found = true;
            if self.better_attack.val() {
                self.leaders.d.next.attack = self.mover.val();
                self.leaders.d.next.attack_tie = self.opponent.val();
                self.leaders.d.next.attack_row = self.row.val();
                self.leaders.d.next.attack_col = self.col.val();
            }
            if self.better_defence.val() {
                self.leaders.d.next.defence = self.opponent.val();
                self.leaders.d.next.defence_tie = self.mover.val();
                self.leaders.d.next.defence_row = self.row.val();
                self.leaders.d.next.defence_col = self.col.val();
            }
        }

        self.play_attack.next = (self.leaders.q.val().attack > self.leaders.q.val().defence)
            | (self.mcu.val() & (self.leaders.q.val().attack == self.leaders.q.val().defence));
        self.best_row.next = self.leaders.q.val().defence_row;
        self.best_col.next = self.leaders.q.val().defence_col;
        if self.play_attack.val() {
            self.best_row.next = self.leaders.q.val().attack_row;
            self.best_col.next = self.leaders.q.val().attack_col;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    /// The first of those with the greatest key.
    fn first_best(keys: &[(u64, u64)]) -> Option<usize> {
        let greatest = keys.iter().max()?;
        keys.iter().position(|key| key == greatest)
    }

    /// The rule in plain Rust, from candidates (mover, opponent) whose number is their crossing.
    fn chosen(mcu: bool, candidates: &[(u64, u64)]) -> Option<usize> {
        let keys = |of: fn(&(u64, u64)) -> (u64, u64)| -> Vec<(u64, u64)> {
            let tied = |(score, tie)| if mcu { (score, 0) } else { (score, tie) };
            candidates.iter().map(of).map(tied).collect()
        };
        let attack = first_best(&keys(|&(mover, opponent)| (mover, opponent)))?;
        let defence = first_best(&keys(|&(mover, opponent)| (opponent, mover)))?;
        let (gain, threat) = (candidates[attack].0, candidates[defence].1);
        let attacks = gain > threat || mcu && gain == threat;
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
            "mover",
            "opponent",
            "best_row",
            "best_col",
        ];
        let [start, profile, candidate, row, col, mover, opponent, best_row, best_col] =
            names.map(|name| circuit.port(name));
        let mut seed = 3u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            u64::from((seed >> 16) % below)
        };
        for _ in 0..3000 {
            let asked = random(4);
            circuit.set(profile, asked);
            circuit.set(start, 1);
            circuit.step();
            circuit.set(start, 0);
            let (range, count) = ([3, 6, 65536][random(3) as usize], random(40));
            let candidates: Vec<_> = (0..count).map(|_| (random(range), random(range))).collect();
            for (i, scores) in candidates.iter().enumerate() {
                // A crossing that may not be played changes nothing.
                for (offered, (gain, threat)) in [(0, (random(65536), random(65536))), (1, *scores)] {
                    circuit.set(candidate, offered);
                    circuit.set(row, i as u64 / 15);
                    circuit.set(col, i as u64 % 15);
                    circuit.set(mover, gain);
                    circuit.set(opponent, threat);
                    circuit.step();
                }
            }
            circuit.set(candidate, 0);
            circuit.step();
            let expected = chosen(asked == 1, &candidates).map_or((15, 15), |i| (i as u64 / 15, i as u64 % 15));
            assert_eq!(
                (circuit.get(best_row), circuit.get(best_col)),
                expected,
                "{candidates:?}"
            );
        }
    }
}
