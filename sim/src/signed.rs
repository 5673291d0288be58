//! A `signed_bit_cast` that works for every number.

use rust_hdl::prelude::*;

/// The same number in M bits; its low M bits if that is narrower. It replaces rust-hdl's function of the same name,
/// which negates a negative number first and never returns for the most negative one.
pub fn signed_bit_cast<const M: usize, const N: usize>(number: Signed<N>) -> Signed<M> {
    let bits = unsigned_cast(number);
    let low = bit_cast::<M, N>(bits);
    let above = !bit_cast::<M, N>(Bits::<N>::mask());
    signed_cast(if bits.get_bit(N - 1) { low | above } else { low })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_keeps_its_value() {
        for value in -8..8i64 {
            let number = Signed::<4>::from(value);
            assert_eq!(signed_bit_cast::<9, 4>(number), Signed::<9>::from(value));
            assert_eq!(signed_bit_cast::<40, 4>(number), Signed::<40>::from(value));
            assert_eq!(unsigned_cast(signed_bit_cast::<3, 4>(number)), bits(value as u64 & 7));
        }
    }
}
