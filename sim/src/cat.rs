//! Bits side by side: `cat(row, col)` in a kernel, `{row, col}` in Verilog.

use rust_hdl::prelude::{Bits, bit_cast};

use crate::shift::shifted_left;

/// A bit, some bits, or a state.
pub trait Piece {
    /// The width in bits.
    const WIDTH: usize;
    /// The same number in W bits.
    fn widened<const W: usize>(self) -> Bits<W>;
}

impl Piece for bool {
    const WIDTH: usize = 1;
    fn widened<const W: usize>(self) -> Bits<W> {
        (self as u64).into()
    }
}

impl<const N: usize> Piece for Bits<N> {
    const WIDTH: usize = N;
    fn widened<const W: usize>(self) -> Bits<W> {
        bit_cast::<W, N>(self)
    }
}

/// The width of a piece, for the tree of a kernel.
pub fn width<P: Piece>(_: &P) -> usize {
    P::WIDTH
}

/// Pieces to be put side by side.
pub trait Pieces {
    const WIDTH: usize;
    fn together<const W: usize>(self) -> Bits<W>;
}

macro_rules! pieces {
    ($($piece:ident),+) => {
        impl<$($piece: Piece),+> Pieces for ($($piece,)+) {
            const WIDTH: usize = 0 $(+ $piece::WIDTH)+;
            #[allow(non_snake_case)]
            fn together<const W: usize>(self) -> Bits<W> {
                let ($($piece,)+) = self;
                let mut whole = Bits::<W>::default();
                $(whole = shifted_left(whole, $piece::WIDTH as u64) | $piece.widened::<W>();)+
                whole
            }
        }
    };
}

pieces!(A);
pieces!(A, B);
pieces!(A, B, C);
pieces!(A, B, C, D);
pieces!(A, B, C, D, E);
pieces!(A, B, C, D, E, F);

/// The pieces side by side, the first with the highest bits. `#[kernel]` writes the call: a kernel says `cat(a, b)`.
///
/// It does not compile if the result has another width than the pieces together.
pub fn cat<const W: usize, P: Pieces>(pieces: P) -> Bits<W> {
    const {
        assert!(
            W == P::WIDTH,
            "cat: the pieces together have another width than the result"
        )
    }
    pieces.together()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_hdl::prelude::bits;

    #[test]
    fn the_first_piece_has_the_highest_bits() {
        let joined: Bits<9> = cat((true, bits::<4>(5), bits::<4>(3)));
        assert_eq!(joined, bits::<9>(0x153));
        assert_eq!(width(&bits::<4>(0)) + width(&true), 5);
        let wide: Bits<68> = cat((bits::<64>(u64::MAX), bits::<4>(0)));
        assert_eq!(wide >> 4u64, bit_cast::<68, 64>(bits(u64::MAX)));
    }
}
