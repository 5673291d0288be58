//! The four one-ply players by number, and the level at which each plays.

use super::{Player, mcu::Mcu, sjtu::Sjtu, thesis::Thesis, zju::Zju};
use std::fmt;

/// The discriminant is the number the circuits use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Profile {
    Zju = 0,
    Mcu = 1,
    Thesis = 2,
    Sjtu = 3,
}

impl Profile {
    pub const ALL: [Profile; 4] = [Profile::Zju, Profile::Mcu, Profile::Thesis, Profile::Sjtu];

    /// The players of the levels from 1 on, in the order of their strength measured by `tengen rate`.
    pub const LEVELS: [Profile; 4] = [Profile::Mcu, Profile::Sjtu, Profile::Zju, Profile::Thesis];

    pub fn player(self) -> &'static dyn Player {
        match self {
            Profile::Zju => &Zju,
            Profile::Mcu => &Mcu,
            Profile::Thesis => &Thesis,
            Profile::Sjtu => &Sjtu,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Profile::Zju => "zju",
            Profile::Mcu => "mcu",
            Profile::Thesis => "thesis",
            Profile::Sjtu => "sjtu",
        })
    }
}
