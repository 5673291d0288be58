//! What holds of [`TmdsEncoder`](super::TmdsEncoder) in every clock: a receiver as in the standard gets what was sent.
//!
//! | port            | dir | width | meaning                                                                    | initial |
//! |-----------------|-----|-------|----------------------------------------------------------------------------|---------|
//! | clock           | in  | 1     | one pixel a clock                                                          | –       |
//! | data            | in  | 8     | as the circuit's input                                                     | –       |
//! | control         | in  | 2     | as the circuit's input                                                     | –       |
//! | visible         | in  | 1     | as the circuit's input                                                     | –       |
//! | symbol          | in  | 10    | as the circuit's output                                                    | –       |
//! | disparity       | in  | 4     | half the ones minus the zeros that were sent, two's complement             | –       |
//! | always_decoded  | out | 1     | a receiver decodes the data of three clocks ago                            | 1       |
//! | always_control  | out | 1     | while not visible, the standard's symbol for the control bits is sent      | 1       |
//! | always_few      | out | 1     | a symbol of data has at most five transitions, by which a receiver tells it from a control symbol | 1 |
//! | always_balanced | out | 1     | the disparity stays between -4 and 4                                       | 1       |
//! | once_inverted   | out | 1     | a symbol is inverted                                                       | 0       |
//!
//! Source: Digital Visual Interface 1.0, section 3.3, "Decoding".

use super::{CONTROL_00, CONTROL_01, CONTROL_10, CONTROL_11};
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::proof::Checks;

/// What was sent.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct TmdsPixel {
    /// There was a clock.
    any: Bit,
    data: Bits<8>,
    control: Bits<2>,
    visible: Bit,
}

#[derive(Circuit)]
pub struct TmdsEncoderChecks {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<8>>,
    pub control: Signal<In, Bits<2>>,
    pub visible: Signal<In, Bit>,
    pub symbol: Signal<In, Bits<10>>,
    pub disparity: Signal<In, Bits<4>>,
    pub always_decoded: Signal<Out, Bit>,
    pub always_control: Signal<Out, Bit>,
    pub always_few: Signal<Out, Bit>,
    pub always_balanced: Signal<Out, Bit>,
    pub once_inverted: Signal<Out, Bit>,

    first: Register<TmdsPixel>,
    second: Register<TmdsPixel>,
    third: Register<TmdsPixel>,

    expected: Signal<Local, Bits<10>>,
    transitions: Signal<Local, Bits<4>>,
}

/// The most transitions in a symbol of data.
const FEW: u64 = 5;
/// The bits that a chain of XNOR has inverted.
const BUT_THE_LOWEST: u64 = 0b1111_1110;
/// The greatest disparity.
const MOST: u64 = 4;

#[kernel]
impl Logic for TmdsEncoderChecks {
    fn update(&mut self) {
        first.d = TmdsPixel { any: true, data, control, visible };
        second.d = first.q;
        third.d = second.q;

        // Bit 9 tells of an inversion, bit 8 of XOR or XNOR.
        let word = if symbol.get_bit(9) { !symbol.get_bits::<8>(0) } else { symbol.get_bits::<8>(0) };
        let chain = word ^ (word << 1);
        let decoded = if symbol.get_bit(8) { chain } else { chain ^ BUT_THE_LOWEST };
        always_decoded = !third.q.visible | (decoded == third.q.data);

        expected = if third.q.control == 0 { CONTROL_00 } else { CONTROL_01 };
        if third.q.control == 2 {
            expected = CONTROL_10;
        }
        if third.q.control == 3 {
            expected = CONTROL_11;
        }
        always_control = !third.q.any | third.q.visible | (symbol == expected);

        let changes = symbol ^ (symbol >> 1);
        transitions = 0;
        for i in 0..9 {
            if changes.get_bit(i) {
                transitions = transitions + 1;
            }
        }
        always_few = !third.q.visible | (transitions <= FEW);
        always_balanced = disparity + MOST <= 2 * MOST;
        once_inverted = third.q.visible & symbol.get_bit(9);
    }
}

impl Checks for TmdsEncoderChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[("disparity", "disparity.q")];
    const DEPTH: usize = 12;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
