//! The whole machine, played through its keyboard's two pins and watched by its monitor, with every stone checked by a
//! referee.
//!
//! The final pictures are references in tests/pictures. After an intended visible change, `TENGEN_RENEW=1 cargo test
//! --test console` writes them again; look at them before committing them.

mod bring_up;
mod computer;
mod keys;
mod pictures;
mod renju;
mod time;
mod two_players;
#[cfg(feature = "eda")]
mod verilog;

use std::sync::LazyLock;

use referee::Referee;
use tengen::gateware::console::{Console, Variant};
use tengen::gateware::director::SECOND;
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::{debounce, key};
use tengen::hdl::verilog::netlist_with;
use tengen::rules::gomoku::game::End;
use tengen::rules::gomoku::search::Lanes;
use tengen::rules::gomoku::{Board, Colour, Crossing};
use tengen::simulation::machine::Machine;
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::fast::Fast;
use tengen_sim::frame::Frame;
use tengen_sim::{Circuit, Engine};

use crate::referee;

/// The colour depth of the pictures: the coarsest.
const WIDTHS: [usize; 3] = [3, 3, 2];
type Coarse = Console<3, 3, 2>;
type Watched<E> = Machine<Referee<E>>;

/// The crossings along an edge.
const SIZE: i64 = 15;
/// The pixels between two crossings.
const SPACING: usize = 32;
/// Clocks of a frame.
const FRAME: u64 = 800 * 525;
/// The clocks of a second in which the highest level answers before the next key.
const SHORT_SECOND: u32 = 20_000;
/// The clocks after which a button has settled and its effect is painted.
const BUTTON: u64 = (SECOND / debounce::REST) as u64 + 2000;

/// A machine at power-on, with its first page painted.
fn power_on<E: Engine>(engine: E, second: u32) -> Watched<E> {
    let mut machine = Machine::new(Referee::new(engine, second, Lanes::Four)).unwrap();
    machine.settle().unwrap();
    machine
}

/// A machine on the fast engine, which is compared below with the other engines on every clock.
fn console() -> Watched<Fast> {
    static POWERED: LazyLock<Watched<Fast>> = LazyLock::new(|| power_on(fast(EXPECTED), EXPECTED.second));
    POWERED.clone()
}

fn fast(variant: Variant) -> Fast {
    let netlist = netlist_with(&mut Coarse::new(variant), "console", &|_| false, &STAND_INS).unwrap();
    Fast::new(netlist, Coarse::ports())
}

/// The machine of a board, except that the computer's moves are predictable.
const EXPECTED: Variant = Variant { second: SECOND, shuffle: false, ponder: 0, sound: true, edition: Edition::GOMOKU };

/// A person at the keyboard.
trait Hands {
    fn hit(&mut self, key: &str);
    fn keys(&mut self, keys: &str);
    fn go_to(&mut self, at: Crossing);
    fn put(&mut self, at: Crossing);
    fn push(&mut self, buttons: u64);
    fn shot(&mut self) -> Frame;
}

impl<E: Engine> Hands for Watched<E> {
    fn hit(&mut self, key: &str) {
        self.press(key::named(key).unwrap());
    }

    /// Presses keys, named as in a script, and settles after each.
    fn keys(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            self.hit(key);
            self.settle().unwrap();
        }
    }

    /// Moves the cursor there by the shortest way across the edges: with the up and down arrows, and with A and D.
    fn go_to(&mut self, at: Crossing) {
        let cursor = self.state().unwrap().cursor;
        for (from, to, back, forth) in [(cursor.0, at.row(), "up", "down"), (cursor.1, at.col(), "a", "d")] {
            let steps = (to as i64 - from as i64).rem_euclid(SIZE);
            let (key, steps) = if steps > SIZE / 2 { (back, SIZE - steps) } else { (forth, steps) };
            (0..steps).for_each(|_| self.hit(key));
        }
    }

    fn put(&mut self, at: Crossing) {
        self.go_to(at);
        self.keys("enter");
    }

    /// Holds these buttons until the machine has noticed; the computer may still be thinking.
    fn push(&mut self, buttons: u64) {
        self.hold_buttons(buttons);
        self.cycles(BUTTON);
        self.settle().unwrap();
    }

    fn shot(&mut self) -> Frame {
        self.frame().unwrap()
    }
}

fn crossing(row: usize, col: usize) -> Crossing {
    Crossing::new(row, col).unwrap()
}

/// Plays a whole game of two players; `next` gets the board and the side to move, and returns the move.
fn play<E: Engine>(machine: &mut Watched<E>, mut next: impl FnMut(&Board, Colour) -> Crossing) -> End {
    for _ in 0..SIZE * SIZE {
        let referee = machine.engine();
        if let Some(end) = referee.end() {
            return end;
        }
        let at = next(referee.board(), referee.turn());
        machine.put(at);
        assert!(
            machine.engine().board().get(at).is_some(),
            "the stone on {at:?} is taken"
        );
    }
    machine.engine().end().expect("a full board is an end")
}
