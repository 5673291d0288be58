//! Encodes a colour byte into the ten bits of a DVI channel, with few transitions and DC balance.
//!
//! ```text
//! clock         ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! visible       ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________
//! control       = 0 X 1 X 0 ============================
//! data (hex)    = 0 ====X 10 =======X EFX 0 ============
//! symbol (hex)  = 0 X 354 ======X ABX 1F0 ======X2F0X354   three clocks later: transition, weigh, balance
//! ```
//!
//! | port    | dir | width | meaning                                                 | initial |
//! |---------|-----|-------|---------------------------------------------------------|---------|
//! | clock   | in  | 1     | one pixel a clock                                       | –       |
//! | data    | in  | 8     | the level of the channel's colour; sent while `visible` | –       |
//! | control | in  | 2     | C0 in bit 0, C1 in bit 1; sent while not `visible`      | –       |
//! | visible | in  | 1     | DE: the pixel is part of the picture                    | –       |
//! | symbol  | out | 10    | bit 0 is sent first; registered, three clocks later     | 0       |
//!
//! The standard counts ones to choose between an XOR and an XNOR chain, and again to choose whether to invert. Three
//! simplifications:
//!
//! - XNOR is chosen for five or more ones, or four with bit 0 clear; that is, for four or more ones in bits 1 to 7.
//! - Two inversions in a row undo each other, so the XNOR chain is the XOR chain with the odd bits inverted.
//! - In a word of even length, ones minus zeros is even; half of it is kept, here called the balance. For eight bits it is
//!   the number of ones minus four; bits 8 and 9 add 1 if both are set and subtract 1 if both are clear. The disparity,
//!   the sum since the last blanking, stays between -4 and 4 (between -8 and 8 in the standard's units).
//!
//! Source: Digital Visual Interface 1.0, chapter 3, figure 3-5.

pub mod checks;

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The symbols sent while `visible` is low, by {C1, C0}; only these have at least seven transitions.
const CONTROL_SYMBOLS: [u64; 4] = [0b11_0101_0100, 0b00_1010_1011, 0b01_0101_0100, 0b10_1010_1011];

/// The output of the chain, q_m in the standard.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Chained {
    word: Bits<8>,
    /// Bit 8 of q_m: it is the XOR chain.
    xor: Bit,
    control: Bits<2>,
    visible: Bit,
}

/// The output of the chain, with its balance.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Weighed {
    word: Bits<8>,
    xor: Bit,
    /// The balance of bits 0 to 7, two's complement, -4 to 4.
    balance: Bits<4>,
    control: Bits<2>,
    visible: Bit,
}

/// The odd bits.
const ODD: u64 = 0b1010_1010;
const CONTROL_00: u64 = CONTROL_SYMBOLS[0b00];
const CONTROL_01: u64 = CONTROL_SYMBOLS[0b01];
const CONTROL_10: u64 = CONTROL_SYMBOLS[0b10];
const CONTROL_11: u64 = CONTROL_SYMBOLS[0b11];

#[derive(Circuit)]
pub struct TmdsEncoder {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<8>>,
    pub control: Signal<In, Bits<2>>,
    pub visible: Signal<In, Bit>,
    pub symbol: Signal<Out, Bits<10>>,

    chained: Register<Chained>,
    weighed: Register<Weighed>,
    sent: Register<Bits<10>>,
    /// The sum of the balances since the last blanking, two's complement, -4 to 4.
    disparity: Register<Bits<4>>,

    /// The number of ones in bits 1 to 7.
    most: Signal<Local, Bits<3>>,
    chain: Signal<Local, Bits<8>>,
    /// The number of ones in the chain's output.
    ones: Signal<Local, Bits<4>>,
    /// The disparity or the balance is 0.
    even: Signal<Local, Bit>,
    /// The change of the disparity by the symbol.
    change: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for TmdsEncoder {
    fn update(&mut self) {
        // Transition: bit i of the XOR chain is the parity of bits 0 to i.
        most = 0;
        for i in 1..8 {
            if data.get_bit(i) {
                most = most + 1;
            }
        }
        chain = data ^ (data << 1);
        chain = chain ^ (chain << 2);
        chain = chain ^ (chain << 4);
        chained.d.word = chain;
        chained.d.xor = true;
        if most.get_bit(2) {
            chained.d.word = chain ^ ODD;
            chained.d.xor = false;
        }
        chained.d.control = control;
        chained.d.visible = visible;

        // Weigh: the balance is the number of ones minus four.
        ones = 0;
        for i in 0..8 {
            if chained.q.word.get_bit(i) {
                ones = ones + 1;
            }
        }
        weighed.d.word = chained.q.word;
        weighed.d.xor = chained.q.xor;
        weighed.d.balance = ones - 4;
        weighed.d.control = chained.q.control;
        weighed.d.visible = chained.q.visible;

        // Balance: a word whose balance has the sign of the disparity is inverted. If either is 0, bit 9 is the
        // inverse of bit 8, so that the two are balanced.
        even = !disparity.q.any() | !weighed.q.balance.any();
        let invert = if even { !weighed.q.xor } else { disparity.q.get_bit(3) == weighed.q.balance.get_bit(3) };
        sent.d = bit_cast::<10, 8>(weighed.q.word).replace_bit(8, weighed.q.xor);
        change = if !weighed.q.xor { weighed.q.balance - 1 } else { weighed.q.balance };
        if invert {
            sent.d = bit_cast::<10, 8>(!weighed.q.word)
                .replace_bit(8, weighed.q.xor)
                .replace_bit(9, true);
            change = if weighed.q.xor { !weighed.q.balance + 2 } else { !weighed.q.balance + 1 };
        }
        disparity.d = disparity.q + change;
        if !weighed.q.visible {
            disparity.d = 0;
            sent.d = if weighed.q.control == 1 { CONTROL_01 } else { CONTROL_00 };
            if weighed.q.control == 2 {
                sent.d = CONTROL_10;
            }
            if weighed.q.control == 3 {
                sent.d = CONTROL_11;
            }
        }

        symbol = sent.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, tmds};

    #[test]
    fn control_symbols_are_the_standards() {
        assert_eq!(CONTROL_SYMBOLS, tmds::CONTROL_SYMBOLS.map(u64::from));
    }

    #[test]
    fn a_symbol_comes_out_three_clocks_later() {
        let mut encoder = Native::new(TmdsEncoder::default());
        let mut found = vec![];
        for (c, d, v) in [
            (1, 0, 0),
            (2, 0, 0),
            (0, 0xFF, 1),
            (0, 0xFF, 1),
            (3, 0xFF, 0),
            (0, 0, 0),
            (0, 0, 0),
        ] {
            encoder.drive("control", c);
            encoder.drive("data", d);
            encoder.drive("visible", v);
            encoder.step();
            found.push(encoder.read("symbol"));
        }
        // For all ones, the XNOR chain gives all ones: inverted the first time, not inverted the second time, for
        // balance.
        let data = [0b10_0000_0000, 0b00_1111_1111];
        let [_, c1, c2, c3] = CONTROL_SYMBOLS;
        assert_eq!(found[2..], [c1, c2, data[0], data[1], c3]);
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            visible  0*2 1*4 0
            control  0 1 0
            data     0*2 0x10*3 0xEF 0
        ";
        tengen_sim::expect_waves(file!(), TmdsEncoder::default(), stimulus, 0..10);
    }
}
