//! Classifies a line through a stone: by its shape for the players that weigh shapes, by its run for those that count
//! stones.
//!
//! | `by_run` | class                          |
//! |----------|--------------------------------|
//! | 0        | 0 to 7, see [`Windows`]        |
//! | 1        | 0 to 15, see [`RunClassifier`] |
//!
//! Where exactly five are needed, a line of six or more counts as class 0, and is no five.
//!
//! | port     | dir | width | meaning                                                                 | initial |
//! |----------|-----|-------|-------------------------------------------------------------------------|---------|
//! | by_run   | in  | 1     | selects the class, see above                                            | –       |
//! | exact    | in  | 1     | the colour needs exactly five                                           | –       |
//! | open     | in  | 10    | cells that are own or empty: bits 0..4 are -5..-1, bits 5..9 are +1..+5 | –       |
//! | empty    | in  | 10    | cells that are empty, in the same order; all of them are `open`         | –       |
//! | category | out | 4     | the class; combinational                                                | –       |
//! | five     | out | 1     | the stone makes a five that wins                                        | –       |

use super::run_classifier::RunClassifier;
use super::windows::Windows;
use crate::{Circuit, Optional, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct LineClass {
    pub by_run: Signal<In, Bit>,
    pub exact: Signal<In, Bit>,
    pub open: Signal<In, Bits<10>>,
    pub empty: Signal<In, Bits<10>>,
    pub category: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,

    windows: Optional<Windows>,
    run_classifier: RunClassifier,
    // The cells -4 to -1 and +1 to +4.
    near_open: Signal<Local, Bits<8>>,
    near_empty: Signal<Local, Bits<8>>,
}

impl LineClass {
    /// Creates a circuit with both classes; without `shapes` only the class by run.
    pub fn new(shapes: bool) -> Self {
        LineClass { windows: Optional::when(shapes), ..Default::default() }
    }
}

#[kernel]
impl Logic for LineClass {
    fn update(&mut self) {
        near_open = 0;
        near_empty = 0;
        for i in 0..8 {
            near_open = near_open.replace_bit(i, open.get_bit(i + 1));
            near_empty = near_empty.replace_bit(i, empty.get_bit(i + 1));
        }
        windows = Windows { open: near_open, empty: near_empty };
        run_classifier = RunClassifier { open, empty };

        // An overline where exactly five are needed.
        let nothing = exact & run_classifier.overlong;
        five = run_classifier.five & !nothing;
        category = 0;
        if !nothing {
            category = if by_run { run_classifier.run } else { bit_cast::<4, 3>(windows.shape.into()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::Window;
    use tengen_sim::{Engine, Native};

    #[test]
    fn all_59049_neighbourhoods_by_shape_and_by_run_under_both_rules() {
        let mut circuit = Native::new(LineClass::default());
        let names = ["by_run", "exact", "open", "empty", "category", "five"];
        let [by_run, exact, open, empty, category, five] = names.map(|name| circuit.port(name));
        for (stones, free) in (0..1u64 << 10).flat_map(|own| (0..1u64 << 10).map(move |empty| (own, empty))) {
            if stones & free != 0 {
                continue;
            }
            circuit.set(open, stones | free);
            circuit.set(empty, free);
            let window = Window { own: (stones >> 1) as u8, empty: (free >> 1) as u8 };
            let left = (stones as u32) << 27;
            let adjoining = left.leading_ones() + ((stones >> 5) as u32).trailing_ones();
            for only_five in [false, true] {
                circuit.set(exact, only_five.into());
                let counts = adjoining < 5 || !only_five;
                circuit.set(by_run, 0);
                circuit.settle();
                let shape = if counts { window.shape() as u64 } else { 0 };
                assert_eq!(circuit.get(category), shape, "{window:?}");
                assert_eq!(circuit.get(five) == 1, adjoining >= 4 && counts, "{window:?}");
                circuit.set(by_run, 1);
                circuit.settle();
                let run = if counts { u64::from(circuit.circuit.run_classifier.run.val()) } else { 0 };
                assert_eq!(circuit.get(category), run, "{window:?}");
                assert_eq!(circuit.get(five) == 1, adjoining >= 4 && counts, "{window:?}");
            }
        }
    }
}
