//! Keeps who plays black and white, each a person, the computer at a level or the other machine, and changes it by keys.
//!
//! ```text
//! next_mode    PVP -> PVC -> CVP -> PVP ..., and from all others to PVP       P a person, C the computer; black first
//! next_level   every computer goes one level up; the highest wraps to the lowest
//! swap         black and white change seats
//! ```
//!
//! A person who plays the computer has the same level, used for hints; so PVP, PVC and CVP keep one level. At most one
//! side is played by the other machine.
//!
//! | port                   | dir | width | meaning                                              | initial                                     |
//! |------------------------|-----|-------|------------------------------------------------------|---------------------------------------------|
//! | clock                  | in  | 1     | rising edge                                          |                                             |
//! | next_mode, next_level  | in  | 1, 1  | strobes, see above                                   |                                             |
//! | swap                   | in  | 1     | strobe, see above                                    |                                             |
//! | turn_black, turn_white | in  | 1, 1  | strobes: the seat advances one step, see `SeatWheel` |                                             |
//! | forward                | in  | 1     | the direction of that step                           |                                             |
//! | seats                  | out | Seats | who plays                                            | a person, and the computer at `new`'s level |
//!
//! At most one of the strobes comes at a time.

use rust_hdl::prelude::*;

use crate::ports::{Seat, Seats};
use crate::{Circuit, Register, kernel};

pub mod wheel;
use wheel::SeatWheel;

#[derive(Circuit)]
pub struct SeatChooser {
    pub clock: Signal<In, Clock>,
    pub next_mode: Signal<In, Bit>,
    pub next_level: Signal<In, Bit>,
    pub swap: Signal<In, Bit>,
    pub turn_black: Signal<In, Bit>,
    pub turn_white: Signal<In, Bit>,
    pub forward: Signal<In, Bit>,
    pub seats: Signal<Out, Seats>,

    #[given]
    state: Register<Seats>,
    #[given]
    black: SeatWheel,
    #[given]
    white: SeatWheel,
    #[given]
    has_line: Constant<Bit>,
}

impl SeatChooser {
    /// Creates the seats: a person (black) and the computer (white) at `level`, one of `levels`, which are in rising
    /// order. With `line` the other machine may play.
    ///
    /// # Panics
    /// If `levels` is empty.
    pub fn new(levels: &[u64], level: u64, line: bool) -> Self {
        let seat = |computer| Seat { computer, level: level.into(), ..Seat::default() };
        let seats = Seats { black: seat(false), white: seat(true) };
        SeatChooser::given(
            Register::new(seats),
            SeatWheel::new(levels),
            SeatWheel::new(levels),
            Constant::new(line),
        )
    }
}

#[kernel]
impl Logic for SeatChooser {
    fn update(&mut self) {
        black = SeatWheel { seat: q.black, forward, line: has_line & !q.white.line };
        white = SeatWheel { seat: q.white, forward, line: has_line & !q.black.line };

        if next_mode {
            let alone = !q.black.line & !q.white.line;
            d.black.computer = alone & q.white.computer & !q.black.computer;
            d.white.computer = alone & !q.white.computer & !q.black.computer;
            d.black.line = false;
            d.white.line = false;
        }
        if next_level {
            d.black.level = white.higher;
            d.white.level = white.higher;
            if q.black.computer {
                d.black.level = black.higher;
                if !q.white.computer {
                    d.white.level = black.higher;
                }
            }
        }
        if swap {
            d.black = q.white;
            d.white = q.black;
        }
        if turn_black {
            d.black = black.turned;
            if !q.white.computer {
                d.white.level = black.turned.level;
            }
        }
        if turn_white {
            d.white = white.turned;
            if !q.black.computer {
                d.black.level = white.turned.level;
            }
        }
        seats = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    struct Bench(Native<SeatChooser>);

    impl Bench {
        /// Pulses a strobe and returns the seats as text: for black and then white, "p", "c" or "l" and the level.
        fn after(&mut self, strobe: &str) -> String {
            self.0.strobe(strobe);
            self.0.step();
            let seats: Seats = self.0.read_as("seats");
            let seat = |seat: Seat| {
                let player = if seat.line { 'l' } else { ['p', 'c'][usize::from(seat.computer)] };
                format!("{player}{}", seat.level.index())
            };
            seat(seats.black) + &seat(seats.white)
        }
    }

    #[test]
    fn one_level_goes_through_the_three_modes() {
        let mut bench = Bench(Native::new(SeatChooser::new(&[0, 1, 2, 3], 2, true)));
        for (strobe, seats) in [
            ("next_mode", "c2p2"),
            ("next_level", "c3p3"),
            ("next_mode", "p3p3"),
            ("next_level", "p0p0"),
            ("next_mode", "p0c0"),
            ("next_level", "p1c1"),
        ] {
            assert_eq!(bench.after(strobe), seats);
        }
    }

    #[test]
    fn two_computers_have_each_their_own_level() {
        let mut bench = Bench(Native::new(SeatChooser::new(&[0, 1, 2, 3], 2, true)));
        bench.0.drive("forward", 1);
        for (strobe, seats) in [
            ("turn_white", "p3c3"),
            ("turn_black", "c0c3"),
            ("turn_black", "c1c3"),
            ("next_level", "c2c0"),
            ("swap", "c0c2"),
            ("swap", "c2c0"),
            ("next_mode", "p2p0"),
            ("next_mode", "p2c0"),
            ("swap", "c0p2"),
            ("swap", "p2c0"),
            ("next_mode", "c2p0"),
            ("turn_white", "c2c0"),
            ("turn_white", "c2c1"),
        ] {
            assert_eq!(bench.after(strobe), seats);
        }
        bench.0.drive("forward", 0);
        for (strobe, seats) in [("turn_white", "c2c0"), ("turn_white", "c2p0"), ("turn_black", "c1p1")] {
            assert_eq!(bench.after(strobe), seats);
        }
    }

    #[test]
    fn the_other_machine_plays_one_side_at_most() {
        let mut bench = Bench(Native::new(SeatChooser::new(&[0, 1], 1, true)));
        for (forward, strobe, seats) in [
            (1, "turn_white", "p1l1"),
            (1, "turn_black", "c0l0"),
            (1, "next_level", "c1l1"),
            (1, "turn_black", "p1l1"),
            (1, "swap", "l1p1"),
            (0, "turn_white", "l1c1"),
            (0, "turn_black", "c1c1"),
            (1, "turn_black", "l1c1"),
            (1, "turn_black", "p1c1"),
            (0, "turn_black", "l1c1"),
            (1, "next_mode", "p1p1"),
        ] {
            bench.0.drive("forward", forward);
            assert_eq!(bench.after(strobe), seats, "{strobe}");
        }
    }
}
