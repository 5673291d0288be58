//! Signed numbers, and casts to other widths.

use super::*;

torture! {
    Twos, twos_complement,
    in { a: Bits<8>, b: Bits<8>, c: Bits<16>, d: Bits<16> }
    out {
        less: Bit, at_least: Bit, sum: Bits<8>, difference: Bits<8>, negated: Bits<8>, product: Bits<32>, widened: Bits<12>,
        narrowed: Bits<5>, positive: Bit, sign: Bit, below_number: Bit, sum_sign: Bit, low_bits: Bit
    }
    has {}
}

impl Logic for Twos {
    #[hdl_gen]
    fn update(&mut self) {
        self.less.next = signed_cast(self.a.val()) < signed_cast(self.b.val());
        self.at_least.next = signed_cast(self.a.val()) >= signed_cast(self.b.val());
        self.sum.next = unsigned_cast(signed_cast(self.a.val()) + signed_cast(self.b.val()));
        self.difference.next = unsigned_cast(signed_cast(self.a.val()) - signed_cast(self.b.val()));
        self.negated.next = unsigned_cast(-signed_cast(self.a.val()));
        self.product.next = unsigned_cast(signed_cast(self.c.val()) * signed_cast(self.d.val()));
        self.widened.next = bit_cast::<12, 8>(self.a.val());
        self.narrowed.next = bit_cast::<5, 8>(unsigned_cast(signed_cast(self.a.val()) - signed_cast(self.b.val())));
        self.positive.next = signed_cast(self.a.val()) > 0.into();
        self.sign.next = (signed_cast(self.a.val()) - signed_cast(self.b.val())).get_bit(7);
        self.below_number.next = signed_cast(self.a.val()) < (-5).into();
        self.sum_sign.next = (signed_cast(self.a.val()) + signed_cast(self.b.val())) < signed_cast(self.b.val());
        self.low_bits.next = signed_cast(self.a.val()).get_bits::<4>(1) < signed_cast(self.b.val()).get_bits::<4>(2);
    }
}

torture! {
    Cast, cast,
    in { a: Bits<8>, b: Bits<4> }
    out { wider: Bits<12>, narrower: Bits<5>, wide: Signed<40>, sum: Signed<9>, less: Bit }
    has {}
}

impl Logic for Cast {
    #[hdl_gen]
    fn update(&mut self) {
        self.wider.next = unsigned_cast(signed_bit_cast::<12, 8>(signed_cast(self.a.val())));
        self.narrower.next = unsigned_cast(signed_bit_cast::<5, 8>(signed_cast(self.a.val())));
        self.wide.next = signed_bit_cast::<40, 4>(signed_cast(self.b.val()));
        self.sum.next =
            signed_bit_cast::<9, 4>(signed_cast(self.b.val())) - signed_cast(bit_cast::<9, 8>(self.a.val()));
        self.less.next = signed_bit_cast::<8, 4>(signed_cast(self.b.val())) < signed_cast(self.a.val());
    }
}
