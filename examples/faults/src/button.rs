//! Debounces a push button: however its contacts bounce, a press counts once.
//!
//! | port    | dir | width | meaning                                                                      |
//! |---------|-----|-------|------------------------------------------------------------------------------|
//! | clock   | in  | 1     |                                                                              |
//! | button  | in  | 1     | the pin, high while the button is down; it bounces                           |
//! | level   | out | 1     | the debounced button: the pin's level, once it has been stable for 16 clocks |
//! | pressed | out | 1     | one clock at the start of each press                                         |

use rust_hdl::prelude::*;
use tengen_hdl::library::synchroniser::Synchroniser;
use tengen_hdl::{Circuit, Register, kernel};
use tengen_sim::gtkwave::Marker;

use crate::Script;

#[derive(Circuit)]
pub struct Button {
    pub clock: Signal<In, Clock>,
    pub button: Signal<In, Bit>,
    pub level: Signal<Out, Bit>,
    pub pressed: Signal<Out, Bit>,

    line: Synchroniser<Bit>,
    /// The number of clocks for which the pin has differed from `level`.
    differs: Register<Bits<4>>,
    clean: Register<Bit>,
    begins: Register<Bit>,
    #[init(16 - 1)]
    hold: Constant<Bits<4>>,
}

#[kernel]
impl Logic for Button {
    fn update(&mut self) {
        line.asynchronous = button;
        begins.d = false;
        if line.synchronous != clean.q {
            differs.d = differs.q + 1;
            if differs.q == hold {
                differs.d = 0;
                clean.d = line.synchronous;
                begins.d = line.synchronous;
            }
        }
        level = clean.q;
        pressed = begins.q;
    }
}

/// The pin's levels with their numbers of clocks: one press that bounces at both ends.
const PIN: [(u64, usize); 14] = [
    (0, 20),
    (1, 6),
    (0, 10),
    (1, 5),
    (0, 9),
    (1, 6),
    (0, 12),
    (1, 40),
    (0, 7),
    (1, 9),
    (0, 5),
    (1, 12),
    (0, 6),
    (1, 1),
];

/// One press.
pub fn script() -> Script {
    let pin = PIN.into_iter().chain([(0, 40)]);
    Script {
        inputs: &["button"],
        clocks: pin.flat_map(|(level, clocks)| vec![vec![level]; clocks]).collect(),
        marker: Marker { cycle: 20, label: "the press".into(), span: 120 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen;
    use tengen_sim::ByName;

    /// The first comes while the contacts still bounce, the second while the button is being released.
    #[test]
    fn one_press_counts_twice_for_what_was_counted_is_kept_from_bounce_to_bounce() {
        let clocks = seen(Button::default(), &script(), |button| {
            ["level", "pressed"].map(|name| button.read(name))
        });
        let presses: Vec<usize> = (0..clocks.len()).filter(|clock| clocks[*clock][1] == 1).collect();
        assert_eq!(presses, [57, 138]);
        assert_eq!(clocks.last(), Some(&[0, 0]));
    }
}
