//! The club's state in the simulation, read from the console's outputs.

use serde::Serialize;

/// The numbers of the club.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// All pigs, including the grown ones.
    pub pigs: u64,
    pub feed: u64,
    pub strength: u64,
    pub money: u64,
    pub grown: u64,
}

impl Numbers {
    /// Decodes outputs of two decimal digits each, in the order of the fields.
    pub fn of(outputs: [u64; 5]) -> Numbers {
        let [pigs, feed, strength, money, grown] = outputs.map(|digits| 10 * (digits >> 4) + (digits & 0xF));
        Numbers { pigs, feed, strength, money, grown }
    }
}

/// How the club has ended, from the console's output; `None` if it has not.
pub fn ended(club: u64) -> Option<&'static str> {
    match club {
        2 => Some("won"),
        3.. => Some("died"),
        _ => None,
    }
}

/// Why the club is lost, from the same output; `None` if it is not.
pub fn reason(club: u64) -> Option<&'static str> {
    match club {
        3 => Some("strength"),
        4 => Some("money"),
        5 => Some("ended"),
        _ => None,
    }
}
