//! Clocks that pass through parts.

use super::*;

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
