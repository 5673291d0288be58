//! The players' weights of a line: a definition for each player, and the two lookup tables of the circuits.
//!
//! A player weighs either the shape of a line or its run. The weights are written here as the player's author states
//! them. The tables hold them divided by a common unit, so that every sum is exact.
//!
//! | profile | player | weighs                                | unit           | greatest sum of four, in units |
//! |---------|--------|---------------------------------------|----------------|--------------------------------|
//! | 0       | zju    | shapes                                | 2^10           | 2^16                           |
//! | 1       | mcu    | runs                                  | 100            | 400                            |
//! | 2       | thesis | shapes; each side has its own weights | 5              | 800000, defence 160000         |
//! | 3       | sjtu   | runs                                  | 50, defence 25 | 80000, defence 160000          |
//!
//! These units give the smallest tables. sjtu's defence has half its attack's unit, since
//! [`Ranking`](super::ranking::Ranking) computes 2 A + D.
//!
//! A table is addressed by {profile, class}, with the class of [`LineClass`](super::line_class::LineClass).

use rust_hdl::prelude::*;
use tengen_hdl::library::memory::Table;

/// Bits of an attack weight. The greatest is that of thesis' five.
pub const ATTACK_BITS: usize = 18;
/// Bits of a defence weight. The greatest is that of thesis' five, or sjtu's.
pub const DEFENCE_BITS: usize = 16;

/// A table of N-bit weights, addressed by {profile, class}.
pub type WeightTable<const N: usize> = Table<Bits<N>, 6>;

enum Weights {
    /// By shape: nothing, sleeping two, live two, sleeping three, live three, rush four, live four, five.
    Shapes([u32; 8]),
    /// The weight of five or more; else by the number of adjoining stones, 0 to 3, and of open ends, 0 to 2.
    Runs { five: u32, shorter: [[u32; 3]; 4] },
}

use Weights::{Runs, Shapes};

/// Weights, and the unit in which they are counted.
struct Side {
    unit: u32,
    weights: Weights,
}

struct Player {
    /// The weights of the mover's lines.
    attack: Side,
    /// The weights of the opponent's lines.
    defence: Side,
}

const ZJU: Weights = Shapes([0, 1 << 11, 1 << 12, 1 << 14, 1 << 15, 1 << 16, 1 << 19, 1 << 24]);
const MCU: Weights = Runs { five: 10000, shorter: [[0; 3], [100; 3], [400; 3], [2000; 3]] };
const SJTU: Weights =
    Runs { five: 1_000_000, shorter: [[0, 50, 200], [0, 200, 700], [100, 500, 3000], [100, 2500, 300_000]] };

/// The players, in the order of `Profile`.
const PLAYERS: [Player; 4] = [
    Player { attack: side(1 << 10, ZJU), defence: side(1 << 10, ZJU) },
    Player { attack: side(100, MCU), defence: side(100, MCU) },
    Player {
        attack: side(5, Shapes([0, 0, 125, 125, 850, 2000, 24_000, 1_000_000])),
        defence: side(5, Shapes([0, 0, 20, 20, 240, 1100, 6000, 200_000])),
    },
    Player { attack: side(50, SJTU), defence: side(25, SJTU) },
];

const fn side(unit: u32, weights: Weights) -> Side {
    Side { unit, weights }
}

impl Weights {
    fn of_class(&self, class: usize) -> u32 {
        match self {
            Shapes(weights) => weights[class % 8],
            Runs { five, shorter } => shorter[class / 4].get(class % 4).copied().unwrap_or(*five),
        }
    }
}

/// A player's units of attack and of defence.
#[cfg(test)]
pub(super) fn units(profile: tengen_rules::gomoku::Profile) -> [u32; 2] {
    let Player { attack, defence } = &PLAYERS[profile as usize];
    [attack.unit, defence.unit]
}

/// The weights of the mover's lines.
pub fn attack() -> WeightTable<ATTACK_BITS> {
    table(|player| &player.attack)
}

/// The weights of the opponent's lines.
pub fn defence() -> WeightTable<DEFENCE_BITS> {
    table(|player| &player.defence)
}

fn table<const N: usize>(side: fn(&Player) -> &Side) -> WeightTable<N> {
    let words = PLAYERS.iter().flat_map(|player| {
        let Side { unit, weights } = side(player);
        (0..16).map(move |class| {
            let weight = weights.of_class(class);
            assert!(weight.is_multiple_of(*unit), "{weight} is no multiple of the unit");
            Bits::from(u64::from(weight / unit))
        })
    });
    Table::new(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::{Profile, Shape, Window, mcu, sjtu, thesis, zju};
    use tengen_sim::{ByName, Engine, Native};

    /// The 16 weights that a table holds for a player, in its unit.
    fn counts<const N: usize>(table: WeightTable<N>, profile: Profile) -> Vec<u32> {
        let mut table = Native::new(table);
        let mut weight = |class| {
            table.drive("address", profile as u64 * 16 + class);
            table.settle();
            table.read("data") as u32
        };
        (0..16).map(&mut weight).collect()
    }

    /// The 16 weights of a player as stated: of attack, of defence.
    fn weights(profile: Profile) -> [Vec<u32>; 2] {
        let [ours, theirs] = units(profile);
        let stated = |counts: Vec<u32>, unit| counts.into_iter().map(|count| count * unit).collect();
        [
            stated(counts(attack(), profile), ours),
            stated(counts(defence(), profile), theirs),
        ]
    }

    #[test]
    fn every_weight_of_a_shape_is_the_players_own() {
        type Value = fn(Shape) -> u32;
        let players: [(Profile, Value, Value); 2] = [
            (Profile::Zju, zju::value, zju::value),
            (Profile::Thesis, thesis::attack, thesis::defence),
        ];
        for (profile, mine, theirs) in players {
            for (weights, value) in weights(profile).into_iter().zip([mine, theirs]) {
                for window in Window::all() {
                    let shape = window.shape();
                    assert_eq!(weights[shape as usize], value(shape), "{profile}: {shape:?}");
                }
            }
        }
    }

    #[test]
    fn every_weight_of_a_run_is_the_players_own() {
        for (mcu, sjtu) in weights(Profile::Mcu).into_iter().zip(weights(Profile::Sjtu)) {
            for class in 0..16 {
                let (adjoining, open) = (class / 4, class % 4);
                if open == 3 {
                    assert_eq!((mcu[class], sjtu[class]), (mcu::VALUES[4], sjtu::FIVE_OR_MORE));
                } else {
                    assert_eq!(mcu[class], mcu::VALUES[adjoining]);
                    assert_eq!(sjtu[class], sjtu::VALUES[adjoining][2 - open]);
                }
            }
        }
    }

    #[test]
    fn the_greatest_sum_of_four_fits_two_bits_more() {
        for profile in Profile::ALL {
            let greatest = |counts: Vec<u32>| 4 * counts.into_iter().max().unwrap();
            assert!(greatest(counts(attack(), profile)) < 1 << (ATTACK_BITS + 2));
            assert!(greatest(counts(defence(), profile)) < 1 << (DEFENCE_BITS + 2));
        }
    }

    /// Class 0 is a line that does not count.
    #[test]
    fn nothing_is_worth_nothing() {
        for profile in Profile::ALL {
            assert_eq!(weights(profile).map(|weights| weights[0]), [0, 0]);
        }
    }
}
