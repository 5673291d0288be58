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
//! | port                  | dir | width  | meaning                                             | initial |
//! |-----------------------|-----|--------|-----------------------------------------------------|---------|
//! | clock                 | in  | 1      | rising edge                                         |         |
//! | key, strobe           | in  | Key, 1 | a key event of the mode page, valid with the strobe |         |
//! | next_mode, next_level | in  | 1      | strobes: the same as M and L                        |         |
//! | mode, level, rule     | out | 2      | the settings                                        | 1, 3, 0 |
//! | timed, opening        | out | 1      |                                                     | 1, 0    |
//! | line                  | out | 3      | the line under the cursor                           | 0       |

use rust_hdl::prelude::*;

use crate::gateware::keyboard::key::Key;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

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

    #[init(State {
                mode: 1u64.into(),
                level: 3u64.into(),
                timed: true,
                ..State::default()
            })]
    state: Register<State>,

    /// The setting of the line, or the mode, or the level, is to change: to the next, not the one before.
    changing: Signal<Local, Bit>,
    forward: Signal<Local, Bit>,
    changed: Signal<Local, Line>,
    mode_after: Signal<Local, Bits<2>>,
    level_after: Signal<Local, Bits<2>>,
    rule_after: Signal<Local, Bits<2>>,

    #[init(2)]
    last: Constant<Bits<2>>,
    #[init(3)]
    last_level: Constant<Bits<2>>,
}

#[kernel]
impl Logic for Settings {
    fn update(&mut self) {
        changing = false;
        forward = true;
        changed = q.line;
        if strobe {
            match key {
                Key::Up => match q.line {
                    Line::Mode => {
                        d.line = Line::Opening;
                    }
                    Line::Level => {
                        d.line = Line::Mode;
                    }
                    Line::Rule => {
                        d.line = Line::Level;
                    }
                    Line::Clock => {
                        d.line = Line::Rule;
                    }
                    Line::Opening => {
                        d.line = Line::Clock;
                    }
                },
                Key::Down => match q.line {
                    Line::Mode => {
                        d.line = Line::Level;
                    }
                    Line::Level => {
                        d.line = Line::Rule;
                    }
                    Line::Rule => {
                        d.line = Line::Clock;
                    }
                    Line::Clock => {
                        d.line = Line::Opening;
                    }
                    Line::Opening => {
                        d.line = Line::Mode;
                    }
                },
                Key::One => {
                    d.line = Line::Mode;
                }
                Key::Two => {
                    d.line = Line::Level;
                }
                Key::Three => {
                    d.line = Line::Rule;
                }
                Key::Four => {
                    d.line = Line::Clock;
                }
                Key::Left => {
                    changing = true;
                    forward = false;
                }
                Key::Right => {
                    changing = true;
                }
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

        if forward {
            mode_after = q.mode + 1;
            if q.mode == last {
                mode_after = 0;
            }
            level_after = q.level + 1;
            if q.level == last_level {
                level_after = 1;
            }
            rule_after = q.rule + 1;
            if q.rule == last {
                rule_after = 0;
            }
        } else {
            mode_after = q.mode - 1;
            if !q.mode.any() {
                mode_after = last;
            }
            level_after = q.level - 1;
            if q.level == 1 {
                level_after = last_level;
            }
            rule_after = q.rule - 1;
            if !q.rule.any() {
                rule_after = last;
            }
        }
        if changing {
            match changed {
                Line::Mode => {
                    d.mode = mode_after;
                }
                Line::Level => {
                    d.level = level_after;
                }
                Line::Rule => {
                    d.rule = rule_after;
                }
                Line::Clock => {
                    d.timed = !q.timed;
                }
                Line::Opening => {
                    d.opening = !q.opening;
                }
            }
        }

        mode = q.mode;
        level = q.level;
        rule = q.rule;
        timed = q.timed;
        opening = q.opening;
        line = 0;
        match q.line {
            Line::Mode => {}
            Line::Level => {
                line = 1;
            }
            Line::Rule => {
                line = 2;
            }
            Line::Clock => {
                line = 3;
            }
            Line::Opening => {
                line = 4;
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
