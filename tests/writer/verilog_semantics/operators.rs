//! Arithmetic, comparisons, slices and shifts, with numbers of every width.

use super::*;

torture! {
    Mismatches, mismatches,
    in { a: Bits<8>, b: Bits<8>, c: Bits<16>, d: Bits<16>, s: Bits<3> }
    out { masked: Bit, sum_equal: Bit, carry_lost: Bits<8>, inverted: Bit, shifted: Bit, truncated: Bits<8>, bit_of_sum: Bit }
    has {}
}

impl Logic for Mismatches {
    #[hdl_gen]
    fn update(&mut self) {
        self.masked.next = self.a.val() & 3 == 3;
        self.sum_equal.next = self.a.val() + 1 == self.b.val();
        self.carry_lost.next = (self.a.val() + 1) >> 1;
        self.inverted.next = !self.a.val() == 0xF0;
        self.shifted.next = (self.a.val() << self.s.val()) == 0x40;
        self.truncated.next = bit_cast::<8, 16>(self.c.val() + self.d.val());
        self.bit_of_sum.next = (self.a.val() + self.b.val()).get_bit(7);
    }
}

torture! {
    Arithmetic, arithmetic,
    in { a: Bits<8>, b: Bits<8>, c: Bits<16>, d: Bits<16>, s: Bits<3>, f: Bit }
    out {
        sum: Bits<8>, difference: Bits<8>, from_number: Bits<8>, product: Bits<32>, product_low: Bits<8>, counted: Bits<8>,
        wide_sum: Bits<9>, mean: Bits<8>, nested: Bits<8>, folded: Bits<8>, square: Bits<32>, high_product: Bits<16>,
        chained: Bit, by_constant: Bits<8>
    }
    has { step: {Constant<Bits<8>>} = 0xA5 }
}

impl Logic for Arithmetic {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val() - 1;
        self.from_number.next = 200 - self.a.val();
        self.product.next = self.c.val() * self.d.val();
        self.product_low.next = bit_cast::<8, 32>(self.c.val() * self.d.val());
        self.high_product.next = (self.c.val() * self.d.val()).get_bits::<16>(16);
        self.square.next = (self.c.val() + 1) * (self.c.val() + 1);
        self.counted.next = self.a.val() + self.f.val();
        self.wide_sum.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
        self.mean.next = bit_cast::<8, 9>((bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val())) >> 1);
        self.nested.next = (self.a.val() ^ (self.b.val() + 3)) - ((self.a.val() | 0x0F) & !self.b.val());
        self.folded.next = self.a.val() + (3 + 4 * 2);
        self.chained.next = ((self.a.val() - self.b.val()) < self.b.val()) & (self.a.val() + self.b.val() >= 100);
        self.by_constant.next = (self.a.val() + self.step.val()) & self.step.val();
    }
}

torture! {
    Tests, tests,
    in { a: Bits<8>, b: Bits<8>, f: Bit, g: Bit, one: Bits<1> }
    out {
        less: Bit, at_most: Bit, at_least: Bit, more: Bit, different: Bit, turned: Bit, both: Bit, either: Bit, odd: Bit,
        all: Bit, any: Bit, parity: Bit, all_of: Bit, any_of: Bit, parity_of: Bit, same: Bit, is_true: Bit, not_all: Bit,
        single: Bits<1>, from_bit: Bits<1>, to_bit: Bit
    }
    has {}
}

// These forms are tested as written, even where there is a shorter one.
#[allow(clippy::int_plus_one, clippy::bool_comparison)]
impl Logic for Tests {
    #[hdl_gen]
    fn update(&mut self) {
        self.less.next = self.a.val() < self.b.val();
        self.at_most.next = self.a.val() <= self.b.val() - 1;
        self.at_least.next = self.a.val() >= 77;
        self.more.next = 77 > self.a.val();
        self.different.next = self.a.val() != self.b.val();
        self.turned.next = !self.f.val();
        self.both.next = self.f.val() && !(self.g.val() || (self.a.val() == 0));
        self.either.next = (self.f.val() | self.g.val()) & (self.a.val() != 1);
        self.odd.next = self.f.val() ^ self.g.val() ^ true;
        self.all.next = self.a.val().all();
        self.any.next = self.a.val().any();
        self.parity.next = self.a.val().xor();
        self.all_of.next = (self.a.val() | self.b.val()).all();
        self.any_of.next = (self.a.val() & self.b.val()).any();
        self.parity_of.next = (self.a.val() + self.b.val()).xor();
        self.same.next = self.f.val() == self.g.val();
        self.is_true.next = self.f.val() != false;
        self.not_all.next = !(self.a.val() - self.b.val()).any();
        self.single.next = !self.one.val() & 1;
        self.from_bit.next = self.f.val().into();
        self.to_bit.next = self.one.val().get_bit(0);
    }
}

torture! {
    Slices, slices,
    in { a: Bits<8>, b: Bits<8>, c: Bits<13>, s: Bits<3>, k: Bits<4>, f: Bit }
    out {
        low: Bits<4>, middle: Bits<4>, beyond: Bits<6>, one_bit: Bit, counted_bit: Bit, of_sum: Bits<4>, of_sum_bit: Bit,
        of_mask: Bits<3>, of_shift: Bits<4>, of_slice: Bits<2>, of_cast: Bits<4>, counted_of_sum: Bit, window: Bits<4>,
        replaced: Bits<8>, replaced_top: Bits<8>, replaced_counted: Bits<8>, replaced_of_sum: Bits<8>, of_number: Bits<4>,
        of_difference: Bits<5>, of_variable_shift: Bits<4>, of_not: Bits<4>, counted_odd: Bit, of_right_shift: Bits<3>
    }
    has {}
}

impl Logic for Slices {
    #[hdl_gen]
    fn update(&mut self) {
        self.low.next = self.a.val().get_bits::<4>(0);
        self.middle.next = self.a.val().get_bits::<4>(2);
        self.beyond.next = self.a.val().get_bits::<6>(5);
        self.one_bit.next = self.c.val().get_bit(12);
        self.counted_bit.next = self.a.val().get_bit(self.s.val().index());
        self.counted_odd.next = self.c.val().get_bit(self.s.val().index());
        self.of_sum.next = (self.a.val() + self.b.val()).get_bits::<4>(3);
        self.of_sum_bit.next = (self.a.val() + self.b.val() + 1).get_bit(5);
        self.of_mask.next = (self.a.val() ^ (self.b.val() | 5)).get_bits::<3>(4);
        self.of_shift.next = (self.a.val() << 3).get_bits::<4>(2);
        self.of_right_shift.next = (self.a.val() >> 6).get_bits::<3>(1);
        self.of_variable_shift.next = bit_cast::<4, 8>(self.a.val() << self.s.val());
        self.of_slice.next = self.a.val().get_bits::<6>(1).get_bits::<2>(3);
        self.of_cast.next = bit_cast::<16, 8>(self.a.val()).get_bits::<4>(6);
        self.of_difference.next = bit_cast::<5, 8>(self.a.val() - self.b.val());
        self.of_not.next = (!(self.a.val() + self.b.val())).get_bits::<4>(4);
        self.counted_of_sum.next = (self.a.val() - self.b.val()).get_bit(self.s.val().index());
        self.window.next = self.a.val().get_bits::<4>(self.s.val().index());
        self.replaced.next = self.a.val().replace_bit(3, self.f.val());
        self.replaced_top.next = self.a.val().replace_bit(7, !self.f.val()).replace_bit(0, self.f.val());
        self.replaced_counted.next = self.a.val().replace_bit(self.s.val().index(), self.f.val());
        self.replaced_of_sum.next = (self.a.val() + self.b.val()).replace_bit(4, self.f.val());
        self.of_number.next = bits::<8>(0xA5).get_bits::<4>(2) ^ self.k.val();
    }
}

torture! {
    Shifts, shifts,
    in { a: Bits<8>, wide: Bits<40>, s: Bits<3>, k: Bits<6> }
    out {
        left: Bits<8>, right: Bits<8>, left_by: Bits<8>, right_by: Bits<8>, far_left: Bits<8>, gone: Bits<8>, one_hot: Bits<8>,
        sum_right: Bits<8>, wide_left: Bits<40>, wide_right: Bits<40>, compared: Bit, one_hot_wide: Bits<64>
    }
    has {}
}

impl Logic for Shifts {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.a.val() << 3;
        self.right.next = self.a.val() >> 3;
        self.left_by.next = self.a.val() << self.s.val();
        self.right_by.next = self.a.val() >> self.s.val();
        self.far_left.next = self.a.val() << self.k.val();
        self.gone.next = self.a.val() >> 9;
        self.one_hot.next = bit_cast::<8, 64>(1 << self.s.val());
        self.one_hot_wide.next = 1 << self.k.val();
        self.sum_right.next = (self.a.val() + 77) >> self.s.val();
        self.wide_left.next = self.wide.val() << self.k.val();
        self.wide_right.next = (self.wide.val() + 1) >> self.k.val();
        self.compared.next = (self.a.val() >> self.s.val()) < (self.a.val() << 1);
    }
}

torture! {
    Wide, wide,
    in { a: Bits<48>, b: Bits<48>, s: Bits<7> }
    out { sum: Bits<49>, one_bit: Bit, low: Bits<48>, high: Bits<60>, equal: Bit, constant: Bits<48>, any: Bit }
    has { pattern: {Constant<Bits<100>>} = Bits::from(0x1234_5678_9abc_def0u64) << 36 }
}

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = bit_cast::<49, 48>(self.a.val()) + bit_cast::<49, 48>(self.b.val());
        self.one_bit.next = (bit_cast::<100, 48>(self.a.val()) << 52).get_bit(self.s.val().index() & 63);
        self.low.next = bit_cast::<48, 100>(((bit_cast::<100, 48>(self.a.val()) << 50) ^ self.pattern.val()) >> 40);
        self.high.next = ((bit_cast::<100, 48>(self.a.val()) << 50) + self.pattern.val()).get_bits::<60>(40);
        self.equal.next = (bit_cast::<100, 48>(self.a.val()) + 1) == bit_cast::<100, 48>(self.b.val());
        self.constant.next = self.pattern.val().get_bits::<48>(50) ^ self.a.val();
        self.any.next = (bit_cast::<100, 48>(self.a.val()) & bit_cast::<100, 48>(self.b.val())).any();
    }
}

torture! {
    Counted, counted,
    in { a: Bits<8>, s: Bits<3>, word: Bits<32>, f: Bit }
    out {
        next_bit: Bit, window: Bits<4>, from_top: Bit, product: Bit, replaced: Bits<32>, matched: Bits<4>, wrapped: Bit,
        summed: Bit, shifted: Bit, of_bits: Bits<4>
    }
    has {}
}

// Numbers from `.index()` do not wrap.
impl Logic for Counted {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_bit.next = self.word.val().get_bit(self.s.val().index() + 1);
        self.window.next = self.word.val().get_bits::<4>(self.s.val().index() + 4);
        self.from_top.next = self.word.val().get_bit(20 - self.s.val().index());
        self.product.next = self.word.val().get_bit(self.s.val().index() * 3 + self.s.val().index());
        self.replaced.next = self.word.val().replace_bit(31 - 2 * self.s.val().index(), self.f.val());
        self.wrapped.next = self.word.val().get_bit((self.s.val() + 1).index());
        self.summed.next = self.word.val().get_bit(self.s.val().index() + self.s.val().index() + 9);
        self.shifted.next = self.word.val().get_bit(self.s.val().index() << 2);
        self.of_bits.next = self.word.val().get_bits::<4>((self.s.val() + 4).index());
        match self.a.val().index() + 1 {
            0 => self.matched.next = 1.into(),
            1 => self.matched.next = 2.into(),
            256 => self.matched.next = 3.into(),
            _ => self.matched.next = 4.into(),
        }
    }
}

// The sum of the two amounts is wider than each of them.
torture! {
    ShiftedTwice, shifted_twice,
    in { a: Bits<8>, s: Bits<3>, t: Bits<3> }
    out { left: Bits<8>, right: Bits<8>, gone: Bits<8> }
    has {}
}

impl Logic for ShiftedTwice {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = (self.a.val() << self.s.val()) << self.t.val();
        self.right.next = (self.a.val() >> self.s.val()) >> self.t.val();
        self.gone.next = (self.a.val() >> self.s.val()) >> bits::<3>(7);
    }
}
