//! Marks the middle of a pixel in the shift clock's domain, where the registers of the pixel clock can be sampled
//! safely.
//!
//! ```text
//! clock        /‾‾‾‾‾‾‾‾‾‾‾‾‾‾\______________/‾‾‾‾‾‾‾    one pixel, five shift clocks
//! symbols      ==X=============================X=====
//! shift_clock  _/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/
//! toggle       __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_________
//! seen         _________/‾‾‾‾‾\______________________    two flip-flops later
//! load         _________/‾‾‾‾‾\_______________________/
//!                             ^ the symbols are sampled here
//! ```
//!
//! | port        | dir | width | meaning                                               | initial |
//! |-------------|-----|-------|-------------------------------------------------------|---------|
//! | clock       | in  | 1     | one pixel a clock                                     | –       |
//! | shift_clock | in  | 1     | five times as fast, from the same PLL, with any phase | –       |
//! | load        | out | 1     | in the shift clock's domain: one clock in five; the symbols are stable at its end | 1 |
//!
//! # Why the crossing is safe
//!
//! Both clocks come from one PLL, so a pixel is exactly five shift clocks. The phase between their edges is constant
//! but unknown, since it depends on the routing of both clocks. The edges may be so close that jitter decides which
//! comes first. So nothing is sampled near an edge of the pixel clock.
//!
//! A bit that toggles at every pixel crosses through two flip-flops. Let the pixel's edge be at time 0, in shift
//! clocks. The first flip-flop has the new value from an edge in 0..=1 on (1 if the bit came too late for the edge at
//! 0), the second one a clock later, so `seen` is sampled at an edge in 2..=3. This is the middle between two pixels,
//! 0 and 5, where `load` belongs. A ring counter of five repeats it without following the jitter: while `seen` comes
//! with `load` or one clock before or after it, the ring runs on. Otherwise it is set again by `seen`, which jitter
//! moves by at most one clock. So the ring keeps its position once it has been set, or from power-on if that was
//! right. Symbols are sampled in 1..=4, at least one shift clock (8 ns, minus the jitter) from their change. This is
//! the limit for a path from a pixel register to a shift register; timing analysis need not know a relation between
//! the two clocks.

use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct MidPixel {
    pub clock: Signal<In, Clock>,
    pub shift_clock: Signal<In, Clock>,
    pub load: Signal<Out, Bit>,

    /// Toggles at every pixel; the only register of the pixel clock here.
    toggle: Register<Bit>,
    /// Bit 0: the toggle, possibly metastable; bit 1: settled; bit 2: a clock older.
    arrived: Register<Bits<3>>,
    /// Bit 0 is `load`; bits 1 to 4 mark the clocks after it.
    #[init(1)]
    ring: Register<Bits<5>>,
}

#[kernel]
impl Logic for MidPixel {
    fn update(&mut self) {
        toggle.clock = clock;
        toggle.d = !toggle.q;

        arrived.clock = shift_clock;
        arrived.d = (arrived.q << 1).replace_bit(0, toggle.q);
        let seen = arrived.q.get_bit(1) ^ arrived.q.get_bit(2);

        // One set bit circulates. If there is ever none, or more than one, there is exactly one again after a round.
        ring.clock = shift_clock;
        ring.d = (ring.q << 1).replace_bit(0, !ring.q.get_bits::<4>(0).any());
        let early_or_late = ring.q.get_bits::<2>(2).any();
        if seen & early_or_late {
            ring.d = 2;
        }
        load = ring.q.get_bit(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native, Random};

    /// The shift clock's period of 8 ns, in units of 160 ps.
    const SHIFT: u64 = 50;
    const PIXEL: u64 = 5 * SHIFT;
    const PIXELS: u64 = 100;
    /// Pixels after which the position of `load` must be right.
    const TO_LOCK: usize = 3;

    /// Runs with the pixel clock's edges delayed by `phase` against those of the shift clock, with jitter. Returns
    /// the times at which pixels begin, and at which symbols are sampled.
    fn run(phase: u64, jitter: u64) -> (Vec<u64>, Vec<u64>) {
        let mut circuit = Native::new(MidPixel::default());
        let [clock, shift_clock, load] = ["clock", "shift_clock", "load"].map(|name| circuit.port(name));
        let mut random = Random::new(phase);
        let rises: Vec<u64> = (1..=PIXELS)
            .map(|pixel| pixel * PIXEL + phase + random.below(2 * jitter + 1) - jitter)
            .collect();
        let mut edges: Vec<(u64, usize, u64)> = rises
            .iter()
            .flat_map(|rise| [(*rise, clock, 1), (rise + PIXEL / 2, clock, 0)])
            .chain((0..PIXELS * 10).map(|half| (half * SHIFT / 2, shift_clock, 1 - half % 2)))
            .collect();
        edges.sort();
        let mut taken = vec![];
        for instant in edges.chunk_by(|a, b| a.0 == b.0) {
            let loading = circuit.get(load) == 1;
            for (_, port, level) in instant {
                circuit.set(*port, *level);
            }
            circuit.settle();
            let is_shift = |(_, port, level): &(u64, usize, u64)| (*port, *level) == (shift_clock, 1);
            taken.extend(
                instant
                    .iter()
                    .filter(|edge| loading && is_shift(edge))
                    .map(|edge| edge.0),
            );
        }
        (rises, taken)
    }

    #[test]
    fn every_symbol_is_taken_once_and_far_from_its_change() {
        // With jitter, an edge comes sometimes before and sometimes after that of the shift clock.
        for (phase, jitter) in (0..PIXEL).flat_map(|phase| [(phase, 0), (phase, 2)]) {
            let (rises, taken) = run(phase, jitter);
            let steps: Vec<u64> = taken.windows(2).map(|pair| pair[1] - pair[0]).collect();
            // The ring is set at most twice: at the first pixel, and when the jitter first goes in the other
            // direction.
            let set = steps.iter().filter(|step| **step != PIXEL).count();
            assert!(set <= 2, "phase {phase}, jitter {jitter}: {steps:?}");
            assert!(
                steps.iter().all(|step| *step >= PIXEL),
                "phase {phase}, jitter {jitter}: {steps:?}"
            );
            assert!(steps.len() as u64 >= PIXELS - 4, "phase {phase}, jitter {jitter}");
            for time in taken.iter().filter(|time| **time > rises[TO_LOCK]) {
                let after = time - rises.iter().rev().find(|rise| *rise < time).unwrap();
                let margin = SHIFT - jitter;
                assert!(
                    (margin..=PIXEL - margin).contains(&after),
                    "phase {phase}, jitter {jitter}: taken {after} after the edge"
                );
            }
        }
    }
}
