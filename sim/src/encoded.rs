//! Conversion of signal values to and from numbers.

use rust_hdl::prelude::*;

/// Conversion of a value to and from a number of 64 bits; of a wider value only the lowest 64 bits are converted.
///
/// `#[derive(LogicState)]` and `#[derive(LogicStruct)]` of this crate implement it.
pub trait Encoded: Sized {
    fn encode(self) -> u64;

    /// The value with that number; higher bits are ignored.
    ///
    /// # Panics
    /// If no state of an enumeration has the number.
    fn decode(code: u64) -> Self;
}

impl Encoded for Bit {
    #[inline]
    fn encode(self) -> u64 {
        self.into()
    }

    #[inline]
    fn decode(code: u64) -> Self {
        code & 1 == 1
    }
}

impl<const N: usize> Encoded for Bits<N> {
    #[inline]
    fn encode(self) -> u64 {
        if N <= 32 {
            self.index() as u64
        } else {
            // A plain loop, which is quick in a test that is not optimised too.
            let (mut sum, mut bit) = (0, 0);
            while bit < N.min(64) {
                sum |= u64::from(self.get_bit(bit)) << bit;
                bit += 1;
            }
            sum
        }
    }

    #[inline]
    fn decode(code: u64) -> Self {
        taken(code, 0, N).into()
    }
}

impl Encoded for Clock {
    #[inline]
    fn encode(self) -> u64 {
        self.clk.into()
    }

    #[inline]
    fn decode(code: u64) -> Self {
        (code & 1 == 1).into()
    }
}

/// A field's number, shifted to its place in the number of a struct.
#[doc(hidden)]
#[inline]
pub fn placed(code: u64, offset: usize) -> u64 {
    if offset < 64 { code << offset } else { 0 }
}

/// Extracts a field's number from that of a struct.
#[doc(hidden)]
#[inline]
pub fn taken(code: u64, offset: usize, width: usize) -> u64 {
    let low = if offset < 64 { code >> offset } else { 0 };
    if width < 64 { low & ((1 << width) - 1) } else { low }
}

#[cfg(test)]
mod tests;
