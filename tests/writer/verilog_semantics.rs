//! Every form of expression and statement that the writer accepts, in rust-hdl's simulation and in the emitted Verilog:
//! equal for ten thousand random inputs each. The first circuit contains the forms that rust-hdl's own emitter gets
//! wrong.
#![cfg(feature = "eda")]
// The forms matter here: `a <= b - 1` is not `a < b` when b is 0.
#![allow(clippy::int_plus_one, clippy::bool_comparison)]

use crate::common;
use crate::icarus;

use common::{co_simulate, compare, inspect, telling};
use icarus::Bench;
use rust_hdl::prelude::*;
use rust_hdl_widgets::dff_setup;
use tengen::{
    Circuit, Register,
    hdl::library::memory::{DualPortRam, Rom, SmallRam, StreamRam, Table},
    hdl::verilog::verilog,
    signed_bit_cast,
};
use tengen_sim::{Engine, Native, PortDirection, Random};

const SAMPLES: u32 = 10_000;
/// Fewer samples where a clock takes a hundred times as long.
const EVENTS: u32 = 500;

/// In an event-driven simulator a block runs only if an event triggers it, and unknown values stay visible.
fn run_by_events<C: tengen_sim::Circuit + 'static>(make: fn() -> C, top: &'static str) {
    let bench = Bench::new(top, move || Box::new(Native::new(make()))).power_on(true, |engine| {
        let inputs: Vec<(usize, usize)> = (engine.ports().iter().enumerate())
            .filter(|(_, port)| port.direction == PortDirection::Input)
            .map(|(number, port)| (number, port.width))
            .collect();
        let mut random = Random::new(1);
        for _ in 0..EVENTS {
            for &(port, width) in &inputs {
                engine.set(port, telling(&mut random, width));
            }
            engine.step();
        }
    });
    let text = verilog(&mut make(), top).expect(top);
    for generation in ["-g2001", "-g2012"] {
        assert_eq!(bench.fault(&text, generation), None, "{top}, {generation}\n{text}");
    }
}

/// Defines a circuit with inputs, outputs and other fields, and the test of its kernel.
macro_rules! torture {
    ($name:ident, $top:ident, in { $($input:ident: $in_type:ident $(<$in_bits:literal>)?),* $(,)? }
     out { $($output:ident: $out_type:ident $(<$out_bits:literal>)?),* $(,)? }
     has { $($held:ident: {$($held_type:tt)+} $(= $held_value:expr)?),* $(,)? }) => {
        #[derive(Circuit)]
        pub struct $name {
            $(pub $input: Signal<In, $in_type $(<$in_bits>)?>,)*
            $(pub $output: Signal<Out, $out_type $(<$out_bits>)?>,)*
            $($(#[init($held_value)])? $held: $($held_type)+,)*
        }

        #[test]
        fn $top() {
            inspect($name::default, stringify!($top));
            co_simulate($name::default, stringify!($top), SAMPLES);
            run_by_events($name::default, stringify!($top));
        }
    };
}

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

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    Idle,
    Run,
    Wait,
    Stop,
    End,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Ink {
    Red,
    Green,
    Blue,
    White,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Side {
    Black,
    White,
}

torture! {
    Choices, choices,
    in { clock: Clock, a: Bits<8>, k: Bits<2>, f: Bit }
    out { number: Bits<8>, wide: Bits<8>, phase: Phase, ink: Ink, two: Bits<2>, side: Side, stopped: Bit, nested: Bits<4>, first: Bits<4>, fixed: Bits<3> }
    has {
        state: {Register<Phase>} = Phase::Wait,
        colour: {Register<Ink>},
        turn: {Register<Side>},
        variant: {Constant<Bits<2>>} = 2,
    }
}

impl Logic for Choices {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, colour, turn);
        match self.k.val().index() {
            0 => self.number.next = 1.into(),
            1 => {
                if self.f.val() {
                    self.number.next = self.a.val();
                } else if self.a.val() == 7 {
                    self.number.next = 77.into();
                } else {
                    self.number.next = self.a.val() + 1;
                }
            }
            0b10 => self.number.next = 0xF0.into(),
            _ => self.number.next = !self.a.val(),
        }
        self.wide.next = 0.into();
        match (self.a.val() + 1).index() {
            0x10 => self.wide.next = 1.into(),
            255 => self.wide.next = 2.into(),
            0 => self.wide.next = 3.into(),
            _ => {}
        }
        match self.state.q.val() {
            Phase::Idle => self.state.d.next = Phase::Run,
            Phase::Run => {
                if self.f.val() {
                    self.state.d.next = Phase::Wait;
                }
            }
            Phase::Wait => self.state.d.next = Phase::Stop,
            Phase::Stop => match self.f.val() {
                true => self.state.d.next = Phase::End,
                false => self.state.d.next = Phase::Idle,
            },
            Phase::End => self.state.d.next = Phase::Idle,
        }
        match self.colour.q.val() {
            Ink::Red => self.colour.d.next = Ink::Green,
            Ink::Green => self.colour.d.next = Ink::Blue,
            Ink::Blue => self.colour.d.next = Ink::White,
            Ink::White => self.colour.d.next = Ink::Red,
        }
        match self.turn.q.val() {
            Side::Black => self.turn.d.next = Side::White,
            Side::White => self.turn.d.next = Side::Black,
        }
        self.two.next = 0.into();
        match self.state.q.val() {
            Phase::Run => self.two.next = 1.into(),
            _ => self.two.next = 2.into(),
        }
        self.phase.next = self.state.q.val();
        self.ink.next = self.colour.q.val();
        self.side.next = self.turn.q.val();
        self.stopped.next = (self.state.q.val() == Phase::Stop) | (self.colour.q.val() != Ink::Red);
        self.nested.next = 0.into();
        for i in 0..4 {
            if i == 0 {
                self.nested.next = self.a.val().get_bits::<4>(4);
            } else {
                if self.a.val().get_bit(2 * i - 1) {
                    self.nested.next = self.nested.val() + 1;
                }
            }
        }
        self.first.next = 15.into();
        for i in 0..3 {
            match i {
                0 => self.first.next = self.a.val().get_bits::<4>(0),
                1 => {
                    if self.f.val() {
                        self.first.next = self.a.val().get_bits::<4>(1);
                    }
                }
                _ => self.first.next = self.first.val() ^ 9,
            }
        }
        if self.variant.val() == 2 {
            self.fixed.next = 5.into();
        } else {
            self.fixed.next = 2.into();
        }
    }
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    row: Bits<4>,
    column: Bits<3>,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Stone {
    at: Point,
    ink: Ink,
    height: Bits<6>,
    shown: Bit,
}

torture! {
    Records, records,
    in { clock: Clock, row: Bits<4>, column: Bits<3>, f: Bit, g: Bit }
    out {
        stone: Stone, row_now: Bits<4>, point: Point, ink: Ink, equal: Bit, low: Bit, late: Bits<4>, as_bits: Bits<16>,
        fixed_row: Bits<4>, kept_column: Bits<3>
    }
    has {
        state: {Register<Stone>} = Stone {
            at: Point { row: 9.into(), column: 5.into() }, ink: Ink::Blue, height: 57.into(), shown: true
        },
        history: {[Register<Stone>; 3]},
        next: {Signal<Local, Stone>},
        seat: {Constant<Point>} = Point { row: 6.into(), column: 3.into() },
    }
}

impl Logic for Records {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        for i in 0..3 {
            self.history[i].clock.next = self.clock.val();
        }
        self.history[0].d.next = self.state.q.val();
        for i in 1..3 {
            self.history[i].d.next = self.history[i - 1].q.val();
        }
        self.next.next = self.state.q.val();
        if self.f.val() {
            self.next.next.at.row = self.row.val();
            self.next.next.at.column = self.state.q.val().at.column + 1;
            self.next.next.shown = !self.state.q.val().shown;
        }
        if self.g.val() {
            self.next.next.ink = Ink::Red;
            self.next.next.height = self.state.q.val().height - bit_cast::<6, 4>(self.row.val());
        }
        self.state.d.next = self.next.val();
        if self.next.val().at.row == 3 {
            self.state.d.next.at = self.seat.val();
        }
        self.stone.next = self.state.q.val();
        self.row_now.next = self.state.q.val().at.row;
        self.point.next = self.history[2].q.val().at;
        self.ink.next = self.history[1].q.val().ink;
        self.equal.next = self.history[0].q.val().at == self.history[1].q.val().at;
        self.low.next = signed_cast(self.state.q.val().height) < signed_cast(self.history[0].q.val().height);
        self.late.next = self.history[2].q.val().at.row ^ self.next.val().at.row;
        self.as_bits.next = self.history[0].q.val().into();
        self.fixed_row.next = self.seat.val().row;
        self.kept_column.next = self.column.val();
    }
}

torture! {
    Adder, adder,
    in { a: Bits<4>, b: Bits<4>, carry: Bit }
    out { sum: Bits<4>, over: Bit }
    has { whole: {Signal<Local, Bits<5>>} }
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.whole.next = bit_cast::<5, 4>(self.a.val()) + bit_cast::<5, 4>(self.b.val()) + self.carry.val();
        self.sum.next = bit_cast::<4, 5>(self.whole.val());
        self.over.next = self.whole.val().get_bit(4);
    }
}

torture! {
    House, house,
    in { clock: Clock, a: Bits<8>, b: Bits<8>, write: Bit }
    out { sum: Bits<8>, over: Bit, from_ram: Bits<5>, from_short_ram: Bits<7>, from_small_ram: Bits<6>, from_stream_ram: Bits<6>, from_rom: Bits<6>, from_table: Bits<6>, steps: Bits<8>, twice: Bits<8>, delayed: Bit, stone: Point }
    has {
        adders: {[Adder; 2]},
        ram: {DualPortRam<Bits<5>, 4>},
        short_ram: {DualPortRam<Bits<7>, 5>} = DualPortRam::of_depth(19),
        points: {DualPortRam<Point, 4>},
        small_ram: {SmallRam<Bits<6>, 4>} = SmallRam::new([9u64, 2, 60].map(Bits::from)),
        stream_ram: {StreamRam<Bits<6>, 4>},
        rom: {Rom<Bits<6>, 3>} = Rom::new([3u64, 1, 4, 1, 5, 9, 26].map(Bits::from)),
        constants: {Table<Bits<6>, 3>} = Table::new([2u64, 7, 1, 8, 28, 18].map(Bits::from)),
        step: {Signal<Local, Bits<8>>},
        taps: {[Signal<Local, Bit>; 4]},
        line: {[Register<Bit>; 4]},
    }
}

impl Logic for House {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ram, short_ram, small_ram, stream_ram, rom, points);
        self.adders[0].a.next = self.a.val().get_bits::<4>(0);
        self.adders[0].b.next = self.b.val().get_bits::<4>(0);
        self.adders[0].carry.next = false;
        self.adders[1].carry.next = self.adders[0].over.val();
        self.adders[1].a.next = self.a.val().get_bits::<4>(4);
        self.adders[1].b.next = self.b.val().get_bits::<4>(4);
        self.sum.next = bit_cast::<8, 4>(self.adders[0].sum.val()) | (bit_cast::<8, 4>(self.adders[1].sum.val()) << 4);
        self.over.next = self.adders[1].over.val();

        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.a.val().get_bits::<4>(0);
        self.ram.write_data.next = bit_cast::<5, 8>(self.b.val() + self.a.val());
        self.ram.read_address.next = self.b.val().get_bits::<4>(2);
        self.from_ram.next = self.ram.read_data.val();

        // Nineteen words: the address never exceeds them.
        self.short_ram.write_enable.next = self.write.val();
        self.short_ram.write_address.next = bit_cast::<5, 8>(self.a.val() & 0x0F) + bit_cast::<5, 8>(self.b.val() & 3);
        self.short_ram.write_data.next = bit_cast::<7, 8>(self.a.val() ^ self.b.val());
        self.short_ram.read_address.next = bit_cast::<5, 8>(self.b.val() & 0x0F) + bit_cast::<5, 8>(self.a.val() & 3);
        self.from_short_ram.next = self.short_ram.read_data.val();

        self.small_ram.write_enable.next = self.write.val();
        self.small_ram.write_address.next = self.a.val().get_bits::<4>(2);
        self.small_ram.write_data.next = bit_cast::<6, 8>(self.a.val() + self.b.val());
        self.small_ram.read_address.next = self.b.val().get_bits::<4>(0);
        self.from_small_ram.next = self.small_ram.read_data.val();

        // It is never read where it is being written: the lowest bit differs.
        self.stream_ram.write_enable.next = self.write.val();
        self.stream_ram.write_address.next = self.a.val().get_bits::<4>(0).replace_bit(0, false);
        self.stream_ram.write_data.next = bit_cast::<6, 8>(self.b.val());
        self.stream_ram.read_address.next = self.b.val().get_bits::<4>(3);
        if self.write.val() {
            self.stream_ram.read_address.next = self.b.val().get_bits::<4>(3).replace_bit(0, true);
        }
        self.from_stream_ram.next = self.stream_ram.read_data.val();
        self.rom.address.next = bit_cast::<3, 8>(self.a.val() ^ self.b.val());
        self.from_rom.next = self.rom.data.val();
        self.constants.address.next = bit_cast::<3, 8>(self.a.val() & self.b.val());
        self.from_table.next = self.constants.data.val();

        self.points.write_enable.next = self.write.val();
        self.points.write_address.next = self.a.val().get_bits::<4>(0);
        self.points.write_data.next.row = self.b.val().get_bits::<4>(0);
        self.points.write_data.next.column = self.b.val().get_bits::<3>(4);
        self.points.read_address.next = self.b.val().get_bits::<4>(2);
        self.stone.next = self.points.read_data.val();

        self.step.next = self.a.val();
        self.steps.next = self.step.val() + 1;
        self.step.next = self.step.val() ^ self.b.val();
        self.twice.next = (self.step.val() + self.b.val()) >> 1;
        if self.write.val() {
            self.step.next = (self.step.val() + 5) >> 2;
        }
        self.steps.next = self.steps.val() - self.step.val();

        self.line[0].clock.next = self.clock.val();
        self.line[0].d.next = self.write.val();
        for i in 1..4 {
            self.line[i].clock.next = self.clock.val();
            self.line[i].d.next = self.line[i - 1].q.val();
        }
        for i in 0..4 {
            self.taps[i].next = self.line[3 - i].q.val() & self.a.val().get_bit(2 * i + 1);
        }
        self.delayed.next = self.taps[0].val() ^ self.taps[1].val() ^ self.taps[2].val() ^ self.taps[3].val();
    }
}

torture! {
    Twice, twice,
    in { a: Bits<8>, f: Bit, g: Bit, serial: Bits<4> }
    out { shifted: Bits<8>, toggled: Bits<2>, taken: Bits<8>, parity: Bit, empty: Bit, kept: Bit, same: Bits<8>, none: Bits<4> }
    has {}
}

// Each assignment reads the one before. Unary operators are nested.
#[allow(clippy::needless_bool, clippy::nonminimal_bool)]
impl Logic for Twice {
    #[hdl_gen]
    fn update(&mut self) {
        self.shifted.next = self.a.val();
        self.toggled.next = self.a.val().get_bits::<2>(3);
        self.taken.next = self.a.val();
        if self.f.val() {
            self.shifted.next = self.shifted.val() << 1;
            self.shifted.next = self.shifted.val() << 1;
            self.toggled.next = !self.toggled.val();
            self.toggled.next = self.toggled.val() ^ 1;
            for i in 0..4 {
                self.taken.next = (self.taken.val() << 1) + self.serial.val().get_bit(i);
            }
        }
        self.parity.next = (!self.a.val()).xor();
        self.empty.next = !(!self.a.val()).any();
        self.kept.next = !!self.f.val();
        self.same.next = !(!(!(!self.a.val())));
        self.none.next = self.serial.val();
        if !self.f.val() {
        } else {
            self.none.next = 9.into();
        }
        if !self.g.val() {
        } else {
            if (!self.a.val()).all() {
                self.none.next = !self.none.val();
            }
        }
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

torture! {
    Circle, circle,
    in { x: Bits<4>, f: Bit, g: Bit }
    out { first: Bits<4>, last: Bits<4>, mark: Bits<2>, through: Bits<4>, back: Bits<4> }
    has { part: {Passer}, step: {Signal<Local, Bits<4>>} }
}

// No signal depends on itself, but blocks that combine what is written together would: through each other, and through
// a part.
impl Logic for Circle {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.x.val();
        self.mark.next = 0.into();
        if self.f.val() {
            self.first.next = self.first.val() + 1;
            self.mark.next = 1.into();
        }
        self.last.next = self.first.val();
        if self.g.val() {
            self.last.next = self.last.val() + 1;
        }
        if self.last.val() == 3 {
            self.mark.next = 2.into();
        }
        self.part.number.next = 0.into();
        self.step.next = self.x.val();
        self.back.next = self.step.val();
        self.through.next = 1.into();
        if self.g.val() {
            self.part.number.next = self.step.val() + 3;
            self.through.next = 5.into();
        }
        self.step.next = self.step.val() ^ 6;
        if self.f.val() {
            self.through.next = self.through.val() ^ self.step.val() ^ self.part.less.val();
            self.step.next = self.step.val() + 1;
        }
        self.back.next = self.back.val() ^ self.step.val();
    }
}

torture! {
    Passer, passer,
    in { number: Bits<4> }
    out { less: Bits<4> }
    has {}
}

impl Logic for Passer {
    #[hdl_gen]
    fn update(&mut self) {
        self.less.next = 0.into();
        if self.number.val() > 3 {
            self.less.next = self.number.val() - 1;
        }
    }
}

torture! {
    Fixed, fixed,
    in { a: Bits<4> }
    out { sum: Bits<6>, chosen: Bits<3>, negative: Bit, state: Phase, moved: Bits<4>, gone: Bits<4>, least: Bits<4> }
    has {
        k: {[Constant<Bits<6>>; 3]} = [11u64, 20, 30].map(|number| Constant::new(number.into())),
        low: {Constant<Signed<5>>} = Signed::<5>::from(-3),
        zero: {Constant<Bits<4>>} = 0,
        unused: {Signal<Local, Bit>},
    }
}

// Blocks that read no signal.
impl Logic for Fixed {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = 0.into();
        for i in 0..3 {
            self.sum.next = self.sum.val() + self.k[i].val();
        }
        self.chosen.next = 5.into();
        if self.chosen.val() == 5 {
            self.chosen.next = 7.into();
        }
        self.negative.next = false;
        if self.low.val() < 2.into() {
            self.negative.next = true;
        }
        self.state.next = Phase::Idle;
        match self.sum.val().index() {
            61 => self.state.next = Phase::Stop,
            _ => self.state.next = Phase::Run,
        }
        self.moved.next = self.a.val();
        self.unused.next = self.a.val().any();
        if self.low.val() > self.low.val() {
            self.moved.next = 0.into();
            if self.unused.val() {
                self.moved.next = 1.into();
            }
        }
        self.gone.next = self.a.val() >> bits::<4>(9);
        self.gone.next = self.gone.val() + self.gone.val();
        self.least.next = 3.into();
        if (self.a.val() & self.zero.val()) >= (self.zero.val() & self.a.val()) {
            self.least.next = self.least.val() + 2;
        }
    }
}

torture! {
    Fields, fields,
    in { clock: Clock, address: Bits<2>, write: Bit, row: Bits<4> }
    out { shown: Bit, ink: Ink, row_of_ram: Bits<4>, column: Bits<3> }
    has {
        stones: {Table<Stone, 2>} = Table::new([3u64, 9].map(|row| Stone {
            at: Point { row: row.into(), column: 2.into() }, ink: Ink::Green, height: row.into(), shown: row == 3
        })),
        ram: {DualPortRam<Stone, 2>},
        seats: {Rom<Point, 2>} = Rom::new([1u64, 2, 5].map(|row| Point { row: row.into(), column: row.into() })),
    }
}

// Some fields of a word that is a struct.
impl Logic for Fields {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ram, seats);
        self.stones.address.next = self.address.val();
        self.shown.next = self.stones.data.val().shown;
        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.address.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_data.next = self.stones.data.val();
        self.ram.write_data.next.at.row = self.row.val();
        self.ink.next = self.ram.read_data.val().ink;
        self.row_of_ram.next = self.ram.read_data.val().at.row;
        self.seats.address.next = self.address.val();
        self.column.next = self.seats.data.val().column;
    }
}

/// A buffer that passes a clock on.
#[derive(Circuit)]
struct Buffer {
    clock_in: Signal<In, Clock>,
    clock_out: Signal<Out, Clock>,
}

impl Logic for Buffer {
    #[hdl_gen]
    fn update(&mut self) {
        self.clock_out.next = self.clock_in.val();
    }
}

/// Passes a clock on, and counts with it.
#[derive(Circuit)]
struct Region {
    clock: Signal<In, Clock>,
    step: Signal<In, Bits<8>>,
    clock_out: Signal<Out, Clock>,
    sum: Signal<Out, Bits<8>>,
    buffer: Buffer,
    held: Register<Bits<8>>,
}

impl Logic for Region {
    #[hdl_gen]
    fn update(&mut self) {
        self.buffer.clock_in.next = self.clock.val();
        self.clock_out.next = self.buffer.clock_out.val();
        self.held.clock.next = self.buffer.clock_out.val();
        self.held.d.next = self.held.q.val() + self.step.val();
        self.sum.next = self.held.q.val();
    }
}

torture! {
    Buffers, buffers,
    in { clock: Clock, other: Clock, a: Bits<8> }
    out { early: Bits<8>, late: Bits<8>, latest: Bits<8>, one: Bits<8>, two: Bits<8>, crossed: Bits<8> }
    has {
        // The registers come before the buffers, so that only the order of the clocks matters.
        held: {[Register<Bits<8>>; 3]},
        sample: {Register<Bits<8>>},
        buffers: {[Buffer; 3]},
        first: {Region},
        second: {Region},
    }
}

// A shift register on a clock that passes through more buffers at every step.
impl Logic for Buffers {
    #[hdl_gen]
    fn update(&mut self) {
        self.buffers[2].clock_in.next = self.buffers[1].clock_out.val();
        self.buffers[1].clock_in.next = self.buffers[0].clock_out.val();
        self.buffers[0].clock_in.next = self.clock.val();
        self.held[0].clock.next = self.clock.val();
        self.held[0].d.next = self.a.val();
        self.held[1].clock.next = self.buffers[0].clock_out.val();
        self.held[1].d.next = self.held[0].q.val();
        self.held[2].clock.next = self.buffers[2].clock_out.val();
        self.held[2].d.next = self.held[1].q.val();
        self.first.clock.next = self.buffers[1].clock_out.val();
        self.first.step.next = self.held[2].q.val() ^ self.second.sum.val();
        self.second.clock.next = self.first.clock_out.val();
        self.second.step.next = self.first.sum.val();
        self.sample.clock.next = self.other.val();
        self.sample.d.next = self.second.sum.val() ^ self.held[0].q.val();
        self.early.next = self.held[0].q.val();
        self.late.next = self.held[1].q.val();
        self.latest.next = self.held[2].q.val();
        self.one.next = self.first.sum.val();
        self.two.next = self.second.sum.val();
        self.crossed.next = self.sample.q.val();
    }
}

// Two paths through a block that is written twice: connecting one to the other closes a loop of events.
torture! {
    TwoWays, two_ways,
    in { x: Bits<4>, y: Bits<4>, f: Bit }
    out { p: Bits<4>, q: Bits<4> }
    has {}
}

impl Logic for TwoWays {
    #[hdl_gen]
    fn update(&mut self) {
        self.p.next = self.x.val();
        self.q.next = self.y.val();
        if self.f.val() {
            self.p.next = self.p.val() + 1;
            self.q.next = self.q.val() ^ 5;
        }
    }
}

torture! {
    OneAfterTheOther, one_after_the_other,
    in { x: Bits<4>, f: Bit }
    out { q: Bits<4> }
    has { ways: {TwoWays} }
}

impl Logic for OneAfterTheOther {
    #[hdl_gen]
    fn update(&mut self) {
        self.ways.x.next = self.x.val();
        self.ways.f.next = self.f.val();
        self.ways.y.next = self.ways.p.val();
        self.q.next = self.ways.q.val();
    }
}

torture! {
    ThroughABlock, through_a_block,
    in { x: Bits<4>, f: Bit }
    out { q: Bits<4>, r: Bits<4> }
    has { ways: {[TwoWays; 2]} }
}

impl Logic for ThroughABlock {
    #[hdl_gen]
    fn update(&mut self) {
        self.ways[0].x.next = self.x.val();
        self.ways[0].f.next = self.f.val();
        self.ways[1].x.next = self.ways[0].q.val() + self.ways[0].p.val();
        self.ways[1].f.next = self.f.val() & self.x.val().get_bit(0);
        self.ways[1].y.next = 3.into();
        self.ways[0].y.next = self.ways[1].q.val() - 1;
        self.q.next = self.ways[1].p.val();
        self.r.next = self.ways[0].p.val();
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

/// The comparison can fail: a single wrong operator in the Verilog is detected.
#[test]
fn broken_verilog_is_found() {
    let text = verilog(&mut Adder::default(), "adder").unwrap();
    let broken = text.replacen("+ {4'd0, carry}", "- {4'd0, carry}", 1);
    assert_ne!(text, broken, "the text has changed: {text}");
    let difference = compare(Adder::default(), &broken, "adder", SAMPLES)
        .unwrap_err()
        .to_string();
    assert!(difference.contains("output sum is"), "{difference}");
}
