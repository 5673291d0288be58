//! How each event changes the club's numbers, as a table made from the rules. The ledger reads it at {event, step}.
//!
//! | event        | its changes, in this order                             |
//! |--------------|--------------------------------------------------------|
//! | buy a pig    | money -2, pigs +1, newborn +1                          |
//! | sell a grown | money +12, pigs -1, grown -1                           |
//! | meal         | money -1, strength +5                                  |
//! | feed         | money -1, feed +5                                      |
//! | won game     | strength -2, money +5                                  |
//! | lost game    | strength -2, money -1                                  |
//! | drawn game   | strength -2                                            |

use rust_hdl::prelude::*;

use crate::{LogicState, LogicStruct};
use tengen_hdl::library::memory::Table;
use tengen_rules::club::{EFFORT, GROWN_PIG, PIG, PORTION, PORTIONS, PRIZE, STAKE};

/// The number that a step changes.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Number {
    Money,
    Strength,
    Feed,
    Pigs,
    Newborn,
    Grown,
}

/// An event that changes the numbers.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Event {
    BuyPig,
    SellGrown,
    Meal,
    Feed,
    Won,
    Lost,
    Drawn,
}

/// A step of an event: changes one number.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub number: Number,
    /// The number rises; else it falls.
    pub rises: Bit,
    /// The amount minus one.
    pub more: Bits<4>,
    /// This is the last step of the event.
    pub last: Bit,
}

/// Maximum number of steps of an event.
const STEPS: usize = 4;

/// The steps of each event, in the order of `Event`.
const CHANGES: [&[(Number, i32)]; 7] = [
    &[(Number::Money, -(PIG as i32)), (Number::Pigs, 1), (Number::Newborn, 1)],
    &[
        (Number::Money, GROWN_PIG as i32),
        (Number::Pigs, -1),
        (Number::Grown, -1),
    ],
    &[(Number::Money, -(PORTION as i32)), (Number::Strength, PORTIONS as i32)],
    &[(Number::Money, -(PORTION as i32)), (Number::Feed, PORTIONS as i32)],
    &[(Number::Strength, -(EFFORT as i32)), (Number::Money, PRIZE as i32)],
    &[(Number::Strength, -(EFFORT as i32)), (Number::Money, -(STAKE as i32))],
    &[(Number::Strength, -(EFFORT as i32))],
];

/// The table of changes, at address {event, step}.
pub fn table() -> Table<Change, 5> {
    let change = |changes: &[(Number, i32)], step: usize| match changes.get(step) {
        None => Change::default(),
        Some(&(number, by)) => Change {
            number,
            rises: by > 0,
            more: u64::from(by.unsigned_abs() - 1).into(),
            last: step + 1 == changes.len(),
        },
    };
    Table::new(
        CHANGES
            .iter()
            .flat_map(|changes| (0..STEPS).map(move |step| change(changes, step))),
    )
}
