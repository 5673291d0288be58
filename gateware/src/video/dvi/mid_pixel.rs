//! Says in the shift clock's time when the middle of a pixel is, so that what the pixel clock's registers hold can be taken.
//!
//! ```text
//! clock        /‾‾‾‾‾‾‾‾‾‾‾‾‾‾\______________/‾‾‾‾‾‾‾    one pixel, five shift clocks
//! symbols      ==X=============================X=====
//! shift_clock  _/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/
//! toggle       __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_________
//! seen         _________/‾‾‾‾‾\______________________    two flip-flops later
//! load         _________/‾‾‾‾‾\_______________________/
//!                             ^ here the symbols are taken
//! ```
//!
//! | port        | dir | width | meaning                                                                    | initial |
//! |-------------|-----|-------|----------------------------------------------------------------------------|---------|
//! | clock       | in  | 1     | one pixel a clock                                                          | –       |
//! | shift_clock | in  | 1     | five times as fast, from the same PLL, at any phase                        | –       |
//! | load        | out | 1     | in the shift clock's time: one clock in five; the symbols stand at its end | 1       |
//!
//! # Why the crossing is safe
//!
//! Both clocks come from one PLL, so there are exactly five shift clocks a pixel; where in a shift clock the pixel's edge
//! lies is the same for ever but unknown, since it depends on the way of both clocks through the chip, and it may lie so near
//! to a shift clock's edge that their jitter decides which comes first. So nothing is taken near an edge of the pixel clock.
//!
//! A bit that turns over at every pixel crosses by two flip-flops. Let the pixel's edge be at time 0, in shift clocks. The
//! first flip-flop has the new value from an edge in 0..=1 on (1 if it came too late for the edge at 0), the second one a
//! clock later, so `seen` can be taken at an edge in 2..=3: halfway to the next pixel at 5. That is where `load` belongs. A
//! ring of five repeats it and does not follow the jitter: as long as `seen` comes with `load` or one clock beside it, the
//! ring runs on, and else it is set anew, to `seen` itself, which jitter moves by one clock at most. So it keeps its place
//! for good once it has been set, or from power-on if it happened to be right. Symbols are taken in 1..=4, never less than
//! one whole shift clock (8 ns, less the jitter) from their change. That is what a path from a pixel register to a shift
//! register may take; timing analysis need know no relation between the two clocks.

use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct MidPixel {
    pub clock: Signal<In, Clock>,
    pub shift_clock: Signal<In, Clock>,
    pub load: Signal<Out, Bit>,

    /// Turns over at every pixel; the one register here of the pixel clock.
    toggle: Register<Bit>,
    /// The toggle as it comes in, in bit 0; settled; and a clock before that.
    arrived: Register<Bits<3>>,
    /// Bit 0 is `load`, the others the clocks after it.
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

        // One bit goes round; should there ever be none, or two, there is one again after a round.
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

    /// Time in 160 ps: a shift clock of 8 ns is 50 of them.
    const SHIFT: u64 = 50;
    const PIXEL: u64 = 5 * SHIFT;
    const PIXELS: u64 = 100;
    /// Pixels after which its place must be right.
    const TO_LOCK: usize = 3;

    /// Runs with the pixel clock's edges that much behind those of the shift clock, give or take the jitter. Gives the
    /// times at which pixels begin, and at which symbols are taken.
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
        // Within its jitter an edge comes now before and now after the shift clock's.
        for (phase, jitter) in (0..PIXEL).flat_map(|phase| [(phase, 0), (phase, 2)]) {
            let (rises, taken) = run(phase, jitter);
            let steps: Vec<u64> = taken.windows(2).map(|pair| pair[1] - pair[0]).collect();
            // Set at the first pixel if at all, and once more when the jitter first shows its other side.
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
