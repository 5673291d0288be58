//! The machine's pictures, as a monitor on its outputs shows them.

use anyhow::{Context, Result, bail};
use tengen_sim::Engine;
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};

use super::super::timing::{FRAME_CLOCKS, LINE_CLOCKS};
use super::Machine;
use super::pins::Pins;

impl<E: Engine> Machine<E> {
    /// The widths of its red, green and blue outputs.
    pub fn widths(&self) -> [usize; 3] {
        [self.pins.red, self.pins.green, self.pins.blue].map(|pin| self.engine.ports()[pin].width)
    }

    /// A monitor that fits its outputs.
    pub fn monitor(&self) -> Monitor {
        Monitor::new(Mode::VGA, self.widths())
    }

    /// Runs for the time of that many pictures, and passes that many complete ones, all begun after this call, to
    /// `show`. The rest of the last picture is scanned on a copy of the state, so no additional clocks pass.
    ///
    /// # Errors
    /// If the syncs give no picture within four times the time it takes, or if `show` fails.
    pub fn frames(&mut self, count: u64, mut show: impl FnMut(&Frame) -> Result<()>) -> Result<()> {
        let (mut monitor, mut left) = (self.monitor(), count);
        let end = self.past.clocks.saturating_add(count.saturating_mul(FRAME_CLOCKS));
        while self.past.clocks < end {
            self.scan(&mut monitor, &mut left, end, &mut show)?;
            if left == 0 {
                self.cycles(end - self.past.clocks);
            }
        }
        self.aside(|machine| machine.scan(&mut monitor, &mut left, end.saturating_add(3 * FRAME_CLOCKS), &mut show))?;
        if left > 0 {
            bail!("the monitor finds no picture: its sync pulses are not those of 640x480");
        }
        Ok(())
    }

    /// Does something and then restores the machine's state from before. An engine that cannot go back, such as a
    /// test's, continues.
    fn aside<T>(&mut self, does: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.keep();
        let said = does(self);
        if let Some(before) = before {
            self.go_back(before);
        }
        said
    }

    /// Runs until `left` more pictures have been shown, ending in the clock that completes the last one, whatever the
    /// engine; or until the clock `end`.
    fn scan(
        &mut self,
        monitor: &mut Monitor,
        left: &mut u64,
        end: u64,
        show: &mut impl FnMut(&Frame) -> Result<()>,
    ) -> Result<()> {
        let columns = Pins::picture(self.speaker.is_some());
        let mut said = Ok(());
        let pulse = u64::from(!Mode::VGA.active_low);
        let mut vsync = self.engine.get(self.pins.vsync);
        let within_pulse = vsync == pulse;
        while *left > 0 && self.past.clocks < end {
            // A picture is complete when the vertical pulse begins. Before the first pulse its phase is unknown, so
            // only a line is run at a time; after that, no further than the next pulse.
            let most = match self.pulse_begins {
                Some(phase) => (phase + FRAME_CLOCKS - 1 - self.past.clocks % FRAME_CLOCKS) % FRAME_CLOCKS + 1,
                None if within_pulse => 1,
                None => LINE_CLOCKS,
            };
            let start = self.past.clocks;
            let seen = self.advance(most.min(end - start), true);
            monitor.watch(seen, columns, |frame| {
                if *left > 0 && said.is_ok() {
                    said = show(frame);
                    *left -= 1;
                }
            });
            let mut begins = None;
            for clock in 0..seen.clocks() {
                let level = seen.get(columns[1], clock);
                if level == pulse && vsync != pulse {
                    begins = Some((start + clock as u64 + 1) % FRAME_CLOCKS);
                }
                vsync = level;
            }
            self.pulse_begins = begins.or(self.pulse_begins);
            std::mem::replace(&mut said, Ok(()))?;
        }
        Ok(())
    }

    /// The picture the machine shows now: the next complete one, scanned without any clock passing.
    ///
    /// # Errors
    /// As [`Machine::frames`].
    pub fn frame(&mut self) -> Result<Frame> {
        let mut picture = None;
        self.aside(|machine| {
            let (mut monitor, end) = (machine.monitor(), machine.past.clocks + 4 * FRAME_CLOCKS);
            machine.scan(&mut monitor, &mut 1, end, &mut |frame| {
                picture = Some(frame.clone());
                Ok(())
            })
        })?;
        picture.context("the monitor finds no picture: its sync pulses are not those of 640x480")
    }
}
