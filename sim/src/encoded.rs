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
mod tests {
    use super::*;
    use crate::{LogicState, LogicStruct};

    #[derive(LogicState, Copy, Clone, Debug, PartialEq)]
    enum Phase {
        Idle,
        Run,
        Stop,
    }

    #[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
    struct Point {
        row: Bits<4>,
        phase: Phase,
        on: Bit,
    }

    #[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
    struct Line {
        from: Point,
        far: Bits<60>,
        to: Point,
    }

    #[test]
    fn a_value_comes_back_from_its_number() {
        for code in 0..1 << 7 {
            if taken(code, 4, 2) < 3 {
                assert_eq!(Point::decode(code).encode(), code);
            }
        }
        let point = Point {
            row: 9.into(),
            phase: Phase::Stop,
            on: true,
        };
        assert_eq!((point.encode(), Point::decode(point.encode())), (0b110_1001, point));
    }

    #[test]
    fn the_number_is_that_of_the_verilog() {
        let point = Point {
            row: 5.into(),
            phase: Phase::Run,
            on: true,
        };
        let bits: Bits<7> = point.into();
        assert_eq!(bits.encode(), point.encode());
        assert_eq!(format!("{:x}", point.verilog()), format!("{:x}", bits.verilog()));
    }

    #[test]
    fn a_wide_struct_shows_its_lowest_bits() {
        let line = Line {
            from: Point {
                row: 3.into(),
                ..Default::default()
            },
            far: Bits::from(u64::MAX >> 4),
            to: Point {
                row: 15.into(),
                ..Default::default()
            },
        };
        assert_eq!(line.encode(), 3 | u64::MAX << 7);
    }

    #[test]
    #[should_panic(expected = "Phase has no state number 3")]
    fn a_number_without_a_state_is_refused() {
        Phase::decode(3);
    }
}
