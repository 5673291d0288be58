//! A filter with 16 taps (FIR, transposed) that takes a sample in every clock, here from a noise source of its own.
//!
//! ```text
//! noise ──┬────────────┬──────────── ...
//!        x c15        x c14
//!   0 ──> + ─> sum ──> + ─> sum ──> ... ──> filtered
//! ```
//!
//! | port     | dir | width | meaning                                          | initial |
//! |----------|-----|-------|--------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                      | –       |
//! | seed     | in  | 16    | mixed into the noise                             | –       |
//! | filtered | out | 40    | the filtered noise; its delay is a clock         | 0       |

use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, kernel};

pub const TAPS: usize = 16;
/// A low pass: the binomial coefficients of 15.
pub const COEFFICIENTS: [u64; TAPS] = [
    1, 15, 105, 455, 1365, 3003, 5005, 6435, 6435, 5005, 3003, 1365, 455, 105, 15, 1,
];

/// One tap: multiplies, and adds what comes from the tap before.
#[derive(Circuit)]
pub struct Tap {
    pub clock: Signal<In, Clock>,
    pub sample: Signal<In, Bits<16>>,
    pub earlier: Signal<In, Bits<40>>,
    pub sum: Signal<Out, Bits<40>>,

    #[init(0)]
    coefficient: Constant<Bits<16>>,
    state: Register<Bits<40>>,
}

impl Tap {
    pub fn of(coefficient: u64) -> Tap {
        Tap { coefficient: Constant::new(coefficient.into()), ..Tap::default() }
    }
}

#[kernel]
impl Logic for Tap {
    fn update(&mut self) {
        d = earlier + bit_cast::<40, 32>(sample * coefficient);
        sum = q;
    }
}

#[derive(Circuit)]
pub struct Filter {
    pub clock: Signal<In, Clock>,
    pub seed: Signal<In, Bits<16>>,
    pub filtered: Signal<Out, Bits<40>>,

    #[init(std::array::from_fn(|tap| Tap::of(COEFFICIENTS[tap])))]
    taps: [Tap; TAPS],
    #[init(0xACE1)]
    noise: Register<Bits<16>>,
}

#[kernel]
impl Logic for Filter {
    fn update(&mut self) {
        noise.d = cat(noise.q.get_bits::<15>(0), (noise.q & 0xB400).xor()) ^ seed;
        for i in 0..16 {
            taps[i].sample = noise.q;
        }
        taps[0].earlier = 0;
        for i in 1..16 {
            taps[i].earlier = taps[i - 1].sum;
        }
        filtered = taps[15].sum;
    }
}
