//! The machine's keys, and the table that maps the keyboard's keys to them.
//!
//! The decoder's ROMs, the key names in scripts and the expectations of tests are made from [`KEYS`].

use crate::LogicState;

/// The meaning of a key; several keys of the keyboard may have the same meaning.
#[derive(LogicState, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Key {
    None,
    Up,
    Down,
    Left,
    Right,
    Enter,
    Undo,
    Mode,
    Level,
    Club,
    One,
    Two,
    Three,
    Four,
    Escape,
    Restart,
    Hint,
    Numbers,
    Pass,
    BringUp,
    Sound,
}

impl Key {
    /// All keys, by the numbers they have on the serial line.
    pub const ALL: [Key; 21] = [
        Key::None,
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Enter,
        Key::Undo,
        Key::Mode,
        Key::Level,
        Key::Club,
        Key::One,
        Key::Two,
        Key::Three,
        Key::Four,
        Key::Escape,
        Key::Restart,
        Key::Hint,
        Key::Numbers,
        Key::Pass,
        Key::BringUp,
        Key::Sound,
    ];

    /// Whether the key repeats while held: a direction does, every other key acts once for each press.
    pub fn is_direction(self) -> bool {
        matches!(self, Key::Up | Key::Down | Key::Left | Key::Right)
    }
}

/// A key of the keyboard, by its scan code in set 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhysicalKey {
    /// Its name in a script.
    pub name: &'static str,
    /// Its codes have the prefix E0.
    pub extended: bool,
    /// Its make code; the break code is F0 and the same byte.
    pub code: u8,
    pub key: Key,
}

const fn plain(name: &'static str, code: u8, key: Key) -> PhysicalKey {
    PhysicalKey { name, extended: false, code, key }
}

const fn extended(name: &'static str, code: u8, key: Key) -> PhysicalKey {
    PhysicalKey { name, extended: true, code, key }
}

/// All keys that have an effect. The fake shifts E0 12 and E0 59 are not among them.
pub const KEYS: [PhysicalKey; 28] = [
    extended("up", 0x75, Key::Up),
    extended("down", 0x72, Key::Down),
    extended("left", 0x6B, Key::Left),
    extended("right", 0x74, Key::Right),
    plain("w", 0x1D, Key::Up),
    plain("s", 0x1B, Key::Down),
    plain("a", 0x1C, Key::Left),
    plain("d", 0x23, Key::Right),
    plain("enter", 0x5A, Key::Enter),
    extended("keypad_enter", 0x5A, Key::Enter),
    plain("space", 0x29, Key::Enter),
    plain("r", 0x2D, Key::Undo),
    plain("u", 0x3C, Key::Undo),
    plain("m", 0x3A, Key::Mode),
    plain("l", 0x4B, Key::Level),
    plain("c", 0x21, Key::Club),
    plain("1", 0x16, Key::One),
    plain("2", 0x1E, Key::Two),
    plain("3", 0x26, Key::Three),
    plain("4", 0x25, Key::Four),
    plain("esc", 0x76, Key::Escape),
    plain("ctrl", 0x14, Key::Restart),
    extended("right_ctrl", 0x14, Key::Restart),
    plain("h", 0x33, Key::Hint),
    plain("n", 0x31, Key::Numbers),
    plain("p", 0x4D, Key::Pass),
    plain("f1", 0x05, Key::BringUp),
    plain("v", 0x2A, Key::Sound),
];

/// Finds a key by its name.
pub fn named(name: &str) -> Option<&'static PhysicalKey> {
    KEYS.iter().find(|key| key.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_keys_share_a_name_or_a_code() {
        let names: HashSet<_> = KEYS.iter().map(|key| key.name).collect();
        let codes: HashSet<_> = KEYS.iter().map(|key| (key.extended, key.code)).collect();
        assert_eq!((names.len(), codes.len()), (KEYS.len(), KEYS.len()));
    }

    #[test]
    fn a_key_is_found_by_its_name() {
        assert_eq!(
            named("up").map(|key| (key.extended, key.code, key.key)),
            Some((true, 0x75, Key::Up))
        );
        assert_eq!(named("tab"), None);
    }
}
