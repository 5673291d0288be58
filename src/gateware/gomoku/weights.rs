//! What the players think a line is worth: one definition a player, and the two tables that the circuits look it up in.
//!
//! A player weighs either the shape of a line or its run. Its weights are written as it states them; the tables hold them
//! in a unit that divides them all, so every sum is exact.
//!
//! | profile | player | weighs | unit | greatest sum of four, in units |
//! |---------|--------|--------|------|--------------------------------|
//! | 0       | zju    | shapes | 2^9  | 2^17                           |
//! | 1       | mcu    | runs   | 100  | 400                            |
//! | 2       | thesis | shapes, and those of the mover otherwise than those of the opponent | 5 | 800000 |
//! | 3       | sjtu   | runs   | 25   | 160000                         |
//!
//! The greatest units would need fewer bits, but more look-up tables.
//!
//! The address of a table is {profile, class} with the class of [`LineClass`](super::line_class::LineClass).

use crate::gateware::memory::Table;
use rust_hdl::prelude::*;

/// Bits of a weight: the greatest is thesis' five.
pub const WEIGHT_BITS: usize = 18;

/// 64 weights by {profile, class}.
pub type WeightTable = Table<Bits<WEIGHT_BITS>, 6>;

enum Weights {
    /// By shape: nothing, sleeping two, live two, sleeping three, live three, rush four, live four, five.
    Shapes([u32; 8]),
    /// Five or more; then by the adjoining stones, 0 to 3, and the open ends, 0 to 2.
    Runs { five: u32, shorter: [[u32; 3]; 4] },
}

use Weights::{Runs, Shapes};

struct Player {
    unit: u32,
    /// Of the mover's lines.
    attack: Weights,
    /// Of the opponent's.
    defence: Weights,
}

const ZJU: Weights = Shapes([0, 1 << 11, 1 << 12, 1 << 14, 1 << 15, 1 << 16, 1 << 19, 1 << 24]);
const MCU: Weights = Runs {
    five: 10000,
    shorter: [[0; 3], [100; 3], [400; 3], [2000; 3]],
};
const SJTU: Weights = Runs {
    five: 1_000_000,
    shorter: [[0, 50, 200], [0, 200, 700], [100, 500, 3000], [100, 2500, 300_000]],
};

/// By profile. Another player is another row.
const PLAYERS: [Player; 4] = [
    Player {
        unit: 1 << 9,
        attack: ZJU,
        defence: ZJU,
    },
    Player {
        unit: 100,
        attack: MCU,
        defence: MCU,
    },
    Player {
        unit: 5,
        attack: Shapes([0, 0, 125, 125, 850, 2000, 24_000, 1_000_000]),
        defence: Shapes([0, 0, 20, 20, 240, 1100, 6000, 200_000]),
    },
    Player {
        unit: 25,
        attack: SJTU,
        defence: SJTU,
    },
];

impl Weights {
    fn of_class(&self, class: usize) -> u32 {
        match self {
            Shapes(weights) => weights[class % 8],
            Runs { five, shorter } => shorter[class / 4].get(class % 4).copied().unwrap_or(*five),
        }
    }
}

/// The unit in which a player's weights and scores are counted.
#[cfg(test)]
pub(super) fn unit(profile: crate::rules::gomoku::Profile) -> u32 {
    PLAYERS[profile as usize].unit
}

/// What the mover's lines are worth.
pub fn attack() -> WeightTable {
    table(|player| &player.attack)
}

/// What the opponent's lines are worth.
pub fn defence() -> WeightTable {
    table(|player| &player.defence)
}

fn table(side: fn(&Player) -> &Weights) -> WeightTable {
    let words = PLAYERS.iter().flat_map(|player| {
        (0..16).map(move |class| {
            let weight = side(player).of_class(class);
            assert!(
                weight.is_multiple_of(player.unit),
                "{weight} is no multiple of the unit"
            );
            Bits::from(u64::from(weight / player.unit))
        })
    });
    Table::new(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::{Profile, Shape, Window, mcu, sjtu, thesis, zju};
    use tengen_sim::{ByName, Engine, Native};

    /// The 16 weights of a player as it states them.
    fn weights(table: WeightTable, profile: Profile) -> Vec<u32> {
        let mut table = Native::new(table);
        let unit = unit(profile);
        let mut weight = |class| {
            table.drive("address", profile as u64 * 16 + class);
            table.settle();
            table.read("data") as u32 * unit
        };
        (0..16).map(&mut weight).collect()
    }

    #[test]
    fn every_weight_of_a_shape_is_the_players_own() {
        type Value = fn(Shape) -> u32;
        let players: [(Profile, Value, Value); 2] = [
            (Profile::Zju, zju::value, zju::value),
            (Profile::Thesis, thesis::attack, thesis::defence),
        ];
        for (profile, mine, theirs) in players {
            for (table, value) in [(attack(), mine), (defence(), theirs)] {
                let weights = weights(table, profile);
                for window in Window::all() {
                    let shape = window.shape();
                    assert_eq!(weights[shape as usize], value(shape), "{profile}: {shape:?}");
                }
            }
        }
    }

    #[test]
    fn every_weight_of_a_run_is_the_players_own() {
        for table in [attack, defence] {
            let (mcu, sjtu) = (weights(table(), Profile::Mcu), weights(table(), Profile::Sjtu));
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
    fn the_greatest_sum_of_four_fits_twenty_bits() {
        for profile in Profile::ALL {
            let greatest = *weights(attack(), profile).iter().max().unwrap();
            assert!(4 * greatest / unit(profile) < 1 << 20);
        }
    }

    /// Class 0 stands for a line that does not count.
    #[test]
    fn nothing_is_worth_nothing() {
        for profile in Profile::ALL {
            assert_eq!([weights(attack(), profile)[0], weights(defence(), profile)[0]], [0, 0]);
        }
    }
}
