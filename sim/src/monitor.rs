//! A monitor: samples the pins of a VGA connector once a clock, finds the picture from its sync pulses alone, and
//! measures them.
//!
//! ```text
//! hsync    ‾‾‾\____/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\____/‾‾‾    the shorter level is the pulse, whichever it is
//!             |sync|back |   visible  |front|
//!             |<---------- line ----------->|
//! ```
//!
//! Like a real monitor it assumes the porches of its mode, and shows a frame only after it has seen a vertical pulse
//! before and after it; so the first frame of a machine is lost.

mod stretch;

use crate::frame::Frame;
use anyhow::{Result, bail};

/// The parts of a line in clocks, or of a frame in lines, in scan order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub visible: usize,
    pub front_porch: usize,
    pub sync: usize,
    pub back_porch: usize,
}

impl Span {
    pub const fn total(self) -> usize {
        self.visible + self.front_porch + self.sync + self.back_porch
    }
}

/// The mode of a monitor, with the expected timing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The parts of a line, in clocks.
    pub horizontal: Span,
    /// The parts of a frame, in lines.
    pub vertical: Span,
    /// Whether both sync pulses are low.
    pub active_low: bool,
}

impl Mode {
    /// 640x480 at 60 Hz, one pixel a clock of 25.175 MHz: the industry's standard, VESA DMT 1.0.
    pub const VGA: Mode = Mode {
        horizontal: Span { visible: 640, front_porch: 16, sync: 96, back_porch: 48 },
        vertical: Span { visible: 480, front_porch: 10, sync: 2, back_porch: 33 },
        active_low: true,
    };
}

/// The least and the greatest measured value, in clocks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    pub least: u64,
    pub greatest: u64,
}

impl Extent {
    fn include(extent: &mut Option<Extent>, value: u64) {
        let old = extent.unwrap_or(Extent { least: value, greatest: value });
        *extent = Some(Extent { least: old.least.min(value), greatest: old.greatest.max(value) });
    }

    fn is(self, value: usize) -> bool {
        self.least == value as u64 && self.greatest == value as u64
    }
}

/// The area that was not black: clocks after the end of the horizontal pulse, lines after the end of the vertical one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Window {
    pub left: usize,
    pub right: usize,
    pub top: usize,
    pub bottom: usize,
}

/// All measurements on complete lines and frames since the monitor locked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From one pulse to the next.
    pub line: Extent,
    pub hsync: Extent,
    pub hsync_active_low: bool,
    /// From one pulse to the next, in clocks.
    pub frame: Extent,
    /// The length of the pulse in clocks.
    pub vsync: Extent,
    pub vsync_active_low: bool,
    /// The lit area; `None` if every pixel was black.
    pub lit: Option<Window>,
}

impl Timing {
    /// Checks the pulses of every line and every frame against a mode.
    ///
    /// # Errors
    /// A message that names every deviation.
    pub fn check_syncs(&self, mode: &Mode) -> Result<()> {
        let line = mode.horizontal.total();
        let mut wrong = vec![];
        for (name, found, expected) in [
            ("a line", self.line, line),
            ("the horizontal pulse", self.hsync, mode.horizontal.sync),
            ("a frame", self.frame, mode.vertical.total() * line),
            ("the vertical pulse", self.vsync, mode.vertical.sync * line),
        ] {
            if !found.is(expected) {
                wrong.push(format!(
                    "{name} takes {} to {} clocks, not {expected}",
                    found.least, found.greatest
                ));
            }
        }
        for (name, low) in [
            ("horizontal", self.hsync_active_low),
            ("vertical", self.vsync_active_low),
        ] {
            if low != mode.active_low {
                wrong.push(format!("the {name} pulse is {}", if low { "low" } else { "high" }));
            }
        }
        if !wrong.is_empty() {
            bail!("{}", wrong.join("; "));
        }
        Ok(())
    }

    /// Checks the porches against a mode. The picture must not be black along its border.
    ///
    /// # Errors
    /// A message with the measured and the expected position of the picture.
    pub fn check_porches(&self, mode: &Mode) -> Result<()> {
        let expected = Window {
            left: mode.horizontal.back_porch,
            right: mode.horizontal.back_porch + mode.horizontal.visible - 1,
            top: mode.vertical.back_porch,
            bottom: mode.vertical.back_porch + mode.vertical.visible - 1,
        };
        match self.lit {
            Some(found) if found == expected => Ok(()),
            Some(found) => bail!("the picture is at {found:?}, not at {expected:?}"),
            None => bail!("the picture is black: its porches cannot be seen"),
        }
    }
}

/// A period of one level on a sync line.
#[derive(Copy, Clone, Debug)]
struct Run {
    clocks: u64,
    /// Whether it was observed from its beginning.
    whole: bool,
}

/// One sync line: the level of its pulses, and their length.
#[derive(Clone, Debug, Default)]
struct Sync {
    level: Option<bool>,
    run: u64,
    last: Option<Run>,
    /// The level of a pulse, once known.
    pulse: Option<bool>,
    /// The clocks since the end of the last pulse.
    since_pulse: u64,
    period: Option<Extent>,
    width: Option<Extent>,
}

/// The event on a sync line in a clock.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Edge {
    None,
    Start,
    End,
    /// The pulses now have the other level: earlier measurements are void.
    Lost,
}

impl Sync {
    #[inline]
    fn clock(&mut self, level: bool) -> Edge {
        self.since_pulse += 1;
        self.run += 1;
        if self.level == Some(level) {
            return Edge::None;
        }
        self.change(level)
    }

    fn change(&mut self, level: bool) -> Edge {
        let clocks = std::mem::replace(&mut self.run, 0);
        let Some(ended) = self.level.replace(level) else {
            return Edge::None;
        };
        let run = Run { clocks, whole: self.last.is_some() };
        let Some(before) = self.last.replace(run) else {
            return Edge::None;
        };
        // The shorter of two periods is the pulse. The very first may have begun before the monitor: then it is at
        // least this long.
        let pulse = if run.clocks < before.clocks {
            Some(ended)
        } else if before.whole {
            Some(level)
        } else {
            self.pulse
        };
        if self.pulse.is_some() && self.pulse != pulse {
            *self = Sync { level: self.level, pulse, ..Sync::default() };
            return Edge::Lost;
        }
        self.pulse = pulse;
        if pulse == Some(level) {
            return Edge::Start;
        }
        if pulse == Some(ended) {
            Extent::include(&mut self.width, run.clocks);
            if before.whole {
                Extent::include(&mut self.period, run.clocks + before.clocks);
            }
            self.since_pulse = 0;
            return Edge::End;
        }
        Edge::None
    }
}

/// See the module's description.
#[derive(Clone)]
pub struct Monitor {
    mode: Mode,
    /// The eight-bit value of each level of red, green and blue.
    values: [Vec<u8>; 3],
    horizontal: Sync,
    vertical: Sync,
    /// The next pixel of the frame, if the present line is visible.
    next_pixel: Option<usize>,
    /// The clocks left before the visible part of the line.
    porch_left: usize,
    /// The clocks left in the visible part of the line.
    pixels_left: usize,
    /// The frame being drawn, and the last complete one.
    drawing: Frame,
    finished: Frame,
    /// A vertical pulse has been seen, and no line has been lost since.
    whole: bool,
    lines_drawn: usize,
    lit: Option<Window>,
    /// The first and the last pixel of this line that are not black.
    line_lit: Option<(usize, usize)>,
    /// The number of that line.
    lit_line: usize,
}

impl Monitor {
    /// Creates a monitor for converters of that many bits for red, green and blue (1 to 8 each).
    ///
    /// # Panics
    /// If a width is out of range.
    pub fn new(mode: Mode, widths: [usize; 3]) -> Self {
        let values = widths.map(|width| {
            assert!((1..=8).contains(&width), "a converter of {width} bits");
            let top = (1u32 << width) - 1;
            (0..=top)
                .map(|level| ((level * 255 * 2 + top) / (2 * top)) as u8)
                .collect()
        });
        let black = Frame::new(mode.horizontal.visible, mode.vertical.visible);
        Monitor {
            mode,
            values,
            horizontal: Sync::default(),
            vertical: Sync::default(),
            next_pixel: None,
            porch_left: 0,
            pixels_left: 0,
            drawing: black.clone(),
            finished: black,
            whole: false,
            lines_drawn: 0,
            lit: None,
            line_lit: None,
            lit_line: 0,
        }
    }

    /// Samples the pins; to be called once a clock. Returns a frame in the clock in which its vertical pulse begins.
    #[inline]
    pub fn clock(&mut self, hsync: bool, vsync: bool, red: u64, green: u64, blue: u64) -> Option<&Frame> {
        let horizontal = self.horizontal.clock(hsync);
        let vertical = self.vertical.clock(vsync);
        if red | green | blue != 0 {
            self.light();
        }
        if let Some(at) = self.next_pixel {
            if self.porch_left > 0 {
                self.porch_left -= 1;
            } else {
                self.drawing.pixels[at] = self.values[0][red as usize];
                self.drawing.pixels[at + 1] = self.values[1][green as usize];
                self.drawing.pixels[at + 2] = self.values[2][blue as usize];
                self.pixels_left -= 1;
                self.next_pixel = if self.pixels_left > 0 { Some(at + 3) } else { None };
            }
        }
        if horizontal == Edge::None && vertical == Edge::None {
            return None;
        }
        self.edges(horizontal, vertical)
    }

    /// The last complete frame; black before the first one.
    pub fn frame(&self) -> &Frame {
        &self.finished
    }

    /// The measurements, once a complete frame has passed.
    pub fn timing(&self) -> Option<Timing> {
        Some(Timing {
            line: self.horizontal.period?,
            hsync: self.horizontal.width?,
            hsync_active_low: !self.horizontal.pulse?,
            frame: self.vertical.period?,
            vsync: self.vertical.width?,
            vsync_active_low: !self.vertical.pulse?,
            lit: self.lit,
        })
    }

    fn edges(&mut self, horizontal: Edge, vertical: Edge) -> Option<&Frame> {
        if horizontal == Edge::Lost || vertical == Edge::Lost {
            self.whole = false;
            self.lit = None;
        }
        if horizontal == Edge::End {
            self.begin_line();
        }
        match vertical {
            Edge::End => {
                self.whole = true;
                self.lines_drawn = 0;
                None
            }
            Edge::Start if self.whole && self.lines_drawn == self.mode.vertical.visible => {
                std::mem::swap(&mut self.drawing, &mut self.finished);
                Some(&self.finished)
            }
            _ => None,
        }
    }

    /// The present line, or the line in so many clocks, counted from the end of the vertical pulse.
    fn line(&self, clocks_ahead: usize) -> Option<usize> {
        let line = self.horizontal.period?.least;
        Some(((self.vertical.since_pulse + clocks_ahead as u64) / line) as usize)
    }

    fn begin_line(&mut self) {
        self.widen();
        let Some(line) = self.line(self.mode.horizontal.back_porch) else {
            return;
        };
        let first = self.mode.vertical.back_porch;
        if self.whole && (first..first + self.mode.vertical.visible).contains(&line) {
            self.next_pixel = Some((line - first) * self.mode.horizontal.visible * 3);
            // The clock of the edge is the first of the porch.
            self.porch_left = self.mode.horizontal.back_porch - 1;
            self.pixels_left = self.mode.horizontal.visible;
            self.lines_drawn += 1;
        } else {
            self.next_pixel = None;
        }
    }

    /// Records that the pixel of this clock is not black.
    #[inline]
    fn light(&mut self) {
        let x = self.horizontal.since_pulse as usize;
        match &mut self.line_lit {
            Some((_, last)) => *last = x,
            none => {
                *none = Some((x, x));
                self.lit_line = self.line(0).unwrap_or_default();
            }
        }
    }

    /// Adds the finished line to the lit area.
    fn widen(&mut self) {
        let Some((left, right)) = self.line_lit.take() else {
            return;
        };
        if self.whole {
            let y = self.lit_line;
            let lit = self.lit.get_or_insert(Window { left, right, top: y, bottom: y });
            lit.left = lit.left.min(left);
            lit.right = lit.right.max(right);
            lit.top = lit.top.min(y);
            lit.bottom = lit.bottom.max(y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small mode, so that frames are short.
    pub(super) const SMALL: Mode = Mode {
        horizontal: Span { visible: 20, front_porch: 3, sync: 5, back_porch: 4 },
        vertical: Span { visible: 10, front_porch: 2, sync: 1, back_porch: 3 },
        active_low: true,
    };

    /// The pins in a clock of the small mode; lines and frames start with their visible part.
    fn pins(clock: usize, low: bool) -> (bool, bool, Option<(usize, usize)>) {
        let (x, y) = (clock % 32, clock / 32 % 16);
        let (hsync, vsync) = ((23..28).contains(&x), y == 12);
        (hsync != low, vsync != low, (x < 20 && y < 10).then_some((x, y)))
    }

    fn watch(clocks: std::ops::Range<usize>, low: bool) -> (Monitor, Vec<Frame>) {
        let mut monitor = Monitor::new(SMALL, [3, 3, 2]);
        let mut frames = vec![];
        for clock in clocks {
            let (hsync, vsync, place) = pins(clock, low);
            let (red, green, blue) = place.map_or((0, 0, 0), |(x, y)| (x as u64 % 8, y as u64 % 8, 1));
            frames.extend(monitor.clock(hsync, vsync, red, green, blue).cloned());
        }
        (monitor, frames)
    }

    fn picture() -> Frame {
        let mut picture = Frame::new(20, 10);
        for (x, y) in (0..10).flat_map(|y| (0..20).map(move |x| (x, y))) {
            let third = |level: usize| (level as f64 * 255.0 / 7.0).round() as u8;
            picture.set_pixel(x, y, [third(x % 8), third(y % 8), 85]);
        }
        picture
    }

    #[test]
    fn wherever_it_begins_to_look_it_finds_the_picture() {
        for low in [true, false] {
            for start in 0..512 {
                let (monitor, frames) = watch(start..start + 5 * 512, low);
                assert!(
                    (3..=4).contains(&frames.len()),
                    "{} frames from clock {start}",
                    frames.len()
                );
                for frame in frames {
                    assert_eq!(frame.compare(&picture()).unwrap(), None, "from clock {start}");
                }
                let timing = monitor.timing().unwrap();
                timing.check_syncs(&Mode { active_low: low, ..SMALL }).unwrap();
                timing.check_porches(&SMALL).unwrap();
            }
        }
    }

    #[test]
    fn one_line_too_long_is_seen() {
        let mut monitor = Monitor::new(SMALL, [1, 1, 1]);
        for clock in 0..5 * 512 {
            let (hsync, vsync, _) = pins(clock, true);
            monitor.clock(hsync, vsync, 0, 0, 0);
            if clock == 1000 {
                monitor.clock(hsync, vsync, 0, 0, 0);
            }
        }
        let error = monitor.timing().unwrap().check_syncs(&SMALL).unwrap_err().to_string();
        assert_eq!(
            error,
            "a line takes 32 to 33 clocks, not 32; a frame takes 512 to 513 clocks, not 512"
        );
    }

    #[test]
    fn wrong_polarity_and_black_porches_are_named() {
        let (monitor, _) = watch(0..5 * 512, false);
        let error = monitor.timing().unwrap().check_syncs(&SMALL).unwrap_err().to_string();
        assert_eq!(error, "the horizontal pulse is high; the vertical pulse is high");

        let mut black = Monitor::new(SMALL, [1, 1, 1]);
        for clock in 0..5 * 512 {
            let (hsync, vsync, _) = pins(clock, true);
            black.clock(hsync, vsync, 0, 0, 0);
        }
        let timing = black.timing().unwrap();
        assert!(timing.check_porches(&SMALL).is_err());
        let shifted = Timing { lit: Some(Window { left: 5, right: 24, top: 3, bottom: 12 }), ..timing };
        let error = shifted.check_porches(&SMALL).unwrap_err().to_string();
        assert!(error.starts_with("the picture is at Window { left: 5"), "{error}");
    }
}
