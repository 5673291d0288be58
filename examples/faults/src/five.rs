//! Looks for five stones in a row: it gets the crossings of a line, one per clock.
//!
//! | port  | dir | width | meaning                                          |
//! |-------|-----|-------|--------------------------------------------------|
//! | clock | in  | 1     |                                                  |
//! | begin | in  | 1     | strobe: a new line begins with the next crossing |
//! | own   | in  | 1     | a stone of the right colour lies there           |
//! | won   | out | 1     | five or more of them in a row have been seen     |

use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, kernel};
use tengen_sim::gtkwave::Marker;

use crate::Script;

#[derive(Circuit)]
pub struct Five {
    pub clock: Signal<In, Clock>,
    pub begin: Signal<In, Bit>,
    pub own: Signal<In, Bit>,
    pub won: Signal<Out, Bit>,

    /// The length of the run of stones up to the previous crossing.
    length: Register<Bits<3>>,
    found: Register<Bit>,
    #[init(5)]
    five: Constant<Bits<3>>,
}

#[kernel]
impl Logic for Five {
    fn update(&mut self) {
        if begin {
            length.d = 0;
            found.d = false;
        } else if own {
            if length.q == five {
                found.d = true;
            } else {
                length.d = length.q + 1;
            }
        } else {
            length.d = 0;
        }
        won = found.q;
    }
}

/// Lines of a board; `X` is a stone of the right colour.
const LINES: [&str; 4] = [
    "..XXXX.XXX.....",
    "....XXXXX......",
    "XXXXX.....XXXXX",
    ".....XXXXXX....",
];

/// One line after another.
pub fn script() -> Script {
    let crossings = |line: &str| -> Vec<_> { line.chars().map(|stone| vec![0, u64::from(stone == 'X')]).collect() };
    let line = |line: &&str| [vec![vec![1, 0]], crossings(line), vec![vec![0, 0]]].concat();
    Script {
        inputs: &["begin", "own"],
        clocks: LINES.iter().flat_map(line).collect(),
        marker: Marker { cycle: 17, label: "a line with five".into(), span: 40 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen;
    use tengen_sim::ByName;

    #[test]
    fn five_do_not_win_and_six_do() {
        let won = seen(Five::default(), &script(), |five| five.read("won") == 1);
        let wins: Vec<bool> = won.chunks(17).map(|line| line[1..].contains(&true)).collect();
        assert_eq!(wins, [false, false, false, true]);
    }
}
