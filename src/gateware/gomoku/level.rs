//! The levels of the computer: which player each of them is. Combinational.
//!
//! | port    | dir | width   | meaning                  |
//! |---------|-----|---------|--------------------------|
//! | level   | in  | 3       | counts from 0            |
//! | profile | out | Profile | the player of that level |
//!
//! The order is that of strength, as `tengen rate` measures it.

use rust_hdl::prelude::*;

use super::ports::Profile;
use crate::gateware::memory::Table;
use crate::{Circuit, kernel};

/// A row of the table: a level people count from 1 on, in the order of the rows.
pub struct Row {
    /// As the page of the game names it.
    pub name: &'static str,
    pub profile: Profile,
}

/// Every level.
pub const LEVELS: [Row; 4] = [
    row("MCU", Profile::Mcu),
    row("SJTU", Profile::Sjtu),
    row("ZJU", Profile::Zju),
    row("THESIS", Profile::Thesis),
];
/// The level at power-on, counted from 0.
pub const AT_POWER_ON: u64 = 2;

const fn row(name: &'static str, profile: Profile) -> Row {
    Row { name, profile }
}

#[derive(Circuit)]
pub struct LevelTable {
    pub level: Signal<In, Bits<3>>,
    pub profile: Signal<Out, Profile>,

    #[init(Table::new(LEVELS.iter().map(|row| row.profile)))]
    players: Table<Profile, 3>,
}

#[kernel]
impl Logic for LevelTable {
    fn update(&mut self) {
        players.address = level;
        profile = players.data;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_level_is_the_player_the_rules_name() {
        let mut table = Native::new(LevelTable::default());
        assert_eq!(LEVELS.len(), gomoku::Profile::LEVELS.len());
        for (level, profile) in gomoku::Profile::LEVELS.into_iter().enumerate() {
            table.drive("level", level as u64);
            table.settle();
            assert_eq!(table.read("profile"), profile as u64);
            assert_eq!(LEVELS[level].name, profile.to_string().to_uppercase());
        }
    }
}
