//! The digits of the club's numbers: gives the glyph for a placeholder in the texts of its page. Combinational.
//!
//! | port    | dir | width       | meaning                                                       |
//! |---------|-----|-------------|---------------------------------------------------------------|
//! | numbers | in  | ClubNumbers | the numbers to show                                           |
//! | place   | in  | 4           | {number, digit}: see [`Figure`]; digit 0 tens, 1 ones         |
//! | glyph   | out | 6           | a glyph of the font; blank for the tens of a number below ten |

use rust_hdl::prelude::*;

use crate::ports::{ClubNumbers, Decimal};
use crate::video::font;
use crate::{Circuit, kernel};

/// A number that a placeholder can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    Money,
    Strength,
    Feed,
    Pigs,
    Newborn,
    Once,
    Twice,
    Grown,
}

#[derive(Circuit)]
pub struct Figures {
    pub numbers: Signal<In, ClubNumbers>,
    pub place: Signal<In, Bits<4>>,
    pub glyph: Signal<Out, Bits<6>>,

    number: Signal<Local, Decimal>,
    #[init(font::glyph('0').map_or(0, u64::from))]
    digit_0: Constant<Bits<6>>,
}

#[kernel]
impl Logic for Figures {
    fn update(&mut self) {
        match place.get_bits::<3>(1).index() {
            0 => number = numbers.money,
            1 => number = numbers.strength,
            2 => number = numbers.feed,
            3 => number = numbers.pigs,
            4 => number = numbers.newborn,
            5 => number = numbers.once,
            6 => number = numbers.twice,
            _ => number = numbers.grown,
        }
        glyph = digit_0 + bit_cast::<6, 4>(number.get_bits::<4>(4));
        if place.get_bit(0) {
            glyph = digit_0 + bit_cast::<6, 4>(number.get_bits::<4>(0));
        } else if !number.get_bits::<4>(4).any() {
            glyph = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_hdl::library::decimal_counter::decimal;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_digit_of_every_number() {
        let mut figures = Native::new(Figures::default());
        let numbers = [9, 10, 27, 38, 49, 56, 60, 71];
        let [money, strength, feed, pigs, newborn, once, twice, grown] = numbers.map(decimal);
        figures.drive_as(
            "numbers",
            ClubNumbers { money, strength, feed, pigs, newborn, once, twice, grown },
        );
        for (place, number) in (0..).zip(numbers) {
            for (digit, character) in (0..).zip(format!("{number:2}").chars()) {
                figures.drive("place", 2 * place + digit);
                figures.settle();
                let glyph = font::glyph(character).unwrap();
                assert_eq!(figures.read("glyph"), u64::from(glyph), "{number}");
            }
        }
    }
}
