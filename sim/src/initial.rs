//! The values that `#[init(expression)]` may give to a constant, a register or a signal.

use rust_hdl::prelude::*;

/// A first value. Numbers of every type convert to `Bits`, so that a definition needs no cast.
pub trait Initial<T> {
    /// # Panics
    /// If a number does not fit.
    fn initial(self) -> T;
}

impl<T: Synth> Initial<T> for T {
    fn initial(self) -> T {
        self
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl<const N: usize> Initial<Bits<N>> for $number {
            fn initial(self) -> Bits<N> {
                let value = u64::try_from(self).ok().filter(|value| N >= 64 || value >> N == 0);
                let Some(value) = value else {
                    panic!("{self} does not fit in {N} bits");
                };
                value.into()
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 usize i32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_type_are_bits() {
        let values: [Bits<8>; 5] = [
            255.initial(),
            255u8.initial(),
            255u32.initial(),
            255u64.initial(),
            255usize.initial(),
        ];
        assert!(values.iter().all(|value| *value == 255));
        let same: Bit = true.initial();
        assert!(same);
    }

    #[test]
    #[should_panic(expected = "256 does not fit in 8 bits")]
    fn a_number_too_large_is_refused() {
        let _: Bits<8> = 256.initial();
    }

    #[test]
    #[should_panic(expected = "-1 does not fit in 8 bits")]
    fn a_number_below_zero_is_refused() {
        let _: Bits<8> = (-1).initial();
    }
}
