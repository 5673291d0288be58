use super::*;
use tengen_sim::{ByName, Engine, Native, Random};

/// A candidate's keys.
#[derive(Clone, Copy, Debug)]
struct Keys {
    attack: (u64, u64),
    defence: (u64, u64),
    tie_break: u64,
}

/// The first of those with the greatest key.
fn leader(candidates: &[Keys], key: impl Fn(&Keys) -> (u64, u64)) -> Option<usize> {
    let key = |keys: &Keys| (key(keys), keys.tie_break);
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
    let mut random = Random::new(3);
    for _ in 0..3000 {
        let asked = random.below(4);
        circuit.drive("profile", asked);
        circuit.strobe("start");
        let (range, count) = (random.of(&[3, 6, 1 << 20]), random.below(40));
        let tie_breaks = random.of(&[1, 256]);
        let mut draw = || Keys {
            attack: (random.below(2 * range - 1), random.below(range)),
            defence: (random.below(range), random.below(range)),
            tie_break: random.below(tie_breaks),
        };
        let candidates: Vec<_> = (0..count).map(|_| draw()).collect();
        for (i, &keys) in candidates.iter().enumerate() {
            // A crossing that may not be played changes nothing.
            let refused = draw();
            for (offered, keys) in [(0, refused), (1, keys)] {
                circuit.drive("candidate", offered);
                circuit.drive("row", i as u64 / 15);
                circuit.drive("col", i as u64 % 15);
                circuit.drive("attack_key", keys.attack.0);
                circuit.drive("attack_tie", keys.attack.1);
                circuit.drive("defence_key", keys.defence.0);
                circuit.drive("defence_tie", keys.defence.1);
                circuit.drive("tie_break", keys.tie_break);
                circuit.step();
            }
        }
        circuit.drive("candidate", 0);
        circuit.step();
        let expected = chosen(asked, &candidates).map_or((15, 15), |i| (i as u64 / 15, i as u64 % 15));
        assert_eq!(
            (circuit.read("best_row"), circuit.read("best_col")),
            expected,
            "{candidates:?}"
        );
    }
}
