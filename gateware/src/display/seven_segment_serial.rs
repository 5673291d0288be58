//! Shows a byte as two hexadecimal digits on the SWORD board's display, eight digits behind a chain of shift registers.
//!
//! ```text
//!               16 clocks a bit, 64 bits: 41 us
//! serial_clock  ‾‾‾‾\___/‾‾‾\___/‾‾‾ .. \___/‾‾‾‾‾‾‾‾‾‾   the chain takes a bit at each rising edge
//! serial_data   ====< bit 0 >< bit 1 >.. < bit 63 >=====
//! show          ‾‾‾‾\_______________ .. ____/‾‾‾‾‾‾‾‾‾‾   low while the chain is shifted
//! ```
//!
//! | port         | dir | width | board pin | meaning                                   | initial |
//! |--------------|-----|-------|-----------|-------------------------------------------|---------|
//! | clock        | in  | 1     |           | 25 MHz                                    | –       |
//! | value        | in  | 8     |           | the byte to show                          | –       |
//! | serial_clock | out | 1     | clk       | rising edge shifts                        | 1       |
//! | serial_data  | out | 1     | sout      | changes while `serial_clock` falls        | 1       |
//! | show         | out | 1     | pen       | high: the digits are lit                  | 0       |
//! | keep         | out | 1     | clrn      | low for the first clock: clears the chain | 0       |
//!
//! The chain is shifted once after power-on and then whenever the value changes; a change during a transfer is sent
//! afterwards. Order: the leftmost digit first; in each digit the point, then g down to a. A low bit lights its
//! segment. Six digits stay dark.
//!
//! Sources: the interface of the course's display core `P2S` (github.com/SWORDfpga/ComputerOrganizationDesign,
//! labs/lab02: clock, clear, data, enable; 64 bits, shift direction as a parameter), and the order in which public
//! course projects wire digits and segments to it. github.com/artvvb/Sword-Seven-Segment (Digilent) drives the later board of
//! that name with the same clock, bit order and enable, but active-high segments: there the top inverts `serial_data`.

use super::hex_digit::HexDigit;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SevenSegmentSerialState {
    /// The byte that the chain holds or is being sent; valid once `begun`.
    shown: Bits<8>,
    begun: Bit,
    sending: Bit,
    /// Sixteenths of the current bit that have passed.
    sixteenth: Bits<4>,
    place: Bits<6>,
    /// The segments of the two lit digits, active low; the leftmost bit is sent next.
    lit: Bits<16>,
    serial_clock: Bit,
    serial_data: Bit,
    show: Bit,
}

#[derive(Circuit)]
pub struct SevenSegmentSerial {
    pub clock: Signal<In, Clock>,
    pub value: Signal<In, Bits<8>>,
    pub serial_clock: Signal<Out, Bit>,
    pub serial_data: Signal<Out, Bit>,
    pub show: Signal<Out, Bit>,
    pub keep: Signal<Out, Bit>,

    #[init(SevenSegmentSerialState {
        serial_clock: true,
        serial_data: true,
        ..Default::default()
    })]
    state: Register<SevenSegmentSerialState>,
    high: HexDigit,
    low: HexDigit,
}

#[kernel]
impl Logic for SevenSegmentSerial {
    fn update(&mut self) {
        high.nibble = value.get_bits::<4>(4);
        low.nibble = bit_cast::<4, 8>(value);

        if q.sending {
            d.sixteenth = q.sixteenth + 1;
            d.serial_clock = q.sixteenth.get_bit(3);
            if q.sixteenth == 0 {
                // The six dark digits are 48 bits.
                d.serial_data = true;
                if q.place >= 48 {
                    d.serial_data = q.lit.get_bit(15);
                    d.lit = q.lit << 1;
                }
            }
            if q.sixteenth.all() {
                d.place = q.place + 1;
                if q.place.all() {
                    d.sending = false;
                    d.show = true;
                }
            }
        } else if !q.begun | (q.shown != value) {
            d.begun = true;
            d.shown = value;
            d.sending = true;
            d.show = false;
            // The points stay dark: bit 7 of each digit is high.
            d.lit = (bit_cast::<16, 7>(!high.segments) << 8) | bit_cast::<16, 7>(!low.segments) | 0x8080;
        }

        SevenSegmentSerialState { serial_clock, serial_data, show, .. } = q;
        keep = q.begun;
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex_digit::drawing;
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// The display on the board: a chain of 64 flip-flops.
    struct Board {
        display: Native<SevenSegmentSerial>,
        chain: u64,
        edges: usize,
    }

    impl Board {
        /// Steps a clock with this value; returns whether the digits are lit.
        fn step(&mut self, value: u8) -> bool {
            let before = self.display.read("serial_clock");
            self.display.drive("value", value.into());
            self.display.step();
            if self.display.read("keep") == 0 {
                self.chain = 0;
            } else if before == 0 && self.display.read("serial_clock") == 1 {
                self.chain = self.chain << 1 | self.display.read("serial_data");
                self.edges += 1;
            }
            self.display.read("show") == 1
        }

        /// The digits shown, from the left; a dark digit is a space, a lit point a point.
        fn reads(&self) -> String {
            let digits = (0..8).rev().map(|place| !self.chain >> (8 * place) & 0xFF);
            digits
                .map(|lit| match lit {
                    0 => ' ',
                    0x80.. => '.',
                    lit => drawing::read(lit)
                        .and_then(|digit| char::from_digit(digit as u32, 16))
                        .unwrap_or('?'),
                })
                .collect()
        }
    }

    #[test]
    fn the_chain_shows_the_value_and_moves_only_when_it_changes() {
        let mut board = Board { display: Native::new(SevenSegmentSerial::default()), chain: 0, edges: 0 };
        for value in [0x00, 0x1D, 0xF0, 0x5A, 0xE7] {
            let edges = board.edges;
            assert!(!board.step(value));
            let mut clocks = 1;
            while !board.step(value) {
                clocks += 1;
            }
            assert_eq!((board.edges - edges, clocks), (64, 64 * 16));
            for _ in 0..5_000 {
                assert!(board.step(value));
            }
            assert_eq!(board.edges - edges, 64);
            assert_eq!(board.reads(), format!("      {value:02x}"));
        }
    }

    #[test]
    fn a_change_on_the_way_is_sent_afterwards() {
        let mut board = Board { display: Native::new(SevenSegmentSerial::default()), chain: 0, edges: 0 };
        for clock in 0..5_000 {
            board.step(if clock < 500 { 0x12 } else { 0x34 });
        }
        assert_eq!((board.reads(), board.edges), ("      34".into(), 128));
    }

    #[test]
    fn the_data_stands_still_around_the_rising_edge() {
        let mut display = Native::new(SevenSegmentSerial::default());
        display.drive("value", 0x5A);
        let mut before = (1, 1);
        for _ in 0..1_100 {
            display.step();
            let now = (display.read("serial_clock"), display.read("serial_data"));
            assert!(
                before.1 == now.1 || (before.0, now.0) == (1, 0),
                "data changes only as the clock falls"
            );
            before = now;
        }
    }
}
