//! The receiver of a DVI monitor: decodes the bits of three data channels and the clock channel into pixels.
//!
//! ```text
//! bits ──> Receiver: ten at a time, beginning where ──> symbols ──> Decoder: checks each ──> Pixel ──> Monitor
//!          control symbols are seen in a row
//! ```
//!
//! Unlike a real receiver it is strict, so that it can serve as a check. Once it has locked, these are errors: a symbol
//! that differs from the standard's, channels that disagree, and a clock that shifts against the data.
//!
//! Source: Digital Visual Interface 1.0, chapter 3. Channel 0 carries blue, and HSYNC and VSYNC in blanking; 1 green; 2
//! red.

use crate::tmds::{Encoder, SYMBOL_BITS, Word, decode};
use anyhow::{Result, bail};
use std::collections::VecDeque;

/// The number of consecutive control symbols that reveals where symbols begin. Data never contains them, and a run of
/// one control symbol contains no other one at any offset.
pub const SYMBOLS_TO_LOCK: usize = 12;

/// The data of one pixel clock.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pixel {
    /// DE: the pixel is visible.
    pub visible: bool,
    /// The levels of both syncs; while visible, their last levels.
    pub hsync: bool,
    pub vsync: bool,
    /// The colour; black outside the picture.
    pub rgb: [u8; 3],
}

/// Decodes symbols into pixels.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// The expected state of each channel's encoder; known from the first blanking on.
    expected: Option<[Encoder; 3]>,
    last: Pixel,
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder { expected: None, last: Pixel { visible: false, hsync: false, vsync: false, rgb: [0; 3] } }
    }
}

impl Decoder {
    /// Decodes the symbols of channels 0, 1 and 2 of one pixel clock. `None` until the first blanking.
    ///
    /// # Errors
    /// A message about what differs from the standard.
    pub fn symbols(&mut self, symbols: [u16; 3]) -> Result<Option<Pixel>> {
        let words = symbols.map(decode);
        if self.expected.is_none() && words.iter().all(|word| matches!(word, Word::Control(_))) {
            self.expected = Some(Default::default());
        }
        let Some(encoders) = &mut self.expected else {
            return Ok(None);
        };
        for (channel, encoder) in encoders.iter_mut().enumerate() {
            let disparity = encoder.disparity();
            let (found, expected) = (symbols[channel], encoder.encode(words[channel]));
            if found != expected {
                bail!(
                    "channel {channel} sends {found:#012b}, read as {:x?}, where {expected:#012b} belongs after a \
                     disparity of {disparity}",
                    words[channel]
                );
            }
        }
        self.last = match words {
            [Word::Data(blue), Word::Data(green), Word::Data(red)] => {
                Pixel { visible: true, rgb: [red, green, blue], ..self.last }
            }
            [Word::Control(syncs), Word::Control(0), Word::Control(0)] => {
                Pixel { visible: false, hsync: syncs & 1 == 1, vsync: syncs & 2 == 2, rgb: [0; 3] }
            }
            _ => bail!("the channels disagree, or use a control bit of no meaning: {words:x?}"),
        };
        Ok(Some(self.last))
    }
}

/// The last ten bits of a wire, bit 0 the oldest.
#[derive(Copy, Clone, Debug, Default)]
struct Window(u16);

impl Window {
    fn push(&mut self, level: bool) {
        self.0 = self.0 >> 1 | u16::from(level) << (SYMBOL_BITS - 1);
    }

    /// Whether it is high once in ten bits, for about half of them: 40 to 60 per cent.
    fn is_clock(self) -> bool {
        let turned = self.0 >> 1 | (self.0 & 1) << (SYMBOL_BITS - 1);
        (self.0 ^ turned).count_ones() == 2 && (4..=6).contains(&self.0.count_ones())
    }
}

/// Decodes bits into pixels.
#[derive(Clone, Debug, Default)]
pub struct Receiver {
    data: [Window; 3],
    clock: Window,
    /// For each of the last ten bit positions: how many control symbols in a row have ended there on all channels.
    runs: VecDeque<usize>,
    /// Once locked: the bits left until the symbols are complete, and the clock's window at that bit.
    locked: Option<(usize, u16)>,
    decoder: Decoder,
}

impl Receiver {
    /// Takes the levels of data channels 0, 1 and 2 and of the clock channel in the next tenth of a pixel clock. Once
    /// locked, returns a pixel with its last bit.
    ///
    /// # Errors
    /// A message about what differs from the standard.
    pub fn bit(&mut self, data: [bool; 3], clock: bool) -> Result<Option<Pixel>> {
        for (window, level) in self.data.iter_mut().zip(data) {
            window.push(level);
        }
        self.clock.push(clock);
        let symbols = self.data.map(|window| window.0);
        let Some((left, clock_window)) = &mut self.locked else {
            self.look_for_symbols(symbols);
            return Ok(None);
        };
        *left -= 1;
        if *left > 0 {
            return Ok(None);
        }
        *left = SYMBOL_BITS;
        if self.clock.0 != *clock_window || !self.clock.is_clock() {
            bail!(
                "the clock channel has {:#012b} in a pixel, after {clock_window:#012b}",
                self.clock.0
            );
        }
        self.decoder.symbols(symbols)
    }

    fn look_for_symbols(&mut self, symbols: [u16; 3]) {
        let before = match self.runs.len() {
            SYMBOL_BITS => self.runs.pop_front().unwrap_or_default(),
            _ => 0,
        };
        let all = symbols.iter().all(|symbol| matches!(decode(*symbol), Word::Control(_)));
        let run = if all { before + 1 } else { 0 };
        self.runs.push_back(run);
        if run == SYMBOLS_TO_LOCK {
            self.locked = Some((SYMBOL_BITS, self.clock.0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLANKING: usize = 20;
    const VISIBLE: usize = 30;
    /// The clock channel's pattern, bit 0 first as in a symbol.
    const CLOCK: u16 = 0b0000011111;

    /// The test picture's pixel in a clock: each line is a blanking with a pulse, then some colours.
    fn pixel(clock: usize) -> Pixel {
        let (line, x) = (clock / (BLANKING + VISIBLE), clock % (BLANKING + VISIBLE));
        let visible = x >= BLANKING;
        Pixel {
            visible,
            hsync: !(2..9).contains(&x),
            vsync: line % 3 != 0,
            rgb: if visible { [x as u8, line as u8 * 9, 255 - x as u8] } else { [0; 3] },
        }
    }

    /// The levels of the four wires, produced by the plain encoder.
    fn wires(clocks: usize) -> Vec<([bool; 3], bool)> {
        let mut encoders = [Encoder::default(); 3];
        let mut bits = vec![];
        for clock in 0..clocks {
            let Pixel { visible, hsync, vsync, rgb: [red, green, blue] } = pixel(clock);
            let words = match visible {
                true => [blue, green, red].map(Word::Data),
                false => [u8::from(vsync) << 1 | u8::from(hsync), 0, 0].map(Word::Control),
            };
            let symbols = [0, 1, 2].map(|channel| encoders[channel].encode(words[channel]));
            bits.extend((0..SYMBOL_BITS).map(|i| (symbols.map(|symbol| symbol >> i & 1 == 1), CLOCK >> i & 1 == 1)));
        }
        bits
    }

    fn receive(wires: &[([bool; 3], bool)]) -> Result<Vec<Pixel>> {
        let mut receiver = Receiver::default();
        let pixels = wires.iter().map(|(data, clock)| receiver.bit(*data, *clock));
        Ok(pixels.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    #[test]
    fn wherever_it_begins_to_listen_it_finds_every_pixel() {
        const CLOCKS: usize = 300;
        let wires = wires(CLOCKS);
        for start in 0..2 * (BLANKING + VISIBLE) * SYMBOL_BITS {
            let pixels = receive(&wires[start..]).unwrap();
            let first = CLOCKS - pixels.len();
            // It locks in the first blanking that it receives long enough.
            assert!(
                first * SYMBOL_BITS - start <= (2 * BLANKING + VISIBLE) * SYMBOL_BITS,
                "{start}: {first}"
            );
            for (clock, found) in (first..).zip(pixels) {
                assert_eq!(found, pixel(clock), "clock {clock}, from bit {start}");
            }
        }
    }

    #[test]
    fn any_bit_gone_wrong_is_seen() {
        let wires = wires(2 * (BLANKING + VISIBLE));
        let good = receive(&wires).unwrap();
        let locked = (SYMBOLS_TO_LOCK + 1) * SYMBOL_BITS;
        for at in locked..wires.len() {
            let mut broken = wires.clone();
            broken[at].1 = !broken[at].1;
            assert!(receive(&broken).is_err(), "clock bit {at}");
            broken[at].1 = !broken[at].1;
            broken[at].0[1] = !broken[at].0[1];
            // Late in a line the broken symbol may be a possible one, and blanking may come before the disparity
            // reveals it.
            assert!(receive(&broken).map_or(true, |pixels| pixels != good), "data bit {at}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let blanking = [crate::tmds::CONTROL_SYMBOLS[0]; 3];
        let after = |symbols| {
            let mut decoder = Decoder::default();
            decoder.symbols(blanking).unwrap();
            decoder.symbols(symbols).unwrap_err().to_string()
        };
        let data = Encoder::default().encode(Word::Data(7));
        let message = after([blanking[0], data, data]);
        assert!(
            message.starts_with("the channels disagree, or use a control bit of no meaning"),
            "{message}"
        );
        let message = after([data, data ^ 0x2FF, data]);
        assert!(
            message.starts_with("channel 1 sends 0b") && message.ends_with("after a disparity of 0"),
            "{message}"
        );
    }
}
