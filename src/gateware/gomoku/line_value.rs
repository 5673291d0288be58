//! What one line through a crossing is worth to one colour, in the units of the player that asks.
//!
//! | profile | player | unit | value                                                      |
//! |---------|--------|------|------------------------------------------------------------|
//! | 1       | mcu    | 100  | by run 0..4: 0, 1, 4, 20, 100                              |
//! | others  | zju    | 2^11 | by shape 0..7: 0, 1, 2, 8, 16, 32, 256, 8192               |
//!
//! | port    | dir | width | meaning                                | reset |
//! |---------|-----|-------|----------------------------------------|-------|
//! | profile | in  | 2     | whose values                           | –     |
//! | shape   | in  | 3     | the class of the line                  | –     |
//! | stones  | in  | 3     | the own stones that adjoin, 0 to 4     | –     |
//! | value   | out | 14    | the value in the player's unit         | –     |
//!
//! Profiles 2 and 3 answer as zju until their players exist.

use crate::Circuit;
use rust_hdl::prelude::*;

#[derive(Circuit, Default)]
pub struct LineValue {
    pub profile: Signal<In, Bits<2>>,
    pub shape: Signal<In, Bits<3>>,
    pub stones: Signal<In, Bits<3>>,
    pub value: Signal<Out, Bits<14>>,
}

impl Logic for LineValue {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = 0.into();
        if self.profile.val() == 1 {
            match self.stones.val().index() {
                1 => self.value.next = 1.into(),
                2 => self.value.next = 4.into(),
                3 => self.value.next = 20.into(),
                4 => self.value.next = 100.into(),
                _ => self.value.next = 0.into(),
            }
        } else {
            match self.shape.val().index() {
                1 => self.value.next = 1.into(),
                2 => self.value.next = 2.into(),
                3 => self.value.next = 8.into(),
                4 => self.value.next = 16.into(),
                5 => self.value.next = 32.into(),
                6 => self.value.next = 256.into(),
                7 => self.value.next = 8192.into(),
                _ => self.value.next = 0.into(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::{Window, mcu, zju};
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_value_is_the_players_own() {
        let mut circuit = Native::new(LineValue::default());
        let [profile, shape, stones, value] = ["profile", "shape", "stones", "value"].map(|name| circuit.port(name));
        let mut worth = |p, class, run| {
            circuit.set(profile, p);
            circuit.set(shape, class);
            circuit.set(stones, run);
            circuit.settle();
            circuit.get(value)
        };
        for window in Window::all() {
            let class = window.shape();
            for p in [0, 2, 3] {
                assert_eq!(worth(p, class as u64, 3) << 11, u64::from(zju::value(class)));
            }
        }
        for (run, &expected) in mcu::VALUES.iter().enumerate() {
            assert_eq!(worth(1, 7, run as u64) * 100, u64::from(expected));
        }
    }
}
