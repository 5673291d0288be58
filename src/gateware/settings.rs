//! The settings of a game and the mode page that changes them.
//!
//! | line | setting | values                                     | at power-on |
//! |------|---------|--------------------------------------------|-------------|
//! | 0    | mode    | PVP, PVC, CVP                              | PVC         |
//! | 1    | level   | 1 mcu, 2 sjtu, 3 zju, 4 thesis             | 3           |
//! | 2    | rule    | freestyle, exact five, Renju               | freestyle   |
//! | 3    | timed   | thirty seconds a move, or no clock         | thirty      |
//! | 4    | opening | anywhere, or the first stone on the centre | anywhere    |
//!
//! Up and down walk over the lines, 1 to 4 go to the first four; left and right change the line's setting, M and L the mode
//! and the level wherever the cursor is. All of them go round.
//!
//! | port       | dir | width        | meaning                   | initial                              |
//! |------------|-----|--------------|---------------------------|--------------------------------------|
//! | clock      | in  | 1            | rising edge               |                                      |
//! | key        | in  | KeyEvent     | a key event of the page   |                                      |
//! | next_mode  | in  | 1            | strobe: the same as M     |                                      |
//! | next_level | in  | 1            | strobe: the same as L     |                                      |
//! | settings   | out | GameSettings | as the table says         | Pvc, Zju, Freestyle, timed, anywhere |
//! | line       | out | Line         | the line under the cursor | Mode                                 |

use rust_hdl::prelude::*;

use crate::gateware::gomoku::ports::{GameSettings, Level, Mode, Rule};
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::KeyEvent;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

/// A line of the mode page.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Line {
    Mode,
    Level,
    Rule,
    Clock,
    Opening,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    line: Line,
    chosen: GameSettings,
}

#[derive(Circuit)]
pub struct Settings {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub next_mode: Signal<In, Bit>,
    pub next_level: Signal<In, Bit>,
    pub settings: Signal<Out, GameSettings>,
    pub line: Signal<Out, Line>,

    #[init(State {
        line: Line::Mode,
        chosen: GameSettings {
            mode: Mode::Pvc,
            level: Level::Zju,
            rule: Rule::Freestyle,
            timed: true,
            opening: false,
        },
    })]
    state: Register<State>,

    /// The setting of the line, or the mode, or the level, is to change: to the next, not the one before.
    changing: Signal<Local, Bit>,
    forward: Signal<Local, Bit>,
    changed: Signal<Local, Line>,
    /// One line up and down, round the ends.
    above: Signal<Local, Line>,
    below: Signal<Local, Line>,
}

#[kernel]
impl Logic for Settings {
    fn update(&mut self) {
        match q.line {
            Line::Mode => {
                above = Line::Opening;
                below = Line::Level;
            }
            Line::Level => {
                above = Line::Mode;
                below = Line::Rule;
            }
            Line::Rule => {
                above = Line::Level;
                below = Line::Clock;
            }
            Line::Clock => {
                above = Line::Rule;
                below = Line::Opening;
            }
            Line::Opening => {
                above = Line::Clock;
                below = Line::Mode;
            }
        }

        changing = false;
        forward = true;
        changed = q.line;
        if key.strobe {
            match key.key {
                Key::Up => d.line = above,
                Key::Down => d.line = below,
                Key::One => d.line = Line::Mode,
                Key::Two => d.line = Line::Level,
                Key::Three => d.line = Line::Rule,
                Key::Four => d.line = Line::Clock,
                Key::Left => {
                    changing = true;
                    forward = false;
                }
                Key::Right => changing = true,
                Key::Mode => {
                    changing = true;
                    changed = Line::Mode;
                }
                Key::Level => {
                    changing = true;
                    changed = Line::Level;
                }
                _ => {}
            }
        }
        if next_mode {
            changing = true;
            changed = Line::Mode;
        }
        if next_level {
            changing = true;
            changed = Line::Level;
        }

        if changing {
            match changed {
                Line::Mode => match q.chosen.mode {
                    Mode::Pvp => {
                        d.chosen.mode = Mode::Cvp;
                        if forward {
                            d.chosen.mode = Mode::Pvc;
                        }
                    }
                    Mode::Pvc => {
                        d.chosen.mode = Mode::Pvp;
                        if forward {
                            d.chosen.mode = Mode::Cvp;
                        }
                    }
                    _ => {
                        d.chosen.mode = Mode::Pvc;
                        if forward {
                            d.chosen.mode = Mode::Pvp;
                        }
                    }
                },
                Line::Level => match q.chosen.level {
                    Level::Mcu => {
                        d.chosen.level = Level::Thesis;
                        if forward {
                            d.chosen.level = Level::Sjtu;
                        }
                    }
                    Level::Sjtu => {
                        d.chosen.level = Level::Mcu;
                        if forward {
                            d.chosen.level = Level::Zju;
                        }
                    }
                    Level::Zju => {
                        d.chosen.level = Level::Sjtu;
                        if forward {
                            d.chosen.level = Level::Thesis;
                        }
                    }
                    Level::Thesis => {
                        d.chosen.level = Level::Zju;
                        if forward {
                            d.chosen.level = Level::Mcu;
                        }
                    }
                },
                Line::Rule => match q.chosen.rule {
                    Rule::Freestyle => {
                        d.chosen.rule = Rule::Renju;
                        if forward {
                            d.chosen.rule = Rule::ExactFive;
                        }
                    }
                    Rule::ExactFive => {
                        d.chosen.rule = Rule::Freestyle;
                        if forward {
                            d.chosen.rule = Rule::Renju;
                        }
                    }
                    Rule::Renju => {
                        d.chosen.rule = Rule::ExactFive;
                        if forward {
                            d.chosen.rule = Rule::Freestyle;
                        }
                    }
                },
                Line::Clock => d.chosen.timed = !q.chosen.timed,
                Line::Opening => d.chosen.opening = !q.chosen.opening,
            }
        }

        settings = q.chosen;
        line = q.line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    struct Page(Native<Settings>);

    impl Page {
        fn new() -> Page {
            Page(Native::new(Settings::default()))
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

        /// The settings in the order of their lines, and the line.
        fn shown(&self) -> [u64; 6] {
            let settings: GameSettings = self.0.read_as("settings");
            [
                settings.mode as u64,
                settings.level as u64,
                settings.rule as u64,
                settings.timed.into(),
                settings.opening.into(),
                self.0.read("line"),
            ]
        }
    }

    const POWER_ON: [u64; 6] = [1, 2, 0, 1, 0, 0];

    #[test]
    fn every_line_goes_through_its_values_and_round_both_ways() {
        let values: [&[u64]; 5] = [&[1, 2, 0], &[2, 3, 0, 1], &[0, 1, 2], &[1, 0], &[0, 1]];
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
    fn digits_choose_lines_and_letters_change_settings_from_anywhere() {
        let mut page = Page::new();
        for (line, key) in [(1, Key::Two), (3, Key::Four), (0, Key::One), (2, Key::Three)] {
            page.hit(key);
            assert_eq!(page.shown()[5], line);
        }
        page.hit(Key::Mode);
        page.hit(Key::Level);
        assert_eq!(page.shown(), [2, 3, 0, 1, 0, 2]);
        page.strobe("next_mode");
        page.strobe("next_level");
        assert_eq!(page.shown(), [0, 0, 0, 1, 0, 2]);
        for key in [Key::None, Key::Enter, Key::Undo, Key::Hint, Key::Numbers, Key::Escape] {
            page.hit(key);
            assert_eq!(page.shown(), [0, 0, 0, 1, 0, 2], "{key:?}");
        }
    }
}
