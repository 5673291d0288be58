//! The levels of the computer, and the player of each. Combinational.
//!
//! | port     | dir | width   | meaning                                                                |
//! |----------|-----|---------|------------------------------------------------------------------------|
//! | level    | in  | 3       | the level, counted from 0                                              |
//! | profile | out | Profile | the player of the level; of a search, the player that moves if the search is lost |
//! | searches | out | 1       | the level is a search                                                  |
//! | budget   | out | 32      | clocks the search may take                                             |
//!
//! The levels are in the order of strength that `tengen rate` measures.

use rust_hdl::prelude::*;

use super::ports::Profile;
use crate::{Circuit, kernel};
use tengen_hdl::library::memory::Table;

/// A level. On the screen levels are counted from 1, in the order of the table.
pub struct Row {
    /// Its name on the page of the game.
    pub name: &'static str,
    pub profile: Profile,
    /// Time that a search may take; 0 for a player of one ply.
    pub milliseconds: u64,
}

/// Every level.
pub const LEVELS: [Row; 8] = [
    row("MCU", Profile::Mcu),
    row("SJTU", Profile::Sjtu),
    row("ZJU", Profile::Zju),
    row("THESIS", Profile::Thesis),
    search("DAN 1", 50),
    search("DAN 2", 300),
    search("DAN 3", 1000),
    search("DAN 4", 5000),
];
/// The level at power-on, counted from 0.
pub const AT_POWER_ON: u64 = 2;

const fn row(name: &'static str, profile: Profile) -> Row {
    Row { name, profile, milliseconds: 0 }
}

const fn search(name: &'static str, milliseconds: u64) -> Row {
    Row { name, profile: Profile::Thesis, milliseconds }
}

#[derive(Circuit)]
pub struct LevelTable {
    pub level: Signal<In, Bits<3>>,
    pub profile: Signal<Out, Profile>,
    pub searches: Signal<Out, Bit>,
    pub budget: Signal<Out, Bits<32>>,

    #[init(Table::new(LEVELS.iter().map(|row| row.profile)))]
    players: Table<Profile, 3>,
    #[given]
    budgets: Table<Bits<32>, 3>,
    /// The levels that search exist.
    #[given]
    there: Constant<Bit>,
}

impl LevelTable {
    /// Creates the table for `second` clocks a second, with or without the levels that search.
    pub fn new(second: u32, searches: bool) -> Self {
        let clocks = |row: &Row| Bits::from(row.milliseconds * u64::from(second) / 1000);
        LevelTable::given(Table::new(LEVELS.iter().map(clocks)), Constant::new(searches))
    }
}

#[kernel]
impl Logic for LevelTable {
    fn update(&mut self) {
        players.address = level;
        profile = players.data;
        budgets.address = level;
        budget = budgets.data;
        searches = level.get_bit(2) & there;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::Level;
    use tengen_rules::gomoku::level::{LAST_RESORT, MILLISECOND};
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_level_is_the_player_the_rules_name() {
        for there in [true, false] {
            let mut table = Native::new(LevelTable::new(1000 * MILLISECOND as u32, there));
            for (number, level) in Level::ALL.into_iter().enumerate() {
                table.drive("level", number as u64);
                table.settle();
                let player = match level {
                    Level::Greedy(profile) => profile,
                    Level::Dan(_) => LAST_RESORT,
                };
                assert_eq!(table.read("profile"), player as u64);
                assert_eq!(table.read("searches"), u64::from(there && level.budget().is_some()));
                assert_eq!(table.read("budget"), level.budget().unwrap_or_default());
                assert_eq!(LEVELS[number].name.replace(' ', ""), level.to_string().to_uppercase());
            }
        }
    }
}
