//! Random keys break no rule.

use tengen::gateware::console::Variant;
use tengen::gateware::keyboard::key;
use tengen_sim::Random;

use super::{EXPECTED, SHORT_SECOND, fast, power_on};

#[test]
fn two_thousand_random_keys_break_no_rule() {
    // A second so short that the highest level answers before the next key.
    let variant = Variant { second: SHORT_SECOND, ..EXPECTED };
    let mut machine = power_on(fast(variant), SHORT_SECOND);
    let mut random = Random::new(7);
    // Mostly moves and stones, so that games end; sometimes any key, and sometimes a repetition.
    let often = [
        "up",
        "w",
        "left",
        "a",
        "a",
        "down",
        "right",
        "enter",
        "enter",
        "enter",
        "space",
        "keypad_enter",
    ];
    let mut key = &key::KEYS[0];
    let mut held: Vec<&key::PhysicalKey> = vec![];
    for _ in 0..2000 {
        key = match random.below(16) {
            0..4 => key,
            4 => &key::KEYS[random.below(key::KEYS.len())],
            5 if random.once_in(4) => key::named("m").unwrap(),
            _ => key::named(random.of(&often)).unwrap(),
        };
        machine.keyboard().press(key.code, key.extended);
        held.push(key);
        // Mostly the key is released at once; sometimes others are pressed in between.
        while !held.is_empty() && !random.once_in(4) {
            let key = held.swap_remove(random.below(held.len()));
            machine.keyboard().release(key.code, key.extended);
        }
        while !machine.keyboard().idle() {
            let left = machine.keyboard().left();
            machine.cycles(left);
        }
        machine.cycles(random.of(&[0, 1, 30, 300, 1000]));
    }
    let referee = machine.engine();
    let played = format!(
        "{:?} stones in each mode, {} taken back, {} ends",
        referee.stones, referee.taken_back, referee.ends
    );
    println!("{played}");
    assert!(
        referee.stones[..3].iter().all(|count| *count >= 30) && referee.taken_back >= 10 && referee.ends >= 5,
        "the keys must play: {played}"
    );
}
