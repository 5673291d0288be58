//! The code of a DVI channel in plain Rust: the encoder exactly as in the standard's flow chart, and the decoder.
//!
//! ```text
//! data ──> fewest transitions (XOR or XNOR chain, as bit 8 says) ──> as many ones as zeros in the long run (inverted or
//!          not, as bit 9 says) ──> symbol, bit 0 sent first
//! ```
//!
//! Source: Digital Visual Interface 1.0, chapter 3: figure 3-5 is the encoder; N1, N0, q_m, q_out and Cnt are its
//! names.

/// The bits of a symbol.
pub const SYMBOL_BITS: usize = 10;

/// The symbols sent in blanking, by the number {C1, C0}; bit 0 is sent first.
pub const CONTROL_SYMBOLS: [u16; 4] = [0b1101010100, 0b0010101011, 0b0101010100, 0b1010101011];

/// The meaning of a symbol.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// DE is low; the number is {C1, C0}.
    Control(u8),
    /// DE is high.
    Data(u8),
}

/// The encoder of one channel.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoder {
    /// Cnt(t-1): the ones sent since the last blanking, less the zeros.
    disparity: i32,
}

/// N1: the number of ones among `count` bits.
fn ones(bits: u16, count: u32) -> i32 {
    (bits & ((1 << count) - 1)).count_ones() as i32
}

/// N0: the number of zeros among `count` bits.
fn zeros(bits: u16, count: u32) -> i32 {
    count as i32 - ones(bits, count)
}

fn bit(bits: u16, number: u32) -> u16 {
    bits >> number & 1
}

impl Encoder {
    /// The ones sent since the last blanking, less the zeros: even, -8 to 8.
    pub fn disparity(&self) -> i32 {
        self.disparity
    }

    /// The next symbol.
    ///
    /// # Panics
    /// If a control word is over 3.
    pub fn encode(&mut self, word: Word) -> u16 {
        let data = match word {
            Word::Data(data) => u16::from(data),
            Word::Control(control) => {
                self.disparity = 0;
                return CONTROL_SYMBOLS[usize::from(control)];
            }
        };

        // The upper half of the chart: q_m.
        let mut q_m = bit(data, 0);
        if ones(data, 8) > 4 || (ones(data, 8) == 4 && bit(data, 0) == 0) {
            for i in 1..8 {
                let equal = bit(q_m, i - 1) == bit(data, i);
                q_m |= u16::from(equal) << i;
            }
        } else {
            for i in 1..8 {
                let unequal = bit(q_m, i - 1) != bit(data, i);
                q_m |= u16::from(unequal) << i;
            }
            q_m |= 1 << 8;
        }

        // The lower half: q_out and Cnt(t).
        let (n1, n0) = (ones(q_m, 8), zeros(q_m, 8));
        let (low, bit_8) = (q_m & 0xFF, bit(q_m, 8));
        if self.disparity == 0 || n1 == n0 {
            if bit_8 == 0 {
                self.disparity += n0 - n1;
                1 << 9 | (!low & 0xFF)
            } else {
                self.disparity += n1 - n0;
                1 << 8 | low
            }
        } else if (self.disparity > 0 && n1 > n0) || (self.disparity < 0 && n0 > n1) {
            self.disparity += 2 * i32::from(bit_8) + (n0 - n1);
            1 << 9 | bit_8 << 8 | (!low & 0xFF)
        } else {
            self.disparity += -2 * i32::from(1 - bit_8) + (n1 - n0);
            bit_8 << 8 | low
        }
    }
}

/// The meaning of a symbol. A symbol that no encoder sends gets whatever the decoder logic gives.
pub fn decode(symbol: u16) -> Word {
    if let Some(control) = CONTROL_SYMBOLS.iter().position(|known| *known == symbol) {
        return Word::Control(control as u8);
    }
    let low = if bit(symbol, 9) == 1 { !symbol } else { symbol };
    let mut data = bit(low, 0);
    for i in 1..8 {
        let differs = bit(low, i) ^ bit(low, i - 1);
        data |= if bit(symbol, 8) == 1 { differs } else { 1 - differs } << i;
    }
    Word::Data(data as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The number of level changes inside a symbol.
    fn transitions(symbol: u16) -> u32 {
        ((symbol ^ symbol >> 1) & 0x1FF).count_ones()
    }

    /// Every disparity that can occur.
    fn reachable() -> BTreeSet<i32> {
        let mut found = BTreeSet::from([0]);
        loop {
            let next = found.iter().flat_map(|&disparity| {
                (0..=255).map(move |data| {
                    let mut encoder = Encoder { disparity };
                    encoder.encode(Word::Data(data));
                    encoder.disparity()
                })
            });
            let next: BTreeSet<i32> = next.chain([0]).collect();
            if next == found {
                return found;
            }
            found.extend(next);
        }
    }

    #[test]
    fn nine_disparities_can_be_reached() {
        assert_eq!(Vec::from_iter(reachable()), [-8, -6, -4, -2, 0, 2, 4, 6, 8]);
    }

    #[test]
    fn every_data_symbol_is_decoded_calm_and_counted() {
        let mut symbols = BTreeSet::new();
        for disparity in reachable() {
            for data in 0..=255 {
                let mut encoder = Encoder { disparity };
                let symbol = encoder.encode(Word::Data(data));
                assert_eq!(decode(symbol), Word::Data(data), "{symbol:#012b}");
                assert!(transitions(symbol) <= 5, "{symbol:#012b}");
                let sent = ones(symbol, 10) - zeros(symbol, 10);
                assert_eq!(encoder.disparity(), disparity + sent, "{data:#x} after {disparity}");
                symbols.insert(symbol);
            }
        }
        // The usual count: some values have one symbol, most have two.
        assert_eq!(symbols.len(), 460);
    }

    #[test]
    fn control_symbols_are_told_from_data_by_their_transitions() {
        for (control, symbol) in CONTROL_SYMBOLS.into_iter().enumerate() {
            assert_eq!(decode(symbol), Word::Control(control as u8));
            assert!(transitions(symbol) >= 7, "{symbol:#012b}");
        }
    }
}
