//! A signal that is written several times, and read in between.

use super::types::Phase;
use super::*;

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
