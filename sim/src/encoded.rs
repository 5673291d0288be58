//! The values of signals as numbers, and back.

use rust_hdl::prelude::*;

/// A value of at most 64 bits as a number; of a wider one, its lowest 64.
///
/// `#[derive(LogicState)]` and `#[derive(LogicStruct)]` of this crate write it.
pub trait Encoded: Sized {
    fn encode(self) -> u64;

    /// The value of a number, of which higher bits are left out.
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
            (0..N.min(64)).fold(0, |sum, bit| sum | u64::from(self.get_bit(bit)) << bit)
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

/// A field's number in its place in a struct's.
#[doc(hidden)]
#[inline]
pub fn placed(code: u64, offset: usize) -> u64 {
    if offset < 64 { code << offset } else { 0 }
}

/// A field's number out of a struct's.
#[doc(hidden)]
#[inline]
pub fn taken(code: u64, offset: usize, width: usize) -> u64 {
    let low = if offset < 64 { code >> offset } else { 0 };
    if width < 64 { low & ((1 << width) - 1) } else { low }
}

#[cfg(test)]
mod tests;
