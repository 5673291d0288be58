//! Keeps the settings of a game, and changes them by the keys of its page.
//!
//! | line | setting | values                                     | at power-on |
//! |------|---------|--------------------------------------------|-------------|
//! | 0    | black   | a person, the computer at a level, or the other machine | a person |
//! | 1    | white   | the same                                   | its level   |
//! | 2    | rule    | the game's rules, if it has more than one  | the first   |
//! | 3    | timed   | thirty seconds a move, or no clock         | thirty      |
//! | 4    | opening | anywhere, or the first stone on the centre | anywhere    |
//! | 5    | tilt    | off, or the board's tilt moves the cursor  | off         |
//!
//! Up and down move the cursor over the lines, 1 to 4 go to the first four. Left and right change the line's setting;
//! M and L change the seats on any line (see [`SeatChooser`]). All of them wrap around. A game with one rule has no
//! line for rules, one without an opening no line for it, and a board without a sensor none for the tilt.
//!
//! | port       | dir | width        | meaning                             | initial           |
//! |------------|-----|--------------|-------------------------------------|-------------------|
//! | clock      | in  | 1            | rising edge                         |                   |
//! | key        | in  | KeyEvent     | a key event of the page             |                   |
//! | next_mode  | in  | 1            | strobe: same as key M               |                   |
//! | next_level | in  | 1            | strobe: same as key L               |                   |
//! | swap       | in  | 1            | strobe: black and white swap seats  |                   |
//! | settings   | out | GameSettings | the settings, as in the table above | as the table says |

use rust_hdl::prelude::*;

use super::seats::SeatChooser;
use crate::keyboard::key::Key;
use crate::ports::{GameSettings, KeyEvent};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

/// A line of the page.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Line {
    Black,
    White,
    Rule,
    Clock,
    Opening,
    Tilt,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    line: Line,
    rule: Bits<2>,
    timed: Bit,
    opening: Bit,
    tilt: Bit,
}

/// The choices that a game offers.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The levels of its computer, counted from 0, in rising order.
    pub levels: Vec<u64>,
    /// The level at power-on, if it is in `levels`.
    pub usual_level: u64,
    /// The number of its rules, at most four.
    pub rules: u64,
    /// The machine can place the first stone.
    pub opening: bool,
    /// The machine on the other side of the line can play.
    pub line: bool,
    /// The board has a sensor for its tilt.
    pub tilt: bool,
}

#[derive(Circuit)]
pub struct Settings {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub next_mode: Signal<In, Bit>,
    pub next_level: Signal<In, Bit>,
    pub swap: Signal<In, Bit>,
    pub settings: Signal<Out, GameSettings>,

    #[init(State {
        timed: true,
        ..State::default()
    })]
    state: Register<State>,
    #[given]
    seats: SeatChooser,

    /// The setting of the cursor's line changes.
    changing: Signal<Local, Bit>,
    /// The last line of the page.
    last_line: Signal<Local, Line>,
    /// It changes to the next value, else to the one before.
    forward: Signal<Local, Bit>,

    #[given]
    last_rule: Constant<Bits<2>>,
    #[given]
    opens: Constant<Bit>,
    #[given]
    tilts: Constant<Bit>,
}

impl Settings {
    /// # Panics
    /// If there is no level or no rule, or if there are more than four rules.
    pub fn new(choices: &Choices) -> Self {
        assert!((1..=4).contains(&choices.rules), "{} rules", choices.rules);
        let levels = &choices.levels;
        let usual = levels.iter().copied().rfind(|level| *level <= choices.usual_level);
        Settings::given(
            SeatChooser::new(levels, usual.unwrap_or(levels[0]), choices.line),
            Constant::new((choices.rules - 1).into()),
            Constant::new(choices.opening),
            Constant::new(choices.tilt),
        )
    }
}

#[kernel]
impl Logic for Settings {
    fn update(&mut self) {
        let ruled = last_rule.any();
        last_line = if opens { Line::Opening } else { Line::Clock };
        if tilts {
            last_line = Line::Tilt;
        }
        changing = false;
        forward = true;
        seats = SeatChooser { next_mode, next_level, swap };
        if key.strobe {
            match key.key {
                Key::Up => match q.line {
                    Line::Black => d.line = last_line,
                    Line::White => d.line = Line::Black,
                    Line::Rule => d.line = Line::White,
                    Line::Clock => d.line = if ruled { Line::Rule } else { Line::White },
                    Line::Opening => d.line = Line::Clock,
                    Line::Tilt => d.line = if opens { Line::Opening } else { Line::Clock },
                },
                Key::Down => match q.line {
                    Line::Black => d.line = Line::White,
                    Line::White => d.line = if ruled { Line::Rule } else { Line::Clock },
                    Line::Rule => d.line = Line::Clock,
                    Line::Clock => {
                        d.line = if opens { Line::Opening } else { Line::Tilt };
                        if last_line == Line::Clock {
                            d.line = Line::Black;
                        }
                    }
                    Line::Opening => d.line = if tilts { Line::Tilt } else { Line::Black },
                    Line::Tilt => d.line = Line::Black,
                },
                Key::One => d.line = Line::Black,
                Key::Two => d.line = Line::White,
                Key::Three => d.line = if ruled { Line::Rule } else { Line::Clock },
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
                Line::Rule => {
                    if forward {
                        d.rule = if q.rule == last_rule { 0 } else { q.rule + 1 };
                    } else {
                        d.rule = if !q.rule.any() { last_rule } else { q.rule - 1 };
                    }
                }
                Line::Clock => d.timed = !q.timed,
                Line::Opening => d.opening = !q.opening,
                Line::Tilt => d.tilt = !q.tilt,
            }
        }

        settings.seats = seats.seats;
        settings.rule = q.rule;
        settings.timed = q.timed;
        settings.opening = q.opening;
        settings.tilt = q.tilt;
        settings.line = q.line.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::Edition;
    use crate::gomoku::socket;
    use crate::ports::Seat;
    use tengen_sim::{ByName, Engine, Native};

    struct Page(Native<Settings>);

    impl Page {
        fn new() -> Page {
            Page(Native::new(Settings::new(&socket::choices(&Edition::FULL))))
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

        /// The settings in the order of their lines, and the cursor's line; a seat is 0 for a person, its level for a
        /// computer, 9 for the other machine.
        fn shown(&self) -> [u64; 6] {
            let settings: GameSettings = self.0.read_as("settings");
            let seat = |seat: Seat| match seat.line {
                true => 9,
                false => u64::from(seat.computer) * (1 + seat.level.index() as u64),
            };
            [
                seat(settings.seats.black),
                seat(settings.seats.white),
                settings.rule.index() as u64,
                settings.timed.into(),
                settings.opening.into(),
                settings.line.index() as u64,
            ]
        }
    }

    const POWER_ON: [u64; 6] = [0, 3, 0, 1, 0, 0];

    #[test]
    fn every_line_goes_through_its_values_and_round_both_ways() {
        let values: [&[u64]; 5] = [
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
            &[3, 4, 5, 6, 7, 8, 9, 0, 1, 2],
            &[0, 1, 2],
            &[1, 0],
            &[0, 1],
        ];
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
    fn a_board_with_a_sensor_has_a_line_for_its_tilt() {
        for (opening, lines) in [(true, [0, 1, 2, 3, 4, 5].as_slice()), (false, &[0, 1, 2, 3, 5])] {
            let choices = Choices { tilt: true, opening, ..socket::choices(&Edition::FULL) };
            let mut page = Page(Native::new(Settings::new(&choices)));
            for (key, order) in [
                (Key::Down, lines.to_vec()),
                (Key::Up, lines.iter().rev().copied().collect::<Vec<u64>>()),
            ] {
                for line in order {
                    if key == Key::Up {
                        page.hit(key);
                    }
                    assert_eq!(page.shown()[5], line);
                    let tilt = page.0.read_as::<GameSettings>("settings").tilt;
                    page.hit(Key::Right);
                    assert_eq!(page.0.read_as::<GameSettings>("settings").tilt, tilt ^ (line == 5));
                    if key == Key::Down {
                        page.hit(key);
                    }
                }
            }
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
        assert_eq!(page.shown(), [0, 5, 0, 1, 0, 2]);
        for key in [Key::None, Key::Enter, Key::Undo, Key::Hint, Key::Numbers, Key::Escape] {
            page.hit(key);
            assert_eq!(page.shown(), [0, 5, 0, 1, 0, 2], "{key:?}");
        }
    }
}
