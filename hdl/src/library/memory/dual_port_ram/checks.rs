//! The properties of [`DualPortRam`]: it reads what was written last. They are proved of eight words of four bits.
//!
//! ```text
//! clock          ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! write_enable   ____/‾‾‾\_______/‾‾‾\___________
//! write_address  ====X 3 X=======X 6 X===========
//! read_address   ========X 3 X=======X 3 X=======
//! read_data      ============X 7 ========X 7 ====   as written, and the same after a write elsewhere
//! ```
//!
//! The properties speak of three clocks in a row. The same follows for longer times: a word is first read as it was written,
//! and each later reading gives what the one before gave, until the word is written again.
//!
//! | port                      | dir | width | meaning                                                                                 | initial |
//! |---------------------------|-----|-------|-----------------------------------------------------------------------------------------|---------|
//! | clock                     | in  | 1     | rising edge                                                                             | –       |
//! | write_enable              | in  | 1     | as the circuit's input                                                                  | –       |
//! | write_address, write_data | in  | 3, 4  | as the circuit's inputs                                                                 | –       |
//! | read_address              | in  | 3     | as the circuit's input                                                                  | –       |
//! | read_data                 | in  | 4     | as the circuit's output                                                                 | –       |
//! | always_kept               | out | 1     | a clock that writes keeps the output                                                    | 1       |
//! | always_written            | out | 1     | a word that is read in the clock after its write is as written                          | 1       |
//! | always_steady             | out | 1     | a word is read the same two clocks later, unless it is written between                  | 1       |
//! | once_read                 | out | 1     | a word is read that is not as at power-on                                               | 0       |

use rust_hdl::prelude::*;

use super::DualPortRam;
use crate::proof::Checks;
use crate::{Circuit, LogicStruct, Register, kernel};

/// The memory that is proved: its ports are those of [`DualPortRam`].
#[derive(Circuit)]
pub struct EightWords {
    pub clock: Signal<In, Clock>,
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<3>>,
    pub write_data: Signal<In, Bits<4>>,
    pub read_address: Signal<In, Bits<3>>,
    pub read_data: Signal<Out, Bits<4>>,

    words: DualPortRam<Bits<4>, 3>,
}

#[kernel]
impl Logic for EightWords {
    fn update(&mut self) {
        words = DualPortRam { write_enable, write_address, write_data, read_address };
        read_data = words.read_data;
    }
}

/// The ports in an earlier clock.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RamPast {
    /// The clock was after power-on.
    any: Bit,
    write: Bit,
    written: Bits<3>,
    word: Bits<4>,
    read: Bits<3>,
    shown: Bits<4>,
}

#[derive(Circuit)]
pub struct DualPortRamChecks {
    pub clock: Signal<In, Clock>,
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<3>>,
    pub write_data: Signal<In, Bits<4>>,
    pub read_address: Signal<In, Bits<3>>,
    pub read_data: Signal<In, Bits<4>>,
    pub always_kept: Signal<Out, Bit>,
    pub always_written: Signal<Out, Bit>,
    pub always_steady: Signal<Out, Bit>,
    pub once_read: Signal<Out, Bit>,

    /// The last clock, the one before it, and the one before that.
    last: Register<RamPast>,
    second: Register<RamPast>,
    third: Register<RamPast>,
}

#[kernel]
impl Logic for DualPortRamChecks {
    fn update(&mut self) {
        last.d = RamPast {
            any: true,
            write: write_enable,
            written: write_address,
            word: write_data,
            read: read_address,
            shown: read_data,
        };
        second.d = last.q;
        third.d = second.q;

        let reads = last.q.any & !last.q.write;
        let wrote = second.q.any & second.q.write & (second.q.written == last.q.read);
        let again = third.q.any & !third.q.write & (third.q.read == last.q.read);
        always_kept = !(last.q.any & last.q.write) | (read_data == last.q.shown);
        always_written = !(reads & wrote) | (read_data == second.q.word);
        always_steady = !(reads & again & !wrote) | (read_data == second.q.shown);
        once_read = read_data.any();
    }
}

impl Checks for DualPortRamChecks {
    const DEPTH: usize = 12;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
