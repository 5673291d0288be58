//! The weights of the search: the value of a position, and the order in which to try moves.
//!
//! They are stored in five tables beside this file, and come from games that the search played against itself: the
//! values from a logistic regression on the scores of a search and on who won, the keys from a choice model on the
//! best moves. `examples/gomoku_weights` makes them again.

use std::sync::LazyLock;

use super::threat::{THREATS, Threat};

/// A number for each pair of threats at a crossing, the mover's first.
pub type Pairs = [[i32; THREATS]; THREATS];

/// The parts of a crossing's key, by the threats there of the mover and of the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// By the mover's threat.
    pub own: [i32; THREATS],
    /// By the opponent's threat.
    pub other: [i32; THREATS],
    /// By both, each in one of four [`rank`]s: the mover's rank times four, plus the opponent's.
    pub both: [i32; RANKS * RANKS],
    /// The sums of the parts.
    sums: Pairs,
}

/// The number of ranks.
pub const RANKS: usize = 4;

/// The upper two bits of a threat's number: up to a live two, up to two sleeping threes, up to a four, more.
pub fn rank(threat: usize) -> usize {
    threat / (THREATS / RANKS)
}

impl Keys {
    pub fn new(own: [i32; THREATS], other: [i32; THREATS], both: [i32; RANKS * RANKS]) -> Keys {
        let sums = std::array::from_fn(|mover| {
            std::array::from_fn(|opponent| own[mover] + other[opponent] + both[rank(mover) * RANKS + rank(opponent)])
        });
        Keys { own, other, both, sums }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The value of a crossing, in units of 1/200 logit of the mover's chance to win.
    pub values: Pairs,
    /// The order of moves: see [`Weights::key`].
    pub keys: Keys,
    /// What the best threats of both sides add to the value, by [`outlook`].
    pub outlook: Vec<i32>,
    /// What the sizes of [`GROUPS`] add: the mover's, then the opponent's; by group; by size.
    pub sizes: [[[i32; SIZES]; GROUPS.len()]; 2],
}

/// Threats that often come together, since they belong to the same stones: many are worth less than each of them.
pub const GROUPS: [&[Threat]; 2] = {
    use Threat::{DoubleThree, DoubleTwo, FourMore, SleepingMore, Three, ThreeMore};
    [
        &[Three, ThreeMore, DoubleThree],
        &[DoubleTwo, SleepingMore, ThreeMore, FourMore],
    ]
};
/// The limit of a position's value without the outlook: from -`LIMIT` to one less than it.
pub const LIMIT: i32 = 4096;
/// Larger groups count as one less than this many.
pub const SIZES: usize = 16;

/// The number of crossings in a group.
pub fn size(counts: &[u8; THREATS], group: &[Threat]) -> usize {
    let size: usize = group.iter().map(|&threat| usize::from(counts[threat as usize])).sum();
    size.min(SIZES - 1)
}

/// Greater keys have no bits.
pub const HIGHEST_KEY: u32 = 63;

/// The number of levels.
pub const LEVELS: usize = 9;
/// More double fours are counted as this many.
pub const DOUBLES: usize = 3;
/// The length of [`Weights::outlook`].
pub const OUTLOOKS: usize = LEVELS * LEVELS * (DOUBLES + 1);

/// How good the best fours and threes of a side are, short of a double four.
///
/// | level | fours              | + | threes     |
/// |-------|--------------------|---|------------|
/// | 0     | none               | 0 | none       |
/// | 3     | a four             | 1 | a three    |
/// | 6     | a four and a three | 2 | two threes |
pub fn level(counts: &[u8; THREATS]) -> usize {
    let has = |threat: Threat| counts[threat as usize] > 0;
    let fours = match () {
        _ if has(Threat::FourThree) => 2,
        _ if has(Threat::FourMore) || has(Threat::Four) => 1,
        _ => 0,
    };
    let threes = match () {
        _ if has(Threat::DoubleThree) => 2,
        _ if has(Threat::ThreeMore) || has(Threat::Three) => 1,
        _ => 0,
    };
    3 * fours + threes
}

/// The index in [`Weights::outlook`] for the levels of the mover and of the opponent, and the opponent's double fours.
pub fn outlook(own: usize, other: usize, doubles: usize) -> usize {
    (own * LEVELS + other) * (DOUBLES + 1) + doubles.min(DOUBLES)
}

impl Weights {
    /// The key of a crossing: candidates with greater keys are tried first. A crossing that wins at once has the
    /// greatest.
    pub fn key(&self, mover: Threat, opponent: Threat) -> u32 {
        match mover {
            Threat::Five => HIGHEST_KEY,
            _ => self.keys.sums[mover as usize][opponent as usize].unsigned_abs(),
        }
    }

    /// # Errors
    /// Names the first invalid line.
    pub fn parse([values, keys, rank_keys, outlook, sizes]: [&str; 5]) -> Result<Weights, String> {
        let values: Vec<[i32; 1]> = rows(values, THREATS * THREATS)?;
        let keys: Vec<[i32; 2]> = rows(keys, THREATS)?;
        let rank_keys: Vec<[i32; 1]> = rows(rank_keys, RANKS * RANKS)?;
        let outlook = rows(outlook, OUTLOOKS)?;
        let sizes: Vec<[i32; 1]> = rows(sizes, 2 * GROUPS.len() * SIZES)?;
        let size = |side: usize, group: usize, size: usize| sizes[(side * GROUPS.len() + group) * SIZES + size][0];
        Ok(Weights {
            values: std::array::from_fn(|own| std::array::from_fn(|other| values[own * THREATS + other][0])),
            keys: Keys::new(
                std::array::from_fn(|threat| keys[threat][0]),
                std::array::from_fn(|threat| keys[threat][1]),
                std::array::from_fn(|ranks| rank_keys[ranks][0]),
            ),
            outlook: outlook.into_iter().map(|[value]| value).collect(),
            sizes: std::array::from_fn(|side| {
                std::array::from_fn(|group| std::array::from_fn(|number| size(side, group, number)))
            }),
        })
    }
}

/// The last `N` numbers of each row after the heading.
fn rows<const N: usize>(text: &str, count: usize) -> Result<Vec<[i32; N]>, String> {
    let numbers = |row: &str| {
        let cells: Result<Vec<i32>, _> = row.split(',').rev().take(N).map(str::parse).collect();
        let mut cells = cells.map_err(|error| format!("{row}: {error}"))?;
        cells.reverse();
        cells.try_into().map_err(|_| format!("{row}: {N} numbers are wanted"))
    };
    let rows: Vec<[i32; N]> = text.lines().skip(1).map(numbers).collect::<Result<_, _>>()?;
    match rows.len() == count {
        true => Ok(rows),
        false => Err(format!("{} rows instead of {count}", rows.len())),
    }
}

/// Each a heading, then a row: for each pair of threats, each threat, each pair of ranks, each outlook, and each size of
/// each group of each side.
pub const TABLES: [&str; 5] = [
    include_str!("values.csv"),
    include_str!("threat_keys.csv"),
    include_str!("rank_keys.csv"),
    include_str!("outlook.csv"),
    include_str!("sizes.csv"),
];

/// The weights of these tables.
pub static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::parse(TABLES).unwrap_or_else(|error| panic!("Gomoku's weights: {error}")));

#[cfg(test)]
mod tests {
    use super::super::alpha_beta::LIKELY;
    use super::*;

    #[test]
    fn a_key_has_six_bits_and_no_part_of_it_is_negative() {
        let weights = &*WEIGHTS;
        for mover in Threat::ALL {
            for opponent in Threat::ALL {
                let key = weights.key(mover, opponent);
                assert!((1..=HIGHEST_KEY).contains(&key), "{mover:?}, {opponent:?}: {key}");
                assert_eq!(key == HIGHEST_KEY, mover == Threat::Five);
            }
        }
        let Keys { own, other, both, .. } = &weights.keys;
        assert!(own.iter().chain(other).chain(both).all(|&part| part >= 0));
    }

    #[test]
    fn no_value_looks_like_a_win() {
        assert!(
            WEIGHTS
                .outlook
                .iter()
                .all(|outlook| outlook.abs() <= LIKELY - 200 - LIMIT)
        );
    }

    #[test]
    fn a_row_that_is_missing_or_no_number_is_told() {
        let [_, rest @ ..] = TABLES;
        let with = |values: &str| {
            let [keys, rank_keys, outlook, sizes] = rest;
            Weights::parse([values, keys, rank_keys, outlook, sizes]).unwrap_err()
        };
        assert!(with("own,opponent,value\n").contains("0 rows"));
        assert!(with("own,opponent,value\nnothing,nothing,x\n").contains("nothing"));
    }

    #[test]
    fn levels_rise_with_the_threats() {
        let of = |threats: &[Threat]| {
            let mut counts = [0; THREATS];
            threats.iter().for_each(|&threat| counts[threat as usize] += 1);
            level(&counts)
        };
        let threes = [&[][..], &[Threat::ThreeMore], &[Threat::DoubleThree, Threat::Three]];
        let fours = [None, Some(Threat::Four), Some(Threat::FourThree)];
        for (number, four) in fours.into_iter().enumerate() {
            for (more, threes) in threes.into_iter().enumerate() {
                let both: Vec<Threat> = threes.iter().copied().chain(four).collect();
                assert_eq!(of(&both), 3 * number + more);
            }
        }
        assert_eq!(of(&[Threat::FourMore, Threat::DoubleFour, Threat::Five]), 3);
        assert_eq!(outlook(LEVELS - 1, LEVELS - 1, 9), OUTLOOKS - 1);
    }
}
