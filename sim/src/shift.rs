//! Shifts for the simulation of kernels: the results of rust-hdl's operators, sooner.
//!
//! rust-hdl shifts even a narrow number as a `BigUint`, which it allocates on the heap. That took more than a quarter of the
//! time of a simulated console. `#[kernel]` writes the calls: a kernel says `a << 1`, `a >> n` and `a.get_bits::<4>(8)`.

use std::ops::{Shl, Shr};

use rust_hdl::prelude::*;

use crate::Encoded;

/// Up to this width rust-hdl keeps a number in one word.
const ONE_WORD: usize = 32;

/// How far a number is shifted.
pub trait Amount: Copy {
    /// `None` if it is wider than a word.
    fn places(self) -> Option<u64>;
}

impl Amount for u64 {
    #[inline]
    fn places(self) -> Option<u64> {
        Some(self)
    }
}

impl<const M: usize> Amount for Bits<M> {
    #[inline]
    fn places(self) -> Option<u64> {
        (M <= ONE_WORD).then(|| self.encode())
    }
}

/// `number << amount`
#[inline]
pub fn shifted_left<const N: usize, A: Amount>(number: Bits<N>, amount: A) -> Bits<N>
where
    Bits<N>: Shl<A, Output = Bits<N>>,
{
    match amount.places() {
        Some(places) if N <= ONE_WORD && places < 64 => Bits::decode(number.encode() << places),
        Some(_) if N <= ONE_WORD => bits(0),
        _ => number << amount,
    }
}

/// `number >> amount`
#[inline]
pub fn shifted_right<const N: usize, A: Amount>(number: Bits<N>, amount: A) -> Bits<N>
where
    Bits<N>: Shr<A, Output = Bits<N>>,
{
    match amount.places() {
        Some(places) if N <= ONE_WORD && places < 64 => Bits::decode(number.encode() >> places),
        Some(_) if N <= ONE_WORD => bits(0),
        _ => number >> amount,
    }
}

/// Numbers of which some bits can be taken.
pub trait Sliced {
    type Part<const M: usize>;
    /// `number.get_bits::<M>(index)`
    fn part<const M: usize>(self, index: usize) -> Self::Part<M>;
}

impl<const N: usize> Sliced for Bits<N> {
    type Part<const M: usize> = Bits<M>;
    #[inline]
    fn part<const M: usize>(self, index: usize) -> Bits<M> {
        assert!(index <= N);
        if N <= ONE_WORD {
            Bits::decode(self.encode() >> index)
        } else if M <= ONE_WORD {
            let there = (0..M.min(N - index)).map(|bit| u64::from(self.get_bit(index + bit)) << bit);
            bits(there.fold(0, |word, bit| word | bit))
        } else {
            self.get_bits::<M>(index)
        }
    }
}

impl<const N: usize> Sliced for Signed<N> {
    type Part<const M: usize> = Signed<M>;
    fn part<const M: usize>(self, index: usize) -> Signed<M> {
        self.get_bits::<M>(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Of random numbers of N bits: every shift by a number, by M bits, and every part of P bits.
    fn is_rust_hdls<const N: usize, const M: usize, const P: usize>(random: &mut Random) {
        for _ in 0..40 {
            let number = (0..N).fold(Bits::<N>::default(), |number, bit| {
                number.replace_bit(bit, random.once_in(2))
            });
            for places in (0..70u64).chain([1000]) {
                assert_eq!(shifted_left(number, places), number << places, "{number:?} << {places}");
                assert_eq!(
                    shifted_right(number, places),
                    number >> places,
                    "{number:?} >> {places}"
                );
            }
            let amount: Bits<M> = bits(random.below(1 << M.min(7)));
            assert_eq!(
                shifted_left(number, amount),
                number << amount,
                "{number:?} << {amount:?}"
            );
            assert_eq!(
                shifted_right(number, amount),
                number >> amount,
                "{number:?} >> {amount:?}"
            );
            for index in 0..=N {
                let part: Bits<P> = Sliced::part(number, index);
                assert_eq!(part, number.get_bits::<P>(index), "{number:?} from {index}");
            }
        }
    }

    #[test]
    fn every_shift_is_rust_hdls_own() {
        let random = &mut Random::new(32);
        is_rust_hdls::<1, 1, 1>(random);
        is_rust_hdls::<2, 6, 1>(random);
        is_rust_hdls::<9, 4, 3>(random);
        is_rust_hdls::<31, 5, 31>(random);
        is_rust_hdls::<32, 6, 40>(random);
        is_rust_hdls::<33, 7, 32>(random);
        is_rust_hdls::<64, 7, 33>(random);
        is_rust_hdls::<72, 7, 64>(random);
    }

    #[test]
    fn a_part_of_a_signed_number_is_signed() {
        let part: Signed<3> = Sliced::part(Signed::<8>::from(-3), 0);
        assert_eq!(part, Signed::<8>::from(-3).get_bits::<3>(0));
    }

    #[test]
    #[should_panic]
    fn a_part_beyond_the_number_is_refused() {
        let _: Bits<1> = Sliced::part(bits::<4>(3), 5);
    }
}
