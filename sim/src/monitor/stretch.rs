//! Processes many clocks at once: while both syncs keep their levels, nothing has to be measured, only drawn.
//!
//! ```text
//! hsync   ‾‾‾‾\____/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\____/‾‾‾‾
//!             ^    ^                       ^    ^         these clocks one by one,
//!              <-->  <---------------------> <-->         those between them in one piece
//! ```

use std::ops::Range;

use super::{Monitor, Sync};
use crate::{Seen, frame::Frame};

impl Sync {
    /// Adds that many clocks at the same level.
    fn stay(&mut self, clocks: usize) {
        self.since_pulse += clocks as u64;
        self.run += clocks as u64;
    }
}

impl Monitor {
    /// Processes many clocks; `columns` are those of the two syncs, red, green and blue. Shows each completed frame.
    pub fn watch(&mut self, seen: &Seen, columns: [usize; 5], mut show: impl FnMut(&Frame)) {
        let [hsync, vsync, colours @ ..] = columns;
        let mut clock = 0;
        while clock < seen.clocks() {
            let end = level_ends(seen, hsync, clock, self.horizontal.level);
            let end = end.min(level_ends(seen, vsync, clock, self.vertical.level));
            if clock < end {
                self.stretch(seen, colours, clock..end);
                clock = end;
            } else {
                let [red, green, blue] = colours.map(|column| seen.get(column, clock));
                let syncs = [hsync, vsync].map(|column| seen.get(column, clock) == 1);
                if let Some(frame) = self.clock(syncs[0], syncs[1], red, green, blue) {
                    show(frame);
                }
                clock += 1;
            }
        }
    }

    /// Processes clocks in which no sync changes.
    fn stretch(&mut self, seen: &Seen, colours: [usize; 3], clocks: Range<usize>) {
        self.draw(seen, colours, clocks.clone());
        let mut passed = clocks.start;
        let mut pass = |monitor: &mut Self, to: usize| {
            monitor.horizontal.stay(to - passed);
            monitor.vertical.stay(to - passed);
            passed = to;
        };
        if colours.iter().any(|column| seen.same(*column) != Some(0)) {
            let is_lit = |clock: &usize| colours.iter().any(|column| seen.get(*column, *clock) != 0);
            let first = clocks.clone().find(is_lit);
            for lit in [first, clocks.clone().rev().find(is_lit)].into_iter().flatten() {
                pass(self, lit + 1);
                self.light();
            }
        }
        pass(self, clocks.end);
    }

    /// Draws the visible pixels of these clocks.
    fn draw(&mut self, seen: &Seen, colours: [usize; 3], clocks: Range<usize>) {
        let Some(at) = self.next_pixel else { return };
        let porch = self.porch_left.min(clocks.len());
        self.porch_left -= porch;
        let visible = clocks.start + porch..clocks.end.min(clocks.start + porch + self.pixels_left);
        let bytes = colours.len();
        let pixels = &mut self.drawing.pixels[at..at + bytes * visible.len()];
        for (channel, column) in colours.into_iter().enumerate() {
            let levels = &self.values[channel];
            let pixels = pixels.iter_mut().skip(channel).step_by(bytes);
            match seen.values(column, visible.clone()) {
                Ok(values) => pixels
                    .zip(values)
                    .for_each(|(byte, value)| *byte = levels[*value as usize]),
                Err(same) => pixels.for_each(|byte| *byte = levels[same as usize]),
            }
        }
        self.pixels_left -= visible.len();
        self.next_pixel = (self.pixels_left > 0).then_some(at + bytes * visible.len());
    }
}

/// The first clock from `from` on in which a sync line has another level.
fn level_ends(seen: &Seen, column: usize, from: usize, level: Option<bool>) -> usize {
    let is_other = |value: u64| level != Some(value == 1);
    match seen.values(column, from..seen.clocks()) {
        Ok(values) => from + values.iter().take_while(|value| !is_other(**value)).count(),
        Err(same) if is_other(same) => from,
        Err(_) => seen.clocks(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, monitor::tests::SMALL};

    #[test]
    fn in_pieces_of_any_length_it_sees_what_it_sees_clock_by_clock() {
        for (seed, line) in [(1, 32), (2, 32), (4, 31), (5, 40)] {
            let mut random = Random::new(seed);
            let [mut alone, mut pieces] = [(), ()].map(|()| Monitor::new(SMALL, [3, 3, 2]));
            let mut seen = Seen::of(&[0, 1, 2, 3, 4]);
            let (mut expected, mut found) = (vec![], vec![]);
            let mut clock = random.below(512);
            while clock < 40 * 512 {
                let piece = 1 + random.below(100);
                // Some pieces are black, and some pulses are missing.
                let (black, missing) = (random.once_in(5), random.once_in(60));
                seen.begin(piece);
                for at in 0..piece {
                    let (x, y) = ((clock + at) % line, (clock + at) / line % 16);
                    let syncs = [!(23..28).contains(&x) || missing, y != 12].map(u64::from);
                    let colours = [8, 8, 4].map(|levels| random.below(levels) * u64::from(!black && x < 24));
                    let pins = [syncs[0], syncs[1], colours[0], colours[1], colours[2]];
                    for (column, pin) in pins.into_iter().enumerate() {
                        seen.values_mut(column, at)[0] = pin;
                    }
                    let [red, green, blue] = colours;
                    expected.extend(alone.clock(syncs[0] == 1, syncs[1] == 1, red, green, blue).cloned());
                }
                if black {
                    (2..5).for_each(|column| seen.set_same(column, 0));
                }
                pieces.watch(&seen, [0, 1, 2, 3, 4], |frame| found.push(frame.clone()));
                clock += piece;
                assert_eq!(alone.timing(), pieces.timing(), "clock {clock}");
            }
            assert!(found.len() > 5, "{} frames", found.len());
            assert!(found == expected, "frames of lines of {line} clocks");
        }
    }
}
