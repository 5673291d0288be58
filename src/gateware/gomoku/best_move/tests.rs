use super::*;
use tengen_sim::{Engine, Native};

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
        "tie_break",
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
        tie_break,
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
        let tie_breaks = [1, 256][random(2) as usize];
        let mut draw = || Keys {
            attack: (random(2 * range - 1), random(range)),
            defence: (random(range), random(range)),
            tie_break: random(tie_breaks),
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
                circuit.set(tie_break, keys.tie_break);
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
