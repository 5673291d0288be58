//! The settings of a game and the mode page that changes them.
//!
//! | line | setting | values                                     | at power-on |
//! |------|---------|--------------------------------------------|-------------|
//! | 0    | mode    | 0 PVP, 1 PVC, 2 CVP                        | 1           |
//! | 1    | level   | 1 mcu, 2 thesis, 3 zju                     | 3           |
//! | 2    | rule    | 0 freestyle, 1 exact five, 2 Renju         | 0           |
//! | 3    | timed   | 1 thirty seconds a move                    | 1           |
//! | 4    | opening | 1 the first stone is put on the centre     | 0           |
//!
//! Up and down walk over the lines, 1 to 4 go to the first four; left and right change the line's setting, M and L the mode
//! and the level wherever the cursor is. All of them go round.
//!
//! | port        | dir | width  | meaning                                              | reset |
//! |-------------|-----|--------|------------------------------------------------------|-------|
//! | clock       | in  | 1      | rising edge                                          |       |
//! | key, strobe | in  | Key, 1 | a key event of the mode page, valid with the strobe  |       |
//! | next_mode, next_level | in | 1 | strobes: the same as M and L                     |       |
//! | mode, level, rule | out | 2 | the settings                                         | 1, 3, 0 |
//! | timed, opening | out | 1   |                                                      | 1, 0  |
//! | line        | out | 3      | the line under the cursor                            | 0     |

use rust_hdl::prelude::*;

use crate::gateware::keyboard::key::Key;
use crate::{Circuit, Register};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Line {
    Mode,
    Level,
    Rule,
    Clock,
    Opening,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    line: Line,
    mode: Bits<2>,
    level: Bits<2>,
    rule: Bits<2>,
    timed: Bit,
    opening: Bit,
}

#[derive(Circuit)]
pub struct Settings {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub next_mode: Signal<In, Bit>,
    pub next_level: Signal<In, Bit>,
    pub mode: Signal<Out, Bits<2>>,
    pub level: Signal<Out, Bits<2>>,
    pub rule: Signal<Out, Bits<2>>,
    pub timed: Signal<Out, Bit>,
    pub opening: Signal<Out, Bit>,
    pub line: Signal<Out, Bits<3>>,

    state: Register<State>,

    /// The setting of the line, or the mode, or the level, is to change: to the next, not the one before.
    changing: Signal<Local, Bit>,
    forward: Signal<Local, Bit>,
    changed: Signal<Local, Line>,
    mode_after: Signal<Local, Bits<2>>,
    level_after: Signal<Local, Bits<2>>,
    rule_after: Signal<Local, Bits<2>>,

    last: Constant<Bits<2>>,
    last_level: Constant<Bits<2>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            clock: Default::default(),
            key: Default::default(),
            strobe: Default::default(),
            next_mode: Default::default(),
            next_level: Default::default(),
            mode: Default::default(),
            level: Default::default(),
            rule: Default::default(),
            timed: Default::default(),
            opening: Default::default(),
            line: Default::default(),
            state: Register::new(State {
                mode: 1u64.into(),
                level: 3u64.into(),
                timed: true,
                ..State::default()
            }),
            changing: Default::default(),
            forward: Default::default(),
            changed: Default::default(),
            mode_after: Default::default(),
            level_after: Default::default(),
            rule_after: Default::default(),
            last: Constant::new(2.into()),
            last_level: Constant::new(3.into()),
        }
    }
}

impl Logic for Settings {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);

        self.changing.next = false;
        self.forward.next = true;
        self.changed.next = self.state.q.val().line;
        if self.strobe.val() {
            match self.key.val() {
                Key::Up => match self.state.q.val().line {
                    Line::Mode => {
                        self.state.d.next.line = Line::Opening;
                    }
                    Line::Level => {
                        self.state.d.next.line = Line::Mode;
                    }
                    Line::Rule => {
                        self.state.d.next.line = Line::Level;
                    }
                    Line::Clock => {
                        self.state.d.next.line = Line::Rule;
                    }
                    Line::Opening => {
                        self.state.d.next.line = Line::Clock;
                    }
                },
                Key::Down => match self.state.q.val().line {
                    Line::Mode => {
                        self.state.d.next.line = Line::Level;
                    }
                    Line::Level => {
                        self.state.d.next.line = Line::Rule;
                    }
                    Line::Rule => {
                        self.state.d.next.line = Line::Clock;
                    }
                    Line::Clock => {
                        self.state.d.next.line = Line::Opening;
                    }
                    Line::Opening => {
                        self.state.d.next.line = Line::Mode;
                    }
                },
                Key::One => {
                    self.state.d.next.line = Line::Mode;
                }
                Key::Two => {
                    self.state.d.next.line = Line::Level;
                }
                Key::Three => {
                    self.state.d.next.line = Line::Rule;
                }
                Key::Four => {
                    self.state.d.next.line = Line::Clock;
                }
                Key::Left => {
                    self.changing.next = true;
                    self.forward.next = false;
                }
                Key::Right => {
                    self.changing.next = true;
                }
                Key::Mode => {
                    self.changing.next = true;
                    self.changed.next = Line::Mode;
                }
                Key::Level => {
                    self.changing.next = true;
                    self.changed.next = Line::Level;
                }
                _ => {}
            }
        }
        if self.next_mode.val() {
            self.changing.next = true;
            self.changed.next = Line::Mode;
        }
        if self.next_level.val() {
            self.changing.next = true;
            self.changed.next = Line::Level;
        }

        if self.forward.val() {
            self.mode_after.next = self.state.q.val().mode + 1;
            if self.state.q.val().mode == self.last.val() {
                self.mode_after.next = 0.into();
            }
            self.level_after.next = self.state.q.val().level + 1;
            if self.state.q.val().level == self.last_level.val() {
                self.level_after.next = 1.into();
            }
            self.rule_after.next = self.state.q.val().rule + 1;
            if self.state.q.val().rule == self.last.val() {
                self.rule_after.next = 0.into();
            }
        } else {
            self.mode_after.next = self.state.q.val().mode - 1;
            if !self.state.q.val().mode.any() {
                self.mode_after.next = self.last.val();
            }
            self.level_after.next = self.state.q.val().level - 1;
            if self.state.q.val().level == 1 {
                self.level_after.next = self.last_level.val();
            }
            self.rule_after.next = self.state.q.val().rule - 1;
            if !self.state.q.val().rule.any() {
                self.rule_after.next = self.last.val();
            }
        }
        if self.changing.val() {
            match self.changed.val() {
                Line::Mode => {
                    self.state.d.next.mode = self.mode_after.val();
                }
                Line::Level => {
                    self.state.d.next.level = self.level_after.val();
                }
                Line::Rule => {
                    self.state.d.next.rule = self.rule_after.val();
                }
                Line::Clock => {
                    self.state.d.next.timed = !self.state.q.val().timed;
                }
                Line::Opening => {
                    self.state.d.next.opening = !self.state.q.val().opening;
                }
            }
        }

        self.mode.next = self.state.q.val().mode;
        self.level.next = self.state.q.val().level;
        self.rule.next = self.state.q.val().rule;
        self.timed.next = self.state.q.val().timed;
        self.opening.next = self.state.q.val().opening;
        self.line.next = 0.into();
        match self.state.q.val().line {
            Line::Mode => {}
            Line::Level => {
                self.line.next = 1.into();
            }
            Line::Rule => {
                self.line.next = 2.into();
            }
            Line::Clock => {
                self.line.next = 3.into();
            }
            Line::Opening => {
                self.line.next = 4.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    struct Page(Native<Settings>);

    impl Page {
        fn new() -> Page {
            Page(Native::new(Settings::default()))
        }

        fn hit(&mut self, key: Key) {
            self.0.circuit.key.next = key;
            self.strobe("strobe");
        }

        fn strobe(&mut self, name: &str) {
            self.0.set(self.0.port(name), 1);
            self.0.step();
            self.0.set(self.0.port(name), 0);
            self.0.step();
        }

        /// The settings in the order of their lines, and the line.
        fn shown(&self) -> [u64; 6] {
            ["mode", "level", "rule", "timed", "opening", "line"].map(|name| self.0.get(self.0.port(name)))
        }
    }

    const POWER_ON: [u64; 6] = [1, 3, 0, 1, 0, 0];

    #[test]
    fn every_line_goes_through_its_values_and_round_both_ways() {
        let values: [&[u64]; 5] = [&[1, 2, 0], &[3, 1, 2], &[0, 1, 2], &[1, 0], &[0, 1]];
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
        assert_eq!(page.shown(), [2, 1, 0, 1, 0, 2]);
        page.strobe("next_mode");
        page.strobe("next_level");
        assert_eq!(page.shown(), [0, 2, 0, 1, 0, 2]);
        for key in [Key::None, Key::Enter, Key::Undo, Key::Hint, Key::Numbers, Key::Escape] {
            page.hit(key);
            assert_eq!(page.shown(), [0, 2, 0, 1, 0, 2], "{key:?}");
        }
    }
}
