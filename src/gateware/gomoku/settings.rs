//! The settings of a game of Gomoku, and how the keys of its page change them.
//!
//! | line | setting | values                                     | at power-on |
//! |------|---------|--------------------------------------------|-------------|
//! | 0    | black   | a person, 1 mcu, 2 sjtu, 3 zju, 4 thesis   | a person    |
//! | 1    | white   | the same                                   | 3 zju       |
//! | 2    | rule    | freestyle, exact five, Renju               | freestyle   |
//! | 3    | timed   | thirty seconds a move, or no clock         | thirty      |
//! | 4    | opening | anywhere, or the first stone on the centre | anywhere    |
//!
//! Up and down walk over the lines, 1 to 4 go to the first four; left and right change the line's setting, M and L the
//! seats wherever the cursor is (see [`SeatChooser`]). All of them go round.
//!
//! | port       | dir | width          | meaning                   | initial           |
//! |------------|-----|----------------|---------------------------|-------------------|
//! | clock      | in  | 1              | rising edge               |                   |
//! | key        | in  | KeyEvent       | a key event of the page   |                   |
//! | next_mode  | in  | 1              | strobe: the same as M     |                   |
//! | next_level | in  | 1              | strobe: the same as L     |                   |
//! | settings   | out | GomokuSettings | as the table says         | as the table says |
//! | line       | out | 3              | the line under the cursor | 0                 |

use rust_hdl::prelude::*;

use super::level;
use super::ports::{GomokuSettings, Rule};
use crate::gateware::edition::Edition;
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::KeyEvent;
use crate::gateware::seats::SeatChooser;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

/// A line of the page.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Line {
    Black,
    White,
    Rule,
    Clock,
    Opening,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    line: Line,
    rule: Rule,
    timed: Bit,
    opening: Bit,
}

#[derive(Circuit)]
pub struct Settings {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub next_mode: Signal<In, Bit>,
    pub next_level: Signal<In, Bit>,
    pub settings: Signal<Out, GomokuSettings>,
    pub line: Signal<Out, Bits<3>>,

    #[init(State {
        timed: true,
        ..State::default()
    })]
    state: Register<State>,
    #[given]
    seats: SeatChooser,

    /// The setting of the line is to change: to the next, not the one before.
    changing: Signal<Local, Bit>,
    forward: Signal<Local, Bit>,

    #[given]
    renju: Constant<Bit>,
}

impl Settings {
    /// With the rules and the levels of this edition.
    ///
    /// # Panics
    /// If it has no level.
    pub fn new(edition: &Edition) -> Self {
        let levels = edition.level_numbers();
        let usual = levels.iter().copied().rfind(|level| *level <= level::AT_POWER_ON);
        let level = usual.unwrap_or(levels[0]);
        Settings::given(SeatChooser::new(&levels, level), Constant::new(edition.renju))
    }
}

#[kernel]
impl Logic for Settings {
    fn update(&mut self) {
        changing = false;
        forward = true;
        seats.next_mode = next_mode;
        seats.next_level = next_level;
        if key.strobe {
            match key.key {
                Key::Up => match q.line {
                    Line::Black => d.line = Line::Opening,
                    Line::White => d.line = Line::Black,
                    Line::Rule => d.line = Line::White,
                    Line::Clock => d.line = Line::Rule,
                    Line::Opening => d.line = Line::Clock,
                },
                Key::Down => match q.line {
                    Line::Black => d.line = Line::White,
                    Line::White => d.line = Line::Rule,
                    Line::Rule => d.line = Line::Clock,
                    Line::Clock => d.line = Line::Opening,
                    Line::Opening => d.line = Line::Black,
                },
                Key::One => d.line = Line::Black,
                Key::Two => d.line = Line::White,
                Key::Three => d.line = Line::Rule,
                Key::Four => d.line = Line::Clock,
                Key::Left => {
                    changing = true;
                    forward = false;
                }
                Key::Right => changing = true,
                Key::Mode => seats.next_mode = true,
                Key::Level => seats.next_level = true,
                _ => {}
            }
        }

        seats.forward = forward;
        seats.turn_black = changing & (q.line == Line::Black);
        seats.turn_white = changing & (q.line == Line::White);
        if changing {
            match q.line {
                Line::Black => {}
                Line::White => {}
                Line::Rule => match q.rule {
                    Rule::Freestyle => {
                        d.rule = Rule::ExactFive;
                        if renju & !forward {
                            d.rule = Rule::Renju;
                        }
                    }
                    Rule::ExactFive => {
                        d.rule = Rule::Freestyle;
                        if renju & forward {
                            d.rule = Rule::Renju;
                        }
                    }
                    Rule::Renju => {
                        d.rule = Rule::ExactFive;
                        if forward {
                            d.rule = Rule::Freestyle;
                        }
                    }
                },
                Line::Clock => d.timed = !q.timed,
                Line::Opening => d.opening = !q.opening,
            }
        }

        settings.seats = seats.seats;
        settings.rule = q.rule;
        settings.timed = q.timed;
        settings.opening = q.opening;
        line = q.line.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::ports::Seat;
    use tengen_sim::{ByName, Engine, Native};

    struct Page(Native<Settings>);

    impl Page {
        fn new() -> Page {
            Page(Native::new(Settings::new(&Edition::FULL)))
        }

        fn hit(&mut self, key: Key) {
            for strobe in [true, false] {
                self.0.drive_as("key", KeyEvent { key, strobe });
                self.0.step();
            }
        }

        fn strobe(&mut self, name: &str) {
            self.0.strobe(name);
            self.0.step();
        }

        /// The settings in the order of their lines, and the line; a seat is 0 for a person, else its level.
        fn shown(&self) -> [u64; 6] {
            let settings: GomokuSettings = self.0.read_as("settings");
            let seat = |seat: Seat| u64::from(seat.computer) * (1 + seat.level.index() as u64);
            [
                seat(settings.seats.black),
                seat(settings.seats.white),
                settings.rule as u64,
                settings.timed.into(),
                settings.opening.into(),
                self.0.read("line"),
            ]
        }
    }

    const POWER_ON: [u64; 6] = [0, 3, 0, 1, 0, 0];

    #[test]
    fn every_line_goes_through_its_values_and_round_both_ways() {
        let values: [&[u64]; 5] = [&[0, 1, 2, 3, 4], &[3, 4, 0, 1, 2], &[0, 1, 2], &[1, 0], &[0, 1]];
        let mut page = Page::new();
        for (line, values) in values.into_iter().enumerate() {
            let mut expected = POWER_ON;
            expected[5] = line as u64;
            assert_eq!(page.shown(), expected);
            for turn in 1..=2 * values.len() {
                page.hit(Key::Right);
                expected[line] = values[turn % values.len()];
                assert_eq!(page.shown(), expected, "line {line}");
            }
            for turn in (0..2 * values.len()).rev() {
                page.hit(Key::Left);
                expected[line] = values[turn % values.len()];
                assert_eq!(page.shown(), expected, "line {line}");
            }
            page.hit(Key::Down);
        }
        assert_eq!(page.shown(), POWER_ON, "five lines down is the first again");
        for line in [4, 3, 2, 1, 0] {
            page.hit(Key::Up);
            assert_eq!(page.shown()[5], line);
        }
    }

    #[test]
    fn digits_choose_lines_and_letters_change_seats_from_anywhere() {
        let mut page = Page::new();
        for (line, key) in [(1, Key::Two), (3, Key::Four), (0, Key::One), (2, Key::Three)] {
            page.hit(key);
            assert_eq!(page.shown()[5], line);
        }
        page.hit(Key::Mode);
        page.hit(Key::Level);
        assert_eq!(page.shown(), [4, 0, 0, 1, 0, 2]);
        page.strobe("next_mode");
        page.strobe("next_level");
        page.strobe("next_mode");
        assert_eq!(page.shown(), [0, 1, 0, 1, 0, 2]);
        for key in [Key::None, Key::Enter, Key::Undo, Key::Hint, Key::Numbers, Key::Escape] {
            page.hit(key);
            assert_eq!(page.shown(), [0, 1, 0, 1, 0, 2], "{key:?}");
        }
    }
}
