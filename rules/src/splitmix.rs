//! Splitmix64 (Steele, Lea and Flood, OOPSLA 2014): numbers that look random and are the same on every machine.

/// What is added to a state for the next number.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The number of a state.
fn mixed(state: u64) -> u64 {
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The number at a place in the sequence that begins with seed 0; the first is at 1.
pub fn at(place: u64) -> u64 {
    mixed(place.wrapping_mul(STEP))
}

/// The sequence that begins with a seed.
#[derive(Clone, Debug)]
pub struct Splitmix(pub u64);

impl Splitmix {
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of Vigna's splitmix64.c with the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_the_published_program() {
        let mut sequence = Splitmix(1_234_567);
        let found = [sequence.word(), sequence.word(), sequence.word()];
        assert_eq!(
            found,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
        assert_eq!(at(1), Splitmix(0).word());
    }
}
