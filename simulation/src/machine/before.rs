//! Keeps the state of a machine, and returns to it.

use tengen_sim::{Engine, Keyboard};

use super::super::ending::Ending;
use super::super::gomoku::Played;
use super::super::line::Line;
use super::super::othello;
use super::super::speaker::Speaker;
use super::{Machine, Past};

/// The state of a machine at some moment, apart from its engine's, which the engine keeps.
pub struct Before {
    keyboard: Keyboard,
    lines: Option<(bool, bool)>,
    played: Played,
    othello: othello::Played,
    ending: Option<Ending>,
    speaker: Option<Speaker>,
    line: Option<Line>,
    past: Past,
    pending_since: Option<u64>,
}

impl<E: Engine> Machine<E> {
    /// Keeps the present state for [`Machine::go_back`]. The engine keeps one alone, the last; `None` if it keeps none.
    pub fn keep(&mut self) -> Option<Before> {
        self.engine.keep().then(|| Before {
            keyboard: self.keyboard.clone(),
            lines: self.lines,
            played: self.played.clone(),
            othello: self.othello.clone(),
            ending: self.ending,
            speaker: self.speaker.clone(),
            line: self.line.clone(),
            past: self.past.clone(),
            pending_since: self.pending_since,
        })
    }

    /// Returns to the state that was kept last.
    pub fn go_back(&mut self, before: Before) {
        self.engine.go_back();
        let Before { keyboard, lines, played, othello, ending, speaker, line, past, pending_since } = before;
        (self.keyboard, self.lines, self.pending_since) = (keyboard, lines, pending_since);
        (self.played, self.othello, self.ending) = (played, othello, ending);
        (self.speaker, self.line, self.past) = (speaker, line, past);
    }
}
