//! Runs that end in the very clock in which a signal changes.
//!
//! ```text
//! clock     1000        1800        2600        3400
//!           |  lines of a slice     |  x        |          x: the signal changes, in clock 2750
//! keep      ^
//! first     ----------------------------------->           by batches; the monitor sees the lines before that of the change
//! go back   <-----------------------------------
//! again     --------------------------->                   up to the change: the monitor sees the part of its line alone
//! ```

use tengen_sim::Frame;

use super::Session;
use crate::inspection::Until;
use crate::looking::RING;

impl Session {
    /// Runs at most that many clocks, and pauses in the clock in which the end of a run is met: the engine has then run
    /// some more, so the machine goes back to before and runs up to there.
    pub(super) fn run_until(&mut self, until: Until, most: u64) {
        self.exchange();
        let begun = self.machine.clocks();
        if let Some(looking) = self.machine.engine_mut().looking() {
            looking.remember(begun.saturating_sub(RING));
        }
        let before = self.machine.keep();
        let scanned = &mut self.scanned;
        let mut show = |frame: &Frame| *scanned = Some(frame.clone());
        let shown = self
            .machine
            .watch_while(most, &mut self.monitor, &mut show, |engine| until.met(engine).is_none());
        let (Some(end), Some(before)) = (until.met(self.machine.engine()), before) else {
            self.inspection.until = Some(until);
            return;
        };
        self.machine.go_back(before);
        // The monitor has seen the first of them.
        self.machine.cycles(shown);
        self.machine.watch(end - begun - shown, &mut self.monitor, show);
        self.pause();
    }

    /// Looks at the same signals again, after waves were recorded.
    pub(super) fn look_again(&mut self) {
        let clock = self.machine.clocks();
        let looked = self.inspection.look_again(self.machine.engine_mut(), clock);
        self.said(looked);
    }
}
